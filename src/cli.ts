#!/usr/bin/env node
import { EXIT_FAILURE, reportError, reportOutputError } from './cli/exit.ts';
import { AlirError } from './core/errors.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  reportOutputError(error);
  process.exit(EXIT_FAILURE);
});

try {
  // Its modules load SQLite, and the error of a missing one is reported below.
  const { program } = await import('./cli/program.ts');
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
  // Output that nobody reads would keep the process running.
  if (error instanceof AlirError && error.code === 'query_stopped') process.exit();
}
