import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Alir } from '../../clients/typescript/src/index.ts';
import { COSTS } from '../../src/core/costs.ts';
import fc from '../support/properties.ts';
import { PLANS, withTickers } from './behaviours.ts';
import { methodOf } from './typescript.ts';

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

const alir = new Alir({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k' });

describe('a plan', () => {
  test.each(PLANS.map((plan) => [plan.name, plan] as const))(
    '%s',
    async (_, { operation, parameters, expect: { error, units, parts = [] } }) => {
      const { sent, fetch } = noting();
      const noted: any = new Alir({ baseUrl: 'http://127.0.0.1:9', fetch });
      const make = () => noted.plan(methodOf(operation), withTickers(parameters));
      if (error !== undefined) return expect(make).toThrow(error);
      const expected = parts.map(withTickers);
      const plan = make();
      expect([plan.requests, plan.units, plan.parts]).toEqual([parts.length, units, expected]);
      expect(sent).toEqual([]);
      for (let iteration = 0; iteration < 2; iteration++) {
        const answers: any[] = [];
        for await (const answer of plan) answers.push(answer);
        expect(answers.map((answer) => [answer.parameters, answer.units])).toEqual(
          expected.map((part) => [part, 1]),
        );
      }
      const asSent = expected.map((part) =>
        'tickers' in part ? part : Object.fromEntries(Object.entries(part).map(([k, v]) => [k, String(v)])),
      );
      expect(sent.map(({ url, body }) => body ?? Object.fromEntries(url.searchParams))).toEqual([
        ...asSent,
        ...asSent,
      ]);
      const keys = sent.map(({ key }) => key);
      expect(keys.slice(parts.length)).toEqual(keys.slice(0, parts.length));
      expect(new Set(keys).size).toBe(parts.length);
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
