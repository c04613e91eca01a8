import { METHODS } from 'node:http';
import { describe, expect } from 'vitest';
import { newKey } from '../../src/commerce/accounts/keys/key-format.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { exchange } from '../support/raw-client.ts';
import { batch, CASES, FLOW, JSON_TYPE } from './error-cases.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let server: { readonly url: string };
let key: string;
let revoked: string;

test.beforeEach(async ({ alir }) => {
  server = { url: await alir.url() };
  key = alir.key;
});

test.beforeAll(async ({ sharedAlir }) => {
  const { accounts } = sharedAlir.stores;
  const { account_id } = await accounts.find('test@example.com');
  const second = await accounts.createKey(account_id, 'revoked');
  await accounts.revokeKey(second.key_id);
  revoked = second.api_key;
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
        const bytes = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        const answer = await exchange(server.url, bytes);
        expect(answer, path).toMatch(/^HTTP\/1\.1 (204|400|401|404|405) /);
      }
    },
  );

  test('CONNECT opens no tunnel', async () => {
    const answer = await exchange(server.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
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

  test.each<[what: string, message: string, header: () => string | undefined]>([
    ['no header', 'An API key is required', () => undefined],
    ['an empty header', 'must have the form: Bearer', () => ''],
    ['Basic', 'must have the form: Bearer', () => 'Basic dXNlcjpwYXNz'],
    ['Bearer without a key', 'must have the form: Bearer', () => 'Bearer '],
    ['two keys', 'must have the form: Bearer', () => `Bearer ${key} ${key}`],
    ['a key of another form', 'not valid', () => 'Bearer secret'],
    ['a mistyped key', 'not valid', () => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['an unknown key with a right checksum', 'not valid', () => `Bearer ${newKey()}`],
    ['a revoked key', 'not valid', () => `Bearer ${revoked}`],
  ])('401: %s', async (_what, message, header) => {
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

  const GET = 'GET /health/live HTTP/1.1\r\n';
  const POST = 'POST /foreign-flow/batch HTTP/1.1\r\nHost: x\r\n';
  const CLOSE = 'Connection: close\r\n\r\n';
  test.each([
    ['no HTTP at all', 400, 'malformed_request', 'GARBAGE\r\n\r\n'],
    ['a header without a name', 400, 'malformed_request', `${GET}Host: x\r\n: 1\r\n\r\n`],
    ['a header with a space in its name', 400, 'malformed_request', `${GET}Host: x\r\nBad Header: 1\r\n\r\n`],
    ['a length that is none', 400, 'malformed_request', `${POST}Content-Length: abc\r\n\r\n`],
    [
      'two lengths',
      400,
      'malformed_request',
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    ],
    ['a header of 20 kB', 431, 'headers_too_large', `${GET}Host: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no Host header', 400, 'malformed_request', `${GET}${CLOSE}`],
    ['two Host headers', 400, 'malformed_request', `${GET}Host: x\r\nhost: x\r\n${CLOSE}`],
    ['no Host header in HTTP/1.0', 404, 'not_found', 'GET /nowhere HTTP/1.0\r\n\r\n'],
    [
      'an unknown expectation',
      404,
      'not_found',
      `GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${CLOSE}`,
    ],
    [
      'another host in the URL',
      404,
      'not_found',
      `GET http://example.com/nowhere HTTP/1.1\r\nHost: x\r\n${CLOSE}`,
    ],
    [
      'a byte that is not ASCII in the URL',
      400,
      'malformed_request',
      'GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
  ])('raw bytes: %s: %i', async (_what, status, code, bytes) => {
    const answer = await exchange(server.url, bytes);
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
