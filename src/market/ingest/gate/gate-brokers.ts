import { cause } from '../../../core/market/file-causes.ts';
import type { BrokerFacts, DayFacts } from '../../lake/day-facts.ts';
import { HANDFUL, isAlways, MAJOR_PART, missingFrom, type Rule, some } from './gate-rule.ts';

const MIN_SIDES = 200;
const MIN_FOREIGN_SIDES = 50;
/** The part of foreign clients of a broker is similar on all days; the part of a broker or market is too. */
const MAX_CHANGE_OF_FOREIGN_PART = 0.3;
const MAX_FACTOR_OF_BROKER = 2;
const MAX_MORE_OF_BROKER = 0.02;
const MAX_FACTOR_OF_NEGOTIATED = 3;
const MAX_MORE_OF_NEGOTIATED = 0.01;

/** Compare the parts of brokers, investors and markets with those of the days around. */
export const BROKER_RULES: readonly Rule[] = [
  ({ day, around }) => {
    if (around.length === 0) return false;
    const other = brokersThat(day, (broker, now) =>
      isAlways(around, (facts) => {
        const usual = facts.brokers.get(broker);
        if (!usual || !isLarge(usual, facts)) return false;
        return Math.abs(foreignPart(now) - foreignPart(usual)) > MAX_CHANGE_OF_FOREIGN_PART;
      }),
    );
    return other.length > 0 && cause('broker_investors', other.length, some(other));
  },

  ({ day, around }) => {
    const foreign = new Map([...day.brokers].filter(([, { foreign_sides }]) => foreign_sides > 0));
    const missing = missingFrom(foreign, around, ({ brokers }) =>
      [...brokers].filter(([, each]) => each.foreign_sides >= MIN_FOREIGN_SIDES).map(([broker]) => broker),
    ).filter((broker) => day.brokers.has(broker));
    return missing.length > HANDFUL && cause('broker_investors', missing.length, some(missing));
  },

  ({ day, around }) => {
    if (around.length === 0) return false;
    const grown = brokersThat(day, (broker, now) =>
      isAlways(around, (facts) => {
        const usual = (facts.brokers.get(broker)?.sides ?? 0) / (2 * facts.trades);
        return now.sides / (2 * day.trades) > usual * MAX_FACTOR_OF_BROKER + MAX_MORE_OF_BROKER;
      }),
    );
    return grown.length > 0 && cause('broker_share', grown.length, some(grown));
  },

  ({ day, around }) => {
    const part = day.negotiated_trades / day.trades;
    const isMore = isAlways(around, (facts) => {
      const usual = facts.negotiated_trades / facts.trades;
      return part > usual * MAX_FACTOR_OF_NEGOTIATED + MAX_MORE_OF_NEGOTIATED;
    });
    return isMore && day.negotiated_trades >= MIN_SIDES && cause('negotiated_share', part);
  },
];

function brokersThat(day: DayFacts, test: (broker: string, now: BrokerFacts) => boolean): string[] {
  return [...day.brokers]
    .filter(([broker, now]) => now.sides >= MIN_SIDES && test(broker, now))
    .map(([broker]) => broker);
}

function isLarge({ sides }: BrokerFacts, { trades }: DayFacts): boolean {
  return sides >= Math.max(MIN_SIDES, 2 * trades * MAJOR_PART);
}

function foreignPart({ sides, foreign_sides }: BrokerFacts): number {
  return foreign_sides / sides;
}
