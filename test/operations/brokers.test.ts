import { describe, expect, test } from 'vitest';
import type { BrokerFigures } from '../../src/market/lake/day-facts.ts';
import { readBrokerTables, type TableChoice } from '../../src/operations/official/broker-table.ts';
import { compareBrokers } from '../../src/operations/official/brokers.ts';
import { csvOf, grouped } from '../support/stock-summary.ts';
import { type SheetCell, workbook } from '../support/workbook.ts';

const figures = (
  broker: string,
  investor: string,
  market: string,
  [buy = 0, sell = 0]: number[],
): BrokerFigures => ({
  ...{ broker, investor, market },
  ...{ buy_freq: buy, sell_freq: sell, buy_volume: buy * 300, sell_volume: sell * 200 },
  ...{ buy_value: buy * 375_100, sell_value: sell * 251_300 },
});
/** Brokers with domestic and foreign investors in RG; YP also in NG. */
const DAY = [
  figures('AK', 'f', 'RG', [4000, 30]),
  figures('AK', 'd', 'RG', [5, 0]),
  figures('YP', 'd', 'RG', [7, 5000]),
  figures('YP', 'd', 'NG', [2, 9]),
  figures('BK', 'f', 'RG', [12, 12]),
  figures('CC', 'd', 'RG', [0, 77]),
  // Trades of the cash market are in no market of the service.
  figures('AK', 'd', 'TN', [1, 1]),
];
const BROKERS = ['AK', 'YP', 'BK', 'CC'];

const sum = (broker: string, name: keyof BrokerFigures, markets = ['RG'], investors = ['f', 'd']) =>
  DAY.filter(
    (row) => row.broker === broker && markets.includes(row.market) && investors.includes(row.investor),
  )
    .map((row) => Number(row[name]))
    .reduce((total, each) => total + each, 0);

const NAMES = ['buy_value', 'buy_volume', 'buy_freq', 'sell_value', 'sell_volume', 'sell_freq'] as const;
/** A table with a row for each broker. */
const tableOf = (
  headings: readonly string[] = ['broker', ...NAMES],
  cell: (number: number) => SheetCell = String,
  markets?: string[],
): SheetCell[][] => [
  [...headings],
  ...BROKERS.map((broker) => [broker, ...NAMES.map((name) => cell(sum(broker, name, markets)))]),
];

/** CC sold only. */
const SIDE_BY_SIDE = [
  ['AK', 'YP'],
  ['YP', 'AK'],
  ['BK', 'BK'],
  ['', 'CC'],
] as const;
const side = (broker: string, of: 'buy' | 'sell') =>
  broker === ''
    ? ['', '', '', '']
    : [broker, ...(['value', 'volume', 'freq'] as const).map((name) => String(sum(broker, `${of}_${name}`)))];

const CHOICE: TableChoice = { ticker: 'BRMS', date: '2026-01-19' };
const read = (content: string | Buffer, name = 'table.csv', choice = CHOICE) =>
  readBrokerTables(Buffer.from(content), name, choice);
const compared = async (content: string | Buffer, choice = CHOICE) => {
  const [table, ...others] = await read(content, 'table.csv', choice);
  if (!table || others.length > 0) throw new Error('not one table');
  return compareBrokers(table, DAY);
};
const ALL_FIGURES = [...NAMES];

