import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { DayReader } from '../../../src/market/lake/day-facts.ts';
import { sha256OfFile } from '../../../src/market/lake/durable.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { backup } from '../../../src/operations/backup.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { verify } from '../../../src/operations/verify.ts';
import { type TestAlir, temporaryFolder } from '../../support/alir.ts';
import { rowsOf, sessionOver } from '../../support/analyst.ts';
import { filesBelow } from '../../support/backups.ts';
import { test } from '../../support/fixtures.ts';
import { withTradeTimes } from '../../support/older-lake.ts';
import { dailyFileText, fileName, smallMarket } from '../../support/small-market.ts';

const DAYS = ['2025-12-30', '2026-01-02', '2026-01-05'] as const;
const [FIRST, SECOND, LAST] = DAYS;
const COUNTERPARTIES = { ticker: 'BBCA', from: FIRST, to: LAST, market: 'ALL' };
const TIMES = `SELECT typeof(session) AS session_type, typeof(trade_time) AS type, trade_date, min(trade_time) AS first,
  max(trade_time) AS last, count(*) AS trades, count(trade_time) AS times, bit_xor(hash(trade_no, session, trade_time)) AS content
  FROM trades GROUP BY ALL ORDER BY trade_date`;

const trades = (alir: TestAlir, day: string) => new Lake(alir.stores.folders).file('trades', day);
const build = (alir: TestAlir, options = {}) => buildLake(alir.stores.ingest, { patience_ms: 0, ...options });
const verified = (alir: TestAlir) =>
  verify(alir.stores.ingest, { patience_ms: 0, onWait: () => {}, onDay: () => {} });
const timesOf = async (alir: TestAlir) => rowsOf(await sessionOver(alir.stores.folders.lake), TIMES);

async function factsOf(alir: TestAlir, day: string) {
  const { folders } = alir.stores;
  const reader = await DayReader.open([folders.lake], 1);
  const facts = await reader.facts(new Lake(folders).files(day));
  reader.close();
  return facts;
}

test.beforeEach(async ({ alir }) => {
  const market = smallMarket();
  for (const day of DAYS) await alir.ingest(fileName(day), dailyFileText(market, day));
});

describe.each([
  ['a lake of a version with TIME in trades', DAYS],
  ['a lake whose oldest day has TIME in trades', [FIRST]],
  ['a lake whose newest days have TIME in trades', [SECOND, LAST]],
])('%s', (_, older) => {
  test('gives the same answers, views and facts; status and verify list its days', async ({ alir }) => {
    const views = await timesOf(alir);
    const facts = await factsOf(alir, LAST);
    const { body } = await alir.get('/stocks/counterparties', COUNTERPARTIES);
    expect(views).toMatchObject([
      { type: 'TIME', session_type: 'TINYINT', first: expect.stringMatching(/^\d\d:\d\d:\d\d$/) },
      {},
      {},
    ]);

    await withTradeTimes(alir.stores.folders.root, older);
    expect(await timesOf(alir)).toEqual(views);
    expect(await factsOf(alir, LAST)).toEqual(facts);
    expect((await alir.get('/stocks/counterparties', COUNTERPARTIES)).body).toEqual(body);
    expect(await verified(alir)).toMatchObject({ older_trades_days: older, faults: [] });
    expect(await statusOf(alir.stores.ingest)).toMatchObject({ older_trades_days: older });
  });
});

describe('alir lake build', () => {
  test('rewrites trades of older versions with the same rows in the same order', async ({ alir }) => {
    const { manifest, folders } = alir.stores;
    const views = await timesOf(alir);
    const rows = async () => {
      const session = await sessionOver(folders.lake);
      return rowsOf(session, `SELECT trade_no FROM read_parquet('${trades(alir, FIRST)}')`);
    };
    const order = await rows();
    await withTradeTimes(folders.root, DAYS);
    const published = await Promise.all(DAYS.map((day) => manifest.published(day)));
    const older = await readFile(trades(alir, FIRST));

    expect(await build(alir)).toEqual({ rewritten: DAYS, built: [], damaged_days: [], remaining: [] });
    expect(await rows()).toEqual(order);
    expect(await timesOf(alir)).toEqual(views);
    expect(await Promise.all(DAYS.map((day) => manifest.published(day)))).toEqual(
      published.map((day) => ({
        ...day,
        trades_sha256: expect.not.stringContaining(`${day?.trades_sha256}`),
      })),
    );
    // Readers that have the old footer find the old rows.
    const rewritten = await readFile(trades(alir, FIRST));
    expect(rewritten.subarray(0, older.length)).toEqual(older);
    expect(filesBelow(folders.staging)).toEqual([]);
    expect(await verified(alir)).toMatchObject({ older_trades_days: [], faults: [] });

    const { mtimeMs } = await stat(trades(alir, FIRST));
    expect((await build(alir)).rewritten).toEqual([]);
    expect((await stat(trades(alir, FIRST))).mtimeMs).toBe(mtimeMs);
  });

  test('that is interrupted finishes its day, and the next run continues', async ({ alir }) => {
    await withTradeTimes(alir.stores.folders.root, DAYS);
    const controller = new AbortController();
    const first = await build(alir, { signal: controller.signal, onDay: () => controller.abort() });
    expect(first).toMatchObject({ rewritten: [FIRST], remaining: [SECOND, LAST] });
    expect(await verified(alir)).toMatchObject({ older_trades_days: [SECOND, LAST], faults: [] });
    expect(await build(alir)).toMatchObject({ rewritten: [SECOND, LAST], remaining: [] });
  });

  test('that was killed between the record of a file and its move is completed by the next writer', async ({
    alir,
  }) => {
    const { folders, manifest } = alir.stores;
    await withTradeTimes(folders.root, [LAST]);
    const lake = new Lake(folders);
    const older = await readFile(trades(alir, LAST));
    await build(alir);
    const staging = await lake.stage(LAST, 1);
    await copyFile(trades(alir, LAST), `${staging}/trades.parquet`);
    await writeFile(trades(alir, LAST), older);

    await expect(
      backup(alir.stores, `${await temporaryFolder()}/backup`, '0'),
      'a backup waits for the move',
    ).rejects.toMatchObject({ code: 'writer_busy' });
    await repair(alir.stores.ingest);
    expect(await sha256OfFile(trades(alir, LAST))).toBe((await manifest.published(LAST))?.trades_sha256);
    expect(await verified(alir)).toMatchObject({ older_trades_days: [], faults: [] });
  });

  test('leaves out a day with a damaged file, and rewrites the others', async ({ alir }) => {
    await withTradeTimes(alir.stores.folders.root, DAYS);
    await rm(new Lake(alir.stores.folders).file('broker_day', SECOND));
    expect(await build(alir)).toMatchObject({ rewritten: [FIRST, LAST], damaged_days: [SECOND] });
  });
});

test('the digest of a day does not depend on the form of its file', async ({ alir }) => {
  const digest = (await alir.stores.manifest.published(LAST))?.trades_digest;
  await withTradeTimes(alir.stores.folders.root, [LAST]);
  expect((await factsOf(alir, LAST)).digest).toBe(digest);
});
