import { expect, test } from 'vitest';
import { untilChanged } from '../../src/core/until-changed.ts';

test('a value is read once for each version, and again after a failure', async () => {
  let version = 1;
  const reads = [1, 2, 3, new Error('no disk'), 5, new Error('no disk'), 7];
  const get = untilChanged(
    () => version,
    async () => {
      const read = reads.shift();
      if (typeof read !== 'number') throw read;
      return read;
    },
  );
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  // A known value needs no promise.
  expect(get()).toBe(1);
  version = 2;
  const old = get();
  version = 3;
  expect([await get(), await old, get()]).toEqual([3, 2, 3]);
  version = 4;
  expect((await Promise.allSettled([get(), get()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await get()).toBe(5);
  version = 5;
  const failing = get();
  version = 6;
  const next = get();
  await expect(failing).rejects.toThrow('no disk');
  expect([await next, get(), reads]).toEqual([7, 7, []]);
});
