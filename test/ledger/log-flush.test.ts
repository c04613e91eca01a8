import fs, { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, vi } from 'vitest';
import { LogFlush } from '../../src/ledger/sqlite/log-flush.ts';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { replaceBuiltins } from '../support/replaced-builtins.ts';

function open(path: string): LogFlush {
  const log = new LogFlush(path);
  afterThisTest(async () => log.close());
  return log;
}

type EndFlush = (error: NodeJS.ErrnoException | null) => void;

/** Records the flushes that the system begins, and the descriptors that are closed. A flush ends when the test calls it. */
function recordSystem(): { begun: EndFlush[]; closed: number[] } {
  const system = { begun: [] as EndFlush[], closed: [] as number[] };
  const { closeSync } = fs;
  vi.spyOn(fs, 'fdatasync').mockImplementation((_fd, end) => void system.begun.push(end));
  vi.spyOn(fs, 'closeSync').mockImplementation((fd) => {
    system.closed.push(fd);
    closeSync(fd);
  });
  replaceBuiltins();
  return system;
}

/** The names of the flushes that have ended, in order; `!` for one that has failed. */
function endsOf(flushes: Readonly<Record<string, Promise<void>>>): string[] {
  const ended: string[] = [];
  for (const [name, flush] of Object.entries(flushes)) {
    flush.then(
      () => ended.push(name),
      () => ended.push(`!${name}`),
    );
  }
  return ended;
}

/** Ends a flush of the system, and lets everything that waits for it run. */
async function end(flush: EndFlush | undefined, error: NodeJS.ErrnoException | null = null): Promise<void> {
  if (!flush) throw new Error('The flush has not begun');
  flush(error);
  await nextTurn();
}

describe('a flush of the log', () => {
  test.beforeEach(({ folder }) => writeFileSync(`${folder}/log`, 'written'));

  test('waits for the next one while one is running, together with all later callers', async ({ folder }) => {
    const { begun } = recordSystem();
    const log = open(`${folder}/log`);
    const ended = endsOf({ first: log.flush(), second: log.flush(), third: log.flush() });
    await nextTurn();
    expect(begun).toHaveLength(1);
    await end(begun[0]);
    expect([ended, begun.length]).toEqual([['first'], 2]);
    const later = endsOf({ fourth: log.flush() });
    await end(begun[1]);
    expect([ended, later, begun.length]).toEqual([['first', 'second', 'third'], [], 3]);
    await end(begun[2]);
    expect([later, begun.length]).toEqual([['fourth'], 3]);
  });

  test('that fails refuses all that wait, and begins no other one', async ({ folder }) => {
    const { begun, closed } = recordSystem();
    const log = open(`${folder}/log`);
    const ended = endsOf({ first: log.flush(), second: log.flush() });
    log.close();
    await end(begun[0], Object.assign(new Error('the disk is gone'), { code: 'EIO' }));
    expect([ended, begun.length, closed.length]).toEqual([['!first', '!second'], 1, 1]);
  });

  test('that runs when the log is closed keeps the file open until it ended', async ({ folder }) => {
    const { begun, closed } = recordSystem();
    const log = open(`${folder}/log`);
    const ended = endsOf({ first: log.flush(), second: log.flush() });
    log.close();
    await end(begun[0]);
    expect([ended, closed.length]).toEqual([['first'], 0]);
    await end(begun[1]);
    expect([ended, closed.length]).toEqual([['first', 'second'], 1]);
  });

  test('ends for all that wait, also when the log is closed meanwhile', async ({ folder }) => {
    const log = open(`${folder}/log`);
    const first = log.flush();
    const later = [log.flush(), log.flush()];
    log.close();
    await expect(Promise.all([first, ...later])).resolves.toHaveLength(3);
  });

  test('that fails is the last one: all waiting and all later flushes are refused', async () => {
    // It can be written, and not be flushed.
    const log = open('/dev/null');
    const failures: unknown[] = [];
    log.listen((failure) => failures.push(failure));
    const waiting = [log.flush(), log.flush()];
    const refused = { code: 'not_ready', message: expect.stringContaining('cannot be flushed to the disk') };
    for (const each of waiting) await expect(each).rejects.toMatchObject(refused);
    await expect(log.flush()).rejects.toMatchObject(refused);
    expect(() => log.check()).toThrow(expect.objectContaining(refused));
    expect(failures).toEqual([expect.objectContaining(refused)]);
  });
});
