import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src/api/endpoints/admin/admin.ts';
import { createAccount } from '../../../../src/api/endpoints/admin/admin-accounts.ts';
import { fieldsOf } from '../../../../src/api/endpoints/admin/admin-operation.ts';
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
  ['Pass --nonsense, or run: alir nonsense.', 'Pass --nonsense, or run: alir nonsense.'],
  ['alir order refund 1 --nonsense --as-credit', 'POST /admin/orders/1/refund with as_credit'],
])('a request under /admin reads %s as %s', ([message, worded]) => {
  expect(inRequest(message)).toBe(worded);
});

test('each command and option in a message of commerce has a name for requests under /admin', () => {
  const commerce = fileURLToPath(new URL('../../../../src/commerce/', import.meta.url));
  const commands = new Set(OPERATIONS.map(({ command = '' }) => command));
  const options = new Set(OPERATIONS.flatMap(fieldsOf).map(({ flags }) => flags?.split(' ')[0]));
  const unknown = readdirSync(commerce, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(commerce, file), 'utf8').replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '');
      const named = [...code.matchAll(/\balir ([a-z]+(?:[ -][a-z]+)*)/g)].map(([, words = '']) => words);
      const flags = [...code.matchAll(/[ (]--[a-z-]+/g)].map(([flag]) => flag.slice(1));
      return [
        ...named.filter((words) => ![...commands].some((each) => each && `${words} `.startsWith(`${each} `))),
        ...flags.filter((flag) => !options.has(flag)),
      ];
    });
  // Only the machine has the commands for operators.
  expect(unknown.toSorted()).toEqual(['operator list', 'operator people list']);
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

test('no command is the beginning of another one, so an advice names one operation', () => {
  const commands = OPERATIONS.flatMap(({ command = [] }) => command);
  expect(commands.filter((one) => commands.some((other) => other.startsWith(`${one} `)))).toEqual([]);
  expect(new Set(commands).size).toBe(commands.length);
});

test('a reworded error keeps its code, its cause and its time to wait', () => {
  const cause = new Error('no disk');
  const error = new AlirError('overloaded', 'Wait, or pass --plan.', { cause, retry_after_s: 3 });
  expect(reworded(error, voidOrder, FOR_REQUESTS, OPERATIONS)).toMatchObject({
    ...{ code: 'overloaded', message: 'Wait, or pass plan.', cause, retry_after_s: 3 },
  });
});
