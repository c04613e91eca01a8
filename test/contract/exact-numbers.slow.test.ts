import { expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, type Line, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { fileName } from '../support/small-market.ts';

const dayOf = (date: string) => ({ from: date, to: date });
/** A day whose trades are worth more than 2^54 IDR is rejected, so large trades have days of their own. */
const DAY = dayOf('2026-01-19');
const OVER = dayOf('2026-01-20');
/** 900 trillion IDR: ten of them are just below 2^53, eleven beyond it. */
const HUGE = { STK_VOLM: 900_000_000_007, STK_PRIC: 1000 };
const VALUE = 900_000_000_007_000;

const huge = (count: number, cells: Line) => Array.from({ length: count }, () => line({ ...HUGE, ...cells }));

/** The trades of each ticker whose average is tested, as volume and price, and its average. */
const AVERAGES = {
  // 200 shares for 2,001 IDR = 10.005; 300 shares for 1,000 IDR = 3.3333; 8 shares for 9 = 1.125
  HALF: { trades: ['199 10', '1 11'], average: 10.01 },
  THIRD: { trades: ['299 3', '1 103'], average: 3.33 },
  EIGHTH: { trades: ['7 1', '1 2'], average: 1.13 },
  WHOLE: { trades: ['3 1000'], average: 1000 },
  // An average may be as large as a value.
  ONE: { trades: ['1 900000000000000'], average: 900_000_000_000_000 },
};

/** The columns of one side of a trade, and of the other one. */
const SIDES = {
  bought: { day: dayOf('2026-01-21'), foreign: 'INV_TYP1', other: 'INV_TYP2', broker: 'BRK_COD1' },
  sold: { day: dayOf('2026-01-22'), foreign: 'INV_TYP2', other: 'INV_TYP1', broker: 'BRK_COD2' },
};

const averages = Object.entries(AVERAGES).flatMap(([STK_CODE, { trades }]) =>
  trades.map((trade) => {
    const [STK_VOLM = 0, STK_PRIC = 0] = trade.split(' ').map(Number);
    return line({ STK_CODE, STK_VOLM, STK_PRIC });
  }),
);

const TRADES: Readonly<Record<string, Line[]>> = {
  '2025-12-29': huge(11, { STK_CODE: 'LATER' }),
  '2025-12-30': [line({ STK_CODE: 'LATER', STK_VOLM: 7, STK_PRIC: 3 }), ...huge(6, { STK_CODE: 'YEARS' })],
  '2026-01-02': huge(6, { STK_CODE: 'YEARS' }),
  [DAY.from]: [
    ...huge(10, { STK_CODE: 'TEN', INV_TYP2: 'A' }),
    line({ STK_CODE: 'TEN', STK_VOLM: 7_199_254_670_991, STK_PRIC: 1, INV_TYP2: 'A' }),
    ...averages,
  ],
  [OVER.from]: [line(), ...huge(11, { STK_CODE: 'ELEVEN' })],
  // Half of it is foreign on both sides, so that the difference of the sides is below 2^53 - 1.
  ...Object.fromEntries(
    Object.values(SIDES).map(({ day, foreign, other, broker }) => [
      day.from,
      [
        line(),
        ...huge(6, { STK_CODE: 'FLOW', [foreign]: 'A', [other]: 'A', [broker]: 'YP' }),
        ...huge(6, { STK_CODE: 'FLOW', [foreign]: 'A', [other]: 'I', [broker]: 'CC' }),
      ],
    ]),
  ),
};

test.beforeAll(async ({ sharedAlir }) => {
  const files = Object.entries(TRADES).map(([TRX_DATE, lines]) =>
    writeTo(sharedAlir.outside, fileName(TRX_DATE), csv(lines.map((cells) => ({ ...cells, TRX_DATE })))),
  );
  await sharedAlir.ingestPaths(...(await Promise.all(files)));
});

const summaryOf = (alir: TestAlir, ticker: string, range = DAY, investor = 'all') =>
  alir.get('/stocks/broker-summary', { ticker, ...range, investor });
const flowOf = (alir: TestAlir, ticker: string, range = DAY) =>
  alir.get('/foreign-flow', { ticker, ...range });

test('sums are exact up to 2^53 - 1', async ({ sharedAlir: alir }) => {
  expect(10 * VALUE + 7_199_254_670_991).toBe(Number.MAX_SAFE_INTEGER);
  expect((await summaryOf(alir, 'TEN')).body.data[0]).toMatchObject({
    code: 'AK',
    buy_value: Number.MAX_SAFE_INTEGER,
    buy_volume: 9_000_000_000_070 + 7_199_254_670_991,
  });
  expect((await flowOf(alir, 'TEN')).body.data).toEqual({
    foreign_buy: Number.MAX_SAFE_INTEGER,
    foreign_sell: Number.MAX_SAFE_INTEGER,
    net_foreign: 0,
  });
});

test('above 2^53 - 1 an answer is refused with the reason, never rounded', async ({ sharedAlir: alir }) => {
  for (const { status, body } of [
    await summaryOf(alir, 'ELEVEN', OVER),
    await flowOf(alir, 'ELEVEN', OVER),
    await alir.post('/stocks/broker-summary/batch', {
      tickers: ['BRMS', 'ELEVEN'],
      ...OVER,
      investor: 'all',
    }),
  ]) {
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, data: null, code: 'answer_too_large' });
    expect(body.error).toMatch(/2\^53 - 1.*Request a shorter date range/);
  }
  expect((await summaryOf(alir, 'BRMS', OVER)).status).toBe(200);
});

