import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { exchange } from '../support/raw-client.ts';

const ORIGIN = 'https://app.example.com';
const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

const opened = (ALIR_CORS_ORIGINS: string) => TestAlir.open({ environment: { ALIR_CORS_ORIGINS } });

/** As a page of an origin sends it. */
async function asPage(
  alir: TestAlir,
  path: string,
  init: RequestInit = {},
  origin = ORIGIN,
): Promise<Response> {
  return alir.raw(path, init, { origin });
}

async function preflight(alir: TestAlir, path: string, origin = ORIGIN): Promise<Response> {
  return fetch(`${await alir.url()}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
}

const BODY = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** A request for each kind of response. */
const RESPONSES: readonly { path: string; status: number; init?: RequestInit }[] = [
  { path: FLOW, status: 200 },
  { path: '/usage', status: 200 },
  { path: '/billing/plans', status: 200 },
  { path: '/openapi.json', status: 200 },
  { path: '/health/ready', status: 200 },
  { path: '/foreign-flow', status: 400 },
  { path: '/%zz', status: 400 },
  { path: FLOW, status: 401, init: { headers: { authorization: 'Bearer wrong' } } },
  { path: '/nowhere', status: 404 },
  { path: FLOW, status: 405, init: { method: 'DELETE' } },
  { path: FLOW, status: 406, init: { headers: { accept: 'image/png' } } },
  { path: '/foreign-flow/batch', status: 413, init: { ...BODY, body: `"${'x'.repeat(70_000)}"` } },
  { path: '/foreign-flow/batch', status: 415, init: { method: 'POST', body: 'x' } },
  { path: `/usage?${'x'.repeat(20_000)}`, status: 431 },
];

describe('by default, a page of any origin', () => {
  let alir: TestAlir;
  beforeAll(async () => {
    alir = await TestAlir.open({}, afterThisFile);
    await alir.ingest(FILE_NAME, csv([line()]));
  });

  const accountWith = async ({ requests_per_minute }: { requests_per_minute: number }): Promise<string> => {
    const terms = { units: 10, requests_per_minute, keys: 1 };
    return (await alir.stores.accounts.create(`${requests_per_minute}@example.com`, 'enterprise', 1, terms))
      .api_key;
  };

  test('may read every response and its headers, also errors', async () => {
    for (const { path, status, init } of RESPONSES) {
      const { headers, ...response } = await asPage(alir, path, init).then((answer) => ({
        status: answer.status,
        headers: answer.headers,
      }));
      const what = `${path.slice(0, 40)} ${status}`;
      expect([what, response.status]).toEqual([what, status]);
      expect([what, headers.get('access-control-allow-origin')]).toEqual([what, '*']);
      expect([what, headers.get('access-control-expose-headers')]).toEqual([what, '*']);
      expect([what, headers.get('access-control-allow-credentials')]).toEqual([what, null]);
      expect([what, headers.get('vary') ?? '']).toEqual([what, expect.not.stringContaining('Origin')]);
    }
  });

  test('may read a 429', async () => {
    const init = { headers: { authorization: `Bearer ${await accountWith({ requests_per_minute: 1 })}` } };
    await asPage(alir, '/usage', init);
    const { status, headers } = await asPage(alir, '/usage', init);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([429, '*']);
  });

  test('gets the allowed methods and headers by a preflight on any path, without a key', async () => {
    for (const path of [
      FLOW,
      '/foreign-flow/batch',
      '/billing/orders/',
      '/account/keys/x',
      '/mcp',
      '/nowhere',
    ]) {
      const { status, headers } = await preflight(alir, path);
      expect([path, status]).toEqual([path, 204]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, DELETE');
      expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
        expect.arrayContaining([
          'Authorization',
          'Content-Type',
          'Idempotency-Key',
          'Accept',
          'X-Request-Id',
        ]),
      );
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(3600);
    }
  });

  test('may send any number of preflights: they count in no limit', async () => {
    const authorization = `Bearer ${await accountWith({ requests_per_minute: 2 })}`;
    for (let sent = 0; sent < 20; sent++) {
      const headers = { origin: ORIGIN, authorization, 'access-control-request-method': 'GET' };
      expect((await fetch(`${await alir.url()}${FLOW}`, { method: 'OPTIONS', headers })).status).toBe(204);
    }
    const { status, headers } = await asPage(alir, FLOW, { headers: { authorization } });
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  });

  test('may read the response to a malformed request', async () => {
    const answer = await exchange(await alir.url(), 'GARBAGE\r\n\r\n');
    expect(answer.toLowerCase()).toContain('access-control-allow-origin: *\r\n');
  });

  test('is refused by /mcp unless its host is allowed, and may read the reason', async () => {
    const { status, headers } = await asPage(alir, '/mcp', { ...BODY, body: '{}' });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, '*']);
  });
});

describe('ALIR_CORS_ORIGINS', () => {
  test('with a list allows only the origins of the list', async () => {
    const alir = await opened(`https://other.example, ${ORIGIN}`);
    for (const { path, init } of RESPONSES.filter(({ status }) => status !== 431)) {
      const listed = await asPage(alir, path, init);
      expect([path, listed.headers.get('access-control-allow-origin')]).toEqual([path, ORIGIN]);
      const { headers } = await asPage(alir, path, init, 'https://evil.example');
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
      for (const each of [listed.headers, headers]) {
        expect([path, each.get('vary')?.split(', ')]).toEqual([path, expect.arrayContaining(['Origin'])]);
      }
    }
    expect((await preflight(alir, FLOW)).headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const { headers } = await preflight(alir, FLOW, 'https://evil.example');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-headers')).toBeNull();
  });

  test('with none allows no origin', async () => {
    const alir = await opened('none');
    for (const response of [await asPage(alir, FLOW), await preflight(alir, FLOW)]) {
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each([
    'example.com',
    'https://a.example/',
    'https://a.example/x',
    'ftp://a.example',
    '*, https://a.example',
  ])('refuses %s', (text) => {
    expect(() => readConfig({ ALIR_CORS_ORIGINS: text })).toThrow(
      /ALIR_CORS_ORIGINS must be \*, none, or origins/,
    );
  });
});
