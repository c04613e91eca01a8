import { describe, expect } from 'vitest';
import { verifyOfficial } from '../../src/operations/official/official.ts';
import type { TestAlir } from '../support/alir.ts';
import { customer } from '../support/customer.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const WEEK = { from: '2026-01-15', to: '2026-01-21' };
const PUBLISHED_AT = '2026-02-02T12:00:00.000Z';
const NOT_PUBLISHED = {
  revision: null,
  published_at: null,
  trades: null,
  value: null,
  verified: null,
  verified_markets: null,
};
const noTrading = (date: string) => ({
  date,
  kind: 'weekend',
  name: null,
  condition: null,
  ...NOT_PUBLISHED,
});
const tradingDay = (date: string) => ({ date, kind: 'trading_day', name: null });

/** Thursday is missing, Monday was corrected, and Tuesday has trades in two markets and matches the exchange. */
const DAYS = [
  { ...tradingDay('2026-01-15'), condition: 'missing', ...NOT_PUBLISHED },
  {
    date: '2026-01-16',
    kind: 'holiday',
    name: 'Isra Mikraj Nabi Muhammad SAW',
    condition: null,
    ...NOT_PUBLISHED,
  },
  noTrading('2026-01-17'),
  noTrading('2026-01-18'),
  {
    ...tradingDay('2026-01-19'),
    condition: 'published',
    revision: 2,
    published_at: PUBLISHED_AT,
    trades: 2,
    value: 252_000,
    verified: null,
    verified_markets: null,
  },
  {
    ...tradingDay('2026-01-20'),
    condition: 'published',
    revision: 1,
    published_at: PUBLISHED_AT,
    trades: 2,
    value: 226_000,
    verified: true,
    verified_markets: 'RG,NG',
  },
  { ...tradingDay('2026-01-21'), condition: 'missing', ...NOT_PUBLISHED },
];

async function publish(alir: TestAlir): Promise<void> {
  const traded = (TRX_DATE: string, cells = {}) => line({ TRX_DATE, ...cells });
  await alir.ingest('DT260119.csv', csv([traded('2026-01-19')]));
  await alir.ingest('DT260119.csv', csv([traded('2026-01-19'), traded('2026-01-19')]));
  const negotiated = traded('2026-01-20', { TRX_TYPE: 'NG', STK_PRIC: 1000 });
  const tuesday = csv([traded('2026-01-20'), negotiated]);
  await alir.ingest('DT260120.csv', tuesday);
  const summary = await writeTo(alir.outside, 'summary.json', summaryJson(exchangeRows(tuesday)));
  await verifyOfficial(alir.stores.ingest, summary, { patience_ms: 0 });
}

test.beforeAll(({ sharedAlir }) => publish(sharedAlir));

describe('GET /market/calendar', () => {
  test('has each day of the range with its kind and the state of its data', async ({ sharedAlir: alir }) => {
    const { body, headers } = await alir.get('/market/calendar', WEEK);
    expect(body.data).toEqual(DAYS);
    expect(headers.get('x-request-cost')).toBe('0');
    expect(headers.get('x-data-days')).toBe('2/4');
    expect(headers.get('x-data-verified')).toBe('1/2');
    const next = await alir.get('/market/calendar', { from: '2026-02-02', to: '2026-02-03' });
    expect(next.body.data.map((day: any) => day.condition)).toEqual(['due', 'future']);
  });

  test('and the headers show a comparison with the exchange at once', async ({ alir }) => {
    await publish(alir);
    const flow = { ticker: 'BRMS', ...WEEK, market: 'RG' };
    const verified = async () => {
      const { headers } = await alir.get('/foreign-flow', flow);
      const { body } = await alir.get('/market/calendar', { from: '2026-01-19', to: '2026-01-20' });
      return [headers.get('x-data-verified'), ...body.data.map((day: any) => day.verified)];
    };
    expect(await verified()).toEqual(['1/2', null, true]);
    const compare = async (daily_file: string) => {
      const path = await writeTo(alir.outside, 'summary.json', summaryJson(exchangeRows(daily_file)));
      await verifyOfficial(alir.stores.ingest, path, { patience_ms: 0 });
    };
    const wrong = csv([line({ TRX_DATE: '2026-01-19', STK_PRIC: 7 })]);
    await compare(wrong);
    expect(await verified()).toEqual(['1/2', false, true]);
    await alir.ingest('DT260119.csv', wrong);
    expect(await verified()).toEqual(['1/2', null, true]);
    await compare(wrong);
    expect(await verified()).toEqual(['2/2', true, true]);
  });

  test('accepts at most 366 days', async ({ sharedAlir: alir }) => {
    const year = await alir.get('/market/calendar', { from: '2026-01-01', to: '2027-01-01' });
    expect([year.status, year.body.data.length]).toEqual([200, 366]);
    const longer = await alir.get('/market/calendar', { from: '2026-01-01', to: '2027-01-02' });
    expect(longer.status).toBe(400);
  });
});

