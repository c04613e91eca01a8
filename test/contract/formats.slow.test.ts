import { type Schema, tableFromIPC } from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import {
  ARROW,
  accumulationRows,
  asJson,
  CSV,
  NDJSON,
  PARQUET,
  READERS,
  type Row,
  text,
} from '../support/format-readers.ts';
import { requestsIn } from '../support/openapi.ts';
import { dailyFileText, fileName, SMALL_DAYS, SMALL_PLAN, smallMarket } from '../support/small-market.ts';

const RANGE = { from: '2025-12-29', to: '2026-01-06' };
const JSON_TYPE = { 'content-type': 'application/json' };

const tickers = [...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'];
const ticker = SMALL_PLAN.tickers[0]?.code ?? '';

interface Question {
  readonly path: string;
  readonly init: RequestInit;
  /** The rows of its JSON. */
  readonly rows: (data: any) => Row[];
}

const asked = (path: string, query: object = {}, rows: Question['rows'] = (data) => data): Question => ({
  path: `${path}?${new URLSearchParams({ ...query })}`,
  init: {},
  rows,
});

const ofMany = (path: string, query: object, rows: Question['rows']): Question => ({
  path,
  init: { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ tickers, ...RANGE, ...query }) },
  rows,
});

const OF_TICKER = { ticker, ...RANGE };
const SUMMARIES = ofMany('/stocks/broker-summary/batch', { market: 'ALL' }, (data) =>
  tickers.flatMap((ticker) => data[ticker].map((row: Row) => ({ ticker, ...row }))),
);
const FLOWS = ofMany('/foreign-flow/batch', {}, (data) =>
  tickers.map((ticker) => ({ ticker, ...data[ticker] })),
);

const MEASURES = ofMany('/stocks/measures/batch', { measures: ['close', 'change_1d'] }, (data) =>
  tickers.flatMap((ticker) => data[ticker]),
);

const QUESTIONS: readonly Question[] = [
  SUMMARIES,
  FLOWS,
  MEASURES,
  asked('/stocks/broker-summary', { ...OF_TICKER, investor: 'all' }),
  asked('/stocks/broker-summary/daily', { ...OF_TICKER, investor: 'all' }),
  asked('/stocks/broker-inventory', { ...OF_TICKER, investor: 'f', top: '1' }),
  asked('/stocks/broker-position', { ...OF_TICKER, investor: 'all', broker: 'AK' }, ({ days }) => days),
  asked('/stocks/accumulation', { ...OF_TICKER, investor: 'd' }, accumulationRows),
  asked('/stocks/counterparties', { ...OF_TICKER, market: 'ALL' }),
  asked('/stocks/ohlcv', { ...OF_TICKER, ticker: 'NEGO', to: '2026-01-07', market: 'ALL' }),
  asked('/foreign-flow', OF_TICKER, (data) => [data]),
  asked('/foreign-flow/daily', OF_TICKER),
  asked('/foreign-flow/ranking', { ...RANGE, order: 'streak' }),
  asked('/brokers/AK/summary', { ...RANGE, investor: 'all' }),
  asked('/brokers/ranking', { ...RANGE, investor: 'f' }),
  asked('/market/calendar', RANGE),
  asked('/market/tickers'),
  asked('/stocks/measures', { ticker: 'BBCA', ...RANGE }),
  asked('/market/daily', RANGE),
  asked('/market/measures', { date: RANGE.to }),
  asked('/market/brief', { date: RANGE.to }, ({ lines }) => lines),
  {
    path: '/market/screen',
    init: {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({
        date: RANGE.to,
        where: { measure: 'value', gt: 0 },
        measures: ['close', 'change_1d'],
      }),
    },
    rows: ({ rows }) => rows,
  },
  asked('/market/brokers'),
  asked('/usage/history', { from: '2026-02-01', to: '2026-02-03' }, ({ rows }) => rows),
];

test.beforeAll(async ({ sharedAlir }) => {
  const market = smallMarket();
  for (const day of SMALL_DAYS) await sharedAlir.ingest(fileName(day), dailyFileText(market, day));
  // A stock whose price is null, since it is negotiated only.
  const negotiated = line({ TRX_DATE: '2026-01-07', STK_CODE: 'NEGO', TRX_TYPE: 'NG' });
  await sharedAlir.ingest('DT260107.csv', csv([negotiated]));
  await sharedAlir.measure();
});

test('every answer has the same rows and cost in each format', async ({ sharedAlir: alir }) => {
  for (const { path, init, rows } of QUESTIONS) {
    const json = await alir.raw(path, init);
    const expected = rows(((await json.json()) as any).data);
    expect(expected.length).toBeGreaterThan(0);
    for (const { accept, read } of Object.values(READERS)) {
      const response = await alir.raw(path, init, { accept });
      expect([path, accept, response.status]).toEqual([path, accept, 200]);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(accept);
      expect(response.headers.get('x-request-cost')).toBe(json.headers.get('x-request-cost'));
      const answered = asJson(await read(await response.arrayBuffer()));
      expect([path, accept, answered]).toEqual([path, accept, expected]);
    }
  }
});

test('the questions above are about every endpoint that has formats', async ({ sharedAlir: alir }) => {
  const { body: document } = await alir.request('/openapi.json');
  const withFormats = requestsIn(document).filter(({ operation }) =>
    operation.responses['200']?.description.includes(CSV),
  );
  expect(withFormats.length).toBeGreaterThan(14);
  const paths = QUESTIONS.map(({ path }) => (path.split('?')[0] ?? '').replace('/AK/', '/{code}/'));
  expect(paths.sort()).toEqual(withFormats.map(({ path }) => path).sort());
});

