import { mkdtemp, rm } from 'node:fs/promises';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../../src/commerce/accounts/key-format.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { configOf, SetClock, UNLIMITED } from '../support/alir.ts';
import { batch, CASES, FLOW, JSON_TYPE } from './error-cases.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let folder: string;
const clock = new SetClock();
let stores: Stores;
let server: RunningServer;
let key: string;
let revoked: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alir-test-'));
  stores = await openStores(configOf(folder), clock);
  const { account, api_key } = await stores.accounts.create('errors@example.com', 'enterprise', 1, UNLIMITED);
  key = api_key;
  const second = await stores.accounts.createKey(account.account_id, 'revoked');
  await stores.accounts.revokeKey(second.key_id);
  revoked = second.api_key;
  server = await startServer(stores);
});

// The tests share a server, which bounds the failed requests of an address.
beforeEach(() => {
  clock.elapsed_ms += 60_000;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const BAD_PATHS = [
  '/:a(',
  '/:a([',
  '/:a-:b(',
  '/*',
  '///',
  '/foreign-flow%2Fbatch',
  '/FOREIGN-FLOW',
  '/foreign-flow;x=1',
];

describe('any path and method', () => {
  test.each(BAD_PATHS)('%s is answered with 404', async (path) => {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(404);
    expectErrorBody(await response.json(), 'not_found');
  });

  test.each(METHODS.filter((method) => method !== 'CONNECT'))(
    '%s never fails on our side',
    async (method) => {
      for (const path of ['/foreign-flow', '/foreign-flow/batch', '/nowhere']) {
        const answer = await exchange(
          Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        );
        expect(answer, path).toMatch(/^HTTP\/1\.1 (204|400|401|404|405) /);
      }
    },
  );

  test('CONNECT opens no tunnel', async () => {
    const answer = await exchange(Buffer.from('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expectErrorBody(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), 'method_not_allowed');
  });
});

describe('every response other than 200 has the error body', () => {
  const answered = async ({ path, init = {}, status, headers = {} }: (typeof CASES)[number]) => {
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
    return response;
  };

  test.each(CASES.filter(({ init }) => init?.method !== 'HEAD'))('$what: $status', async (each) => {
    expectErrorBody(await (await answered(each)).json(), each.code, each.fields);
  });

  test.each(CASES.filter(({ init }) => init?.method === 'HEAD'))(
    '$what: $status without a body',
    async (each) => {
      expect(await (await answered(each)).text()).toBe('');
    },
  );

  test.each([
    { what: 'no header', header: () => undefined, message: 'An API key is required' },
    { what: 'an empty header', header: () => '', message: 'must have the form: Bearer' },
    { what: 'Basic', header: () => 'Basic dXNlcjpwYXNz', message: 'must have the form: Bearer' },
    { what: 'Bearer without a key', header: () => 'Bearer ', message: 'must have the form: Bearer' },
    { what: 'two keys', header: () => `Bearer ${key} ${key}`, message: 'must have the form: Bearer' },
    { what: 'a key of another form', header: () => 'Bearer secret', message: 'not valid' },
    {
      what: 'a mistyped key',
      header: () => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      message: 'not valid',
    },
    {
      what: 'an unknown key with a right checksum',
      header: () => `Bearer ${newKey()}`,
      message: 'not valid',
    },
    { what: 'a revoked key', header: () => `Bearer ${revoked}`, message: 'not valid' },
  ])('401: $what', async ({ header, message }) => {
    const authorization = header();
    for (const [path, init] of [
      [FLOW, {}],
      ['/foreign-flow', {}],
      ['/foreign-flow/batch', batch('{"tickers":')],
      ['/foreign-flow/batch', batch('{}', { 'content-type': 'text/plain' })],
    ] as const) {
      const response = await fetch(`${server.url}${path}`, {
        ...init,
        headers: {
          ...((init as RequestInit).headers as Record<string, string>),
          ...(authorization === undefined ? {} : { authorization }),
        },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      const body = await response.json();
      expectErrorBody(body, 'unauthorized');
      expect((body as { error: string }).error).toContain(message);
      expect(JSON.stringify(body)).not.toContain(key);
    }
  });

  test.each([
    { what: 'no HTTP at all', bytes: 'GARBAGE\r\n\r\n', status: 400, code: 'malformed_request' },
    {
      what: 'a header without a name',
      bytes: 'GET / HTTP/1.1\r\nHost: x\r\n: 1\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'a header with a space in its name',
      bytes: 'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'a length that is none',
      bytes: 'POST /foreign-flow/batch HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'two lengths',
      bytes:
        'POST /foreign-flow/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'a header of 20 kB',
      bytes: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: 431,
      code: 'headers_too_large',
    },
    {
      what: 'no Host header',
      bytes: 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'two Host headers',
      bytes: 'GET /health/live HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
    {
      what: 'no Host header in HTTP/1.0',
      bytes: 'GET /nowhere HTTP/1.0\r\n\r\n',
      status: 404,
      code: 'not_found',
    },
    {
      what: 'an expectation that nobody knows',
      bytes: 'GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      status: 404,
      code: 'not_found',
    },
    {
      what: 'another host in the URL',
      bytes: 'GET http://example.com/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      status: 404,
      code: 'not_found',
    },
    {
      what: 'a byte that is not ASCII in the URL',
      bytes: 'GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n',
      status: 400,
      code: 'malformed_request',
    },
  ])('raw bytes: $what: $status', async ({ bytes, status, code }) => {
    const answer = await exchange(Buffer.from(bytes, 'latin1'));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .+\r\n`));
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expectErrorBody(JSON.parse(body), code, undefined);
  });

  test('no error contains the words of a library', async () => {
    for (const body of ['', 'null', '"x"', '[]', '5', '{"__proto__":1}']) {
      const response = await fetch(`${server.url}/foreign-flow/batch`, {
        ...batch(body),
        headers: { ...JSON_TYPE, authorization: `Bearer ${key}` },
      });
      const { error } = (await response.json()) as { error: string };
      expect(error).toMatch(
        /^body (must be a JSON object|is empty: send a JSON object|is not valid JSON, or contains a forbidden key \(__proto__ or constructor\))$/,
      );
    }
  });

  test('several problems are listed in one error, each with its field', async () => {
    const response = await fetch(`${server.url}/foreign-flow?ticker=&from=x&to=2026-01-01&market=TN`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body = (await response.json()) as { error: string; errors: unknown[] };
    expect(body.errors).toEqual([
      { field: 'ticker', message: expect.stringContaining('is not a ticker') },
      { field: 'from', message: '"x" is not a date: write it as YYYY-MM-DD' },
      { field: 'market', message: 'must be one of RG, NG, ALL' },
    ]);
    expect(body.error).toContain('from "x" is not a date');
  });

  test('a date that does not exist is reported as such, and no rule on the range is applied to it', async () => {
    const query = 'ticker=BBCA&from=2026-02-30&to=2026-03-01';
    const response = await fetch(`${server.url}/foreign-flow?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const body = (await response.json()) as { errors: unknown[] };
    expect(body.errors).toEqual([{ field: 'from', message: '"2026-02-30" does not exist in the calendar' }]);
  });
});

function expectErrorBody(body: unknown, code: string, fields?: readonly string[]): void {
  const { error, errors } = body as { error: string; errors?: { field: string; message: string }[] };
  expect(body).toEqual({
    success: false,
    data: null,
    error: expect.any(String),
    detail: error,
    code,
    request_id: expect.stringMatching(UUID),
    ...(errors ? { errors: expect.any(Array) } : {}),
  });
  expect(error.length).toBeGreaterThan(10);
  if (fields) expect(errors?.map((problem) => problem.field)).toEqual(fields);
  expect(Array.isArray(errors)).toBe(
    ['invalid_request', 'invalid_json', 'invalid_url', 'malformed_request'].includes(code),
  );
}

/** Sends bytes as they are and reads until the server closes. */
function exchange(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