describe('a table by broker equals the day', () => {
  test.each<[string, string | Buffer]>([
    ['in CSV', csvOf(tableOf(), ',')],
    [
      'with Indonesian headings and numbers',
      csvOf(
        tableOf(
          [
            'Kode Broker',
            'Nilai Beli',
            'Volume Beli',
            'Frekuensi Beli',
            'Nilai Jual',
            'Volume Jual',
            'Frekuensi Jual',
          ],
          grouped('.'),
        ),
        ';',
      ),
    ],
    [
      'with short headings, a title and a total',
      csvOf(
        [
          ['Broker Summary BRMS'],
          ...tableOf(['Broker', 'B.Val', 'B.Vol', 'B.Freq', 'S.Val', 'S.Vol', 'S.Freq']),
          ['Total', '1', '2', '3', '4', '5', '6'],
        ],
        ';',
      ),
    ],
    [
      'with lists of buyers and sellers of different lengths side by side',
      csvOf(
        [
          ['Buyer', 'B.Val', 'B.Vol', 'B.Freq', 'Seller', 'S.Val', 'S.Vol', 'S.Freq'],
          ...SIDE_BY_SIDE.map(([buyer, seller]) => [...side(buyer, 'buy'), ...side(seller, 'sell')]),
        ],
        ';',
      ),
    ],
    ['in Excel', workbook(tableOf(['Broker Code', ...NAMES], (number) => number))],
    [
      'with negative sells',
      csvOf(
        tableOf().map((row, at) => row.map((cell, index) => (at > 0 && index > 3 ? `-${cell}` : cell))),
        ',',
      ),
    ],
  ])('%s', async (_title, content) => {
    expect(await compared(content)).toEqual({
      market: 'RG',
      brokers: 4,
      figures: ALL_FIGURES,
      volume_in_lots: false,
      sides: 'equal',
      differences: [],
      differences_exchanged: expect.any(Number),
      not_in_table: [],
    });
  });

  test('with volumes in lots, in a column of lots or not', async () => {
    const lots = BROKERS.map((broker) => [
      broker,
      sum(broker, 'buy_volume') / 100,
      (sum(broker, 'sell_volume') / 100).toFixed(2),
    ]);
    for (const [name, volume_in_lots] of [
      ['lot', false],
      ['vol', true],
    ] as const) {
      const content = csvOf([['code', `buy ${name}`, `sell ${name}`], ...lots], ';');
      expect(await compared(content)).toMatchObject({ sides: 'equal', volume_in_lots, market: 'RG' });
    }
  });

  test('with averages that are rounded or cut', async () => {
    const avg = (broker: string, side: 'buy' | 'sell', decimals: number) => {
      const volume = sum(broker, `${side}_volume`);
      return volume === 0 ? '0' : (sum(broker, `${side}_value`) / volume).toFixed(decimals);
    };
    for (const decimals of [0, 1, 2, 5]) {
      const rows = BROKERS.map((broker) => [
        broker,
        avg(broker, 'buy', decimals),
        avg(broker, 'sell', decimals),
      ]);
      const content = csvOf([['broker', 'buy_avg', 'sell_avg'], ...rows], ';');
      expect(await compared(content)).toMatchObject({ sides: 'equal', figures: ['buy_avg', 'sell_avg'] });
      const right = sum('AK', 'buy_value') / sum('AK', 'buy_volume');
      const wrong = csvOf(
        [
          ['broker', 'buy_avg'],
          ['AK', (right + 10 ** -decimals * 2).toFixed(decimals)],
        ],
        ';',
      );
      expect((await compared(wrong)).sides).toBe('different');
    }
  });

  test('with buyers and sellers side by side, also if the lists have different lengths', async () => {
    const buyers = ['AK', 'BK', 'YP'].map((broker) => [broker, String(sum(broker, 'buy_value'))]);
    const sellers = ['YP', 'CC', 'AK', 'BK'].map((broker) => [broker, String(sum(broker, 'sell_value'))]);
    const rows = sellers.map((seller, index) => [...(buyers[index] ?? ['', '']), ...seller]);
    const content = csvOf([['BY', 'B.val', 'SL', 'S.val'], ...rows], ',');
    expect(await compared(content)).toMatchObject({ sides: 'equal', brokers: 4, not_in_table: [] });
  });

  test('of the largest brokers only', async () => {
    const [header = [], ...rows] = tableOf();
    expect(await compared(csvOf([header, ...rows.slice(0, 2)], ','))).toMatchObject({
      sides: 'equal',
      brokers: 2,
      not_in_table: ['BK', 'CC'],
    });
  });

  test('in another market, which is found or chosen', async () => {
    const all = csvOf(tableOf(undefined, String, ['RG', 'NG']), ',');
    expect(await compared(all)).toMatchObject({ sides: 'equal', market: 'ALL' });
    expect(await compared(all, { ...CHOICE, market: 'RG' })).toMatchObject({
      sides: 'different',
      market: 'RG',
      differences: NAMES.map((figure) => ({ broker: 'YP', figure })),
    });
  });

  test('for each market, investor, day and stock of its columns', async () => {
    const rows = ['RG', 'NG'].flatMap((market) =>
      ['f', 'd'].flatMap((investor) =>
        ['AK', 'YP'].map((broker) => [
          ...['BRMS', '19 Jan 2026', market, investor === 'f' ? 'Asing' : 'Domestik', broker],
          String(sum(broker, 'buy_value', [market], [investor])),
        ]),
      ),
    );
    const content = csvOf([['Saham', 'Tanggal', 'Pasar', 'Investor', 'Broker', 'Nilai Beli'], ...rows], ';');
    const tables = await read(content, 'a', {});
    expect(
      tables.map(({ ticker, trade_date, market, investor }) => [ticker, trade_date, market, investor]),
    ).toEqual(['RG f', 'RG d', 'NG f', 'NG d'].map((each) => ['BRMS', '2026-01-19', ...each.split(' ')]));
    for (const table of tables) expect(compareBrokers(table, DAY).differences).toEqual([]);
  });
});

test('a table whose sides are exchanged says so', async () => {
  const headings = [
    'broker',
    ...NAMES.map((name) => (name.startsWith('buy') ? `sell${name.slice(3)}` : `buy${name.slice(4)}`)),
  ];
  const result = await compared(csvOf(tableOf(headings), ','));
  expect(result).toMatchObject({ sides: 'exchanged', differences_exchanged: 0, market: 'RG' });
  expect(result.differences.length).toBeGreaterThan(0);
});

test('the market with the fewest differences is meant, also after the sides are exchanged', async () => {
  const [, [, ...first] = [], ...rows] = tableOf();
  const header = [
    'broker',
    ...NAMES.map((name) => name.replace(/^buy|^sell/, (side) => (side === 'buy' ? 'sell' : 'buy'))),
  ];
  const wrong = ['AK', String(Number(first[0]) + 1), ...first.slice(1)];
  expect(await compared(csvOf([header, wrong, ...rows], ','))).toMatchObject({
    ...{ market: 'RG', sides: 'different', differences_exchanged: 1 },
  });
});

