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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const JSON_TYPE = { 'content-type': 'application/json' };

let folder: string;
const clock = new SetClock();
let stores: Stores;
let server: RunningServer;
let key: string;
let revoked: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alir-test-'));
  stores = openStores(configOf(folder), clock);
  const { account, api_key } = stores.accounts.create('errors@example.com', 'enterprise', 1, UNLIMITED);
  key = api_key;
  const second = stores.accounts.createKey(account.account_id, 'revoked');
  stores.accounts.revokeKey(second.key_id);
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

interface Case {
  readonly what: string;
  readonly path: string;
  readonly init?: RequestInit;
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields that a 400 names. */
  readonly fields?: readonly string[];
}

const batch = (body: string, headers: Record<string, string> = JSON_TYPE): RequestInit => ({
  method: 'POST',
  body,
  headers,
});

const CASES: readonly Case[] = [
  { what: 'an unknown path', path: '/nowhere', status: 404, code: 'not_found' },
  { what: 'a path with two further slashes', path: '/foreign-flow//', status: 404, code: 'not_found' },
  {
    what: 'POST to an unknown path',
    path: '/nowhere',
    init: batch('x=1', {}),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'POST where GET is right',
    path: '/foreign-flow',
    init: batch('{}'),
    status: 405,
    code: 'method_not_allowed',
    headers: { allow: 'GET' },
  },
  {
    what: 'GET where POST is right',
    path: '/foreign-flow/batch',
    status: 405,
    code: 'method_not_allowed',
    headers: { allow: 'POST' },
  },
  {
    what: 'HEAD',
    path: FLOW,
    init: { method: 'HEAD' },
    status: 405,
    code: 'method_not_allowed',
    headers: { allow: 'GET' },
  },
  {
    what: 'DELETE',
    path: FLOW,
    init: { method: 'DELETE' },
    status: 405,
    code: 'method_not_allowed',
    headers: { allow: 'GET' },
  },
  {
    what: 'bad percent-encoding in the path',
    path: '/%zz',
    status: 400,
    code: 'invalid_url',
    fields: ['url'],
  },
  {
    what: 'no content type',
    path: '/foreign-flow/batch',
    init: batch('{}', { 'content-type': '' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'text',
    path: '/foreign-flow/batch',
    init: batch('{}', { 'content-type': 'text/plain' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'a form',
    path: '/stocks/broker-summary/batch',
    init: batch('tickers=BBCA', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'half a JSON text',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":'),
    status: 400,
    code: 'invalid_json',
    fields: ['body'],
  },
  {
    what: 'no JSON text at all',
    path: '/foreign-flow/batch',
    init: batch(''),
    status: 400,
    code: 'invalid_json',
    fields: ['body'],
  },
  {
    what: '__proto__ in the body',
    path: '/foreign-flow/batch',
    init: batch('{"__proto__":{"x":1}}'),
    status: 400,
    code: 'invalid_json',
    fields: ['body'],
  },
  {
    what: 'no body',
    path: '/foreign-flow/batch',
    init: { method: 'POST' },
    status: 400,
    code: 'invalid_request',
    fields: ['body'],
  },
  {
    what: 'a parameter beside a body',
    path: '/foreign-flow/batch?limit=5',
    init: batch('{}'),
    status: 400,
    code: 'invalid_request',
    fields: ['limit'],
  },
  {
    what: 'a body that is encoded',
    path: '/foreign-flow/batch',
    init: batch('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'a JSON array',
    path: '/foreign-flow/batch',
    init: batch('[]'),
    status: 400,
    code: 'invalid_request',
    fields: ['body'],
  },
  {
    what: 'null',
    path: '/foreign-flow/batch',
    init: batch('null'),
    status: 400,
    code: 'invalid_request',
    fields: ['body'],
  },
  {
    what: 'a body of 70 kB',
    path: '/foreign-flow/batch',
    init: batch(JSON.stringify({ tickers: ['A'.repeat(70_000)] })),
    status: 413,
    code: 'body_too_large',
  },
  {
    what: 'a URL of 20 kB',
    path: `/foreign-flow?ticker=${'A'.repeat(20_000)}`,
    status: 431,
    code: 'headers_too_large',
  },
  {
    what: 'no parameters',
    path: '/foreign-flow',
    status: 400,
    code: 'invalid_request',
    fields: ['ticker', 'from', 'to'],
  },
  {
    what: 'an unknown parameter',
    path: `${FLOW}&limit=5`,
    status: 400,
    code: 'invalid_request',
    fields: ['limit'],
  },
  {
    what: 'a parameter twice',
    path: `${FLOW}&ticker=BBRI`,
    status: 400,
    code: 'invalid_request',
    fields: ['ticker'],
  },
  {
    what: 'investor, where there is none',
    path: `${FLOW}&investor=f`,
    status: 400,
    code: 'invalid_request',
    fields: ['investor'],
  },
  {
    what: 'no investor, where it is required',
    path: '/stocks/broker-summary?ticker=BBCA&from=2026-01-05&to=2026-01-05',
    status: 400,
    code: 'invalid_request',
    fields: ['investor'],
  },
  {
    what: 'an unknown investor',
    path: '/stocks/broker-summary?ticker=BBCA&from=2026-01-05&to=2026-01-05&investor=foreign',
    status: 400,
    code: 'invalid_request',
    fields: ['investor'],
  },
  {
    what: 'an unknown market',
    path: `${FLOW}&market=TN`,
    status: 400,
    code: 'invalid_request',
    fields: ['market'],
  },
  {
    what: 'a from before 2025-01-01',
    path: '/foreign-flow?ticker=BBCA&from=2024-12-31&to=2025-01-02',
    status: 400,
    code: 'invalid_request',
    fields: ['from'],
  },
  {
    what: 'a to before from',
    path: '/foreign-flow?ticker=BBCA&from=2026-01-06&to=2026-01-05',
    status: 400,
    code: 'invalid_request',
    fields: ['to'],
  },
  {
    what: 'a range of 367 days',
    path: '/foreign-flow?ticker=BBCA&from=2025-01-01&to=2026-01-02',
    status: 400,
    code: 'invalid_request',
    fields: ['to'],
  },
  {
    what: 'days that do not exist',
    path: '/foreign-flow?ticker=BBCA&from=2025-02-29&to=2025-04-31',
    status: 400,
    code: 'invalid_request',
    fields: ['from', 'to'],
  },
  {
    what: 'dates written otherwise',
    path: '/foreign-flow?ticker=BBCA&from=20260105&to=5-1-2026',
    status: 400,
    code: 'invalid_request',
    fields: ['from', 'to'],
  },
  {
    what: 'a date with a time',
    path: '/foreign-flow?ticker=BBCA&from=2026-01-05T00:00:00Z&to=2026-01-05',
    status: 400,
    code: 'invalid_request',
    fields: ['from'],
  },
  {
    what: 'no ticker in a batch',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":[],"from":"2026-01-05","to":"2026-01-05"}'),
    status: 400,
    code: 'invalid_request',
    fields: ['tickers'],
  },
  {
    what: '51 tickers, all the same',
    path: '/foreign-flow/batch',
    init: batch(JSON.stringify({ tickers: Array(51).fill('BBCA'), from: '2026-01-05', to: '2026-01-05' })),
    status: 400,
    code: 'invalid_request',
    fields: ['tickers'],
  },
  {
    what: 'a ticker for tickers',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":"BBCA","from":"2026-01-05","to":"2026-01-05"}'),
    status: 400,
    code: 'invalid_request',
    fields: ['tickers'],
  },
  {
    what: 'numbers for tickers',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":["BBCA",5,null],"from":"2026-01-05","to":"2026-01-05"}'),
    status: 400,
    code: 'invalid_request',
    fields: ['tickers[1]', 'tickers[2]'],
  },
  {
    what: 'a number for a date',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":["BBCA"],"from":20260105,"to":"2026-01-05"}'),
    status: 400,
    code: 'invalid_request',
    fields: ['from'],
  },
  {
    what: 'an unknown field',
    path: '/foreign-flow/batch',
    init: batch('{"tickers":["BBCA"],"from":"2026-01-05","to":"2026-01-05","constructor":1}'),
    status: 400,
    code: 'invalid_request',
    fields: ['constructor'],
  },
];

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
  test.each(CASES)('$what: $status', async ({ path, init = {}, status, code, headers = {}, fields }) => {
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
    if (init.method === 'HEAD') return;
    expectErrorBody(await response.json(), code, fields);
  });

  test.each([
    { what: 'no header', header: () => undefined, says: 'An API key is required' },
    { what: 'an empty header', header: () => '', says: 'must have the form: Bearer' },
    { what: 'Basic', header: () => 'Basic dXNlcjpwYXNz', says: 'must have the form: Bearer' },
    { what: 'Bearer without a key', header: () => 'Bearer ', says: 'must have the form: Bearer' },
    { what: 'two keys', header: () => `Bearer ${key} ${key}`, says: 'must have the form: Bearer' },
    { what: 'a key of another form', header: () => 'Bearer secret', says: 'not valid' },
    {
      what: 'a mistyped key',
      header: () => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      says: 'not valid',
    },
    { what: 'an unknown key with a right checksum', header: () => `Bearer ${newKey()}`, says: 'not valid' },
    { what: 'a revoked key', header: () => `Bearer ${revoked}`, says: 'not valid' },
  ])('401: $what', async ({ header, says }) => {
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
      expect((body as { error: string }).error).toContain(says);
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
      bytes: 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n',
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
