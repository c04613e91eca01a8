import { expect, test } from 'vitest';
import { AccountReads } from '../../../../src/api/http/admission/account-reads.ts';
import { MeteredServer } from '../../../support/metering.ts';
import { pendingPromise, until } from '../../../support/until.ts';

const RUNNING = 8;
const WAITING = 248;

test('8 reads of an account run at the same time, 248 wait in order, and further ones are refused', async () => {
  const reads = new AccountReads();
  const started: number[] = [];
  const end: (() => void)[] = [];
  const read = (number: number) =>
    reads.run('one', () => {
      started.push(number);
      return new Promise<number>((resolve) => end.push(() => resolve(number)));
    });
  const all = Array.from({ length: RUNNING + WAITING }, (_, number) => read(number));
  await expect(read(999)).rejects.toMatchObject({ code: 'overloaded', retry_after_s: 1 });
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await reads.run('two', () => 'at once')).toBe('at once');
  for (let number = 0; number < RUNNING + WAITING; number++) {
    await until(`read ${number} has begun`, () => started.length > number);
    expect(started.length).toBeLessThanOrEqual(RUNNING + number);
    end[number]?.();
    await all[number];
  }
  expect(await Promise.all(all)).toEqual(started);
});

test('reads that fail make room for others', async () => {
  const reads = new AccountReads();
  const failing = Array.from({ length: 20 }, () =>
    reads.run('one', async () => {
      throw new Error('no data');
    }),
  );
  expect(new Set((await Promise.allSettled(failing)).map(({ status }) => status))).toEqual(
    new Set(['rejected']),
  );
  expect(await reads.run('one', () => 'data')).toBe('data');
});

test('many reads of one account do not delay another account', async () => {
  const server = await MeteredServer.start({ cached: true });
  const { key: much } = await server.account(1e6);
  const { key: little } = await server.account(1e6);
  const { promise: paused, release: resume } = pendingPromise();
  server.pause = () => paused;
  const asked = Array.from({ length: 300 }, (_, question) => server.work(much, { question }));
  await until('8 of them are worked on', () => server.worked === RUNNING);
  const refused = await Promise.race(asked);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });
  server.pause = async () => {};
  // Also a question that waits in the other account's queue.
  for (const question of [1000, 290]) expect((await server.work(little, { question })).status).toBe(200);
  expect(server.worked).toBe(RUNNING + 2);
  resume();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(RUNNING + WAITING);
});
