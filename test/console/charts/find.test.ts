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
  ['GOTO', 'GoTo Gojek Tokopedia'],
  ['GOTOM', 'GoTo Gojek Tokopedia'],
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
  // Of codes with the same beginning, the shortest one.
  ['got', ['GOTO', 'GOTOM']],
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
  const whole = { code: 'YP', name: 'Mirae' };
  expect(matchScore('mirae', whole)).toBeGreaterThan(matchScore('mir', { code: 'MIRA', name: 'Mitra' }));
});

test('a text of 10,000 letters is answered', () => {
  expect(codes('x'.repeat(10_000))).toEqual([]);
});
