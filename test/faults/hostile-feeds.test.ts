import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterThisTest } from '../support/alir.ts';
import { PRESENT, SECRETS, serveHostileFeeds, startNewsServer } from '../support/hostile-feeds.ts';
import { Publishers } from '../support/publishers.ts';
import { sized } from '../support/size.ts';

const ROUNDS = sized(1, 3);
const MAX_GROWTH_BYTES = 50_000_000;
const DEADLINE_MS = 5000;
/** Time for the server to collect its garbage after the test has moved its clock. */
const COLLECTED_MS = 500;

/** What a process has in memory; NaN where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) * 1024;
}

test('hostile publishers do not affect others, use bounded memory, and leave no resources open', async () => {
  const publishers = await Publishers.start();
  const server = await startNewsServer(publishers, serveHostileFeeds(publishers));
  const memory = () => residentBytes(server.child.pid);
  const threads = () => server.figure('nodejs_active_resources', 'type="(MessagePort|Worker)"');
  const sockets = () => server.figure('nodejs_active_resources', 'type="TCPSocketWrap"');
  const usage = async () => expect((await server.get('/usage')).status).toBe(200);

  const inUse = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let request = 0; request < sized(50, 150); request++) await usage();
      }),
    );

  // What a server that is in use takes, with publishers that are as they should be.
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 10);
  afterThisTest(async () => clearInterval(watch));
  publishers.ignoresHandlers = true;
  for (let round = 0; round < 3; round++) {
    await inUse();
    await (await server.get('/news')).arrayBuffer();
    server.later();
  }
  publishers.ignoresHandlers = false;

  await sleep(COLLECTED_MS);
  const before = memory();
  // Threads of the ledger stay.
  const threads_at_rest = await threads();
  const calm_most = most;
  most = 0;
  let sockets_after_first = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    let isAnswered = false;
    const answer = server.get('/news').finally(() => {
      isAnswered = true;
    });
    let usages = 0;
    let most_threads = 0;
    for (; !isAnswered; usages++) {
      await usage();
      most_threads = Math.max(most_threads, await threads());
    }
    const { data } = (await (await answer).json()) as any;
    expect(Object.keys(data).toSorted()).toEqual(PRESENT);
    for (const name of PRESENT.filter((name) => name.startsWith('good'))) {
      expect(data[name]).toHaveLength(50);
    }
    // Some were late, and were not waited for beyond the deadline: twice of it, for a machine that is busy.
    expect(performance.now() - started).toBeLessThan(2 * DEADLINE_MS);
    expect(usages).toBeGreaterThan(10);
    expect(most_threads).toBeGreaterThan(threads_at_rest);
    await expect.poll(() => publishers.open, { timeout: 10_000 }).toBe(0);
    await expect.poll(threads, { timeout: 10_000 }).toBe(threads_at_rest);
    // Those that are left are of this client, which keeps its connections.
    if (round === 0) sockets_after_first = await sockets();
    server.later();
  }
  expect(publishers.requests.filter((request) => SECRETS.test(request))).toEqual([]);
  await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(sockets_after_first);

  if (Number.isNaN(before)) return;
  await inUse();
  server.later();
  await sleep(COLLECTED_MS);
  const growth = {
    'than at rest': most - before,
    'than at most': most - calm_most,
    after: memory() - before,
  };
  for (const [what, bytes] of Object.entries(growth))
    console.log(`${(bytes / 1e6).toFixed(1)} MB more ${what}`);
  expect(most - calm_most).toBeLessThan(MAX_GROWTH_BYTES);
  expect(memory() - before).toBeLessThan(MAX_GROWTH_BYTES);
});
