import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { verify } from '../../../src/operations/verify.ts';
import type { TestAlir } from '../../support/alir.ts';
import { rowsOf, sessionOver } from '../../support/analyst.ts';
import { filesBelow } from '../../support/backups.ts';
import { test as base } from '../../support/fixtures.ts';
import { summaryOf } from '../../support/oracle.ts';
import { revisionFile } from '../../support/revision-file.ts';
import {
  dailyFileText,
  fileName,
  SMALL_DAYS,
  smallMarket,
  smallMarketData,
} from '../../support/small-market.ts';

const DAYS = SMALL_DAYS;
const [FIRST, SECOND, , , LAST] = DAYS;
const AFTER_FIRST = DAYS.slice(1);
const QUESTION = { ticker: 'BBCA', from: LAST, to: LAST, investor: 'all', market: 'ALL' };

const TEXT = dailyFileText(smallMarket(), LAST);

const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));
let before: Record<string, string>;
test.beforeEach(async ({ alir }) => {
  await build(alir);
  before = await alir.lakeFiles();
  const { lake, delta } = alir.stores.folders;
  for (const day of DAYS) {
    const folder = `ticker_day/trade_date=${day}`;
    await Promise.all([lake, delta].map((root) => rm(join(root, folder), { recursive: true })));
  }
});

const tickerDay = (alir: TestAlir, day: string) => revisionFile(alir.stores.folders.root, 'ticker_day', day);
const build = (alir: TestAlir, options = {}) => buildLake(alir.stores.ingest, { patience_ms: 0, ...options });
const correct = (alir: TestAlir) => alir.ingest(fileName(LAST), TEXT.replace(/;BBCA;\d+;/, ';BBCA;7700;'));
const verified = (alir: TestAlir) =>
  verify(alir.stores.ingest, { patience_ms: 0, onWait: () => {}, onDay: () => {} });
/** The days whose `ticker_day` file is missing, as `alir verify` reports them. */
const missing = async (alir: TestAlir) =>
  (await verified(alir)).faults.map(({ trade_date, fix }) => {
    expect(fix).toBe('Build the file again: alir lake build');
    return trade_date;
  });

describe('a lake that lost its ticker_day files', () => {
  test('is served, and verify names the command that builds them', async ({ alir }) => {
    await repair(alir.stores.ingest);
    const { status, body } = await alir.get('/stocks/broker-summary', QUESTION);
    expect([status, body.data]).toEqual([200, summaryOf(TEXT, QUESTION)]);
    expect(await missing(alir)).toEqual(DAYS);
    const nothing = { files: [], notices: [], failures: [], settling: 0 };
    expect(await update(alir.stores.ingest, { deliver: async () => nothing })).toEqual([]);
  });

  test('has empty views of the table for analysts, and the days that are built', async ({ alir }) => {
    const session = await sessionOver(alir.stores.folders.lake);
    const days = (view: string) => rowsOf(session, `SELECT DISTINCT trade_date FROM ${view} ORDER BY ALL`);
    for (const view of ['ticker_day', 'prices']) expect(await days(view)).toEqual([]);
    expect(await days('broker_day')).toHaveLength(5);
    const controller = new AbortController();
    await build(alir, { signal: controller.signal, onDay: () => controller.abort() });
    for (const view of ['ticker_day', 'prices']) expect(await days(view)).toEqual([{ trade_date: FIRST }]);
  });
});

describe('the build of ticker_day', () => {
  test('writes the files that the ingest of each day writes, and changes nothing else', async ({ alir }) => {
    const { manifest } = alir.stores;
    const published = await Promise.all(DAYS.map((day) => manifest.published(day)));
    const progress: number[][] = [];
    const result = await build(alir, { onDay: (...counts: number[]) => progress.push(counts) });
    expect(result).toEqual({ built: DAYS, damaged_days: [], remaining: [], measured: [], repaired: [] });
    expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]));
    expect(await alir.lakeFiles()).toEqual(before);
    expect(await Promise.all(DAYS.map((day) => manifest.published(day)))).toEqual(published);
    expect(filesBelow(alir.stores.folders.staging)).toEqual([]);
    expect(await verified(alir)).toMatchObject({ lake_files: 15, faults: [] });
  });

  test('does nothing for days that have the file', async ({ alir }) => {
    await build(alir);
    const { mtimeMs } = await stat(tickerDay(alir, FIRST));
    expect(await build(alir)).toEqual({
      built: [],
      damaged_days: [],
      remaining: [],
      measured: [],
      repaired: [],
    });
    expect((await stat(tickerDay(alir, FIRST))).mtimeMs).toBe(mtimeMs);
  });

  test('that is interrupted finishes its day, and the next run continues', async ({ alir }) => {
    const controller = new AbortController();
    const first = await build(alir, { signal: controller.signal, onDay: () => controller.abort() });
    expect(first).toMatchObject({ built: [FIRST], remaining: AFTER_FIRST, measured: [] });
    expect(await missing(alir)).toEqual(AFTER_FIRST);
    expect(await build(alir)).toMatchObject({ built: AFTER_FIRST, remaining: [] });
    expect(await alir.lakeFiles()).toEqual(before);
  });

  test('leaves out a day with a damaged file, and builds the others', async ({ alir }) => {
    await writeFile(revisionFile(alir.stores.folders.root, 'trades', SECOND), 'damaged');
    const others = DAYS.filter((day) => day !== SECOND);
    expect(await build(alir)).toMatchObject({ built: others, damaged_days: [SECOND], remaining: [] });
  });

  test('replaces a damaged or lost file', async ({ alir }) => {
    await build(alir);
    const [first, last] = [tickerDay(alir, FIRST), tickerDay(alir, LAST)];
    await writeFile(first, 'damaged');
    await rm(last);
    await rm(new Lake(alir.stores.folders).fixedName('ticker_day', LAST));
    expect((await verified(alir)).faults.filter(({ trade_date }) => trade_date !== null)).toMatchObject([
      { file: first, fix: 'Build the file again: alir lake build' },
      { file: last, fix: 'Build the file again: alir lake build' },
    ]);
    expect((await build(alir)).built).toEqual([FIRST, LAST]);
    expect(await alir.lakeFiles()).toEqual(before);
    expect((await verified(alir)).faults).toEqual([]);
  });

  test('precedes a correction, whose file begins with the pages of the built one', async ({ alir }) => {
    await build(alir);
    const built = await readFile(tickerDay(alir, LAST));
    expect(await correct(alir)).toMatchObject({ status: 'published', revision: 2 });
    const corrected = await readFile(new Lake(alir.stores.folders).fixedName('ticker_day', LAST));
    const pages = built.subarray(0, -8 - built.readUInt32LE(built.length - 8));
    expect(corrected.subarray(0, pages.length)).toEqual(pages);
    expect((await verified(alir)).faults).toEqual([]);
  });
});
