import type { CorporateAction, CorporateActions } from '../../src/core/market/corporate-actions.ts';

/** Corporate actions that do not change. */
export function actionsOf(...all: readonly CorporateAction[]): CorporateActions {
  const between = (after: string, through: string | null) =>
    all.filter(({ ex_date }) => ex_date > after && through !== null && ex_date <= through);
  return {
    version: () => 1,
    of: (ticker, after, through) => between(after, through).filter((each) => each.ticker === ticker),
    tickers: (after, through) => [...new Set(between(after, through).map(({ ticker }) => ticker))],
  };
}
