import { cause, type FileCause } from '../../../core/market/file-causes.ts';
import type { DayFacts, SessionFacts, TickerFacts } from '../../lake/day-facts.ts';
import { BROKER_RULES } from './gate-brokers.ts';
import { CORRECTION_RULES } from './gate-corrections.ts';
import {
  type DayAround,
  type GateFacts,
  HANDFUL,
  isAlways,
  MAJOR_PART,
  median,
  missingFrom,
  REGULAR_TRADES,
  type Rule,
  regulars,
  some,
} from './gate-rule.ts';
import { STOCK_RULES } from './gate-stocks.ts';

// docs/ingest.md ("The gate") lists these rules.
const MIN_PART_OF_USUAL = 0.5;
const MIN_PART_OF_MINUTES = 0.8;
const MIN_PART_OF_TRADE_NUMBERS = 0.98;
const MAX_FACTOR_OF_AVERAGE_TRADE = 8;
const MAX_MORE_REPEATS = 0.2;
const MAX_REPEATS_ALONE = 0.4;
const MAX_MORE_ODD_LOTS = 0.01;
const MAX_PART_OF_ANOTHER_DAY = 0.1;
const MIN_TRADES_TO_RECOGNIZE = 10;
const SLACK_SECONDS = 300;

/** Session ends if no other day is published (IDX, from 2023-04-03): Monday to Thursday, and Friday. */
const OPENING_SECOND = 9 * 3600;
const FIRST_SESSION_ENDS = { friday: 11.5 * 3600, otherwise: 12 * 3600 };
const CLOSING_AUCTION_SECOND = 16 * 3600;

/** The reasons why a day needs confirmation by a person; empty for a day that may be published. */
export function reasonsToHold(facts: GateFacts): FileCause[] {
  return RULES.flatMap((rule) => rule(facts) || []);
}

const RULES: readonly Rule[] = [
  ...CORRECTION_RULES,

  ({ day }) => day.regular_trades === 0 && cause('no_regular_trades'),

  opensLate,
  closesEarly,
  fewIn(1, 'trades', MIN_PART_OF_USUAL),
  fewIn(2, 'trades', MIN_PART_OF_USUAL),
  fewIn(1, 'minutes', MIN_PART_OF_MINUTES),
  fewIn(2, 'minutes', MIN_PART_OF_MINUTES),

  ({ day, around }) =>
    isAlways(around, ({ negotiated_trades }) => negotiated_trades >= REGULAR_TRADES) &&
    day.negotiated_trades === 0 &&
    cause('no_negotiated_trades'),

  ...(['foreign', 'domestic'] as const).map(
    (investors): Rule =>
      ({ day, around }) =>
        isAlways(around, (facts) => facts[`${investors}_sides`] >= REGULAR_TRADES) &&
        day[`${investors}_sides`] === 0 &&
        cause('no_investors', investors),
  ),

  ({ day, around }) => {
    const part = day.trades / day.trade_numbers;
    const isDense = (facts: DayFacts) => facts.trades >= facts.trade_numbers * MIN_PART_OF_TRADE_NUMBERS;
    return isAlways(around, isDense) && !isDense(day) && cause('trades_missing', part);
  },

  ({ day, around }) => {
    const missing = missingFrom(day.tickers, around, ({ tickers }) =>
      regulars(tickers, ({ trades }) => trades),
    );
    return missing.length > HANDFUL && cause('tickers_missing', missing.length, some(missing));
  },

  ({ day, around }) => {
    const missing = missingFrom(day.tickers, around, majorTickers);
    return missing.length > 0 && cause('large_tickers_missing', some(missing));
  },

  ({ day, around }) => {
    const missing = missingFrom(day.brokers, around, ({ brokers }) =>
      regulars(brokers, ({ sides }) => sides),
    );
    return missing.length > HANDFUL && cause('brokers_missing', missing.length, some(missing));
  },

  ({ day, around }) => {
    const missing = missingFrom(day.brokers, around, majorBrokers);
    return missing.length > 0 && cause('large_brokers_missing', some(missing));
  },

  ...STOCK_RULES,
  ...BROKER_RULES,

  ({ day, around }) => {
    const usual = median(around.map(({ facts }) => facts.regular_value / facts.regular_trades));
    if (usual === undefined || day.regular_trades === 0) return false;
    const factor = day.regular_value / day.regular_trades / usual;
    if (factor < MAX_FACTOR_OF_AVERAGE_TRADE && factor > 1 / MAX_FACTOR_OF_AVERAGE_TRADE) return false;
    return cause('unusual_average_trade', factor);
  },

  ({ day, around }) => {
    const usual = Math.max(
      0,
      ...around.map(({ facts }) => facts.odd_lots / Math.max(1, facts.regular_trades)),
    );
    const part = day.odd_lots / Math.max(1, day.regular_trades);
    return part > usual + MAX_MORE_ODD_LOTS && cause('odd_lots', part);
  },

  ({ day, around: [nearest] }) =>
    day.repeats > (nearest ? nearest.facts.repeats + MAX_MORE_REPEATS : MAX_REPEATS_ALONE) &&
    cause('repeats', day.repeats),

  ({ day, around }) => {
    for (const { trade_date, facts } of around) {
      const part = partOfAnotherDay(day, facts);
      if (part >= MAX_PART_OF_ANOTHER_DAY) return cause('another_day', part, trade_date);
    }
    return false;
  },
];

