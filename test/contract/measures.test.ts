import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { MEASURES } from '../../src/core/market/measure-list.ts';
import { vacuumLake } from '../../src/market/ingest/vacuum.ts';
import { linkedLake } from '../../src/market/serving/linked-lake.ts';
import { measureMonthBytes } from '../../src/market/serving/months/measure-months.ts';
import { AnalystSession, type Places } from '../../src/market/sql-shell/session.ts';
import { verify } from '../../src/operations/verify.ts';
import { afterThisTest, type DailyText } from '../support/alir.ts';
import { rowsOf as answersOf, LIMITS, REFERENCE } from '../support/analyst.ts';
import { test as base } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { dailyFileOf, expectedOf, tradingDays } from '../support/measure-market.ts';
import fc from '../support/properties.ts';
import { screens } from '../support/random-screens.ts';
import { sized } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';
import { until } from '../support/until.ts';

const DAYS = tradingDays(7);
const [DAY, LAST] = [DAYS.at(-2) as string, DAYS.at(-1) as string];

const TEXTS = DAYS.map((day, place) => dailyFileOf(day, place));
const EXPECTED = expectedOf(TEXTS);
const rowsOf = (date: string, expected = EXPECTED) =>
  [...(expected.get(date) ?? [])].map(([ticker, row]) => ({ date, ticker, ...row }));

const FILES = TEXTS.map((text, place): DailyText => [fileName(DAYS[place] as string), text]);

const test = base.extend('sharedSettings', { scope: 'file' }, () => ({ published: FILES, measured: true }));

describe('GET /market/measures', () => {
  test('has all measures of the newest day, and its publication', async ({ sharedAlir }) => {
    const { status, headers, body } = await sharedAlir.get('/market/measures', {});
    expect(status).toBe(200);
    expect(body.data).toEqual(rowsOf(LAST));
    expect(Object.keys(body.data[0])).toEqual(['date', 'ticker', ...MEASURES.map(({ name }) => name)]);
    expect(headers.get('x-request-cost')).toBe('5');
    expect(headers.get('x-data-publication')).toBe('7');
    expect(headers.get('x-data-through')).toBe(LAST);
  });

  test('has the measures of a day in the order of the request', async ({ sharedAlir }) => {
    const query = { date: DAY, measures: 'change_1d, CLOSE,change_1d' };
    const { headers, body } = await sharedAlir.get('/market/measures', query);
    const expected = [...(EXPECTED.get(DAY) ?? [])].map(([ticker, { change_1d, close }]) => ({
      date: DAY,
      ticker,
      change_1d,
      close,
    }));
    expect(JSON.stringify(body.data)).toBe(JSON.stringify(expected));
    expect(headers.get('x-data-days')).toBe('1/1');
    const csv = await sharedAlir.raw(
      `/market/measures?${new URLSearchParams(query)}`,
      {},
      { accept: 'text/csv' },
    );
    const lines = expected.map((row) => Object.values(row).join(','));
    expect(await csv.text()).toBe(['date,ticker,change_1d,close', ...lines, ''].join('\r\n'));
  });

  test('has no rows for a day without measures', async ({ sharedAlir }) => {
    const asked = { date: '2025-01-04', measures: 'close' };
    const { headers, body } = await sharedAlir.get('/market/measures', asked);
    expect(body.data).toEqual([]);
    expect(headers.get('x-empty-reason')).toBe('no_trading_day');
    const csv = await sharedAlir.raw(
      `/market/measures?${new URLSearchParams(asked)}`,
      {},
      { accept: 'text/csv' },
    );
    expect(await csv.text()).toBe('date,ticker,close\r\n');
  });

  test('names an unknown measure', async ({ sharedAlir }) => {
    for (const [name, found] of [
      ['ticker', 'the'],
      ['__proto__', 'the'],
      ['', 'the'],
      ["close'; --", 'did you mean close? The'],
    ]) {
      const { status, body } = await sharedAlir.get('/market/measures', { measures: `close,${name}` });
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        {
          field: 'measures',
          message: `${JSON.stringify(name)} is not a measure: ${found} API reference lists all names`,
        },
      ]);
    }
  });
});

