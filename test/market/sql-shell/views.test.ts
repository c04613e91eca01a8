import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { sql } from '../../../src/core/package-files.ts';
import { examples } from '../../../src/market/sql-shell/examples.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { afterThisFile, afterThisTest, folderOfThisFile } from '../../support/alir.ts';
import { LIMITS, REFERENCE, rowsOf, sessionOver } from '../../support/analyst.ts';
import { wholeDay } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { expectPublishedAccumulation } from '../../support/published-accumulation.ts';
import { fileName, SMALL_DAYS, smallMarketFiles } from '../../support/small-market.ts';

/** Of each example in the reviewed file: enough for the order, the ties and the empty cells. */
const MAX_ROWS = 25;

const test = base.extend('sharedSettings', { scope: 'file' }, () => ({ published: smallMarketFiles() }));

let session: AnalystSession;
let answers: string;
test.beforeAll(async ({ sharedAlir }) => {
  answers = await folderOfThisFile();
  const places = { lake: sharedAlir.stores.folders.lake, reference: REFERENCE, answers };
  session = await AnalystSession.open(places, LIMITS);
  afterThisFile(() => session.close());
});

test('the published query of the accumulation gives what the API answers', async ({ sharedAlir }) => {
  const [from = '', to = ''] = [SMALL_DAYS[0], SMALL_DAYS.at(-1)];
  const tickers = await rowsOf(session, 'SELECT DISTINCT ticker FROM trades ORDER BY ticker LIMIT 3');
  expect(tickers).toHaveLength(3);
  for (const { ticker } of tickers) {
    for (const [market, investor] of [
      ['RG', 'all'],
      ['ALL', 'f'],
    ] as const) {
      const asked = { ticker: String(ticker), from, to, market, investor };
      await expectPublishedAccumulation(sharedAlir, session, asked);
    }
  }
});

