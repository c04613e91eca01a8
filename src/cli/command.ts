import { type Command, Option } from 'commander';
import { TABLE_FORMATS, type TableFormat } from './output.ts';

/** The options of every command. */
export interface Common {
  readonly json: boolean;
}

/** The options of a command with `formatOption`. */
export interface Formatted extends Common {
  readonly format: TableFormat;
}

/** Adds a command to its group. */
export function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'print JSON, one object per line', false);
}

/** Why something is changed, for the audit log. */
export function reasonOption(): Option {
  return new Option('--reason <text>', 'why, for the audit log').makeOptionMandatory();
}

/** The form of a result with several rows, unless --json is passed. */
export function formatOption(): Option {
  return new Option('--format <format>', 'form of the output').choices(TABLE_FORMATS).default('table');
}
