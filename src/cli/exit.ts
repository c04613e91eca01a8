import { CommanderError } from 'commander';
import { AlirError, type ErrorCode } from '../core/errors.ts';
import { logLine } from './server-log.ts';

export const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const USAGE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'bad_configuration',
  'terms_needed',
  'terms_fixed',
  'bad_key_name',
]);

let print = (message: string): unknown => process.stderr.write(`alir: ${message}\n`);

/** A server's errors are JSON lines, like its log. */
export function reportErrorsAsLogLines(): void {
  print = (message) => process.stderr.write(logLine('error', message));
}

/** Prints the error that ends a command. @returns the exit code: 1 for a failure, 2 for wrong usage, 0 after a help text */
export function reportError(error: unknown): number {
  // Commander has already printed the usage error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (!(error instanceof AlirError)) {
    // System errors are clear by themselves. Any other error is a bug in Alir, so print the stack.
    const { syscall, message, stack } = error as NodeJS.ErrnoException;
    print(syscall === undefined ? String(stack) : `${message}.`);
    return EXIT_FAILURE;
  }
  print(error.message);
  return USAGE_ERRORS.has(error.code) ? EXIT_USAGE : EXIT_FAILURE;
}

/** Prints why the output cannot be written, unless its reader closed it early, as head does. */
export function reportOutputError({ code, message }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') print(`Writing the output failed: ${message}.`);
}
