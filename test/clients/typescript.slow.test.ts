import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tableFromIPC } from 'apache-arrow';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { Alir, AlirError } from '../../clients/typescript/src/index.ts';
import { afterThisFile, afterThisTest, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { CHROMIUM, openPage } from '../support/browser.ts';
import { demoAlir } from '../support/demo.ts';
import { blocks, textOf } from '../support/guide.ts';
import { exampleOf, requestsIn } from '../support/openapi.ts';
import fc from '../support/properties.ts';
import { sized } from '../support/size.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { methodOf, rowsOf } from './typescript.ts';

const UNITS = 10_000_000;
const CALLS = sized(150, 10_000);
/** For 10,000 calls on a busy machine. */
const LIMIT_MS = 1_800_000;

let server: TestAlir;
let url: string;
beforeAll(async () => {
  server = await demoAlir({}, afterThisFile);
  url = await server.url();
});

async function newAccount(): Promise<{ account_id: string; apiKey: string }> {
  const account_id = await server.become('custom', 1, { units: UNITS, requests_per_minute: 1e9, keys: 9 });
  return { account_id, apiKey: server.key };
}

const used = async (account_id: string) => (await server.test_ledger.unitsOf(account_id)).account;

/** The parameters of an operation's example, with an id that exists. */
function parametersOf({ operation }: any, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  const own = (operation.parameters ?? [])
    .filter(({ in: place, example }: any) => place !== 'header' && example !== undefined)
    .map(({ name, example }: any) => [name, ids[name] ?? example]);
  const body = Object.entries(operation.requestBody?.content['application/json'].example ?? {});
  return Object.fromEntries([...own, ...body.map(([name, example]) => [name, ids[name] ?? example])]);
}

describe('with a real server', () => {
  test('each method gets the answer of its example, and reports its units', async () => {
    const account_id = await server.become('starter', 1);
    const alir: any = new Alir({ apiKey: server.key, baseUrl: url });
    const { data: document } = await alir.openapi();
    server.stores.ledger.isLeader = () => false;
    Object.assign(server.stores.telegram_chats, { isAvailable: true });
    let ids: Record<string, string> = {};
    let units = 0;
    const called: string[] = [];
    for (const request of requestsIn(document)) {
      const { name, operation } = request;
      if (name === 'mcp') continue;
      // Its order is paid between the requests.
      if (name === 'list_invoices') {
        await server.stores.billing.payments.confirm(ids.order_id ?? '', {}, 'operator');
        ids.number = (await alir.listInvoices()).data[0].number;
      }
      // That of the examples is deleted before.
      if (name === 'create_alert') {
        const content = { name: 'Alerts', watchlist: { tickers: ['BBCA'], brokers: [] } };
        ids.saved_id = (await alir.createSaved(content)).data.saved_id;
      }
      const result = await alir[methodOf(name)](parametersOf(request, ids));
      expect([name, result.units > 0]).toEqual([name, operation['x-cost'] !== undefined]);
      expect(result.requestId).toMatch(/^\S{8,}$/);
      units += result.units;
      called.push(name);
      if (name.startsWith('create_')) ids = { ...ids, ...result.data };
      // Without a second of the clock, the data of a request that changes nothing is the same.
      if (request.method !== 'GET' || operation['x-cost'] === undefined) continue;
      const { url: path, init } = exampleOf(request);
      expect(result.data, name).toEqual((await server.request(path, init)).body.data);
      units += result.units;
    }
    expect(called.length).toBeGreaterThan(50);
    expect(units).toBe(await used(account_id));
  });

  test('rows of Arrow equal those of JSON', async () => {
    const { apiKey } = await newAccount();
    const alir: any = new Alir({ apiKey, baseUrl: url });
    const tables = requestsIn((await alir.openapi()).data).filter(
      ({ operation }) => operation.responses[406] && operation['x-cost'],
    );
    const compared: string[] = [];
    for (const request of tables) {
      const parameters = parametersOf(request, {});
      const { data } = await alir[methodOf(request.name)](parameters);
      if (!Array.isArray(data)) continue;
      const arrow = await alir[methodOf(request.name)](parameters, { arrow: tableFromIPC });
      expect(rowsOf(arrow.data), request.name).toEqual(rowsOf(data));
      compared.push(request.name);
    }
    expect(compared.length).toBeGreaterThan(7);
  });

  /** Calls of all costs, on the days of the demo. */
  const day = (n: number) => new Date(Date.UTC(2025, 10, 20 + n)).toISOString().slice(0, 10);
  const tickers = fc.array(fc.constantFrom('BBCA', 'bbca ', 'BBRI', 'TLKM', 'GOTO', 'NONE'), {
    minLength: 1,
    maxLength: 6,
  });
  const calls = fc.record({
    name: fc.constantFrom(
      'foreignFlow',
      'foreignFlowBatch',
      'foreignFlowDaily',
      'brokerRanking',
      'marketTickers',
    ),
    tickers,
    start: fc.integer({ min: 0, max: 60 }),
    days: fc.integer({ min: 1, max: 366 }),
    faults: fc.array(
      fc.constantFrom<Fault>('none', 'lost', 'answer_lost', 'answer_cut', 'overloaded', 'bad_gateway'),
      { maxLength: 6 },
    ),
    cancelled: fc.constantFrom(false, false, false, true),
  });

  function parametersFor({
    name,
    tickers,
    start,
    days,
  }: {
    name: string;
    tickers: string[];
    start: number;
    days: number;
  }) {
    const range = { from: day(start), to: day(start + days - 1) };
    if (name === 'marketTickers') return {};
    if (name === 'foreignFlowBatch') return { tickers, ...range };
    return name === 'brokerRanking'
      ? { investor: 'all', ...range }
      : { ticker: tickers[0]?.trim(), ...range };
  }

  test(
    'the units of all calls are those of the account, whatever connections are lost',
    async () => {
      const { account_id, apiKey } = await newAccount();
      const proxy = await FaultProxy.start(url);
      afterThisTest(() => proxy.close());
      const alir: any = new Alir({ apiKey, baseUrl: proxy.url, maxRetries: 2, sleep: async () => {} });
      let reported = 0;
      const seen = { failed: 0, replayed: 0, cancelled: 0 };
      for (const call of fc.sample(calls, { numRuns: CALLS, seed: 36 })) {
        const parameters = parametersFor(call);
        const cancelling = new AbortController();
        proxy.faults = [...call.faults];
        proxy.onAnswered = () => call.cancelled && cancelling.abort();
        let options: object = { signal: cancelling.signal, idempotencyKey: crypto.randomUUID() };
        for (;;) {
          const before = await used(account_id);
          try {
            const { units, replayed } = await alir[call.name](parameters, options);
            reported += units;
            if (replayed) seen.replayed += 1;
            break;
          } catch (error) {
            // The caller repeats the call under the same Idempotency-Key, as the error says.
            options = { ...options, signal: undefined };
            if (cancelling.signal.aborted) {
              seen.cancelled += 1;
              continue;
            }
            if (!(error instanceof AlirError)) throw error;
            seen.failed += 1;
            expect((await used(account_id)) - before).toBeLessThanOrEqual(error.possibleUnits);
          }
        }
      }
      expect(reported).toBe(await used(account_id));
      expect(reported).toBeGreaterThan(CALLS);
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
    },
    LIMIT_MS,
  );

  test('the programs of its README run', async () => {
    const { apiKey } = await newAccount();
    const program = blocks(textOf('clients/typescript/README.md'), 'ts').join('');
    const outfile = join(await folderOfThisFile(), 'readme.mjs');
    await build({
      stdin: {
        contents: program.replace('alir_live_...', apiKey).replace('https://api.example.com', url),
        loader: 'ts',
        resolveDir: '.',
      },
      alias: { 'alir-client': './clients/typescript/src/index.ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    // The server is in this process.
    const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
    expect(stdout).toMatch(/^4 requests, 36 units\nBBCA \d+\nBBCA \d+\nBBRI \d+\nBBRI \d+\n$/);
  });

  test.skipIf(CHROMIUM === undefined)(
    'gets its answers in a browser, from a page of another origin',
    async () => {
      const { apiKey } = await newAccount();
      const { outputFiles } = await build({
        entryPoints: ['clients/typescript/src/index.ts'],
        bundle: true,
        format: 'iife',
        globalName: 'client',
        write: false,
      });
      const page = await openPage();
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      const call = `new client.Alir(${JSON.stringify({ apiKey, baseUrl: url })}).foreignFlow({ ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' })`;
      const { data, units, quota, publication } = (await page.evaluate(call)) as any;
      expect(data).toEqual(
        (await server.get('/foreign-flow', { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' })).body
          .data,
      );
      expect([units, quota.remaining, publication]).toEqual([1, UNITS - 1, expect.any(Number)]);
      expect(await page.evaluate('new client.Alir({}).toString()').catch(String)).toContain('pass baseUrl');
    },
  );
});
