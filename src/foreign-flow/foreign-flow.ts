import type { IsoDate } from '../core/dates.ts';
import { MARKETS, type Market } from '../core/market.ts';
import { exactNumber } from '../core/numbers.ts';
import type { Snapshot } from '../lake/serving.ts';

/** What foreign investors did over the whole range, in IDR; spec.md part 2. */
export interface ForeignFlow {
  readonly foreign_buy: number;
  readonly foreign_sell: number;
  /** Buy minus sell; negative when they sold more. */
  readonly net_foreign: number;
}

export interface ForeignFlowQuestion {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Market;
}

/** Zeros where foreigners did nothing. @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1 */
export async function foreignFlow(snapshot: Snapshot, question: ForeignFlowQuestion): Promise<ForeignFlow> {
  const market = MARKETS[question.market];
  const years = await snapshot.rows('foreign_flow', question, {
    first_market: market.first,
    last_market: market.last,
  });
  let foreign_buy = 0n;
  let foreign_sell = 0n;
  for (const year of years) {
    foreign_buy += year.foreign_buy as bigint;
    foreign_sell += year.foreign_sell as bigint;
  }
  return {
    foreign_buy: exactNumber(foreign_buy),
    foreign_sell: exactNumber(foreign_sell),
    net_foreign: exactNumber(foreign_buy - foreign_sell),
  };
}
