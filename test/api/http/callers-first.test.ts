import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { CallersFirst } from '../../../src/api/http/limits/callers-first.ts';
import { fakeTimers } from '../../support/cleanups.ts';
import { pendingPromise } from '../../support/until.ts';

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

describe('requests without a key', () => {
  test('have a turn of the event loop each', async () => {
    const first = new CallersFirst();
    const order: string[] = [];
    const all = [1, 2, 3].map((visitor) => first.turn().then(() => order.push(`visitor ${visitor}`)));
    for (let turn = 1; turn <= 3; turn++) {
      await setImmediate();
      order.push(`turn ${turn}`);
    }
    await Promise.all(all);
    const places = [1, 2, 3].map((visitor) => order.indexOf(`visitor ${visitor}`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // At most one of them between two turns.
    expect(order.join()).not.toMatch(/visitor \d,visitor \d,turn/);
  });

  test('are refused when 1,500 wait', async () => {
    const first = new CallersFirst();
    const all = Array.from({ length: 1500 }, () => first.turn());
    await expect(first.turn()).rejects.toMatchObject({ code: 'overloaded', retry_after_s: 1 });
    await Promise.all(all);
    await first.turn();
  });
});

describe('work for a request without a key', () => {
  test('starts when no request with a key is being handled', async () => {
    const first = new CallersFirst();
    const [one, other] = [pendingPromise(), pendingPromise()];
    const handled = [first.during(() => one.promise), first.during(() => other.promise)];
    const work = vi.fn(async () => 'done');
    const done = first.run(work);
    one.release();
    await handled[0];
    await turns(3);
    expect(work).not.toHaveBeenCalled();
    other.release();
    await handled[1];
    await turns(3);
    expect(work).toHaveBeenCalled();
    expect(await done).toBe('done');
  });

  test('starts after a failed request, and fails alone', async () => {
    const first = new CallersFirst();
    const failure = new Error('of the work');
    await expect(first.during(() => Promise.reject(new Error('of the request')))).rejects.toThrow(
      'of the request',
    );
    await expect(first.run(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(await first.run(async () => 1)).toBe(1);
  });

  test('starts one by one while requests with a key never end', async () => {
    fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = new CallersFirst();
    const caller = pendingPromise();
    const handled = first.during(() => caller.promise);
    const work = vi.fn(async () => {});
    const all = [first.run(work), first.run(work), first.run(work)];
    for (let started = 1; started <= 3; started++) {
      vi.advanceTimersByTime(249);
      await turns(3);
      expect(work).toHaveBeenCalledTimes(started - 1);
      vi.advanceTimersByTime(1);
      await turns(3);
      expect(work).toHaveBeenCalledTimes(started);
    }
    await Promise.all(all);
    caller.release();
    await handled;
  });

  test('is done two at a time, and refused when 128 others wait', async () => {
    const first = new CallersFirst();
    const gate = pendingPromise();
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running -= 1;
    };
    const all = Array.from({ length: 130 }, () => first.run(work));
    await expect(first.run(work)).rejects.toMatchObject({ code: 'overloaded' });
    await turns(3);
    gate.release();
    await Promise.all(all);
    expect(most).toBe(2);
  });
});
