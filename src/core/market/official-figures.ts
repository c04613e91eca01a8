/** The figures of a stock that are compared with the exchange's Stock Summary. Prices and values in IDR, volumes in shares. */
export const FIGURES = [
  'freq',
  'volume',
  'value',
  'open',
  'high',
  'low',
  'close',
  'foreign_buy',
  'foreign_sell',
  'non_regular_freq',
  'non_regular_volume',
  'non_regular_value',
] as const;

export type Figure = (typeof FIGURES)[number];

/** A figure of all stocks with trades; `every_ticker`: no ticker with trades was missing from the file, also none that is not a stock. */
export type ComparedPart = Figure | 'every_ticker';

/** The newest comparison of a day with a Stock Summary. */
export interface DayComparison {
  /** 1 for a day that matches, 0 for one that differs, null for one that was not compared. */
  readonly verified: number | null;
  /** Names of ComparedPart, separated by commas; null for a day that was not compared. */
  readonly compared: string | null;
}

/** What every file has. */
const ALWAYS: readonly Figure[] = [
  'freq',
  'volume',
  'value',
  'high',
  'low',
  'close',
  'foreign_buy',
  'foreign_sell',
];
const NON_REGULAR: readonly Figure[] = ['non_regular_freq', 'non_regular_volume', 'non_regular_value'];

/** What of a day is known to equal the exchange's figures. */
export function verifiedParts({ verified, compared }: DayComparison): ReadonlySet<string> {
  return new Set(verified === 1 ? compared?.split(',') : []);
}

/** The markets whose totals equal the exchange's. The exchange states one total of the negotiated and the cash market. */
export function verifiedMarkets(day: DayComparison): readonly ('RG' | 'NG')[] {
  const parts = verifiedParts(day);
  const has = (figures: readonly Figure[]) => figures.every((figure) => parts.has(figure));
  return [...(has(ALWAYS) ? ['RG' as const] : []), ...(has(NON_REGULAR) ? ['NG' as const] : [])];
}

export interface AnswerFigures {
  /** The default is all markets. */
  readonly market?: 'RG' | 'NG' | 'ALL' | undefined;
  readonly has_prices: boolean;
  readonly has_foreign: boolean;
  /** Whether the answer is made of stocks only. */
  readonly are_stocks: boolean;
}

/** What must equal the exchange's figures so that the answer does; null if no Stock Summary has it: prices and foreign figures of other markets than RG. */
export function partsOf({
  market = 'ALL',
  has_prices,
  has_foreign,
  are_stocks,
}: AnswerFigures): readonly ComparedPart[] | null {
  if (market !== 'RG' && (has_prices || has_foreign)) return null;
  return [
    ...(market === 'NG' ? [] : (['freq', 'volume', 'value'] as const)),
    ...(market === 'RG' ? [] : NON_REGULAR),
    ...(has_prices ? (['open', 'high', 'low', 'close'] as const) : []),
    ...(has_foreign ? (['foreign_buy', 'foreign_sell'] as const) : []),
    ...(are_stocks ? [] : (['every_ticker'] as const)),
  ];
}
