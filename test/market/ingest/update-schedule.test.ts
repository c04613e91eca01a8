import { describe, expect, test, vi } from 'vitest';
import { Updater } from '../../../src/market/ingest/update-schedule.ts';
import { fakeTimers } from '../../support/cleanups.ts';

describe('the updater', () => {
  // Friday to Sunday.
  test.each([30, 31, 1])(
    'runs at its start, at 12:00 GMT, and every few minutes, also on day %d',
    async (day) => {
      fakeTimers({ now: Date.UTC(2026, day === 1 ? 1 : 0, day, 11, 58, 30) });
      const runs: string[] = [];
      const updater = new Updater(async () => void runs.push(new Date().toISOString().slice(11, 16)));
      updater.start(5);
      await vi.advanceTimersByTimeAsync(6 * 60_000);
      updater.stop();
      expect(runs).toEqual(['11:58', '12:00', '12:03']);
    },
  );

  test('runs one update at a time, and none after its stop', async () => {
    let running = 0;
    let runs = 0;
    let end: () => void = () => {};
    const updater = new Updater(async () => {
      running += 1;
      runs += 1;
      expect(running).toBe(1);
      await new Promise<void>((resolve) => (end = resolve));
      running -= 1;
    });
    updater.start(1440);
    await updater.update();
    expect(runs).toBe(1);
    end();
    await new Promise((resolve) => setImmediate(resolve));
    const second = updater.update();
    end();
    await second;
    expect(runs).toBe(2);
    updater.stop();
    await updater.update();
    expect(runs).toBe(2);
  });
});
