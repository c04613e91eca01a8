import { describe, expect, test } from 'vitest';
import { causeText } from '../../../src/core/file-causes.ts';
import { type DayAround, type GateFacts, reasonsToHold } from '../../../src/market/ingest/gate.ts';
import type { DayFacts } from '../../../src/market/lake/day-facts.ts';

const at = (hours: number, minutes = 0) => (hours * 60 + minutes) * 60;
const TICKERS = Array.from(
  { length: 40 },
  (_, n) => `T${String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26))}X`,
);
const BROKERS = Array.from({ length: 20 }, (_, n) => `B${n}`);

/** A day of the exchange's usual size, in round numbers. */
function usual({ trades = 2_400_000, negotiated_trades = 40_000, price = 1000 } = {}): DayFacts {
  const regular_trades = trades - negotiated_trades;
  const each = regular_trades / TICKERS.length;
  return {
    trades,
    value: trades * 10_000_000,
    trade_numbers: trades,
    regular_trades,
    regular_value: regular_trades * 10_000_000,
    odd_lots: 0,
    negotiated_trades,
    foreign_sides: trades * 0.6,
    domestic_sides: trades * 1.4,
    sessions: [
      {
        session: 1,
        trades: regular_trades * 0.6,
        first_second: at(8, 58),
        last_second: at(12) - 1,
        minutes: 181,
      },
      {
        session: 2,
        trades: regular_trades * 0.4,
        first_second: at(13, 30),
        last_second: at(16, 15),
        minutes: 155,
      },
    ],
    tickers: new Map(
      TICKERS.map((ticker, n) => [
        ticker,
        {
          trades: each,
          volume: each * 1e4 + n,
          value: trades * (n + 1),
          low: price,
          high: price,
          close: price,
        },
      ]),
    ),
    brokers: new Map(BROKERS.map((broker) => [broker, (trades * 2) / BROKERS.length])),
    repeats: 0.1,
    digest: 'x',
  };
}

const AROUND: DayAround[] = ['2026-01-22', '2026-01-21', '2026-01-20', '2026-01-19', '2026-01-15'].map(
  (trade_date, n) => ({ trade_date, facts: usual({ trades: 2_400_000 + n * 40 }) }),
);
const NEAREST = usual();

function facts(changes: Partial<GateFacts> = {}): GateFacts {
  return {
    trade_date: '2026-01-26',
    day: usual({ trades: 2_000_000 }),
    around: AROUND,
    day_before: { facts: NEAREST, trading_days_ago: 1 },
    replaced: undefined,
    replaced_before: undefined,
    ...changes,
  };
}

const day = (changes: Partial<DayFacts>) => ({ day: { ...facts().day, ...changes } });
const [FIRST, SECOND] = usual({ trades: 2_000_000 }).sessions as [
  DayFacts['sessions'][0],
  DayFacts['sessions'][0],
];
const replaced = (changes: object) => ({
  replaced: {
    revision: 3,
    trades: 2_000_000,
    agreement: { kept: 1, kept_exchanged: 0.5, replaced_value: 1e13, value: 1e13, ...changes },
  },
});
const priced = (count: number, price: number) => {
  const tickers = [...facts().day.tickers].map(([ticker, each], n) => {
    const prices = n < count ? { low: price, high: price, close: price } : {};
    return [ticker, { ...each, ...prices }] as const;
  });
  return day({ tickers: new Map(tickers) });
};
const allBut = <Value>(map: ReadonlyMap<string, Value>, left_out: number) =>
  new Map([...map].slice(left_out));
const withoutTickers = (count: number) => day({ tickers: allBut(facts().day.tickers, count) });
const withoutBrokers = (count: number) => day({ brokers: allBut(facts().day.brokers, count) });

