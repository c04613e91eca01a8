import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runProcess, startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { hasStrace, startTraced, type TracedServer, UNITS } from '../support/strace.ts';

const CLIENTS = 32;
/** Between two requests without a key, whose rate is limited. */
const PAUSE_MS = 50;
/** Bytes of a write that the trace shows: a page of the database. */
const PAGE_BYTES = 4096;
/** The X-Request-Id of a charged request. That of a `keyed` one is also its Idempotency-Key, which is in the page of its charge. */
const ID = /(?:keyed|plain)-\d{6}/g;
/** What the trace contains, so that `answersIn` can follow each charge. */
const TRACED = ['-s', `${PAGE_BYTES}`, '-e', 'trace=pwrite64,fsync,fdatasync,write,writev'];
const traced = test.skipIf(!hasStrace());

/** What a server wrote, flushed and answered, in order. */
interface Call {
  readonly thread: number;
  readonly what: 'write log' | 'start log' | 'flush log' | 'flush log, done' | 'flush database' | 'answer';
  /** The units that the answer says it cost. */
  readonly cost: number;
  /** The requests whose charge is in the written page, or to which this is the answer. */
  readonly ids: readonly string[];
}

function callsOf(trace: string): Call[] {
  const calls: Call[] = [];
  /** Threads whose flush of the log has begun in an earlier line. */
  const flushing = new Set<string>();
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const [, id = ''] = /^(\d+)/.exec(line) ?? [];
    const add = (what: Call['what'], cost = 0) =>
      calls.push({ thread: Number(id), what, cost, ids: line.match(ID) ?? [] });
    if (/pwrite64\(\d+<[^>]*ledger\.sqlite-wal>/.test(line)) {
      add(/, 32, 0\)? /.test(line) ? 'start log' : 'write log');
    } else if (/f(?:data)?sync\(\d+<[^>]*ledger\.sqlite-wal>/.test(line)) {
      add('flush log');
      if (line.includes('unfinished')) flushing.add(id);
      else if (line.includes(' = 0')) add('flush log, done');
    } else if (/f(?:data)?sync resumed/.test(line) && flushing.delete(id)) {
      if (line.includes(' = 0')) add('flush log, done');
    } else if (/f(?:data)?sync\(\d+<[^>]*ledger\.sqlite>/.test(line)) {
      add('flush database');
    } else if (line.includes('HTTP/1.1 200')) {
      add('answer', Number(/x-request-cost: (\d+)/.exec(line)?.[1] ?? 0));
    }
  }
  return calls;
}

/**
 * Checks that every answer to a charge leaves after a flush that began after the last write of its commit. The commit of a request
 * without an Idempotency-Key is unknown: only the newest one may be unflushed.
 */
function answersIn(calls: readonly Call[]) {
  /** The last write of the commit that contains a charge. A page also has the charges of earlier commits. */
  const writtenAt = new Map<string, number>();
  /** How much was written when a flush began, by thread. */
  const covered = new Map<number, number>();
  let commit = { start: 0, ids: new Set<string>(), isOpen: false };
  let written = 0;
  let flushed = 0;
  const seen = { answers: 0, whileUnflushed: 0 };
  for (const { what, thread, ids } of calls) {
    const isWrite = what === 'write log' || what === 'start log';
    if (isWrite) {
      if (!commit.isOpen) commit = { start: written, ids: new Set(), isOpen: true };
      written += 1;
      for (const id of ids) if (!writtenAt.has(id)) commit.ids.add(id);
      for (const id of commit.ids) writtenAt.set(id, written);
      continue;
    }
    commit.isOpen = false;
    if (what === 'flush log') covered.set(thread, written);
    else if (what === 'flush log, done') flushed = Math.max(flushed, covered.get(thread) ?? 0);
    else if (what === 'answer') {
      const [id = ''] = ids;
      seen.answers += 1;
      if (flushed < written) seen.whileUnflushed += 1;
      const needed = id.startsWith('plain') ? commit.start : (writtenAt.get(id) ?? Infinity);
      expect(flushed, `answer ${seen.answers}, to ${id}`).toBeGreaterThanOrEqual(needed);
    }
  }
  return seen;
}

/** The calls from the last answer that cost nothing to the last one that cost units. */
function chargedCalls(all: readonly Call[]): Call[] {
  const begin = all.findLastIndex(({ what, cost }) => what === 'answer' && cost === 0);
  const end = all.findLastIndex(({ what, cost }) => what === 'answer' && cost > 0);
  return all.slice(begin + 1, end + 1);
}

/** A charge, and the record of the last use of its key, which follows within a second, without a flush of its own. */
async function firstCharge(server: TracedServer): Promise<void> {
  expect((await server.charged('plain-999999')).status).toBe(200);
  await sleep(1500);
  expect((await server.get('/usage')).status).toBe(200);
}

/** Clients that ask until `isEnough`, or until the server is gone. Every second request has an Idempotency-Key. */
async function load(server: TracedServer, isEnough: () => boolean) {
  const seen = { acknowledged: 0, refused: 0, unanswered: 0, codes: new Set<string>() };
  let requests = 0;
  const client = async () => {
    while (!isEnough()) {
      try {
        const number = String(requests++);
        const isKeyed = requests % 2 === 0;
        const response = await server.charged(`${isKeyed ? 'keyed' : 'plain'}-${number.padStart(6, '0')}`);
        const { code = '' } = (await response.json()) as { code?: string };
        if (response.status === 200) seen.acknowledged += UNITS;
        else seen.refused += UNITS;
        seen.codes.add(code);
      } catch {
        seen.unanswered += UNITS;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return seen;
}

/** How often the log of the ledger was started again: bytes 12 to 15 of its header. */
function logStarts(ledger_file: string): number {
  const header = Buffer.alloc(32);
  const fd = openSync(`${ledger_file}-wal`, 'r');
  readSync(fd, header, 0, 32, 0);
  closeSync(fd);
  return header.readUInt32BE(12);
}

traced(
  'a charge is written, flushed outside of the event loop, and only then answered: under load, and across a checkpoint',
  async () => {
    const server = await startTraced(TRACED);
    await firstCharge(server);
    const before = logStarts(server.ledger_file);
    const { acknowledged } = await load(server, () => logStarts(server.ledger_file) > before);
    // Some answers after the log was started again.
    for (let more = 0; more < 20; more++) {
      expect((await server.charged(`keyed-9000${more + 10}`)).status).toBe(200);
    }
    const main = server.child.pid;
    expect(await stop(server.child)).toBe(0);

    const calls = chargedCalls(callsOf(server.trace));
    const { answers, whileUnflushed } = answersIn(calls);
    expect(answers * UNITS).toBe(acknowledged + 20 * UNITS);
    // The next commit is written before the answers of the last one leave.
    expect(whileUnflushed).toBeGreaterThan(0);
    const byMain = calls.filter(({ thread }) => thread === main).map(({ what }) => what);
    expect(new Set(byMain)).toEqual(new Set(['write log', 'answer']));
    const byOthers = calls.filter(({ thread }) => thread !== main).map(({ what }) => what);
    expect(byOthers).toContain('flush database');
    expect(byOthers).toContain('start log');
    const flushes = calls.filter(({ what }) => what === 'flush log').length;
    console.log(
      `${answers} answers shared ${flushes} flushes, ${whileUnflushed} of them left while the next commit was not flushed, and the main thread flushed nothing`,
    );
    expect(flushes).toBeLessThan(answers);
  },
);

traced(
  'when a flush fails, no charge is acknowledged that it was to cover, the server ends, and the next one has every acknowledged unit',
  async () => {
    const server = await startTraced([...TRACED, '-e', 'inject=fdatasync:error=EIO:when=50+']);
    await firstCharge(server);
    const ended = once(server.child, 'close');
    const seen = await load(server, () => false);
    const [code] = await ended;
    expect([code, server.stderr()]).toEqual([
      1,
      expect.stringContaining('cannot be flushed to the disk (EIO)'),
    ]);
    expect(seen.acknowledged).toBeGreaterThan(0);
    expect(seen.codes).toContain('not_ready');
    expect(readFileSync(server.trace, 'utf8')).toContain('EIO');
    const { answers } = answersIn(chargedCalls(callsOf(server.trace)));
    expect(answers * UNITS).toBeGreaterThanOrEqual(seen.acknowledged);

    const { data_dir, account_id, ledger_file } = server;
    await startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'error' } });
    const { account, keys } = counters(ledger_file, account_id);
    expect(keys).toBe(account);
    const loaded = account - UNITS;
    expect(loaded).toBeGreaterThanOrEqual(seen.acknowledged);
    expect(loaded).toBeLessThanOrEqual(seen.acknowledged + seen.refused + seen.unanswered);
    expect((await runProcess(['account', 'list'], { data_dir })).code).toBe(0);
  },
);

traced('while each flush takes 200 ms, other requests do not wait for it', async () => {
  const delay_ms = 200;
  const server = await startTraced([
    ...['-e', 'trace=fdatasync,fsync'],
    ...['-e', `inject=fdatasync,fsync:delay_enter=${delay_ms * 1000}`],
  ]);
  const until_ms = performance.now() + 5000;
  const loaded = load(server, () => performance.now() > until_ms);
  const times_ms: number[] = [];
  while (performance.now() < until_ms) {
    const started_ms = performance.now();
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    times_ms.push(performance.now() - started_ms);
    await sleep(PAUSE_MS);
  }
  const { acknowledged } = await loaded;
  const sorted = times_ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  console.log(
    `${acknowledged / UNITS} charges in 5 s; GET /health/live: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
  );
  expect(acknowledged).toBeGreaterThan(0);
  expect(at(0.5)).toBeLessThan(delay_ms / 4);
});
