import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { showBooks } from '../../../../src/api/endpoints/admin/admin-books.ts';
import { type AdminOperation, perform } from '../../../../src/api/endpoints/admin/admin-operation.ts';
import type { AlirError } from '../../../../src/core/errors.ts';

test.for([
  ['POST', false, 'k', true],
  ['POST', true, 'k', false],
  ['POST', false, undefined, false],
  ['GET', false, 'k', false],
] as const)(
  'a %s that is long: %s, with the key %s, is done once: %s',
  async ([method, isLong, key, isOnce]) => {
    const once = vi.fn((_actor, _request, change) => change());
    const declared: AdminOperation = {
      route: `${method} /admin/things`,
      input: z.strictObject({}),
      run: async () => 'done',
      ...(isLong && { isLong }),
    };
    const services = { administration: { once } } as never;
    const caller = {
      actor: 'ani',
      wording: (error: AlirError) => error,
      ...(key && { idempotency_key: key }),
    };
    expect(await perform(declared, services, {}, caller)).toBe('done');
    expect(once).toHaveBeenCalledTimes(isOnce ? 1 : 0);
  },
);

test('books without a first day begin with the month of their last day', async () => {
  const report = vi.fn(async () => 'the books');
  const clock = { now: () => new Date('2026-01-19T18:00:00Z') };
  const services = { billing: { books: { report } }, clock } as never;
  for (const request of [{}, { to: '2025-12-20' }]) {
    await perform(showBooks, services, request, { actor: 'ani', wording: (error: AlirError) => error });
  }
  expect(report.mock.calls).toEqual([
    ['2026-01-01', '2026-01-20'],
    ['2025-12-01', '2025-12-20'],
  ]);
});
