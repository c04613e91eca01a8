import { CommanderError } from 'commander';
import type { ErrorCode } from '../core/error-codes.ts';
import { AlirError } from '../core/errors.ts';

export const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const USAGE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'bad_configuration',
  'invalid_request',
  'terms_needed',
  'terms_fixed',
  'bad_key_name',
]);

/** The exit code after an error: 1 for a failure, 2 for wrong usage, 0 after a help text. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  return error instanceof AlirError && USAGE_ERRORS.has(error.code) ? EXIT_USAGE : EXIT_FAILURE;
}

/** What to print about the error that ends a command; null if Commander has printed the usage error or the help. */
export function messageOf(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (error instanceof AlirError) return asOptions(error);
  // System errors are clear by themselves. Any other error is a bug in Alir, so print the stack.
  const { syscall, message, stack } = error as NodeJS.ErrnoException;
  return syscall === undefined ? String(stack) : `${message}.`;
}

/** The message of a command that is no operation, whose options have the names of the fields. */
function asOptions({ fields, message }: AlirError): string {
  const worded = (nameOf: (field: string) => string) =>
    fields.map((problem) => `${nameOf(problem.field)} ${problem.message}`).join('; ');
  return message === worded((field) => field)
    ? worded((field) => `--${field.replaceAll('_', '-')}`) || message
    : message;
}
