import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Alir } from '../../clients/typescript/src/index.ts';
import { COSTS } from '../../src/core/costs.ts';
import fc from '../support/properties.ts';

/** A client without a server: it notes each request. */
function noting() {
  const sent: { url: URL; body: any; authorization: string | null; key: string | null }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const [authorization, key] = [headers.get('authorization'), headers.get('idempotency-key')];
    sent.push({ url: new URL(url), body: JSON.parse(String(init.body ?? null)), authorization, key });
    return Response.json({ success: true, data: [], error: null }, { headers: { 'x-request-cost': '1' } });
  };
  return { sent, fetch };
}

const { sent: none, fetch: unused } = noting();
const alir = new Alir({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', fetch: unused });

describe('a plan', () => {
  test('splits tickers into batches of 50, counts repeated ones once, and sends nothing before it is iterated', async () => {
    const tickers = Array.from({ length: 120 }, (_, n) => `T${n % 110}`);
    const plan = alir.plan('foreignFlowBatch', { tickers, from: '2026-01-05', to: '2026-01-09' });
    expect([plan.requests, plan.units]).toEqual([3, 110]);
    expect(plan.parts.map((part) => part.tickers.length)).toEqual([50, 50, 10]);
    expect(none).toEqual([]);
  });

  test('has a request for each ticker and part of the range, and gives each answer with its parameters', async () => {
    const { sent, fetch } = noting();
    const noted = new Alir({ baseUrl: 'http://127.0.0.1:9', fetch });
    const range = { from: '2025-01-01', to: '2026-06-30', market: 'RG' } as const;
    const plan = noted.plan('ohlcv', { tickers: ['BBCA', 'bbri'], ...range });
    // 546 days: 341 days are 11 units, 205 days 7.
    expect([plan.requests, plan.units]).toEqual([4, 36]);
    const parts: unknown[] = [];
    for await (const { parameters, units } of plan) parts.push([...Object.values(parameters), units]);
    expect(parts).toEqual([
      ['2025-01-01', '2025-12-07', 'RG', 'BBCA', 1],
      ['2025-12-08', '2026-06-30', 'RG', 'BBCA', 1],
      ['2025-01-01', '2025-12-07', 'RG', 'BBRI', 1],
      ['2025-12-08', '2026-06-30', 'RG', 'BBRI', 1],
    ]);
    expect(sent.map(({ url }) => url.pathname + url.search)[1]).toBe(
      '/stocks/ohlcv?from=2025-12-08&to=2026-06-30&market=RG&ticker=BBCA',
    );
  });

  test('sends each part with the same Idempotency-Key in each iteration, so that it is charged once', async () => {
    const { sent, fetch } = noting();
    const noted = new Alir({ baseUrl: 'http://127.0.0.1:9', fetch });
    const range = { from: '2026-01-05', to: '2026-01-09' };
    const plan = noted.plan('ohlcv', { tickers: ['BBCA', 'BBRI'], ...range });
    for (let iteration = 0; iteration < 2; iteration++) {
      for await (const { parameters } of plan) expect(parameters.from).toBe('2026-01-05');
    }
    const keys = sent.map(({ key }) => key);
    expect(keys).toEqual([...keys.slice(0, 2), ...keys.slice(0, 2)]);
    expect(new Set(keys).size).toBe(2);
  });

  test.each([
    ['counterparties', '2026-01-01', '2026-02-10', [31, 10], 10],
    ['brokerRanking', '2025-01-01', '2026-01-05', [366, 4], 10],
    ['foreignFlowDaily', '2025-01-01', '2026-01-01', [366], 12],
    ['foreignFlowDaily', '2025-01-01', '2026-01-02', [341, 26], 12],
    ['foreignFlow', '2026-01-06', '2026-01-05', [0], 1],
  ] as const)(
    'of %s from %s to %s has parts of %j days and costs %i units',
    (name, from, to, days, units) => {
      const plan = alir.plan(name, { ticker: 'BBCA', from, to, investor: 'all' } as never);
      const lengths = plan.parts.map(
        (part: any) => (Date.parse(part.to) - Date.parse(part.from)) / 86_400_000 + 1,
      );
      expect(lengths).toEqual(days);
      expect(plan.units).toBe(units);
    },
  );

  test('of days covers each day once, at the cost that the server charges for its parts', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 1500 }));
    fc.assert(
      fc.property(range, ([start, length]) => {
        const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
        const { parts, units } = alir.plan('foreignFlowDaily', {
          ticker: 'BBCA',
          from: day(start),
          to: day(start + length),
        });
        const covered = parts.flatMap(({ from, to }) => {
          const first = (Date.parse(from) - Date.UTC(2025, 0, 1)) / 86_400_000;
          const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
          return Array.from({ length: count }, (_, n) => first + n);
        });
        expect(covered).toEqual(Array.from({ length: length + 1 }, (_, n) => start + n));
        const charged = parts.map(({ from, to }) =>
          COSTS.get_foreign_flow_daily.units({ from, to } as never),
        );
        expect(units).toBe(charged.reduce((sum, each) => sum + each, 0));
        expect(units).toBe(Math.ceil((length + 1) / 31));
      }),
    );
  });

  test('refuses what is not a day', () => {
    expect(() => alir.plan('foreignFlow', { ticker: 'BBCA', from: 'yesterday', to: '2026-01-05' })).toThrow(
      'from and to must be days as YYYY-MM-DD',
    );
  });
});

