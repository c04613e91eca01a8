import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import { Alir } from '../../../clients/typescript/src/index.ts';
import type { ReferencedRequest } from '../../../src/api/openapi/reference.ts';
import { Playground, type PlaygroundProps } from '../../../src/console/charts/requests/playground.tsx';
import type { View } from '../../../src/console/pages/components/view.ts';
import { playgroundPath } from '../../../src/console/pages/docs/playground-page.tsx';
import { dateOfEpochDay, epochDay } from '../../../src/core/dates.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { decoded, islandProps } from '../../support/html.ts';
import fc from '../../support/properties.ts';
import { SMALL_DAYS, smallMarketData } from '../../support/small-market.ts';

const LAST = SMALL_DAYS[2];
const NEWEST = SMALL_DAYS[4];

let alir: TestAlir;
/** Without a sample. */
let closed: TestAlir;

beforeAll(async () => {
  const copied_from = await smallMarketData();
  const environment = { ALIR_SAMPLE_TICKER: 'BBCA', ALIR_SAMPLE_DELAY_DAYS: '2' };
  alir = await TestAlir.open({ environment, copied_from }, afterThisFile);
  closed = await TestAlir.open({ copied_from }, afterThisFile);
});

const open = async (path: string, browser = new BrowserSession(alir)) => {
  alir.clock.elapsed_ms += 60_000;
  const page = await browser.get(path, { 'accept-language': 'en' });
  return { status: page.status, location: page.headers.get('location'), html: await page.text() };
};

const propsIn = (html: string): PlaygroundProps => islandProps(html);

/** The code of a request with the first values: curl, TypeScript, Python. */
const codeIn = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, code = '']) => decoded(code));

const pageOf = (props: PlaygroundProps, chosen: string) =>
  renderToString(h(Playground, { ...props, chosen }));

const SENT_ALWAYS = { broker: 'XL' };

