import type { IsoDate } from '../../core/dates.ts';
import { INVESTORS, MARKETS, type Market } from '../../core/market.ts';
import { exactNumber } from '../../core/numbers.ts';
import type { Snapshot } from '../serving/snapshot.ts';

export interface ForeignFlowQuestion {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Market;
}

/** What foreign investors did over a range of days, in IDR. */
export interface ForeignFlow {
  readonly foreign_buy: number;
  readonly foreign_sell: number;
  /** foreign_buy less foreign_sell. */
  readonly net_foreign: number;
}

/**
 * The sum of the broker summary's foreign rows over all brokers; zeros where foreigners did nothing.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function foreignFlow(snapshot: Snapshot, question: ForeignFlowQuestion): Promise<ForeignFlow> {
  const { ticker, from, to } = question;
  const market = MARKETS[question.market];
  const totals = await snapshot.brokerTotals({ ticker, from, to, market, investor: INVESTORS.f });
  let foreign_buy = 0;
  let foreign_sell = 0;
  for (const { buy_value, sell_value } of totals.values()) {
    foreign_buy += buy_value;
    foreign_sell += sell_value;
  }
  return {
    foreign_buy: exactNumber(foreign_buy),
    foreign_sell: exactNumber(foreign_sell),
    net_foreign: exactNumber(foreign_buy - foreign_sell),
  };
}
