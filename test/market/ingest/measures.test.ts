import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { mirror } from '../../../src/market/ingest/copies/mirror.ts';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { aloneInLake } from '../../../src/market/ingest/lake-writer.ts';
import type { MeasureOptions } from '../../../src/market/ingest/measure-run.ts';
import {
  areMeasuresCurrent,
  bringMeasuresUpToDate,
  measureUnlessBusy,
} from '../../../src/market/ingest/measures.ts';
import { vacuumLake } from '../../../src/market/ingest/vacuum.ts';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { sha256OfFile } from '../../../src/market/lake/durable.ts';
import { Lake, type MeasureFile } from '../../../src/market/lake/lake.ts';
import { measureDefinition } from '../../../src/market/lake/measure-day.ts';
import { backup } from '../../../src/operations/backup/backup.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { verify } from '../../../src/operations/verify.ts';
import { TestAlir } from '../../support/alir.ts';
import { faultyBucket } from '../../support/bucket.ts';
import { csv, line, writeTo } from '../../support/daily-files.ts';
import { DeltaReader } from '../../support/delta-reader.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import {
  dailyFileOf,
  expectDependentsReplaced,
  expectedOf,
  hashesOf,
  measuresInLake,
  rowsIn,
  type Texts,
  tradingDays,
} from '../../support/measure-market.ts';
import { fileName } from '../../support/small-market.ts';

const DAYS = tradingDays(5);
const LOCK = { patience_ms: 0, onWait: () => {}, onDay: () => {} };
const textOf = (place: number, seed?: string) => dailyFileOf(DAYS[place] as string, place, seed);

