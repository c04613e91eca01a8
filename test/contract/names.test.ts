import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csv } from '../../src/formats/csv.ts';
import { withPeopleColumns } from '../../src/formats/people-columns.ts';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import { DATE, csv as dailyFile, FILE_NAME, line } from '../support/daily-files.ts';
import { rowsOfWorkbook } from '../support/workbook-reader.ts';

const SUMMARY = { ticker: 'BBCA', from: DATE, to: DATE, investor: 'all' };

let alir: TestAlir;
let account_id: string;

beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  // AK buys 1,250 shares of XL for 10 IDR, and sells 300 to YP for 20 IDR.
  const trades = [
    line({ STK_CODE: 'BBCA', STK_VOLM: 1250, STK_PRIC: 10 }),
    line({ STK_CODE: 'BBCA', STK_VOLM: 300, STK_PRIC: 20, BRK_COD1: 'YP', BRK_COD2: 'AK' }),
  ];
  await alir.ingest(FILE_NAME, dailyFile(trades));
  await alir.measure();
});

beforeEach(async () => {
  account_id = await alir.become('custom', 3, { units: 1000, requests_per_minute: 1000, keys: 1 });
});

const used = async () => (await alir.test_ledger.unitsOf(account_id)).account;

async function rowsOf(path: string, query: Record<string, string>, accept = 'text/csv', key?: string) {
  const headers = { accept, ...(key !== undefined && { 'idempotency-key': key }) };
  const response = await alir.raw(`${path}?${new URLSearchParams(query)}`, {}, headers);
  return {
    status: response.status,
    cost: response.headers.get('x-request-cost'),
    text: await response.text(),
  };
}

