import { LANGUAGES, type Language } from './commerce-terms.ts';

/** A text in English and in Indonesian. */
export type Translated = readonly [en: string, id: string];

/** A text, a function that makes one from values, or more of them. */
type Part = Translated | ((...values: never[]) => Translated) | readonly Part[] | Catalogue;

/** Texts by name, each in both languages. */
export interface Catalogue {
  readonly [name: string]: Part;
}

/** Texts in one language. */
export type Written<Of> = Of extends Translated
  ? string
  : Of extends (...values: infer Values) => Translated
    ? (...values: Values) => string
    : { readonly [Name in keyof Of]: Written<Of[Name]> };

export function written<Of extends Catalogue>(catalogue: Of, language: Language): Written<Of> {
  return partIn(catalogue, LANGUAGES.indexOf(language)) as Written<Of>;
}

function partIn(part: Part, place: number): unknown {
  if (typeof part === 'function') return (...values: never[]) => part(...values)[place];
  if (isTranslated(part)) return part[place];
  if (isList(part)) return part.map((each) => partIn(each, place));
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, partIn(each, place)]));
}

function isTranslated(part: Part): part is Translated {
  return isList(part) && typeof part[0] === 'string';
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}