describe('types', () => {
  const bytesOf = async (alir: TestAlir, { path, init }: Question, accept: string) =>
    (await alir.raw(path, init, { accept })).arrayBuffer();

  test('of Parquet are those of the lake, with each column required', async ({ sharedAlir: alir }) => {
    const { schema, num_rows, row_groups } = parquetMetadata(await bytesOf(alir, SUMMARIES, PARQUET));
    const columns = schema.slice(1).map(({ name, type, repetition_type }) => [name, type, repetition_type]);
    expect(columns).toEqual([
      ['ticker', 'BYTE_ARRAY', 'REQUIRED'],
      ['code', 'BYTE_ARRAY', 'REQUIRED'],
      ...['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'].map((name) => [
        name,
        'INT64',
        'REQUIRED',
      ]),
      ['buy_avg', 'DOUBLE', 'REQUIRED'],
      ['sell_avg', 'DOUBLE', 'REQUIRED'],
    ]);
    expect(Number(num_rows)).toBeGreaterThan(10);
    const encodings = (groups: typeof row_groups) =>
      groups.flatMap(({ columns: chunks }) => chunks.map(({ meta_data }) => meta_data?.encodings ?? []));
    for (const codes of encodings(row_groups).slice(0, 2)) expect(codes).toContain('RLE_DICTIONARY');
    // Few rows too.
    const few = parquetMetadata(await bytesOf(alir, FLOWS, PARQUET));
    expect(encodings(few.row_groups)[0]).toContain('RLE_DICTIONARY');
  });

  test('are the same for an answer without rows', async ({ sharedAlir: alir }) => {
    const summary = { ...OF_TICKER, investor: 'all' };
    const none = asked('/stocks/broker-summary', { ...summary, ticker: 'NONE' });
    const table = tableFromIPC(new Uint8Array(await bytesOf(alir, none, ARROW)));
    expect([table.numRows, table.numCols]).toEqual([0, 9]);
    const filled = await bytesOf(alir, asked('/stocks/broker-summary', summary), ARROW);
    const { schema, numRows } = tableFromIPC(new Uint8Array(filled));
    expect(numRows).toBeGreaterThan(0);
    const columns = ({ fields }: Schema) =>
      fields.map(({ name, type, nullable }) => [name, String(type), nullable]);
    expect(columns(table.schema)).toEqual(columns(schema));
    expect(schema.fields.some(({ nullable }) => nullable)).toBe(false);
    for (const { accept, read } of Object.values(READERS))
      expect(await read(await bytesOf(alir, none, accept))).toEqual([]);
    expect(parquetMetadata(await bytesOf(alir, none, PARQUET)).schema).toHaveLength(10);
    expect(text(await bytesOf(alir, none, CSV))).toBe(
      'code,buy_freq,sell_freq,buy_volume,sell_volume,buy_value,sell_value,buy_avg,sell_avg\r\n',
    );
    expect(text(await bytesOf(alir, none, NDJSON))).toBe('');
  });

  test('hold the largest exact sum, and a larger sum is refused as in JSON', async ({ alir }) => {
    const huge = (STK_PRIC: number) => line({ STK_CODE: 'TEN', STK_VOLM: 900_719_925_474, STK_PRIC });
    await alir.ingest(FILE_NAME, csv([huge(10_000)]));
    const path = `/foreign-flow?ticker=TEN&from=${DATE}&to=${DATE}`;
    for (const { accept, read } of Object.values(READERS)) {
      const [row] = asJson(await read(await (await alir.raw(path, {}, { accept })).arrayBuffer()));
      expect(row).toEqual({
        foreign_buy: 9_007_199_254_740_000,
        foreign_sell: 0,
        net_foreign: 9_007_199_254_740_000,
      });
    }
    await alir.ingest(FILE_NAME, csv([huge(10_000), huge(10_000)]));
    for (const { accept } of Object.values(READERS)) {
      const response = await alir.raw(path, {}, { accept });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ success: false, code: 'answer_too_large' });
    }
  });
});

describe('the Accept header', () => {
  const FLOW = `/foreign-flow?${new URLSearchParams({ ticker: 'BBCA', ...RANGE })}`;
  const typeFor = async (alir: TestAlir, accept: string) =>
    (await alir.raw(FLOW, {}, { accept })).headers.get('content-type');

  test('of an overlong header is ignored', async ({ sharedAlir: alir }) => {
    expect(await typeFor(alir, `${CSV}${', x/y'.repeat(198)}`)).toBe('text/csv; charset=utf-8');
    expect(await typeFor(alir, `${CSV}${', x/y'.repeat(199)}`)).toBe('application/json; charset=utf-8');
  });

  test('each format is cached apart, always charged, and new after a publication', async ({ alir }) => {
    const rows = async () =>
      text(await (await alir.raw(FLOW_OF_DAY, {}, { accept: CSV })).arrayBuffer()).split('\r\n')[1];
    const FLOW_OF_DAY = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 100, STK_PRIC: 10, INV_TYP1: 'A' })]));
    const used = async () => (await alir.get('/usage', {})).body.data.account.current_usage;
    const before = await used();
    expect(await rows()).toBe('1000,0,1000');
    expect(await rows()).toBe('1000,0,1000');
    expect((await alir.request(FLOW_OF_DAY)).body.data.foreign_buy).toBe(1000);
    expect(await used()).toBe(before + 3);
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 200, STK_PRIC: 10, INV_TYP1: 'A' })]));
    expect(await rows()).toBe('2000,0,2000');
  });
});
