import { expect } from 'vitest';
import { csv, type Line, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23'];
const ASKED = { ticker: 'BRMS', from: '2026-01-19', to: '2026-01-23', investor: 'all' };

/** AK buys 200 and 100, sells 100, is absent, buys 100, and sells 500: it crosses zero. */
const TRADES: Line[][] = [
  [
    { STK_VOLM: 200, STK_PRIC: 1000 },
    { STK_VOLM: 100, STK_PRIC: 1030, TRX_TIME: 90_000 },
  ],
  [{ STK_VOLM: 100, STK_PRIC: 1050, BRK_COD1: 'XL', BRK_COD2: 'AK' }],
  [{ STK_CODE: 'BBCA' }, { STK_VOLM: 50, STK_PRIC: 1060, TRX_TYPE: 'NG', BRK_COD1: 'YP', BRK_COD2: 'YP' }],
  [
    { STK_VOLM: 100, STK_PRIC: 1100 },
    { STK_VOLM: 900, STK_PRIC: 700, TRX_TYPE: 'NG', BRK_COD1: 'BK', BRK_COD2: 'DP' },
  ],
  [{ STK_VOLM: 500, STK_PRIC: 1080, BRK_COD1: 'XL', BRK_COD2: 'AK', INV_TYP2: 'A' }],
];

test.beforeAll(async ({ sharedAlir: alir }) => {
  await alir.publish(
    DAYS.map((date, day) => {
      const lines = (TRADES[day] ?? []).map((cells) => line({ TRX_DATE: date, ...cells }));
      return [fileName(date), csv(lines)];
    }),
  );
});

const COLUMNS = ['net_volume', 'net_value', 'position', 'average_cost', 'close', 'result', 'days_held'];
const rowsOf = (days: Record<string, unknown>[]) => days.map((day) => COLUMNS.map((column) => day[column]));

test('a position has the moving average of what adds to it, and starts again where it crosses zero', async ({
  sharedAlir: alir,
}) => {
  const { body, headers } = await alir.get('/stocks/broker-position', { ...ASKED, broker: 'ak' });
  expect(body.data).toMatchObject({ ticker: 'BRMS', broker: 'AK', adjust: 'none', traded_days: 4 });
  expect(body.data.days.map(({ date }: { date: string }) => date)).toEqual(DAYS);
  expect(rowsOf(body.data.days)).toEqual([
    [300, 303_000, 300, 1010, 1030, 6000, 1],
    [-100, -105_000, 200, 1010, 1050, 8000, 2],
    [0, 0, 200, 1010, 1050, 8000, 3],
    [100, 110_000, 300, 1040, 1100, 18_000, 4],
    [-500, -540_000, -200, 1080, 1080, 0, 1],
  ]);
  expect(body.data.note).toMatch(/^An estimate: /);
  expect(headers.get('x-data-estimate')).toBe(body.data.note);
  expect(headers.get('x-request-cost')).toBe('1');
});

test('a position is short where a broker sold more, by investor and market, with the close of RG', async ({
  sharedAlir: alir,
}) => {
  const of = async (rest: Record<string, string>) => {
    const { body, headers } = await alir.get('/stocks/broker-position', { ...ASKED, ...rest });
    return { rows: rowsOf(body.data.days), empty: headers.get('x-empty-reason') };
  };
  const xl = (await of({ broker: 'XL' })).rows;
  expect(xl[0]).toEqual([-300, -303_000, -300, 1010, 1030, -6000, 1]);
  expect(xl[4]).toEqual([500, 540_000, 200, 1080, 1080, 0, 1]);
  expect((await of({ broker: 'AK', investor: 'd' })).rows[1]).toEqual([
    -100, -105_000, -100, 1050, 1050, 0, 1,
  ]);
  const negotiated = await of({ broker: 'BK', market: 'NG' });
  expect(negotiated.rows[3]).toEqual([900, 630_000, 900, 700, 1100, 360_000, 1]);
  expect(negotiated.rows[2]).toEqual([0, 0, 0, null, 1050, 0, 0]);
  expect(await of({ broker: 'BK' })).toMatchObject({ empty: 'no_trades' });
  const crossed = await of({ broker: 'YP', market: 'NG' });
  expect(crossed).toMatchObject({ empty: null });
  expect(crossed.rows[2]).toEqual([0, 0, 0, null, 1050, 0, 0]);
});

test('a position begins on the first day of the range, and has rows in other formats', async ({
  sharedAlir: alir,
}) => {
  const query = new URLSearchParams({ ...ASKED, from: '2026-01-21', broker: 'AK' });
  const response = await alir.raw(`/stocks/broker-position?${query}`, {}, { accept: 'text/csv' });
  expect((await response.text()).trim().split('\r\n')).toEqual([
    `date,${COLUMNS.join()}`,
    '2026-01-21,0,0,0,,,,0',
    '2026-01-22,100,110000,100,1100,1100,0,1',
    '2026-01-23,-500,-540000,-400,1080,1080,0,1',
  ]);
});