test('GET /market/brokers has each broker, also when no units remain', async ({ sharedAlir: alir }) => {
  const { body, headers } = await alir.get('/market/brokers', {});
  expect(body.data).toHaveLength(94);
  expect(body.data[5]).toEqual({ code: 'AK', name: 'UBS Sekuritas Indonesia', foreign_parent: true });
  expect(headers.get('x-request-cost')).toBe('0');
  expect(headers.get('x-data-through')).toBe('2026-01-20');
});

describe('GET /market/tickers', () => {
  test('has each ticker of RG or NG, with its first and last published day', async ({ alir }) => {
    await publish(alir);
    const day = (TRX_DATE: string, markets: Record<string, string>) =>
      csv(Object.entries(markets).map(([STK_CODE, TRX_TYPE]) => line({ TRX_DATE, STK_CODE, TRX_TYPE })));
    await alir.ingest('DT251230.csv', day('2025-12-30', { BBCA: 'RG', 'BRMS-W2': 'RG', CASH: 'TN' }));
    await alir.ingest('DT260121.csv', day('2026-01-21', { BBCA: 'TN', BRMS: 'TN', GOTOM: 'NG' }));
    await alir.ingest('DT260202.csv', day('2026-02-02', { BBCA: 'NG', 'R-LQ45X': 'RG' }));
    const { body, headers } = await alir.get('/market/tickers', {});
    const row = (ticker: string, kind: string, first_date: string, last_date = first_date) => ({
      ticker,
      kind,
      first_date,
      last_date,
    });
    expect(body.data).toEqual([
      row('BBCA', 'stock', '2025-12-30', '2026-02-02'),
      row('BRMS', 'stock', '2026-01-19', '2026-01-20'),
      row('BRMS-W2', 'warrant', '2025-12-30'),
      row('GOTOM', 'stock', '2026-01-21'),
      row('R-LQ45X', 'fund', '2026-02-02'),
    ]);
    expect(headers.get('x-data-through')).toBe('2026-02-02');
    expect(headers.get('x-empty-reason')).toBe(null);
    // A correction can remove a ticker, or its last day.
    await alir.ingest('DT260202.csv', day('2026-02-02', { GOTOM: 'RG' }));
    expect((await alir.get('/market/tickers', {})).body.data).toEqual([
      row('BBCA', 'stock', '2025-12-30'),
      row('BRMS', 'stock', '2026-01-19', '2026-01-20'),
      row('BRMS-W2', 'warrant', '2025-12-30'),
      row('GOTOM', 'stock', '2026-01-21', '2026-02-02'),
    ]);
  });

  test('is free, also when no units remain, and has no parameters', async ({ sharedAlir: alir }) => {
    const me = await customer(alir);
    const prices = '/stocks/ohlcv?ticker=BRMS&from=2026-01-19&to=2026-01-20';
    for (let units = 0; units < 5; units++) await me.get(prices);
    expect((await me.get(prices)).status).toBe(403);
    const { status, headers } = await me.get('/market/tickers');
    expect([status, headers.get('x-request-cost'), headers.get('x-monthly-remaining')]).toEqual([
      200,
      '0',
      '0',
    ]);
    const refused = await me.get('/market/tickers?kind=stock');
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'kind']);
  });
});

test('GET /market/tickers has no rows before the first publication', async ({ alir }) => {
  const { status, body, headers } = await alir.get('/market/tickers', {});
  expect([status, body.data, headers.get('x-data-through')]).toEqual([200, [], null]);
});
