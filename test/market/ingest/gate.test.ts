import { describe, expect, test } from 'vitest';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import { causeText } from '../../../src/core/market/file-causes.ts';
import type { DayContent, Manifest } from '../../../src/ledger/manifest.ts';
import { reasonsToHold } from '../../../src/market/ingest/gate/gate.ts';
import type { DayAround, GateFacts } from '../../../src/market/ingest/gate/gate-rule.ts';
import { priceWarnings, warningsAbout } from '../../../src/market/ingest/gate/warnings.ts';
import type { ChangedGroup } from '../../../src/market/lake/day-changes.ts';
import type { DayFacts, TickerFacts } from '../../../src/market/lake/day-facts.ts';

const at = (hours: number, minutes = 0) => (hours * 60 + minutes) * 60;
const TICKERS = Array.from(
  { length: 200 },
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
          value: trades * 49_000 + n,
          open: price,
          low: price,
          high: price,
          close: price,
          odd_lots: 0,
          uneven_lots: each / 2,
          off_steps: 0,
          is_in_order: true,
        },
      ]),
    ),
    brokers: new Map(
      BROKERS.map((broker, n) => {
        const sides = (trades * 2) / BROKERS.length;
        return [broker, { sides, foreign_sides: sides * (n < 4 ? 0.9 : 0.15) }];
      }),
    ),
    minutes: [],
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
const PUBLISHED = usual({ trades: 2_000_000 });
const NO_CHANGES = { removed: 0, added: 0, repeated: 0, removed_value: 0, added_value: 0, groups: [] };
const AGREEMENT = { kept: 1, kept_exchanged: 0.5, replaced_value: 1e13, value: 1e13 };
const COMPARED = { facts: PUBLISHED, changes: NO_CHANGES };
const REPLACED = { revision: 3, trades: 2_000_000, agreement: AGREEMENT, compared: COMPARED };
const replaced = (changes: object) => ({
  replaced: { ...REPLACED, agreement: { ...AGREEMENT, ...changes } },
});
/** A correction of the published day, whose value is 2e13 IDR. */
const corrected = (changes: object) => ({
  day: PUBLISHED,
  replaced: { ...REPLACED, compared: { facts: PUBLISHED, changes: { ...NO_CHANGES, ...changes } } },
});
/** 1,000 trades of one group; of other groups if it is named otherwise. */
const correctedGroup = (group: Partial<ChangedGroup>) =>
  corrected({
    groups: [
      {
        ticker: null,
        market: null,
        investor: null,
        broker: null,
        published: 1000,
        published_value: 1e11,
        removed: 0,
        added: 0,
        removed_volume: 0,
        added_volume: 0,
        removed_value: 0,
        added_value: 0,
        ...group,
      },
    ],
  });
const TICKER = { ticker: 'WIFI', market: 'RG' };
const BROKER = { investor: 'd', broker: 'YP' };
const ticker = (changes: Partial<TickerFacts>, count = 1) =>
  day({
    tickers: new Map(
      [...facts().day.tickers].map(([name, each], n) => [name, n < count ? { ...each, ...changes } : each]),
    ),
  });
const brokers = (changes: (sides: number) => object, count = 1) =>
  day({
    brokers: new Map(
      [...facts().day.brokers].map(([name, each], n) => [
        name,
        n < count ? { ...each, ...changes(each.sides) } : each,
      ]),
    ),
  });
const small = { value: 1e9 };
const priced = (count: number, price: number) => {
  const tickers = [...facts().day.tickers].map(([ticker, each], n) => {
    const prices = n < count ? { low: price, high: price, close: price } : {};
    return [ticker, { ...each, ...prices }] as const;
  });
  return day({ tickers: new Map(tickers) });
};
const newStock = (low: number, high: number, changes: Partial<TickerFacts> = {}) =>
  new Map([
    ...facts().day.tickers,
    ['NEWS', { ...anyTicker(), low, high, open: low, close: high, ...changes }],
  ]);
const anyTicker = () => [...facts().day.tickers.values()][0] as TickerFacts;
/** Domestic brokers that had foreign clients on each day. */
const quietForeign = (count: number) =>
  day({
    brokers: new Map(
      [...facts().day.brokers].map(([name, each], n) => [
        name,
        n >= 4 && n < 4 + count ? { ...each, foreign_sides: 0 } : each,
      ]),
    ),
  });