/** The rows of a stock, by day. */
const rowsOfStock = (ticker: string, days = DAYS, expected = EXPECTED) =>
  days.flatMap((date) => rowsOf(date, expected).filter((row) => row.ticker === ticker));

const RANGE = { from: DAYS[0] as string, to: LAST };

describe('GET /stocks/measures', () => {
  test('has all measures of a stock on the days of the range', async ({ sharedAlir }) => {
    for (const ticker of ['BBCA', 'GOTO', 'RARE']) {
      const { headers, body } = await sharedAlir.get('/stocks/measures', { ticker, ...RANGE });
      expect(body.data).toEqual(rowsOfStock(ticker));
      expect([headers.get('x-data-days'), headers.get('x-request-cost')]).toEqual(['7/7', '1']);
    }
    const query = { ticker: 'semi', from: DAYS[2] as string, to: DAY, measures: 'change_1d,close' };
    const { body } = await sharedAlir.get('/stocks/measures', query);
    const expected = rowsOfStock('SEMI', DAYS.slice(2, 6)).map((row: any) => {
      const { date, ticker, change_1d, close } = row;
      return { date, ticker, change_1d, close };
    });
    expect(JSON.stringify(body.data)).toBe(JSON.stringify(expected));
  });

  test('has no rows for an unknown stock, and costs a unit for each 31 days', async ({ sharedAlir }) => {
    const query = { ticker: 'NONE', from: '2025-01-01', to: '2025-02-28', measures: 'close' };
    const { headers, body } = await sharedAlir.get('/stocks/measures', query);
    expect(body.data).toEqual([]);
    expect([headers.get('x-request-cost'), headers.get('x-empty-reason')]).toEqual(['2', 'unknown_ticker']);
  });
});

test('a damaged or missing file of a month is rebuilt, and its rows are read from the lake meanwhile', async ({
  alir,
}) => {
  const { folders, manifest, ingest } = alir.stores;
  const days = DAYS.slice(0, 2);
  await alir.publish(FILES.slice(0, 2));
  await alir.measure();
  const [file_name = '', ...others] = await readdir(folders.measure_months);
  expect([file_name.slice(0, 7), others]).toEqual(['2025-01', []]);
  const path = join(folders.measure_months, file_name);
  const bytes = await readFile(path);
  const tickers = days.flatMap((day) => rowsOf(day).map(({ ticker }) => ticker)).toSorted();
  const damages = [() => flip(path, -1), () => flip(path, 9), () => flip(path, 0), () => rm(path)];
  for (const [place, damage] of damages.entries()) {
    // The rows of a stock that were read are in memory.
    const ticker = [...new Set(tickers)].at(-1 - place) as string;
    await damage();
    const { body } = await alir.get('/stocks/measures', { ticker, ...RANGE });
    expect(body.data).toEqual(rowsOfStock(ticker, days));
    await until('the file is rebuilt', async () => {
      const isRebuilt = (await manifest.servingDamages()).every(({ rebuilt_at }) => rebuilt_at !== null);
      return isRebuilt && (await readFile(path).catch(() => Buffer.of())).equals(bytes);
    });
  }
  const lock = { patience_ms: 0, onWait: () => {}, onDay: () => {} };
  const verified = await verify(ingest, lock);
  expect([verified.faults, verified.rebuilt_months]).toEqual([[], []]);
  await flip(path, -1);
  expect((await verify(ingest, lock)).rebuilt_months).toEqual(['2025-01']);
  // Other rows with right checksums.
  await writeFile(path, measureMonthBytes(file_name, new Map()));
  expect((await verify(ingest, lock)).faults).toMatchObject([{ file: path }]);
});

/** Stocks that rose, but not those with the most value. */
const SCREEN = {
  where: {
    and: [
      { measure: 'close', gt: { measure: 'close', days_before: 1 } },
      { not: { measure: 'value', top: 1 } },
    ],
  },
  sort: { measure: 'change_1d', direction: 'asc' },
  sql: true,
};

