import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { astToString, postman, typescript } from 'client-generators';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { FLOW_CLIENT } from './typed-client.ts';

const run = promisify(execFile);
const NODE_MODULES = resolve(import.meta.dirname, '../../node_modules');

let alir: TestAlir;
let url: string;
let document: any;

beforeAll(async () => {
  alir = await demoAlir({}, afterThisFile);
  alir.key = (await alir.stores.accounts.create('caller@example.com', 'starter', 1, null, 200_000)).api_key;
  url = await alir.url();
  document = await (await fetch(`${url}/openapi.json`)).json();
});

describe('a client of openapi-typescript and openapi-fetch', () => {
  /** A project with the client that is generated and a program that uses it. */
  async function project(program: string): Promise<string> {
    const folder = await folderOfThisFile();
    await symlink(NODE_MODULES, join(folder, 'node_modules'));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'src/alir.d.ts'), astToString(await typescript(document)));
    await writeFile(join(folder, 'src/main.ts'), program);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      outDir: 'out',
      rootDir: 'src',
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    return folder;
  }

  const compile = (folder: string) =>
    run(process.execPath, [join(NODE_MODULES, 'typescript/bin/tsc'), '--project', folder]).catch((error) => {
      throw new Error(error.stdout);
    });

  test('compiles under strict, has the type of each response, and gets the values of the server', async () => {
    const folder = await project(FLOW_CLIENT);
    await compile(folder);
    const env = { ...process.env, ALIR_URL: url, ALIR_KEY: alir.key };
    const { stdout } = await run(process.execPath, [join(folder, 'out/main.js')], { env });
    expect(JSON.parse(stdout)).toEqual({
      net: -87952863025,
      codes: ['AK', 'BK', 'DP', 'DR', 'ID'],
      batch: { BBRI: -19696476580, TLKM: -6300822810 },
      quoted: 350_000,
      unknown_offer: 'unknown_offer',
      refused: ['invalid_request', 'from'],
      plans: expect.arrayContaining(['starter', 'professional', 'advanced']),
      used: expect.any(Number),
    });
  });

  test('does not compile with a request that the server would refuse', async () => {
    const WRONG = [
      "'/foreign-flow/batch', { body: { tickers: ['BBCA'], from: '2026-01-05', to: '2026-01-05', market: 'XX' } }",
      "'/foreign-flow/batch', { body: { tickers: 'BBCA', from: '2026-01-05', to: '2026-01-05' } }",
      "'/foreign-flow/batch', { body: { tickers: ['BBCA'], to: '2026-01-05' } }",
      "'/billing/quotes', { body: {} }",
      "'/billing/quotes', { body: { months: 3 } }",
      "'/billing/quotes', { body: { plan: 'free' } }",
      "'/billing/orders', { body: { plan: 'starter' } }",
    ];
    const folder = await project(`
      import createClient from 'openapi-fetch';
      import type { paths } from './alir.js';
      const client = createClient<paths>();
      ${WRONG.map((call) => `await client.POST(${call});`).join('\n')}`);
    const errors = await compile(folder).catch(({ message }) => message as string);
    const lines = [...String(errors).matchAll(/main\.ts\((\d+),\d+\): error TS/g)].map(
      ([, each]) => Number(each) - 5,
    );
    expect([...new Set(lines)]).toEqual(WRONG.map((_, index) => index));
  });
});

describe('the collection that Postman imports', () => {
  /** What cannot be sent as it stands: it needs an id of the account, or a client of the protocol. */
  const NEEDS_MORE: Readonly<Record<string, number>> = {
    '/billing/orders/:order_id': 404,
    '/billing/invoices/:number': 404,
    '/account/keys/:key_id': 404,
    '/account/webhooks/:webhook_id': 404,
    '/account/webhooks/:webhook_id/rotate': 404,
    '/account/webhooks/:webhook_id/test': 404,
    '/account/webhooks/:webhook_id/deliveries': 404,
    '/account/saved/:saved_id': 404,
    // The server has no bot.
    '/account/notices/telegram': 400,
    'POST /account/alerts': 404,
    '/account/alerts/:alert_id': 404,
    '/account/alerts/:alert_id/test': 404,
    // The token is that of a link.
    '/csv/:token': 404,
    '/mcp': 406,
  };

  test('has requests that succeed once the key is set', async () => {
    const options = { requestParametersResolution: 'Example', folderStrategy: 'Tags' };
    const { collection, reason } = await imported(document, options);
    expect(reason).toBeUndefined();
    const variables = Object.fromEntries(collection.variable.map(({ key, value }: any) => [key, value]));
    expect(variables.baseUrl).toBe(url);
    const filled = (text: string) =>
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => (name === 'bearerToken' ? alir.key : variables[name]));
    const sent: string[] = [];
    for (const { request } of requestsOf(collection)) {
      const path = `/${request.url.path.join('/')}`;
      // A reader of the present answers about the whole market unticks these parameters.
      const asked_now = (request.url.query ?? []).filter(
        ({ key }: any) => key !== 'known_at' && key !== 'watchlist',
      );
      const query = asked_now.map(({ key, value }: any) => [key, value]);
      const params = (request.url.variable ?? []) as { key: string; value: string }[];
      const asked = params.reduce((text, { key, value }) => text.replace(`:${key}`, value), path);
      const auth = request.auth === null ? null : (request.auth ?? collection.auth);
      const headers = Object.fromEntries((request.header ?? []).map(({ key, value }: any) => [key, value]));
      const bearer = auth?.bearer?.find(({ key }: any) => key === 'token')?.value;
      const response = await fetch(`${filled('{{baseUrl}}')}${asked}?${new URLSearchParams(query)}`, {
        method: request.method,
        headers: { ...headers, ...(bearer ? { authorization: `Bearer ${filled(bearer)}` } : {}) },
        ...(request.body?.raw ? { body: request.body.raw } : {}),
      });
      const what = `${request.method} ${path}`;
      expect([what, response.status, await response.text()]).toEqual([
        what,
        NEEDS_MORE[what] ?? NEEDS_MORE[path] ?? 200,
        expect.anything(),
      ]);
      sent.push(what);
    }
    expect(sent.length).toBeGreaterThan(20);
  });
});

function imported(data: object, options: object): Promise<{ collection: any; reason?: string }> {
  return new Promise((resolve, reject) => {
    postman.convert(
      { type: 'json', data },
      options,
      (error: Error | null, { result, reason, output }: any) => {
        if (error || !result) reject(error ?? new Error(reason));
        else resolve({ collection: output[0].data, reason });
      },
    );
  });
}

function requestsOf({ item }: any): any[] {
  return item.flatMap((each: any) => (each.item ? requestsOf(each) : [each]));
}
