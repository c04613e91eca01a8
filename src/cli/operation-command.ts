import { Argument, type Command, Option } from 'commander';
import {
  type AdminOperation,
  fieldsOf,
  perform,
  withOptional,
} from '../api/endpoints/admin/admin-operation.ts';
import { type Effect, isPreview } from '../api/endpoints/admin/preview.ts';
import { forCommand } from '../api/endpoints/admin/wording.ts';
import type { Stores } from '../server/stores.ts';
import {
  days,
  email,
  instant,
  ipRanges,
  keyScopes,
  month,
  percent,
  rupiah,
  wholeNumber,
} from './arguments.ts';
import { type Common, command } from './command.ts';
import type { Invocation } from './invocation.ts';
import { type Output, table } from './output.ts';

/** How a text becomes a value, by the word in the brackets of its option or argument: `--price <idr>`. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  ...{ days, email, month, percent },
  address: email,
  idr: rupiah,
  list: ipRanges,
  number: wholeNumber,
  scopes: keyScopes,
  time: instant,
};

/** The input of an operation before it is checked. */
export type Sent = Readonly<Record<string, unknown>>;

/** How a command differs from its operation. */
interface Difference {
  /** Fields that the command does not require. */
  readonly optional?: readonly string[];
  /** Completes or checks the input. @returns null to end the command with the exit code 1 */
  readonly prepare?: (sent: Sent, stores: Stores, out: Output, options: Sent) => Sent | Promise<Sent | null>;
  /** Creates the data folder if it does not exist. */
  readonly isForNewFolder?: boolean;
}

/**
 * Adds the command of an operation to its group. The fields of the input that have flags become its options and arguments.
 * @param print prints the result; it returns false for the exit code 1
 */
export function operationCommand<Declared extends AdminOperation, Options extends Common>(
  cli: Invocation,
  group: Command,
  declared: Declared,
  print: (result: Awaited<ReturnType<Declared['run']>>, out: Output, options: Options) => unknown,
  { optional = [], prepare = (sent) => sent, isForNewFolder = false }: Difference = {},
): Command {
  const operation = withOptional(declared, optional);
  const added = command(group, declared.command?.split(' ').at(-1) ?? '', declared.about ?? '');
  const readers = fieldsOf(operation).map((field) => [field.name, addPart(added, field)] as const);
  return added.action(async () => {
    const options = added.opts<Options & Sent>();
    const run = isForNewFolder ? cli.onDataOrNew : cli.onData;
    await run.call(cli, options, async (stores, out) => {
      const given = readers.map(([name, read]) => [name, read()]).filter(([, value]) => value !== undefined);
      const sent = await prepare(Object.fromEntries(given), stores, out, options);
      if (sent === null) return false;
      const result = await perform(operation, stores, sent, { actor: stores.operator, wording: forCommand });
      if (isPreview(result)) return printPreview(result.preview, out);
      return print(result as Awaited<ReturnType<Declared['run']>>, out, options);
    });
  });
}

function printPreview(preview: readonly Effect[], out: Output): void {
  const rows = preview.map((effect) => Object.values(effect).map((value) => String(value ?? '-')));
  out.record({ preview }, table(['WHAT', 'NOW', 'AFTER'], rows));
  out.notice('Nothing was changed. To change it, run the command without --preview.');
}

/** Adds the option or argument of a field. @returns a function that reads its value */
function addPart(
  added: Command,
  { flags, description, isRequired, type, choices, preset }: ReturnType<typeof fieldsOf>[number],
): () => unknown {
  if (flags === undefined) return () => undefined;
  const parse = PARSERS[/<(\w+)>/.exec(flags)?.[1] ?? ''];
  if (flags.startsWith('<')) {
    const argument = new Argument(flags, description);
    if (parse) argument.argParser(parse);
    const index = added.addArgument(argument).registeredArguments.length - 1;
    return () => added.processedArgs[index];
  }
  const option = new Option(flags, description).makeOptionMandatory(isRequired);
  if (option.isBoolean()) option.default(false);
  else if (choices) option.choices(choices).default(preset === undefined ? preset : String(preset));
  else if (parse) option.argParser(parse);
  added.addOption(option);
  return () => {
    const value = added.opts()[option.attributeName()];
    if (type === 'number' && typeof value === 'string') return Number(value);
    return type === 'string' && typeof value === 'boolean' ? String(value) : value;
  };
}