test('a table that does not show which side is which is undecided', async () => {
  const content = 'broker,buy_freq,sell_freq\nBK,12,12';
  expect(await compared(content)).toMatchObject({ sides: 'undecided', differences: [] });
});

test('each wrong figure is a difference', async () => {
  for (const [at, name] of NAMES.entries()) {
    const [header = [], first = [], ...rows] = tableOf();
    const wrong = first.map((cell, index) => (index === at + 1 ? String(Number(cell) + 1) : cell));
    expect(await compared(csvOf([header, wrong, ...rows], ','), { ...CHOICE, market: 'RG' })).toMatchObject({
      sides: 'different',
      differences: [{ broker: 'AK', figure: name, table: sum('AK', name) + 1, alir: sum('AK', name) }],
    });
  }
  const unknown = 'broker,buy_freq\nZZ,1\nAK,4005';
  expect((await compared(unknown)).differences).toEqual([
    { broker: 'ZZ', figure: 'buy_freq', table: 1, alir: 0 },
  ]);
});

test('the stock and the day stand in the name of the file, or are chosen', async () => {
  const content = csvOf(tableOf(), ',');
  const names = async (name: string, choice: TableChoice = {}) =>
    (await read(content, name, choice)).map(({ ticker, trade_date }) => `${ticker} ${trade_date}`);
  expect(await names('broksum_BRMS_20260119.csv')).toEqual(['BRMS 2026-01-19']);
  expect(await names('broksum_BRMS_20260119.csv', { ticker: 'BBCA', date: '2026-01-05' })).toEqual([
    'BBCA 2026-01-05',
  ]);
  await expect(names('BRMS.csv')).rejects.toMatchObject({
    message: expect.stringMatching(/^has no date .*--date/),
  });
  for (const name of ['2026-01-19.csv', 'BRMS_BBCA_20260119.csv']) {
    const message = expect.stringMatching(/^has no ticker .*--ticker/);
    await expect(names(name), name).rejects.toMatchObject({ message });
  }
});

test('only the stock, the day and the market that are chosen are read', async () => {
  const content = [
    'ticker,date,market,broker,buy value',
    'BRMS,2026-01-19,RG,AK,1',
    'BBCA,2026-01-19,RG,AK,2',
    'BRMS,2026-01-20,RG,AK,3',
    'BRMS,2026-01-19,NG,AK,4',
  ].join('\n');
  const values = async (choice: TableChoice) =>
    (await read(content, 'a.csv', choice)).map(({ cells }) => cells[0]?.number);
  expect(await values({})).toEqual([1, 2, 3, 4]);
  expect(await values({ ticker: 'BRMS' })).toEqual([1, 3, 4]);
  expect(await values({ date: '2026-01-19' })).toEqual([1, 2, 4]);
  expect(await values({ market: 'RG' })).toEqual([1, 2, 3]);
});

test('a file has at most 1,000 stocks and days', async () => {
  const days = (count: number) =>
    Array.from(
      { length: count },
      (_, day) => `${new Date(day * 86_400_000).toISOString().slice(0, 10)},AK,1`,
    );
  const file = (count: number) => ['date,broker,buy value', ...days(count)].join('\n');
  expect(await read(file(1000), 'a.csv', { ticker: 'BRMS' })).toHaveLength(1000);
  await expect(read(file(1001), 'a.csv', { ticker: 'BRMS' })).rejects.toMatchObject({
    message: expect.stringMatching(/^has more than 1000 stocks and days/),
  });
});

test.each<[string, string, RegExp]>([
  ['without brokers', 'date,volume\n2026-01-19,1', /^has no columns of a table by broker/],
  ['with net figures only', 'broker,net value\nAK,1', /^has no columns of a table by broker/],
  ['with abbreviated numbers', 'broker,buy value\nAK,1.2B', /of row 1, .*abbreviations such as 1\.2B/],
  ['with a broker twice', 'broker,buy value\nAK,1\nAK,1', /^has the broker AK twice \(row 2\)/],
  [
    'with a row without a day',
    'date,ticker,broker,buy value\n2026-01-19,BRMS,AK,1\n,BRMS,BK,1',
    /no date .* in row 2/,
  ],
  ['with a row without a ticker', 'date,ticker,broker,buy value\n2026-01-19,,AK,1', /no ticker in row 1/],
  ['with a column twice', 'broker,buy value,nilai beli\nAK,1,1', /^has two columns with buy value/],
  ['without rows of brokers', 'broker,buy value\nTotal,1', /^has no row of a broker/],
  ['with an unknown market', 'broker,market,buy value\nAK,XX,1', /^has "XX" as market/],
  ['with numbers that can be read in two ways', 'broker,buy value\nAK,1.234', /two ways/],
])('a table %s is refused', async (_title, content, message) => {
  await expect(read(content)).rejects.toMatchObject({
    code: 'bad_official_file',
    message: expect.stringMatching(message),
  });
});
