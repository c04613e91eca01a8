import { AlirError } from '../../../core/errors.ts';
import { type AdminOperation, type Field, fieldsOf } from './admin-operation.ts';

/** How one of the operator's tools names what its users type. Messages are written for the command line. */
export interface Wording {
  /** Before a command that the user should run. */
  readonly run: string;
  field(field: Field): string;
  /** @param given the arguments and options of the command, by field; null for an option without a value */
  command(operation: AdminOperation, given: ReadonlyMap<Field, string | null>): string | null;
}

/** `alir order show 1f0c`, or an option alone: `--plan`. */
const ADVICE = /(?:run: )?\balir(?: (?:"[^"]*"|[^\s"();,]*[^\s"();,.]))+|--[a-z-]+/g;
const TOKEN = /"[^"]*"|\S+/g;

/** The error of an operation, as a tool words it. @param operations those that messages can name by their commands */
export function reworded(
  error: AlirError,
  declared: AdminOperation,
  wording: Wording,
  operations: readonly AdminOperation[],
): AlirError {
  let named = declared;
  const inWords = (text: string) =>
    text.replace(ADVICE, (advice) => {
      if (advice.startsWith('--')) {
        const field = fieldWith(named, advice) ?? fieldWith(declared, advice);
        return field ? wording.field(field) : advice;
      }
      const tokens = advice.replace('run: ', '').match(TOKEN)?.slice(1) ?? [];
      const found = operations.find(
        ({ command }) => command && ` ${tokens.join(' ')} `.startsWith(` ${command} `),
      );
      if (!found) return advice;
      named = found;
      const given = givenIn(found, tokens.slice(found.command?.split(' ').length));
      const worded = wording.command(found, given);
      return worded === null ? advice : `${advice.startsWith('run: ') ? wording.run : ''}${worded}`;
    });
  const known = new Map(fieldsOf(declared).map((field) => [field.name, field]));
  const fields = error.fields.map(({ field, message }) => ({ field, message: inWords(message) }));
  const nameOf = (name: string) => {
    const field = known.get(name);
    return field ? wording.field(field) : name;
  };
  const problems = fields.map(({ field, message }) => `${nameOf(field)} ${message}`).join('; ');
  const { code, retry_after_s, cause } = error;
  return new AlirError(code, problems || inWords(error.message), {
    ...{ fields, cause },
    ...(retry_after_s !== null && { retry_after_s }),
  });
}

function fieldWith(operation: AdminOperation, flag: string): Field | undefined {
  return fieldsOf(operation).find(({ flags }) => flags?.split(' ')[0] === flag);
}

function givenIn(operation: AdminOperation, tokens: readonly string[]): Map<Field, string | null> {
  const given = new Map<Field, string | null>();
  const parts = fieldsOf(operation).filter(({ flags }) => flags?.startsWith('<'));
  let last: Field | undefined;
  for (const token of tokens) {
    const field = token.startsWith('--') ? fieldWith(operation, token) : (last ?? parts.shift());
    if (!field) continue;
    given.set(field, token.startsWith('--') ? null : token);
    last = token.startsWith('--') ? field : undefined;
  }
  return given;
}

export function forCommand(error: AlirError, declared: AdminOperation): AlirError {
  return reworded(error, declared, COMMANDS, []);
}

const COMMANDS: Wording = {
  run: 'run: ',
  field: ({ name, flags }) => flags?.split(' ')[0] ?? name,
  command: () => null,
};

/** As requests under /admin name them. */
export const FOR_REQUESTS: Wording = {
  run: 'send: ',
  field: ({ name }) => name,
  command({ route }, given) {
    const values = new Map([...given].map(([{ name }, value]) => [name, value]));
    const path = route.replace(/:(\w+)/g, (_, name: string) => values.get(name) ?? name.toUpperCase());
    const sent = [...values].filter(([name]) => !route.includes(`:${name}`));
    const fields = sent.map(([name, value]) => (value === null ? name : `${name} ${value}`)).join(', ');
    return `${path}${fields === '' ? '' : ` with ${fields}`}`;
  },
};
