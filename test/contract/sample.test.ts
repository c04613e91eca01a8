import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import { Oracle } from '../support/oracle.ts';
import { ENDPOINTS, INVESTORS, MARKETS, type Question } from '../support/oracle-endpoints.ts';
import fc from '../support/properties.ts';
import { expectRounded } from '../support/rounded.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

const [FIRST, SECOND, LAST, HIDDEN, NEWEST] = SMALL_DAYS;
/** The times of publications. The second day is corrected after the others, without its last trades. */
const BEFORE_CORRECTION = new Date('2026-01-14T12:00:00Z');
const CORRECTED = new Date('2026-01-15T12:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'alir-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));
const actions = join(folder, 'actions.csv');
writeFileSync(actions, `ex_date,ticker,kind,factor\n${SECOND},BBCA,split,2\n${HIDDEN},BBCA,split,5\n`);
const ENVIRONMENT = { ALIR_CORPORATE_ACTIONS: actions, ALIR_TRUST_PROXY: '127.0.0.1' };

/** Of the days of the sample only. */
const oracle = new Oracle();

let alir: TestAlir;
/** A server on which only the days of the sample are published. */
let twin: TestAlir;

beforeAll(async () => {
  const sample = { ALIR_SAMPLE_TICKER: 'BBCA', ALIR_SAMPLE_DELAY_DAYS: '2' };
  alir = await TestAlir.open({ environment: { ...ENVIRONMENT, ...sample } }, afterThisFile);
  twin = await TestAlir.open({ environment: ENVIRONMENT }, afterThisFile);
  const market = smallMarket();
  const texts = new Map<string, string>(SMALL_DAYS.map((date) => [date, dailyFileText(market, date)]));
  const second = texts.get(SECOND) ?? '';
  const corrected = `${second.split('\n').slice(0, -400).join('\n')}\n`;
  for (const [date, text] of [...texts, [SECOND, corrected] as const])
    if (date <= LAST && text !== second) oracle.read(text);
  for (const each of [alir, twin]) {
    const days = SMALL_DAYS.filter((date) => each === alir || date <= LAST);
    each.clock.time = BEFORE_CORRECTION;
    await each.publish(days.map((date) => [fileName(date), texts.get(date) ?? '']));
    each.clock.time = CORRECTED;
    await each.publish([[fileName(SECOND), corrected]]);
    await each.measure();
    each.clock.time = new Date('2026-02-02T12:00:00Z');
  }
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `203.0.${addresses >> 8}.${addresses & 255}`;
};

/** A request without a key, from an address of its own. */
const ask = async (path: string, query: object = {}, headers: Record<string, string> = {}) => {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return fetch(`${await alir.url()}${path}${text && `?${text}`}`, {
    headers: { 'x-forwarded-for': newAddress(), ...headers },
    redirect: 'manual',
  });
};

const OF_STOCK = Object.entries(ENDPOINTS).filter(([, { takes }]) => takes.includes('ticker'));
const OTHERS = {
  '/stocks/broker-position': ['market', 'investor', 'broker', 'adjust', 'known_at'],
  '/stocks/measures': ['adjust', 'known_at'],
};
const ADJUSTED = ['/stocks/broker-summary/daily', '/stocks/broker-inventory', '/stocks/ohlcv'];
const TAKES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    OF_STOCK.map(([path, { takes }]) => [
      path,
      [...takes, 'known_at', 'names', ...(ADJUSTED.includes(path) ? ['adjust'] : [])],
    ]),
  ),
  ...OTHERS,
};

const day = fc.constantFrom(...SMALL_DAYS, '2025-12-01', '2025-12-31', '2026-01-03');
const ofSample = day.filter((date) => date <= LAST);
const parameters = fc.record({
  ticker: fc.constantFrom('BBCA', 'bbca', ' BBCA'),
  market: fc.constantFrom(...MARKETS),
  investor: fc.constantFrom(...INVESTORS),
  broker: fc.constantFrom('XL', 'AK', 'QQ'),
  top: fc.constantFrom('1', '3'),
  adjust: fc.constantFrom('none', 'splits'),
});
const FORMATS = ['application/json', 'text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet'];

