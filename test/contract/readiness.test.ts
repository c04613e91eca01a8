import { describe, expect, test, vi } from 'vitest';
import { type Check, Readiness } from '../../src/api/http/monitoring/readiness.ts';
import { AlirError } from '../../src/core/errors.ts';
import { fakeTimers } from '../support/cleanups.ts';

const sound: Check = { name: 'the moon', run: async () => {} };

function failing(message: string, cause?: Error): Check {
  return { name: 'the sun', run: () => Promise.reject(new AlirError('not_ready', message, { cause })) };
}

async function refusal(checks: Check[]): Promise<AlirError> {
  return new Readiness(checks).confirm().then(
    () => expect.unreachable('It is ready'),
    (error) => error,
  );
}

describe('the readiness check', () => {
  test('lists every failed check, and gives the causes to the log only', async () => {
    const causes = [new Error('secret one'), new Error('secret two')];
    const error = await refusal([
      failing('the sun is dark', causes[0]),
      sound,
      { name: 'the sea', run: () => Promise.reject(causes[1]) },
    ]);
    expect(error).toMatchObject({
      code: 'not_ready',
      retry_after_s: 5,
      message:
        'The service is not ready: the sun is dark; the sea cannot be checked. The server log has the details.',
    });
    expect((error.cause as AggregateError).errors).toEqual(causes);
  });

  test('runs once a second for all requests', async () => {
    fakeTimers();
    let looks = 0;
    let isDark = false;
    const readiness = new Readiness([
      {
        name: 'the sun',
        run: async () => {
          looks += 1;
          if (isDark) throw new AlirError('not_ready', 'the sun is dark');
        },
      },
    ]);
    await Promise.all(Array.from({ length: 100 }, () => readiness.confirm()));
    isDark = true;
    await vi.advanceTimersByTimeAsync(900);
    await readiness.confirm();
    expect(looks).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    await expect(readiness.confirm()).rejects.toThrow('the sun is dark');
    await expect(readiness.confirm()).rejects.toThrow('the sun is dark');
    expect(looks).toBe(2);
  });

  test('does not wait for a hanging check, and does not start it twice', async () => {
    fakeTimers();
    let looks = 0;
    let release: () => void = () => {};
    const readiness = new Readiness([
      {
        name: 'the disk',
        run: () => {
          looks += 1;
          return new Promise<void>((resolve) => {
            release = resolve;
          });
        },
      },
    ]);
    for (let asked = 0; asked < 3; asked++) {
      const refused = expect(readiness.confirm()).rejects.toThrow('the disk does not respond');
      await vi.advanceTimersByTimeAsync(3000);
      await refused;
    }
    expect(looks).toBe(1);
    const confirmed = readiness.confirm();
    release();
    await confirmed;
  });
});
