import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataFolders } from '../../../src/core/folders.ts';
import { sql } from '../../../src/core/package-files.ts';
import { dayChanges } from '../../../src/market/lake/day-changes.ts';
import { agreementWith, brokerFigures, factsOf, tickerFigures } from '../../../src/market/lake/day-facts.ts';
import { type DayFiles, writeDayFiles } from '../../../src/market/lake/day-files.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { LakeDuck } from '../../../src/market/lake/lake-duck.ts';
import { parquetFacts } from '../../../src/market/lake/parquet-facts.ts';
import { footerOf } from '../../../src/market/lake/parquet-footer.ts';
import { afterThisFile, folderOfThisFile } from '../../support/alir.ts';
import { COLUMNS, DATE, HEADER, writeTo } from '../../support/daily-files.ts';

/** Columns: number, session, market, seller, its investor, buyer, its investor, ticker, volume, price, date, sell order, buy order, time. */
const LINES = [
  '30;1;RG;XL;I;AK;A;BRMS;100;1260;2026-01-19;7;8;85800',
  '10;2;RG;XL;D;AK;F;BRMS;400;1250;2026-01-19;9;10;133000',
  '20;1;RG;AK;F;XL;I;BRMS;250;1265;2026-01-19;1;2;90001',
  '25;1;RG;AK;A;XL;D;BRMS;100;1240;2026-01-19;1;2;90002',
  '40;1;NG;XL;I;XL;A;BRMS;1000;900;2026-01-19;3;4;100000',
  '50;2;TN;CC;F;AK;D;BBCA;50;8000;2026-01-19;5;6;161459',
  '60;2;RG;CC;F;AK;I;BBCA;200;8012;2026-01-19;5;6;161459',
];
/** One trade with another price, one left out, and one with another number once more. */
const CORRECTION = [
  LINES[0]?.replace('1260', '1255') ?? '',
  ...LINES.slice(1, 6),
  LINES[2]?.replace('20;', '65;') ?? '',
];

let folder: string;
let connection: DuckConnection;
let lake_duck: LakeDuck;
let published: DayFiles;
let corrected: DayFiles;

async function write(name: string, lines: readonly string[], is_canonical: boolean): Promise<DayFiles> {
  const staging = join(folder, name);
  mkdirSync(staging);
  const csv = await writeTo(staging, 'daily-file.csv', `${[HEADER, ...lines].join('\n')}\n`);
  const file = { csv, columns: COLUMNS, data_lines: lines.length, is_canonical, trade_date: DATE };
  return lake_duck.run(lines.length, (empty) => writeDayFiles(empty, file, staging));
}

beforeAll(async () => {
  folder = await folderOfThisFile();
  lake_duck = new LakeDuck({ ...dataFolders(folder), staging: folder }, 1);
  afterThisFile(async () => lake_duck.close());
  published = await write('published', LINES, true);
  corrected = await write('corrected', CORRECTION, true);
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
  afterThisFile(async () => duck.close());
  connection = await duck.connect();
});

async function tableAt(path: string): Promise<string[]> {
  const rows = await connection.rows('SELECT COLUMNS(*)::VARCHAR FROM read_parquet($path)', { path });
  return [Object.keys(rows[0] ?? {}).join(), ...rows.map((row) => Object.values(row).join())];
}

