import { type Command, Option } from 'commander';
import { readConfig } from '../server/config.ts';
import { type Stores, withStores } from '../server/stores.ts';
import { type Output, output, TABLE_FORMATS } from './output.ts';

/** The options of every command. */
export interface Common {
  readonly json: boolean;
}

type Work = (stores: Stores, out: Output) => void | Promise<void>;

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

/** Runs a command on an existing data folder. */
export function onData(options: Common, work: Work): Promise<void> {
  return withData(options, false, work);
}

/** Runs a command on a data folder, which is created if it does not exist. */
export function onDataOrNew(options: Common, work: Work): Promise<void> {
  return withData(options, true, work);
}

function withData({ json }: Common, creates: boolean, work: Work): Promise<void> {
  return withStores(readConfig(process.env), { creates }, (stores) => work(stores, output(json)));
}
