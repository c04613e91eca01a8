import { readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { fileName } from '../../support/small-market.ts';
import { until } from '../../support/until.ts';

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

  test('has no rows for a month of only the cash market, and serves later ones', async ({ alir }) => {
    await alir.ingest('DT260105.csv', csv([line({ TRX_DATE: '2026-01-05', TRX_TYPE: 'TN' })]));
    expect(await boughtShares(alir)).toBe(0);
    await alir.ingest('DT260205.csv', csv([line({ TRX_DATE: '2026-02-05', STK_VOLM: 9 })]));
    const { body } = await alir.get('/stocks/broker-summary', { ...QUESTION, to: '2026-02-28' });
    expect(body.data).toMatchObject([{ buy_volume: 9 }, { sell_volume: 9 }]);
  });

  test('while files are replaced, each answer is of one revision, none goes back', async ({ alir }) => {
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
    const callers = Array.from({ length: 3 }, ask);
    for (let revision = 2; revision <= 6; revision++) {
      await alir.ingest(FILE_NAME, dayOf(revision));
      expect(await boughtShares(alir)).toBe(revision);
      const before = answers;
      await until('more callers are answered', () => answers > before + callers.length);
    }
    isReplacing = false;
    const seen = await Promise.all(callers);
    expect(seen.every((volume) => volume >= 5)).toBe(true);
  });

  test('while an earlier day is corrected, totals of later months stay the same', async ({ alir }) => {
    const months = ['2026-02-02', '2026-03-02', '2026-04-01'];
    for (const [place, day] of months.entries()) {
      await alir.ingest(fileName(day), csv([line({ TRX_DATE: day, STK_VOLM: 10 ** place })]));
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
    for (let revision = 1; revision <= 3; revision++) {
      await alir.ingest(FILE_NAME, dayOf(1000 * revision));
      const before = { ...answers };
      await until('each caller is answered', () =>
        [1, 11, 110].every((each) => answers[each as 1] > before[each as 1]),
      );
    }
    isCorrecting = false;
    await Promise.all(callers);
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
