import { expect, test } from 'vitest';
import { bestMatches, matchScore } from '../../../src/console/charts/find.ts';

const NAMES = [
  ['BBCA', 'Bank Central Asia'],
  ['BBNI', 'Bank Negara Indonesia'],
  ['BBRI', 'Bank Rakyat Indonesia'],
  ['TLKM', 'Telkom Indonesia'],
  ['CENT', 'Centratama Telekomunikasi Indonesia'],
  ['YP', 'Mirae Asset Sekuritas Indonesia'],
  ['', 'Status'],
].map(([code = '', name = '']) => ({ code, name }));
const codes = (text: string) => bestMatches(text, NAMES, 3).map(({ code, name }) => code || name);

test.each([
  ['bbca', ['BBCA']],
  ['bcba', ['BBCA']],
  ['TLMK', ['TLKM']],
  ['bb', ['BBCA', 'BBNI', 'BBRI']],
  ['bank cetral', ['BBCA']],
  ['bnak central', ['BBCA']],
  ['bank centra', ['BBCA']],
  ['cent', ['CENT', 'BBCA']],
  ['telekomunikasi', ['CENT']],
  ['telekomunkiasi', ['CENT']],
  ['asset', ['YP']],
  ['bank indonesia', ['BBNI', 'BBRI']],
  ['stauts', ['Status']],
  ['xyzq', []],
  ['  ', []],
  ['.*[', []],
])('%j finds %j', (text, expected) => {
  expect(codes(text)).toEqual(expected);
});

test('a whole code is better than any name', () => {
  const score = (text: string) => matchScore(text, { code: 'CENT', name: 'Cent' });
  expect(score('CENT')).toBe(1000);
  expect(score('CEN')).toBeLessThan(1000);
});

test('a text of 10,000 letters is answered', () => {
  expect(codes('x'.repeat(10_000))).toEqual([]);
});
