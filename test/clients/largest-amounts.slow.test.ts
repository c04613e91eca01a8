import { tableFromIPC } from 'apache-arrow';
import { beforeAll, expect, test } from 'vitest';
import { Alir } from '../../clients/typescript/src/index.ts';
import { MEASURES } from '../../src/core/market/measure-list.ts';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import { csv, type Line, line, writeTo } from '../support/daily-files.ts';
import { hasPython, textOf } from '../support/guide.ts';
import { type DocumentedRequest, requestOf, requestsIn } from '../support/openapi.ts';
import { fileName } from '../support/small-market.ts';
import { LARGEST, largestFields, moneyFields } from './money.ts';
import { python } from './python.ts';
import { methodOf, rowsOf } from './typescript.ts';

/** 25 days, because the brief compares 5 days with the 20 before: from Monday to Friday. */
const DAYS = Array.from({ length: 33 }, (_, place) => new Date(Date.UTC(2025, 11, 29 + place)))
  .filter((day) => day.getUTCDay() % 6 > 0)
  .map((day) => day.toISOString().slice(0, 10));
const dayOf = (place: number) => DAYS[place] ?? '';
const LAST = dayOf(24);

/** A divisor of 2^53 - 1, as a price in IDR, and the shares that cost 2^53 - 1 at it. */
const PRICE = 6361;
const SHARES = LARGEST / PRICE;

const small = (cells: Line = {}) =>
  line({ INV_TYP1: 'I', INV_TYP2: 'I', STK_VOLM: 1, STK_PRIC: 1, ...cells });
const largest = (cells: Line) => small({ STK_VOLM: SHARES, STK_PRIC: PRICE, ...cells });

/** By day. Each large trade has its own brokers, so that no sum of a broker is above 2^53 - 1. */
const TRADES: Readonly<Record<number, Line[]>> = {
  0: [largest({ STK_CODE: 'TURN', BRK_COD1: 'PD', BRK_COD2: 'GG' })],
  1: [largest({ STK_CODE: 'MAXI', INV_TYP1: 'A', BRK_COD1: 'AK', BRK_COD2: 'XL' })],
  2: [largest({ STK_CODE: 'MAXI', INV_TYP2: 'A', BRK_COD1: 'YP', BRK_COD2: 'BK' })],
  3: [small({ STK_CODE: 'GAIN', STK_VOLM: SHARES, BRK_COD1: 'CC', BRK_COD2: 'NI' })],
  4: [small({ STK_CODE: 'GAIN', STK_PRIC: PRICE + 1, BRK_COD1: 'ZP', BRK_COD2: 'KI' })],
  22: [largest({ STK_CODE: 'TURN', BRK_COD1: 'GG', BRK_COD2: 'DX' })],
  23: [largest({ STK_CODE: 'FLOW', INV_TYP1: 'A', BRK_COD1: 'RX', BRK_COD2: 'EP' })],
  24: [
    largest({ STK_CODE: 'NEGO', TRX_TYPE: 'NG', BRK_COD1: 'MG', BRK_COD2: 'OD' }),
    small({ STK_CODE: 'NEGO', BRK_COD1: 'IF', BRK_COD2: 'SQ' }),
    small({ STK_CODE: 'FLOW', BRK_COD1: 'IF', BRK_COD2: 'SQ' }),
  ],
};

const ON = [1, 2].map((place) => ({ from: dayOf(place), to: dayOf(place) }));
const one = (parameters: object) => ON.map((range) => ({ ...range, ...parameters }));
const ALL = { investor: 'all' };
const MAXI = { ticker: 'MAXI' };

/** The calls of each operation, whose answers together have 2^53 - 1 in each of its fields of rupiah. */
const CALLS: Readonly<Record<string, readonly object[]>> = {
  get_broker_summary: one({ ...MAXI, ...ALL }),
  get_broker_summary_batch: one({ tickers: ['MAXI', 'NONE'], ...ALL }),
  get_broker_summary_daily: one({ ...MAXI, ...ALL }),
  get_broker_inventory: one({ ...MAXI, ...ALL }),
  get_broker_position: [
    { ticker: 'GAIN', broker: 'CC', from: dayOf(3), to: dayOf(4), ...ALL },
    { ...MAXI, broker: 'AK', ...ON[0], ...ALL },
  ],
  // Of all investors, the largest sellers would reduce the sum of the largest buyers.
  get_accumulation: one({ ...MAXI, investor: 'f' }),
  get_counterparties: one(MAXI),
  get_ohlcv: one(MAXI),
  get_broker_stocks: [...one({ code: 'AK', ...ALL }), ...one({ code: 'BK', ...ALL })],
  get_broker_ranking: one(ALL),
  get_foreign_flow: one(MAXI),
  get_foreign_flow_batch: one({ tickers: ['MAXI', 'NONE'] }),
  get_foreign_flow_daily: one(MAXI),
  get_foreign_flow_ranking: one({}),
  get_market_daily: one({}),
  get_market_brief: [{ date: LAST }],
  get_market_calendar: one({}),
  get_stock_measures: [
    { ticker: 'MAXI', ...ON[0] },
    { ticker: 'FLOW', from: LAST, to: LAST },
    { ticker: 'NEGO', from: LAST, to: LAST },
  ],
  get_stock_measures_batch: [
    { tickers: ['MAXI'], ...ON[0] },
    { tickers: ['FLOW', 'NEGO'], from: LAST, to: LAST },
  ],
  get_market_measures: [{ date: dayOf(1) }, { date: LAST }],
  get_screen: [{ date: dayOf(1), where: { measure: 'value', gte: LARGEST } }],
};

