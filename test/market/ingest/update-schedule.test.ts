import { describe, expect, test, vi } from 'vitest';
import { Updater } from '../../../src/market/ingest/update-schedule.ts';

describe('the updater', () => {
  test('runs at its start, at 12:00 GMT, and every few minutes', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-30T11:58:30Z') });
    try {
      const runs: string[] = [];
      const updater = new Updater(async () => void runs.push(new Date().toISOString().slice(11, 16)));
      updater.start(5);
      await vi.advanceTimersByTimeAsync(6 * 60_000);
      updater.stop();
      expect(runs).toEqual(['11:58', '12:00', '12:03']);
    } finally {
      vi.useRealTimers();
    }
  });

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
