import { describe, expect } from 'vitest';
import { foreignFlowEndpoints } from '../../src/api/endpoints/market/foreign-flow.ts';
import { parseInput } from '../../src/api/http/admission/parsed-request.ts';
import type { Endpoint } from '../../src/api/http/endpoint.ts';
import { ResponseCache } from '../../src/api/http/responses/response-cache.ts';
import type { Serving } from '../../src/market/serving/serving.ts';
import { SetClock } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { MeteredServer } from '../support/metering.ts';

describe('identical requests', () => {
  test('at the same time are computed once for all accounts, and each is charged', async () => {
    const server = await MeteredServer.start({ cached: true });
    const accounts = [await server.account(1000), await server.account(1000)];
    const asked = Array.from({ length: 200 }, (_, place) =>
      server.work(accounts[place % 2]?.key ?? '', { units: 3, question: 3 }),
    );
    const answers = await Promise.all(asked);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(server.worked).toBe(1);
    for (const { account_id } of accounts) {
      expect(await server.test_ledger.unitsOf(account_id)).toEqual({ account: 300, keys: 300 });
    }
  });

  test('are computed again after 30 seconds', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { key } = await server.account(1000);
    await server.work(key, { question: 1 });
    server.clock.elapsed_ms += 30_000;
    await server.work(key, { question: 1 });
    expect(server.worked).toBe(1);
    server.clock.elapsed_ms += 1;
    await server.work(key, { question: 1 });
    expect(server.worked).toBe(2);
  });

  test('that failed are computed again at once, and cost nothing', async () => {
    const server = await MeteredServer.start({ cached: true });
    const { account_id, key } = await server.account(1000);
    for (let request = 0; request < 3; request++) {
      expect((await server.work(key, { fails: true })).status).toBe(500);
    }
    expect(server.worked).toBe(3);
    expect((await server.test_ledger.unitsOf(account_id)).account).toBe(0);
  });
});

test('requests share a cached answer in any case of their words', () => {
  const [endpoint] = foreignFlowEndpoints({} as Serving);
  const nameOf = (market: string) =>
    parseInput(endpoint as Endpoint, { ticker: 'bbca', from: DATE, to: DATE, market }).name;
  expect(new Set(['RG', 'rg', 'Rg'].map(nameOf)).size).toBe(1);
});

test('a new publication is served at once', async ({ alir }) => {
  const ask = async () =>
    (await alir.get('/foreign-flow', { ticker: 'BRMS', from: DATE, to: DATE })).body.data.foreign_buy;
  expect(await ask()).toBe(0);
  await alir.ingest(FILE_NAME, csv([line()]));
  expect(await ask()).toBe(126_000);
  await alir.ingest(FILE_NAME, csv([line(), line()]));
  expect(await ask()).toBe(252_000);
});

describe('the cache', () => {
  test('never exceeds its limit in bytes', async () => {
    const cache = new ResponseCache(new SetClock());
    const body = { bytes: Buffer.alloc(1024 * 1024) };
    for (let key = 0; key < 100; key++) await cache.body(`key ${key}`, async () => body);
    expect(cache.bytes).toBeGreaterThan(60 * 1024 * 1024);
    expect(cache.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  test('answers with a body that is too large to cache', async () => {
    const cache = new ResponseCache(new SetClock());
    const body = { bytes: Buffer.alloc(20 * 1024 * 1024) };
    let made = 0;
    const ask = async () =>
      (
        await cache.body('large', async () => {
          made += 1;
          return body;
        })
      ).bytes;
    expect(await ask()).toBe(body.bytes);
    expect(await ask()).toBe(body.bytes);
    expect([made, cache.bytes]).toEqual([2, 0]);
  });

  test('answers requests that wait for an entry that is evicted meanwhile', async () => {
    const cache = new ResponseCache(new SetClock());
    let finish: (body: { bytes: Buffer }) => void = () => {};
    const slow = cache.body('slow', () => new Promise((resolve) => (finish = resolve)));
    const body = { bytes: Buffer.alloc(1024 * 1024) };
    for (let key = 0; key < 100; key++) await cache.body(`key ${key}`, async () => body);
    finish({ bytes: Buffer.from('done') });
    expect(String((await slow).bytes)).toBe('done');
  });
});
