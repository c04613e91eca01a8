import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterThisFile, type DailyText, folderOfThisFile, TestAlir } from '../support/alir.ts';
import { csv, line } from '../support/daily-files.ts';
import { fileName } from '../support/small-market.ts';

const DAY_S = 86_400;
/** Days with trades, and the days of them on which RARE is traded: a gap of more than a year. */
const DAYS = ['2025-01-02', '2025-01-03', '2025-06-10', '2026-01-19', '2026-01-20'];
const RARE_DAYS = ['2025-01-02', '2026-01-20'];
const NOW_S = Date.parse('2026-02-02T12:00:00Z') / 1000;

/** Trades of a day: number, shares and price; the first and the last give open and close. */
const TRADES = DAYS.map((date, day) => ({
  date,
  prices: [1000 + day, 1200 + 10 * day, 900 - day, 1100 + day],
}));
const secondsOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;

interface Bars {
  readonly t: number[];
  readonly o: number[];
  readonly h: number[];
  readonly l: number[];
  readonly c: number[];
  readonly v: number[];
}

/** The bars of these days, from the trades. */
function expectedBars(days: readonly string[], factor = () => 1 as number): Bars {
  const bars = TRADES.filter(({ date }) => days.includes(date)).map(({ date, prices }) => {
    const scaled = prices.map((price) => price / factor());
    return { t: secondsOf(date), o: scaled[0], h: scaled[1], l: scaled[2], c: scaled[3], v: 400 };
  });
  const column = (name: 't' | 'o' | 'h' | 'l' | 'c' | 'v') => bars.map((bar) => Number(bar[name]));
  return { t: column('t'), o: column('o'), h: column('h'), l: column('l'), c: column('c'), v: column('v') };
}

let alir: TestAlir;
let account_id: string;

beforeAll(async () => {
  const file = join(await folderOfThisFile(), 'actions.csv');
  writeFileSync(file, 'ex_date,ticker,kind,factor\n2026-01-19,SPLT,split,2\n');
  alir = await TestAlir.open({ environment: { ALIR_CORPORATE_ACTIONS: file } }, afterThisFile);
  const files = TRADES.map(({ date, prices }): DailyText => {
    const tickers = ['BRMS', 'SPLT', ...(RARE_DAYS.includes(date) ? ['RARE'] : [])];
    const lines = tickers.flatMap((STK_CODE) =>
      prices.map((STK_PRIC, trade) => line({ TRX_DATE: date, STK_CODE, STK_PRIC, TRX_TIME: 90_000 + trade })),
    );
    return [fileName(date), csv(lines)];
  });
  await alir.publish(files);
});

beforeEach(async () => {
  account_id = await alir.become('custom', 3, { units: 1000, requests_per_minute: 1000, keys: 1 });
});

const used = async () => (await alir.test_ledger.unitsOf(account_id)).account;

