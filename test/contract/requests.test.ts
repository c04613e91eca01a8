import { describe, expect } from 'vitest';
import { foreignFlowEndpoint } from '../../src/api/endpoints/market/foreign-flow.ts';
import { parseInput } from '../../src/api/http/admission/parsed-request.ts';
import type { Serving } from '../../src/market/serving/serving.ts';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';

const DAY = { from: DATE, to: DATE };

test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(
    FILE_NAME,
    csv([
      line({ STK_VOLM: 100 }),
      line({ TRX_TYPE: 'NG', STK_VOLM: 70, BRK_COD1: 'CC', INV_TYP1: 'I' }),
      line({ STK_CODE: '123', STK_VOLM: 500 }),
      line({ STK_CODE: 'FNG', TRX_TYPE: 'NG', STK_VOLM: 10 }),
    ]),
  );
});

describe('GET /stocks/broker-summary', () => {
  test('has the envelope, the order of fields and the order of rows', async ({ alir }) => {
    const { status, headers, body } = await alir.get('/stocks/broker-summary', {
      ticker: 'BRMS',
      ...DAY,
      investor: 'all',
      market: 'ALL',
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.stringify(body)).toBe(
      '{"success":true,"data":[' +
        '{"code":"AK","buy_freq":1,"sell_freq":0,"buy_volume":100,"sell_volume":0,"buy_value":126000,"sell_value":0,"buy_avg":1260,"sell_avg":0},' +
        '{"code":"CC","buy_freq":1,"sell_freq":0,"buy_volume":70,"sell_volume":0,"buy_value":88200,"sell_value":0,"buy_avg":1260,"sell_avg":0},' +
        '{"code":"XL","buy_freq":0,"sell_freq":2,"buy_volume":0,"sell_volume":170,"buy_value":0,"sell_value":214200,"buy_avg":0,"sell_avg":1260}' +
        '],"error":null}',
    );
  });

  test('the market is RG by default', async ({ alir }) => {
    const ask = async (query: Record<string, string>) =>
      (await alir.get('/stocks/broker-summary', { ticker: 'BRMS', ...DAY, investor: 'all', ...query })).body
        .data;
    expect(await ask({})).toEqual(await ask({ market: 'RG' }));
    expect(await ask({})).not.toEqual(await ask({ market: 'ALL' }));
    expect((await ask({ market: 'NG' })).map((row: { code: string }) => row.code)).toEqual(['CC', 'XL']);
  });

  test('brokers with the same buy value are ordered by code', async ({ alir }) => {
    await alir.ingest(
      'DT251230.csv',
      csv(['ZP', 'AK', 'MG'].map((BRK_COD1) => line({ BRK_COD1, TRX_DATE: '2025-12-30' }))),
    );
    const { body } = await alir.get('/stocks/broker-summary', {
      ticker: 'BRMS',
      from: '2025-12-30',
      to: '2025-12-30',
      investor: 'all',
    });
    expect(body.data.map((row: { code: string }) => row.code)).toEqual(['AK', 'MG', 'ZP', 'XL']);
  });
});

describe('market and investor', () => {
  const ask = (alir: TestAlir, query: object) =>
    alir.get('/stocks/broker-summary', { ticker: 'BRMS', ...DAY, investor: 'all', ...query });

  test('are accepted in any case, in the query', async ({ alir }) => {
    for (const market of ['RG', 'NG', 'ALL']) {
      for (const investor of ['all', 'f', 'd']) {
        const canonical = await ask(alir, { market, investor });
        const other = await ask(alir, { market: market.toLowerCase(), investor: investor.toUpperCase() });
        expect([other.status, other.body]).toEqual([200, canonical.body]);
      }
    }
    expect((await ask(alir, { market: 'Rg', investor: 'aLL' })).status).toBe(200);
  });

  test('are accepted in any case, in a body', async ({ alir }) => {
    const batch = { tickers: ['BRMS'], ...DAY };
    const canonical = await alir.post('/stocks/broker-summary/batch', {
      ...batch,
      market: 'NG',
      investor: 'd',
    });
    const other = await alir.post('/stocks/broker-summary/batch', { ...batch, market: 'ng', investor: 'D' });
    expect(canonical.body.data.BRMS).toHaveLength(2);
    expect([other.status, other.body]).toEqual([200, canonical.body]);
    const flow = await alir.post('/foreign-flow/batch', { ...batch, market: 'ng' });
    expect(flow.status).toBe(200);
  });

  test('share a cached answer in any case', () => {
    const endpoint = foreignFlowEndpoint({} as Serving);
    const names = ['RG', 'rg', 'Rg'].map(
      (market) => parseInput(endpoint, { ticker: 'bbca', ...DAY, market }).name,
    );
    expect(new Set(names).size).toBe(1);
  });
});

describe('a ticker in the notation of another service', () => {
  test.for(['BBCA.JK', ' bbca.jk ', 'IDX:BBCA', 'BBCA IJ'])(
    '%s is refused, and the error suggests BBCA',
    async (symbol, { alir }) => {
      const single = await alir.get('/foreign-flow', { ticker: symbol, ...DAY });
      const batch = await alir.post('/foreign-flow/batch', { tickers: ['BRMS', symbol], ...DAY });
      for (const { status, body } of [single, batch]) {
        expect([status, body.code]).toEqual([400, 'invalid_request']);
        expect(body.errors[0].message).toMatch(/: send BBCA$/);
      }
    },
  );

  test('any other text is refused without a suggestion', async ({ alir }) => {
    for (const ticker of ['BBCA.XX', '.JK', 'IDX:', 'BB CA']) {
      const { status, body } = await alir.get('/foreign-flow', { ticker, ...DAY });
      expect([status, body.errors[0].message]).toEqual([400, expect.not.stringContaining('send')]);
    }
  });
});

describe('GET /foreign-flow', () => {
  test('the market is ALL by default', async ({ alir }) => {
    const ask = async (query: Record<string, string>) =>
      (await alir.get('/foreign-flow', { ticker: 'BRMS', ...DAY, ...query })).body;
    expect(await ask({})).toEqual({
      success: true,
      data: { foreign_buy: 126_000, foreign_sell: 0, net_foreign: 126_000 },
      error: null,
    });
    const negotiated = await alir.get('/foreign-flow', { ticker: 'FNG', ...DAY });
    expect(negotiated.body.data.foreign_buy).toBe(12_600);
    const batch = await alir.post('/foreign-flow/batch', { tickers: ['FNG'], ...DAY });
    expect(batch.body.data.FNG.foreign_buy).toBe(12_600);
    expect((await ask({ market: 'NG' })).data).toEqual({ foreign_buy: 0, foreign_sell: 0, net_foreign: 0 });
  });
});

describe('batches', () => {
  test('tickers are upper-cased and distinct, in request order', async ({ alir }) => {
    const tickers = ['none', ' brms', '123', 'BRMS', '0', 'None'];
    for (const path of ['/stocks/broker-summary/batch', '/foreign-flow/batch']) {
      const response = await fetch(`${await alir.url()}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${alir.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tickers, ...DAY }),
      });
      const text = await response.text();
      const keys = [...text.matchAll(/"([A-Z0-9]+)":[[{]/g)].map((match) => match[1]);
      expect(keys).toEqual(['NONE', 'BRMS', '123', '0']);
    }
  });

  test('the defaults are investor all, RG for summaries, and ALL for foreign flow', async ({ alir }) => {
    const summary = await alir.post('/stocks/broker-summary/batch', { tickers: ['BRMS'], ...DAY });
    const single = await alir.get('/stocks/broker-summary', {
      ticker: 'BRMS',
      ...DAY,
      investor: 'all',
      market: 'RG',
    });
    expect(summary.body.data.BRMS).toEqual(single.body.data);
    const flow = await alir.post('/foreign-flow/batch', { tickers: ['BRMS'], ...DAY });
    expect(flow.body.data.BRMS.foreign_buy).toBe(126_000);
  });

  test('50 tickers', async ({ alir }) => {
    const tickers = Array.from({ length: 50 }, (_, place) => (place === 7 ? 'BRMS' : `T${place}`));
    const { status, body } = await alir.post('/stocks/broker-summary/batch', { tickers, ...DAY });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(tickers);
    expect(Object.values(body.data).filter((rows) => (rows as unknown[]).length > 0)).toHaveLength(1);
  });
});

describe('ranges', () => {
  test.for([
    { what: '366 days, both ends counted', from: '2025-01-20', to: '2026-01-20' },
    { what: 'the earliest from', from: '2025-01-01', to: '2026-01-01' },
    { what: 'a to in the future', from: '2026-01-19', to: '2026-12-31' },
    { what: 'a leap day', from: '2028-02-29', to: '2028-02-29' },
    { what: 'the end of the calendar', from: '9999-01-01', to: '9999-12-31' },
  ])('$what', async ({ from, to }, { alir }) => {
    const { status } = await alir.get('/foreign-flow', { ticker: 'BRMS', from, to });
    expect(status).toBe(200);
  });

  test('both ends of a range are included', async ({ alir }) => {
    const bought = async (from: string, to: string) =>
      (await alir.get('/foreign-flow', { ticker: 'BRMS', from, to })).body.data.foreign_buy;
    expect(await bought('2026-01-10', DATE)).toBe(126_000);
    expect(await bought(DATE, '2026-01-30')).toBe(126_000);
    expect(await bought('2026-01-10', '2026-01-18')).toBe(0);
    expect(await bought('2026-01-20', '2026-01-30')).toBe(0);
  });
});
