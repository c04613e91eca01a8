import type { ExplorerTexts } from '../texts/explorer-en.ts';
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

/** The exchange trades in lots of 100 shares. */
export const SHARES_A_LOT = 100;
