import type { z } from 'zod';
import { AlirError } from './errors.ts';

/**
 * The content of a JSON file that an operator may write.
 * @param subject what the file is, for the message, such as `The prices in my.json`
 * @throws AlirError `bad_configuration` that names the first wrong place
 */
export function readSettings<Settings>(schema: z.ZodType<Settings>, text: string, subject: string): Settings {
  const result = schema.safeParse(parsedJson(text, subject));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.') || 'the file';
  throw new AlirError('bad_configuration', `${subject}: ${place} ${issue?.message}.`);
}

function parsedJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AlirError('bad_configuration', `${subject} are not JSON: ${(error as Error).message}.`);
  }
}
