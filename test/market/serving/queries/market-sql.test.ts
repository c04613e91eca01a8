import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../src/core/package-files.ts';
import { Duck, type DuckConnection } from '../../../../src/market/lake/duckdb.ts';
import { afterThisFile, folderOfThisFile } from '../../../support/alir.ts';

/** In the place of the files that the queries read, a table of each kind. */
const MACROS = ['broker_rows', 'broker_sums', 'ticker_rows'].map(
  (name) => `CREATE MACRO ${name}(files) AS TABLE FROM stored_${name}`,
);
const DAYS = { from: '2026-01-19', to: '2026-01-21' };
const [BEFORE, FIRST, SECOND, LAST, AFTER] = [18, 19, 20, 21, 22].map((day) => `2026-01-${day}`);

let connection: DuckConnection;
let folder: string;

/** Makes a table of rows; each column has the type of its first value. */
async function store(name: string, columns: readonly string[], rows: readonly (string | number | null)[][]) {
  const cell = (value: string | number | null) =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? `${value}`
        : /^\d{4}-/.test(value)
          ? `DATE '${value}'`
          : `'${value}'`;
  const values = rows.map((row) => `(${row.map(cell).join()})`).join();
  await connection.run(
    `CREATE OR REPLACE TABLE stored_${name} AS FROM (VALUES ${values}) AS t(${columns.join()})`,
  );
}

async function ask(question: string, parameters: Record<string, unknown>): Promise<string[]> {
  const rows = await connection.rows(sql(`market/${question}`), { files: ['x'], ...parameters } as never);
  return rows.map((row) => Object.values(row).join(' '));
}