describe('the tables of a day', () => {
  test('have these rows', async () => {
    expect(await tableAt(published.trades)).toEqual([
      'trade_no,session,market,ticker,buyer,buyer_investor,seller,seller_investor,volume,price,value,buy_order_no,sell_order_no,trade_second',
      '50,2,TN,BBCA,AK,d,CC,f,50,8000,400000,6,5,58499',
      '60,2,RG,BBCA,AK,d,CC,f,200,8012,1602400,6,5,58499',
      '10,2,RG,BRMS,AK,f,XL,d,400,1250,500000,10,9,48600',
      '20,1,RG,BRMS,XL,d,AK,f,250,1265,316250,2,1,32401',
      '25,1,RG,BRMS,XL,d,AK,f,100,1240,124000,2,1,32402',
      '30,1,RG,BRMS,AK,f,XL,d,100,1260,126000,8,7,32280',
      '40,1,NG,BRMS,XL,f,XL,d,1000,900,900000,4,3,36000',
    ]);
    expect(await tableAt(published.broker_day)).toEqual([
      'ticker,market,investor,broker,buy_freq,sell_freq,buy_volume,sell_volume,buy_value,sell_value',
      'BBCA,RG,d,AK,1,0,200,0,1602400,0',
      'BBCA,RG,f,CC,0,1,0,200,0,1602400',
      'BBCA,TN,d,AK,1,0,50,0,400000,0',
      'BBCA,TN,f,CC,0,1,0,50,0,400000',
      'BRMS,NG,d,XL,0,1,0,1000,0,900000',
      'BRMS,NG,f,XL,1,0,1000,0,900000,0',
      'BRMS,RG,d,XL,2,2,350,500,440250,626000',
      'BRMS,RG,f,AK,2,2,500,350,626000,440250',
    ]);
    expect(await tableAt(published.ticker_day)).toEqual([
      'ticker,market,open,high,low,close,freq,volume,value,foreign_buy_freq,foreign_buy_volume,foreign_buy_value,foreign_sell_freq,foreign_sell_volume,foreign_sell_value,domestic_buy_freq,domestic_buy_volume,domestic_buy_value,domestic_sell_freq,domestic_sell_volume,domestic_sell_value',
      'BBCA,RG,8012,8012,8012,8012,1,200,1602400,0,0,0,1,200,1602400,1,200,1602400,0,0,0',
      'BBCA,TN,8000,8000,8000,8000,1,50,400000,0,0,0,1,50,400000,1,50,400000,0,0,0',
      'BRMS,NG,900,900,900,900,1,1000,900000,1,1000,900000,0,0,0,0,0,0,1,1000,900000',
      'BRMS,RG,1250,1265,1240,1260,4,850,1066250,2,500,626000,2,350,440250,2,350,440250,2,500,626000',
    ]);
    expect(published).toMatchObject({ trade_rows: 7, broker_day_rows: 8, duplicates: 0 });
  });

  test('are the same when each line is checked, and without repeated lines', async () => {
    const repeated = [...LINES, LINES[0] ?? '', LINES[3] ?? '', LINES[0] ?? ''];
    const { facts } = published;
    const counts = { trade_rows: 7, broker_day_rows: 8 };
    const checked = await write('checked', LINES, false);
    expect(checked).toMatchObject({ ...counts, facts, duplicates: 0 });
    const others = [checked];
    for (const is_canonical of [true, false]) {
      const files = await write(`repeated-${is_canonical}`, repeated, is_canonical);
      expect(files).toMatchObject({ ...counts, facts, duplicates: 3 });
      others.push(files);
    }
    for (const files of others) {
      for (const table of ['trades', 'broker_day', 'ticker_day'] as const)
        expect(await tableAt(files[table])).toEqual(await tableAt(published[table]));
    }
  });
});

test('trade numbers that are far from each other are counted too', async () => {
  const far = LINES.map((line, n) => line.replace(/^\d+/, String(1 + n * 1_000_000_000)));
  const counts = { trade_rows: 7, broker_day_rows: 8 };
  expect(await write('far', far, true)).toMatchObject({ ...counts, duplicates: 0 });
  expect(await write('far-twice', [...far, ...far], true)).toMatchObject({ ...counts, duplicates: 7 });
});

