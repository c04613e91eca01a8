import { DAILY_FILE_COLUMNS } from '../../core/daily-file.ts';
import type { IsoDate } from '../../core/dates.ts';
import { tickSize } from '../../core/price-limits.ts';
import { onTick, type Phase, phasesOf, timeIn } from './exchange-rules.ts';
import { Random, Weighted } from './random.ts';

export interface MarketPlan {
  /** With the price that each starts at, in IDR; the busiest first. */
  readonly tickers: readonly { readonly code: string; readonly price: number }[];
  /** The busiest first. `foreign_share`: how many of its orders are of foreign clients, 0 to 1. */
  readonly brokers: readonly { readonly code: string; readonly foreign_share: number }[];
  /** The trading days, in order: prices walk from one to the next. */
  readonly days: readonly IsoDate[];
  readonly trades_a_day: number;
  readonly seed: string;
}

// Activity follows a power law: the weight of the n-th busiest is 1 / n^exponent.
const TICKER_EXPONENT = 0.85;
const BROKER_EXPONENT = 0.95;
const DAILY_VOLATILITY = 0.022;
/** Maximum move from the day's first price, within the exchange's auto rejection limits. */
const DAILY_LIMIT = 0.07;
/** An order fills against one or more resting orders; the number after the first is exponential, rounded down. */
const FILL_SCALE = 1.2;
const FILLS_AN_ORDER = 1 + 1 / (Math.exp(1 / FILL_SCALE) - 1);
// Shares of the orders outside the auctions.
const NEGOTIATED_PART = 0.019;
const CASH_PART = 0.004;
const NEGOTIATED_SIZE_FACTOR = 19;
const FOREIGN_SIZE_FACTOR = 2.4;
const TYPICAL_TRADE_IDR = 6_000_000;
const SIZE_DEVIATION = 1.1;
const SHARES_A_LOT = 100;

interface Side {
  readonly broker: string;
  readonly investor: 'I' | 'A';
  readonly order_no: number;
}

/** A made-up market: the same plan gives the same files, byte for byte. */
export class Market {
  readonly #plan: MarketPlan;
  readonly #tickers: Weighted;
  readonly #brokers: Weighted;

  constructor(plan: MarketPlan) {
    this.#plan = plan;
    this.#tickers = new Weighted(plan.tickers.map((_, rank) => 1 / (rank + 1) ** TICKER_EXPONENT));
    this.#brokers = new Weighted(plan.brokers.map((_, rank) => 1 / (rank + 1) ** BROKER_EXPONENT));
  }

  /** The daily trade file of one day of the plan, line by line, in the order of trade numbers. */
  *dailyFile(date: IsoDate): Generator<string> {
    yield `${DAILY_FILE_COLUMNS.join(';')}\n`;
    const random = new Random(`${this.#plan.seed} ${date}`);
    const prices = this.#openingPrices(date);
    const limits = prices.map((price) => ({
      low: price * (1 - DAILY_LIMIT),
      high: price * (1 + DAILY_LIMIT),
    }));
    const orders = Math.round((this.#plan.trades_a_day * (0.8 + 0.4 * random.next())) / FILLS_AN_ORDER);
    let trade_no = 0;
    let order_no = 0;
    for (const { phase, time } of this.#arrivals(date, orders, random)) {
      const ticker = this.#tickers.draw(random);
      const market = marketOf(phase, random);
      const taker = this.#side(random, ++order_no);
      const takerBuys = random.next() < 0.5;
      const fills = market === 'RG' ? 1 + Math.floor(-FILL_SCALE * Math.log(1 - random.next())) : 1;
      for (let fill = 0; fill < fills; fill++) {
        const maker = this.#side(random, ++order_no);
        const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
        const price = step(prices, limits, ticker, random);
        const volume = tradedVolume(price, market, buyer, seller, random);
        trade_no += 1;
        yield `${trade_no};${phase.session};${market};${seller.broker};${seller.investor};${buyer.broker};${buyer.investor};${this.#plan.tickers[ticker]?.code};${volume};${price};${date};${seller.order_no};${buyer.order_no};${time}\n`;
      }
    }
  }

  /** When orders come in, in the order of time. */
  #arrivals(date: IsoDate, count: number, random: Random): { phase: Phase; time: number }[] {
    const phases = phasesOf(date);
    const phaseOf = new Weighted(phases.map((phase) => phase.weight));
    const arrivals = Array.from({ length: count }, () => {
      const phase = phases[phaseOf.draw(random)] ?? phases[0];
      if (!phase) throw new Error('A trading day has no phase');
      return { phase, time: timeIn(phase, random) };
    });
    return arrivals.sort((a, b) => a.time - b.time);
  }

  #openingPrices(date: IsoDate): number[] {
    const daysBefore = this.#plan.days.indexOf(date);
    return this.#plan.tickers.map(({ code, price }) => {
      const random = new Random(`${this.#plan.seed} ${code}`);
      let drift = 0;
      for (let day = 0; day < daysBefore; day++) drift += DAILY_VOLATILITY * random.normal();
      return onTick(price * Math.exp(drift));
    });
  }

  #side(random: Random, order_no: number): Side {
    const broker = this.#plan.brokers[this.#brokers.draw(random)];
    if (!broker) throw new Error('A market needs a broker');
    return { broker: broker.code, investor: random.next() < broker.foreign_share ? 'A' : 'I', order_no };
  }
}

/** Auctions belong to the regular market; the cash market trades in the first session only. */
function marketOf(phase: Phase, random: Random): 'RG' | 'NG' | 'TN' {
  const part = random.next();
  if (phase.isAuction) return 'RG';
  if (part < NEGOTIATED_PART) return 'NG';
  return part < NEGOTIATED_PART + CASH_PART && phase.session === 1 ? 'TN' : 'RG';
}

/** The price of the next trade of a ticker: mostly the last one, or a tick beside it, within the day's limits. */
function step(
  prices: number[],
  limits: readonly { low: number; high: number }[],
  ticker: number,
  random: Random,
): number {
  const price = prices[ticker] ?? 1;
  const { low, high } = limits[ticker] ?? { low: 1, high: 1 };
  const move = random.next();
  const next =
    move < 0.15 ? onTick(price - tickSize(price)) : move > 0.85 ? onTick(price + tickSize(price)) : price;
  if (next < low || next > high) return price;
  prices[ticker] = next;
  return next;
}

/** In shares: whole lots in the regular market, any number in the other markets, which trade blocks. */
function tradedVolume(price: number, market: string, buyer: Side, seller: Side, random: Random): number {
  let value = TYPICAL_TRADE_IDR * Math.exp(SIZE_DEVIATION * random.normal());
  if (buyer.investor === 'A') value *= FOREIGN_SIZE_FACTOR;
  if (seller.investor === 'A') value *= FOREIGN_SIZE_FACTOR;
  if (market !== 'RG') return Math.max(1, Math.round((value * NEGOTIATED_SIZE_FACTOR) / price));
  return Math.max(1, Math.round(value / price / SHARES_A_LOT)) * SHARES_A_LOT;
}
