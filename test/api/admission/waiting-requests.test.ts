import { describe, expect } from 'vitest';
import { test as base } from '../../support/fixtures.ts';
import { counters, MeteredServer, workBytes } from '../../support/metering.ts';
import { RawClient } from '../../support/raw-client.ts';
import { until } from '../../support/until.ts';

const test = base.extend('server', () => MeteredServer.start({ cached: 'market' }));

describe('the computation of a shared answer', () => {
  test('is cancelled when the last request that waits for it is gone, and nobody is charged', async ({
    server,
  }) => {
    const { account_id, keys } = server.account(1000);
    const key = keys[0] ?? '';
    server.pause = () => new Promise((_, reject) => server.signal?.addEventListener('abort', reject));
    const ask = async () => {
      const client = await RawClient.open(server.url);
      client.write(workBytes(key, {}));
      return client;
    };
    const first = await ask();
    await until('the first is computed', () => server.worked === 1);
    const second = await ask();
    await until('both are connected', async () => (await server.connections()) === 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    first.destroy();
    await until('the first is gone', async () => (await server.connections()) === 1);
    expect([server.worked, server.signal?.aborted]).toEqual([1, false]);
    second.destroy();
    await until('it is cancelled', () => server.signal?.aborted === true);
    server.pause = async () => {};
    expect((await server.work(key, {})).status).toBe(200);
    expect(server.worked).toBe(2);
    const { account } = counters(server.ledger_file, account_id);
    expect(account).toBe(1);
  });
});
