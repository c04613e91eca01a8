import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, vi } from 'vitest';
import { AccountReads } from '../../../../src/api/http/admission/account-reads.ts';
import { WaitingRequests } from '../../../../src/api/http/limits/waiting-requests.ts';
import { ResponseCache } from '../../../../src/api/http/responses/response-cache.ts';
import { test as base } from '../../../support/fixtures.ts';
import { MeteredServer, workBytes } from '../../../support/metering.ts';
import { RawClient } from '../../../support/raw-client.ts';
import { pendingPromise, until } from '../../../support/until.ts';

const test = base.extend('server', () => MeteredServer.start({ cached: 'market' }));

describe('the computation of a shared answer', () => {
  test.for([
    [true, 0],
    [false, 1],
  ] as const)('is abandoned by the last response, if it was not sent (%s)', ([isSent, abandoned]) => {
    const waiting = new WaitingRequests(() => new Error('gone'));
    const onAbandoned = vi.fn();
    const request = (isFinished: boolean) => {
      const response = Object.assign(new EventEmitter(), { writableFinished: isFinished });
      return { response, signal: waiting.add('key', response as unknown as ServerResponse, onAbandoned) };
    };
    const [first, last] = [request(false), request(isSent)];
    first.response.emit('close');
    expect([onAbandoned.mock.calls.length, first.signal.aborted]).toEqual([0, false]);
    last.response.emit('close');
    expect([onAbandoned.mock.calls.length, last.signal.aborted]).toEqual([abandoned, !isSent]);
  });

  test('is cancelled, without a charge, when the last request that waits is gone', async ({ server }) => {
    const { account_id, key } = await server.account(1000);
    const bodies = vi.spyOn(ResponseCache.prototype, 'body');
    server.pause = () => new Promise((_, reject) => server.signal?.addEventListener('abort', reject));
    const ask = async () => {
      const client = await RawClient.open(server.url);
      client.write(workBytes(key, {}));
      return client;
    };
    const first = await ask();
    await until('the first is computed', () => server.worked === 1);
    const second = await ask();
    await until('both wait for the body', () => bodies.mock.calls.length === 2);
    first.destroy();
    await until('the first is gone', async () => (await server.connections()) === 1);
    expect([server.worked, server.signal?.aborted]).toEqual([1, false]);
    second.destroy();
    await until('it is cancelled', () => server.signal?.aborted === true);
    server.pause = async () => {};
    expect((await server.work(key, {})).status).toBe(200);
    expect(server.worked).toBe(2);
    const { account } = await server.test_ledger.unitsOf(account_id);
    expect(account).toBe(1);
  });

  test('is not begun for a client that left while its read waited', async ({ server }) => {
    const [busy, other] = [await server.account(1000), await server.account(1000)];
    const { promise: held, release } = pendingPromise();
    const reads = vi.spyOn(AccountReads.prototype, 'run');
    server.pause = () => held;
    const ask = async (question: number) => {
      const client = await RawClient.open(server.url);
      client.write(workBytes(busy.key, { question }));
      return client;
    };
    // An account has at most 8 reads at the same time.
    for (let question = 0; question < 8; question++) await ask(question);
    await until('8 are computed', () => server.worked === 8);
    const waiting = await ask(8);
    await until('the ninth waits for its turn', () => reads.mock.calls.length === 9);
    waiting.destroy();
    await until('it is gone', async () => (await server.connections()) === 8);
    release();
    await until(
      'the 8 are charged',
      async () => (await server.test_ledger.unitsOf(busy.account_id)).account === 8,
    );
    expect(server.worked).toBe(8);
    expect((await server.work(other.key, { question: 8 })).status).toBe(200);
    expect(server.worked).toBe(9);
  });
});
