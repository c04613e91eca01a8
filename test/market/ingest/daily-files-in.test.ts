import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { dailyFilesIn } from '../../../src/market/ingest/sources/daily-files-in.ts';
import { writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

test('a folder, a pattern and paths are the daily files once, in day order', async ({ folder }) => {
  const [a, b] = [join(folder, 'a'), join(folder, 'b')];
  for (const each of [a, b, join(a, 'DT260101.csv')]) mkdirSync(each);
  for (const name of ['DT260106.csv', 'dt260105.csv.gz', 'DT260107.csv.ok', 'notes.csv', 'DT2601.csv'])
    await writeTo(a, name, '');
  for (const name of ['DT260105.csv', 'DT260106+.csv', 'DT2601066.csv', 'DT260106*.csv'])
    await writeTo(b, name, '');
  const found = async (...names: string[]) =>
    (await dailyFilesIn(names.map((name) => join(folder, name)))).map((path) =>
      path.slice(folder.length + 1),
    );
  symlinkSync(join(a, 'notes.csv'), join(a, 'DT260108.csv'));
  expect(await found('a')).toEqual([
    'a/dt260105.csv.gz',
    'a/DT260106.csv',
    'a/DT260108.csv',
    'a/DT260107.csv.ok',
  ]);
  expect(await found('a', 'b/DT260105.csv', 'a/DT260106.csv')).toEqual([
    'a/dt260105.csv.gz',
    'b/DT260105.csv',
    'a/DT260106.csv',
    'a/DT260108.csv',
    'a/DT260107.csv.ok',
  ]);
  expect(await found('a/*.csv')).toEqual([
    ...['a/DT260106.csv', 'a/DT260108.csv', 'a/DT2601.csv', 'a/notes.csv'],
  ]);
  expect(await found('b/DT26010?.csv')).toEqual(['b/DT260105.csv']);
  expect(await found('b/DT260106+*')).toEqual(['b/DT260106+.csv']);
  expect(await found('b/DT260106*.csv')).toEqual(['b/DT260106*.csv']);
  expect(await found('absent.csv', 'b/DT260105.csv')).toEqual(['b/DT260105.csv', 'absent.csv']);
});