function screened(date: string, expected = EXPECTED) {
  const closes = new Map(
    rowsOf(DAYS[DAYS.indexOf(date) - 1] as string, expected).map((row) => [row.ticker, row]),
  );
  const rows: any[] = rowsOf(date, expected);
  const highest = Math.max(...rows.map(({ value }) => value));
  return rows
    .filter(({ ticker, close, value }) => close > (closes.get(ticker) as any)?.close && value < highest)
    .toSorted((a, b) => a.change_1d - b.change_1d)
    .map(({ ticker, close, value, change_1d }) => ({ date, ticker, close, value, change_1d }));
}

async function sqlSession(places: Pick<Places, 'lake' | 'linked'>): Promise<AnalystSession> {
  const session = await AnalystSession.open({ ...places, reference: REFERENCE }, LIMITS);
  afterThisTest(() => session.close());
  return session;
}

/** The rows of the SQL in `alir sql`. */
async function sqlRows(session: AnalystSession, sql: string) {
  return (await answersOf(session, sql)).map(({ date, ticker, ...row }) => ({
    date,
    ticker,
    ...Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, cell === null ? null : Number(cell)]),
    ),
  }));
}

describe('POST /stocks/measures/batch', () => {
  const sent = { tickers: ['BBCA', 'rare', 'NONE', 'BBCA'], from: DAYS[0], to: LAST };

  test('has the rows of each stock once, and costs a unit for each', async ({ sharedAlir }) => {
    const { headers, body } = await sharedAlir.post('/stocks/measures/batch', sent);
    expect(body.data).toEqual({ BBCA: rowsOfStock('BBCA'), RARE: rowsOfStock('RARE'), NONE: [] });
    expect([headers.get('x-request-cost'), headers.get('x-data-days')]).toEqual(['3', '7/7']);
    const dry = await sharedAlir.post('/stocks/measures/batch', { ...sent, dry_run: true });
    expect(dry.body).toMatchObject({ data: {}, dry_run: { units: 3 } });
    expect(dry.headers.get('x-request-cost')).toBe('0');
  });

  test('has the measures of the request, as rows too', async ({ sharedAlir }) => {
    const asked = { ...sent, measures: ['change_1d', 'close', 'change_1d'] };
    const init = { method: 'POST', body: JSON.stringify(asked) };
    const headers = { 'content-type': 'application/json', accept: 'text/csv' };
    const text = await (await sharedAlir.raw('/stocks/measures/batch', init, headers)).text();
    const lines = ['BBCA', 'RARE'].flatMap((ticker) =>
      rowsOfStock(ticker).map(({ date, change_1d, close }: any) =>
        [ticker, date, change_1d ?? '', close].join(),
      ),
    );
    expect(text).toBe(['ticker,date,change_1d,close', ...lines, ''].join('\r\n'));
  });

  test('is a table for agents, also if the first stock has no rows', async ({ sharedAlir }) => {
    const params = {
      name: 'get_stock_measures_batch',
      arguments: { ...sent, tickers: ['NONE', 'RARE'], measures: ['close'] },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await sharedAlir.request('/mcp', { method: 'POST', body, headers });
    const rows = rowsOfStock('RARE').map(({ date, close }: any) => `RARE,${date},${close}`);
    const table = ['ticker,date,close', ...rows, '(no rows for NONE in the published data)'].join('\n');
    expect(answer.body.result.content[0].text).toContain(table);
  });

  test('is refused for more than 31 days', async ({ sharedAlir }) => {
    const { status, body } = await sharedAlir.post('/stocks/measures/batch', { ...sent, to: '2025-02-02' });
    expect([status, body.errors.map(({ field }: any) => field)]).toEqual([400, ['to']]);
  });
});

const LONG = 'x'.repeat(10_000);
const DEEP = `${'{"not":'.repeat(5000)}5${'}'.repeat(5000)}`;

describe('POST /market/screen', () => {
  test('has the stocks of a day, and SQL that returns them in alir sql', async ({ sharedAlir }) => {
    const session = await sqlSession(sharedAlir.stores.folders);
    for (const date of DAYS.slice(1)) {
      const { headers, body } = await sharedAlir.post('/market/screen', { ...SCREEN, date });
      const { sql, ...answer } = body.data;
      expect(answer).toEqual({ date, rows: screened(date) });
      expect(await sqlRows(session, sql)).toEqual(screened(date));
      expect([headers.get('x-request-cost'), headers.get('x-data-days')]).toEqual(['5', '1/1']);
    }
  });

  test('has SQL that returns the same rows in alir sql for random screens', async ({ sharedAlir }) => {
    const session = await sqlSession(sharedAlir.stores.folders);
    let selected = 0;
    for (const screen of fc.sample(screens, sized(12, 300))) {
      const { body } = await sharedAlir.post('/market/screen', { ...screen, adjust: 'none', sql: true });
      const { sql, rows } = body.data;
      expect(await sqlRows(session, sql), sql).toEqual(rows);
      selected += Number(rows.length > 0);
    }
    expect(selected).toBeGreaterThan(2);
  });

  test('shows its cost for free, and refuses what is not a screen', async ({ sharedAlir }) => {
    const dry = await sharedAlir.post('/market/screen', { ...SCREEN, dry_run: true });
    expect(dry.body).toMatchObject({ data: { date: null, rows: [] }, dry_run: { units: 5 } });
    expect(dry.headers.get('x-request-cost')).toBe('0');
  });

  test('answers 400 that names the place of what is wrong', async ({ sharedAlir }) => {
    const wrong: [fields: string, place: string][] = [
      [`"where":{"or":[${Array(10_000).fill('{}')}]}`, 'where'],
      [`"where":${DEEP}`, 'where.not.not.not.not.not.not.not.not'],
      ['"where":{"measure":"close; DROP TABLE measures","gt":1}', 'where.measure'],
      ['"where":{"measure":"ticker","gt":1}', 'where.measure'],
      ['"where":{"measure":"toString","gt":1}', 'where.measure'],
      ['"where":{"measure":"ｃｌｏｓｅ","gt":1}', 'where.measure'],
      ['"where":{"measure":"close\\u200b","gt":1}', 'where.measure'],
      [`"where":{"measure":"${LONG}","gt":1}`, 'where.measure'],
      [`"where":{"${LONG}":1,"measure":"close","gt":1}`, `where.${LONG.slice(0, 64)}`],
      ['"where":{"measure":["close"],"gt":1}', 'where.measure'],
      ['"where":{"measure":"close","gt":"1"}', 'where.gt'],
      ['"where":{"measure":"close","gt":"1; DROP TABLE measures"}', 'where.gt'],
      ['"where":{"measure":"close","gt":"NaN"}', 'where.gt'],
      ['"where":{"measure":"close","gt":true}', 'where.gt'],
      ['"where":{"measure":"close","gt":1e400}', 'where.gt'],
      ['"where":{"measure":"close","between":[-1e400,1]}', 'where.between[0]'],
      ['"where":{"measure":"close","gt":{"measure":"close","days_before":1e400}}', 'where.gt.days_before'],
      ['"where":{"measure":"close","gt":{"measure":"close","days_before":-0.5}}', 'where.gt.days_before'],
      ['"where":{"measure":"close","gt":1,"constructor":{}}', 'where.constructor'],
      ['"where":{"measure":"close","gt":NaN}', 'body'],
      ['"where":{"measure":"close","gt":Infinity}', 'body'],
      ['"where":{"measure":"close","gt":1,"__proto__":{"top":1}}', 'body'],
      ['"where":{"measure":"close","gt":{"constructor":{"prototype":{}}}}', 'body'],
      ['"where":{"measure":"close","gt":1,"gt":2}', 'gt'],
      ['"where":[]', 'where'],
      ['"sort":{"measure":"close DESC; --"}', 'sort.measure'],
      ['"sort":{"measure":"close","direction":"desc; --"}', 'sort.direction'],
      ['"limit":1e400', 'limit'],
      ['"limit":"5 OFFSET 1"', 'limit'],
      ['"limit":-0', 'limit'],
      ['"limit":"5"', 'limit'],
      ['"where":{"measure":"close","top":"5"}', 'where.top'],
      ['"where":{"measure":"close","gt":1,"days_before":"5"}', 'where.days_before'],
      ['"sort":"close"', 'sort'],
      ['"date":"2025-01-02\' OR true"', 'date'],
      ['"date":"２０２５-01-02"', 'date'],
      ['"measures":["close","1 AS x"]', 'measures[1]'],
      ['"adjust":"splits; --"', 'adjust'],
    ];
    const found: [string, string][] = [];
    for (const [fields] of wrong) {
      const init = { method: 'POST', body: `{${fields}}`, headers: { 'content-type': 'application/json' } };
      const { status, body } = await sharedAlir.request('/market/screen', init);
      const places = body.errors?.map(({ field }: { field: string }) => field).join();
      found.push([fields, `${status} ${places ?? body.error}`]);
    }
    expect(found).toEqual(wrong.map(([fields, place]) => [fields, `400 ${place}`]));
    const ofBytes = async (bytes: number) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', body: '{"top":1}'.padEnd(bytes), headers };
      const { status, body } = await sharedAlir.request('/market/screen', init);
      return [status, body.error];
    };
    expect(await ofBytes(64 * 1024)).toEqual([400, expect.stringContaining('top')]);
    expect(await ofBytes(64 * 1024 + 1)).toEqual([
      413,
      'The request body is too large: it can have at most 64 KiB. Send less in it, or several requests.',
    ]);
  });
});

