import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hasStrace, startTraced, type TracedServer } from '../test/support/strace.ts';
import { until } from '../test/support/until.ts';
import { median, ROOT } from './support/demo-data.ts';
import { load } from './support/load.ts';
import { report } from './support/report.ts';

const ROUNDS = 3;
const SECONDS = 5;
const FLUSH_MS = 20;
/** Below what the server can answer, so that a held up event loop waits for something other than its own work. */
const RATE = 500;
const CLIENTS = 64;
/** Between two requests without a key, whose rate is limited. */
const PAUSE_MS = 50;
const QUESTION = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30';

/** What `support/held-up.mjs` prints. */
interface HeldUp {
  readonly loop_p99_ms: number;
  readonly commit_p99_ms: number;
  readonly commit_max_ms: number;
}

interface Round extends HeldUp {
  readonly per_second: number;
  readonly p99_ms: number;
  readonly live_p99_ms: number;
}

/** What held up the event loop since the last call. */
async function heldUp(server: TracedServer): Promise<HeldUp> {
  const printed = () => server.stderr().trim().split('\n').filter(Boolean);
  const before = printed().length;
  server.child.kill('SIGUSR2');
  await until('the figures are printed', () => printed().length > before);
  return JSON.parse(printed().at(-1) ?? '');
}

async function round(server: TracedServer): Promise<Round> {
  await heldUp(server);
  const end_ms = performance.now() + SECONDS * 1000;
  const plan = { url: server.url, paths: [QUESTION], key: server.api_key, connections: CLIENTS, rate: RATE };
  const loaded = load({ ...plan, seconds: SECONDS });
  const live_ms: number[] = [];
  while (performance.now() < end_ms) {
    const started_ms = performance.now();
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    live_ms.push(performance.now() - started_ms);
    await sleep(PAUSE_MS);
  }
  const { per_second, p99_ms, failed } = await loaded;
  expect(failed).toBe(0);
  const live_p99_ms =
    live_ms.toSorted((a, b) => a - b)[Math.floor((live_ms.length - 1) * 0.99)] ?? Number.NaN;
  return { per_second, p99_ms, live_p99_ms, ...(await heldUp(server)) };
}

test.skipIf(!hasStrace())(`charges while each flush of the disk takes ${FLUSH_MS} ms longer`, async () => {
  const env = {
    NODE_OPTIONS: `--import ${pathToFileURL(`${ROOT}/bench/support/held-up.mjs`).href}`,
  };
  const trace = ['-e', 'trace=fsync,fdatasync'];
  const delay = ['-e', `inject=fsync,fdatasync:delay_enter=${FLUSH_MS * 1000}`];
  const servers = {
    'flush as it is': await startTraced(trace, env),
    [`flush ${FLUSH_MS} ms longer`]: await startTraced([...trace, ...delay], env),
  };
  const rounds = new Map<string, Round[]>();
  for (const server of Object.values(servers)) await round(server);
  for (let count = 0; count < ROUNDS; count++) {
    for (const [what, server] of Object.entries(servers)) {
      rounds.set(what, [...(rounds.get(what) ?? []), await round(server)]);
    }
  }
  report(
    `${RATE} charged requests/s of ${CLIENTS} clients`,
    [...rounds].map(([what, all]) => ({
      what,
      'requests/s': median(all.map((each) => each.per_second)),
      'p99 ms': median(all.map((each) => each.p99_ms)),
      'GET /health/live p99 ms': median(all.map((each) => each.live_p99_ms)),
      'event loop held up p99 ms': median(all.map((each) => each.loop_p99_ms)),
      'commit p99 ms': median(all.map((each) => each.commit_p99_ms)),
      'commit max ms': Math.max(...all.map((each) => each.commit_max_ms)),
      'at most': 2,
    })),
  );
});