async function get(path: string, query: Record<string, string | number> = {}, feed = '/udf') {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await alir.raw(`${feed}/${path}?${new URLSearchParams(texts)}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What the protocol demands of a response to `/history`. */
function checkHistory(body: any, { to, from }: { readonly to: number; readonly from?: number }): void {
  expect(['ok', 'no_data']).toContain(body.s);
  if (body.s === 'no_data') {
    expect(body).not.toHaveProperty('t');
    if (body.nextTime !== undefined) expect(body.nextTime).toBeLessThan(from ?? to);
    return;
  }
  const { t, o, h, l, c, v } = body as Bars;
  for (const column of [o, h, l, c, v]) {
    expect(column).toHaveLength(t.length);
    expect(column.every((value) => typeof value === 'number')).toBe(true);
  }
  expect(t.length).toBeGreaterThan(0);
  for (const [place, time] of t.entries()) {
    expect(time % DAY_S).toBe(0);
    expect(time).toBeLessThan(to);
    if (place > 0) expect(time).toBeGreaterThan(t[place - 1] as number);
    expect(l[place]).toBeLessThanOrEqual(Math.min(o[place] as number, c[place] as number));
    expect(h[place]).toBeGreaterThanOrEqual(Math.max(o[place] as number, c[place] as number));
  }
}

/** Reads all bars of a symbol backwards from now, as the charting library does when the user scrolls to the left. */
async function scrolled(symbol: string, range: { days?: number; countback?: number }, feed = '/udf') {
  const all: Bars = { t: [], o: [], h: [], l: [], c: [], v: [] };
  let to = NOW_S;
  for (let request = 0; request < 50; request++) {
    const from = range.days === undefined ? undefined : to - range.days * DAY_S;
    const query = {
      ...{ symbol, resolution: '1D', from: from ?? 0, to },
      ...(range.countback !== undefined && { countback: range.countback }),
    };
    const { status, body } = await get('history', query, feed);
    expect(status).toBe(200);
    checkHistory(body, { to, ...(from !== undefined && { from }) });
    if (body.s === 'no_data') {
      if (body.nextTime === undefined) return all;
      // The bar at this time is wanted.
      to = body.nextTime + 1;
      continue;
    }
    for (const name of ['t', 'o', 'h', 'l', 'c', 'v'] as const) all[name].unshift(...body[name]);
    [to = 0] = body.t;
  }
  throw new Error('the client does not come to an end');
}

describe('a UDF client', () => {
  test('finds out what the datafeed offers', async () => {
    const { body } = await get('config');
    expect(body.supports_search !== body.supports_group_request).toBe(true);
    expect(body.supported_resolutions).toEqual(['1D']);
    expect(await used()).toBe(0);
  });

  test('resolves a symbol in each form', async () => {
    for (const symbol of ['BRMS', 'brms', 'IDX:BRMS', 'BRMS.JK']) {
      const { body } = await get('symbols', { symbol });
      expect(body).toMatchObject({
        ...{ name: 'BRMS', ticker: 'BRMS', exchange: 'IDX', listed_exchange: 'IDX', type: 'stock' },
        ...{ timezone: 'Asia/Jakarta', session: '0900-1600', minmov: 1, pricescale: 1, has_intraday: false },
        description: 'Bumi Resources Minerals',
      });
    }
    expect((await get('symbols', { symbol: 'BRMS' }, '/udf/splits')).body.pricescale).toBe(100);
    expect((await get('symbols', { symbol: 'NONE' })).body).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    expect((await get('symbols')).body).toEqual({ s: 'error', errmsg: 'unknown_symbol' });
    expect(await (await alir.raw('/udf/symbols?symbol=NONE&symbol=BRMS')).json()).toMatchObject({
      name: 'BRMS',
    });
  });

  test('searches for a ticker and a name', async () => {
    const found = async (query: Record<string, string | number>) =>
      (await get('search', query)).body.map(({ ticker }: { ticker: string }) => ticker);
    expect(await found({ query: 'r', limit: 30 })).toEqual(['RARE', 'BRMS']);
    expect(await found({ query: 'resources', type: '', exchange: '', limit: 30 })).toEqual(['BRMS']);
    expect(await found({ query: '', limit: 2 })).toEqual(['BRMS', 'RARE']);
    expect(await used()).toBe(0);
  });

  test.for([
    [{ days: 30 }, '/udf'],
    [{ days: 365 }, '/udf'],
    [{ days: 4000 }, '/udf'],
    [{ countback: 1 }, '/udf'],
    [{ countback: 2 }, '/udf'],
    [{ countback: 5000 }, '/udf'],
    [{ days: 300 }, '/udf/splits'],
  ] as const)('reads all bars backwards, %j of %s', async ([range, feed]) => {
    expect(await scrolled('BRMS', range, feed)).toEqual(expectedBars(DAYS));
    expect(await scrolled('RARE', range, feed)).toEqual(expectedBars(RARE_DAYS));
  });

  test('gets the number of bars before a time that it asks for, the time excluded', async () => {
    const to = secondsOf('2026-01-20');
    const { body } = await get('history', { symbol: 'BRMS', resolution: 'D', from: to, to, countback: 2 });
    expect(body).toEqual({ s: 'ok', ...expectedBars(['2025-06-10', '2026-01-19']) });
  });

  test('gets prices before a split in new shares, if it wants them', async () => {
    const query = {
      symbol: 'SPLT',
      resolution: '1D',
      from: secondsOf('2025-06-01'),
      to: secondsOf('2025-07-01'),
    };
    const before = expectedBars(['2025-06-10']);
    expect((await get('history', query)).body).toEqual({ s: 'ok', ...before });
    const halved = (prices: number[]) => prices.map((price) => price / 2);
    const adjusted = {
      ...before,
      o: halved(before.o),
      h: halved(before.h),
      l: halved(before.l),
      c: halved(before.c),
    };
    expect((await get('history', query, '/udf/splits')).body).toEqual({ s: 'ok', ...adjusted, v: [800] });
  });

  test('gets no data and no earlier time before the first bar, and for an unknown symbol', async () => {
    for (const query of [
      { symbol: 'BRMS', from: 0, to: secondsOf('2025-01-02') },
      { symbol: 'BRMS', from: 0, to: 0 },
      { symbol: 'BRMS', from: 0, to: 0, countback: 5 },
      { symbol: 'NONE', from: secondsOf('2026-01-19'), to: NOW_S },
    ]) {
      expect((await get('history', { ...query, resolution: '1D' })).body).toEqual({ s: 'no_data' });
    }
  });
});

test('times in the far future are answered at once', async () => {
  const far = 999_999_999_999;
  const after = { symbol: 'BRMS', resolution: '1D', from: far, to: far };
  const nextTime = secondsOf('2026-01-20');
  expect((await get('history', after)).body).toEqual({ s: 'no_data', nextTime });
  expect((await get('history', { ...after, from: nextTime })).body.t).toEqual([nextTime]);
  expect((await get('history', { ...after, countback: 1 })).body.t).toEqual([nextTime]);
});

describe('the charges of a datafeed', () => {
  const query = { symbol: 'BRMS', resolution: '1D', from: secondsOf('2025-12-01'), to: NOW_S };

  test('are those of the daily prices, once for each publication', async () => {
    const prices = await alir.get('/stocks/ohlcv', { ticker: 'BRMS', from: '2025-12-01', to: '2026-01-20' });
    const price = Number(prices.headers.get('x-request-cost'));
    expect(price).toBe(2);
    const costs: number[] = [];
    // The chart asks again every 10 seconds.
    for (let n = 0; n < 5; n++) {
      const { headers } = await get('history', { ...query, to: NOW_S + 10 * n });
      costs.push(Number(headers.get('x-request-cost')));
    }
    expect(costs).toEqual([price, 0, 0, 0, 0]);
    expect(await used()).toBe(2 * price);
  });

  test('end at the quota, with the message that a chart shows', async () => {
    account_id = await alir.become('custom', 3, { units: 1, requests_per_minute: 1000, keys: 1 });
    const { status, body, headers } = await get('history', query);
    expect([status, body.s, headers.get('x-request-cost')]).toEqual([403, 'error', '0']);
    expect(body.errmsg).toContain('costs 2 units');
    expect(await used()).toBe(0);
  });

  test.for([
    { resolution: '60' },
    { resolution: '1W' },
    { from: '-1' },
    { to: 'now' },
    { countback: '1.5' },
    { symbol: 'BRMS;' },
  ])('are none for %j, which is refused', async (wrong) => {
    const { status, body } = await get('history', { ...query, ...(wrong as object) });
    expect([status, body.s]).toEqual([400, 'error']);
    expect(body.errmsg.length).toBeGreaterThan(10);
    expect(await used()).toBe(0);
  });

  test('need a key', async () => {
    for (const path of ['config', 'symbols', 'search', 'history']) {
      const response = await fetch(`${await alir.url()}/udf/${path}`);
      expect([path, response.status]).toEqual([path, 401]);
    }
  });
});
