import { METHODS } from 'node:http';
import { describe, expect } from 'vitest';
import { newKey } from '../../src/commerce/accounts/keys/key-format.ts';
import { customer } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { exchange } from '../support/raw-client.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('any method', () => {
  test.for(METHODS.filter((method) => method !== 'CONNECT'))(
    '%s never fails on our side',
    async (method, { alir }) => {
      for (const path of ['/foreign-flow', '/foreign-flow/batch', '/nowhere']) {
        const bytes = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        const answer = await exchange(await alir.url(), bytes);
        expect(answer, path).toMatch(/^HTTP\/1\.1 (204|400|401|404|405) /);
      }
    },
  );

  test('CONNECT opens no tunnel', async ({ alir }) => {
    const answer = await exchange(await alir.url(), 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expectErrorBody(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), 'method_not_allowed');
  });
});

describe('bytes', () => {
  const GET = 'GET /health/live HTTP/1.1\r\n';
  const POST = 'POST /foreign-flow/batch HTTP/1.1\r\nHost: x\r\n';
  const CLOSE = 'Connection: close\r\n\r\n';
  /** A request whose URL, header names and header values have this many bytes. */
  const headersOf = (bytes: number) =>
    `GET /nowhere HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(bytes - '/nowhereHostxXConnectionclose'.length)}\r\n${CLOSE}`;
  test.for([
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
    ['URL and headers below 16 KiB', 404, 'not_found', headersOf(16 * 1024 - 1)],
    ['URL and headers of 16 KiB', 431, 'headers_too_large', headersOf(16 * 1024)],
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
  ] as const)('%s: %i', async ([, status, code, bytes], { alir }) => {
    const answer = await exchange(await alir.url(), bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .+\r\n`));
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expectErrorBody(JSON.parse(body), code);
  });
});

test('an unknown key with a right checksum is refused', async ({ alir }) => {
  alir.key = newKey();
  expect((await alir.request('/usage')).body.code).toBe('unauthorized');
});

test('a NUL character, which PostgreSQL refuses, is refused in a URL, in JSON and in a form', async ({
  alir,
}) => {
  const me = await customer(alir);
  for (const path of ['/billing/orders/%00', '/billing/invoices/%00', '/usage?from=%00']) {
    expect(await me.get(path)).toMatchObject({ status: 400, body: { code: 'invalid_url' } });
  }
  expect((await me.post('/billing/quotes', { offer_id: ['a\u0000'] })).body).toMatchObject({
    code: 'invalid_json',
    errors: [{ field: 'body', message: 'contains a NUL character (\\u0000): remove it' }],
  });
  expect((await me.post('/billing/quotes', { offer_id: '\\u0000' })).body.code).toBe('unknown_offer');
  const form = await alir.request('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40example.com&next=/&next=%00',
  });
  expect([form.status, form.body.code]).toEqual([400, 'malformed_request']);
});

function expectErrorBody(body: any, code: string): void {
  const { error } = body;
  expect(body).toMatchObject({
    success: false,
    data: null,
    detail: error,
    code,
    request_id: expect.stringMatching(UUID),
  });
  expect(error.length).toBeGreaterThan(10);
  expect(Array.isArray(body.errors)).toBe(code === 'malformed_request');
}
