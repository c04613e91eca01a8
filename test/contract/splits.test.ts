import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tickerRequests } from '../../src/console/charts/requests/requests.ts';
import { corporateActionsIn } from '../../src/core/market/corporate-actions.ts';
import { FORMATS } from '../../src/formats/formats.ts';
import { AnalystSession } from '../../src/market/sql-shell/session.ts';
import { type Answer, afterThisFile, TestAlir } from '../support/alir.ts';
import { LIMITS, REFERENCE, rowsOf as rowsOfSql } from '../support/analyst.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { csv, type Line, line } from '../support/daily-files.ts';
import { asJson, READERS, type Row } from '../support/format-readers.ts';
import { islandProps } from '../support/html.ts';
import { fileName } from '../support/small-market.ts';
import { rowsOfWorkbook } from '../support/workbook-reader.ts';

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23'];
const EX_DATE = '2026-01-21';
const RANGE = { from: '2026-01-19', to: '2026-01-23' };
const RIGHTS = ['05', '06', '07'].map((day) => `2026-01-${day},LONG,rights,1.000003`);
const ACTIONS = [
  `${EX_DATE},SPLT,split,5/1`,
  '2026-06-01,SPLT,split,2',
  '2026-01-20, ELSE ,split,2.0',
  ...RIGHTS,
];
const folder = mkdtempSync(join(tmpdir(), 'alir-actions-'));
const file = join(folder, 'actions.csv');
const write = (...lines: string[]) =>
  writeFileSync(file, ['ex_date,ticker,kind,factor', ...lines, ''].join('\n'));

/** Before its 1:5 split, SPLT is traded in shares that are five of TWIN's each, for the same values. */
function trades(date: string, day: number): Line[] {
  const of = (STK_CODE: string, shares: number, price: number, cells: Line = {}) =>
    line({ TRX_DATE: date, STK_CODE, STK_VOLM: shares, STK_PRIC: price, ...cells });
  const factor = date < EX_DATE ? 5 : 1;
  const both = (shares: number, price: number, cells: Line = {}) => [
    of('SPLT', shares / factor, price * factor, cells),
    of('TWIN', shares, price, cells),
  ];
  return [
    ...both(5000 + 500 * day, 1000 + 5 * day),
    ...both(1500, 1005 + day, { BRK_COD1: 'BK', INV_TYP1: 'D', TRX_TIME: 90_000 }),
    ...both(2500, 990, { BRK_COD1: 'XL', BRK_COD2: day < 3 ? 'BK' : 'AK', INV_TYP2: 'A', TRX_TIME: 90_100 }),
    ...both(35, 1200, { TRX_TYPE: 'NG', BRK_COD1: 'BK', TRX_TIME: 90_200 }),
  ];
}

/** How each endpoint of market data treats the shares before an ex-date. */
const TREATED: Readonly<
  Record<string, 'adjust' | 'adjusted by default' | 'values' | 'totals' | 'no stocks'>
> = {
  'GET /stocks/broker-summary/daily': 'adjust',
  'GET /stocks/broker-inventory': 'adjust',
  'GET /stocks/broker-position': 'adjust',
  'GET /stocks/ohlcv': 'adjust',
  'GET /foreign-flow/daily': 'adjust',
  'GET /stocks/measures': 'adjust',
  'POST /stocks/measures/batch': 'adjust',
  'GET /market/measures': 'adjust',
  'POST /market/screen': 'adjusted by default',
  'GET /market/brief': 'adjusted by default',
  'GET /foreign-flow': 'values',
  'POST /foreign-flow/batch': 'values',
  'GET /foreign-flow/ranking': 'values',
  'GET /stocks/broker-summary': 'totals',
  'POST /stocks/broker-summary/batch': 'totals',
  'GET /stocks/accumulation': 'totals',
  'GET /stocks/counterparties': 'totals',
  'GET /brokers/{code}/summary': 'totals',
  'GET /brokers/ranking': 'totals',
  'GET /market/daily': 'totals',
  'GET /market/calendar': 'totals',
  'GET /market/tickers': 'no stocks',
  'GET /market/brokers': 'no stocks',
  'GET /news': 'no stocks',
};
/** Groups of endpoints without market data. */
const OTHER_GROUPS = ['Usage', 'Plans and orders', 'Keys', 'Notices', 'Saved', 'Alerts', 'Agents', 'Service'];

