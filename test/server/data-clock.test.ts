import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { clockOf, DEMO_MARKER } from '../../src/server/data-clock.ts';
import { test } from '../support/fixtures.ts';

test('the clock of the demo starts on the evening of its last day, and goes on from there', ({ folder }) => {
  const started = new Date('2027-05-01T03:00:00Z');
  writeFileSync(join(folder, DEMO_MARKER), '');
  utimesSync(join(folder, DEMO_MARKER), started, started);
  let now = started;
  const clock = clockOf(folder, { ...systemClock, now: () => now });
  expect(clock.now().toISOString()).toBe('2026-01-30T13:00:00.000Z');
  now = new Date('2027-05-02T03:00:00Z');
  expect(clock.now().toISOString()).toBe('2026-01-31T13:00:00.000Z');
});

test('the clock of any other data folder is that of the machine', ({ folder }) => {
  expect(clockOf(folder)).toBe(systemClock);
  expect(clockOf(join(folder, 'none'))).toBe(systemClock);
});
