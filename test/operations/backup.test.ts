import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { restore } from '../../src/operations/backup/restore.ts';
import { unknownDays } from '../../src/operations/data-folder.ts';
import { temporaryFolder } from '../support/alir.ts';
import { backUpTo, filesBelow, openFolder, restoreTo, sha256 } from '../support/backups.ts';
import { wholeDay } from '../support/daily-files.ts';
import { test as base } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2026-01-29', '2026-01-30'] as const;
const test = base.extend('settings', () => ({
  published: DAYS.map((day) => [fileName(day), wholeDay(day)] as const),
  measured: true,
}));

test('a backup has published files by their fixed names, replaced ones by their hashes, and nothing unfinished', async ({
  alir,
}) => {
  const [first, last] = DAYS;
  const { manifest } = alir.stores;
  const [before] = await manifest.read.all('publications_of_day', { trade_date: first });
  const measured = [...(await manifest.measureFilesInForce()).values()];
  await alir.ingest(fileName(first), wholeDay(first, 200));
  await alir.measure();
  const [published] = (await manifest.read.all('publications_of_day', { trade_date: last })) ?? [];
  if (!before || !published) throw new Error('no publication');
  await manifest.intend({ ...published, trade_date: '2026-02-02' }, 1);
  const folder = join(await temporaryFolder(), 'backup');
  const made = await backUpTo(folder, alir);
  const tables = ['trades', 'broker_day', 'ticker_day'] as const;
  const fixed = [first, last].flatMap((day) =>
    [...tables, 'measure_day'].map((table) => `lake/${table}/trade_date=${day}/${table}.parquet`),
  );
  const replaced = [
    ...tables.map((table) => `delta/${table}/trade_date=${first}/${before[`${table}_sha256`]}.parquet`),
    `delta/measure_day/trade_date=${first}/${measured[0]?.sha256}.parquet`,
  ];
  expect(filesBelow(folder)).toEqual(['backup.json', ...replaced, 'ledger.sqlite', ...fixed].toSorted());
  expect(made).toMatchObject({ days: 2, files: fixed.length + replaced.length + 1 });
  expect(measured).toHaveLength(2);
  const copies = filesBelow(folder).filter((name) => name !== 'backup.json');
  expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toEqual({
    ...{ format: 1, alir_version: '0.0.0-test', taken_at: alir.clock.time.toISOString() },
    ...{ days: 2, files: made.files, newest_day: last, ledger_sha256: sha256(join(folder, 'ledger.sqlite')) },
    bytes: copies.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
  });
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(['backup.json', 'ledger.sqlite'].map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600]);

  const data_dir = await temporaryFolder();
  expect(await restoreTo(data_dir, folder)).toMatchObject({ files: made.files });
  expect(modeOf(join(data_dir, 'ledger.sqlite'))).toBe(0o600);
  const restored = await openFolder(data_dir);
  expect(await restored.manifest.allPublishedDays()).toEqual(DAYS);
  expect(await restored.manifest.intended()).toEqual([]);
  const { lake } = restored.ingest;
  for (const file of [...measured, ...(await restored.manifest.measureFilesInForce()).values()])
    expect(sha256(lake.measureFile(file))).toBe(file.sha256);
  expect(
    (await restored.manifest.read.all('publications_of_day', { trade_date: first })).map(
      ({ state }) => state,
    ),
  ).toEqual(
    (await manifest.read.all('publications_of_day', { trade_date: first })).map(({ state }) => state),
  );
});

test('a day that is corrected between two rounds of a backup is copied again by its fixed names', async ({
  alir,
}) => {
  const [first] = DAYS;
  const { ingest, manifest } = alir.stores;
  const measured = (await manifest.measureFilesInForce()).get(first);
  if (!measured) throw new Error('no measures');
  const missing = ingest.lake.measureFile(measured);
  const aside = `${missing}.aside`;
  const correct = async () => {
    renameSync(aside, missing);
    await alir.ingest(fileName(first), wholeDay(first, 200));
    await alir.measure();
    return manifest.lakeHistory();
  };
  let copied = 0;
  const onFile = () => {
    copied += 1;
    // The next file is missing for a moment, so there is a second round.
    if (copied !== 1) return;
    renameSync(missing, aside);
    vi.spyOn(manifest, 'lakeHistory').mockImplementationOnce(correct);
  };
  const folder = join(await temporaryFolder(), 'backup');
  expect(await backUpTo(folder, alir, { onFile })).toMatchObject({ rounds: 2, days: 2, files: 13 });
  const published = await manifest.published(first);
  expect(published?.revision).toBe(2);
  const path = join(folder, 'lake', 'broker_day', `trade_date=${first}`, 'broker_day.parquet');
  expect(sha256(path)).toBe(published?.broker_day_sha256);
  await restoreTo(await temporaryFolder(), folder);
});

test('a restore ends if another ledger appears in its folder meanwhile', async ({ alir }) => {
  const backup = join(await temporaryFolder(), 'backup');
  await backUpTo(backup, alir);
  const folders = dataFolders(await temporaryFolder());
  const onRound = () => writeFileSync(folders.ledgerFile, 'of another server');
  const restoring = restore(backup, { folders, clock: alir.clock }, { onRound });
  await expect(restoring).rejects.toMatchObject({
    code: 'unusable_folder',
    message: expect.stringContaining('ledger.sqlite already exists, and a restore never replaces files.'),
  });
  expect(filesBelow(folders.root)).toEqual(['ledger.sqlite', 'writer.lock']);
});

test('a backup states its newest day, also before this day has measures', async ({ alir }) => {
  await alir.ingest('DT260202.csv', wholeDay('2026-02-02'));
  const folder = join(await temporaryFolder(), 'backup');
  await backUpTo(folder, alir);
  expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')).newest_day).toBe('2026-02-02');
});

test('days of a lake without a publication are unknown, unless the first one is unfinished', async ({
  alir,
}) => {
  const { folders } = alir.stores;
  const daysWith = (newest: string | null, intended: number) => {
    const manifest = { newestDay: async () => newest, intended: async () => Array(intended).fill({}) };
    return unknownDays({ folders, manifest } as unknown as Parameters<typeof unknownDays>[0]);
  };
  expect([await daysWith(null, 0), await daysWith(null, 1), await daysWith(DAYS[0], 0)]).toEqual([2, 0, 0]);
});