const DOCUMENT = JSON.parse(textOf('docs/openapi.json'));
const MEASURED = MEASURES.filter(({ unit }) => unit === 'idr').map(({ name }) => name);

let alir: TestAlir;
let url: string;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  const files = DAYS.map((day, place) => {
    const lines = TRADES[place] ?? [small({ STK_CODE: 'REST' })];
    return writeTo(alir.outside, fileName(day), csv(lines.map((cells) => ({ ...cells, TRX_DATE: day }))));
  });
  const ingested = await alir.ingestPaths(...(await Promise.all(files)));
  expect(new Set(ingested.map(({ status }) => status))).toEqual(new Set(['published']));
  await alir.measure();
  url = await alir.url();
});

test('the calls are those of every request for data with rupiah', () => {
  const inData = requestsIn(DOCUMENT).filter(
    (request) =>
      request.operation['x-cost'] ||
      (request.operation.responses[406] && moneyFields(DOCUMENT, request).length > 0),
  );
  const names = inData.map(({ name }) => name).filter((name) => !['get_news', 'get_tickers'].includes(name));
  expect(Object.keys(CALLS).sort()).toEqual(names.sort());
});

/** The answers of the server to the calls of an operation, without a client. */
async function asked(request: DocumentedRequest): Promise<unknown[]> {
  const answers = (CALLS[request.name] ?? []).map(async (call: any) => {
    const body = request.method === 'POST' ? call : undefined;
    const { url: path, init } = requestOf(request, ({ name }) => call[name], body);
    return (await alir.request(path, init)).body.data;
  });
  return await Promise.all(answers);
}

const REQUESTS = requestsIn(DOCUMENT).filter(({ name }) => name in CALLS);

test('the server answers 2^53 - 1 in each field of rupiah', async () => {
  for (const request of REQUESTS) {
    const fields = request.name.endsWith('_measures') ? MEASURED : moneyFields(DOCUMENT, request);
    const found = largestFields(await asked(request));
    expect([request.name, fields.filter((field) => !found.includes(field))]).toEqual([request.name, []]);
  }
});

test('the TypeScript client has the values of the server, from JSON and from Arrow', async () => {
  const client: any = new Alir({ apiKey: alir.key, baseUrl: url });
  const decoded: string[] = [];
  for (const request of REQUESTS) {
    const answers = await asked(request);
    for (const [place, call] of (CALLS[request.name] ?? []).entries()) {
      const data: any = answers[place];
      expect((await client[methodOf(request.name)](call)).data, request.name).toEqual(data);
      const table = (await client[methodOf(request.name)](call, { arrow: tableFromIPC })).data;
      const rows = rowsOf(table);
      const amounts = moneyFields(DOCUMENT, request).filter((name) => table.schema.names.includes(name));
      expect(largestFields(rows).filter((name) => amounts.includes(name))).toEqual(
        largestFields(data).filter((name) => amounts.includes(name)),
      );
      if (Array.isArray(data)) expect(rows, request.name).toEqual(rowsOf(data));
      decoded.push(request.name);
    }
  }
  expect(new Set(decoded).size).toBe(REQUESTS.length);
});

const PROGRAM = `
import json, sys, alir
calls = json.load(sys.stdin)
answers = {}
for format in ("json", "arrow"):
    with alir.Alir(format=format) as client:
        found = [getattr(client, method)(**values) for method, values in calls]
        answers[format] = [result.data for result in found]
        answers[format + " rows"] = [json.loads(json.dumps(result.to_arrow().to_pylist(), default=str)) for result in found]
print(json.dumps(answers))
`;

test.runIf(hasPython('httpx', 'pyarrow'))(
  'the Python client has the values of the server, from JSON and from Arrow',
  async () => {
    const calls = REQUESTS.flatMap(({ name }) =>
      (CALLS[name] ?? []).map(({ from, ...others }: any) => [
        name.replace(/^get_/, ''),
        from === undefined ? others : { ...others, from_: from },
      ]),
    );
    const answers = (await Promise.all(REQUESTS.map(asked))).flat();
    const variables = { ALIR_BASE_URL: url, ALIR_API_KEY: alir.key };
    const printed = JSON.parse(await python(['-c', PROGRAM], variables, JSON.stringify(calls)));
    expect(printed.json).toEqual(answers);
    expect(printed.arrow).toEqual(answers);
    expect(printed['arrow rows']).toEqual(printed['json rows']);
    const hasLargest = (each: unknown) => largestFields(each).length > 0;
    expect(printed['arrow rows'].map(hasLargest)).toEqual(answers.map(hasLargest));
  },
);
