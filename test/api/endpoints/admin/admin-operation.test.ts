import { expect, test, vi } from 'vitest';
import * as z from 'zod';
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
