import { describe, expect, vi } from 'vitest';
import { newKey } from '../../src/commerce/accounts/keys/key-format.ts';
import { startServer } from '../../src/server/main.ts';
import { afterThisTest, TestAlir } from '../support/alir.ts';
import { fakeTimers } from '../support/cleanups.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { exchange } from '../support/raw-client.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';

const PROXY = { ALIR_TRUST_PROXY: '127.0.0.1' };

/** The lines of the log from here on. */
function loggedLines(): any[] {
  const lines: any[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0);
  return lines;
}

const statusesOf = (responses: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('Requests without a valid key', () => {
  // With PostgreSQL, unknown keys take a query each, so requests that are sent together are counted in another order.
  test.skipIf(ON_POSTGRES)(
    'are limited by address with 429, while a valid key of the same address is answered',
    async ({ alir }) => {
      const url = await alir.url();
      const bad = { headers: { authorization: `Bearer ${newKey()}` } };
      const shapes: [string, RequestInit][] = [
        ['/usage', {}],
        ['/usage', bad],
        ['/usage', { headers: { authorization: 'Bearer nonsense' } }],
        ['/nowhere', {}],
        ['/usage', { method: 'DELETE' }],
        ['/docs/none.md', {}],
        ['/mcp', { method: 'POST' }],
        ['/billing/plans', {}],
        ['/billing/plans', bad],
        ['/llms.txt', {}],
      ];
      const ask = async (times: number) => {
        const asked = Array.from({ length: times }, (_, request) => {
          const [path, init] = shapes[request % shapes.length] ?? ['', {}];
          return fetch(`${url}${path}`, init);
        });
        return Promise.all(asked);
      };
      const within = await ask(120);
      expect(statusesOf(within)).not.toHaveProperty('429');
      const [refused] = await ask(1);
      expect(refused?.status).toBe(429);
      expect(refused?.headers.get('retry-after')).toBe('1');
      expect(await refused?.json()).toMatchObject({ success: false, code: 'address_limited' });
      expect(statusesOf(await ask(shapes.length))).toEqual({ 429: shapes.length });
      for (const path of ['/usage', '/billing/plans']) expect((await alir.request(path)).status).toBe(200);
      alir.clock.elapsed_ms += 2000;
      expect(statusesOf(await ask(5))).toEqual({ 401: 3, 404: 1, 429: 1 });
    },
  );

  test('are counted by the address in the header of a trusted proxy', async () => {
    const alir = await TestAlir.open({ environment: PROXY });
    const url = await alir.url();
    const ask = async (forwarded: string, times = 1) => {
      const headers = { 'x-forwarded-for': forwarded };
      const asked = Array.from({ length: times }, () => fetch(`${url}/usage`, { headers }));
      return statusesOf(await Promise.all(asked));
    };
    expect(await ask('203.0.113.7', 121)).toEqual({ 401: 120, 429: 1 });
    // What the client itself wrote stands before it.
    expect(await ask('198.51.100.1, 203.0.113.7')).toEqual({ 429: 1 });
    expect(await ask('203.0.113.8')).toEqual({ 401: 1 });
    expect(await ask('2001:db8::1', 60)).toEqual({ 401: 60 });
    expect(await ask('2001:db8::ffff:0:1', 61)).toEqual({ 401: 60, 429: 1 });
    expect(await ask('2001:db8:0:1::1')).toEqual({ 401: 1 });
  });

  test('cannot choose their address without a trusted proxy', async ({ alir }) => {
    const url = await alir.url();
    const asked = Array.from({ length: 121 }, (_, request) =>
      fetch(`${url}/usage`, { headers: { 'x-forwarded-for': `203.0.113.${request}` } }),
    );
    expect(statusesOf(await Promise.all(asked))).toEqual({ 401: 120, 429: 1 });
  });

  test('for health have a separate limit', async ({ alir }) => {
    const url = await alir.url();
    const ask = async (path: string, times: number) =>
      statusesOf(await Promise.all(Array.from({ length: times }, () => fetch(`${url}${path}`))));
    await ask('/nowhere', 121);
    expect(await ask('/health/live', 30)).toEqual({ 200: 30 });
    expect(await ask('/health/ready', 30)).toEqual({ 200: 30 });
    expect(await ask('/health/live', 1)).toEqual({ 429: 1 });
    alir.clock.elapsed_ms += 1000;
    expect(await ask('/health/ready', 10)).toEqual({ 200: 10 });
  });

  test('that are refused are answered one at a time per connection', async ({ alir }) => {
    const url = await alir.url();
    await Promise.all(Array.from({ length: 120 }, () => fetch(`${url}/nowhere`)));
    expect(await exchange(url, 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))).toBe('');
  });

  test.for([
    { title: 'that are not HTTP', bytes: 'nonsense\r\n\r\n', status: 400 },
    { title: 'for a tunnel', bytes: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', status: 405 },
  ])('$title are also counted', async ({ bytes, status }, { alir }) => {
    const url = await alir.url();
    const answers = await Promise.all(Array.from({ length: 120 }, () => exchange(url, bytes)));
    for (const answer of answers) expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await fetch(`${url}/usage`)).status).toBe(429);
    expect((await alir.request('/usage')).status).toBe(200);
  });
});