test('the facts of a day by which the gate compares it', () => {
  const { tickers, brokers, repeats, digest, ...totals } = published.facts;
  expect(totals).toEqual({
    trades: 7,
    value: 3_968_650,
    trade_numbers: 51,
    regular_trades: 5,
    regular_value: 2_668_650,
    odd_lots: 1,
    negotiated_trades: 1,
    foreign_sides: 7,
    domestic_sides: 7,
    sessions: [
      { session: 1, trades: 3, first_second: 32_280, last_second: 32_402, minutes: 2 },
      { session: 2, trades: 2, first_second: 48_600, last_second: 58_499, minutes: 2 },
    ],
    minutes: [
      [538, 1],
      [540, 2],
      [810, 1],
      [974, 1],
    ],
  });
  expect([...tickers.values()]).toEqual([
    {
      ticker: 'BBCA',
      ...{ trades: 1, volume: 200, value: 1_602_400, open: 8012, low: 8012, high: 8012, close: 8012 },
      ...{ odd_lots: 0, uneven_lots: 0, off_steps: 1, is_in_order: true },
    },
    {
      ticker: 'BRMS',
      ...{ trades: 4, volume: 850, value: 1_066_250, open: 1250, low: 1240, high: 1265, close: 1260 },
      ...{ odd_lots: 1, uneven_lots: 3, off_steps: 0, is_in_order: false },
    },
  ]);
  expect([...brokers.values()]).toEqual([
    { broker: 'AK', sides: 6, foreign_sides: 4 },
    { broker: 'CC', sides: 2, foreign_sides: 2 },
    { broker: 'XL', sides: 6, foreign_sides: 1 },
  ]);
});

test('half of the trades are repeats if each is there twice, and none in a day of different trades', async () => {
  const trade = (number: number, volume: number) =>
    `${number};1;RG;XL;I;AK;A;BRMS;${volume * 100};1260;2026-01-19;7;8;85800`;
  const volumes = Array.from({ length: 200 }, (_, n) => n + 1);
  const { facts } = await write(
    'different',
    volumes.map((n) => trade(n, n)),
    true,
  );
  expect(facts.repeats).toBe(0);
  const twice = await write(
    'twice',
    volumes.flatMap((n) => [trade(n, n), trade(200 + n, n)]),
    true,
  );
  expect(twice).toMatchObject({ trade_rows: 400, duplicates: 0, facts: { repeats: 0.5 } });
});

test('each cell of a trade is a part of its content; a correction and a repeat may have other numbers', async () => {
  const trades =
    "SELECT n AS trade_no, 1 AS session, 'RG' AS market, 'BBCA' AS ticker, 'AK' AS buyer, 'd' AS buyer_investor, 'CC' AS seller, 'f' AS seller_investor, 100 * n AS volume, 50 AS price, 5000 * n AS value, 7 AS buy_order_no, 8 AS sell_order_no, 32400 AS trade_second FROM range(1, 201) AS t(n)";
  const others = {
    ...{ trade_no: 'trade_no + 1000', session: '2', market: "'NG'", ticker: "'GOTO'", buyer: "'YP'" },
    ...{ buyer_investor: "'f'", seller: "'YP'", seller_investor: "'d'", volume: 'volume + 1', price: '55' },
    ...{ buy_order_no: '9', sell_order_no: '9', trade_second: '32401' },
  };
  await connection.run(sql('lake/trade_contents'));
  /** The trades, and each of them once more with another cell. */
  const contentOf = async (column: string, other: string) => {
    const file = join(folder, `content-${column}.parquet`);
    await connection.run(
      `COPY (WITH trades AS (${trades}) FROM trades UNION ALL SELECT * REPLACE (${other} AS ${column}) FROM trades) TO '${file}' (FORMAT parquet)`,
    );
    const { digest, repeats } = await connection.row(sql('lake/day_content'), { trades: file });
    const { contents } = await connection.row(
      `SELECT count(DISTINCT content)::INTEGER AS contents FROM trade_contents('${file}')`,
    );
    return { digest, repeats, contents };
  };
  const digests = new Set([(await contentOf('session', '1')).digest]);
  for (const [column, other] of Object.entries(others)) {
    const { digest, ...content } = await contentOf(column, other);
    digests.add(digest);
    expect(content, column).toEqual({
      repeats: column === 'trade_no' ? 0.5 : 0,
      contents: /_no$/.test(column) ? 200 : 400,
    });
  }
  expect(digests.size).toBe(1 + Object.keys(others).length);
});

