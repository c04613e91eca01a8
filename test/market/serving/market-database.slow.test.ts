import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { MarketDatabase } from '../../../src/market/serving/market-database.ts';
import type { DamagedServingFile } from '../../../src/market/serving/snapshot.ts';
import { verify } from '../../../src/operations/verify.ts';
import { marketSettings } from '../../../src/server/stores.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import { sized } from '../../support/size.ts';
import { until } from '../../support/until.ts';

const OLD_DATE = '2025-12-30';
const RANGE = { from: OLD_DATE, to: DATE };
/** Below sql/market. */
const ENDLESS = '../../test/support/endless-question';
const UNAVAILABLE = { code: 'data_unavailable', retry_after_s: 5 };
const NOBODY_LEAVES = new AbortController().signal;

let database: MarketDatabase;
let damaged: DamagedServingFile[];

/** Publishes a day in each of two months, and opens a database of their market files. */
async function openDatabase(
  alir: TestAlir,
  settings: { timeout_ms?: number; unbuilt_months?: string[] } = {},
): Promise<void> {
  await alir.ingest('DT251230.csv', csv([line({ TRX_DATE: OLD_DATE, STK_VOLM: 40 })]));
  await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 700 })]));
  damaged = [];
  database = new MarketDatabase({
    ...marketSettings(alir.stores),
    onDamage: (file) => damaged.push(file),
    ...settings,
  });
  afterThisTest(() => database.close());
}

/** The sum of all foreign buys and sells of a range; 0 if none is published. */
async function flow(range = RANGE): Promise<number> {
  const parametersOf = () => ({ market: 'ALL', order: 'net', limit: 9, closed: '1'.repeat(400), last: 399 });
  const source = { table: 'ticker_rows', ...range } as const;
  const rows = await database.rows('foreign_flow_ranking', source, parametersOf, NOBODY_LEAVES);
  return rows.reduce((sum, row) => sum + Number(row.foreign_buy) + Number(row.foreign_sell), 0);
}

const endless = (signal: AbortSignal) =>
  database.rows(ENDLESS, { table: 'ticker_rows', ...RANGE }, () => ({}), signal);

async function marketFile(alir: TestAlir, start: string): Promise<string> {
  const { market_files } = alir.stores.folders;
  const name = (await readdir(market_files)).find(
    (each) => each.startsWith(start) && each.includes('ticker'),
  );
  return join(market_files, name ?? '');
}

describe('the market files', () => {
  test('have the rows of all published days, and those of a corrected day once', async ({ alir }) => {
    await openDatabase(alir);
    const value = await flow();
    expect(await database.days()).toEqual([OLD_DATE, DATE]);
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 1400 })]));
    const old = await flow({ from: OLD_DATE, to: OLD_DATE });
    expect((await flow()) - old).toBe(2 * (value - old));
    expect(await readdir(alir.stores.folders.market_files)).toHaveLength(6);
  });

  test('give no number when any byte is flipped, before and after their first use', async ({ alir }) => {
    await openDatabase(alir);
    const value = await flow();
    const path = await marketFile(alir, '2026-01');
    const size = (await readFile(path)).length;
    const step = sized(797, 97);
    for (let offset = 0; offset < size; offset += step) {
      await flip(path, offset);
      await expect(flow()).rejects.toMatchObject(UNAVAILABLE);
      await flip(path, offset);
      expect(await flow()).toBe(value);
    }
    expect(damaged.length).toBe(Math.ceil(size / step));
    expect(await flow({ from: OLD_DATE, to: OLD_DATE })).toBeGreaterThan(0);
  });

  test('give the right number or none while they are changed and restored', async ({ alir }) => {
    await openDatabase(alir);
    const value = await flow();
    const path = await marketFile(alir, '2026-01');
    const { length } = await readFile(path);
    let isDone = false;
    const changing = (async () => {
      for (let offset = 4; !isDone; offset = (offset + 13) % length) {
        await flip(path, offset);
        await flip(path, offset);
      }
    })();
    const outcomes = new Set<unknown>();
    for (let run = 0; run < sized(20, 60); run++) outcomes.add(await flow().catch((error) => error.code));
    isDone = true;
    await changing;
    expect([value, 'data_unavailable']).toEqual(expect.arrayContaining([...outcomes]));
    expect(await flow()).toBe(value);
  });

  test('are compared with the lake by alir verify', async ({ alir }) => {
    await openDatabase(alir);
    const options = { onWait() {}, onDay() {}, patience_ms: 0 };
    expect((await verify(alir.stores.ingest, options)).faults).toEqual([]);
    await flip(await marketFile(alir, '2025-12'), 200);
    const { faults, rebuilt_months } = await verify(alir.stores.ingest, options);
    expect([faults, rebuilt_months]).toEqual([[], ['2025-12']]);
    expect(await flow()).toBeGreaterThan(0);
  });
});

describe('a query', () => {
  test('is interrupted when nobody waits for it, and the next one is answered', async ({ alir }) => {
    await openDatabase(alir);
    const leaving = new AbortController();
    const asked = endless(leaving.signal);
    const next = flow();
    await until('both are in flight', () => database.queriesInFlight === 2);
    leaving.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect(await next).toBeGreaterThan(0);
  });

  test('is interrupted after the time limit', async ({ alir }) => {
    await openDatabase(alir, { timeout_ms: 3000 });
    await expect(endless(NOBODY_LEAVES)).rejects.toMatchObject({ code: 'query_timeout', retry_after_s: 5 });
    expect(database.queriesInFlight).toBe(0);
    // It runs only when the first query has ended.
    expect(await flow()).toBeGreaterThan(0);
  });

  test('is not started when nobody waits for it any more', async ({ alir }) => {
    await openDatabase(alir);
    const leaving = new AbortController();
    const leave = () => {
      leaving.abort(new Error('left'));
      return {};
    };
    const source = { table: 'ticker_rows', ...RANGE } as const;
    await expect(database.rows(ENDLESS, source, leave, leaving.signal)).rejects.toThrow('left');
    expect(await flow()).toBeGreaterThan(0);
  });

  test('that waits for another one is refused after the time limit too', async ({ alir }) => {
    await openDatabase(alir, { timeout_ms: 1000 });
    const asked = [endless(NOBODY_LEAVES), flow(), flow()];
    const results = await Promise.allSettled(asked);
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
      'query_timeout',
      'query_timeout',
      'query_timeout',
    ]);
    expect(database.queriesInFlight).toBe(0);
  });

  test('reads complete days while days are published', async ({ alir }) => {
    await openDatabase(alir);
    const value = await flow({ from: DATE, to: DATE });
    let isDone = false;
    const values = new Set<number>();
    const asking = (async () => {
      while (!isDone) values.add((await flow({ from: DATE, to: DATE })) / value);
    })();
    for (const factor of [2, 3, 4]) await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 700 * factor })]));
    isDone = true;
    await asking;
    expect([1, 2, 3, 4]).toEqual(expect.arrayContaining([...values]));
    expect((await flow({ from: DATE, to: DATE })) / value).toBe(4);
  });
});
