import { expect, test } from 'vitest';
import { refreshed } from '../../../src/api/http/responses/stale-while-revalidate.ts';
import { SetClock } from '../../support/alir.ts';

const LIMITS = { interval_ms: 60_000, wait_ms: 20 };

test('a value is computed at most once in the interval, for any number of callers', async () => {
  const clock = new SetClock();
  let computed = 0;
  const read = refreshed(async () => ++computed, LIMITS, clock);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  clock.elapsed_ms += 59_999;
  expect(await read()).toBe(1);
  clock.elapsed_ms += 1;
  expect(await read()).toBe(2);
});

test('callers wait no longer than the computation', async () => {
  const read = refreshed(async () => 1, { ...LIMITS, wait_ms: 60_000 }, new SetClock());
  expect(await read()).toBe(1);
}, 10_000);

test('a computation that hangs is started once, and callers get the previous value after a short wait', async () => {
  const clock = new SetClock();
  let started = 0;
  let end = (_value: number): void => {};
  const read = refreshed(
    () => {
      started += 1;
      return started === 1 ? Promise.resolve(1) : new Promise<number>((resolve) => (end = resolve));
    },
    LIMITS,
    clock,
  );
  expect(await read()).toBe(1);
  clock.elapsed_ms += 60_000;
  const before_ms = performance.now();
  expect(await read()).toBe(1);
  expect(performance.now() - before_ms).toBeLessThan(5000);
  clock.elapsed_ms += 60_000;
  expect([await read(), started]).toEqual([1, 2]);
  end(2);
  clock.elapsed_ms -= 60_000;
  expect([await read(), started]).toEqual([2, 2]);
});

test('the value is unknown before the first computation ends, and after one that fails', async () => {
  const clock = new SetClock();
  let result: Promise<number> = new Promise(() => {});
  const read = refreshed(() => result, LIMITS, clock);
  expect(await read()).toBeUndefined();
  result = Promise.reject(new Error('no disk'));
  const failing = refreshed(() => result, LIMITS, clock);
  expect(await failing()).toBeUndefined();
});
