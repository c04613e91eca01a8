import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { runProcess } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { counters, MeteredServer } from '../support/metering.ts';

/** A charge that waited on the event loop would stop it for the 40 waits of the test. */
const MAX_STOP_MS = 1000;

async function longestStop(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map((answer) => answer.status);

describe('a ledger that another process has locked', () => {
  test('for longer than a charge waits gives 503 with Retry-After and no charge; the event loop is not blocked, and later requests succeed', async ({
    server,
  }) => {
    const { account_id, key } = await server.account(1000);
    expect((await server.work(key, {})).status).toBe(200);

    const other = new Database(server.ledger_file);
    afterThisTest(async () => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const stop_ms = await longestStop(async () => {
      const asked = Array.from({ length: 40 }, (_, question) => server.work(key, { question }));
      for (const answer of await Promise.all(asked)) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
        expect(await answer.json()).toMatchObject({ code: 'overloaded' });
      }
    });
    console.log(`locked: the event loop stopped for ${stop_ms.toFixed(0)} ms at most`);
    expect(stop_ms).toBeLessThan(MAX_STOP_MS);
    other.exec('ROLLBACK');
    expect(counters(server.ledger_file, account_id)).toEqual({ account: 1, keys: 1 });

    const again = Array.from({ length: 40 }, (_, question) => server.work(key, { question }));
    expect(new Set(await statuses(again))).toEqual(new Set([200]));
    expect(counters(server.ledger_file, account_id)).toEqual({ account: 41, keys: 41 });
  });

  test('for a moment delays charges, which then succeed', async ({ server }) => {
    const { account_id, key } = await server.account(1000);
    const other = new Database(server.ledger_file);
    afterThisTest(async () => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const asked = Array.from({ length: 40 }, (_, question) => server.work(key, { question }));
    await sleep(400);
    other.exec('COMMIT');
    expect(new Set(await statuses(asked))).toEqual(new Set([200]));
    expect(counters(server.ledger_file, account_id)).toEqual({ account: 40, keys: 40 });
  });
});

describe('a command, while another process holds the write lock of the ledger', () => {
  async function lockedFolder() {
    const data_dir = await temporaryFolder();
    const create = (email: string) =>
      runProcess(['account', 'create', '--email', email, '--plan', 'free'], { data_dir });
    expect((await create('first@example.com')).code).toBe(0);
    const other = new Database(dataFolders(data_dir).ledgerFile);
    afterThisTest(async () => void other.close());
    other.exec('BEGIN IMMEDIATE');
    return { data_dir, create, other };
  }

  test('that only reads does not wait', async () => {
    const { data_dir } = await lockedFolder();
    const { code, stdout, stderr } = await runProcess(['account', 'list'], { data_dir });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('first@example.com');
  });

  test('that writes waits longer than a server does, and then succeeds', async () => {
    const { data_dir, create, other } = await lockedFolder();
    const created = create('second@example.com');
    await sleep(2000);
    other.exec('COMMIT');
    expect((await created).code).toBe(0);
    expect((await runProcess(['account', 'list'], { data_dir })).stdout).toContain('second@example.com');
  });
});

/** A file system of 3 MB, where we may mount one. */
function smallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  afterThisTest(async () => void execFileSync('umount', ['-l', folder]));
  return true;
}

test('on a full disk, requests get 503 without a charge, and succeed again once there is space', async ({
  folder,
  skip,
}) => {
  if (!smallDisk(folder)) skip('a file system can only be mounted by root');
  const server = await MeteredServer.start({ folder });
  const { account_id, key } = await server.account(100_000);
  expect((await server.work(key, {})).status).toBe(200);

  // Fills what is left in ever smaller pieces.
  for (let bytes = 1 << 20; bytes >= 512; bytes >>= 1) {
    for (let piece = 0; piece < 4; piece++) {
      await writeFile(`${folder}/filler-${bytes}-${piece}`, Buffer.alloc(bytes)).catch(() => {});
    }
  }
  const stop_ms = await longestStop(async () => {
    let acknowledged = 1;
    let refused = 0;
    for (let round = 0; round < 60 && refused < 50; round++) {
      for (const status of await statuses(
        Array.from({ length: 10 }, (_, question) => server.work(key, { question })),
      )) {
        expect([200, 503]).toContain(status);
        if (status === 200) acknowledged += 1;
        else refused += 1;
      }
      expect(counters(server.ledger_file, account_id)).toEqual({ account: acknowledged, keys: acknowledged });
    }
    expect(refused).toBeGreaterThanOrEqual(50);
  });
  expect(stop_ms).toBeLessThan(MAX_STOP_MS);

  const before = counters(server.ledger_file, account_id).account;
  for (let bytes = 1 << 20; bytes >= 512; bytes >>= 1) {
    for (let piece = 0; piece < 4; piece++) await rm(`${folder}/filler-${bytes}-${piece}`, { force: true });
  }
  expect(new Set(await statuses(Array.from({ length: 10 }, () => server.work(key, {}))))).toEqual(
    new Set([200]),
  );
  expect(counters(server.ledger_file, account_id)).toEqual({ account: before + 10, keys: before + 10 });
});