beforeAll(async () => {
  folder = await folderOfThisFile();
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
  afterThisFile(async () => duck.close());
  connection = await duck.connect();
  for (const macro of MACROS) {
    await store(macro.split(/[ (]/)[2] ?? '', ['x'], [[1]]);
    await connection.run(macro);
  }
});

describe('the rows of brokers', () => {
  const SUMS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'];
  /** Each sum of a row is a multiple of another power of ten, so that no two are confused. */
  const sums = (lots: number, value = lots) => [lots, 10 * lots, 100 * lots, 1000 * lots, value, 7 * lots];

  beforeAll(async () => {
    const rows = [
      [BEFORE, 'BBCA', 'RG', 'd', 'AK', ...sums(5000)],
      [FIRST, 'BBCA', 'RG', 'd', 'ZZ', ...sums(1, 9)],
      [FIRST, 'BBCA', 'RG', 'd', 'AK', ...sums(2, 4)],
      [LAST, 'BBCA', 'RG', 'f', 'AK', ...sums(3, 5)],
      [LAST, 'BBCA', 'NG', 'f', 'AK', ...sums(4, 3)],
      [LAST, 'GOTO', 'RG', 'd', 'AK', ...sums(1, 12)],
      [LAST, 'ASII', 'RG', 'd', 'AK', ...sums(1, 12)],
      [AFTER, 'BBCA', 'RG', 'd', 'AK', ...sums(5000)],
    ] as (string | number)[][];
    const keys = ['trade_date', 'ticker', 'market', 'investor', 'broker'];
    await store('broker_rows', [...keys, ...SUMS], rows);
    await store(
      'broker_sums',
      [...keys.filter((key) => key !== 'ticker'), ...SUMS],
      rows.map((row) => row.toSpliced(1, 1)),
    );
  });

  test('of all stocks are ranked by the value of their buys, equal ones by code', async () => {
    const all = { ...DAYS, market: 'ALL', investor: 'all' };
    expect(await ask('broker_ranking', all)).toEqual(['AK 11 110 1100 11000 36 77', 'ZZ 1 10 100 1000 9 7']);
    expect(await ask('broker_ranking', { ...all, market: 'NG' })).toEqual(['AK 4 40 400 4000 3 28']);
    expect(await ask('broker_ranking', { ...all, market: 'RG', investor: 'f' })).toEqual([
      'AK 3 30 300 3000 5 21',
    ]);
    const first = { ...all, to: FIRST, investor: 'd' };
    expect((await ask('broker_ranking', first)).map((row) => row.slice(0, 2))).toEqual(['ZZ', 'AK']);
    await connection.run("UPDATE stored_broker_sums SET buy_value = 4 WHERE broker = 'ZZ'");
    expect((await ask('broker_ranking', first)).map((row) => row.slice(0, 2))).toEqual(['AK', 'ZZ']);
  });

  test('of one broker are its stocks, by the value of its buys, equal ones by ticker', async () => {
    const all = { ...DAYS, market: 'ALL', investor: 'all', broker: 'AK' };
    expect(await ask('broker_stocks', all)).toEqual([
      'ASII 1 10 100 1000 12 7',
      'BBCA 9 90 900 9000 12 63',
      'GOTO 1 10 100 1000 12 7',
    ]);
    expect(await ask('broker_stocks', { ...all, investor: 'f', market: 'RG' })).toEqual([
      'BBCA 3 30 300 3000 5 21',
    ]);
    expect((await ask('broker_stocks', { ...all, market: 'RG' })).map((row) => row.slice(0, 4))).toEqual([
      'ASII',
      'GOTO',
      'BBCA',
    ]);
  });

  test('of one broker in one stock are its days', async () => {
    const all = { ...DAYS, market: 'ALL', investor: 'all', broker: 'AK', ticker: 'BBCA' };
    expect(await ask('broker_position', all)).toEqual([`${FIRST} 200 2000 4 14`, `${LAST} 700 7000 8 49`]);
    expect(await ask('broker_position', { ...all, investor: 'f', market: 'NG' })).toEqual([
      `${LAST} 400 4000 3 28`,
    ]);
    expect(await ask('broker_position', { ...all, investor: 'd' })).toEqual([`${FIRST} 200 2000 4 14`]);
  });

  test('of some stocks are summed by broker, or by broker and day', async () => {
    const some = { ...DAYS, tickers: ['ASII', 'BBCA'], markets: ['RG'], investors: ['d', 'f'] };
    expect(await ask('broker_totals', some)).toEqual([
      'ASII AK 1 10 100 1000 12 7',
      'BBCA AK 5 50 500 5000 9 35',
      'BBCA ZZ 1 10 100 1000 9 7',
    ]);
    expect(await ask('broker_totals', { ...some, markets: ['RG', 'NG'], investors: ['f'] })).toEqual([
      'BBCA AK 7 70 700 7000 8 49',
    ]);
    const [first, last] = [20472, 20474];
    expect(await ask('broker_days', some)).toEqual([
      `ASII AK ${last} 1 10 100 1000 12 7`,
      `BBCA AK ${first} 2 20 200 2000 4 14`,
      `BBCA AK ${last} 3 30 300 3000 5 21`,
      `BBCA ZZ ${first} 1 10 100 1000 9 7`,
    ]);
    expect(await ask('broker_days', { ...some, markets: ['NG'], investors: ['d'] })).toEqual([]);
  });
});

test('pairs of brokers are those of the stock and its market, by value, then by buyer and seller', async () => {
  const trade = (
    day: string | undefined,
    ticker: string,
    market: string,
    buyer: string,
    seller: string,
    value: number,
  ) => [day ?? '', ticker, market, buyer, seller, value / 10, value];
  await store(
    'trades',
    ['trade_date', 'ticker', 'market', 'buyer', 'seller', 'volume', 'value'],
    [
      trade(BEFORE, 'BBCA', 'RG', 'AK', 'ZZ', 9000),
      trade(FIRST, 'BBCA', 'RG', 'ZZ', 'AK', 20),
      trade(LAST, 'BBCA', 'RG', 'ZZ', 'AK', 30),
      trade(LAST, 'BBCA', 'RG', 'AK', 'ZZ', 50),
      trade(LAST, 'BBCA', 'RG', 'AK', 'BB', 50),
      trade(LAST, 'BBCA', 'NG', 'AK', 'BB', 30),
      trade(LAST, 'BBCA', 'TN', 'AK', 'BB', 9000),
      trade(LAST, 'GOTO', 'RG', 'AK', 'BB', 9000),
      trade(AFTER, 'BBCA', 'RG', 'AK', 'ZZ', 9000),
    ],
  );
  await connection.run(
    `COPY stored_trades TO '${folder}/trades' (FORMAT parquet, PARTITION_BY (trade_date))`,
  );
  const asked = { ...DAYS, files: [`${folder}/trades/*/*.parquet`], ticker: 'BBCA' };
  expect(await ask('counterparties', { ...asked, market: 'ALL' })).toEqual([
    'AK BB 2 8 80',
    'AK ZZ 1 5 50',
    'ZZ AK 2 5 50',
  ]);
  expect(await ask('counterparties', { ...asked, market: 'RG' })).toEqual([
    'AK BB 1 5 50',
    'AK ZZ 1 5 50',
    'ZZ AK 2 5 50',
  ]);
  expect(await ask('counterparties', { ...asked, market: 'NG' })).toEqual(['AK BB 1 3 30']);
});

describe('the rows of stocks', () => {
  const COLUMNS = [
    'trade_date',
    'ticker',
    'market',
    'open',
    'high',
    'low',
    'close',
    'volume',
    'value',
    'freq',
    'foreign_buy_value',
    'foreign_sell_value',
  ];
  const row = (
    day: string | undefined,
    ticker: string,
    market: string,
    value: number,
    buy: number,
    sell: number,
  ) => [day ?? '', ticker, market, 10, 13, 9, 12, value / 10, value, 3, buy, sell];

  beforeAll(() =>
    store('ticker_rows', COLUMNS, [
      row(BEFORE, 'OLDS', 'RG', 900, 500, 0),
      row(BEFORE, 'OLDS', 'ALL', 900, 500, 0),
      row(FIRST, 'BBCA', 'RG', 300, 50, 20),
      row(LAST, 'BBCA', 'RG', 200, 40, 10),
      row(LAST, 'BBCA', 'NG', 100, 0, 100),
      row(LAST, 'GOTO', 'RG', 100, 0, 60),
      row(LAST, 'ASII', 'RG', 400, 60, 0),
      row(LAST, 'TNTN', 'TN', 400, 60, 0),
      row(AFTER, 'BBCA', 'RG', 900, 0, 900),
      row(AFTER, 'BBCA', 'ALL', 900, 0, 900),
    ]),
  );

  test('are the prices of a stock, and the days of a market', async () => {
    const stock = { ...DAYS, market: 'RG', ticker: 'BBCA' };
    expect(await ask('ohlcv', stock)).toEqual([
      `${FIRST} 10 13 9 12 30 300 3 30`,
      `${LAST} 10 13 9 12 20 200 3 30`,
    ]);
    expect(await ask('ohlcv', { ...stock, market: 'NG' })).toEqual([`${LAST} 10 13 9 12 10 100 3 -100`]);
    expect(await ask('market_daily', { ...DAYS, market: 'RG' })).toEqual([
      `${FIRST} 1 30 300 3 50 20`,
      `${LAST} 3 70 700 9 100 70`,
    ]);
  });

  test('are ranked by each figure of the foreign flow, equal ones by ticker', async () => {
    // No trades on the second day: it is closed.
    const asked = { ...DAYS, market: 'RG', closed: '010', last: 2, limit: 9 };
    const ranked = async (order: string, more = {}) =>
      (await ask('foreign_flow_ranking', { ...asked, order, ...more }))
        .map((each) => each.slice(0, 4))
        .join(' ');
    expect(await ask('foreign_flow_ranking', { ...asked, order: 'net' })).toEqual([
      'ASII 60 0 60 1500 1',
      'BBCA 90 30 60 1200 2',
      'GOTO 0 60 -60 -6000 -1',
    ]);
    expect(await ranked('buy')).toBe('BBCA ASII GOTO');
    expect(await ranked('sell')).toBe('GOTO BBCA ASII');
    expect(await ranked('percent')).toBe('ASII BBCA GOTO');
    expect(await ranked('streak')).toBe('BBCA ASII GOTO');
    expect(await ranked('streak', { closed: '000' })).toBe('ASII BBCA GOTO');
    expect(await ranked('net', { limit: 2 })).toBe('ASII BBCA');
    expect(await ranked('net', { market: 'NG' })).toBe('BBCA');
  });

  test('say which stocks are known, with their first and last day', async () => {
    const known = async (tickers: string[]) => ask('known_tickers', { ...DAYS, tickers });
    expect([await known(['BBCA', 'XXXX']), await known(['BBCA'])]).toEqual([['BBCA'], ['BBCA']]);
    expect([await known(['TNTN']), await known(['OLDS']), await known(['BBCB', 'ASIA'])]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await ask('tickers', { from: BEFORE, to: AFTER })).toEqual([
      `BBCA ${AFTER} ${AFTER}`,
      `OLDS ${BEFORE} ${BEFORE}`,
    ]);
  });

  test('have a large gap from a fifth up or a sixth down, the newest first', async () => {
    const price = (day: string | undefined, ticker: string, open: number, close: number, market = 'RG') => [
      day ?? '',
      ticker,
      market,
      open,
      open,
      open,
      close,
      1,
      1,
      1,
      1,
      1,
    ];
    await store('ticker_rows', COLUMNS, [
      ...[
        price(BEFORE, 'AAAA', 1, 1),
        price(FIRST, 'AAAA', 90, 100),
        price(SECOND, 'AAAA', 120, 600),
        price(LAST, 'AAAA', 500, 600),
      ],
      ...[price(FIRST, 'BBBB', 90, 1000), price(SECOND, 'BBBB', 1199, 600), price(LAST, 'BBBB', 501, 600)],
      ...[
        price(FIRST, 'CCCC-W', 1, 1),
        price(LAST, 'CCCC-W', 9, 9),
        price(FIRST, 'DDDD', 1, 1, 'NG'),
        price(LAST, 'DDDD', 9, 9, 'NG'),
      ],
      ...[price(FIRST, 'EEEE', 10, 10), price(LAST, 'EEEE', 20, 10), price(AFTER, 'EEEE', 90, 10)],
    ]);
    expect(await ask('opening_gaps', DAYS)).toEqual([
      `AAAA ${LAST} ${SECOND} 500 600`,
      `EEEE ${LAST} ${FIRST} 20 10`,
      `AAAA ${SECOND} ${FIRST} 120 100`,
    ]);
  });
});

test('the views for other engines have the served markets, and the foreign part of them', async () => {
  const SUMS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'];
  const KEYS = ['trade_date', 'ticker', 'market'];
  await store(
    'broker_day',
    [...KEYS, 'broker', 'investor', ...SUMS],
    [
      [FIRST, 'BBCA', 'RG', 'AK', 'd', 1, 2, 30, 10, 500, 100],
      [FIRST, 'BBCA', 'RG', 'AK', 'f', 3, 4, 50, 70, 700, 900],
      [FIRST, 'BBCA', 'RG', 'ZZ', 'f', 0, 1, 0, 40, 0, 200],
      [FIRST, 'BBCA', 'NG', 'ZZ', 'd', 1, 0, 8, 0, 80, 0],
      [FIRST, 'BBCA', 'TN', 'ZZ', 'f', 9, 9, 9, 9, 9, 9],
    ].map(([day = '', ...rest]) => [day, ...rest.map((cell) => cell ?? '')]),
  );
  await store(
    'ticker_day',
    [...KEYS, 'open', 'high', 'low', 'close', 'volume', 'value'],
    ['RG', 'NG', 'TN'].map((market) => [FIRST ?? '', 'BBCA', market, 10, 13, 9, 12, 80, 960]),
  );
  const view = async (name: string) => {
    const rows = await connection.rows(sql(`catalog/${name}`).replaceAll('$schema.', 'stored_'));
    return rows.map(({ trade_date, ...row }) => Object.values(row).join(' ')).toSorted();
  };
  expect(await view('broker_summary')).toEqual([
    'BBCA NG ZZ 1 0 8 0 80 0 8 80',
    'BBCA RG AK 4 6 80 80 1200 1000 0 200',
    'BBCA RG ZZ 0 1 0 40 0 200 -40 -200',
  ]);
  expect(await view('foreign_flow')).toEqual(['BBCA NG 0 0 0 80', 'BBCA RG 700 1100 -400 1200']);
  expect(await view('prices')).toEqual(['BBCA 10 13 9 12 80 960']);
});

describe('the lines of a brief', () => {
  const NAMES = [
    'accumulation_5d',
    'negotiated_value_1d',
    'net_foreign_1d',
    'net_foreign_5d',
    'volume_ratio_20d',
  ];
  const COLUMNS = [
    ...['trade_date', 'ticker', 'value', 'negotiated_premium_1d', 'foreign_streak'],
    ...NAMES.flatMap((name) => [name, `${name}_p60`, `${name}_p250`]),
  ];
  const BILLION = 1_000_000_000;
  type Figures = Readonly<Record<string, number>>;
  /** The lines of a brief of the last day, from the stocks by their tickers. */
  async function lines(
    question: string,
    stocks: Readonly<Record<string, Figures>>,
    before: typeof stocks = {},
  ) {
    const rows = [
      // Types of the columns.
      [AFTER ?? '', 'LAST', ...COLUMNS.slice(2).map(() => 0)],
      ...[stocks, before].flatMap((of_day, n) =>
        Object.entries(of_day).map(([ticker, figures]) => {
          const known: Record<string, string | number | undefined> = { value: BILLION, ...figures, ticker };
          return COLUMNS.map((name) =>
            name === 'trade_date' ? ([LAST, SECOND][n] ?? '') : (known[name] ?? null),
          );
        }),
      ),
    ];
    await store('measure_rows', COLUMNS, rows);
    return ask(`brief/${question}`, { date: LAST, adjusted: '[]' });
  }

  beforeAll(async () => {
    await store('measure_rows', COLUMNS, [[AFTER ?? '', 'LAST', ...COLUMNS.slice(2).map(() => 0)]]);
    await connection.run('CREATE MACRO measure_rows(files, adjusted) AS TABLE FROM stored_measure_rows');
  });

  test('about accumulation have 6% or more, and an unusual percentile or none', async () => {
    const figures = (accumulation_5d: number, p60?: number, p250?: number, more = {}): Figures => ({
      accumulation_5d,
      ...(p60 === undefined ? {} : { accumulation_5d_p60: p60 }),
      ...(p250 === undefined ? {} : { accumulation_5d_p250: p250 }),
      ...more,
    });
    expect(
      await lines('accumulation', {
        NONE: figures(50),
        EDGE: figures(6, 95),
        LESS: figures(5.99, 99),
        LOW_: figures(7, 94.99),
        LONG: figures(8, 10, 95),
        SOLD: figures(-9, 5),
        FELL: figures(-9, 5.01),
        EQUA: figures(-8, 1),
        TINY: figures(9, 99, 99, { value: BILLION - 1 }),
      }),
    ).toEqual([
      'distributed SOLD -9 5 60',
      'distributed EQUA -8 1 60',
      'accumulated LONG 8 95 250',
      'accumulated EDGE 6 95 60',
      'accumulated NONE 50  ',
    ]);
  });

  test('about volumes have twice the usual one, and an unusual percentile or none', async () => {
    const figures = (volume_ratio_20d: number, volume_ratio_20d_p60: number, value = BILLION) => ({
      ...{ volume_ratio_20d, volume_ratio_20d_p60, value },
    });
    expect(
      await lines('volumes', {
        EDGE: figures(2, 95),
        MORE: figures(3, 96),
        ALSO: figures(3, 96),
        LESS: figures(1.99, 99),
        LOW_: figures(9, 94.99),
        TINY: figures(9, 99, BILLION - 1),
        NONE: { volume_ratio_20d: 9 },
        LONG: { ...figures(4, 1), volume_ratio_20d_p250: 97 },
      }),
    ).toEqual([
      'volume LONG 4 97 250',
      'volume ALSO 3 96 60',
      'volume MORE 3 96 60',
      'volume EDGE 2 95 60',
      'volume NONE 9  ',
    ]);
  });

  test('about negotiated trades have a billion or more, the largest first', async () => {
    const figures = (negotiated_value_1d: number) => ({ negotiated_value_1d, negotiated_premium_1d: -5 });
    expect(
      await lines('negotiated', {
        EDGE: figures(BILLION),
        LESS: figures(BILLION - 1),
        MORE: { ...figures(2 * BILLION), negotiated_value_1d_p60: 3, negotiated_value_1d_p250: 4, value: 1 },
        ALSO: figures(BILLION),
      }),
    ).toEqual([
      `negotiated MORE ${2 * BILLION} 4 250 -5`,
      `negotiated ALSO ${BILLION}   -5`,
      `negotiated EDGE ${BILLION}   -5`,
    ]);
  });

  test('about streaks begin with the fifth day, and end after five or more', async () => {
    const streak = (foreign_streak: number, more = {}) => ({
      foreign_streak,
      net_foreign_5d: 50,
      net_foreign_1d: 7,
      ...more,
    });
    expect(
      await lines(
        'streaks',
        {
          FIVE: streak(5, { net_foreign_5d_p60: 96 }),
          SOLD: streak(-5, { net_foreign_5d: -60 }),
          SIX_: streak(6),
          FOUR: streak(4),
          ENDE: streak(-1, { net_foreign_1d: -7, net_foreign_1d_p60: 1, net_foreign_1d_p250: 2 }),
          LONG: streak(0),
          SHOR: streak(-1),
          TINY: streak(5, { value: BILLION - 1 }),
        },
        {
          FIVE: streak(4),
          SIX_: streak(5),
          ENDE: streak(5),
          LONG: streak(-9),
          SHOR: streak(4),
          TINY: streak(-9),
        },
      ),
    ).toEqual([
      'streak_began SOLD -60   -5',
      'streak_began FIVE 50 96 60 5',
      'streak_ended LONG 7   -9',
      'streak_ended ENDE -7 2 250 5',
    ]);
  });
});
