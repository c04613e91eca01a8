import type { IsoDate } from '../../../core/dates.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { ForeignFlow, StockRange } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { BrokerSums } from '../months/broker-sums.ts';
import type { Snapshot } from '../snapshot.ts';

export interface ForeignFlowDay extends ForeignFlow {
  readonly date: IsoDate;
}

/**
 * The sum of the broker summary's foreign rows over all brokers; zeros where foreigners did nothing.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function foreignFlow(snapshot: Snapshot, question: StockRange): Promise<ForeignFlow> {
  const { ticker, from, to } = question;
  const market = MARKETS[question.market];
  const totals = await snapshot.brokerTotals({ ticker, from, to, market, investor: INVESTORS.f });
  return flowOf(totals, totals.places());
}

/**
 * The foreign flow of each published day of the range, in order; zeros on a day without foreign trades.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function dailyForeignFlow(snapshot: Snapshot, question: StockRange): Promise<ForeignFlowDay[]> {
  const { ticker, from, to } = question;
  const market = MARKETS[question.market];
  const days = await snapshot.brokerDays({ ticker, from, to, market, investor: INVESTORS.f });
  return Array.from(days.days(), ({ date, places }) => ({ date, ...flowOf(days, places) }));
}

/** @param foreign the foreign sums of each broker */
function flowOf(foreign: BrokerSums, places: readonly number[]): ForeignFlow {
  let foreign_buy = 0;
  let foreign_sell = 0;
  for (const place of places) {
    foreign_buy += foreign.sum(place, 'buy_value');
    foreign_sell += foreign.sum(place, 'sell_value');
  }
  return {
    foreign_buy: exactNumber(foreign_buy),
    foreign_sell: exactNumber(foreign_sell),
    net_foreign: exactNumber(foreign_buy - foreign_sell),
  };
}