test('a price step applies from its lowest price', async () => {
  const prices = [199, 200, 202, 498, 499, 500, 505, 1995, 1998, 2000, 2005, 4990, 4995, 5000, 5010];
  const lines = prices.map(
    (price, n) => `${n + 1};1;RG;XL;I;AK;A;T${price};100;${price};2026-01-19;7;8;85800`,
  );
  const { facts } = await write('steps', lines, true);
  const off = [...facts.tickers.values()].filter(({ off_steps }) => off_steps === 1);
  expect(off.map(({ open }) => open).toSorted((a, b) => a - b)).toEqual([499, 1998, 2005, 4995, 5010]);
});

test('opens and closes by trade number, also when the numbers of the sessions overlap', async () => {
  const trade = (number: number, session: number) =>
    `${number};${session};RG;XL;I;AK;A;BRMS;100;${number * 10};2026-01-19;7;8;85800`;
  const { facts, ticker_day } = await write(
    'overlap',
    [trade(10, 1), trade(20, 2), trade(25, 2), trade(30, 1)],
    true,
  );
  const prices = { open: 100, low: 100, high: 300, close: 300 };
  expect(facts.tickers.get('BRMS')).toMatchObject(prices);
  expect(await tickerFigures(connection, ticker_day)).toMatchObject([prices]);
});

describe('a correction', () => {
  test('has these differences from the published day, by what changed most', async () => {
    const { groups, ...totals } = await dayChanges(connection, corrected, published);
    expect(totals).toEqual({
      removed: 2,
      added: 2,
      repeated: 1,
      removed_value: 1_728_400,
      added_value: 441_750,
    });
    const rowsOf = (kind: (group: (typeof groups)[number]) => unknown) =>
      groups
        .filter(kind)
        .map(({ ticker, market, investor, broker, ...figures }) => [
          [ticker, market, investor, broker].join(' ').trim(),
          ...Object.values(figures),
        ]);
    // published, its value, removed, added, and the volumes and values of both
    expect(rowsOf(({ ticker }) => ticker)).toEqual([
      ['BRMS RG', 4, 1_066_250, 1, 2, 100, 350, 126_000, 441_750],
      ['BBCA RG', 1, 1_602_400, 1, 0, 200, 0, 1_602_400, 0],
    ]);
    expect(rowsOf(({ ticker, market }) => !ticker && market)).toEqual([
      ['RG', 5, 2_668_650, 2, 2, 300, 350, 1_728_400, 441_750],
    ]);
    expect(rowsOf(({ broker }) => broker)).toEqual([
      ['d XL', 5, 1_966_250, 1, 2, 100, 350, 126_000, 441_750],
      ['f AK', 4, 1_066_250, 1, 2, 100, 350, 126_000, 441_750],
      ['d AK', 2, 2_002_400, 1, 0, 200, 0, 1_602_400, 0],
      ['f CC', 2, 2_002_400, 1, 0, 200, 0, 1_602_400, 0],
    ]);
    expect(groups).toHaveLength(7);
    expect(await dayChanges(connection, published, published)).toMatchObject({
      removed: 0,
      added: 0,
      groups: [],
    });
  });

  test('agrees with this part of the value of the published day', async () => {
    expect(await agreementWith(connection, corrected, published.broker_day)).toEqual({
      kept: 4_731_500 / 7_937_300,
      kept_exchanged: 2_132_500 / 7_937_300,
      replaced_value: 3_968_650,
      value: 2_682_000,
    });
  });

  test('of more than 20 trades of a broker or an investor in a ticker is listed by itself', async () => {
    const lines = (count: number, price: number) =>
      Array.from(
        { length: count },
        (_, n) => `${n + 1};1;RG;XL;I;AK;A;BRMS;100;${price};2026-01-19;7;8;85800`,
      );
    const groupsOf = async (count: number) => {
      const [before, after] = [
        await write(`a${count}`, lines(count, 50), true),
        await write(`b${count}`, lines(count, 51), true),
      ];
      const { groups } = await dayChanges(connection, after, before);
      return groups.map(({ ticker, market, investor, broker }) => [ticker, market, investor, broker].join());
    };
    const always = [',,d,XL', ',,f,AK', ',RG,,', 'BRMS,RG,,'];
    const large = ['BRMS,RG,d,', 'BRMS,RG,d,XL', 'BRMS,RG,f,', 'BRMS,RG,f,AK'];
    expect((await groupsOf(20)).toSorted()).toEqual(always);
    expect((await groupsOf(21)).toSorted()).toEqual([...always, ...large]);
  });
});

