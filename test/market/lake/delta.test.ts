import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect } from 'vitest';
import { DAY_MS } from '../../../src/core/dates.ts';
import { LAKE_TABLES, type LakeTable } from '../../../src/core/folders.ts';
import type { Publication } from '../../../src/ledger/manifest.ts';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { vacuumLake } from '../../../src/market/ingest/vacuum.ts';
import { commitActions } from '../../../src/market/lake/delta/actions.ts';
import { DeltaLogs } from '../../../src/market/lake/delta/logs.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { LakeDuck } from '../../../src/market/lake/lake-duck.ts';
import { PARTITION, TABLES } from '../../../src/market/lake/tables.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { verify } from '../../../src/operations/verify.ts';
import { type DailyText, TestAlir } from '../../support/alir.ts';
import { csv, line } from '../../support/daily-files.ts';
import { DeltaReader } from '../../support/delta-reader.ts';
import { test } from '../../support/fixtures.ts';
import { fileName } from '../../support/small-market.ts';

const LOCK = { patience_ms: 10_000, onWait: () => {}, onDay: () => {} };

/** The file of a day of some trades of so many hundred shares each. */
function fileOf(date: string, trades: number, lots: number): DailyText {
  const lines = Array.from({ length: trades }, (_, place) =>
    line({
      TRX_CODE: place + 1,
      TRX_DATE: date,
      STK_VOLM: lots * 100,
      STK_CODE: place % 2 ? 'BRMS' : 'BBCA',
    }),
  );
  return [fileName(date), csv(lines)];
}

const FIRST = fileOf('2026-01-19', 10, 1);
const SECOND = fileOf('2026-01-20', 12, 2);
/** Two days, and a correction of the first one. */
const THREE = { published: [FIRST, SECOND, fileOf('2026-01-19', 11, 3)] };

const tableOf = ({ stores }: TestAlir, table: LakeTable) => join(stores.folders.delta, table);
const logOf = (alir: TestAlir, table: LakeTable, version: number, end = 'json') =>
  join(tableOf(alir, table), '_delta_log', `${String(version).padStart(20, '0')}.${end}`);

/** The sum of the volumes of each day in a version of `trades`; the other tables must have the same. */
async function volumes(alir: TestAlir, version: number): Promise<Record<string, number>> {
  const [trades, brokers, tickers] = await Promise.all(
    (['trades', 'broker_day', 'ticker_day'] as const).map(async (table) => {
      const sums: Record<string, number> = {};
      for (const { trade_date, volume, buy_volume } of await new DeltaReader(tableOf(alir, table)).rows(
        version,
      )) {
        sums[trade_date] = (sums[trade_date] ?? 0) + Number(volume ?? buy_volume);
      }
      return sums;
    }),
  );
  expect(brokers).toEqual(trades);
  expect(tickers).toEqual(trades);
  return trades ?? {};
}

const faultsOf = async (alir: TestAlir) => (await verify(alir.stores.ingest, LOCK)).faults;

test('version N of each table is publication N', async () => {
  const alir = await TestAlir.open(THREE);
  expect(await volumes(alir, 0)).toEqual({});
  expect(await volumes(alir, 1)).toEqual({ '2026-01-19': 1000 });
  expect(await volumes(alir, 2)).toEqual({ '2026-01-19': 1000, '2026-01-20': 2400 });
  expect(await volumes(alir, 3)).toEqual({ '2026-01-19': 3300, '2026-01-20': 2400 });
  for (const table of LAKE_TABLES) {
    expect(new DeltaReader(tableOf(alir, table)).versions()).toEqual([0, 1, 2, 3]);
  }
  expect((await alir.stores.manifest.history()).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await faultsOf(alir)).toEqual([]);
  // The lake has no second copy of a file.
  const lake = new Lake(alir.stores.folders);
  for (const day of await alir.stores.manifest.allPublications()) {
    for (const table of LAKE_TABLES) {
      const [file, name] = [lake.file(table, day), lake.fixedName(table, day.trade_date)];
      expect((await stat(file)).ino).toBe((await stat(name)).ino);
    }
  }
});

test('a version for a file that the table has already changes nothing', () => {
  const file = { path: 'a.parquet', trade_date: '2026-01-19', bytes: 9, statistics: undefined };
  const added = { ...file, written_at: '2026-01-20T10:00:00Z' };
  const commit = { operation: 'WRITE', at: added.written_at, added: [added] };
  const namesOf = (removed: string[]) =>
    commitActions({ ...commit, removed }).flatMap((action) => Object.keys(action));
  expect([[], ['b.parquet'], ['a.parquet']].map(namesOf)).toEqual([
    ['commitInfo', 'add'],
    ['commitInfo', 'remove', 'add'],
    ['commitInfo'],
  ]);
});