const allBut = <Value>(map: ReadonlyMap<string, Value>, left_out: number) =>
  new Map([...map].slice(left_out));
/** Each day around has these tickers or brokers too. */
const aroundWith = (more: (facts: DayFacts) => Partial<DayFacts>): Partial<GateFacts> => ({
  around: AROUND.map((each) => ({ ...each, facts: { ...each.facts, ...more(each.facts) } })),
});
const stockAround = (trades: number, count = 1) =>
  aroundWith(({ tickers }) => ({
    tickers: new Map([
      ...tickers,
      ...Array.from({ length: count }, (_, n) => [`MORE${n}`, { ...anyTicker(), trades }] as const),
    ]),
  }));
const brokersAround = (sides: number, count: number) =>
  aroundWith(({ brokers }) => ({
    brokers: new Map([
      ...brokers,
      ...Array.from({ length: count }, (_, n) => [`M${n}`, { sides, foreign_sides: 0 }] as const),
    ]),
  }));
/** The first stocks have the trades of a day around. */
const sameStocks = (count: number) =>
  day({
    tickers: new Map([
      ...facts().day.tickers,
      ...[...(AROUND[2] as DayAround).facts.tickers].slice(0, count),
    ]),
  });
const session = (changes: Partial<DayFacts['sessions'][0]>) =>
  day({ sessions: [{ ...FIRST, ...changes }, SECOND] });
