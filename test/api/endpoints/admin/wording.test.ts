import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src/api/endpoints/admin/admin.ts';
import { createAccount } from '../../../../src/api/endpoints/admin/admin-accounts.ts';
import { voidOrder } from '../../../../src/api/endpoints/admin/admin-orders.ts';
import { FOR_REQUESTS, forCommand, reworded } from '../../../../src/api/endpoints/admin/wording.ts';
import { AlirError } from '../../../../src/core/errors.ts';

const inRequest = (message: string) =>
  reworded(new AlirError('bad_payment', message), voidOrder, FOR_REQUESTS, OPERATIONS).message;

test.for<[string, string]>([
  [
    'Add --plan keep. Choose one with --reference: "a".',
    'Add plan keep. Choose one with payment_reference: "a".',
  ],
  ['Run: alir order ask 1f0c', 'Run: POST /admin/orders/1f0c/ask'],
  ['To see it, run: alir order show 1f0c.', 'To see it, send: GET /admin/orders/1f0c.'],
  [
    'first alir order void 1f0c --reference "BCA 1, b" --reason TEXT (with --plan undo); then alir order refund',
    'first POST /admin/orders/1f0c/void with payment_reference "BCA 1, b", reason TEXT (with plan undo); then POST /admin/orders/ORDER_ID/refund',
  ],
  ['Use alir operator list, or --json.', 'Use alir operator list, or --json.'],
])('a request under /admin reads %s as %s', ([message, worded]) => {
  expect(inRequest(message)).toBe(worded);
});

test('a command reads the names of its options', () => {
  const fields = [
    { field: 'paid_idr', message: 'must be 0 or more' },
    { field: 'body', message: 'is wrong' },
  ];
  const error = forCommand(new AlirError('invalid_request', 'paid_idr must be', { fields }), createAccount);
  expect(error.message).toBe('--paid must be 0 or more; body is wrong');
  expect(error.fields).toEqual(fields);
});
