import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { causeText } from '../../../src/core/market/file-causes.ts';
import {
  byLowerCase,
  companionMismatch,
  companionsOf,
} from '../../../src/market/ingest/sources/companions.ts';
import { writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const TEXT = '12345\n';
const SHA256 = createHash('sha256').update(TEXT).digest('hex');
const OK = 'DT260130.csv.ok';
const SUM = 'DT260130.csv.sha256';

test('the companions of a file are those of its name and of its date, in any case', () => {
  const names = [
    'DT260130.CSV',
    'dt260130.csv.OK',
    'DT260130.Sha256',
    'DT260130.ok',
    'DT260129.ok',
    'DT260130.csv.md5',
  ];
  const found = companionsOf(
    'in/DT260130.CSV',
    byLowerCase([...names, 'DT260130.CSV.SHA256', 'DT260130.csv.sha256']),
  );
  expect(found).toEqual(
    ['dt260130.csv.OK', 'DT260130.CSV.SHA256', 'DT260130.csv.sha256', 'DT260130.ok', 'DT260130.Sha256'].map(
      (name) => join('in', name),
    ),
  );
  expect(companionsOf('in/DT260128.csv', byLowerCase(names))).toEqual([]);
});

test.for([
  ['an empty .ok', OK, '', 0, undefined],
  ['an .ok with a word', OK, 'done\n', 0, undefined],
  ['an .ok with the size', OK, '6\n', 0, undefined],
  ['an .ok with another size', OK, '12345\n', 0, `its size is 6 bytes, but the size in ${OK} is 12,345`],
  ['an .ok with the SHA-256', OK, SHA256, 0, undefined],
  ['an .ok of an earlier content', OK, '', -1, `it was changed after ${OK} was written`],
  ['an .ok with the size of an earlier content', OK, '6', -1, `it was changed after ${OK} was written`],
  ['a .sha256 that is older, whose content matches', SUM, SHA256, -1, undefined],
  ['a .sha256 as sha256sum writes it', SUM, `${SHA256}  DT260130.csv\n`, 0, undefined],
  ['a .sha256 as BSD writes it', SUM, `SHA256 (DT260130.csv) = ${SHA256.toUpperCase()}\n`, 0, undefined],
  [
    'the .sha256 of another file',
    SUM,
    SHA256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    0,
    `its SHA-256 differs from the one in ${SUM}`,
  ],
  ['a .sha256 with a digit too many', SUM, `${SHA256}0`, 0, `${SUM} contains no SHA-256`],
  ['an empty .sha256', SUM, '', 0, `${SUM} contains no SHA-256`],
  [
    'a .SHA256 without a SHA-256',
    'DT260130.csv.SHA256',
    'done',
    0,
    'DT260130.csv.SHA256 contains no SHA-256',
  ],
  ['a .sha256 of 4,096 bytes', SUM, SHA256.padEnd(4096), 0, undefined],
  ['a .sha256 of 4,097 bytes', SUM, SHA256.padEnd(4097), 0, `${SUM} contains no SHA-256`],
] as const)('%s', async ([, name, content, seconds_later, reason], { folder }) => {
  const path = await writeTo(folder, 'DT260130.csv', TEXT);
  const companion = await writeTo(folder, name, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  utimesSync(companion, 1_700_000_000, 1_700_000_000 + seconds_later);
  const mismatch = await companionMismatch(path, companion);
  expect(mismatch && causeText(mismatch)).toBe(reason);
});

test('a companion that cannot be read is reported with the error', async ({ folder }) => {
  const path = await writeTo(folder, 'DT260130.csv', TEXT);
  const companion = join(folder, OK);
  const reason = async () => {
    const mismatch = await companionMismatch(path, companion);
    return mismatch && causeText(mismatch);
  };
  mkdirSync(companion);
  const checks = 'check that both files exist and can be read';
  expect(await reason()).toBe(`it cannot be compared with ${OK} (EISDIR): ${checks}`);
  rmSync(companion, { recursive: true });
  expect(await reason()).toBe(`it cannot be compared with ${OK} (ENOENT): ${checks}`);
});
