import { AlirError } from '../core/errors.ts';
import { Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { programOf } from './program.ts';

/**
 * Runs a command to its end.
 * @param args without the interpreter and the script: `['status', '--json']`
 * @returns the exit code: 0, 1 for a failure, 2 for wrong usage
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const invocation = new Invocation(io);
  invocation.endWithOutput();
  try {
    const program = await programOf(invocation, args);
    await program.parseAsync(args, { from: 'user' });
    return invocation.exit_code;
  } catch (error) {
    const exit_code = invocation.report(error);
    // Output that nobody reads would keep the process running.
    if (error instanceof AlirError && error.code === 'query_stopped') io.exit(exit_code);
    return exit_code;
  }
}
