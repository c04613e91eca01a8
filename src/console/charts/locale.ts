import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ExplorerTexts } from '../texts/explorer.ts';
import type { DateFormat } from '../texts/written-dates.ts';
import type { NumberFormat } from '../texts/written-numbers.ts';

/** How a page writes: its texts, numbers and dates. */
export interface Locale {
  readonly texts: ExplorerTexts;
  readonly numbers: NumberFormat;
  readonly dates: DateFormat;
  /** By the code of an error. The API's messages are in English: a locale in English has none. */
  readonly refusals?: Readonly<Record<string, string>>;
}

export const LocaleContext = createContext<Locale | null>(null);

/** How the page that contains this component writes. */
export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (locale === null) throw new Error('this component is not on a page with pictures');
  return locale;
}

/** The exchange trades in lots of 100 shares. */
export const SHARES_A_LOT = 100;
