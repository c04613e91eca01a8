import { describe, expect } from 'vitest';
import type { Answer } from '../support/alir.ts';
import { DATE } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { RawClient, type RawResponse } from '../support/raw-client.ts';
import { FULL_WINDOW_S, ON_POSTGRES } from '../support/test-ledger.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;
const NAMES = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-monthly-limit',
  'x-monthly-remaining',
  'x-monthly-reset',
  'x-request-cost',
];
/** Of an account on Free that was charged 1 unit and has sent so many requests. */
const limits = (requests: number) => [
  '10',
  String(10 - requests),
  FULL_WINDOW_S,
  '5',
  '4',
  '2026-02-02T17:00:00.000Z',
  '0',
];

test.beforeEach(async ({ alir }) => {
  await alir.become('free');
});

const limitHeadersOf = ({ headers }: Answer) => NAMES.map((name) => headers.get(name));
const rawLimitHeaders = ({ headers }: RawResponse | undefined = { status: 0, headers: {}, body: null }) =>
  NAMES.map((name) => headers[name] ?? null);

describe('every response to a valid key has quota and rate headers', () => {
  test.for([
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\nAUTH\r\n: 1\r\n\r\n', 400],
    ['a key behind the fault', 'GET / HTTP/1.1\r\nBad Header: x\r\nAUTH\r\n\r\n', 400],
    ['a length that is none', 'POST /mcp HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: abc\r\n\r\n', 400],
    [
      'a chunk that is none',
      'POST /foreign-flow/batch HTTP/1.1\r\nContent-Type: application/json\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nAUTH\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n', 405],
  ] as const)('%s', async ([, bytes, status], { alir }) => {
    await alir.request(FLOW);
    const client = await RawClient.open(await alir.url());
    client.write(bytes.replace('AUTH', `authorization:  Bearer ${alir.key} `));
    const [response] = await client.answered(1);
    expect(response?.status).toBe(status);
    const headers = rawLimitHeaders(response);
    // With PostgreSQL, an unreadable request can be answered before its count in the database is known.
    if (ON_POSTGRES) expect([limits(1), limits(2)]).toContainEqual(headers);
    else expect(headers).toEqual(limits(2));
  });

  test('a malformed request after an authenticated one has no such headers', async ({ alir }) => {
    const client = await RawClient.open(await alir.url());
    client.write(
      `GET /usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${alir.key}\r\n\r\nGARBAGE\r\n\r\n`,
    );
    const [usage, malformed] = await client.answered(2);
    expect([usage?.status, rawLimitHeaders(usage)[0]]).toEqual([200, '10']);
    expect([malformed?.status, rawLimitHeaders(malformed)[0]]).toEqual([400, null]);
  });

  test.for([
    'OPTIONS /nowhere HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'OPTIONS /nowhere HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: abc\r\n\r\n',
    `OPTIONS /nowhere HTTP/1.1\r\nHost: x\r\nAUTH\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  ])(
    '%#: a malformed OPTIONS request with a valid key has no such headers and does not count',
    async (bytes, { alir }) => {
      await alir.request(FLOW);
      const client = await RawClient.open(await alir.url());
      client.write(bytes.replace('AUTH', `Authorization: Bearer ${alir.key}`));
      const responses = await client.answered(1);
      expect(responses.map(rawLimitHeaders)).toEqual(responses.map(() => NAMES.map(() => null)));
      expect(limitHeadersOf(await alir.request('/usage'))).toEqual(limits(2));
    },
  );
});
