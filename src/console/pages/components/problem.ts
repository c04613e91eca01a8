import type { AlirError } from '../../../core/errors.ts';
import type { View } from './view.ts';

/** What is wrong, and what to do, in the language of a page. Messages are in English; other languages have a text for the code, and the names of the fields. */
export function problemText(error: AlirError, { language, texts }: View): string {
  if (language === 'en') return error.message;
  const text = texts.account.errors[error.code] ?? texts.errors.advice.invalid;
  const fields = error.fields.map(({ field }) => field).join(', ');
  return fields === '' ? text : `${text} (${fields})`;
}