describe('one reason is enough to hold a day', () => {
  test.each<[string, Partial<GateFacts>, RegExp]>([
    ['trades of a replaced revision', { replaced_before: 1 }, /same trades as revision 1/],
    [
      '97.9% of the trades of the replaced revision',
      replaced({}),
      /fewer than 98% of the 2,050,000 trades of the published revision 3/,
    ],
    [
      '79% of its value',
      replaced({ kept: 0.79 }),
      /only 79.0% of its value matches the published revision 3/,
    ],
    [
      'a better agreement with the sides exchanged',
      replaced({ kept: 0.85, kept_exchanged: 0.99 }),
      /seem to be swapped/,
    ],
    ['trades worth 2.1 times', replaced({ value: 2.1e13 }), /2.1 times that of the published revision 3/],
    [
      'trades worth less than half',
      replaced({ value: 4.9e12 }),
      /1\/2.0 of that of the published revision 3/,
    ],
    [
      'a beginning 6 minutes late',
      day({ sessions: [{ ...FIRST, first_second: at(9, 4) }, SECOND] }),
      /opens at 08:58:00/,
    ],
    [
      'an end 6 minutes early',
      day({ sessions: [FIRST, { ...SECOND, last_second: at(16, 9) }] }),
      /close of session 2/,
    ],
    [
      'half a day that stops at 11:54',
      day({ sessions: [{ ...FIRST, last_second: at(11, 54) }] }),
      /close of session 1/,
    ],
    [
      '49% of a session',
      day({ sessions: [{ ...FIRST, trades: 693_000 }, SECOND] }),
      /session 1 has 693,000 regular trades/,
    ],
    [
      'a hole of 40 minutes',
      day({ sessions: [{ ...FIRST, minutes: 141 }, SECOND] }),
      /regular trades in 141 minutes/,
    ],
    ['no negotiated market', day({ negotiated_trades: 0 }), /negotiated market/],
    ['no foreign investor', day({ foreign_sides: 0 }), /no trades of foreign investors/],
    ['no domestic investor', day({ domestic_sides: 0 }), /no trades of domestic investors/],
    [
      '3% of the trade numbers missing',
      day({ trade_numbers: 2_062_000 }),
      /97.0% of the numbers from its first/,
    ],
    ['6 tickers missing', withoutTickers(6), /^6 tickers that trade on every neighbouring day/],
    [
      'a major broker missing',
      withoutBrokers(1),
      /no trades of B0, but on every neighbouring day each of these brokers has at least 1%/,
    ],
    [
      '6 shares beyond the limits',
      priced(6, 1300),
      /^6 tickers have prices outside the exchange's daily price limits/,
    ],
    ['trades worth 8 times', day({ regular_value: 8 * 1.96e13 }), /8.0 times that of the neighbouring days/],
    [
      'trades worth an eighth',
      day({ regular_value: 1.96e13 / 8 }),
      /1\/8.0 of that of the neighbouring days/,
    ],
    ['2% odd lots', day({ odd_lots: 40_000 }), /2.0% of its regular trades are not a multiple of 100 shares/],
    ['21 points more repeats', day({ repeats: 0.31 }), /31.0% of its trades differ from another trade only/],
    [
      'the trades of a day around',
      { day: (AROUND[2] as DayAround).facts },
      /totals equal those of 2026-01-20/,
    ],
  ])('%s', (_what, changes, reason) => {
    const given = facts(changes);
    if (given.replaced && reason.source.includes('98%')) Object.assign(given.replaced, { trades: 2_050_000 });
    const reasons = reasonsToHold(given).filter((each) => reason.test(causeText(each)));
    expect(reasons).toHaveLength(1);
  });
});

describe('a correct day is not held', () => {
  test.each<[string, Partial<GateFacts>]>([
    ['an ordinary day', {}],
    ['a correction that drops 1% of the trades', replaced({ kept: 0.99 })],
    ['half of the usual trades', { day: usual({ trades: 1_230_000 }) }],
    ['the record day, 2.1 times the usual trades', { day: usual({ trades: 5_070_000 }) }],
    ['five times the usual trades', { day: usual({ trades: 12_000_000 }) }],
    ['five times the usual value a trade', day({ regular_value: 5 * 1.96e13 })],
    ['a half-day session', day({ trades: 1_216_000, trade_numbers: 1_216_000, sessions: [FIRST] })],
    [
      'a half-day session on a Friday, which ends at 11:30',
      {
        trade_date: '2026-01-23',
        ...day({ sessions: [{ ...FIRST, last_second: at(11, 30) - 1, minutes: 151 }] }),
      },
    ],
    ['a trading halt of half an hour', day({ sessions: [{ ...FIRST, minutes: 151 }, SECOND] })],
    ['5 suspended tickers', withoutTickers(5)],
    ['5 splits', priced(5, 200)],
    ['all shares at the upper limit', priced(40, 1250)],
    ['all shares at the lower limit', priced(40, 750)],
    [
      'two days of limits after a missing day',
      { ...priced(40, 1500), day_before: { facts: NEAREST, trading_days_ago: 2 } },
    ],
    [
      'no foreign investor, like one of the days around it',
      {
        ...day({ foreign_sides: 0 }),
        around: AROUND.map((each, n) =>
          n === 3 ? { ...each, facts: { ...each.facts, foreign_sides: 0 } } : each,
        ),
      },
    ],
    ['the first day of a lake', { around: [], day_before: undefined }],
  ])('%s', (_what, changes) => {
    expect(reasonsToHold(facts(changes))).toEqual([]);
  });
});

describe('the first day of a lake', () => {
  const alone = { around: [], day_before: undefined };
  test.each<[string, Partial<DayFacts>]>([
    ['that begins at 9:06', { sessions: [{ ...FIRST, first_second: at(9, 6) }, SECOND] }],
    ['that ends before the closing auction', { sessions: [FIRST, { ...SECOND, last_second: at(15, 50) }] }],
    ['that ends at 10:10', { sessions: [{ ...FIRST, last_second: at(10, 10) }] }],
  ])('%s is held', (_what, changes) => {
    expect(reasonsToHold(facts({ ...alone, ...day(changes) }))).toHaveLength(1);
  });
});
