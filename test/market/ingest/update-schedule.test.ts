import { describe, expect, test } from 'vitest';
import { Updater } from '../../../src/market/ingest/update-schedule.ts';

describe('the updater', () => {
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
