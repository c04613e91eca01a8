import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { OPERATIONS } from '../../../../src/api/endpoints/admin/admin.ts';
import { showBooks } from '../../../../src/api/endpoints/admin/admin-books.ts';
import { type AdminOperation, perform } from '../../../../src/api/endpoints/admin/admin-operation.ts';
import { showOrder } from '../../../../src/api/endpoints/admin/admin-orders.ts';
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

test('operations that write files, ask a provider or send e-mail hold no transaction of the ledger', () => {
  expect(OPERATIONS.filter(({ isLong }) => isLong).map(({ route }) => route)).toEqual([
    'POST /admin/invitations',
    'POST /admin/orders/:order_id/ask',
    'POST /admin/days/:trade_date/revert',
  ]);
});

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

test('an Idempotency-Key is of one operation with one input', async () => {
  const requests: string[] = [];
  const once = async (_actor: string, { request_sha256 }: { request_sha256: string }) => {
    requests.push(request_sha256);
  };
  const services = { administration: { once } } as never;
  const caller = { actor: 'ani', wording: (error: AlirError) => error, idempotency_key: 'k' };
  const input = z.strictObject({ name: z.string().trim(), reason: z.string().optional() });
  for (const [path, sent] of [
    ['things', { name: 'a' }],
    ['things', { name: ' a ' }],
    ['things', { name: 'b' }],
    ['things', { name: 'a', reason: 'why' }],
    ['others', { name: 'a' }],
  ] as const) {
    const run = async () => undefined;
    await perform({ route: `POST /admin/${path}`, input, run }, services, sent, caller);
  }
  const [first, same, ...others] = requests;
  expect(same).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
});

test.for([
  ['applied', null, { state: 'applied', reason: null, attention: null }],
  ['attention', 'why', { state: 'applied', reason: null, attention: 'why' }],
  ['paid_not_applied', 'why', { state: 'paid_not_applied', reason: 'why', attention: null }],
] as const)('an order in the state %s with the reason %s', async ([state, reason, expected]) => {
  const order = { account_id: 'a', order_id: 'o', state, reason, price_idr: 3, credit_idr: 1 };
  const billing = {
    orders: { idOf: async (id: string) => `order ${id}`, find: vi.fn(async () => order) },
    refunds: { moneyOf: async () => ({ held_idr: 7 }) },
    payments: { of: async () => [{ payment_id: 1, amount_idr: 5 }] },
  };
  const caller = { actor: 'ani', wording: (error: AlirError) => error };
  expect(await perform(showOrder, { billing } as never, { order_id: 'o' }, caller)).toMatchObject({
    ...{ account_id: 'a', order_id: 'o', ...expected },
    ...{ money: { held_idr: 7 }, payments: [{ amount_idr: 5 }] },
  });
  expect(billing.orders.find).toHaveBeenCalledWith('order o');
});
