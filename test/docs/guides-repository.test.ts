import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { textOf } from '../support/guide.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = ['.', 'docs', 'docs/adr'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

test.each(PAGES)('%s links to pages and headings that exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    if (anchor === undefined) return false;
    const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return !headings.includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the README has at most 150 lines', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(151);
});

test('the table of decisions lists every page of docs/adr', () => {
  const pages = readdirSync(join(ROOT, 'docs/adr')).filter((name) => /^\d/.test(name));
  const listed = [...textOf('docs/adr/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  expect(listed).toEqual(pages.toSorted());
});

test('the release notes of a version are its section of the changelog', () => {
  const notes = (version: string) =>
    spawnSync(join(ROOT, '.ci/release-notes'), [version], { encoding: 'utf8' });
  const { status, stdout } = notes('Unreleased');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\n### Added\n/)]);
  expect(stdout).not.toMatch(/^## /m);
  expect(notes('0.0.0').status).toBe(1);
});

test('the release workflow runs the tests on each supported version of Node', () => {
  const workflow = textOf('.github/workflows/release.yml');
  expect(workflow).toContain('node: ["20.19", "22", "24", "26"]');
  for (const job of ['package', 'image'])
    expect(workflow).toMatch(new RegExp(`\n {2}${job}:\n {4}needs: test\n`));
  // What is published was installed before.
  expect(workflow).toMatch(
    /npm pack.*python -m build.*npm install .*pip" install .*npm publish .*--provenance.*pypi-publish/s,
  );
});

test('the glossary defines each term once, in alphabetical order', () => {
  const defined = textOf('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm);
  const terms = [...defined].map(([, term = '']) => term.toLowerCase());
  expect(terms.length).toBeGreaterThan(50);
  expect(terms).toEqual([...new Set(terms)].sort());
});
