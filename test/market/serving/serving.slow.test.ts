import { readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { ConcurrencyLimit } from '../../../src/market/serving/read-limits.ts';
import { Serving } from '../../../src/market/serving/serving.ts';
import { afterThisTest, type TestAlir, temporaryFolder } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const QUESTION = { ticker: 'BRMS', from: '2025-12-30', to: DATE, investor: 'all', market: 'RG' };

/** A day whose only buyer bought `volume` shares. */
const dayOf = (volume: number) => csv([line({ STK_VOLM: volume })]);

async function boughtShares(alir: TestAlir): Promise<number> {
  const { status, body } = await alir.get('/stocks/broker-summary', QUESTION);
  expect(status).toBe(200);
  return body.data.reduce((sum: number, row: { buy_volume: number }) => sum + row.buy_volume, 0);
}

describe('serving', () => {
  test('has no rows before the first publication, and serves the first day at once', async ({ alir }) => {
    expect(await boughtShares(alir)).toBe(0);
    await alir.ingest(FILE_NAME, dayOf(700));
    expect(await boughtShares(alir)).toBe(700);
    await alir.ingest('DT251230.csv', csv([line({ TRX_DATE: '2025-12-30', STK_VOLM: 40 })]));
    expect(await boughtShares(alir)).toBe(740);
  });

  test('has no rows for a month of the cash market only, and serves the months after it', async ({
    alir,
  }) => {
    await alir.ingest('DT260105.csv', csv([line({ TRX_DATE: '2026-01-05', TRX_TYPE: 'TN' })]));
    expect(await boughtShares(alir)).toBe(0);
    await alir.ingest('DT260205.csv', csv([line({ TRX_DATE: '2026-02-05', STK_VOLM: 9 })]));
    const { body } = await alir.get('/stocks/broker-summary', { ...QUESTION, to: '2026-02-28' });
    expect(body.data).toMatchObject([{ buy_volume: 9 }, { sell_volume: 9 }]);
  });

  test('while files are replaced, every answer is of one revision, never older than a previous answer', async ({
    alir,
  }) => {
    await alir.ingest(FILE_NAME, dayOf(1));
    let isReplacing = true;
    let answers = 0;
    const ask = async () => {
      let last = 0;
      while (isReplacing) {
        const volume = await boughtShares(alir);
        expect(Number.isInteger(volume)).toBe(true);
        expect(volume).toBeGreaterThanOrEqual(last);
        last = volume;
        answers += 1;
      }
      return last;
    };
    const callers = Array.from({ length: 8 }, ask);
    for (let revision = 2; revision <= 12; revision++) {
      await alir.ingest(FILE_NAME, dayOf(revision));
      expect(await boughtShares(alir)).toBe(revision);
    }
    isReplacing = false;
    const seen = await Promise.all(callers);
    expect(seen.every((volume) => volume >= 11)).toBe(true);
    expect(answers).toBeGreaterThan(50);
  });

  test('while an earlier day of the year is corrected, the totals of later months stay the same', async ({
    alir,
  }) => {
    const months = ['2026-02-02', '2026-03-02', '2026-04-01'];
    for (const [place, day] of months.entries()) {
      await alir.ingest(
        `DT${day.slice(2).replaceAll('-', '')}.csv`,
        csv([line({ TRX_DATE: day, STK_VOLM: 10 ** place })]),
      );
    }
    await alir.ingest(FILE_NAME, dayOf(1000));
    let isCorrecting = true;
    const answers = { 1: 0, 11: 0, 110: 0 };
    const ask = async (from: string, to: string, expected: keyof typeof answers) => {
      while (isCorrecting) {
        const { status, body } = await alir.get('/stocks/broker-summary', { ...QUESTION, from, to });
        expect([status, body.data[0]?.buy_volume], `${from} to ${to}`).toEqual([200, expected]);
        answers[expected] += 1;
      }
    };
    const callers = [
      ask('2026-01-20', '2026-02-28', 1),
      ask('2026-02-01', '2026-03-31', 11),
      ask('2026-03-01', '2026-04-30', 110),
    ];
    for (let revision = 1; revision <= 3; revision++) await alir.ingest(FILE_NAME, dayOf(1000 * revision));
    isCorrecting = false;
    await Promise.all(callers);
    for (const count of Object.values(answers)) expect(count).toBeGreaterThan(20);
  });

  test('replaced files are closed: no deleted file stays open', async ({ alir }) => {
    for (let revision = 1; revision <= 5; revision++) {
      await alir.ingest(FILE_NAME, dayOf(revision));
      expect(await boughtShares(alir)).toBe(revision);
    }
    const open = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });
    const served = open.filter((path) => path.includes(alir.stores.folders.serving));
    expect(served.length).toBeGreaterThan(0);
    expect(served.filter((path) => path.endsWith('(deleted)'))).toEqual([]);
  });

  test('a file that is damaged under a running server gives no answer until the server has rebuilt it', async ({
    alir,
  }) => {
    const days = Array.from({ length: 4000 }, (_, place) =>
      line({ STK_CODE: `T${place % 40}`, BRK_COD1: `B${place % 9}` }),
    );
    await alir.ingest(FILE_NAME, csv([...days, line()]));
    await alir.url();
    const { file_name } = (await alir.stores.manifest.servingFiles())[0] ?? { file_name: '' };
    const path = `${alir.stores.folders.serving}/${file_name}`;
    const { size } = statSync(path);
    writeFileSync(path, Buffer.alloc(size, 0xff));
    const { status, body } = await alir.get('/stocks/broker-summary', QUESTION);
    expect([status, body.code]).toEqual([503, 'data_unavailable']);
    await expect
      .poll(async () => (await alir.get('/stocks/broker-summary', QUESTION)).status, { timeout: 30_000 })
      .toBe(200);
    expect(await boughtShares(alir)).toBe(100);
  });

  test('a published file that cannot be opened gives no answer, not an old one', async ({ alir }) => {
    await alir.ingest(FILE_NAME, dayOf(1));
    expect(await boughtShares(alir)).toBe(1);
    await alir.stores.manifest.switchServingFiles([
      { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
    ]);
    const { status, body } = await alir.get('/stocks/broker-summary', QUESTION);
    expect(status).toBe(503);
    expect(body).toMatchObject({ success: false, code: 'data_unavailable' });
    await alir.ingest(FILE_NAME, dayOf(2));
    expect(await boughtShares(alir)).toBe(2);
  });
});