describe('GET /metrics', () => {
  test('is served on its own port if one is set', async () => {
    const alir = await TestAlir.open({ environment: { ALIR_METRICS_PORT: '0' } });
    const server = await startServer(alir.stores);
    afterThisTest(() => server.close());
    const other = `${server.metrics_url}/metrics`;
    expect(new URL(other).hostname).toBe('127.0.0.1');
    expect((await fetch(other)).status).toBe(200);
    expect((await fetch(other, { headers: { origin: 'https://page.example.com' } })).status).toBe(404);
    expect((await fetch(`${server.metrics_url}/usage`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  test('reads the freshness of the data once a minute', async ({ alir }) => {
    const url = `${await alir.url()}/metrics`;
    const { manifest } = alir.stores;
    let read = 0;
    const all = manifest.allPublishedDays.bind(manifest);
    manifest.allPublishedDays = async () => {
      read += 1;
      return await all();
    };
    // The figures of alir doctor read the days as well, once a minute, and the first answers can lack them.
    await expect.poll(async () => (await fetch(url)).text()).toMatch(/^alir_published_days \d/m);
    const first = read;
    for (let asked = 0; asked < 5; asked++) await fetch(url);
    expect(read).toBe(first);
    alir.clock.pass(60_000);
    await fetch(url);
    expect(read).toBe(first + 1);
  });
});

test('refused requests are logged with their address: five lines a minute, then a count', async () => {
  const lines = loggedLines();
  const alir = await TestAlir.open({ environment: { ...PROXY, ALIR_LOG_LEVEL: 'info' } });
  const url = await alir.url();
  const ask = (path: string, address: string) =>
    fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address } });
  await Promise.all(Array.from({ length: 50 }, () => ask('/usage', '203.0.113.7')));
  await ask('/nowhere', '203.0.113.8');
  for (let sent = 0; sent < 8; sent++) await alir.request('/foreign-flow');
  await alir.close();
  const refused = (filter: object) =>
    lines.filter((line) => Object.entries(filter).every(([name, value]) => line[name] === value));
  expect(refused({ msg: 'request', address: '203.0.113.7', status: 401, route: '/usage' })).toHaveLength(5);
  expect(refused({ msg: 'request', address: '203.0.113.8', status: 404 })).toHaveLength(1);
  expect(refused({ msg: 'request', address: '127.0.0.1', status: 400 })).toHaveLength(5);
  const counts = refused({ msg: 'refused requests that were not logged one by one' });
  expect(counts).toMatchObject([
    { address: '203.0.113.7', status: 401, count: 45 },
    { address: '127.0.0.1', status: 400, count: 3, key_id: expect.any(String) },
  ]);
});

test('failures of requests without a key are logged five times a minute, and one cause once', async () => {
  const lines = loggedLines();
  const alir = await TestAlir.open({ environment: { ALIR_LOG_LEVEL: 'info' } });
  const url = await alir.url();
  alir.stores.ledger.confirm = async () => {
    throw new Error('the disk is gone');
  };
  // A result of the checks is kept for a second, which must not end before all requests are answered.
  fakeTimers({ toFake: ['setTimeout'] });
  const asked = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/health/ready`)));
  vi.useRealTimers();
  await alir.close();
  expect(statusesOf(asked)).toEqual({ 503: 40 });
  expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(5);
  expect(lines.at(-1)).toMatchObject({ status: 503, count: 35 });
});
