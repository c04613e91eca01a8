import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What gives other values at each run. fast-check has a seed in `support/properties.ts` only. */
const UNSEEDED = /Math\.random\(|randomInt\(|getRandomValues\(|from 'fast-check'/;
const ALLOWED = ['repeatable.test.ts', 'support/properties.ts'];

test('tests take random values from a seed, so that a failure can be repeated', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(ts|tsx|mjs)$/.test(path) && !ALLOWED.includes(path),
  );
  expect(files.length).toBeGreaterThan(100);
  const unseeded = files.filter((path) => UNSEEDED.test(readFileSync(join('test', path), 'utf8')));
  expect(unseeded).toEqual([]);
});
