import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocks, textOf } from './support/guide.ts';
import { FOLDERS } from './support/layout.ts';

const README = textOf('README.md');
const PACKAGE = JSON.parse(textOf('package.json'));

describe('the README', () => {
  test('starts with two commands, which are scripts of the package', () => {
    expect(blocks(README, 'sh').slice(0, 2)).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
    expect(PACKAGE.scripts).toMatchObject({
      demo: 'node dist/cli.js demo',
      start: 'node dist/cli.js serve',
      prepare: 'npm run --silent build',
      test: expect.any(String),
      'test:slow': expect.any(String),
      'test:faults': expect.any(String),
      bench: expect.any(String),
    });
  });

  test('describes every folder of src, and names its groups of files', () => {
    const rows = new Map(
      [...README.matchAll(/^\| `src\/([\w/-]+)\/` *\|(.*)$/gm)].map(([, folder = '', row = '']) => [
        folder,
        row,
      ]),
    );
    expect([...rows.keys()].toSorted()).toEqual([...FOLDERS].toSorted());
    const groups = readdirSync('src', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative('src', join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => FOLDERS.includes(dirname(path)));
    expect(groups.length).toBeGreaterThan(20);
    expect(groups.filter((path) => !rows.get(dirname(path))?.includes(`\`${basename(path)}/\``))).toEqual([]);
  });
});
