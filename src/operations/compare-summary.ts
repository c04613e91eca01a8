import { type ComparedPart, FIGURES, type Figure } from '../core/official-figures.ts';
import { tickerKind } from '../core/ticker-kind.ts';
import type { TickerFigures } from '../market/lake/day-facts.ts';
import type { StockSummary, SummaryRow, Totals } from './stock-summary.ts';

interface Difference {
  readonly ticker: string;
  readonly figure: Figure;
  /** What the exchange's file says; null for a ticker that it does not list, and for a price of a stock without trades. */
  readonly official: number | null;
  /** What Alir has; null for a price of a stock without trades. */
  readonly alir: number | null;
}

/** A common cause of differences. */
export interface Pattern {
  readonly pattern: 'sides_swapped' | 'market_missing' | 'lots_for_shares' | 'part_of_day';
  /** Tickers that it explains. */
  readonly tickers: number;
  /** Tickers with a difference in the same figures. */
  readonly of: number;
  readonly text: string;
}

export interface SummaryComparison {
  /** Compared tickers: those of the file, and other stocks that Alir has. */
  readonly tickers: number;
  readonly differing_tickers: number;
  /** By ticker, then in the order of FIGURES. Empty for a day that matches. */
  readonly differences: readonly Difference[];
  readonly patterns: readonly Pattern[];
  /** Stocks with trades whose open the file does not state. */
  readonly open_not_stated: number;
  /** What was compared. */
  readonly compared: readonly ComparedPart[];
  /** Whether the file has the figures of the non-regular markets. */
  readonly has_non_regular: boolean;
  /** Tickers of Alir that are not stocks and not in the file, such as warrants. They are not compared. */
  readonly not_in_file: readonly string[];
}

/** What a file and Alir have about one ticker. */
interface Pair {
  readonly ticker: string;
  readonly official: SummaryRow | undefined;
  /** By market. */
  readonly alir: ReadonlyMap<string, TickerFigures>;
}

type Figures = Readonly<Record<Figure, number | null>>;

const REGULAR = 'RG';
const NON_REGULAR = ['NG', 'TN'] as const;

/** Compares a day with the exchange's Stock Summary. A missing row counts as 0 trades. */
export function compareWithSummary(
  summary: StockSummary,
  ticker_days: readonly TickerFigures[],
): SummaryComparison {
  const has_non_regular = summary.rows.some((row) => row.non_regular !== null);
  const all = pairsOf(summary, ticker_days);
  const isCompared = ({ ticker, official }: Pair) => official !== undefined || tickerKind(ticker) === 'stock';
  const pairs = all.filter(isCompared);
  let open_not_stated = 0;
  const differences: Difference[] = [];
  for (const pair of pairs) {
    const [official, alir] = [officialFigures(pair), alirFigures(pair)];
    const isOpenStated = pair.official?.open_price != null || pair.official?.first_trade != null;
    if (pair.official && alir.freq !== 0 && !isOpenStated) open_not_stated += 1;
    for (const figure of FIGURES) {
      if (figure === 'open' && pair.official && !isOpenStated) continue;
      if (figure.startsWith('non_regular') && !has_non_regular) continue;
      if ((official[figure] ?? 0) === (alir[figure] ?? 0)) continue;
      differences.push({
        ticker: pair.ticker,
        figure,
        official: official[figure],
        alir: alir[figure],
      });
    }
  }
  const not_in_file = all.filter((pair) => !isCompared(pair)).map(({ ticker }) => ticker);
  const isInFull = (figure: Figure) =>
    figure === 'open' ? open_not_stated === 0 : has_non_regular || !figure.startsWith('non_regular');
  return {
    tickers: pairs.length,
    differing_tickers: new Set(differences.map(({ ticker }) => ticker)).size,
    differences,
    patterns: patternsIn(pairs, differences),
    open_not_stated,
    compared: [...FIGURES.filter(isInFull), ...(not_in_file.length === 0 ? (['every_ticker'] as const) : [])],
    has_non_regular,
    not_in_file,
  };
}

function pairsOf({ rows }: StockSummary, ticker_days: readonly TickerFigures[]): Pair[] {
  const official = new Map(rows.map((row) => [row.ticker, row]));
  const alir = new Map<string, Map<string, TickerFigures>>();
  for (const row of ticker_days) {
    const markets = alir.get(row.ticker) ?? new Map<string, TickerFigures>();
    alir.set(row.ticker, markets.set(row.market, row));
  }
  const tickers = [...new Set([...official.keys(), ...alir.keys()])].toSorted();
  return tickers.map((ticker) => ({
    ticker,
    official: official.get(ticker),
    alir: alir.get(ticker) ?? new Map<string, TickerFigures>(),
  }));
}