/** A new broker on a day of few trades. */
const newBroker = (sides: number): Partial<GateFacts> => ({
  day: {
    ...usual({ trades: 4100, negotiated_trades: 100 }),
    brokers: new Map([...usual({ trades: 4100 }).brokers, ['NEW', { sides, foreign_sides: 0 }]]),
  },
  around: [{ trade_date: '2026-01-22', facts: usual({ trades: 4000, negotiated_trades: 100 }) }],
});
/** A day of few trades, some of them negotiated, unlike the days around. */
const negotiated = (negotiated_trades: number): Partial<GateFacts> => ({
  day: usual({ trades: 4100, negotiated_trades }),
  around: [{ trade_date: '2026-01-22', facts: usual({ trades: 4000, negotiated_trades: 0 }) }],
});
/** Six small brokers with so many sides of foreign clients on each day around, and none on the day. */
const withoutForeign = (foreign_sides: number): Partial<GateFacts> => {
  const more = (foreign: number) =>
    Array.from({ length: 6 }, (_, n) => [`M${n}`, { sides: 60, foreign_sides: foreign }] as const);
  return {
    ...aroundWith(({ brokers }) => ({ brokers: new Map([...brokers, ...more(foreign_sides)]) })),
    ...day({ brokers: new Map([...facts().day.brokers, ...more(0)]) }),
  };
};
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
      /only 85.0% of its value matches the published revision 3, but 99.0% matches if buyers and sellers/,
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
      '3 small stocks beyond the limits',
      ticker({ ...small, high: 1300 }, 3),
      /^prices of 3 tickers are outside the exchange's daily price limits/,
    ],
    [
      '1% of the value beyond the limits',
      ticker({ value: 1.97e11, low: 740 }),
      /^prices of 1 ticker are outside the exchange's daily price limits, measured/,
    ],
    [
      'a lowest and a highest price that no reference price allows',
      ticker({ value: 1.97e11, low: 760, high: 1270 }),
      /outside the exchange's daily price limits/,
    ],
    ['one stock with volumes times 10', ticker({ uneven_lots: 0 }), /^the volumes of 1 ticker seem to be/],
    ['one stock with 11% odd lots', ticker({ odd_lots: 1100, trades: 9800 }), /^the volumes of 1 ticker/],
    ['one stock off the price steps', ticker({ off_steps: 1100, trades: 9800 }), /exchange's price step/],
    ['11 tickers out of order', ticker({ is_in_order: false }, 11), /^the trade numbers of 11 tickers/],
    [
      'a foreign broker with domestic clients',
      brokers((sides) => ({ foreign_sides: sides * 0.59 })),
      /^the percentage of foreign investors at 1 broker is far/,
    ],
    ['6 brokers without foreign clients', quietForeign(6), /foreign investors at 6 brokers/],
    [
      'a broker with 12.5% of the trades instead of 5%',
      brokers((sides) => ({ sides: sides * 2.5, foreign_sides: sides * 2.5 * 0.9 })),
      /^the percentage of trades of 1 broker is much larger .*: B0$/,
    ],
    [
      'a new broker with 10.3% of the trades',
      day({ brokers: new Map([...facts().day.brokers, ['NEW', { sides: 412_000, foreign_sides: 0 }]]) }),
      /^the percentage of trades of 1 broker is much larger .*: NEW$/,
    ],
    ['200 NG trades on a small day', negotiated(200), /^4.9% of its trades are in the negotiated/],
    ['6 brokers without their 50 foreign sides', withoutForeign(50), /foreign investors at 6 brokers/],
    [
      'a newly listed stock that trebles, with 1% of the value',
      day({ tickers: newStock(1000, 3000, { value: 1.97e11 }) }),
      /^prices of 1 ticker are outside the exchange's daily price limits/,
    ],
    [
      '11 stocks of 10 trades out of order',
      ticker({ is_in_order: false, trades: 10, uneven_lots: 5 }, 11),
      /^the trade numbers of 11 tickers/,
    ],
    ['6.5% NG trades', day({ negotiated_trades: 130_000 }), /^6.5% of its trades are in the negotiated/],
    ['damaged files of the published revision', { replaced: { revision: 3, trades: 2_000_000 } }, /damaged/],
    ['0.6% removed', corrected({ removed: 12_000, added: 12_000 }), /^it lacks 12,000 trades/],
    [
      '2.1% of the value removed',
      corrected({ removed: 9, added: 9, removed_value: 4.2e11 }),
      /2.1% of the value/,
    ],
    ['2.1% added', corrected({ added: 42_000 }), /has 42,000 other trades/],
    ['2.1% of the value added', corrected({ added: 9, added_value: 4.2e11 }), /has 9 other trades/],
    [
      'a ticker that lost 10.1%',
      correctedGroup({ ...TICKER, removed: 101 }),
      /^the trades of 1 ticker differ .* for a correction \(changed\/published trades\): WIFI RG 101\/1000$/,
    ],
    [
      'a ticker without its 5 trades',
      correctedGroup({ ...TICKER, published: 5, removed: 5 }),
      /WIFI RG 5\/5$/,
    ],
    [
      'a ticker with 10 times the prices of 3 trades',
      correctedGroup({
        ...TICKER,
        removed: 3,
        added: 3,
        removed_volume: 100,
        added_volume: 100,
        removed_value: 2.6e9,
        added_value: 2.6e10,
      }),
      /WIFI RG 3\/1000 STK_PRIC x10.0$/,
    ],
    [
      'a ticker with 21 other foreign sides',
      correctedGroup({ ...TICKER, investor: 'f', published: 25, removed: 21 }),
      /WIFI RG f 21\/25$/,
    ],
    ['a broker that gained 10.1%', correctedGroup({ ...BROKER, added: 101 }), /: d YP 101\/1000$/],
    ['a market that gained 10.1%', correctedGroup({ market: 'NG', added: 101 }), /: NG 101\/1000$/],
    [
      'a broker with 21 other trades in a ticker',
      correctedGroup({ ...TICKER, ...BROKER, published: 30, removed: 21 }),
      /in 1 case .*: WIFI RG d YP 21\/30$/,
    ],
    [
      '21 of 40 added trades twice',
      corrected({ added: 40, repeated: 21 }),
      /^21 of its 40 added trades equal/,
    ],
    [
      'one stock beyond the limits that was within',
      { ...corrected({}), ...ticker({ ...small, high: 1300 }) },
      /^prices of 1 stock are outside .* but not in the published revision 3: TAAX/,
    ],
    [
      'another closing price of the same trades',
      { ...corrected({}), ...ticker({ close: 1001, high: 1001 }) },
      /^the opening or closing prices of 1 ticker differ .* because the trade numbers differ: TAAX/,
    ],
    ['no trade in the regular market', day({ regular_trades: 0 }), /no trades in the regular market/],
    ['a missing stock with 1% of the trades', stockAround(23_602), /no trades of MORE0, but on every/],
    ['6 missing stocks with 50 trades', stockAround(50, 6), /^6 tickers that trade on every/],
    ['6 missing brokers with 50 trades', brokersAround(50, 6), /^6 brokers that trade on every/],
    [
      'a first trade 5 minutes and a second late',
      session({ first_second: at(9, 3) + 1 }),
      /^it opens|opens at/,
    ],
    ['less than half of a session', session({ trades: 708_023 }), /session 1 has 708,023/],
    ['79.6% of the minutes', session({ minutes: 144 }), /regular trades in 144 minutes/],
    ['10% of the trades of another day', sameStocks(17), /equal those of 2026-01-20/],
    ['more than 1% odd lots', day({ odd_lots: 19_601 }), /1.0% of its regular trades are not a multiple/],
    ['41% repeats on a first day', { around: [], ...day({ repeats: 0.41 }) }, /41.0% of its trades/],
    ['10% odd lots in one stock', ticker({ odd_lots: 980, trades: 9800 }), /^the volumes of 1 ticker/],
    ['20 even lots that are usually not', ticker({ uneven_lots: 0, trades: 40 }), /^the volumes of 1 ticker/],
    ['a new broker with 200 sides on a small day', newBroker(200), /^the percentage of trades of 1 broker/],
    ['0.50005% removed', corrected({ removed: 10_001, added: 10_001 }), /^it lacks 10,001 trades/],
    [
      'a broker with other trades of 26% of its value',
      correctedGroup({ ...BROKER, removed: 1, removed_value: 2.6e10 }),
      /: d YP 1\/1000/,
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

/** One day around lacks the same tickers, and its brokers are those of the day. */
const asOneDayAround = (changes: { day: DayFacts }): Partial<GateFacts> => ({
  ...changes,
  around: AROUND.map((each, n) => {
    const tickers = new Map([...each.facts.tickers].filter(([name]) => changes.day.tickers.has(name)));
    return n === 1 ? { ...each, facts: { ...each.facts, tickers, brokers: changes.day.brokers } } : each;
  }),
});

describe('a correct day is not held', () => {
  test.each<[string, Partial<GateFacts>]>([
    ['an ordinary day', {}],
    ['a correction of nothing', corrected({})],
    [
      'a correction of 0.4%',
      corrected({ removed: 8000, added: 8000, removed_value: 8e10, added_value: 8e10 }),
    ],
    ['a correction that adds 1.9%', corrected({ added: 38_000, repeated: 7600, added_value: 3.8e11 })],
    ['a ticker that lost 9.9%', correctedGroup({ ...TICKER, removed: 99 })],
    ['20 trades of a ticker of 21', correctedGroup({ ...TICKER, published: 21, removed: 20 })],
    ['4 trades, all of a ticker', correctedGroup({ ...TICKER, published: 4, removed: 4 })],
    ['all 5 trades of an investor', correctedGroup({ ...TICKER, investor: 'f', published: 5, removed: 5 })],
    [
      'a NG deal with most of the value of its ticker',
      correctedGroup({ ...TICKER, market: 'NG', removed: 1, removed_value: 9e10 }),
    ],
    ['10% of a ticker', correctedGroup({ ...TICKER, removed: 100 })],
    [
      '5 trades, all of a ticker, for another one',
      correctedGroup({ ...TICKER, published: 5, removed: 5, added: 1 }),
    ],
    ['24% of the value of a ticker', correctedGroup({ ...TICKER, added: 1, added_value: 2.4e10 })],
    [
      'less than 0.1% of the value of the day',
      correctedGroup({ ...TICKER, published_value: 2e10, removed: 1, removed_value: 1.9e10 }),
    ],
    [
      'a large part of the value of an investor in a ticker',
      correctedGroup({ ...TICKER, investor: 'f', removed: 1, removed_value: 9e10 }),
    ],
    ['0.5% removed', corrected({ removed: 10_000, added: 10_000 })],
    ['2% of the value removed', corrected({ removed: 9, added: 9, removed_value: 4e11 })],
    ['2% added', corrected({ added: 40_000 })],
    ['half of the added trades twice', corrected({ added: 42, repeated: 21 })],
    ['80% of the value of the replaced revision', replaced({ kept: 0.8 })],
    ['trades worth twice as much', replaced({ value: 2e13 })],
    ['trades worth half', replaced({ value: 5e12 })],
    ['98.04% of the trades of the replaced revision', { replaced: { ...REPLACED, trades: 2_040_000 } }],
    ['stocks out of order in a correction', { ...corrected({}), ...ticker({ is_in_order: false }, 11) }],
    ['stocks of 9 trades out of order', ticker({ is_in_order: false, trades: 9, uneven_lots: 4 }, 11)],
    ['a missing stock with less than 1% of the trades', stockAround(23_590)],
    ['5 missing stocks with 50 trades', stockAround(50, 5)],
    ['6 missing stocks with 49 trades', stockAround(49, 6)],
    ['5 missing brokers with 50 trades', brokersAround(50, 5)],
    ['6 missing brokers with 49 trades', brokersAround(49, 6)],
    ['a first trade 5 minutes late', session({ first_second: at(9, 3) })],
    ['an end 5 minutes early', day({ sessions: [FIRST, { ...SECOND, last_second: at(16, 10) }] })],
    ['a session that ends 5 minutes early', day({ sessions: [{ ...FIRST, last_second: at(11, 55) - 1 }] })],
    ['half of a session', session({ trades: 708_024 })],
    ['80.1% of the minutes', session({ minutes: 145 })],
    ['9.6% of the trades of another day', sameStocks(16)],
    ['98.04% of the trade numbers', day({ trade_numbers: 2_040_000 })],
    ['7.9 times the usual value a trade', day({ regular_value: 7.9 * 1.96e13 })],
    ['an eighth more than an eighth of it', day({ regular_value: 1.96e13 / 7.9 })],
    ['1% odd lots', day({ odd_lots: 19_600 })],
    ['20 points more repeats', day({ repeats: 0.3 })],
    ['39% repeats on a first day', { around: [], ...day({ repeats: 0.39 }) }],
    ['9.99% odd lots in one stock', ticker({ odd_lots: 979, trades: 9800 })],
    ['19 even lots that are usually not', ticker({ uneven_lots: 0, trades: 39 })],
    ['a stock that is 0.995% of the value beyond the limits', ticker({ value: 1.95e11, low: 740 })],
    [
      'a warrant at any price',
      day({ tickers: new Map([...facts().day.tickers, ['TAAX-W', { ...anyTicker(), low: 1, high: 9000 }]]) }),
    ],
    ['a new broker with 199 sides on a small day', newBroker(199)],
    ['199 NG trades on a small day', negotiated(199)],
    ['6 brokers without their 49 foreign sides', withoutForeign(49)],
    ['20 repeated trades', corrected({ added: 20, repeated: 20 })],
    ['2 small stocks beyond the limits', ticker({ ...small, high: 1300 }, 2)],
    ['a newly listed stock that doubles', day({ tickers: newStock(1000, 2000) })],
    ['a foreign broker with 61% foreign clients', brokers((sides) => ({ foreign_sides: sides * 0.61 }))],
    ['5 domestic brokers without foreign clients', quietForeign(5)],
    ['6 tickers that another day lacks too', asOneDayAround(withoutTickers(6))],
    ['6 brokers without foreign clients on another day too', asOneDayAround(quietForeign(6))],
    [
      'a broker with 11.5% of the trades instead of 5%',
      brokers((sides) => ({ sides: sides * 2.3, foreign_sides: sides * 2.3 * 0.9 })),
    ],
    ['5.5% NG trades', day({ negotiated_trades: 110_000 })],
    ['10 tickers out of order', ticker({ is_in_order: false }, 10)],
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

test('a day with one split is published with a warning', () => {
  expect(priceWarnings(facts(ticker({ ...small, low: 200, high: 210, open: 200, close: 205 })))).toEqual([
    expect.stringMatching(/outside the exchange's daily price limits in TAAX: check for a corporate action/),
  ]);
  expect(priceWarnings(facts())).toEqual([]);
});

test('a day has a warning for a date without trading or in the future, and for half or twice the usual trades', async () => {
  const warn = (trades_rows: number, trade_date = '2026-01-26', now = '2026-01-26T16:59:59Z', days = 3) =>
    warningsAbout({ trade_date, trades_rows } as DayContent, {
      calendar: tradingCalendar('date,name\n2026-01-16,Isra Mikraj\n'),
      manifest: {
        tradesOfNeighbours: async () => [1100, 900, 1000].slice(0, days),
      } as unknown as Manifest,
      clock: { now: () => new Date(now), monotonic_ms: () => 0 },
    });
  const unusual = (trades: string) =>
    `it has ${trades} trades, but the neighbouring days have about 1,000: check that no trades are missing or repeated`;
  expect([await warn(500), await warn(2000), await warn(9, undefined, undefined, 0)]).toEqual([[], [], []]);
  expect([await warn(499), await warn(2001)]).toEqual([[unusual('499')], [unusual('2,001')]]);
  for (const date of ['2026-01-16', '2026-01-17'])
    expect(await warn(1000, date)).toEqual([`${date} is not a trading day in the exchange's calendar`]);
  expect(await warn(1000, '2026-01-27')).toEqual(['2026-01-27 is in the future']);
  // The day begins in Jakarta.
  expect(await warn(1000, '2026-01-27', '2026-01-26T17:00:00Z')).toEqual([]);
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

  test.each<[string, Partial<DayFacts>]>([
    ['begins at 9:05', { sessions: [{ ...FIRST, first_second: at(9, 5) }, SECOND] }],
    ['ends with the closing auction', { sessions: [FIRST, { ...SECOND, last_second: at(16) }] }],
  ])('that %s is not held; a second later or earlier it is', (_what, changes) => {
    const held = (shift: number) => {
      const sessions = changes.sessions?.map(({ first_second, last_second, ...each }) => ({
        ...each,
        first_second: first_second + shift,
        last_second: last_second - shift,
      }));
      return reasonsToHold(facts({ ...alone, ...day({ sessions: sessions ?? [] }) })).length;
    };
    expect([held(0), held(1)]).toEqual([0, 1]);
  });

  test.each([
    ['2026-01-23', at(11, 25), false],
    ['2026-01-23', at(11, 25) - 1, true],
    ['2026-01-26', at(11, 55), false],
    ['2026-01-26', at(11, 55) - 1, true],
  ])(
    'that is half a session of %s, and ends at second %d, is held: %s',
    (trade_date, last_second, isHeld) => {
      const half = day({ sessions: [{ ...FIRST, last_second }] });
      expect(reasonsToHold(facts({ ...alone, ...half, trade_date }))).toHaveLength(isHeld ? 1 : 0);
    },
  );
});

describe('days around that differ', () => {
  const [nearest, ...others] = AROUND as [DayAround, ...DayAround[]];
  const differing = (changes: Partial<DayFacts>) => [
    { ...nearest, facts: { ...nearest.facts, ...changes } },
    ...others,
  ];
  const odd_lots = 0.2 * NEAREST.regular_trades;
  const few = { ...FIRST, trades: 1, minutes: 1 };
  test.each<[string, Partial<DayFacts>, Partial<DayFacts>, boolean]>([
    ['the latest start', { sessions: [{ ...FIRST, first_second: at(10) }, SECOND] }, from(at(10, 4)), false],
    ['the latest start', { sessions: [{ ...FIRST, first_second: at(8) }, SECOND] }, from(at(9, 2)), false],
    ['the latest start', { sessions: [{ ...FIRST, first_second: at(10) }, SECOND] }, from(at(10, 6)), true],
    ['the earliest end', { sessions: [FIRST, { ...SECOND, last_second: at(15) }] }, until(at(14, 56)), false],
    ['the earliest end', { sessions: [FIRST, { ...SECOND, last_second: at(15) }] }, until(at(14, 54)), true],
    ['the most odd lots', { odd_lots }, { odd_lots: 0.2 * facts().day.regular_trades }, false],
    ['the median of trades', { sessions: [few, SECOND] }, {}, false],
    [
      'the median of trades',
      { sessions: [few, SECOND] },
      { sessions: [{ ...FIRST, trades: 1 }, SECOND] },
      true,
    ],
    [
      'the median of minutes',
      { sessions: [few, SECOND] },
      { sessions: [{ ...FIRST, minutes: 99 }, SECOND] },
      true,
    ],
  ])('are compared with by %s', (_, around, here, isHeld) => {
    const reasons = reasonsToHold(facts({ ...day(here), around: differing(around) }));
    expect(reasons.length > 0).toBe(isHeld);
  });

  function from(first_second: number): Partial<DayFacts> {
    return { sessions: [{ ...FIRST, first_second }, SECOND] };
  }
  function until(last_second: number): Partial<DayFacts> {
    return { sessions: [FIRST, { ...SECOND, last_second }] };
  }
});
