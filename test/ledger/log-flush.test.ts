import { writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { LogFlush } from '../../src/ledger/log-flush.ts';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

function open(path: string): LogFlush {
  const log = new LogFlush(path);
  afterThisTest(async () => log.close());
  return log;
}

describe('a flush of the log', () => {
  test('ends for all that wait, also when the log is closed meanwhile', async ({ folder }) => {
    writeFileSync(`${folder}/log`, 'written');
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