/** A reader that knows a table by its id would take another id for a new table. */
const IDS = {
  trades: 'fb47fa35-a286-41c7-8ab7-99b794ccb463',
  broker_day: 'dfac00bb-a18b-45b6-83df-192cb0cb31b2',
  ticker_day: '62409cc9-b30c-49f4-8dcf-0bfa4b90f13a',
};

test('a table describes its columns, and an action its file', async () => {
  const alir = await TestAlir.open({ published: [FIRST] });
  for (const table of LAKE_TABLES) {
    const reader = new DeltaReader(tableOf(alir, table));
    const [{ protocol } = {}, { metaData } = {}] = reader.actions(0);
    expect(protocol).toEqual({ minReaderVersion: 1, minWriterVersion: 2 });
    expect(metaData).toMatchObject({ id: IDS[table], name: table, partitionColumns: ['trade_date'] });
    const comments = JSON.parse(metaData.schemaString).fields.map((field: any) => [
      field.name,
      field.metadata.comment,
    ]);
    expect(comments).toEqual(
      [PARTITION, ...TABLES[table].columns].map(({ name, meaning }) => [name, meaning]),
    );
    const { add } = reader.actions(1)[1] ?? {};
    const file = join(tableOf(alir, table), add.path);
    expect(add).toMatchObject({ size: statSync(file).size, partitionValues: { trade_date: '2026-01-19' } });
    const stats = JSON.parse(add.stats);
    const rows = await reader.rows(1);
    expect(stats.numRecords).toBe(rows.length);
    for (const { name, type } of TABLES[table].columns) {
      const bounds = {
        smallest: stats.minValues[name],
        largest: stats.maxValues[name],
        nulls: stats.nullCount[name],
      };
      if (type !== 'text') {
        const values = rows.map((row) => Number(row[name]));
        expect(bounds, name).toEqual({
          smallest: Math.min(...values),
          largest: Math.max(...values),
          nulls: 0,
        });
      } else {
        // Those of an enumeration are its first and last value.
        for (const row of rows)
          expect(bounds.smallest <= row[name] && row[name] <= bounds.largest, name).toBe(true);
      }
    }
  }
});

test('alir lake build gives a lake without Delta tables its logs', async ({ alir }) => {
  await alir.publish([FIRST, SECOND]);
  rmSync(alir.stores.folders.delta, { recursive: true });
  await buildLake(alir.stores.ingest, LOCK);
  expect(await volumes(alir, 1)).toEqual({ '2026-01-19': 1000 });
  expect(await volumes(alir, 2)).toEqual({ '2026-01-19': 1000, '2026-01-20': 2400 });
  expect(await faultsOf(alir)).toEqual([]);
});

test('alir lake vacuum deletes old replaced revisions, and the logs begin after them', async () => {
  const alir = await TestAlir.open(THREE);
  const { ingest } = alir.stores;
  const bytes = async () => (await statusOf(ingest)).bytes.replaced;
  const before = await bytes();
  expect(before).toBeGreaterThan(0);
  expect(await vacuumLake(ingest, 90, LOCK)).toEqual({ deleted_files: 0, deleted_bytes: 0 });
  alir.clock.pass(91 * DAY_MS);
  await alir.publish([fileOf('2026-01-20', 14, 4)]);
  const replaced = (await bytes()) - before;
  expect(await vacuumLake(ingest, 90, LOCK)).toEqual({ deleted_files: 3, deleted_bytes: before });
  expect(await bytes()).toBe(replaced);
  expect(new DeltaReader(tableOf(alir, 'trades')).versions()).toEqual([3, 4]);
  expect(await volumes(alir, 3)).toEqual({ '2026-01-19': 3300, '2026-01-20': 2400 });
  expect(await volumes(alir, 4)).toEqual({ '2026-01-19': 3300, '2026-01-20': 5600 });
  expect(await faultsOf(alir)).toEqual([]);
});

