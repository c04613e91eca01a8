import { describe, expect } from 'vitest';
import { csv, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const RANGE = { ticker: 'BRMS', from: '2026-01-19', to: '2026-01-21' };

/** The trades of the first day, in the order of their numbers; the last one has the earliest time. */
const FIRST = [
  { STK_PRIC: 1260, STK_VOLM: 300, TRX_TIME: 90_000 },
  { STK_PRIC: 1300, STK_VOLM: 100, TRX_TIME: 90_001, INV_TYP1: 'I' },
  { STK_PRIC: 1240, STK_VOLM: 100, TRX_TIME: 90_002, INV_TYP1: 'D', INV_TYP2: 'F' },
  { STK_PRIC: 1250, STK_VOLM: 100, TRX_TIME: 85_800 },
  { STK_PRIC: 1000, STK_VOLM: 1000, TRX_TYPE: 'NG' },
  { STK_PRIC: 9, STK_VOLM: 9, TRX_TYPE: 'TN' },
];

const REGULAR = {
  date: '2026-01-19',
  open: 1260,
  high: 1300,
  low: 1240,
  close: 1250,
  average: 1261.67,
  volume: 600,
  value: 757_000,
  freq: 4,
  net_foreign: 3 * 126_000 + 125_000 - 124_000,
};
const BOTH = {
  ...REGULAR,
  average: 1098.13,
  volume: 1600,
  value: 1_757_000,
  freq: 5,
  net_foreign: REGULAR.net_foreign + 1_000_000,
};
/** A day with negotiated trades only, as ALL. */
const NEGOTIATED = {
  date: '2026-01-20',
  open: null,
  high: null,
  low: null,
  close: null,
  average: 900,
  volume: 500,
  value: 450_000,
  freq: 1,
  net_foreign: 450_000,
};

/** On Monday BRMS trades in all markets, on Tuesday in NG only, on Wednesday not at all. */
test.beforeAll(async ({ sharedAlir: alir }) => {
  const tuesday = { TRX_DATE: '2026-01-20' };
  const negotiated = line({ ...tuesday, TRX_TYPE: 'NG', STK_PRIC: 900, STK_VOLM: 500 });
  await alir.publish([
    ['DT260119.csv', csv(FIRST.map((cells) => line(cells)).reverse())],
    ['DT260120.csv', csv([negotiated, line({ ...tuesday, STK_CODE: 'BBCA' })])],
    ['DT260121.csv', csv([line({ TRX_DATE: '2026-01-21', STK_CODE: 'BBCA' })])],
  ]);
});

describe('GET /stocks/ohlcv', () => {
  test('has a row for each day with a trade: first and last by number', async ({ sharedAlir: alir }) => {
    expect((await alir.get('/stocks/ohlcv', RANGE)).body.data).toEqual([REGULAR]);
    const [first, ...others] = (await alir.get('/stocks/ohlcv', { ...RANGE, market: 'ng' })).body.data;
    expect(first).toMatchObject({ date: '2026-01-19', open: 1000, close: 1000, volume: 1000, freq: 1 });
    expect(others).toEqual([{ ...NEGOTIATED, open: 900, high: 900, low: 900, close: 900 }]);
  });

  test('of both markets has the prices of RG and the totals of both', async ({ sharedAlir: alir }) => {
    const { body } = await alir.get('/stocks/ohlcv', { ...RANGE, market: 'ALL' });
    expect(body.data).toEqual([BOTH, NEGOTIATED]);
  });
});
