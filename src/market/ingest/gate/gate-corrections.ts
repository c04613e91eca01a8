import { cause, type FileCause } from '../../../core/market/file-causes.ts';
import { type ChangedGroup, FEW_TRADES } from '../../lake/day-changes.ts';
import type { DayFacts } from '../../lake/day-facts.ts';
import { type GateFacts, type Replaced, type Rule, some } from './gate-rule.ts';
import { beyondPriceLimits } from './gate-stocks.ts';

// Of the trades of the published revision:
const MIN_PART_OF_REPLACED = 0.98;
const MIN_KEPT_OF_REPLACED = 0.8;
const MAX_FACTOR_OF_CORRECTED_TRADE = 2;

/** A correction of the exchange cancels, adds or alters few trades. Of the whole day: */
const MAX_REMOVED = 0.005;
const MAX_REMOVED_VALUE = 0.02;
const MAX_MORE = 0.02;
/** Of the trades of a ticker, broker, investor or market: */
const MAX_PART_OF_GROUP = 0.1;
const MAX_VALUE_OF_GROUP = 0.25;
const MIN_VALUE_OF_DAY = 0.001;
const MIN_VANISHED = 5;
/** On a usual day, about a fifth of the trades equal another one. */
const MAX_REPEATED_OF_ADDED = 0.5;

type Correction = GateFacts & { readonly replaced: Required<Replaced> };
type CorrectionRule = (correction: Correction) => FileCause | false;

const compares =
  (rule: CorrectionRule): Rule =>
  (facts) =>
    facts.replaced?.compared !== undefined && rule(facts as Correction);

/** Compare a correction with the revision that it would replace: its totals, then trade by trade. */
export const CORRECTION_RULES: readonly Rule[] = [
  ({ replaced_before }) => replaced_before !== undefined && cause('old_revision', replaced_before),

  ({ day, replaced }) =>
    replaced !== undefined &&
    day.trades < replaced.trades * MIN_PART_OF_REPLACED &&
    cause('fewer_than_published', day.trades, replaced.trades, replaced.revision),

  ({ replaced }) => {
    const agreement = replaced?.agreement;
    if (!agreement || agreement.kept >= agreement.kept_exchanged) return false;
    return cause('sides_swapped', agreement.kept, replaced.revision, agreement.kept_exchanged);
  },

  ({ replaced }) => {
    const agreement = replaced?.agreement;
    if (!agreement || agreement.kept >= MIN_KEPT_OF_REPLACED) return false;
    return cause('other_content', agreement.kept, replaced.revision);
  },

  ({ day, replaced }) => {
    if (!replaced?.agreement) return false;
    const { value, replaced_value } = replaced.agreement;
    const factor = value / day.trades / (replaced_value / replaced.trades);
    if (factor <= MAX_FACTOR_OF_CORRECTED_TRADE && factor >= 1 / MAX_FACTOR_OF_CORRECTED_TRADE) return false;
    return cause('other_average_trade', factor, replaced.revision);
  },

  ({ replaced }) => replaced !== undefined && !replaced.compared && cause('not_compared', replaced.revision),

  ...[changesMuch, changesTickers, changesBrokers, changesMarket, changesBrokerOfTicker].map(compares),

  compares(({ replaced: { revision, compared } }) => {
    const { repeated, added } = compared.changes;
    if (repeated <= FEW_TRADES || repeated <= added * MAX_REPEATED_OF_ADDED) return false;
    return cause('added_repeats', Math.round(repeated), Math.round(added), revision);
  }),

  compares(({ day, day_before, replaced: { revision, compared } }) => {
    const before = new Set(beyondPriceLimits(compared.facts, day_before).stocks);
    const stocks = beyondPriceLimits(day, day_before).stocks.filter((ticker) => !before.has(ticker));
    return stocks.length > 0 && cause('corrected_prices', stocks.length, some(stocks), revision);
  }),

  compares(({ day, replaced: { revision, compared } }) => {
    const other = renumbered(day, compared.facts);
    return other.length > 0 && cause('other_order', other.length, some(other), revision);
  }),
];

function changesMuch({ replaced: { revision, trades, compared } }: Correction): FileCause | false {
  const { changes, facts } = compared;
  const more = changes.added - changes.removed;
  const isMuch =
    changes.removed > Math.max(FEW_TRADES, trades * MAX_REMOVED) ||
    changes.removed_value > facts.value * MAX_REMOVED_VALUE ||
    more > Math.max(FEW_TRADES, trades * MAX_MORE) ||
    changes.added_value - changes.removed_value > facts.value * MAX_MORE;
  if (!isMuch) return false;
  const part = changes.removed_value / facts.value;
  return cause('large_correction', Math.round(changes.removed), part, Math.round(changes.added), revision);
}

