import type { Argument, Command, Option } from 'commander';
import * as z from 'zod';
import { OPERATIONS } from '../../src/api/endpoints/admin/admin.ts';
import { SETTINGS, variableOf } from '../../src/server/config.ts';

/** A part of a command: an argument or an option, as the page writes it. */
interface Part {
  readonly flags: string;
  readonly meaning: string;
  readonly isArgument: boolean;
  readonly isRequiredOption: boolean;
}

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly Part[];
}

/** The text of docs/commands.md: every command with its arguments and options, every request under /admin, and every setting. */
export function commandReference(program: Command): string {
  const entries = entriesOf(program, '');
  const shared = sharedLines(entries);
  const commands = entries.map(({ name, description, parts }) => {
    const usage = [name, ...parts.flatMap((part) => inUsage(part, shared.has(lineOf(part))))].join(' ');
    const own = parts.filter((part) => !shared.has(lineOf(part)));
    const lines = own.map((part) => `  ${lineOf(part)}${part.isRequiredOption ? ' (required)' : ''}`);
    return [`- \`${usage}\`: ${description}`, ...lines].join('\n');
  });
  return `# Commands and settings

Look up commands, operator requests and settings. This page is generated from the program.

## Commands

All commands accept \`--json\`. The exit status is 0 for success, 1 for failure and 2 for wrong usage. \`alir COMMAND --help\` prints the same texts.

Arguments and options of several commands, which a command shows by name, unless it lists another meaning:

${[...shared].toSorted().join('\n')}

The commands:

${commands.join('\n')}

## Requests under /admin

[Sell plans](sell.md#requests-under-admin) has an example. GET requests have these parameters, POST requests these fields in a JSON body; \`?\` marks optional ones:

${OPERATIONS.map(requestLine).toSorted().join('\n')}

## Settings

Settings are environment variables. An empty variable counts as not set. Defaults are in parentheses.

${Object.entries(SETTINGS).map(settingLine).join('\n')}
`;
}

/** Commands without subcommands, in the order of the program. */
function entriesOf(command: Command, parent: string): Entry[] {
  const name = `${parent} ${command.name()}`.trim();
  if (command.commands.length > 0) return command.commands.flatMap((each) => entriesOf(each, name));
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== '--json');
  const parts = [...command.registeredArguments.map(argumentPart), ...options.map(optionPart)];
  return [{ name, description: command.description(), parts }];
}

function argumentPart(argument: Argument): Part {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return {
    flags: argument.required ? `<${name}>` : `[${name}]`,
    meaning: withChoices(argument.name(), argument.description, argument.argChoices),
    isArgument: true,
    isRequiredOption: false,
  };
}

function optionPart(option: Option): Part {
  const { flags, description, argChoices, defaultValue, mandatory } = option;
  const meaning = withChoices(option.name(), description, argChoices);
  return {
    flags,
    meaning: meaning + (defaultValue ? `; default: ${defaultValue}` : ''),
    isArgument: false,
    isRequiredOption: mandatory,
  };
}

/** The choices follow the meaning, or replace one that only repeats the name. */
function withChoices(name: string, meaning: string, choices: readonly string[] | undefined): string {
  if (choices === undefined) return meaning;
  return meaning === name ? choices.join(', ') : `${meaning}: ${choices.join(', ')}`;
}

const lineOf = ({ flags, meaning }: Part): string => `- \`${flags}\`: ${meaning}`;

/** The usage of a command contains what the lines below it do not repeat. The list of shared options has their values. */
function inUsage({ flags, isArgument, isRequiredOption }: Part, isShared: boolean): string[] {
  if (isArgument) return [flags];
  const [name = ''] = flags.split(' ');
  if (!isShared) return [];
  return [isRequiredOption ? name : `[${name}]`];
}

/** For each argument or option of several commands, its most frequent meaning. */
function sharedLines(entries: readonly Entry[]): ReadonlySet<string> {
  const counts = new Map<string, Map<string, number>>();
  for (const part of entries.flatMap(({ parts }) => parts)) {
    const ofFlags = counts.get(part.flags) ?? new Map<string, number>();
    counts.set(part.flags, ofFlags.set(lineOf(part), (ofFlags.get(lineOf(part)) ?? 0) + 1));
  }
  const mostFrequent = [...counts.values()].flatMap((ofFlags) =>
    [...ofFlags].toSorted(([, one], [, other]) => other - one).slice(0, 1),
  );
  return new Set(mostFrequent.filter(([, count]) => count > 1).map(([line]) => line));
}

/** A request with its fields, except those of its path. */
function requestLine({ route, input }: (typeof OPERATIONS)[number]): string {
  const fields = Object.entries(input.shape)
    .filter(([name]) => !route.includes(`:${name}`))
    .map(([name, field]) => `\`${name}${z.safeParse(field, undefined).success ? '?' : ''}\``);
  const line = `- \`${route.replaceAll(/:(\w+)/g, '{$1}')}\``;
  return fields.length === 0 ? line : `${line}: ${fields.join(', ')}`;
}

/** The number of threads is the machine's. */
function settingLine([name, { fallback, meaning }]: [string, { fallback: string; meaning: string }]): string {
  const shown = name === 'threads' ? 'number of cores' : fallback && `\`${fallback}\``;
  return `- \`${variableOf(name)}\`${shown && ` (${shown})`}: ${meaning}`;
}
