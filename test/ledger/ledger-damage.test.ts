import {
  closeSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { LedgerWatch } from '../../src/ledger/sqlite/ledger-damage.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { afterThisTest } from '../support/alir.ts';
import { fakeTimers } from '../support/cleanups.ts';
import { test } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const FRAME_BYTES = 24 + 4096;
const NOW = new Date('2026-01-07T12:00:00Z');

/** Writes to files as another program does. Its descriptors close last: closing one drops SQLite's locks in this process. */
class Vandal {
  readonly #fds = new Map<string, number>();

  flip(path: string, offset: number): void {
    const byte = readFileSync(this.#fd(path)).subarray(offset, offset + 1);
    this.write(path, Buffer.from([~(byte[0] ?? 0)]), offset);
  }

  write(path: string, bytes: Buffer, offset: number): void {
    writeSync(this.#fd(path), bytes, 0, bytes.length, offset);
  }

  truncate(path: string, bytes: number): void {
    ftruncateSync(this.#fd(path), bytes);
  }

  close(): void {
    for (const fd of this.#fds.values()) closeSync(fd);
  }

  #fd(path: string): number {
    const fd = this.#fds.get(path) ?? openSync(path, 'r+');
    this.#fds.set(path, fd);
    return fd;
  }
}

/** A ledger with pages in its database and frames in its log. */
function opened(folder: string) {
  const path = `${folder}/ledger.sqlite`;
  const vandal = new Vandal();
  afterThisTest(async () => vandal.close());
  const ledger = new SqliteLedger(path);
  afterThisTest(() => ledger.close());
  const other = new Database(path);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  for (let second = 0; second < 5; second++) ledger.probe(new Date(NOW.getTime() + second * 1000));
  return { path, log: `${path}-wal`, ledger, vandal };
}

async function watched(folder: string) {
  const files = opened(folder);
  const watch = new LedgerWatch(files.path);
  afterThisTest(async () => {
    await watch.stop();
    await files.ledger.close();
    watch.close();
  });
  const started_ms = performance.now();
  expect(await watch.inspect()).toBeNull();
  // The watch reads the log again after ten times as long as reading it took. The inspection took no less.
  return { ...files, watch, rest_ms: 10 * (performance.now() - started_ms) };
}

/** The result of enough inspections: the log is read after a pause, and a change of the database is confirmed by a second one. */
async function found(watch: LedgerWatch): Promise<string | null> {
  let problem: string | null = null;
  await until('damage is found', async () => {
    problem = await watch.inspect();
    return problem !== null;
  });
  return problem;
}

type Files = ReturnType<typeof opened>;

describe('damage to an open ledger is found:', () => {
  const ROWS: [what: string, named: RegExp, harm: (files: Files) => void][] = [
    ['the database cut in half', /./, ({ vandal, path }) => vandal.truncate(path, statSync(path).size / 2)],
    ['a database of 0 bytes', /./, ({ vandal, path }) => vandal.truncate(path, 0)],
    ['its last page lost', /./, ({ vandal, path }) => vandal.truncate(path, statSync(path).size - 4096)],
    ['the first byte of the database', /./, ({ vandal, path }) => vandal.flip(path, 0)],
    // In the middle of a page without rows, where SQLite sees nothing.
    [
      'an unused byte',
      /another program changed/,
      ({ vandal, path }) => vandal.flip(path, statSync(path).size - 2048),
    ],
    ['zeros', /./, ({ vandal, path }) => vandal.write(path, Buffer.alloc(8192), 4096)],
    [
      'more bytes',
      /another program changed/,
      ({ vandal, path }) => vandal.write(path, Buffer.alloc(9), statSync(path).size),
    ],
    [
      'the -wal cut in half',
      /the -wal is shorter/,
      ({ vandal, log }) => vandal.truncate(log, statSync(log).size / 2),
    ],
    [
      'the last byte of the -wal lost',
      /the -wal is shorter/,
      ({ vandal, log }) => vandal.truncate(log, statSync(log).size - 1),
    ],
    ['the number of the -wal', /header of the -wal/, ({ vandal, log }) => vandal.flip(log, 0)],
    ['the salt of the -wal', /header of the -wal/, ({ vandal, log }) => vandal.flip(log, 16)],
    ['the checksum of the -wal', /header of the -wal/, ({ vandal, log }) => vandal.flip(log, 31)],
    [
      'the page number of a frame',
      /frame 2 of the -wal/,
      ({ vandal, log }) => vandal.flip(log, 32 + FRAME_BYTES),
    ],
    [
      'the salt of a frame',
      /frame 2 of the -wal/,
      ({ vandal, log }) => vandal.flip(log, 32 + FRAME_BYTES + 12),
    ],
    [
      'the checksum of a frame',
      /frame 2 of the -wal/,
      ({ vandal, log }) => vandal.flip(log, 32 + FRAME_BYTES + 23),
    ],
    [
      'the page of a frame',
      /frame 2 of the -wal/,
      ({ vandal, log }) => vandal.flip(log, 32 + FRAME_BYTES + 2000),
    ],
    [
      'the last byte of the -wal',
      /frame \d+ of the -wal/,
      ({ vandal, log }) => vandal.flip(log, statSync(log).size - 1),
    ],
  ];
  test.for(ROWS)('%s', async ([, named, harm], { folder }) => {
    const { watch, ...files } = await watched(folder);
    harm(files);
    expect(await found(watch)).toMatch(named);
  });

  test('a -wal of 0 bytes', async ({ folder }) => {
    const { watch, vandal, log, rest_ms } = await watched(folder);
    // Before that, the tables that miss pages of the log would be found first.
    await sleep(rest_ms);
    vandal.truncate(log, 0);
    expect(await found(watch)).toMatch(/the -wal is shorter/);
  });
});

test('a structure that is damaged before the first inspection is found by it', async ({ folder }) => {
  const { path, ledger, vandal } = opened(folder);
  vandal.write(path, Buffer.alloc(8192), 4096);
  const watch = new LedgerWatch(path);
  afterThisTest(async () => {
    await watch.stop();
    await ledger.close();
    watch.close();
  });
  expect(await watch.inspect()).toMatch(/./);
});

test('nothing that a ledger may do or a backup tool does is taken for damage', async ({ folder }) => {
  const { watch, path, ledger } = await watched(folder);
  const other = new Database(path);
  afterThisTest(async () => void other.close());
  const steps = [
    () => ledger.probe(NOW),
    () => other.pragma('wal_checkpoint(PASSIVE)'),
    () => ledger.probe(NOW),
    () => other.pragma('wal_checkpoint(TRUNCATE)'),
    () => {},
    () => ledger.probe(NOW),
    () => other.exec('CREATE TABLE more (a TEXT); CREATE INDEX more_a ON more (a)'),
    () => other.pragma('wal_checkpoint(RESTART)'),
    () => other.exec('DROP TABLE more'),
    () => utimesSync(path, NOW, NOW),
    () => linkSync(path, `${path}.link`),
    () => rmSync(`${path}.link`),
  ];
  for (const step of steps) {
    step();
    for (let inspections = 0; inspections < 3; inspections++) expect(await watch.inspect()).toBeNull();
  }
});

test('a damaged ledger is not used by any process until the mark is deleted', async ({ folder }) => {
  fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { path, log, ledger, vandal } = opened(folder);
  const found = new Promise<unknown>((resolve) => ledger.watch(resolve));
  vandal.flip(log, 32 + 500);
  vi.advanceTimersByTime(1000);
  const damaged = {
    code: 'ledger_damaged',
    message: expect.stringContaining('frame 1 of the -wal is changed'),
  };
  expect(await found).toMatchObject(damaged);
  await expect(ledger.all('schema_objects')).rejects.toMatchObject(damaged);
  await expect(ledger.get('account_units', { account_id: 'a', window: 'w' })).rejects.toMatchObject(damaged);
  await expect(ledger.transaction(async () => {})).rejects.toMatchObject(damaged);
  expect(() => ledger.charge([])).toThrow(expect.objectContaining(damaged));
  await expect(ledger.confirm({ now: () => NOW, monotonic_ms: () => 0 })).rejects.toMatchObject({
    code: 'not_ready',
    message: 'the ledger is damaged',
  });
  await ledger.close();
  expect(() => new SqliteLedger(path)).toThrow(expect.objectContaining(damaged));
  rmSync(`${path}-damaged`);
  await new SqliteLedger(path).close();
});