function changesTickers(correction: Correction): FileCause | false {
  const groups = groupsOf(correction, ({ ticker, broker }) => ticker !== null && broker === null).filter(
    (group) =>
      hasOtherTrades(group) ||
      (group.investor === null && hasVanished(group)) ||
      (group.investor === null && group.market === 'RG' && hasOtherValue(group, correction)),
  );
  const tickers = new Set(groups.map(({ ticker }) => ticker)).size;
  return tickers > 0 && cause('corrected_tickers', tickers, ...examples(groups, correction));
}

function changesBrokers(correction: Correction): FileCause | false {
  const groups = groupsOf(correction, ({ ticker, broker }) => ticker === null && broker !== null).filter(
    (group) => hasOtherTrades(group) || hasOtherValue(group, correction),
  );
  const brokers = new Set(groups.map(({ broker }) => broker)).size;
  return brokers > 0 && cause('corrected_brokers', brokers, ...examples(groups, correction));
}

function changesMarket(correction: Correction): FileCause | false {
  const groups = groupsOf(correction, ({ ticker, broker }) => ticker === null && broker === null).filter(
    hasOtherTrades,
  );
  return groups.length > 0 && cause('corrected_markets', ...examples(groups, correction));
}

/** A broker that differs in one ticker, if neither the broker nor the ticker differs much. */
function changesBrokerOfTicker(correction: Correction): FileCause | false {
  if (changesTickers(correction) || changesBrokers(correction) || changesMarket(correction)) return false;
  const groups = groupsOf(correction, ({ ticker, broker }) => ticker !== null && broker !== null).filter(
    hasOtherTrades,
  );
  return (
    groups.length > 0 && cause('corrected_brokers_of_tickers', groups.length, ...examples(groups, correction))
  );
}

function groupsOf(
  { replaced }: Correction,
  isOfKind: (group: ChangedGroup) => boolean,
): readonly ChangedGroup[] {
  return replaced.compared.changes.groups.filter(isOfKind);
}

function hasOtherTrades({ removed, added, published }: ChangedGroup): boolean {
  return Math.max(removed, added) > Math.max(FEW_TRADES, published * MAX_PART_OF_GROUP);
}

function hasVanished({ removed, added, published }: ChangedGroup): boolean {
  return added === 0 && removed >= Math.max(MIN_VANISHED, published);
}

function hasOtherValue(
  { removed_value, added_value, published_value }: ChangedGroup,
  { replaced }: Correction,
): boolean {
  const value = Math.max(removed_value, added_value);
  return (
    value > published_value * MAX_VALUE_OF_GROUP && value > replaced.compared.facts.value * MIN_VALUE_OF_DAY
  );
}

/** Tickers that have the same trades, but another first or last one. */
function renumbered(day: DayFacts, published: DayFacts): string[] {
  return [...day.tickers]
    .filter(([ticker, { trades, volume, value, open, close }]) => {
      const before = published.tickers.get(ticker);
      const isSame = before?.trades === trades && before.volume === volume && before.value === value;
      return isSame && (before.open !== open || before.close !== close);
    })
    .map(([ticker]) => ticker);
}

/** Such as `WIFI RG 251/348`: the removed (or added, if these are more) trades of the published ones. Then the factors of price and volume. */
function examples(
  groups: readonly ChangedGroup[],
  { replaced }: Correction,
): [examples: string, revision: number] {
  const texts = groups.map((group) => {
    const { ticker, market, investor, broker, published, removed, added } = group;
    const name = [ticker, market, investor, broker].filter((each) => each !== null).join(' ');
    const factors = [
      factor('STK_PRIC', averagePrice(group, 'added') / averagePrice(group, 'removed')),
      added === removed && factor('STK_VOLM', group.added_volume / group.removed_volume),
    ].filter(Boolean);
    return [`${name} ${Math.round(Math.max(removed, added))}/${published}`, ...factors].join(' ');
  });
  return [some(texts), replaced.revision];
}

function averagePrice(group: ChangedGroup, which: 'added' | 'removed'): number {
  return group[`${which}_value`] / group[`${which}_volume`];
}

function factor(column: string, value: number): string | false {
  return Math.abs(value - 1) > 0.005 && Number.isFinite(value) && `${column} x${value.toPrecision(3)}`;
}