let alir: TestAlir;

beforeAll(async () => {
  write(...ACTIONS);
  alir = await TestAlir.open({ environment: { ALIR_CORPORATE_ACTIONS: file } }, afterThisFile);
  const files = DAYS.map((date, day) => [fileName(date), csv(trades(date, day))] as const);
  // The split is known from its day on.
  for (const [from, to] of [
    [0, 2],
    [2, 3],
    [3, 5],
  ] as const) {
    alir.clock.time = new Date(`${DAYS[to - 1]}T12:00:00Z`);
    await alir.publish(files.slice(from, to));
  }
  await alir.measure();
});

/** Without the measures that are null for days with old and new shares. */
const MEASURES =
  'close,volume,value,net_foreign_5d,value_ratio_20d,accumulation_1d,buy_top3_1d,negotiated_premium_1d';

/** A reader of each format. */
const ALL_READERS: typeof READERS = {
  ...READERS,
  Excel: {
    accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    async read(bytes) {
      const [titles = [], ...rows] = (await rowsOfWorkbook(new Uint8Array(bytes))).rows;
      return rows.map((row) => Object.fromEntries(row.map((cell, place) => [titles[place], cell])));
    },
  },
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests of the measures of a day. */
const MEASURED = [
  { method: 'GET', path: '/stocks/measures' },
  { method: 'POST', path: '/stocks/measures/batch' },
  { method: 'GET', path: '/market/measures' },
  { method: 'POST', path: '/market/screen' },
].map(({ method, path }) => ({
  ...{ method, path },
  rowsFor: ({ date, adjust, ticker, accept }: Record<'date' | 'adjust' | 'ticker' | 'accept', string>) => {
    const range = { from: date, to: date };
    const names = MEASURES.split(',');
    const sent = {
      '/stocks/measures': { ticker, ...range, measures: MEASURES },
      '/stocks/measures/batch': { tickers: [ticker], ...range, measures: names },
      '/market/measures': { date, measures: MEASURES },
      '/market/screen': { date, measures: names },
    }[path] as Record<string, string>;
    if (method === 'GET')
      return alir.raw(`${path}?${new URLSearchParams({ ...sent, adjust })}`, {}, { accept });
    return alir.raw(path, { method, body: JSON.stringify({ ...sent, adjust }) }, { ...JSON_TYPE, accept });
  },
}));

const ASKED: [string, Record<string, string>][] = (['RG', 'NG', 'ALL'] as const).flatMap((market) => [
  ['/stocks/broker-summary/daily', { investor: 'all', market }],
  ['/stocks/broker-summary/daily', { investor: 'f', market, top: '2' }],
  ['/stocks/broker-inventory', { investor: 'all', market, top: '1' }],
  ['/stocks/ohlcv', { market }],
  ['/foreign-flow/daily', { market }],
  ['/stocks/broker-position', { investor: 'all', market, broker: 'BK' }],
]);
/** The rows of an answer; a position has them in a field. */
const rowsOf = ({ body }: { body: any }): Row[] => body.data.days ?? body.data;

describe('a stock with a 1:5 split', () => {
  afterEach(() => {
    write(...ACTIONS);
    alir.clock.elapsed_ms += 1000;
  });

  test.each(ASKED)(
    'adjusted equals one that was always traded in the new shares: %s %j',
    async (path, rest) => {
      const split = await alir.get(path, { ticker: 'SPLT', ...RANGE, ...rest, adjust: 'splits' });
      const twin = await alir.get(path, { ticker: 'TWIN', ...RANGE, ...rest });
      expect(rowsOf(twin).length).toBeGreaterThan(4);
      expect(rowsOf(split)).toEqual(rowsOf(twin));
      expect(split.headers.get('x-data-adjusted')).toBe('splits');
      expect(split.headers.get('x-data-actions')).toBe('2026-01-21 split 5/1');
      expect(twin.headers.get('x-data-adjusted')).toBeNull();
      for (const [name, { accept, read }] of rest.market === 'ALL' ? Object.entries(ALL_READERS) : []) {
        const bytes = async (ticker: string, adjust: string) => {
          const query = new URLSearchParams({ ticker, ...RANGE, ...rest, adjust });
          return (await alir.raw(`${path}?${query}`, {}, { accept })).arrayBuffer();
        };
        const rows = asJson((await read(await bytes('SPLT', 'splits'))) as Row[]);
        expect(rows, name).toEqual(asJson((await read(await bytes('TWIN', 'none'))) as Row[]));
        expect(rows, name).toHaveLength(rowsOf(twin).length);
      }
    },
  );

  test('has adjusted measures in each format, and null for those that would mix old and new shares', async () => {
    const rows = async (
      accept: string,
      read: (bytes: ArrayBuffer) => Promise<unknown> | unknown,
      ticker: string,
    ) => {
      const query = new URLSearchParams({ ticker, ...RANGE, measures: MEASURES, adjust: 'splits' });
      const response = await alir.raw(`/stocks/measures?${query}`, {}, { accept });
      expect(response.headers.get('x-data-adjusted')).toBe('splits');
      const read_rows = (await read(await response.arrayBuffer())) as Row[];
      return asJson(read_rows.map((row) => ({ ...row, ticker: '' })));
    };
    for (const [name, { accept, read }] of Object.entries(ALL_READERS)) {
      const twin = await rows(accept, read, 'TWIN');
      expect(twin).toHaveLength(5);
      expect(await rows(accept, read, 'SPLT'), name).toEqual(twin);
    }
    const asked = { ticker: 'SPLT', ...RANGE, measures: 'change_1d,accumulation_5d' };
    const { body } = await alir.get('/stocks/measures', { ...asked, adjust: 'splits' });
    const traded = (await alir.get('/stocks/measures', asked)).body.data;
    expect(traded[2].change_1d).toBeLessThan(-79);
    expect(body.data).toEqual(
      traded.map((row: any, day: number) => ({
        ...row,
        change_1d: day === 2 ? null : row.change_1d,
        accumulation_5d: null,
      })),
    );
  });

  test('is treated by each endpoint as the table says', async () => {
    expect(new Set(Object.values(ALL_READERS).map(({ accept }) => accept))).toEqual(
      new Set(FORMATS.map(({ type }) => type)),
    );
    const { body } = await alir.request('/openapi.json');
    const operations = Object.entries<any>(body.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).flatMap(([method, operation]) => {
        if (operation.tags === undefined || OTHER_GROUPS.includes(operation.tags[0])) return [];
        return [{ name: `${method.toUpperCase()} ${path}`, path, method, operation }];
      }),
    );
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(TREATED).toSorted());
    const tested = new Set([
      ...ASKED.map(([path]) => path),
      ...MEASURED.map(({ path }) => path),
      '/market/brief',
    ]);
    for (const { name, path, method, operation } of operations) {
      const treated = TREATED[name] as string;
      const schema = operation.requestBody?.content['application/json'].schema ?? {};
      const fields = schema.$ref ? body.components.schemas[schema.$ref.split('/').at(-1)] : schema;
      const takes = JSON.stringify([operation.parameters, fields]).includes('"adjust"');
      expect(takes, name).toBe(treated === 'adjust' || name === 'POST /market/screen');
      if (treated.startsWith('adjust')) expect(tested, name).toContain(path);
      if (treated === 'adjusted by default') {
        const sent = method === 'post' ? { method: 'POST', body: '{}', headers: JSON_TYPE } : {};
        expect((await alir.request(path, sent)).headers.get('x-data-adjusted'), name).toBe('splits');
      }
    }
  });

  test('has the same values as one without a split where an answer has only values', async () => {
    const of = async (ticker: string) => {
      const flow = (await alir.get('/foreign-flow', { ticker, ...RANGE })).body.data;
      const sent = { tickers: [ticker], ...RANGE };
      const batch = (await alir.post('/foreign-flow/batch', sent)).body.data[ticker];
      const ranked = (await alir.get('/foreign-flow/ranking', { ...RANGE, market: 'ALL' })).body.data;
      const { ticker: _, ...rank } = ranked.find((each: any) => each.ticker === ticker);
      return { flow, batch, rank };
    };
    const split = await of('SPLT');
    expect(split.flow.foreign_buy).toBeGreaterThan(0);
    expect(split).toEqual(await of('TWIN'));
  });

  test.each(MEASURED)('has adjusted measures of each format of $method $path', async ({ path, rowsFor }) => {
    for (const date of DAYS) {
      const formats = Object.values(ALL_READERS);
      for (const { accept, read } of [
        { accept: 'application/json', read: null },
        ...(date === EX_DATE ? formats : []),
      ]) {
        const rows = async (ticker: string, adjust: string) => {
          const response = await rowsFor({ date, adjust, ticker, accept });
          expect(response.headers.get('x-data-adjusted')).toBe(adjust === 'splits' ? 'splits' : null);
          if (read) return asJson((await read(await response.arrayBuffer())) as Row[]);
          const { data } = (await response.json()) as any;
          return (data.rows ?? data[ticker] ?? data) as Row[];
        };
        const of = (all: Row[], ticker: string) =>
          all.filter((row) => row.ticker === ticker).map((row) => ({ ...row, ticker: '' }));
        const twin = of(await rows('TWIN', 'none'), 'TWIN');
        expect(twin).toHaveLength(1);
        expect(of(await rows('SPLT', 'splits'), 'SPLT'), `${path} ${date} ${accept}`).toEqual(twin);
        expect(of(await rows('TWIN', 'splits'), 'TWIN')).toEqual(twin);
      }
    }
  });

  test('does not fall in a screen, unless it is as traded, and the SQL has the same rows', async () => {
    const { folders } = alir.stores;
    const corporate_actions = corporateActionsIn(readFileSync(file, 'utf8'), 'The actions');
    const session = await AnalystSession.open(
      { lake: folders.lake, reference: REFERENCE, corporate_actions },
      LIMITS,
    );
    const screen = {
      date: EX_DATE,
      where: { measure: 'change_1d', lt: -50 },
      measures: ['close'],
      sql: true,
    };
    try {
      for (const [adjust, fallen] of [
        [undefined, []],
        ['splits', []],
        ['none', ['SPLT']],
      ] as const) {
        const { body, headers } = await alir.post('/market/screen', { ...screen, adjust });
        expect(body.data.rows.map(({ ticker }: any) => ticker)).toEqual(fallen);
        expect(headers.get('x-data-adjusted')).toBe(adjust === 'none' ? null : 'splits');
        const rows = await rowsOfSql(session, body.data.sql);
        expect(rows.map(({ ticker }) => ticker)).toEqual(fallen);
      }
      const higher = {
        ...screen,
        where: { measure: 'close', gte: { measure: 'close', days_before: 1 } },
      };
      const { body } = await alir.post('/market/screen', {
        ...higher,
        measures: ['close', 'volume', 'change_1d'],
      });
      const rows = await rowsOfSql(session, body.data.sql);
      expect(rows.map(({ ticker, close, volume }) => [ticker, Number(close), Number(volume)])).toEqual(
        body.data.rows.map(({ ticker, close, volume }: any) => [ticker, close, volume]),
      );
      expect(body.data.rows).toHaveLength(2);
    } finally {
      await session.close();
    }
  });

  test('changes screens and measures of all stocks with its file', async () => {
    const fallen = async () => {
      alir.clock.elapsed_ms += 1000;
      const { body } = await alir.post('/market/screen', {
        ...{ date: EX_DATE, where: { measure: 'change_1d', lt: -50 } },
      });
      const asked = { date: EX_DATE, measures: 'change_1d', adjust: 'splits' };
      const { data } = (await alir.get('/market/measures', asked)).body;
      return [body.data.rows.length, data.find(({ ticker }: any) => ticker === 'SPLT').change_1d];
    };
    expect(await fallen()).toEqual([0, null]);
    write();
    expect(await fallen()).toEqual([1, -80]);
    write(...ACTIONS);
    expect(await fallen()).toEqual([0, null]);
  });

  test('is as saved in a saved screen', async () => {
    const screen = { where: { measure: 'change_1d', lt: -50 }, adjust: 'none' };
    const { body } = await alir.post('/account/saved', { name: 'Fallen', screen });
    const fallen = async (more: object) => {
      const answer = await alir.post('/market/screen', {
        screen: body.data.saved_id,
        date: EX_DATE,
        ...more,
      });
      return [answer.body.data.rows.length, answer.headers.get('x-data-adjusted')];
    };
    expect([await fallen({}), await fallen({ adjust: 'splits' })]).toEqual([
      [1, null],
      [0, 'splits'],
    ]);
  });

  test.each(ASKED)('has the same adjusted rows as tools of agents: %s %j', async (path, rest) => {
    const name = `get_${path
      .slice(1)
      .replace(/^stocks\//, '')
      .replace(/^broker-summary\/daily$/, 'broker-summary-daily')
      .replaceAll(/[-/]/g, '_')}`;
    const textOf = async (ticker: string, adjust: string) => {
      const input = { ticker, ...RANGE, ...rest, ...(rest.top && { top: Number(rest.top) }), adjust };
      const params = { name, arguments: input };
      const { body } = await alir.request('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      expect(body.result.isError, name).not.toBe(true);
      return String(body.result.content[0].text);
    };
    const adjusted = await textOf('SPLT', 'splits');
    const rows = (text: string) => text.split('\n').filter((each) => /^\d{4}-\d\d-\d\d,/.test(each));
    expect(rows(adjusted)).toEqual(rows(await textOf('TWIN', 'none')));
    expect(rows(adjusted).length).toBeGreaterThan(4);
    expect(adjusted).toContain('adjusted to the shares of 2026-01-23');
  });

  test.each(ASKED)('is as traded by default, and the answer names the split: %s %j', async (path, rest) => {
    const asked = { ticker: 'SPLT', ...RANGE, ...rest };
    const [plain, none, adjusted] = await Promise.all([
      alir.get(path, asked),
      alir.get(path, { ...asked, adjust: 'none' }),
      alir.get(path, { ...asked, adjust: 'splits' }),
    ]);
    expect(plain.body).toEqual(none.body);
    expect(plain.headers.get('x-data-adjusted')).toBeNull();
    expect(plain.headers.get('x-data-actions')).toBe('2026-01-21 split 5/1');
    const values = (answer: typeof plain) =>
      rowsOf(answer).map((row: Row) => [
        row.buy_value,
        row.sell_value,
        row.net_value,
        row.value,
        row.net_foreign,
      ]);
    expect(
      values({ ...plain })
        .flat()
        .sort(),
    ).toEqual(values(adjusted).flat().sort());
  });

  test('has the same rows for any end of the range, also before the split', async () => {
    const rows = async (to: string) => {
      const { body } = await alir.get('/stocks/ohlcv', {
        ticker: 'SPLT',
        from: DAYS[0] as string,
        to,
        adjust: 'splits',
      });
      return body.data;
    };
    const all = await rows('2026-01-23');
    expect(await rows('2026-01-20')).toEqual(all.slice(0, 2));
    expect(all[0].close).toBe(990);
  });

  test('has prices with two decimals where the factor does not divide them', async () => {
    write(`${EX_DATE},SPLT,split,7`);
    alir.clock.elapsed_ms += 1000;
    const asked = { ticker: 'SPLT', from: '2026-01-19', to: '2026-01-19', adjust: 'splits' };
    const { body, headers } = await alir.get('/stocks/ohlcv', asked);
    expect(headers.get('x-data-actions')).toBe('2026-01-21 split 7/1');
    // 5,000 / 7, 5,025 / 7 and 4,950 / 7; 1,800 shares for 9,007,500 IDR.
    expect(body.data).toMatchObject([
      {
        open: 714.29,
        high: 717.86,
        low: 707.14,
        close: 707.14,
        volume: 12_600,
        value: 8_982_500,
        average: 712.9,
      },
    ]);
  });

  test('keeps its actions while the file is wrong, and takes those of the next change', async () => {
    const actions = async () => {
      alir.clock.elapsed_ms += 1000;
      const earlier = { ...RANGE, ticker: 'SPLT', known_at: '2026-01-23T12:00:00Z' };
      const [now, then] = await Promise.all([
        alir.get('/stocks/ohlcv', { ticker: 'SPLT', ...RANGE }),
        alir.get('/stocks/ohlcv', earlier),
      ]);
      expect(then.headers.get('x-data-actions')).toBe(now.headers.get('x-data-actions'));
      return now.headers.get('x-data-actions');
    };
    expect(await actions()).toBe('2026-01-21 split 5/1');
    rmSync(file);
    symlinkSync(file, file);
    expect(await actions()).toBe('2026-01-21 split 5/1');
    rmSync(file);
    write('2026-01-21,SPLT,split,0');
    expect(await actions()).toBe('2026-01-21 split 5/1');
    write(`${EX_DATE},SPLT,split,5/1`, '2026-01-22,SPLT,bonus,11/10');
    expect(await actions()).toBe('2026-01-21 split 5/1, 2026-01-22 bonus 11/10');
    write(`${EX_DATE},SPLT,split,7`);
    expect(await actions()).toBe('2026-01-21 split 7/1');
  });

  test('is as traded in an answer from before the split was published', async () => {
    const of = async (query: Record<string, string>) => {
      const { body, headers } = await alir.get('/stocks/ohlcv', { ...RANGE, ...query });
      return { data: body.data, actions: headers.get('x-data-actions') };
    };
    const before = { ticker: 'SPLT', known_at: '2026-01-20T13:00:00Z' };
    const traded = await of(before);
    expect(traded).toMatchObject({ data: [{ close: 4950 }, { close: 4950 }], actions: null });
    expect(await of({ ...before, adjust: 'splits' })).toEqual(traded);
    const after = await of({ ticker: 'SPLT', known_at: '2026-01-21T13:00:00Z', adjust: 'splits' });
    const position = { ...RANGE, broker: 'BK', investor: 'all', known_at: '2026-01-21T13:00:00Z' };
    const [split, twin] = await Promise.all(
      [{ ticker: 'SPLT', adjust: 'splits' }, { ticker: 'TWIN' }].map((rest) =>
        alir.get('/stocks/broker-position', { ...position, ...rest }),
      ),
    );
    expect(rowsOf(split as Answer)).toEqual(rowsOf(twin as Answer));
    expect(rowsOf(twin as Answer)).toHaveLength(3);
    expect(after.data).toEqual((await of({ ticker: 'TWIN' })).data.slice(0, 3));
  });

  test('is adjusted in the views of alir sql, as in the API', async () => {
    const { folders } = alir.stores;
    const corporate_actions = corporateActionsIn(readFileSync(file, 'utf8'), 'The actions');
    const places = { lake: folders.lake, reference: REFERENCE, corporate_actions };
    const session = await AnalystSession.open(places, LIMITS);
    try {
      const rows = (view: string, ticker: string, columns: string) =>
        rowsOfSql(session, `SELECT ${columns} FROM ${view} WHERE ticker = '${ticker}' ORDER BY ALL`);
      const prices = 'trade_date, open::INTEGER, high::INTEGER, low::INTEGER, close::INTEGER, volume, value';
      expect(await rows('prices_adjusted', 'SPLT', prices)).toEqual(await rows('prices', 'TWIN', prices));
      expect(await rows('prices_adjusted', 'TWIN', prices)).toEqual(await rows('prices', 'TWIN', prices));
      const columns = '* EXCLUDE (ticker)';
      const summary = await rows('broker_summary_adjusted', 'SPLT', columns);
      expect(summary.length).toBeGreaterThan(10);
      expect(summary).toEqual(
        await rows('broker_summary', 'TWIN', `${columns.slice(0, -1)}, net_volume, net_value)`),
      );
      // More digits than a DOUBLE has.
      const first = "ticker = 'LONG' AND from_day = '0001-01-01'";
      expect(await rowsOfSql(session, `FROM share_factors WHERE ${first}`)).toMatchObject([
        { new_shares: String(1_000_003n ** 3n), old_shares: String(10n ** 18n) },
      ]);
      expect(await rowsOfSql(session, "FROM share_factors WHERE ticker <> 'LONG' ORDER BY ALL")).toEqual([
        {
          ticker: 'ELSE',
          from_day: '0001-01-01',
          before_day: '2026-01-20',
          new_shares: '20',
          old_shares: '10',
        },
        { ticker: 'SPLT', from_day: '0001-01-01', before_day: EX_DATE, new_shares: '5', old_shares: '1' },
      ]);
    } finally {
      await session.close();
    }
  });

  test('has its split and the choice of the adjustment on its page', async () => {
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(alir.key);
    const page = async (query: string) => {
      const html = await (await browser.get(`/explore/${query}`)).text();
      return { html, props: islandProps(html) };
    };
    const { html, props } = await page('SPLT?from=2026-01-19&to=2026-01-23');
    expect(props.days.map(({ actions = [] }: { actions: unknown[] }) => actions.length)).toEqual([
      0, 0, 1, 0, 0,
    ]);
    expect(props.days[2].actions).toMatchObject([{ ex_date: EX_DATE, kind: 'split', new_shares: 5 }]);
    expect(html).toContain('<select name="adjust">');
    expect((await page('TWIN?from=2026-01-19&to=2026-01-23')).html).not.toContain('name="adjust"');
    // Only an adjustment that changes figures is offered and shown. One after the range does.
    for (const query of ['TWIN?', 'SPLT?from=2026-01-22&to=2026-01-23&', `SPLT?from=${EX_DATE}&`]) {
      const same = await page(`${query}adjust=splits`);
      expect(same.html).not.toContain('<select name="adjust">');
      expect(same.props.selection).not.toHaveProperty('adjust');
    }
    const adjusted = await page('SPLT?from=2026-01-19&to=2026-01-20&adjust=splits');
    expect(adjusted.html).toMatch(/<select name="adjust">.*<option value="splits" selected>/);
    expect(adjusted.props.selection.adjust).toBe('splits');
    const { prices, inventory, summary } = tickerRequests('SPLT', adjusted.props.selection);
    for (const { path, file } of [prices, inventory]) {
      expect((await alir.request(path)).headers.get('x-data-adjusted')).toBe('splits');
      expect(file).toMatch(/-splits$/);
    }
    expect(summary.path).not.toContain('adjust');
    expect((await page('SPLT?adjust=dividends')).html).toContain('dividends');
    expect((await browser.get('/explore/SPLT?adjust=dividends')).status).toBe(400);
  });

  test('is refused for another adjustment, and where sums of a range mix shares', async () => {
    const asked = { ticker: 'SPLT', ...RANGE };
    const wrong = await alir.get('/stocks/ohlcv', { ...asked, adjust: 'dividends' });
    expect(wrong.body).toMatchObject({
      code: 'invalid_request',
      error: 'adjust must be one of none, splits',
    });
    const totals = await alir.get('/stocks/broker-summary', { ...asked, investor: 'all', adjust: 'splits' });
    expect(totals.status).toBe(400);
    const mixed = await alir.get('/stocks/broker-summary', { ...asked, investor: 'all' });
    expect(mixed.headers.get('x-data-actions')).toBe('2026-01-21 split 5/1');
  });
});