function officialFigures({ official, alir }: Pair): Figures {
  const {
    freq = null,
    volume = null,
    value = null,
    foreign_buy = null,
    foreign_sell = null,
  } = official ?? {};
  const { high, low, close, open_price, first_trade, non_regular } = official ?? {};
  const isTraded = freq !== null && freq > 0;
  const open = alir.get(REGULAR)?.open;
  // Either field may have the price of the first trade: see docs/operator.md.
  const stated = first_trade === open ? first_trade : (open_price ?? first_trade);
  return {
    freq,
    volume,
    value,
    open: isTraded ? (stated ?? null) : null,
    // The exchange writes 0, and the previous close, for a stock without trades.
    high: isTraded ? (high ?? null) : null,
    low: isTraded ? (low ?? null) : null,
    close: isTraded ? (close ?? null) : null,
    foreign_buy,
    foreign_sell,
    non_regular_freq: non_regular?.freq ?? null,
    non_regular_volume: non_regular?.volume ?? null,
    non_regular_value: non_regular?.value ?? null,
  };
}

function alirFigures({ alir }: Pair): Figures {
  const { open, high, low, close, freq, volume, value, foreign_buy, foreign_sell } = alir.get(REGULAR) ?? {};
  return {
    freq: freq ?? 0,
    volume: volume ?? 0,
    value: value ?? 0,
    open: open ?? null,
    high: high ?? null,
    low: low ?? null,
    close: close ?? null,
    foreign_buy: foreign_buy ?? 0,
    foreign_sell: foreign_sell ?? 0,
    non_regular_freq: sumOf(alir, NON_REGULAR, 'freq'),
    non_regular_volume: sumOf(alir, NON_REGULAR, 'volume'),
    non_regular_value: sumOf(alir, NON_REGULAR, 'value'),
  };
}

type Sum = keyof Totals | 'foreign_buy' | 'foreign_sell';

function sumOf(alir: Pair['alir'], markets: readonly string[], figure: Sum): number {
  return markets.reduce((sum, market) => sum + (alir.get(market)?.[figure] ?? 0), 0);
}

/** A pattern must explain this share of the tickers that differ in its figures. */
const EXPLAINED = 0.9;
/** A part of the day is missing only if this share of the traded tickers differs. */
const MANY = 0.5;

const TOTALS = ['freq', 'volume', 'value'] as const;
const FOREIGN = ['foreign_buy', 'foreign_sell'] as const;

/** The pairs with a difference in one of these figures. */
type Differing = (...figures: readonly Figure[]) => readonly Pair[];

function patternsIn(pairs: readonly Pair[], differences: readonly Difference[]): Pattern[] {
  const figuresByTicker = new Map<string, Set<Figure>>();
  for (const { ticker, figure } of differences) {
    figuresByTicker.set(ticker, (figuresByTicker.get(ticker) ?? new Set()).add(figure));
  }
  const differing: Differing = (...figures) =>
    pairs.filter(({ ticker }) => figures.some((figure) => figuresByTicker.get(ticker)?.has(figure)));
  const missing_market = missingMarket(pairs, differing);
  const found = [
    sidesSwapped(differing),
    missing_market,
    lotsForShares(differing),
    missing_market === undefined ? partOfDay(pairs, differing) : undefined,
  ];
  return found.filter((pattern) => pattern !== undefined);
}

function patternOf(
  pattern: Pattern['pattern'],
  concerned: readonly Pair[],
  isExplained: (official: SummaryRow, pair: Pair) => boolean,
  text: string,
): Pattern | undefined {
  const tickers = concerned.filter((pair) => pair.official && isExplained(pair.official, pair)).length;
  const isFound = tickers > 0 && tickers >= concerned.length * EXPLAINED;
  return isFound ? { pattern, tickers, of: concerned.length, text } : undefined;
}

function sidesSwapped(differing: Differing): Pattern | undefined {
  return patternOf(
    'sides_swapped',
    differing(...FOREIGN),
    (official, { alir }) =>
      official.foreign_buy === sumOf(alir, [REGULAR], 'foreign_sell') &&
      official.foreign_sell === sumOf(alir, [REGULAR], 'foreign_buy'),
    "Buyer and seller are swapped: Alir's foreign buys are the exchange's foreign sells, and the reverse. Check the columns of buyer and seller in the daily file.",
  );
}