describe('names=1', () => {
  test('adds names, net figures and lots to a broker summary', async () => {
    const { text } = await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: '1' });
    expect(text.split('\r\n')).toEqual([
      'code,name,buy_freq,sell_freq,buy_volume,sell_volume,buy_value,sell_value,buy_avg,sell_avg,net_volume,net_value,buy_lots,sell_lots,net_lots',
      'AK,UBS Sekuritas Indonesia,1,1,1250,300,12500,6000,10,20,950,6500,12.5,3,9.5',
      'YP,Mirae Asset Sekuritas Indonesia,1,0,300,0,6000,0,20,0,300,6000,3,0,3',
      'XL,Stockbit Sekuritas Digital,0,1,0,1250,0,12500,0,10,-1250,-12500,0,12.5,-12.5',
      '',
    ]);
  });

  const range = { from: DATE, to: DATE };
  test.for([
    ['/stocks/broker-summary/daily', SUMMARY, 'name,net_volume,net_value,buy_lots,sell_lots,net_lots'],
    ['/stocks/broker-inventory', SUMMARY, 'name,net_lots,cumulative_lots'],
    ['/stocks/broker-position', { ...SUMMARY, broker: 'AK' }, 'net_lots,position_lots'],
    ['/stocks/counterparties', { ticker: 'BBCA', ...range }, 'buyer_name,seller_name,lots'],
    ['/stocks/ohlcv', { ticker: 'BBCA', ...range }, 'lots'],
    ['/foreign-flow/daily', { ticker: 'BBCA', ...range }, ''],
    ['/foreign-flow/ranking', range, 'company'],
    [
      '/brokers/AK/summary',
      { ...range, investor: 'all' },
      'company,net_volume,net_value,buy_lots,sell_lots,net_lots',
    ],
    [
      '/brokers/ranking',
      { ...range, investor: 'all' },
      'name,net_volume,net_value,buy_lots,sell_lots,net_lots',
    ],
    ['/market/tickers', {}, 'company'],
    ['/market/brokers', {}, ''],
    ['/market/measures', { measures: 'close,volume' }, 'company,lots'],
  ] as const)('adds the columns of %s that its rows allow', async ([path, query, added]) => {
    const [plain, named] = [await rowsOf(path, query), await rowsOf(path, { ...query, names: '1' })];
    expect([plain.status, named.status]).toEqual([200, 200]);
    const columnsOf = (text: string) => text.split('\r\n', 1)[0]?.split(',') ?? [];
    const before = columnsOf(plain.text);
    expect(
      columnsOf(named.text)
        .filter((name) => !before.includes(name))
        .join(),
    ).toBe(added);
    expect(named.text.split('\r\n').length).toBe(plain.text.split('\r\n').length);
    expect(named.cost).toBe(plain.cost);
  });

  test('is for every format of rows, and leaves JSON as it is', async () => {
    const ndjson = await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: '1' }, 'application/x-ndjson');
    expect(JSON.parse(ndjson.text.split('\n')[0] ?? '')).toMatchObject({
      name: 'UBS Sekuritas Indonesia',
      net_lots: 9.5,
    });
    const json = await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: '1' }, 'application/json');
    const plain = await rowsOf('/stocks/broker-summary', SUMMARY, 'application/json');
    expect(json).toEqual(plain);
    expect((await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: 'yes' })).text).toContain(
      'names must be 1',
    );
    expect((await rowsOf('/news', { names: '1' })).text).toContain('names is not a field of this endpoint');
    expect(await used()).toBe(3);
  });

  test('costs nothing again with the Idempotency-Key of the same request in another format', async () => {
    const costs = [
      await rowsOf('/stocks/broker-summary', SUMMARY, 'application/json', 'picture'),
      await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: '1' }, 'text/csv', 'picture'),
      await rowsOf('/stocks/broker-summary', SUMMARY, 'text/csv', 'picture'),
      await rowsOf('/stocks/broker-summary', { ...SUMMARY, names: '1' }),
    ].map(({ status, cost }) => [status, cost]);
    expect(costs).toEqual([
      [200, '1'],
      [200, '0'],
      [200, '0'],
      [200, '1'],
    ]);
    expect(await used()).toBe(2);
  });

  test('has an Excel file, with the columns for people', async () => {
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const query = new URLSearchParams({ ...SUMMARY, names: '1' });
    const asked = (format: string) =>
      alir.raw(`/stocks/broker-summary?${query}`, {}, { accept: format, 'idempotency-key': 'workbook' });
    await asked('application/json');
    const response = await asked(accept);
    expect([response.headers.get('content-type'), response.headers.get('x-request-cost')]).toEqual([
      accept,
      '0',
    ]);
    const { rows } = await rowsOfWorkbook(new Uint8Array(await response.arrayBuffer()));
    expect(rows[0]?.slice(-3)).toEqual(['buy_lots (lots)', 'sell_lots (lots)', 'net_lots (lots)']);
    expect(rows[1]).toEqual([
      ...['AK', 'UBS Sekuritas Indonesia', 1, 1, 1250, 300, 12_500, 6000, 10, 20],
      ...[950, 6500, 12.5, 3, 9.5],
    ]);
  });

  test('is kept by a link', async () => {
    const request = `/stocks/broker-summary?${new URLSearchParams({ ...SUMMARY, names: '1' })}`;
    const { body } = await alir.post('/account/links', { name: 'sheet', request });
    const text = await (await fetch(`${await alir.url()}/csv/${body.data.api_key}`)).text();
    expect(text).toContain('AK,UBS Sekuritas Indonesia,');
  });
});

test('no text of a CSV file is run as a formula, and numbers stay numbers', () => {
  const texts = ['=1+1', '+1', '-A', '@x', '\tx', 'a,"b"', '-1'];
  const columns = withPeopleColumns(
    [
      { name: 'code', type: 'code', values: texts },
      { name: 'net_volume', type: 'int64', values: [-100, 200, 0, 0, 0, 0, 1] },
    ],
    new Map([['=1+1', '=HYPERLINK("https://evil.example")']]),
  );
  expect(csv(columns)).toBe(
    [
      'code,name,net_volume,net_lots',
      `'=1+1,"'=HYPERLINK(""https://evil.example"")",-100,-1`,
      "'+1,,200,2",
      "'-A,,0,0",
      "'@x,,0,0",
      "'\tx,,0,0",
      '"a,""b""",,0,0',
      "'-1,,1,0.01",
      '',
    ].join('\r\n'),
  );
});
