import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { exitCodeOf, messageOf } from '../../src/cli/exit.ts';
import { AlirError } from '../../src/core/errors.ts';

const problem = (field: string, message: string) => ({ field, message });
const fields = [problem('trade_date', 'must be a date'), problem('revision', 'is required')];
const invalid = (message: string, of: typeof fields) =>
  new AlirError('invalid_request', message, { fields: of });
const disk = Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
const bug = new TypeError('x is undefined');

test.for<[string, unknown, number, string | null]>([
  ['a help text', new CommanderError(0, 'commander.help', ''), 0, null],
  ['a wrong option', new CommanderError(1, 'commander.unknownOption', ''), 2, null],
  ...(['bad_configuration', 'invalid_request', 'terms_needed', 'terms_fixed', 'bad_key_name'] as const).map(
    (code): [string, unknown, number, string] => [
      code,
      new AlirError(code, 'It is wrong.'),
      2,
      'It is wrong.',
    ],
  ),
  ['a failure', new AlirError('no_data', 'There is none.'), 1, 'There is none.'],
  [
    ...(['wrong fields', invalid('trade_date must be a date; revision is required', fields), 2] as const),
    '--trade-date must be a date; --revision is required',
  ],
  [
    'fields with another message',
    invalid('The day is not published.', fields),
    2,
    'The day is not published.',
  ],
  ['a full disk', disk, 1, 'ENOSPC: no space left on device, write.'],
  ['a bug', bug, 1, String(bug.stack)],
])('a command that ends with %s', ([, error, exit_code, message]) => {
  expect([exitCodeOf(error), messageOf(error)]).toEqual([exit_code, message]);
});