test.for(Object.entries(SIDES))(
  'a foreign flow above 2^53 - 1 is refused even if no single broker %s that much',
  async ([, { day }], { sharedAlir: alir }) => {
    const rows = (await summaryOf(alir, 'FLOW', day, 'f')).body.data;
    expect(rows.map(({ buy_value, sell_value }: any) => buy_value + sell_value)).toEqual(
      Array(3).fill(6 * VALUE),
    );
    const batch = await alir.post('/foreign-flow/batch', { tickers: ['BRMS', 'FLOW'], ...day });
    for (const { status, headers, body } of [await flowOf(alir, 'FLOW', day), batch]) {
      expect([status, headers.get('x-request-cost')]).toEqual([422, '0']);
      expect(body).toMatchObject({ data: null, code: 'answer_too_large' });
    }
    expect((await flowOf(alir, 'BRMS', day)).status).toBe(200);
  },
);

test('a sum of two years above 2^53 - 1 is also refused', async ({ sharedAlir: alir }) => {
  const ask = async (from: string, to: string) => (await flowOf(alir, 'YEARS', { from, to })).body;
  expect((await ask('2025-12-30', '2025-12-31')).data.foreign_buy).toBe(6 * VALUE);
  expect((await ask('2026-01-02', '2026-01-02')).data.foreign_buy).toBe(6 * VALUE);
  expect((await ask('2025-12-30', '2026-01-02')).code).toBe('answer_too_large');
});

test('a day after a day above 2^53 - 1 is exact', async ({ sharedAlir: alir }) => {
  const ask = async (from: string) => (await summaryOf(alir, 'LATER', { from, to: '2025-12-31' })).body;
  expect((await ask('2025-12-30')).data).toEqual([
    expect.objectContaining({ code: 'AK', buy_freq: 1, buy_volume: 7, buy_value: 21 }),
    expect.objectContaining({ code: 'XL', sell_freq: 1, sell_volume: 7, sell_value: 21 }),
  ]);
  expect((await ask('2025-12-29')).code).toBe('answer_too_large');
});

test('averages are value / volume, rounded half-up to 2 decimals', async ({ sharedAlir: alir }) => {
  for (const [ticker, { average }] of Object.entries(AVERAGES)) {
    expect([ticker, ...(await summaryOf(alir, ticker)).body.data]).toEqual([
      ticker,
      expect.objectContaining({ code: 'AK', buy_avg: average, sell_avg: 0 }),
      expect.objectContaining({ code: 'XL', buy_avg: 0, sell_avg: average }),
    ]);
  }
});