test.each([
  ['foreignFlowBatch', { from: '2026-01-05', to: '2026-01-09' }],
  ['foreignFlowDaily', { ticker: 'BBCA', from: 'yesterday' }],
])(
  'a call of %s with %j is sent, so that the server refuses it, and costs nothing',
  async (name, parameters) => {
    const { sent, fetch } = noting();
    const lost = async (url: string, init: RequestInit) => {
      await fetch(url, init);
      throw new Error('offline');
    };
    const noted: any = new Alir({ baseUrl: 'http://127.0.0.1:9', fetch: lost, maxRetries: 0 });
    await expect(noted[name](parameters)).rejects.toMatchObject({ possibleUnits: 0 });
    expect(sent).toHaveLength(1);
  },
);

describe('the settings of a client', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('are read from ALIR_API_KEY and ALIR_BASE_URL, unless they are passed', async () => {
    vi.stubEnv('ALIR_API_KEY', 'alir_live_environment');
    vi.stubEnv('ALIR_BASE_URL', 'http://127.0.0.1:9/base/');
    const { sent, fetch } = noting();
    await new Alir({ fetch }).marketTickers();
    await new Alir({ fetch, apiKey: 'alir_live_passed', baseUrl: 'http://127.0.0.1:8' }).marketTickers();
    expect(sent.map(({ url, authorization }) => [url.href, authorization])).toEqual([
      ['http://127.0.0.1:9/base/market/tickers', 'Bearer alir_live_environment'],
      ['http://127.0.0.1:8/market/tickers', 'Bearer alir_live_passed'],
    ]);
  });

  test('need the address of the server; a wrong address or key is an error before any request', async () => {
    vi.stubEnv('ALIR_BASE_URL', '');
    const text =
      'No address of a server, such as https://api.example.com: pass baseUrl, or set ALIR_BASE_URL.';
    expect(() => new Alir()).toThrow(text);
    expect(() => new Alir({ baseUrl: 'nowhere' })).toThrow(text);
    const { sent, fetch } = noting();
    const days = { from: '2026-01-05', to: '2026-01-09' };
    const tickers = 'BBCA' as unknown as string[];
    expect(() =>
      new Alir({ fetch, baseUrl: 'http://127.0.0.1:9' }).plan('ohlcv', { tickers, ...days }),
    ).toThrow('tickers must be an array');
    const wrong = new Alir({ fetch, baseUrl: 'http://127.0.0.1:9', apiKey: 'a\nb' });
    await expect(wrong.marketTickers()).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('a number of retries that is not a number makes one request', async () => {
    const busy = async () => new Response('', { status: 503 });
    const options = { fetch: busy, baseUrl: 'http://127.0.0.1:9', sleep: async () => {} };
    const alir = new Alir({ ...options, maxRetries: Number.NaN });
    await expect(alir.marketTickers()).rejects.toThrow('503');
  });
});

test('the bundle for browsers is below 8 kB, and needs nothing of Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['clients/typescript/src/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const [bundle] = outputFiles;
  const bytes = gzipSync(bundle?.contents ?? '', { level: 9 }).length;
  console.log(`Bundle of the TypeScript client: ${bytes} bytes after gzip`);
  expect(bytes).toBeGreaterThan(2000);
  expect(bytes).toBeLessThan(8000);
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => !path.startsWith('clients/typescript/src/'))).toEqual([]);
});
