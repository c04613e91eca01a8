import { expect, test } from 'vitest';
import { isEmailAddress } from '../../src/core/email.ts';
import { counted, typedText } from '../../src/core/words.ts';

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [999, '999 days'],
  [1500, '1,500 days'],
  [-1500, '-1,500 days'],
  [1.25, '1.25 days'],
])('%d is written as %s', (number, text) => {
  expect(counted(number, 'day')).toBe(text);
});

test.each([
  ['a', true],
  [' a ', true],
  ['نام\u200cها', true],
  ['👩\u200d💻', true],
  ['💹'.repeat(8), true],
  ['a'.repeat(9), false],
  ['', false],
  [' ', false],
  ['\u200d', false],
  ['a\nb', false],
  ['a\u0000', false],
  ['a\u202eb', false],
  ['a\u2028b', false],
  ['a\ud800', false],
])('%j is typed text: %s', (text, isTyped) => {
  expect(typedText(8).test(text)).toBe(isTyped);
});

test('typed text can have several lines', () => {
  const matches = ['a', 'a\nb', 'a\nb\nc', 'a\n\nb', '\na'].map((text) => typedText(8, 2).test(text));
  expect(matches).toEqual([true, true, false, false, false]);
});

test.each<[text: string, isOne: boolean]>([
  ['budi@example.com', true],
  [`${'b'.repeat(242)}@example.com`, true],
  [`${'b'.repeat(243)}@example.com`, false],
  ...['budi', '@example.com', 'budi@', 'a@b@c', 'a b@c', 'a@b c', 'a\n@b', ''].map(
    (text): [string, boolean] => [text, false],
  ),
  // Separators of addresses, and the characters of names with addresses.
  ...[...',;:<>()[]\\"'].flatMap((character): [string, boolean][] => [
    [`a${character}b@c`, false],
    [`a@b${character}c`, false],
  ]),
])('%j is one e-mail address: %s', (text, isOne) => {
  expect(isEmailAddress(text)).toBe(isOne);
});