test('alir verify names each damage of the logs and the names, and alir lake build repairs them', async () => {
  const alir = await TestAlir.open(THREE);
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  const name = new Lake(alir.stores.folders).fixedName('trades', '2026-01-20');
  const [missing, cut] = [logOf(alir, 'trades', 1), logOf(alir, 'trades', 2)];
  const [edited, newer] = [logOf(alir, 'broker_day', 2), logOf(alir, 'broker_day', 3)];
  rmSync(name);
  rmSync(missing);
  edit(cut, (text) => text.slice(0, -20));
  edit(edited, (text) => text.replaceAll('2026-01-20', '2026-01-21'));
  appendFileSync(newer, '{"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":[]}}\n');
  const fix = 'Repair the names and the logs: alir lake build';
  expect(await faultsOf(alir)).toMatchObject([
    { file: name, problem: 'is missing or differs from the published file', fix },
    { file: missing, problem: 'is missing or cannot be read', fix },
    { file: cut, problem: 'is cut short', fix },
    { file: edited, problem: 'differs from the publications in the ledger', fix },
    {
      file: newer,
      problem: 'is of version 3 of the Delta protocol, and Alir writes 1: another program wrote it',
      fix,
    },
  ]);
  expect((await buildLake(alir.stores.ingest, LOCK)).repaired).toEqual([name, missing, cut, edited, newer]);
  expect(await faultsOf(alir)).toEqual([]);
  expect(await volumes(alir, 3)).toEqual({ '2026-01-19': 3300, '2026-01-20': 2400 });

  // Files that no log can be written from: of a replaced revision, and of none.
  const [first] = await alir.stores.manifest.history();
  const replaced = new Lake(alir.stores.folders).file('trades', first as Publication);
  rmSync(replaced);
  const other = join(tableOf(alir, 'trades'), 'trade_date=2026-01-19', 'other.parquet');
  writeFileSync(other, 'x');
  expect(await faultsOf(alir)).toMatchObject([
    { file: replaced },
    { file: other, fix: 'Delete it: alir lake vacuum' },
  ]);
  alir.clock.pass(1);
  await vacuumLake(alir.stores.ingest, 0, LOCK);
  expect(await faultsOf(alir)).toEqual([]);
});

test('a version that another program added is deleted before the next publication', async () => {
  const alir = await TestAlir.open({ published: [FIRST] });
  writeFileSync(logOf(alir, 'trades', 2), '{"commitInfo":{}}\n');
  await repair(alir.stores.ingest);
  expect(new DeltaReader(tableOf(alir, 'trades')).versions()).toEqual([0, 1]);
  await alir.publish([SECOND]);
  expect(await volumes(alir, 2)).toEqual({ '2026-01-19': 1000, '2026-01-20': 2400 });
  expect((await readdir(join(tableOf(alir, 'trades'), '_delta_log'))).length).toBe(3);
});

test('a checkpoint every 100 versions lists the files, and a reader needs no version before it', async () => {
  const alir = await TestAlir.open({ published: [FIRST] });
  const { folders, manifest } = alir.stores;
  const [published] = await manifest.history();
  if (!published) return expect.unreachable('Nothing is published');
  const lake = new Lake(folders);
  const history = Array.from({ length: 205 }, (_, place) => {
    const sha256 = String(place).padStart(64, '0');
    const trade_date = new Date(Date.UTC(2025, 0, 1 + (place % 150))).toISOString().slice(0, 10);
    const revision = { ...published, trade_date, number: place + 1, trades_sha256: sha256 };
    return {
      ...revision,
      broker_day_sha256: sha256,
      ticker_day_sha256: sha256,
      deleted_at: place < 10 ? 't' : null,
    };
  });
  for (const table of LAKE_TABLES) rmSync(join(tableOf(alir, table), '_delta_log'), { recursive: true });
  for (const revision of history) {
    for (const table of LAKE_TABLES) {
      mkdirSync(dirname(lake.file(table, revision)), { recursive: true });
      copyFileSync(lake.file(table, published), lake.file(table, revision));
    }
  }
  const duck = new LakeDuck(folders, 1);
  try {
    const logs = new DeltaLogs(folders, duck);
    const of = (publications: readonly Publication[]) => ({ publications, measure_files: [] });
    const kept = history.map((revision) => ({ ...revision, deleted_at: null }));
    await logs.write(of(kept.slice(0, 99)));
    expect(await logs.endAt(99)).toBe(true);
    await logs.write(of(kept));
    expect([await logs.endAt(205), await logs.problems(of(kept))]).toEqual([true, []]);
    const reader = new DeltaReader(tableOf(alir, 'trades'));
    const days = async (version: number) => (await reader.files(version)).size;
    expect(await Promise.all([1, 150, 199, 200, 205].map(days))).toEqual([1, 150, 150, 150, 150]);
    const newest = [...(await reader.files(205)).keys()].toSorted();
    expect(newest).toEqual(
      history
        .slice(55)
        .map((each) => relative(tableOf(alir, 'trades'), lake.file('trades', each)))
        .toSorted(),
    );
    // Without the revisions of the first ten days, which the publications 151 to 160 replaced.
    await logs.write(of(history));
    expect([await logs.endAt(205), await logs.problems(of(history))]).toEqual([true, []]);
    expect([reader.versions()[0], await days(160), await days(205)]).toEqual([160, 150, 150]);
    expect([...(await reader.files(205)).keys()].toSorted()).toEqual(newest);
    rmSync(logOf(alir, 'trades', 200, 'checkpoint.parquet'));
    rmSync(join(tableOf(alir, 'trades'), '_delta_log', '_last_checkpoint'));
    expect((await logs.problems(of(history))).map(({ problem }) => problem)).toEqual([
      'is missing or cannot be read',
      'is missing or cannot be read',
    ]);
    expect(await logs.endAt(205)).toBe(false);
  } finally {
    duck.close();
  }
});
