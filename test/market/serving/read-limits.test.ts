import { describe, expect, test } from 'vitest';
import { SyncReads } from '../../../src/market/serving/read-limits.ts';

const SLOW_MS = 1;
const FAST_MS = 0.99;

describe('reads of serving files', () => {
  let now_ms = 0;
  const reads = () => new SyncReads({ now: () => new Date(0), monotonic_ms: () => now_ms });
  const takes = (ms: number) => () => {
    now_ms += ms;
    return ms;
  };

  test('are synchronous while they are fast', () => {
    const sync = reads();
    for (let count = 0; count < 100; count++) expect(sync.time(takes(FAST_MS))).toBe(FAST_MS);
    expect(sync.areAllowed).toBe(true);
  });

  test('go to the thread pool after two slow reads in a row, until a read there is fast', async () => {
    const sync = reads();
    for (const ms of [SLOW_MS, FAST_MS, SLOW_MS]) sync.time(takes(ms));
    expect(sync.areAllowed).toBe(true);
    sync.time(takes(SLOW_MS));
    expect(sync.areAllowed).toBe(false);
    await sync.timeInPool(async () => takes(SLOW_MS)());
    expect(sync.areAllowed).toBe(false);
    await sync.timeInPool(async () => takes(FAST_MS)());
    expect(sync.areAllowed).toBe(true);
    sync.time(takes(SLOW_MS));
    expect(sync.areAllowed).toBe(true);
  });

  test('that fail are counted by their time as well', () => {
    const sync = reads();
    const fails = () => {
      now_ms += SLOW_MS;
      throw new Error('EIO');
    };
    for (let count = 0; count < 2; count++) expect(() => sync.time(fails)).toThrow('EIO');
    expect(sync.areAllowed).toBe(false);
  });
});
