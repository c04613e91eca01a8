import { LANGUAGES, type Language } from '../../core/commerce-terms.ts';

/** A text in English and in Indonesian. */
type Translated = readonly [en: string, id: string];

/** Texts by name, each in both languages. A text with values is a function. */
export interface Catalogue {
  readonly [name: string]: Translated | ((...values: never[]) => Translated) | Catalogue;
}

/** The texts of a catalogue in one language. */
export type Written<Part> = Part extends Translated
  ? string
  : Part extends (...values: infer Values) => Translated
    ? (...values: Values) => string
    : { readonly [Name in keyof Part]: Written<Part[Name]> };

export function written<Part extends Catalogue>(catalogue: Part, language: Language): Written<Part> {
  const place = LANGUAGES.indexOf(language);
  const texts = Object.entries(catalogue).map(([name, part]) => {
    if (typeof part === 'function') return [name, (...values: never[]) => part(...values)[place]];
    return [name, isTranslated(part) ? part[place] : written(part, language)];
  });
  return Object.fromEntries(texts);
}

function isTranslated(part: Translated | Catalogue): part is Translated {
  return Array.isArray(part);
}
