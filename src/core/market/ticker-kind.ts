/** The kinds of securities, and the form of their tickers on the exchange. The first form that matches counts. */
const FORMS = {
  /** Exchange-traded funds and listed real-estate funds: `XIIT`, `XCID`, `R-LQ45X`. Their codes do not distinguish them. */
  fund: /^(X[A-Z]{3}|R-.+)$/,
  /** Also the shares with multiple votes of `GOTO`, whose ticker is `GOTOM`. */
  stock: /^[A-Z]{4}M?$/,
  /** Rights to subscribe to new shares: `BRMS-R`, `BRMS-R2`. */
  right: /^[A-Z]{4}-R\d*$/,
  /** Warrants of the company itself: `BRMS-W`, `BRMS-W2`. */
  warrant: /^[A-Z]{4}-W\d*$/,
  /** Stock, issuing broker, call or put, month and year of expiry, series: `BBCA DR C M 3 A`, written without spaces. */
  structured_warrant: /^[A-Z]{6}[CP][A-Z]\d[A-Z]$/,
} as const;

type Form = keyof typeof FORMS;
export type TickerKind = Form | 'other';

export const TICKER_KINDS: readonly TickerKind[] = [...(Object.keys(FORMS) as Form[]), 'other'];

/** The kind of security that a ticker has by its form. */
export function tickerKind(ticker: string): TickerKind {
  return TICKER_KINDS.find((kind) => kind !== 'other' && FORMS[kind].test(ticker)) ?? 'other';
}
