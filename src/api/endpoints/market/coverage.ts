import type { Adjustment, CorporateActions } from '../../../core/market/corporate-actions.ts';
import type { Investor, Market } from '../../../core/market/market.ts';
import { tickerKind } from '../../../core/market/ticker-kind.ts';
import { DataDays, type DataDaysSettings } from '../../../market/serving/queries/data-days.ts';
import type { TickerReader } from '../../../market/serving/serving.ts';
import type { CoverageSource } from '../../http/responses/response-coverage.ts';

/** The fields of an input that select published data. */
interface Selection {
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  readonly ticker?: string;
  readonly tickers?: readonly string[];
  readonly market?: Market;
  readonly investor?: Investor;
  readonly adjust?: Adjustment;
}

/** Finds the coverage of answers about published data, from the range and the tickers of their input. */
export function coverageSource(
  settings: DataDaysSettings,
  serving: TickerReader,
  actions: CorporateActions,
): CoverageSource {
  const days = new DataDays(settings);
  return async (input, figures, estimate) => {
    const {
      date,
      from = date,
      to = date,
      ticker,
      tickers = ticker === undefined ? [] : [ticker],
    } = input as Selection;
    const { market, investor = 'all', adjust } = input as Selection;
    const isAdjusted = adjust === 'splits';
    if (from === undefined || to === undefined) {
      const coverage = { through: await days.through(), range: null, empty_reason: null, isAdjusted };
      return { coverage, ofEmpty: async () => coverage };
    }
    const range = await days.range(from, to, {
      market,
      has_prices: figures.includes('prices'),
      has_foreign: figures.includes('foreign') || investor !== 'all',
      are_stocks: tickers.length > 0 && tickers.every((each) => tickerKind(each) === 'stock'),
    });
    const { through } = range;
    const coverage = {
      through,
      range: range.coverage,
      empty_reason: null,
      estimate,
      isAdjusted,
      actions: ticker === undefined ? null : actions.of(ticker, from, through),
    };
    return {
      coverage,
      async ofEmpty() {
        const isKnown =
          tickers.length === 0 || (await serving.read(async (snapshot) => snapshot.knowsAny(tickers)));
        return { ...coverage, empty_reason: range.emptyReason(isKnown) };
      },
    };
  };
}
