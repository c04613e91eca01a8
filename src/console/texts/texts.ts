import { written } from '../../core/catalogue.ts';
import type { Language } from '../../core/commerce-terms.ts';
import { ACCOUNT } from './account/account.ts';
import { causes as causesEn } from './causes-en.ts';
import { causes as causesId } from './causes-id.ts';
import { DEFINITIONS_ID, MEASURE_TEXTS, type MeasureTexts } from './measures.ts';
import { OPERATOR } from './operator.ts';
import { CONSOLE } from './pages/console.ts';
import { TOOLS } from './pages/tools.ts';
import { REFERENCE } from './reference.ts';
import { DateFormat } from './written-dates.ts';
import { NumberFormat } from './written-numbers.ts';

/** All texts that are declared in both languages. */
export const CATALOGUE = { ...TOOLS, ...CONSOLE, account: ACCOUNT, operator: OPERATOR, reference: REFERENCE };

const measuresEn: MeasureTexts = { ...written(MEASURE_TEXTS, 'en'), definitions: {} };
const measuresId = { ...written(MEASURE_TEXTS, 'id'), definitions: DEFINITIONS_ID };

const en = { measures: measuresEn, ...written(CATALOGUE, 'en'), causes: causesEn };
const id: Texts = { measures: measuresId, ...written(CATALOGUE, 'id'), causes: causesId };

export type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = { en, id };
const NUMBERS: Readonly<Record<Language, NumberFormat>> = {
  en: new NumberFormat('en'),
  id: new NumberFormat('id'),
};

const DATES: Readonly<Record<Language, DateFormat>> = { en: new DateFormat('en'), id: new DateFormat('id') };

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

/** How pages, feeds and e-mails of a language are written. */
export function localeOf(language: Language) {
  return { texts: TEXTS[language], numbers: NUMBERS[language], dates: DATES[language] };
}
