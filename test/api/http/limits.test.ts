import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TokenBuckets } from '../../../src/api/http/limits/token-buckets.ts';
import { RefusalSample } from '../../../src/api/http/monitoring/refusal-sample.ts';
import { createServer } from '../../../src/api/http/server.ts';
import { SetClock } from '../../support/alir.ts';

/** Refusals are sent at once instead of after a second. */
beforeEach(() => {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((send) => setImmediate(send) as never);
});

describe('the limit per address', () => {
  test('allows a burst, then a rate per second, and returns the seconds to wait', () => {
    const buckets = new TokenBuckets({ burst: 3, per_second: 0.5 });
    const take = (now_ms: number) => buckets.take('a', now_ms);
    expect([take(0), take(0), take(0), take(0), take(0)]).toEqual([0, 0, 0, 2, 2]);
    expect([take(1000), take(2000), take(2000)]).toEqual([1, 0, 2]);
    expect(buckets.take('b', 2000)).toBe(0);
    expect([take(1e9), take(1e9), take(1e9), take(1e9)]).toEqual([0, 0, 0, 2]);
  });

  test('counts more of an allowed request, up to the requests of five seconds', () => {
    const buckets = new TokenBuckets({ burst: 3, per_second: 2 });
    expect(buckets.take('a', 0)).toBe(0);
    buckets.add('a', 3);
    expect([buckets.take('a', 500), buckets.take('a', 1000)]).toEqual([1, 0]);
    buckets.add('a', 1e6);
    expect([buckets.take('a', 1000), buckets.take('a', 6000), buckets.take('a', 6500)]).toEqual([6, 1, 0]);
    buckets.add('unknown', 1);
    expect(buckets.size).toBe(1);
  });

  test('keeps a bounded number of addresses: the most recent ones', () => {
    const buckets = new TokenBuckets({ burst: 1, per_second: 0.001 });
    buckets.take('first', 0);
    for (let address = 0; address < 10_000; address++) {
      if (address === 9000) expect(buckets.take('first', 0)).toBeGreaterThan(0);
      buckets.take(`${address}`, 0);
    }
    expect(buckets.size).toBe(10_000);
    expect(buckets.take('first', 0)).toBeGreaterThan(0);
    expect(buckets.take('0', 0)).toBe(0);
  });
});

describe('the limit of an IPv6 network', () => {
  test('is that of four /64 blocks for a /48', async () => {
    const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
    app.get('/page', { config: { units: 0, anonymous: 'page' } }, async () => ({}));
    const allowed = async (remoteAddress: string, times: number) => {
      const sent = Array.from({ length: times }, () =>
        app.inject({ url: '/page', headers: { host: 'localhost' }, remoteAddress }),
      );
      return (await Promise.all(sent)).filter(({ statusCode }) => statusCode === 200).length;
    };
    for (let block = 1; block <= 4; block++) {
      expect(await allowed(`2001:db8:1:${block}::1`, 120)).toBe(120);
    }
    expect(await allowed('2001:db8:1:5::1', 1)).toBe(0);
    expect(await allowed('2001:db8:2:5::1', 1)).toBe(1);
    expect(await allowed('192.0.2.1', 120)).toBe(120);
    await app.close();
  });

  test('counts the work of a page as more requests: of its /64, its /48 and all addresses', async () => {
    const clock = new SetClock();
    const app = createServer({ log_level: 'silent', cors_origins: '*' }, clock);
    app.get('/page', { config: { units: 0, anonymous: 'page' } }, async (request) => {
      app.anonymousLimits.countWork(request, 119);
      return {};
    });
    const ask = async (remoteAddress: string) =>
      (await app.inject({ url: '/page', headers: { host: 'localhost' }, remoteAddress })).statusCode;
    for (let block = 1; block <= 4; block++) expect(await ask(`2001:db8:1:${block}::1`)).toBe(200);
    expect([await ask('2001:db8:1:1::2'), await ask('2001:db8:1:5::1')]).toEqual([429, 429]);
    for (let other = 1; other <= 6; other++) expect(await ask(`192.0.2.${other}`)).toBe(200);
    expect(await ask('192.0.2.7')).toBe(429);
    await app.close();
  });
});