describe('reads are limited', () => {
  test('in number: further reads are refused with the seconds to wait', async () => {
    const serving = new Serving({
      folder: await temporaryFolder(),
      concurrent_reads: 2,
      clock: systemClock,
      cache_bytes: 1,
      filesInForce: async () => [],
    });
    afterThisTest(() => serving.close());
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const running = Array.from({ length: 256 }, () => serving.read(() => gate));
    expect(serving.readsInFlight).toBe(256);
    await expect(serving.read(async () => {})).rejects.toMatchObject({
      code: 'overloaded',
      retry_after_s: 1,
    });
    release();
    await Promise.all(running);
    await expect(serving.read(async () => 'room again')).resolves.toBe('room again');
  });

  test('in time: a slow read is ended without reading the rest, and then others can run', async () => {
    const serving = new Serving({
      folder: await temporaryFolder(),
      concurrent_reads: 1,
      clock: systemClock,
      cache_bytes: 1,
      read_timeout_ms: 30,
      filesInForce: async () => [],
    });
    afterThisTest(() => serving.close());
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    await expect(serving.read(() => gate)).rejects.toMatchObject({ code: 'query_timeout', retry_after_s: 5 });
    expect(serving.readsInFlight).toBe(1);
    release();
    await gate;
    await expect(serving.read(async () => 'goes on')).resolves.toBe('goes on');
    expect(serving.readsInFlight).toBe(0);
  });

  test('in concurrency: a fixed number runs at the same time, the others wait in order', async () => {
    const limit = new ConcurrencyLimit(2);
    const order: number[] = [];
    let running = 0;
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((task) =>
        limit.run(async () => {
          running += 1;
          expect(running).toBeLessThanOrEqual(2);
          order.push(task);
          await new Promise((resolve) => setTimeout(resolve, 1));
          running -= 1;
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
