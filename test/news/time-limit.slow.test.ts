import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TimeLimit } from '../../src/news/time-limit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

test('a time limit fires after a garbage collection, and when an outer signal fires first', async () => {
  const outer = new TimeLimit(60_000);
  const inner = aborted(new TimeLimit(50, outer.signal).signal);
  collectGarbage();
  expect(await inner).toBe('aborted');
  const first = new TimeLimit(50);
  const second = aborted(new TimeLimit(60_000, first.signal).signal);
  collectGarbage();
  expect(await second).toBe('aborted');
  outer.end();
});

test('a cancelled time limit does not fire, and leaves no listener on the outer signal', async () => {
  const outer = new TimeLimit(20);
  const inner = new TimeLimit(10, outer.signal);
  inner.end();
  await aborted(outer.signal);
  expect(inner.signal.aborted).toBe(false);
});