function opensLate({ day, around }: GateFacts): FileCause | false {
  const first = Math.min(...day.sessions.map(({ first_second }) => first_second));
  const usual = around.flatMap(({ facts }) =>
    facts.sessions.slice(0, 1).map(({ first_second }) => first_second),
  );
  const latest = (usual.length > 0 ? Math.max(...usual) : OPENING_SECOND) + SLACK_SECONDS;
  if (day.sessions.length === 0 || first <= latest) return false;
  return cause('late_start', first, latest - SLACK_SECONDS);
}

/**
 * Whether the file ends before the close of its last session. A half-day session has trades up to the close of the first session. A
 * file that stalled exactly at that close looks the same as a half-day session.
 */
function closesEarly({ trade_date, day, around }: GateFacts): FileCause | false {
  const last = day.sessions.at(-1);
  if (!last) return false;
  const close = closeOf(last.session, trade_date, around);
  if (last.last_second >= close) return false;
  return cause('early_end', last.last_second, last.session);
}

/** The earliest second at which a session's last trade may be. */
function closeOf(session: number, trade_date: string, around: readonly DayAround[]): number {
  // The first session ends earlier on Fridays; the last one ends at the same time on every day.
  const alike =
    session > 1 ? around : around.filter((day) => isFriday(day.trade_date) === isFriday(trade_date));
  const measured = alike
    .flatMap(({ facts }) => ofSession(facts, session))
    .map(({ last_second }) => last_second);
  if (measured.length > 0) return Math.min(...measured) - SLACK_SECONDS;
  if (session > 1) return CLOSING_AUCTION_SECOND;
  return FIRST_SESSION_ENDS[isFriday(trade_date) ? 'friday' : 'otherwise'] - SLACK_SECONDS;
}

/** Compares per session, because a half-day session has only the first one. */
function fewIn(session: number, what: 'trades' | 'minutes', min_part: number): Rule {
  return ({ day, around }) => {
    const [here] = ofSession(day, session);
    const usual = median(
      around.flatMap(({ facts }) => ofSession(facts, session)).map((there) => there[what]),
    );
    if (!here || usual === undefined || here[what] >= usual * min_part) return false;
    return cause(`few_${what}`, session, here[what], usual);
  };
}

/** The part of the day's regular trades in tickers whose trades, volume and value equal those of another day. */
function partOfAnotherDay(day: DayFacts, other: DayFacts): number {
  let same = 0;
  for (const [ticker, here] of day.tickers) {
    const there = other.tickers.get(ticker);
    if (there && here.trades >= MIN_TRADES_TO_RECOGNIZE && isSame(here, there)) same += here.trades;
  }
  return same / Math.max(1, day.regular_trades);
}

function isSame(a: TickerFacts, b: TickerFacts): boolean {
  return a.trades === b.trades && a.volume === b.volume && a.value === b.value;
}

function ofSession(facts: DayFacts, session: number): readonly SessionFacts[] {
  return facts.sessions.filter((each) => each.session === session);
}

function majorBrokers({ brokers, trades }: DayFacts): string[] {
  const least = Math.max(REGULAR_TRADES, 2 * trades * MAJOR_PART);
  return regulars(brokers, ({ sides }) => sides, least);
}

function majorTickers({ tickers, regular_trades }: DayFacts): string[] {
  return regulars(tickers, ({ trades }) => trades, Math.max(REGULAR_TRADES, regular_trades * MAJOR_PART));
}

function isFriday(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 5;
}
