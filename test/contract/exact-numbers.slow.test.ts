import { describe, expect } from 'vitest';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const DAY = { from: DATE, to: DATE };
/** 900 trillion IDR: ten of them are just below 2^53, eleven beyond it. */
const HUGE = { STK_VOLM: 900_000_000_007, STK_PRIC: 1000 };
const VALUE = 900_000_000_007_000;

describe('sums stay exact', () => {
  test('up to 2^53 - 1', async ({ alir }) => {
    const cents = line({ STK_CODE: 'TEN', STK_VOLM: 7_199_254_670_991, STK_PRIC: 1, INV_TYP2: 'A' });
    const lines = [...Array(10)].map(() => line({ STK_CODE: 'TEN', ...HUGE, INV_TYP2: 'A' }));
    await alir.ingest(FILE_NAME, csv([...lines, cents]));
    expect(10 * VALUE + 7_199_254_670_991).toBe(Number.MAX_SAFE_INTEGER);

    const { body } = await alir.get('/stocks/broker-summary', { ticker: 'TEN', ...DAY, investor: 'all' });
    expect(body.data[0]).toMatchObject({
      code: 'AK',
      buy_value: Number.MAX_SAFE_INTEGER,
      buy_volume: 9_000_000_000_070 + 7_199_254_670_991,
    });
    const flow = await alir.get('/foreign-flow', { ticker: 'TEN', ...DAY });
    expect(flow.body.data).toEqual({
      foreign_buy: Number.MAX_SAFE_INTEGER,
      foreign_sell: Number.MAX_SAFE_INTEGER,
      net_foreign: 0,
    });
  });

  test('above 2^53 - 1 an answer is refused with the reason, never rounded', async ({ alir }) => {
    const lines = [...Array(11)].map(() => line({ STK_CODE: 'TEN', ...HUGE }));
    await alir.ingest(FILE_NAME, csv([...lines, line()]));
    const question = { ...DAY, investor: 'all' };
    for (const { status, body } of [
      await alir.get('/stocks/broker-summary', { ticker: 'TEN', ...question }),
      await alir.get('/foreign-flow', { ticker: 'TEN', ...DAY }),
      await alir.post('/stocks/broker-summary/batch', { tickers: ['BRMS', 'TEN'], ...question }),
    ]) {
      expect(status).toBe(422);
      expect(body).toMatchObject({ success: false, data: null, code: 'answer_too_large' });
      expect(body.error).toMatch(/2\^53 - 1.*Request a shorter date range/);
    }
    const other = await alir.get('/stocks/broker-summary', { ticker: 'BRMS', ...question });
    expect(other.status).toBe(200);
  });

  test.for([
    { side: 'bought', foreign: 'INV_TYP1', other: 'INV_TYP2', broker: 'BRK_COD1' },
    { side: 'sold', foreign: 'INV_TYP2', other: 'INV_TYP1', broker: 'BRK_COD2' },
  ])(
    'a foreign flow above 2^53 - 1 is refused even if no single broker $side that much',
    async (flow, { alir }) => {
      const { foreign, other, broker } = flow;
      // Half of it is foreign on both sides, so that the difference of the sides is below 2^53 - 1.
      const lines = [
        ['YP', 'A'],
        ['CC', 'I'],
      ].flatMap(([code = '', investor = '']) =>
        [...Array(6)].map(() =>
          line({ STK_CODE: 'TEN', ...HUGE, [foreign]: 'A', [other]: investor, [broker]: code }),
        ),
      );
      await alir.ingest(FILE_NAME, csv([...lines, line()]));
      const rows = await alir.get('/stocks/broker-summary', { ticker: 'TEN', ...DAY, investor: 'f' });
      expect(rows.body.data.map(({ buy_value, sell_value }: any) => buy_value + sell_value)).toEqual(
        Array(3).fill(6 * VALUE),
      );
      const single = await alir.get('/foreign-flow', { ticker: 'TEN', ...DAY });
      const batch = await alir.post('/foreign-flow/batch', { tickers: ['BRMS', 'TEN'], ...DAY });
      for (const { status, headers, body } of [single, batch]) {
        expect(status).toBe(422);
        expect(body).toMatchObject({ data: null, code: 'answer_too_large' });
        expect(headers.get('x-request-cost')).toBe('0');
      }
      expect((await alir.get('/foreign-flow', { ticker: 'BRMS', ...DAY })).status).toBe(200);
    },
  );

  test('a sum of two years above 2^53 - 1 is also refused', async ({ alir }) => {
    const six = (date: string) => [...Array(6)].map(() => line({ STK_CODE: 'TEN', ...HUGE, TRX_DATE: date }));
    await alir.ingest('DT251230.csv', csv(six('2025-12-30')));
    await alir.ingest('DT260102.csv', csv(six('2026-01-02')));
    const ask = (from: string, to: string) => alir.get('/foreign-flow', { ticker: 'TEN', from, to });
    expect((await ask('2025-12-30', '2025-12-31')).body.data.foreign_buy).toBe(6 * VALUE);
    expect((await ask('2026-01-02', '2026-01-02')).body.data.foreign_buy).toBe(6 * VALUE);
    expect((await ask('2025-12-30', '2026-01-02')).body.code).toBe('answer_too_large');
  });

  test('a day after a year above 2^53 - 1 is exact', async ({ alir }) => {
    const eleven = [...Array(11)].map(() => line({ STK_CODE: 'TEN', ...HUGE, TRX_DATE: '2025-12-29' }));
    await alir.ingest('DT251229.csv', csv(eleven));
    await alir.ingest(
      'DT251230.csv',
      csv([line({ STK_CODE: 'TEN', STK_VOLM: 7, STK_PRIC: 3, TRX_DATE: '2025-12-30' })]),
    );
    const ask = async (from: string) =>
      (await alir.get('/stocks/broker-summary', { ticker: 'TEN', from, to: '2025-12-31', investor: 'all' }))
        .body;
    expect((await ask('2025-12-30')).data).toEqual([
      expect.objectContaining({ code: 'AK', buy_freq: 1, buy_volume: 7, buy_value: 21 }),
      expect.objectContaining({ code: 'XL', sell_freq: 1, sell_volume: 7, sell_value: 21 }),
    ]);
    expect((await ask('2025-12-29')).code).toBe('answer_too_large');
  });

  test('an average may be as large as a value', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 1, STK_PRIC: 900_000_000_000_000 })]));
    const { body } = await alir.get('/stocks/broker-summary', { ticker: 'BRMS', ...DAY, investor: 'all' });
    expect(body.data[0]).toMatchObject({ buy_value: 900_000_000_000_000, buy_avg: 900_000_000_000_000 });
  });

  test('averages are value / volume, rounded half-up to 2 decimals', async ({ alir }) => {
    // 200 shares for 2,001 IDR = 10.005; 300 shares for 1,000 IDR = 3.3333; 8 shares for 9 = 1.125
    const cases = [
      {
        STK_CODE: 'HALF',
        trades: [
          [199, 10],
          [1, 11],
        ],
        average: 10.01,
      },
      {
        STK_CODE: 'THIRD',
        trades: [
          [299, 3],
          [1, 103],
        ],
        average: 3.33,
      },
      {
        STK_CODE: 'EIGHTH',
        trades: [
          [7, 1],
          [1, 2],
        ],
        average: 1.13,
      },
      { STK_CODE: 'WHOLE', trades: [[3, 1000]], average: 1000 },
    ] as const;
    const lines = cases.flatMap(({ STK_CODE, trades }) =>
      trades.map(([STK_VOLM, STK_PRIC]) => line({ STK_CODE, STK_VOLM, STK_PRIC })),
    );
    await alir.ingest(FILE_NAME, csv(lines));
    for (const { STK_CODE: ticker, average } of cases) {
      const { body } = await alir.get('/stocks/broker-summary', { ticker, ...DAY, investor: 'all' });
      expect(body.data).toEqual([
        expect.objectContaining({ code: 'AK', buy_avg: average, sell_avg: 0 }),
        expect.objectContaining({ code: 'XL', buy_avg: 0, sell_avg: average }),
      ]);
    }
  });
});
