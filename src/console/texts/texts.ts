import type { Language } from '../../core/commerce-terms.ts';
import { en, type Texts } from './en.ts';
import { id } from './id.ts';
import { DateFormat } from './written-dates.ts';
import { NumberFormat } from './written-numbers.ts';

export type { Texts } from './en.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { en, id };
const NUMBERS: Readonly<Record<Language, NumberFormat>> = {
  en: new NumberFormat('en'),
  id: new NumberFormat('id'),
};

const DATES: Readonly<Record<Language, DateFormat>> = { en: new DateFormat('en'), id: new DateFormat('id') };

/** The catalogue of a language. */
export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

/** How pages, feeds and e-mails of a language are written. */
export function localeOf(language: Language) {
  return { texts: TEXTS[language], numbers: NUMBERS[language], dates: DATES[language] };
}
