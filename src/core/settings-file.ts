import * as z from 'zod';
import { AlirError } from './errors.ts';

/** Maximum characters of a wrong value in a message. */
const SHOWN_CHARACTERS = 60;

/** A schema of an object with only these entries. Its errors list the entries. */
export function settingsObject<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const entries = `its entries are ${Object.keys(shape).join(', ')}`;
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown entry "${issue.keys.join('", "')}"; ${entries}`
        : `must be an object; ${entries}`,
  });
}

/**
 * Parses a JSON file that an operator may write.
 * @param subject the name of the file in messages, such as `The prices in my.json`
 * @throws AlirError `bad_configuration` with the first wrong entry, its rule and its value
 */
export function readSettings<Settings>(schema: z.ZodType<Settings>, text: string, subject: string): Settings {
  // Windows editors may add a byte order mark.
  const content = parsedJson(text.replace(/^\uFEFF/, ''), subject);
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const { path = [], code, message } = result.error.issues[0] ?? {};
  const entry = path.join('.') || 'the file';
  const shown = code === 'unrecognized_keys' ? '' : `; ${found(content, path)}`;
  throw new AlirError('bad_configuration', `${subject}: ${entry} ${message}${shown}.`);
}

function found(content: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null)?.[key],
    content,
  );
  if (value === undefined) return 'it is missing';
  const text = JSON.stringify(value);
  return `it is ${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text}`;
}

function parsedJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = / at position (\d+)/.exec(message)?.[1];
    const line =
      position === undefined ? '' : ` in line ${text.slice(0, Number(position)).split('\n').length}`;
    throw new AlirError('bad_configuration', `${subject}: the file is not valid JSON${line} (${message}).`);
  }
}