test('each example has the rows that were reviewed', async () => {
  const answers: string[] = [];
  for (const { name, sql } of examples()) {
    const query = sql
      .replaceAll(/'(2025-12-01|2026-01-05)'/g, "'2025-12-30'")
      .replaceAll('2026-01-30', '2026-01-05')
      .replace('count(*) >= 5', 'count(*) >= 2');
    const rows = await rowsOf(session, query);
    const lines = rows.map((row) => Object.values(row).join(' '));
    answers.push(
      `${name}: ${rows.length} rows`,
      Object.keys(rows[0] ?? {}).join(' '),
      ...lines.slice(0, MAX_ROWS),
      '',
    );
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('example-rows.txt');
});

describe('broker_summary', () => {
  const SUMS = `sum(buy_freq) AS buys, sum(buy_volume) AS bought, sum(buy_value) AS buy_value,
    sum(sell_freq) AS sells, sum(sell_volume) AS sold, sum(sell_value) AS sell_value`;

  test('counts each trade once without a filter, in one row for each day, ticker, market and broker', async () => {
    const expected = await rowsOf(
      session,
      `SELECT count(*) AS buys, sum(volume) AS bought, sum(value) AS buy_value,
         buys AS sells, bought AS sold, buy_value AS sell_value
       FROM trades WHERE market IN ('RG', 'NG')`,
    );
    expect(await rowsOf(session, `SELECT ${SUMS} FROM broker_summary`)).toEqual(expected);
    const byDay = 'SELECT trade_date, ticker, market, sum(buy_value) AS v, sum(sell_value) AS w';
    expect(await rowsOf(session, `${byDay} FROM broker_summary GROUP BY ALL ORDER BY ALL`)).toEqual(
      await rowsOf(
        session,
        `SELECT trade_date, ticker, market, sum(value) AS v, sum(value) AS w FROM trades
         WHERE market IN ('RG', 'NG') GROUP BY ALL ORDER BY ALL`,
      ),
    );
    const keys = 'trade_date, ticker, market, broker';
    const repeated = `SELECT ${keys} FROM broker_summary GROUP BY ${keys} HAVING count(*) > 1`;
    expect(await rowsOf(session, repeated)).toEqual([]);
  });

  test('with d or f has the trades whose client is of this type', async () => {
    for (const investors of ['d', 'f']) {
      const [sums] = await rowsOf(session, `SELECT ${SUMS} FROM broker_summary('${investors}')`);
      const [expected] = await rowsOf(
        session,
        `SELECT count(*) AS buys, sum(volume) AS bought, sum(value) AS buy_value
         FROM trades WHERE market IN ('RG', 'NG') AND buyer_investor = '${investors}'`,
      );
      expect(sums).toMatchObject(expected ?? {});
    }
  });

  test('refuses another type, and a condition on the investor', async () => {
    for (const investors of ["'F'", "'foreign'", 'NULL']) {
      const query = `FROM broker_summary(${investors})`;
      await expect(rowsOf(session, query)).rejects.toThrow("must be 'all', 'd' or 'f'");
    }
    for (const investor of ['all', 'f']) {
      const query = `FROM broker_summary WHERE investor = '${investor}'`;
      await expect(rowsOf(session, query)).rejects.toThrow("use broker_summary('d') or broker_summary('f')");
    }
  });
});

test('percent_of rounds half away from zero', async () => {
  const [row] = await rowsOf(
    session,
    'SELECT percent_of(1, 3) AS a, percent_of(1, 20000) AS b, percent_of(-1, 20000) AS c, percent_of(-5, 0) AS d, percent_of(0, 7) AS e',
  );
  expect(row).toEqual({ a: '33.33', b: '0.01', c: '-0.01', d: '0.00', e: '0.00' });
});

test('the cash market is in the tables of the lake, and never in the sums of ALL', async () => {
  const marketsOf = async (view: string) =>
    (await rowsOf(session, `SELECT DISTINCT market FROM ${view} ORDER BY market`)).map((row) => row.market);
  for (const view of ['trades', 'broker_day', 'ticker_day'])
    expect(await marketsOf(view), view).toEqual(['NG', 'RG', 'TN']);
  for (const view of ['broker_summary', 'foreign_flow'])
    expect(await marketsOf(view), view).toEqual(['NG', 'RG']);
});

test('prices has the first, highest, lowest and last price of the regular market, and its totals', async () => {
  const expected = await rowsOf(
    session,
    `SELECT
       trade_date, ticker, arg_min(price, trade_no) AS open, max(price) AS high, min(price) AS low,
       arg_max(price, trade_no) AS close, sum(volume) AS volume, sum(value) AS value
     FROM trades WHERE market = 'RG' GROUP BY ALL ORDER BY ALL`,
  );
  expect(expected.length).toBeGreaterThan(20);
  expect(await rowsOf(session, 'FROM prices ORDER BY ALL')).toEqual(expected);
});

describe('calendar', () => {
  test('begins and ends with the years of the holidays, or with the published days', async ({
    sharedAlir: alir,
    folder,
  }) => {
    const ends: Record<string, unknown> = {};
    for (const holiday of ['2025-03-31', '2026-01-01']) {
      const reference = join(folder, holiday);
      await cp(REFERENCE, reference, { recursive: true });
      await writeFile(join(reference, 'holidays.csv'), `date,name,basis\n${holiday},A holiday,x\n`);
      const places = { lake: alir.stores.folders.lake, reference };
      const own = await AnalystSession.open(places, LIMITS);
      afterThisTest(() => own.close());
      const bounds = 'SELECT min(trade_date) AS first, max(trade_date) AS last FROM calendar';
      ends[holiday] = (await rowsOf(own, bounds))[0];
    }
    expect(ends).toEqual({
      '2025-03-31': { first: '2025-01-01', last: SMALL_DAYS.at(-1) },
      '2026-01-01': { first: SMALL_DAYS[0], last: '2026-12-31' },
    });
  });

  test('has the trading days of the service and the published days', async ({ sharedAlir: alir }) => {
    const rows = await rowsOf(session, 'FROM calendar ORDER BY trade_date');
    expect(rows.length).toBe(730);
    const trading = rows.filter((row) => row.is_trading_day === 'true').map((row) => row.trade_date);
    expect(trading).toEqual(alir.stores.calendar.tradingDays('2025-01-01', '2026-12-31'));
    const published = rows.filter((row) => row.is_published === 'true').map((row) => row.trade_date);
    expect(published).toEqual([...SMALL_DAYS]);
    expect(rows.find((row) => row.trade_date === '2025-12-25')).toEqual({
      trade_date: '2025-12-25',
      is_trading_day: 'false',
      holiday: 'Kelahiran Yesus Kristus',
      is_published: 'false',
    });
  });
});

test('brokers has every broker of the reference file as text', async () => {
  const [count] = await rowsOf(session, 'SELECT count(*) AS n, count(DISTINCT broker) AS codes FROM brokers');
  expect(count).toEqual({ n: '94', codes: '94' });
  expect(await rowsOf(session, `FROM brokers WHERE broker IN ('AG', 'AD') ORDER BY broker`)).toEqual([
    { broker: 'AD', name: 'Sukadana Prima Sekuritas', has_foreign_parent: 'false' },
    { broker: 'AG', name: 'Kiwoom Sekuritas Indonesia', has_foreign_parent: 'true' },
  ]);
});

describe('a lake without days', () => {
  const VIEWS = ['trades', 'broker_day', 'ticker_day', 'prices', 'broker_summary', 'foreign_flow'];
  const columnsOf = async (of: AnalystSession) => {
    const columns: unknown[] = [];
    for (const view of VIEWS) columns.push((await of.ask(`FROM ${view} LIMIT 0`, 'text')).columns);
    return columns;
  };

  test('has the same views without rows, with the same columns and types', async () => {
    const empty = await sessionOver('/nowhere/lake');
    expect(await empty.hasDays()).toBe(false);
    for (const view of VIEWS) expect(await rowsOf(empty, `FROM ${view}`)).toEqual([]);
    expect(await rowsOf(empty, 'FROM calendar WHERE is_published')).toEqual([]);
    expect(await columnsOf(empty)).toEqual(await columnsOf(session));
  });

  test('shows the first day once published, also of a year without holidays', async ({ alir }) => {
    const watcher = await sessionOver(alir.stores.folders.lake);
    const question = 'SELECT DISTINCT trade_date FROM broker_day JOIN trades USING (trade_date)';
    expect(await rowsOf(watcher, question)).toEqual([]);
    const day = '2027-01-04';
    await alir.ingest(fileName(day), wholeDay(day));
    expect(await rowsOf(watcher, question)).toEqual([{ trade_date: day }]);
    const rows = await rowsOf(watcher, "FROM calendar WHERE trade_date > '2026-12-30' ORDER BY trade_date");
    expect(rows.map((row) => Object.values(row).join())).toEqual([
      '2026-12-31,false,Libur Bursa,false',
      '2027-01-01,true,,false',
      '2027-01-02,false,,false',
      '2027-01-03,false,,false',
      '2027-01-04,true,,true',
    ]);
  });
});

test.for(['trades', 'broker_day', 'ticker_day'] as const)(
  'an export of %s has the rows of both dates and the days between, of one ticker if it is given',
  async (table) => {
    const [from, to] = ['2026-01-02', '2026-01-05'];
    for (const ticker of [undefined, 'BBCA']) {
      const range = `trade_date BETWEEN '${from}' AND '${to}' AND ticker = coalesce(${ticker ? `'${ticker}'` : 'NULL'}, ticker)`;
      const expected = await rowsOf(
        session,
        `SELECT trade_date, ticker FROM ${table} WHERE ${range} ORDER BY ALL`,
      );
      const file = join(answers, `${table}.csv`);
      const rows = await session.export({ table, from, to, ...(ticker && { ticker }) }, file, 'csv');
      const [header = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const places = ['trade_date', 'ticker'].map((name) => header.split(',').indexOf(name));
      expect(rows).toBe(expected.length);
      expect(lines.map((line) => places.map((place) => line.split(',')[place]))).toEqual(
        expected.map((row) => [row.trade_date, row.ticker]),
      );
      expect(new Set(expected.map((row) => row.trade_date))).toEqual(new Set([from, to]));
    }
  },
);

test('a query for some days reads only their files', async () => {
  const plan = await rowsOf(
    session,
    `EXPLAIN SELECT sum(net_value) FROM broker_summary
     WHERE trade_date BETWEEN '2026-01-02' AND '2026-01-05'`,
  );
  expect(plan[0]?.explain_value).toMatch('Scanning Files: 2/');
});

test('.views explains every column whose unit is not obvious', async () => {
  const unexplained = await rowsOf(
    session,
    `SELECT table_name, column_name FROM duckdb_columns()
     WHERE NOT internal AND comment IS NULL AND regexp_matches(column_name, 'value|volume|freq|price|foreign|investor')`,
  );
  expect(unexplained).toEqual([]);
});

test('an adjusted percentile is missing while one of its values is', () => {
  const percentiles = sql('analyst/views').matchAll(/from_age\(rows_since_(\w+), (\d+), (\w+)\) AS (\w+)/g);
  const aged = Array.from(percentiles, ([, measure, rows, ...names]) => ({
    measure,
    rows: Number(rows),
    names,
  }));
  expect(aged).toHaveLength(12);
  for (const { measure, rows, names } of aged) {
    const name = `${measure}_p${rows - 1}`;
    expect(names).toEqual([name, name]);
  }
});
