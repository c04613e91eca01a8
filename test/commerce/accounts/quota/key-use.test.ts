import { beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../../../src/commerce/accounts/accounts.ts';
import { KeyUse } from '../../../../src/commerce/accounts/quota/key-use.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { SetClock } from '../../../support/alir.ts';
import { fakeTimers } from '../../../support/cleanups.ts';

const clock = new SetClock();
let written: unknown[][];
let failures: object[];
const ledger = {
  countAll: async (_: string, rows: unknown[]) => {
    const failure = failures.shift();
    if (failure) throw failure;
    written.push(rows);
  },
} as unknown as Ledger;
let uses: KeyUse;

beforeEach(() => {
  [written, failures, uses] = [[], [], new KeyUse(ledger, clock)];
  fakeTimers();
});

const row = (key_id: string, window = 'w') => ({ key_id, window, used_at: clock.time.toISOString() });
/** Notes uses after some seconds. */
function note(seconds: number, ...keys: string[]): void {
  clock.elapsed_ms += seconds * 1000;
  for (const key_id of keys) uses.note({ key_id } as Caller, 'w');
}

test('the uses of a second are written together in the order of the keys, one a minute for each key', async () => {
  note(0, 'b', 'a', 'b');
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([[row('a'), row('b')]]);
  note(59.999, 'a');
  await vi.advanceTimersByTimeAsync(2000);
  note(0.001, 'a');
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.slice(1)).toEqual([[row('a')]]);
});

test('the uses wait for a ledger that is busy, and the next one is noted at once after another error', async () => {
  failures = [Object.assign(new Error(), { code: 'SQLITE_BUSY' })];
  note(0, 'b');
  await vi.advanceTimersByTimeAsync(1000);
  note(0, 'a', 'b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([[row('a'), row('b')]]);
  failures = [new Error('the disk is full')];
  note(60, 'a');
  await vi.advanceTimersByTimeAsync(1000);
  note(0, 'a', 'b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.slice(1)).toEqual([[row('a'), row('b')]]);
});

test('the end writes the uses that wait, and no later ones', async () => {
  note(0, 'a');
  await uses.close();
  note(0, 'b');
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toEqual([[row('a')]]);
});
