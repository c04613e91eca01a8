import { type ComparedPart, FIGURES, type Figure } from '../../core/market/official-figures.ts';
import { tickerKind } from '../../core/market/ticker-kind.ts';
import type { TickerFigures } from '../../market/lake/day-facts.ts';
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
  readonly compared: readonly ComparedPart[];
  /** Whether the file has the figures of the non-regular markets. */
  readonly has_non_regular: boolean;
  /** Tickers of Alir that are not in the file and not compared: they are not stocks, such as warrants, or the files are of single stocks. */
  readonly not_in_file: readonly string[];
  /** Whether stocks with trades are among `not_in_file`, so that the day as a whole was not compared. */
  readonly partial: boolean;
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

/**
 * Compares a day with the exchange's Stock Summary. A missing row counts as 0 trades.
 * @param of_single_stocks the summary is put together from files of one stock each, so a missing row says nothing
 */
export function compareWithSummary(
  summary: StockSummary,
  ticker_days: readonly TickerFigures[],
  of_single_stocks = false,
): SummaryComparison {
  const has_non_regular = summary.rows.every((row) => row.non_regular !== null);
  const all = pairsOf(summary, ticker_days);
  const isStock = ({ ticker }: Pair) => tickerKind(ticker) === 'stock';
  const isCompared = (pair: Pair) => pair.official !== undefined || (!of_single_stocks && isStock(pair));
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
  const missing = all.filter((pair) => !isCompared(pair));
  const not_in_file = missing.map(({ ticker }) => ticker);
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
    partial: missing.some(isStock),
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
  const { freq = null, volume = null, value = null } = official ?? {};
  const { foreign_buy = null, foreign_sell = null } = official ?? {};
  const { high, low, close, open_price, first_trade, non_regular } = official ?? {};
  const isTraded = freq !== null && freq > 0;
  const open = alir.get(REGULAR)?.open;
  // Either field may have the price of the first trade. In the archive wildangunawan/Dataset-Saham-IDX (2023-01 to 2025-02), both are 0 in
  // 89% of the rows with regular trades. In the 26 rows with one or two of them and an OpenPrice above 0, it is the price of the first one.
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
  const regular = alir.get(REGULAR);
  const { open = null, high = null, low = null, close = null } = regular ?? {};
  const { freq = 0, volume = 0, value = 0, foreign_buy = 0, foreign_sell = 0 } = regular ?? {};
  return {
    ...{ freq, volume, value, open, high, low, close, foreign_buy, foreign_sell },
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
/** A cause in the file as a whole shows in at least this share of the tickers that can show it. */
const MANY = 0.5;

const TOTALS = ['freq', 'volume', 'value'] as const;
/**
 * The foreign figures of the exchange cover RG only. In the same archive, none is above the regular volume in 57,754 rows with both kinds
 * of trades, and all are 0 in 1,792 rows with only non-regular trades.
 */
const FOREIGN = ['foreign_buy', 'foreign_sell'] as const;

/** The pairs with a difference in one of these figures. */
type Differing = (...figures: readonly Figure[]) => readonly Pair[];

/** Whether a pattern explains the difference of a ticker, or whether a ticker can show it. */
type Test = (official: SummaryRow, pair: Pair) => boolean;

function patternsIn(pairs: readonly Pair[], differences: readonly Difference[]): Pattern[] {
  const figuresByTicker = new Map<string, Set<Figure>>();
  for (const { ticker, figure } of differences) {
    figuresByTicker.set(ticker, (figuresByTicker.get(ticker) ?? new Set()).add(figure));
  }
  const differing: Differing = (...figures) =>
    pairs.filter(({ ticker }) => figures.some((figure) => figuresByTicker.get(ticker)?.has(figure)));
  const missing_market = missingMarket(pairs, differing);
  const found = [
    sidesSwapped(pairs, differing),
    missing_market,
    lotsForShares(pairs, differing),
    missing_market === undefined ? partOfDay(pairs, differing) : undefined,
  ];
  return found.filter((pattern) => pattern !== undefined);
}

/** One stock with wrong figures is no cause in the file as a whole, so many of the tickers that can show the pattern must show it. */
function patternOf(
  pattern: Pattern['pattern'],
  [pairs, canShow]: readonly [readonly Pair[], Test],
  concerned: readonly Pair[],
  isExplained: Test,
  text: string,
): Pattern | undefined {
  const count = (tested: readonly Pair[], test: Test) =>
    tested.filter((pair) => pair.official && test(pair.official, pair)).length;
  const tickers = count(concerned, isExplained);
  const isFound =
    tickers > 0 && tickers >= concerned.length * EXPLAINED && tickers >= count(pairs, canShow) * MANY;
  return isFound ? { pattern, tickers, of: concerned.length, text } : undefined;
}

function sidesSwapped(pairs: readonly Pair[], differing: Differing): Pattern | undefined {
  return patternOf(
    'sides_swapped',
    [pairs, ({ foreign_buy, foreign_sell }) => foreign_buy !== foreign_sell],
    differing(...FOREIGN),
    (official, { alir }) =>
      official.foreign_buy === sumOf(alir, [REGULAR], 'foreign_sell') &&
      official.foreign_sell === sumOf(alir, [REGULAR], 'foreign_buy'),
    "Buyer and seller are swapped: Alir's foreign buys are the exchange's foreign sells, and the reverse. Check the columns of buyer and seller in the daily file.",
  );
}

function lotsForShares(pairs: readonly Pair[], differing: Differing): Pattern | undefined {
  const LOT = 100;
  const concerned = differing('volume');
  const alir = (pair: Pair) => sumOf(pair.alir, [REGULAR], 'volume');
  const traded = [pairs, ({ volume }: SummaryRow) => volume > 0] as const;
  return (
    patternOf(
      'lots_for_shares',
      traded,
      concerned,
      ({ volume }, pair) => alir(pair) > 0 && volume === alir(pair) * LOT,
      "Lots for shares: the exchange's volume is 100 times Alir's. The daily file has volumes in lots.",
    ) ??
    patternOf(
      'lots_for_shares',
      traded,
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
      [pairs, ({ freq }) => freq > 0],
      differing('freq'),
      ({ freq }) => freq > 0,
      'The regular market (RG) is missing: Alir has no trade of it on this day. Check the market column of the daily file.',
    );
    if (noRegular) return noRegular;
  }
  return (
    marketsAdded(pairs, differing(...TOTALS), TOTALS) ??
    marketsAdded(pairs, differing(...FOREIGN), FOREIGN) ??
    nonRegularInRegular(pairs, differing(...TOTALS)) ??
    missingNonRegular(pairs, missing, differing)
  );
}

/** The exchange's figures equal Alir's regular market together with other markets. */
function marketsAdded(
  pairs: readonly Pair[],
  concerned: readonly Pair[],
  figures: readonly Sum[],
): Pattern | undefined {
  for (const others of [['NG'], ['TN'], [...NON_REGULAR]]) {
    const markets = [REGULAR, ...others];
    const found = patternOf(
      'market_missing',
      [pairs, (_official, { alir }) => figures.some((figure) => sumOf(alir, others, figure) > 0)],
      concerned,
      (official, { alir }) => figures.every((figure) => official[figure] === sumOf(alir, markets, figure)),
      `A market is missing in Alir's regular market: the exchange's ${figures.join(', ')} equal those of ${markets.join(' + ')} in Alir.`,
    );
    if (found) return found;
  }
  return undefined;
}

/** Alir's regular market equals the exchange's regular and non-regular markets together. */
function nonRegularInRegular(pairs: readonly Pair[], concerned: readonly Pair[]): Pattern | undefined {
  return patternOf(
    'market_missing',
    [pairs, ({ non_regular }) => (non_regular?.freq ?? 0) > 0],
    concerned,
    ({ non_regular, ...official }, { alir }) =>
      non_regular !== null &&
      TOTALS.every((figure) => official[figure] + non_regular[figure] === sumOf(alir, [REGULAR], figure)),
    "A market is missing: Alir's regular market contains the trades that the exchange counts as non-regular (NG, TN). Check the market column of the daily file.",
  );
}

function missingNonRegular(
  pairs: readonly Pair[],
  missing: readonly string[],
  differing: Differing,
): Pattern | undefined {
  const markets = missing.filter((market) => market !== REGULAR);
  if (markets.length === 0) return undefined;
  return patternOf(
    'market_missing',
    // The exchange states one total of both markets, so a stock does not show which of them it traded in.
    [pairs, () => false],
    differing('non_regular_freq', 'non_regular_volume', 'non_regular_value'),
    ({ non_regular }, { alir }) =>
      non_regular !== null &&
      TOTALS.every((figure) => non_regular[figure] >= sumOf(alir, NON_REGULAR, figure)),
    `A market is missing: the exchange has more non-regular trades, and Alir has no trade of ${markets.join(' and ')} on this day. Check that the daily file contains all markets.`,
  );
}

/** Many tickers have fewer trades on one side, or nearly all that differ have none: a file that is sorted by ticker and cut lacks whole tickers. */
function partOfDay(pairs: readonly Pair[], differing: Differing): Pattern | undefined {
  const concerned = differing('freq');
  const alir = (pair: Pair, figure: Sum) => sumOf(pair.alir, [REGULAR], figure);
  const official = (pair: Pair, figure: Sum) => pair.official?.[figure] ?? 0;
  const traded = pairs.filter((pair) => official(pair, 'freq') > 0 || alir(pair, 'freq') > 0);
  const areMany = concerned.length >= traded.length * MANY;
  const missingFrom = (
    figureOf: typeof alir,
    other: typeof alir,
    isAbsent: (pair: Pair) => boolean,
    text: string,
  ): Pattern | undefined => {
    const tickers = concerned.filter((pair) =>
      TOTALS.every((figure) => figureOf(pair, figure) < other(pair, figure)),
    ).length;
    const absent = concerned.filter(isAbsent).length;
    // The cut may be within one ticker.
    const areAbsent = absent > 0 && absent >= Math.min(concerned.length * EXPLAINED, concerned.length - 1);
    if ((!areMany && !areAbsent) || tickers === 0 || tickers < concerned.length * EXPLAINED) return undefined;
    return { pattern: 'part_of_day', tickers, of: concerned.length, text };
  };
  return (
    missingFrom(
      alir,
      official,
      (pair) => alir(pair, 'freq') === 0,
      'Part of the day is missing in Alir: it has fewer trades than the exchange. Ingest the complete daily file.',
    ) ??
    missingFrom(
      official,
      alir,
      (pair) => pair.official === undefined,
      "Part of the day is missing in the exchange's file: it has fewer trades than Alir. Download it after the end of the trading day, with all rows.",
    )
  );
}
