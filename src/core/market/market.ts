/**
 * The codes of markets and investors, and the numbers that serving files store for them.
 * `TN` (cash market) is stored in the lake and never served, so it has no number.
 */
const SERVED_MARKET_ID = { RG: 0, NG: 1 } as const;
const INVESTOR_ID = { d: 0, f: 1 } as const;

/** A range of stored numbers, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** The values that a caller may request, and the range of stored numbers of each. */
export const MARKETS = {
  RG: { first: SERVED_MARKET_ID.RG, last: SERVED_MARKET_ID.RG },
  NG: { first: SERVED_MARKET_ID.NG, last: SERVED_MARKET_ID.NG },
  ALL: { first: SERVED_MARKET_ID.RG, last: SERVED_MARKET_ID.NG },
} as const;

export const INVESTORS = {
  all: { first: INVESTOR_ID.d, last: INVESTOR_ID.f },
  f: { first: INVESTOR_ID.f, last: INVESTOR_ID.f },
  d: { first: INVESTOR_ID.d, last: INVESTOR_ID.d },
} as const;

export type Market = keyof typeof MARKETS;
export type Investor = keyof typeof INVESTORS;

export const TICKER = /^[A-Z0-9][A-Z0-9-]{0,11}$/;
const TICKER_IN_ANY_CASE = new RegExp(TICKER, 'i');
/** The same pattern before trimming and in any letter case, for documents. */
export const TICKER_PATTERN_AS_SENT = '^\\s*[A-Za-z0-9][A-Za-z0-9-]{0,11}\\s*$';

/**
 * The ticker in a caller's text: trimmed, in capitals. 1 to 12 letters, digits or dashes: `BBCA`, `GOTOM`, `BRMS-W2`, `R-LQ45X`.
 * Undefined for any other text. The check precedes the conversion to capitals, because `\u00df` would become `SS`.
 */
export function tickerOf(text: string): string | undefined {
  const trimmed = text.trim();
  return TICKER_IN_ANY_CASE.test(trimmed) ? trimmed.toUpperCase() : undefined;
}

/** Symbols of other services for a stock of the exchange: `BBCA.JK` (Yahoo, Reuters), `IDX:BBCA` (TradingView), `BBCA IJ` (Bloomberg). */
const FOREIGN_SYMBOL = /^(?:IDX:)?([^.:\s]+)(?:\.JK|\s+IJ(?:\s+Equity)?)?$/i;

/** The ticker in a symbol of another service, for error messages. Undefined for any other text. */
export function tickerInSymbol(text: string): string | undefined {
  return tickerOf(FOREIGN_SYMBOL.exec(text.trim())?.[1] ?? '');
}