test('known_at has the measures in force then, until they are deleted', async ({ alir }) => {
  await alir.publish(FILES);
  const published = alir.clock.time.toISOString();
  const later = (minutes: number) => alir.clock.pass(minutes * 60_000);
  const measured = later(1);
  await alir.measure();
  later(1);
  const corrected = dailyFileOf(DAY, 5, 'corrected');
  await alir.ingest(fileName(DAY), corrected);
  const waiting = later(1);
  const now = later(1);
  await alir.measure();
  const asked = async (known_at: string) => {
    const { status, headers, body } = await alir.get('/market/measures', { known_at });
    return [status, headers.get('x-data-publication'), status === 200 ? body.data : body.code];
  };
  const sqlAt = async (known_at: string, expected: typeof EXPECTED) => {
    const { body } = await alir.post('/market/screen', { ...SCREEN, known_at });
    expect(body.data.rows).toEqual(screened(LAST, expected));
    const session = await sqlSession(await linkedLake(alir.stores, known_at));
    expect(await sqlRows(session, body.data.sql)).toEqual(body.data.rows);
  };
  const all = TEXTS.map((text, place) => (place === 5 ? corrected : text));
  expect(await asked(published)).toEqual([200, '0', []]);
  expect(await asked(measured)).toEqual([200, '7', rowsOf(LAST)]);
  expect(await asked(waiting)).toEqual([200, '7', rowsOf(LAST)]);
  expect(await asked(now)).toEqual([200, '8', rowsOf(LAST, expectedOf(all))]);
  const stockAt = async (known_at: string, expected: typeof EXPECTED) => {
    const { body } = await alir.get('/stocks/measures', { ticker: 'BBCA', ...RANGE, known_at });
    expect(body.data).toEqual(rowsOfStock('BBCA', DAYS, expected));
  };
  await stockAt(waiting, EXPECTED);
  await stockAt(now, expectedOf(all));
  await sqlAt(waiting, EXPECTED);
  await sqlAt(now, expectedOf(all));
  later(60 * 24 * 40);
  alir.clock.elapsed_ms += 60_000;
  await vacuumLake(alir.stores.ingest, 30, { patience_ms: 0 });
  expect(await asked(waiting)).toEqual([410, null, 'version_not_kept']);
  expect((await asked(now))[0]).toBe(200);
});
