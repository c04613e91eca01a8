import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { expect, vi } from 'vitest';
import { RecentFailures } from '../../../src/api/http/monitoring/recent-failures.ts';
import { SetClock, TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const FAILURE = { status: 503, code: 'overloaded', account_id: null } as const;
const requestOf = (id: string, url = '/') =>
  ({ id, method: 'GET', routeOptions: { url } }) as unknown as FastifyRequest;

test('the list of failures keeps the newest 100 kinds of 7 days', () => {
  const clock = new SetClock();
  const failures = new RecentFailures(clock);
  for (let index = 0; index < 120; index++) failures.note(requestOf(`r${index}`, `/${index}`), FAILURE);
  expect(failures.all().map(({ request_id }) => request_id)).toEqual(
    Array.from({ length: 100 }, (_, index) => `r${119 - index}`),
  );
  clock.pass(7 * 86_400_000);
  expect(failures.all()).toHaveLength(100);
  clock.pass(1);
  expect(failures.all()).toEqual([]);
});

test('the next start of a server continues the list of its failures', async ({ folder }) => {
  const file = join(folder, 'failures.json');
  const clock = new SetClock();
  const before = new RecentFailures(clock);
  before.keepIn(file);
  before.note(requestOf('r1'), FAILURE);
  before.note(requestOf('r2', '/other'), FAILURE);
  before.note(requestOf('r3'), FAILURE);
  await before.write();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const after = new RecentFailures(clock);
  after.keepIn(file);
  expect(after.all()).toEqual(before.all());
  after.note(requestOf('r4'), FAILURE);
  expect(after.all().map(({ request_id, count }) => [request_id, count])).toEqual([
    ['r4', 3],
    ['r2', 1],
  ]);
  await after.write();
  for (const damage of ['', '{}', '[{"at":1}, null]', '[null]']) {
    writeFileSync(file, damage);
    const damaged = new RecentFailures(clock);
    damaged.keepIn(file);
    expect(damaged.all(), damage).toEqual([]);
  }
});

test('a file that cannot be written leaves no other file', async ({ folder }) => {
  const failures = new RecentFailures(new SetClock());
  const file = join(folder, 'failures.json');
  mkdirSync(file);
  failures.keepIn(file);
  failures.note(requestOf('r1'), FAILURE);
  await failures.write();
  expect(readdirSync(folder)).toEqual(['failures.json']);
  expect(failures.all()).toHaveLength(1);
});

test('a server that stops writes its failures for its next start', async () => {
  const alir = await TestAlir.open();
  const FAILED = { route: '/account/webhooks', account_id: await alir.become('free') };
  vi.spyOn(alir.stores.webhooks, 'all').mockRejectedValue(new Error('broken'));
  await alir.raw('/account/webhooks', {}, { 'x-request-id': 'r1' });
  await alir.close();
  const { failuresFile } = alir.stores.folders;
  const failures = JSON.parse(readFileSync(failuresFile, 'utf8'));
  expect(failures).toMatchObject([{ ...FAILED, request_id: 'r1', count: 1 }]);
  const next = new RecentFailures(alir.clock);
  next.keepIn(failuresFile);
  expect(next.all()).toMatchObject([{ request_id: 'r1' }]);
});