describe('without signing in, the page', () => {
  test('has every request of the sample, and its code gets the answer', async () => {
    const { status, html } = await open('/playground');
    expect(status).toBe(200);
    const props = propsIn(html);
    expect(props).toMatchObject({
      isSample: true,
      chosen: 'get_broker_summary',
      values: { ticker: 'BBCA', from: dateOfEpochDay(epochDay(LAST) - 4), to: LAST, date: LAST },
    });
    const routes = (await alir.routes()).filter(({ path }) => path.startsWith('/sample/'));
    expect(props.requests.map(({ path }) => `/sample${path}`).toSorted()).toEqual(
      [...new Set(routes.map(({ path }) => path))].toSorted(),
    );
    for (const { name, fields } of props.requests) {
      const values = { ...props.values, ...SENT_ALWAYS };
      const code = codeIn(pageOf({ ...props, values }, name));
      // A field with its default is not sent.
      const defaults = Object.fromEntries(fields.map((field) => [field.name, field.fallback]));
      expect(codeIn(pageOf({ ...props, values: { ...defaults, ...values } }, name))).toEqual(code);
      const [curl = '', typescript = '', python = ''] = code;
      const url = /'(http[^']+)'/.exec(curl)?.[1] ?? '';
      alir.clock.elapsed_ms += 60_000;
      const answer = await fetch(url);
      expect([url, answer.status]).toEqual([url, 200]);
      const { data } = (await answer.json()) as { data: unknown };
      // The program, without its import and with the data as its result.
      const program = typescript
        .replace("import { Alir } from 'alir-client';", '')
        .replace('console.log(data);', 'return data;');
      const run = new Function('Alir', `return (async () => {${program}})();`) as (
        client: typeof Alir,
      ) => unknown;
      expect([name, await run(Alir)]).toEqual([name, data]);
      expect(python).toContain(`"${url.split('?')[0]}"`);
      for (const each of [curl, typescript, python]) expect(each).not.toMatch(/KEY/);
    }
  });

  test('keeps the fields of its address, and says which of them are not valid', async () => {
    const kept = propsIn((await open(`/playground?request=get_ohlcv&from=2025-12-30&adjust=splits`)).html);
    expect(kept).toMatchObject({
      chosen: 'get_ohlcv',
      values: { from: '2025-12-30', adjust: 'splits', to: LAST },
    });
    const text = fc.oneof(
      fc.constantFrom(
        ...SMALL_DAYS,
        'abc',
        '2026-02-30',
        '9999-12-31',
        'BBCA',
        '<b>',
        '%00',
        'get_ohlcv',
        'get_usage',
      ),
      fc.string({ maxLength: 20 }),
    );
    const name = fc.constantFrom(
      'request',
      'from',
      'to',
      'market',
      'ticker',
      'investor',
      'known_at',
      '__proto__',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 5 }), async (query) => {
        const { status, html } = await open(`/playground?${new URLSearchParams(query)}`);
        expect([query, [200, 400].includes(status)]).toEqual([query, true]);
        expect(html.includes('class="notice bad"')).toBe(status === 400);
        expect(propsIn(html).requests.some((each) => each.name === propsIn(html).chosen)).toBe(true);
      }),
      { numRuns: 60 },
    );
    const { status, html } = await open('/playground?request=get_usage&from=abc');
    expect([status, html]).toEqual([400, expect.stringContaining('There is no request get_usage.')]);
    expect(html).toContain('from cannot be abc.');
    const long = await open(`/playground?request=${'y'.repeat(50)}`);
    expect(/There is no request (y+)\./.exec(long.html)?.[1]).toHaveLength(40);
  });

  test.each([
    ['get_broker_summary', true],
    ['get_market_measures', false],
    ['create_key', false],
  ])('is opened by the reference of a request that it has: %s', async (name, has) => {
    const { html } = await open(`/docs/reference/${name}`);
    expect(html.includes(`href="/playground?request=${name}"`)).toBe(has);
  });

  test('is named to those who can open it', () => {
    const request = (name: string, ticker: boolean) =>
      ({
        ...{ name, method: 'GET', key: 'required', scopes: ['data'], answer: { hasEnvelope: true } },
        parameters: ticker ? [{ name: 'ticker' }] : [],
      }) as unknown as ReferencedRequest;
    const pathsOf = (visitor: unknown) =>
      [request('of_stock', true), request('of_market', false)].map((each) =>
        playgroundPath(each, { visitor } as View),
      );
    const path = (name: string) => `/playground?request=${name}`;
    expect(pathsOf(null)).toEqual([path('of_stock'), undefined]);
    expect(pathsOf({ account_id: 'a' })).toEqual([path('of_stock'), path('of_market')]);
    // An operator without an account has no key to send a request with.
    expect(pathsOf({ account_id: null })).toEqual([undefined, undefined]);
  });

  test('is the sign-in if there is no sample', async () => {
    const { status, location } = await open('/playground', new BrowserSession(closed));
    expect([status, location]).toEqual([303, '/sign-in?next=%2Fplayground']);
  });
});

test('for who is signed in, the page has all requests of market data and their costs, and costs nothing itself', async () => {
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  const usage = async () => (await alir.request('/usage')).body.data.account.current_usage;
  const before = await usage();
  const { html } = await open('/playground', browser);
  expect(await usage()).toBe(before);
  const props = propsIn(html);
  expect(props).toMatchObject({ isSample: false, values: { to: NEWEST } });
  const routes = (await alir.routes()).map(({ path }) => path);
  for (const { path } of props.requests)
    expect(routes).toContain(`/explorer/data${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const costOf = (chosen: string, values: object) =>
    /Cost in units: (\S+?)</.exec(pageOf({ ...props, values: { ...props.values, ...values } }, chosen))?.[1];
  expect(costOf('get_ohlcv', { from: '2025-01-02', to: '2026-01-02' })).toBe('12');
  expect(costOf('get_ohlcv', { from: '2026-01-02', to: '2025-01-02' })).toBe('–');
  expect(costOf('get_broker_ranking', {})).toBe('5');
  expect(costOf('get_market_tickers', {})).toBe('0');
  const [curl = '', typescript = ''] = codeIn(pageOf(props, 'get_broker_stocks'));
  expect(curl).toContain('Authorization: Bearer $KEY');
  expect(typescript).toContain('apiKey: process.env.KEY');
  expect(typescript).toContain("  code: 'CC',");
});
