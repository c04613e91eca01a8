import type { IsoDate } from '../../core/dates.ts';

/** Something that happens in the made-up market. The stories of a ticker and a day add up. */
export interface Story {
  /** What happens, in one sentence; the README lists it. */
  readonly text: string;
  /** Absent: every ticker. */
  readonly ticker?: string;
  /** The first and the last day, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Factor of the number of trades; 0 suspends the ticker. */
  readonly activity?: number;
  /** Added to the return of each day: 0.01 is 1%. */
  readonly daily_return?: number;
  /** The domestic clients of these brokers buy this part of the trades, 0 to 1, in equal parts. */
  readonly buyers?: { readonly brokers: readonly string[]; readonly part: number };
  /** Positive: foreign clients buy more and sell less. Negative: the opposite. The orders change by a factor of e^tilt. */
  readonly foreign_tilt?: number;
  /** One trade of the negotiated market (NG) on the first day. */
  readonly block?: Block;
}

/** A trade between two brokers outside the order book. */
export interface Block {
  readonly seller: string;
  readonly buyer: string;
  readonly shares: number;
  /** Below the price of the regular market, 0 to 1. */
  readonly discount: number;
  /** Seconds since midnight, Jakarta time, in the first session. */
  readonly second: number;
}

export const STORIES: readonly Story[] = [
  {
    text: 'About half of the usual trades before the new year.',
    from: '2025-12-22',
    to: '2025-12-30',
    activity: 0.55,
  },
  {
    text: '2.5 times the usual trades; most prices fall.',
    from: '2026-01-14',
    to: '2026-01-14',
    activity: 2.5,
    daily_return: -0.028,
  },
  {
    text: 'Most prices recover a part of the fall.',
    from: '2026-01-15',
    to: '2026-01-15',
    activity: 1.4,
    daily_return: 0.012,
  },
  {
    text: 'LG and DX accumulate; the price hardly moves.',
    ticker: 'MEDC',
    from: '2025-12-08',
    to: '2026-01-02',
    buyers: { brokers: ['LG', 'DX'], part: 0.36 },
    daily_return: -0.002,
  },
  {
    text: 'LG and DX still accumulate; the price rises by more than a quarter.',
    ticker: 'MEDC',
    from: '2026-01-05',
    to: '2026-01-22',
    buyers: { brokers: ['LG', 'DX'], part: 0.3 },
    daily_return: 0.018,
    activity: 1.6,
  },
  {
    text: 'Foreign clients sell on 8 days in a row; the price falls.',
    ticker: 'BBCA',
    from: '2026-01-06',
    to: '2026-01-15',
    foreign_tilt: -0.8,
    daily_return: -0.013,
    activity: 1.3,
  },
  {
    text: 'Foreign clients buy back a part; the price recovers a part.',
    ticker: 'BBCA',
    from: '2026-01-20',
    to: '2026-01-23',
    foreign_tilt: 0.5,
    daily_return: 0.016,
  },
  {
    text: 'CC sells a block of 45,000,000 shares to ZP in NG, 6% below the price in RG.',
    ticker: 'MYOR',
    from: '2026-01-20',
    to: '2026-01-20',
    block: { seller: 'CC', buyer: 'ZP', shares: 45_000_000, discount: 0.06, second: 37_932 },
  },
  {
    text: 'The price rises by more than half in 5 days.',
    ticker: 'COIN',
    from: '2026-01-05',
    to: '2026-01-09',
    activity: 3,
    daily_return: 0.095,
  },
  {
    text: 'Suspended: no trades on 6 trading days.',
    ticker: 'COIN',
    from: '2026-01-12',
    to: '2026-01-20',
    activity: 0,
  },
  {
    text: 'Trades again, and gives back a part of the rise.',
    ticker: 'COIN',
    from: '2026-01-21',
    to: '2026-01-23',
    activity: 2,
    daily_return: -0.06,
  },
];

/** A right to subscribe to new shares, which trades on a few days only. */
export const RIGHTS_ISSUE = {
  text: 'A right to new shares of INET: trades on 5 days, and loses most of its price.',
  ticker: 'INET-R',
  price: 120,
  from: '2026-01-19',
  to: '2026-01-23',
  activity: 4,
  daily_return: -0.11,
} as const;

/** Days whose file has a problem when it is delivered. */
export const DELIVERIES = {
  missing: {
    text: 'The file ends in the middle of a row and is rejected: the day is missing.',
    day: '2025-12-17',
    part: 0.62,
  },
  corrected: {
    text: 'The first file had three quarters of the trades; a second one corrected the day.',
    day: '2026-01-22',
    part: 0.75,
  },
  held: {
    text: 'A later file with half of the trades is held until the operator decides.',
    day: '2026-01-27',
    part: 0.5,
  },
} as const;