function lotsForShares(differing: Differing): Pattern | undefined {
  const LOT = 100;
  const concerned = differing('volume');
  const alir = (pair: Pair) => sumOf(pair.alir, [REGULAR], 'volume');
  return (
    patternOf(
      'lots_for_shares',
      concerned,
      ({ volume }, pair) => alir(pair) > 0 && volume === alir(pair) * LOT,
      "Lots for shares: the exchange's volume is 100 times Alir's. The daily file has volumes in lots.",
    ) ??
    patternOf(
      'lots_for_shares',
      concerned,
      ({ volume }, pair) => volume > 0 && volume * LOT === alir(pair),
      "Lots for shares: Alir's volume is 100 times the exchange's. The exchange's file has volumes in lots.",
    )
  );
}

function missingMarket(pairs: readonly Pair[], differing: Differing): Pattern | undefined {
  const missing = [REGULAR, ...NON_REGULAR].filter((market) => !pairs.some(({ alir }) => alir.has(market)));
  if (missing.includes(REGULAR)) {
    const noRegular = patternOf(
      'market_missing',
      differing('freq'),
      ({ freq }) => freq > 0,
      'The regular market (RG) is missing: Alir has no trade of it on this day. Check the market column of the daily file.',
    );
    if (noRegular) return noRegular;
  }
  return (
    marketsAdded(differing(...TOTALS), TOTALS) ??
    marketsAdded(differing(...FOREIGN), FOREIGN) ??
    nonRegularInRegular(differing(...TOTALS)) ??
    missingNonRegular(missing, differing)
  );
}

/** The exchange's figures equal Alir's regular market together with other markets. */
function marketsAdded(concerned: readonly Pair[], figures: readonly Sum[]): Pattern | undefined {
  for (const others of [['NG'], ['TN'], [...NON_REGULAR]]) {
    const markets = [REGULAR, ...others];
    const found = patternOf(
      'market_missing',
      concerned,
      (official, { alir }) => figures.every((figure) => official[figure] === sumOf(alir, markets, figure)),
      `A market is missing in Alir's regular market: the exchange's ${figures.join(', ')} equal those of ${markets.join(' + ')} in Alir.`,
    );
    if (found) return found;
  }
  return undefined;
}

/** Alir's regular market equals the exchange's regular and non-regular markets together. */
function nonRegularInRegular(concerned: readonly Pair[]): Pattern | undefined {
  return patternOf(
    'market_missing',
    concerned,
    ({ non_regular, ...official }, { alir }) =>
      non_regular !== null &&
      TOTALS.every((figure) => official[figure] + non_regular[figure] === sumOf(alir, [REGULAR], figure)),
    "A market is missing: Alir's regular market contains the trades that the exchange counts as non-regular (NG, TN). Check the market column of the daily file.",
  );
}

function missingNonRegular(missing: readonly string[], differing: Differing): Pattern | undefined {
  const markets = missing.filter((market) => market !== REGULAR);
  if (markets.length === 0) return undefined;
  return patternOf(
    'market_missing',
    differing('non_regular_freq', 'non_regular_volume', 'non_regular_value'),
    ({ non_regular }, { alir }) =>
      non_regular !== null &&
      TOTALS.every((figure) => non_regular[figure] >= sumOf(alir, NON_REGULAR, figure)),
    `A market is missing: the exchange has more non-regular trades, and Alir has no trade of ${markets.join(' and ')} on this day. Check that the daily file contains all markets.`,
  );
}

function partOfDay(pairs: readonly Pair[], differing: Differing): Pattern | undefined {
  const concerned = differing('freq');
  const alir = (pair: Pair, figure: Sum) => sumOf(pair.alir, [REGULAR], figure);
  const traded = pairs.filter((pair) => (pair.official?.freq ?? 0) > 0 || alir(pair, 'freq') > 0);
  const areMany = concerned.length >= traded.length * MANY;
  const areAbsent = concerned.every((pair) => alir(pair, 'freq') === 0);
  if (areMany || areAbsent) {
    const found = patternOf(
      'part_of_day',
      concerned,
      (official, pair) => TOTALS.every((figure) => alir(pair, figure) < official[figure]),
      'Part of the day is missing in Alir: it has fewer trades than the exchange. Ingest the complete daily file.',
    );
    if (found) return found;
  }
  const isLowerInFile = (pair: Pair) =>
    TOTALS.every((figure) => (pair.official?.[figure] ?? 0) < alir(pair, figure));
  const lower = concerned.filter(isLowerInFile);
  const areUnlisted = concerned.every((pair) => pair.official === undefined);
  if ((!areMany && !areUnlisted) || lower.length === 0 || lower.length < concerned.length * EXPLAINED) {
    return undefined;
  }
  return {
    pattern: 'part_of_day',
    tickers: lower.length,
    of: concerned.length,
    text: "Part of the day is missing in the exchange's file: it has fewer trades than Alir. Download it after the end of the trading day, with all rows.",
  };
}
