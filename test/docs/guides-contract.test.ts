import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from '../support/guide.ts';

const ROOT = new URL('../../', import.meta.url);
const CONTRACT = textOf('docs/contract.md');

/** Every text file below some folders of the project, by its path. */
function textFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

test('the rules of each part of the contract are numbered without a gap', () => {
  const parts = CONTRACT.split(/^## /m).slice(1);
  for (const [index, part] of parts.entries()) {
    const rules = [...part.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number);
    expect(part).toMatch(new RegExp(`^${index + 1}\\. `));
    expect(rules).toEqual(rules.map((_, rule) => `${index + 1}.${rule + 1}`));
  }
  expect(parts).toHaveLength(8);
});

test('every citation refers to an existing part or rule of the contract', () => {
  const numbers = new Set(
    [...CONTRACT.matchAll(/^(?:## )?(\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number),
  );
  const cited = textFiles('src', 'test', 'sql', 'bench', 'docs').flatMap((path) =>
    [
      ...readFileSync(new URL(path, ROOT), 'utf8').matchAll(
        /docs\/contract\.md (?:part )?((?:\d[\d.]*(?:, | and )?)+)/g,
      ),
    ].flatMap(([, list = '']) =>
      list
        .split(/, | and /)
        .filter(Boolean)
        .map((number) => ({ path, number: number.replace(/\.$/, '') })),
    ),
  );
  expect(cited.length).toBeGreaterThanOrEqual(7);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
