import { type Command, Option } from 'commander';
import { readConfig } from '../server/config.ts';
import { type Stores, withStores } from '../server/stores.ts';
import { type Output, output } from './output.ts';

/** The options of every command. */
export interface Common {
  readonly json: boolean;
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

/** Runs a command on an existing data folder. */
export function onData(
  options: Common,
  work: (stores: Stores, out: Output) => void | Promise<void>,
): Promise<void> {
  const out = output(options.json);
  return withStores(readConfig(process.env), { creates: false }, (stores) => work(stores, out));
}

/** Runs a command on a data folder, which is created if it does not exist. */
export function onDataOrNew(
  options: Common,
  work: (stores: Stores, out: Output) => void | Promise<void>,
): Promise<void> {
  const out = output(options.json);
  return withStores(readConfig(process.env), { creates: true }, (stores) => work(stores, out));
}