describe('the sample', () => {
  test('equals the oracle of its days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OF_STOCK),
        fc.tuple(ofSample, ofSample),
        parameters,
        async ([path, { takes, expected }], range, sent) => {
          const [from, to] = range.toSorted() as [string, string];
          const given = Object.fromEntries(
            takes.map((name) => [name, sent[name as keyof typeof sent]]),
          ) as object;
          const answer = await ask(`/sample${path}`, { from, to, ...given });
          expect([path, answer.status]).toEqual([path, 200]);
          expect(answer.headers.get('x-request-cost')).toBe('0');
          expect(answer.headers.get('x-data-through')).toBe(LAST);
          const { data } = (await answer.json()) as { data: unknown };
          const asked = { from, to, ...given, ticker: 'BBCA', top: Number(sent.top) } as unknown as Question;
          const known = expected(oracle, asked, '');
          if (path === '/stocks/accumulation') expectRounded(data, known);
          else expect([path, asked, data]).toEqual([path, asked, known]);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('answers every request as a server that has only its days, in every format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(TAKES)),
        fc.tuple(ofSample, ofSample),
        fc.record({ ...{}, parameters, known_at: fc.constantFrom(undefined, BEFORE_CORRECTION, CORRECTED) }),
        fc.constantFrom(...FORMATS),
        async (path, range, { parameters: all, known_at }, accept) => {
          const [from, to] = range.toSorted() as [string, string];
          const values: Record<string, string | undefined> = {
            ...{ ...all, known_at: known_at?.toISOString(), names: '1' },
          };
          const sent = Object.fromEntries(
            ['ticker', ...(TAKES[path] ?? [])].flatMap((name) => {
              const value = values[name];
              return value === undefined ? [] : [[name, value]];
            }),
          );
          const query = { from, to, ...sent };
          const [answer, expected] = await Promise.all([
            ask(`/sample${path}`, query, { accept }),
            twin.raw(`${path}?${new URLSearchParams(query)}`, {}, { accept }),
          ]);
          const partsOf = async (each: Response) => ({
            path,
            query,
            status: each.status,
            body: (await each.text()).replace(/"request_id":"[^"]+"/, ''),
            headers: [...each.headers].filter(
              ([name]) =>
                /^(x-data|x-empty|content-(type|encoding)|vary)/.test(name) && name !== 'x-data-publication',
            ),
          });
          expect(await partsOf(answer)).toEqual(await partsOf(expected));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('refuses each later day and each other stock, and says what it has', async () => {
    const later = day.filter((date) => date > LAST);
    const anyOther = fc.constantFrom('GOTO', 'BRMS', 'NONE', 'BBCA-W');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(TAKES)),
        fc.constantFrom(FIRST, LAST, NEWEST),
        later,
        anyOther,
        parameters,
        async (path, from, to, other, all) => {
          const sent = Object.fromEntries(
            (TAKES[path] ?? []).flatMap((name) =>
              name in all ? [[name, all[name as keyof typeof all]]] : [],
            ),
          );
          const late = await ask(`/sample${path}`, { ...sent, ticker: 'BBCA', from: FIRST, to });
          expect([path, late.status]).toEqual([path, 400]);
          expect(await late.json()).toMatchObject({
            errors: [{ field: 'to', message: expect.stringContaining(`from ${FIRST} to ${LAST}`) }],
          });
          const foreign = await ask(`/sample${path}`, { ...sent, ticker: other, from: FIRST, to: FIRST });
          expect([path, from, foreign.status]).toEqual([path, from, 400]);
          expect(await foreign.json()).toMatchObject({
            errors: [{ field: 'ticker', message: expect.stringContaining('must be BBCA') }],
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  test('has no batch, market, MCP, datafeed or link', async () => {
    for (const path of [
      ...['/market/measures', '/market/daily', '/market/tickers', '/market/calendar', '/news', '/usage'],
      ...['/brokers', '/brokers/XL/summary', '/brokers/ranking', '/foreign-flow/ranking', '/brief'],
      ...['/udf/history', '/csv/x', '/lake', '/explorer/data/stocks/ohlcv'],
    ])
      expect([path, (await ask(`/sample${path}`)).status]).toEqual([path, 404]);
    const url = await alir.url();
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    for (const path of ['/mcp', '/stocks/broker-summary/batch', '/foreign-flow/batch', '/market/screen'])
      expect([path, (await fetch(`${url}/sample${path}`, sent)).status]).toEqual([path, 404]);
    for (const path of ['/udf/history?symbol=BBCA', '/stocks/ohlcv?ticker=BBCA', '/foreign-flow'])
      expect([path, (await ask(path)).status]).toEqual([path, 401]);
  });

  test('ignores keys: it charges nothing, counts nothing, and shows no limits of the account', async () => {
    const usage = async () => (await alir.request('/usage')).body.data;
    const before = await usage();
    const query = { ticker: 'BBCA', from: FIRST, to: LAST, investor: 'all' };
    const headers = { authorization: `Bearer ${alir.key}`, 'idempotency-key': 'one' };
    for (const path of Object.keys(TAKES)) {
      const broker: object = path.endsWith('position') ? { broker: 'XL' } : {};
      const { investor, ...others } = query;
      const takes = TAKES[path]?.includes('investor') ? query : others;
      const answer = await ask(`/sample${path}`, { ...takes, ...broker }, headers);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([...answer.headers.keys()].filter((name) => /^x-(monthly|ratelimit)/.test(name))).toEqual([]);
    }
    expect((await ask('/sample/foreign-flow', {}, headers)).status).toBe(400);
    const { account, key } = await usage();
    expect({ account, key }).toEqual({ account: before.account, key: before.key });
    const remaining = (await alir.request('/usage')).headers.get('x-ratelimit-remaining');
    expect(Number(remaining)).toBeGreaterThan(1e9 - 10);
  });

  test('is limited by address, as much as the requests would cost', async () => {
    const flow = { ticker: 'BBCA', from: FIRST, to: LAST };
    const year = { ticker: 'BBCA', from: '2025-01-02', to: LAST };
    const until429 = async (path: string, query: object, headers: Record<string, string>) => {
      for (let count = 0; count < 200; count++) {
        const answer = await ask(path, query, headers);
        await answer.arrayBuffer();
        if (answer.status === 429) return { count, wait: answer.headers.get('retry-after') };
      }
      return null;
    };
    const one = { 'x-forwarded-for': '198.51.100.1' };
    const two = { 'x-forwarded-for': '198.51.100.2' };
    const three = { 'x-forwarded-for': '2001:db8::1' };
    const four = { 'x-forwarded-for': '198.51.100.4' };
    const known = { ...flow, known_at: CORRECTED.toISOString() };
    const [single, ofYear, earlier] = await Promise.all([
      until429('/sample/foreign-flow', flow, one),
      until429('/sample/stocks/ohlcv', year, two),
      until429('/sample/foreign-flow', known, four),
      until429('/sample/stocks/ohlcv', year, three),
    ]);
    expect(single).toEqual({ count: 120, wait: '1' });
    // A year costs 12 units.
    expect(ofYear?.count).toBe(10);
    // Earlier data counts as 10 requests more.
    expect(earlier?.count).toBe(11);
    // A key does not lift the limit, and one /64 is one address.
    const own = { ...one, authorization: `Bearer ${alir.key}` };
    const sameBlock = { 'x-forwarded-for': '2001:db8::ffff:2' };
    const other = { 'x-forwarded-for': '2001:db8:0:1::1' };
    const answers = [own, sameBlock, other].map((headers) => ask('/sample/foreign-flow', flow, headers));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([429, 429, 200]);
    alir.clock.elapsed_ms += 60_000;
    expect((await ask('/sample/foreign-flow', flow, own)).status).toBe(200);
  });

  test('answers HEAD, OPTIONS and requests of pages of other sites', async () => {
    const path = `/sample/foreign-flow?ticker=BBCA&from=${FIRST}&to=${LAST}`;
    const url = `${await alir.url()}${path}`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(url, { method: 'OPTIONS' })).headers.get('allow')).toContain('GET');
    const other = await fetch(url, { headers: { origin: 'https://example.com' } });
    expect(other.headers.get('access-control-allow-origin')).toBe('*');
  });
});

test('without the setting, no path below /sample exists', async () => {
  expect((await twin.raw('/sample/foreign-flow?ticker=BBCA')).status).toBe(404);
});

test('before enough days are published, the sample has none', async () => {
  const environment = { ALIR_SAMPLE_TICKER: 'BBCA', ALIR_SAMPLE_DELAY_DAYS: '1' };
  const young = await TestAlir.open({ environment });
  const query = { ticker: 'BBCA', from: FIRST, to: FIRST };
  const refused = await young.get('/sample/foreign-flow', query);
  expect([refused.status, refused.body.errors[0].message]).toEqual([
    400,
    expect.stringContaining('the sample has no day yet'),
  ]);
  const market = smallMarket();
  const texts = SMALL_DAYS.slice(0, 2).map((date) => [date, dailyFileText(market, date)] as const);
  for (const [index, [date, text]] of texts.entries()) {
    await young.ingest(fileName(date), text);
    expect((await young.get('/sample/foreign-flow', query)).status).toBe(index === 0 ? 400 : 200);
  }
  expect((await young.get('/sample/foreign-flow', { ...query, to: SECOND })).status).toBe(400);
});
