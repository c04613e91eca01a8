import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from '../support/guide.ts';

const LISTED = textOf('docs/rules.md').matchAll(/^- (.+): `([^`]+)`, `([^`]+)`$/gm);
const RULES = [...LISTED].map(([, rule = '', file = '', text = '']) => [rule, file, text]);

test('docs/rules.md lists 20 rules', () => {
  expect(RULES).toHaveLength(20);
});

test.each(RULES)('%s: %s', (_, file = '', text = '') => {
  const exists = existsSync(new URL(`../../${file}`, import.meta.url));
  expect([file, exists]).toEqual([file, true]);
  expect(text).not.toBe('');
  expect(textOf(file)).toContain(text);
});