test('requests of visitors wait for those with a key, but not probes and notifications', async () => {
  const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
  const waited: string[] = [];
  const uses = ['page', 'keyless', 'sample', 'probe', 'webhook'] as const;
  for (const anonymous of uses)
    app.get(`/${anonymous}`, { config: { units: 0, anonymous } }, async () => ({}));
  for (const use of uses) {
    vi.spyOn(app.callersFirst, 'turn').mockImplementation(async () => void waited.push(use));
    const { statusCode } = await app.inject({ url: `/${use}`, headers: { host: 'localhost' } });
    expect([use, statusCode]).toEqual([use, 200]);
  }
  expect(waited).toEqual(['page', 'keyless', 'sample']);
  await app.close();
});

test('OPTIONS requests of an address are limited', async () => {
  const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
  app.get('/page', { config: { units: 0, anonymous: 'page' } }, async () => ({}));
  const sent = Array.from({ length: 201 }, () =>
    app.inject({ method: 'OPTIONS', url: '/page', headers: { host: 'localhost' } }),
  );
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([200, 429]);
  await app.close();
});

describe('the limit of visitors who are signed in', () => {
  test('is that of each visitor for pages, and that of the address for forms', async () => {
    const app = createServer({ log_level: 'silent', cors_origins: '*' }, new SetClock());
    app.addHook('onRequest', async (request) => {
      request.signedInAs = String(request.headers['x-visitor']);
    });
    const config = { units: 0, anonymous: 'page' } as const;
    app.get('/page', { config }, async () => ({}));
    app.post('/form', { config }, async () => ({}));
    const allowed = async (method: 'GET' | 'POST', url: string, visitors: number, times: number) => {
      const sent = Array.from({ length: times }, (_, n) =>
        app.inject({ method, url, headers: { host: 'localhost', 'x-visitor': `person ${n % visitors}` } }),
      );
      return (await Promise.all(sent)).filter(({ statusCode }) => statusCode === 200).length;
    };
    const held = vi.spyOn(app.anonymousLimits, 'hold');
    expect(await allowed('GET', '/page', 2, 250)).toBe(240);
    expect(held).toHaveBeenCalledTimes(10);
    expect(await allowed('POST', '/form', 2, 125)).toBe(120);
    expect(held).toHaveBeenCalledTimes(15);
    await app.close();
  });
});

describe('log lines of refused requests', () => {
  const refusal = { address: '203.0.113.7', status: 401, key_id: '' };

  test('are five per kind, then a count', () => {
    const sample = new RefusalSample();
    const lines = Array.from({ length: 1000 }, () => sample.take(refusal)).filter(Boolean);
    expect(lines).toHaveLength(5);
    expect(sample.take({ ...refusal, status: 404 })).toBe(true);
    expect(sample.summary()).toEqual([{ address: '203.0.113.7', status: 401, count: 995 }]);
    expect(sample.summary()).toEqual([]);
    expect(sample.take(refusal)).toBe(true);
  });

  test('of a known caller are grouped by its key', () => {
    const sample = new RefusalSample();
    for (let sent = 0; sent < 7; sent++)
      sample.take({ address: `203.0.113.${sent}`, status: 429, key_id: 'key' });
    expect(sample.summary()).toEqual([{ address: '203.0.113.0', status: 429, key_id: 'key', count: 2 }]);
  });

  test('from any number of addresses are bounded in number', () => {
    const sample = new RefusalSample();
    let lines = 0;
    for (let address = 0; address < 20_000; address++) {
      if (sample.take({ ...refusal, address: String(address % 10_000) })) lines += 1;
    }
    lines += sample.summary().length;
    expect(lines).toBeLessThan(1300);
  });
});