test('the tickers whose rows differ are changed, by their prices, their brokers or their markets', async () => {
  const changedTo = async ({ ticker_day, broker_day }: DayFiles) => {
    const rows = await connection.rows(sql('measures/changed_tickers'), {
      ...{ ticker_day, broker_day },
      ...{ replaced_ticker_day: published.ticker_day, replaced_broker_day: published.broker_day },
    });
    return rows.map(({ ticker }) => ticker).toSorted();
  };
  const other = (name: string, from: string, to: string) =>
    write(
      name,
      LINES.map((line) => line.replace(from, to)),
      true,
    );
  expect(await changedTo(published)).toEqual([]);
  expect(await changedTo(await other('other-opening', '25;1', '05;1'))).toEqual(['BRMS']);
  expect(await changedTo(await other('other-broker', 'RG;CC', 'RG;XL'))).toEqual(['BBCA']);
  const [, , , , negotiated = '', cash = ''] = LINES;
  const moved = [...LINES.toSpliced(4, 2), negotiated.replace('BRMS', 'BBCA'), cash];
  expect(await changedTo(await write('other-market', moved, true))).toEqual(['BBCA', 'BRMS']);
});

test('the pages of a file are from its magic number to its footer, and those of a damaged file are unknown', async () => {
  const damaged = await writeTo(folder, 'damaged.parquet', 'no Parquet');
  const files = [published.trades, damaged, published.broker_day];
  const facts = await parquetFacts(connection, files);
  expect([...facts.keys()]).toEqual([published.trades, published.broker_day]);
  for (const [path, { pages }] of facts)
    expect(pages).toEqual({ start: 4, end: (await footerOf(path)).start });
  expect(facts.get(published.broker_day)).toMatchObject({
    rows: 8,
    smallest: expect.stringContaining('"ticker":"BBCA"'),
    largest: expect.stringContaining('"ticker":"BRMS"'),
  });
  expect(await parquetFacts(connection, [])).toEqual(new Map());
});

test('the figures of a day are read from its files', async () => {
  expect(
    (await tickerFigures(connection, published.ticker_day)).map((row) => Object.values(row).join()),
  ).toEqual([
    'BBCA,RG,8012,8012,8012,8012,1,200,1602400,0,200',
    'BBCA,TN,8000,8000,8000,8000,1,50,400000,0,50',
    'BRMS,NG,900,900,900,900,1,1000,900000,1000,0',
    'BRMS,RG,1250,1265,1240,1260,4,850,1066250,500,350',
  ]);
  expect(
    (await brokerFigures(connection, published.broker_day, 'BRMS')).map((row) => Object.values(row).join()),
  ).toEqual([
    'NG,d,XL,0,1,0,1000,0,900000',
    'NG,f,XL,1,0,1000,0,900000,0',
    'RG,d,XL,2,2,350,500,440250,626000',
    'RG,f,AK,2,2,500,350,626000,440250',
  ]);
  const { repeats, digest, ...facts } = published.facts;
  expect(await factsOf(connection, published)).toEqual({ ...facts, repeats, digest });
});
