#!/usr/bin/env node
import { EXIT_FAILURE, reportError, reportOutputError } from './cli/exit.ts';
import { program } from './cli/program.ts';
import { AlirError } from './core/errors.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  reportOutputError(error);
  process.exit(EXIT_FAILURE);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
  // Output that nobody reads would keep the process running.
  if (error instanceof AlirError && error.code === 'query_stopped') process.exit();
}
