#!/usr/bin/env node
import { EXIT_FAILURE, exitCodeOf, messageOf } from './cli/exit.ts';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader closes it early, as head does.
  if (code !== 'EPIPE') process.stderr.write(`alir: Writing the output failed: ${message}.\n`);
  process.exit(EXIT_FAILURE);
});

try {
  // Its modules load SQLite, and the error of a missing one is reported below.
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(process.argv.slice(2), process);
} catch (error) {
  process.stderr.write(`alir: ${messageOf(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