/** Publishes days by their places, those of a seed as corrections, and measures them together. */
async function publish(alir: TestAlir, texts: Texts, places: readonly number[], seed?: string) {
  const paths: string[] = [];
  for (const place of places) {
    const day = DAYS[place] as string;
    texts.set(day, textOf(place, seed));
    paths.push(await writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
  }
  await alir.ingestPaths(...paths);
  return aloneInLake(alir.stores.ingest, LOCK, (writer) => bringMeasuresUpToDate(writer));
}

/** The first days, published and measured together once for all tests of this file, which copy them. */
async function measuredDays(count: number): Promise<{ alir: TestAlir; texts: Texts }> {
  const texts: Texts = new Map(DAYS.slice(0, count).map((day, place) => [day, textOf(place)]));
  const published = [...texts].map(([day, text]) => [fileName(day), text] as const);
  return { alir: await TestAlir.open({ published, measured: true }), texts };
}

test('measures are those of the published days, in any order of publication, and later days change none', async ({
  alir,
}) => {
  const texts: Texts = new Map();
  for (const [places, seed] of [[[3]], [[0, 1]], [[1, 3], 'corrected'], [[4]]] as const)
    await expectDependentsReplaced(alir, texts, () => publish(alir, texts, places, seed));
  expect((await verify(alir.stores.ingest, LOCK)).faults).toEqual([]);
});

test('version N of the table is that of publication N, and old files are deleted with old revisions', async () => {
  const { alir, texts } = await measuredDays(2);
  const { folders, manifest } = alir.stores;
  const reader = new DeltaReader(join(folders.delta, 'measure_day'));
  const pathsAt = async (version: number) => [...(await reader.files(version)).keys()].toSorted();
  const paths = async () =>
    [...(await hashesOf(alir))].map(([day, sha256]) => `trade_date=${day}/${sha256}.parquet`).toSorted();
  const first = await paths();
  await publish(alir, texts, [0], 'corrected');
  const second = await paths();
  expect([await pathsAt(0), await pathsAt(1), await pathsAt(2), await pathsAt(3)]).toEqual([
    [],
    [],
    first,
    second,
  ]);
  expect(reader.versions()).toEqual([0, 1, 2, 3]);
  alir.clock.pass(1000);
  await vacuumLake(alir.stores.ingest, 0, LOCK);
  expect(reader.versions()).toEqual([3]);
  expect(await pathsAt(3)).toEqual(second);
  const kept = first.map((path) => existsSync(join(folders.delta, 'measure_day', path)));
  expect(kept).toEqual(first.map((path) => second.includes(path)));
  expect((await verify(alir.stores.ingest, LOCK)).faults).toEqual([]);
  expect(await manifest.measuredPublications()).toBe(3);
});

test('an interrupted run continues, and alir lake build computes lost files again', async ({ alir }) => {
  const texts: Texts = new Map();
  const { ingest, folders } = alir.stores;
  const paths = await Promise.all(
    [0, 1, 2].map((place) => {
      texts.set(DAYS[place] as string, textOf(place));
      return writeTo(alir.outside, fileName(DAYS[place] as string), textOf(place));
    }),
  );
  await alir.ingestPaths(...paths);
  const stop = new AbortController();
  const measured: number[] = [];
  const onDay = (done: number) => {
    measured.push(done);
    if (done === 2) stop.abort();
  };
  const lake = new Lake(folders);
  const run = (signal?: AbortSignal) =>
    aloneInLake(ingest, LOCK, (writer) => bringMeasuresUpToDate(writer, { signal, onDay }));
  expect(await run(stop.signal)).toEqual([]);
  expect(existsSync(lake.fixedName('measure_day', DAYS[0] as string))).toBe(false);
  expect(await run()).toEqual(DAYS.slice(0, 3));
  const expected = expectedOf(texts.values());
  expect(await measuresInLake(alir, texts.keys())).toEqual(expected);

  const files = await alir.stores.manifest.measureFilesInForce();
  const lost = lake.measureFile(files.get(DAYS[1] as string) as NonNullable<ReturnType<typeof files.get>>);
  rmSync(lost);
  rmSync(lake.fixedName('measure_day', DAYS[1] as string));
  expect((await verify(ingest, LOCK)).faults).toMatchObject([
    { file: lost, fix: 'Compute the measures again: alir lake build' },
  ]);
  const misnamed = lake.fixedName('measure_day', DAYS[0] as string);
  rmSync(misnamed);
  writeFileSync(misnamed, 'other');
  expect((await verify(ingest, LOCK)).faults.map(({ file }) => file).toSorted()).toEqual(
    [lost, misnamed].toSorted(),
  );
  expect((await buildLake(ingest, LOCK)).measured).toEqual([DAYS[1]]);
  expect(await measuresInLake(alir, texts.keys())).toEqual(expected);
  expect((await verify(ingest, LOCK)).faults).toEqual([]);
});

test('a correction computes the rows of its tickers, and copies the rows of the others', async () => {
  const { alir, texts } = await measuredDays(3);
  const { ingest, folders, manifest } = alir.stores;
  const [, day, last] = [...texts.keys()] as [string, string, string];
  const lake = new Lake(folders);
  // In this test, a row that is computed again loses this value.
  const before = (await manifest.measureFilesInForce()).get(last) as MeasureFile;
  const marked = join(folders.staging, 'marked.parquet');
  const duck = await Duck.open({ folders: [folders.root], memory_limit_mb: 200, threads: 1 });
  await (await duck.connect()).run(
    "COPY (SELECT * REPLACE (CASE ticker WHEN 'GOTO' THEN 77 ELSE freq END AS freq) FROM read_parquet($from, hive_partitioning = false)) TO $to (FORMAT parquet)",
    { from: lake.measureFile(before), to: marked },
  );
  duck.close();
  const file = { ...before, sha256: await sha256OfFile(marked) };
  renameSync(marked, lake.measureFile(file));
  await manifest.replaceMeasureFile(before, file.sha256);
  const unchanged = expectedOf(texts.values()).get(last);
  const text = (texts.get(day) ?? '').replaceAll(/^.*SEMI.*\n/gm, '');
  texts.set(day, text);
  await alir.ingestPaths(await writeTo(alir.outside, fileName(day), text));
  await measureUnlessBusy(ingest, {});
  const rows = (await measuresInLake(alir, [last])).get(last);
  const expected = expectedOf(texts.values()).get(last);
  expect(expected?.get('GOTO')?.freq).not.toBe(77);
  expect(expected?.get('SEMI')).not.toEqual(unchanged?.get('SEMI'));
  expect(rows.get('GOTO')).toEqual({ ...expected?.get('GOTO'), freq: 77 });
  for (const ticker of ['BBCA', 'SEMI']) expect(rows.get(ticker)).toEqual(expected?.get(ticker));
});

test('a correction that changes no row of its own day changes those that depend on it', async () => {
  const { alir, texts } = await measuredDays(5);
  const [, day, , , last] = [...texts.keys()] as [string, string, string, string, string];
  // The measures of one day know no broker by name; those of five days add the volumes of each broker.
  const exchanged = (texts.get(day) ?? '').replaceAll(/\b[AB]X\b/g, (broker) =>
    broker === 'AX' ? 'BX' : 'AX',
  );
  await expectDependentsReplaced(alir, texts, async () => {
    texts.set(day, exchanged);
    await alir.ingestPaths(await writeTo(alir.outside, fileName(day), exchanged));
    const measured = await aloneInLake(alir.stores.ingest, LOCK, (writer) => bringMeasuresUpToDate(writer));
    expect(measured).toEqual([last]);
    return measured;
  });
});

test('a published day without rows of the regular market has a file without rows', async ({ alir }) => {
  const day = DAYS[0] as string;
  await alir.ingestPaths(
    await writeTo(alir.outside, fileName(day), csv([line({ TRX_DATE: day, TRX_TYPE: 'NG' })])),
  );
  await measureUnlessBusy(alir.stores.ingest, {});
  expect(await measuresInLake(alir, [day])).toEqual(new Map([[day, new Map()]]));
  expect((await verify(alir.stores.ingest, LOCK)).faults).toEqual([]);
});

test('an interrupted run of a correction continues', async () => {
  const { alir, texts } = await measuredDays(3);
  const day = DAYS[0] as string;
  texts.set(day, textOf(0, 'corrected'));
  await alir.ingestPaths(await writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
  const stop = new AbortController();
  const run = (options: MeasureOptions) =>
    aloneInLake(alir.stores.ingest, LOCK, (writer) => bringMeasuresUpToDate(writer, options));
  const onDay = (done: number) => void (done === 2 && stop.abort());
  expect(await run({ signal: stop.signal, onDay })).toEqual([]);
  expect((await run({})).toSorted()).toEqual(DAYS.slice(0, 3));
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
  expect((await verify(alir.stores.ingest, LOCK)).faults).toEqual([]);
});

test('alir lake build repairs a file in the versions that have it, while a correction is not measured', async () => {
  const { alir, texts } = await measuredDays(2);
  const { ingest, folders, manifest } = alir.stores;
  const measured = expectedOf(texts.values());
  const [day, next] = [...texts.keys()] as [string, string];
  const lost = (await manifest.measureFilesInForce()).get(next);
  if (!lost) throw new Error('no file');
  texts.set(day, textOf(0, 'corrected'));
  await alir.ingestPaths(await writeTo(alir.outside, fileName(day), texts.get(day) ?? ''));
  await flip(new Lake(folders).measureFile(lost), 100);
  expect((await buildLake(ingest, LOCK)).measured.toSorted()).toEqual([day, next]);
  const table = join(folders.delta, 'measure_day');
  const [path] = [...(await new DeltaReader(table).files(2)).keys()].filter((each) => each.includes(next));
  expect(await rowsIn(table, path ?? '')).toEqual(measured.get(next));
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
  expect((await verify(ingest, LOCK)).faults).toEqual([]);
});

test('a damaged file of a replaced version is deleted by alir lake vacuum, as alir verify says', async ({
  folder,
}) => {
  const { alir, texts } = await measuredDays(1);
  const { ingest, folders, manifest } = alir.stores;
  const [replaced] = await manifest.measureFiles();
  const file = new Lake(folders).measureFile(replaced as NonNullable<typeof replaced>);
  await publish(alir, texts, [0], 'corrected');
  await flip(file, 100);
  expect((await verify(ingest, LOCK)).faults).toMatchObject([
    {
      file,
      fix: expect.stringMatching(
        /delete all replaced revisions: ALIR_KEEP_REPLACED_DAYS=0 alir lake vacuum$/,
      ),
    },
  ]);
  alir.clock.pass(1000);
  await vacuumLake(ingest, 0, LOCK);
  expect((await verify(ingest, LOCK)).faults).toEqual([]);
  expect(await backup(alir.stores, join(folder, 'backup'), '1')).toMatchObject({ days: 1 });
});

test('a damaged file of an unfinished run is computed again, and not backed up or mirrored', async ({
  alir,
  folder,
}) => {
  const texts: Texts = new Map();
  const { ingest, folders, manifest } = alir.stores;
  texts.set(DAYS[0] as string, textOf(0)).set(DAYS[1] as string, textOf(1));
  await alir.publish([...texts].map(([day, text]) => [fileName(day), text]));
  const stop = new AbortController();
  const run = (options: MeasureOptions) =>
    aloneInLake(ingest, LOCK, (writer) => bringMeasuresUpToDate(writer, options));
  await run({ signal: stop.signal, onDay: () => stop.abort() });
  const [unfinished] = await manifest.measureFiles();
  await flip(new Lake(folders).measureFile(unfinished as NonNullable<typeof unfinished>), 100);
  expect(await backup(alir.stores, join(folder, 'backup'), '1')).toMatchObject({ days: 2, files: 7 });
  const bucket = (await faultyBucket()).client();
  expect(await mirror(ingest, bucket)).toMatchObject({ damaged: [] });
  expect([...(await bucket.list('delta/measure_day/trade_date')).keys()]).toEqual([]);
  expect(await run({})).toEqual([...texts.keys()]);
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
  expect((await verify(ingest, LOCK)).faults).toEqual([]);
});

test('a new definition of the measures computes all files again', async () => {
  const { alir, texts } = await measuredDays(2);
  const { ingest, folders, manifest } = alir.stores;
  await publish(alir, texts, [0], 'corrected');
  await alir.test_ledger.write("UPDATE measure_file SET definition = 'earlier'");
  expect(await statusOf(ingest)).toMatchObject({ has_earlier_measures: true });
  expect(await areMeasuresCurrent(manifest)).toBe(false);
  const stop = new AbortController();
  await measureUnlessBusy(ingest, { signal: stop.signal, onDay: () => stop.abort() });
  expect(await statusOf(ingest)).toMatchObject({ has_earlier_measures: false, unmeasured: [{}, {}] });
  // The names in the lake keep their files meanwhile.
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
  expect((await buildLake(ingest, LOCK)).measured).toEqual([...texts.keys()]);
  const files = await manifest.measureFiles();
  expect(files.map(({ added_in, definition }) => [added_in, definition])).toEqual(
    files.map(() => [3, measureDefinition()]),
  );
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
  const reader = new DeltaReader(join(folders.delta, 'measure_day'));
  expect([reader.versions(), (await reader.files(2)).size, (await reader.files(3)).size]).toEqual([
    [0, 1, 2, 3],
    0,
    2,
  ]);
  expect((await verify(ingest, LOCK)).faults).toEqual([]);
  expect(await areMeasuresCurrent(manifest)).toBe(true);
});

test('measures are not computed from a damaged file of an earlier day', async () => {
  const { alir, texts } = await measuredDays(2);
  const { folders, manifest } = alir.stores;
  const lake = new Lake(folders);
  const files = await manifest.measureFilesInForce();
  const [day = ''] = texts.keys();
  const published = await manifest.published(day);
  const damaged = [
    ...(['broker_day', 'ticker_day'] as const).map((table) => published && lake.file(table, published)),
    lake.measureFile(files.get(day) as NonNullable<ReturnType<typeof files.get>>),
  ] as string[];
  for (const path of damaged) {
    await flip(path, 100);
    await expect(publish(alir, texts, [2])).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringContaining(path),
    });
    await flip(path, 100);
  }
  await publish(alir, texts, [2]);
  expect(await measuresInLake(alir, texts.keys())).toEqual(expectedOf(texts.values()));
});
