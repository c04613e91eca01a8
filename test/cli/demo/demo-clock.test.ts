import { expect, test } from 'vitest';
import { demoClock } from '../../../src/cli/demo/demo-clock.ts';
import { systemClock } from '../../../src/core/clock.ts';

test('the clock of the demo starts on the evening of its last day, and goes on from there', () => {
  let now = new Date('2027-05-01T03:00:00Z');
  const clock = demoClock({ ...systemClock, now: () => now }, now);
  expect(clock.now().toISOString()).toBe('2026-01-30T13:00:00.000Z');
  now = new Date('2027-05-02T03:00:00Z');
  expect(clock.now().toISOString()).toBe('2026-01-31T13:00:00.000Z');
});
