import { type IsoDate, monthOf } from '../../core/dates.ts';
import { DAILY_FILE_COLUMNS } from '../../core/market/daily-file.ts';
import { priceStep } from '../../core/market/price-step.ts';
import { onTick, type Phase, phasesOf, timeIn, timeOf } from './exchange-rules.ts';
import { type PlannedTicker, pricePath, type TickerDay } from './price-paths.ts';
import { Random, Weighted } from './random.ts';
import type { Block, Story } from './stories.ts';

export interface MarketPlan {
  /** The busiest first. */
  readonly tickers: readonly PlannedTicker[];
  /** The busiest first. `foreign_share`: how many of its orders are of foreign clients, 0 to 1. */
  readonly brokers: readonly { readonly code: string; readonly foreign_share: number }[];
  /** The trading days, in order: prices walk from one to the next. */
  readonly days: readonly IsoDate[];
  readonly trades_a_day: number;
  readonly seed: string;
  readonly stories?: readonly Story[];
}

// Activity follows a power law: the weight of the n-th busiest is 1 / n^exponent.
const TICKER_EXPONENT = 0.85;
const BROKER_EXPONENT = 0.95;
// How much the brokers differ in what they buy of a ticker and what they sell of it: over a month, and on a day.
const MONTHLY_TILT = 0.12;
const DAILY_TILT = 0.2;
/** The distance of bid and ask from the middle, in ticks. */
const HALF_SPREAD = 0.35;
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
/** Makes the deviation of an even number between -0.5 and 0.5 equal to 1. */
const EVEN_TO_DEVIATION = Math.sqrt(12);

interface Side {
  readonly broker: string;
  readonly investor: 'I' | 'A';
  readonly order_no: number;
}

type DrawSide = (random: Random, order_no: number) => Side;

interface Arrival {
  readonly phase: Phase;
  /** As in the daily file. */
  readonly time: number;
  /** A declared trade instead of a random order. */
  readonly block?: { readonly ticker: number; readonly terms: Block };
}

/** A made-up market: the same plan gives the same files, byte for byte. */
export class Market {
  readonly #plan: MarketPlan;
  readonly #stories: readonly Story[];
  readonly #paths: readonly TickerDay[][];

  constructor(plan: MarketPlan) {
    this.#plan = plan;
    this.#stories = plan.stories ?? [];
    this.#paths = plan.tickers.map((ticker) =>
      pricePath(
        plan.seed,
        ticker,
        plan.days,
        this.#stories.filter((story) => story.ticker === undefined || story.ticker === ticker.code),
      ),
    );
  }

  /** The daily trade file of one day of the plan, line by line, in the order of trade numbers. */
  *dailyFile(date: IsoDate): Generator<string> {
    yield `${DAILY_FILE_COLUMNS.join(';')}\n`;
    const random = new Random(`${this.#plan.seed} ${date}`);
    const stories = this.#stories.filter(({ from, to }) => from <= date && date <= to);
    const arrivals = this.#arrivals(date, this.#orders(stories, random), stories, random);
    const tickers = this.#tickersOn(date, stories);
    const drawTicker = new Weighted(tickers.map(({ weight }) => weight));
    let trade_no = 0;
    let order_no = 0;
    for (const [place, { phase, time, block }] of arrivals.entries()) {
      const ticker = tickers[block?.ticker ?? drawTicker.draw(random)];
      if (!ticker) throw new Error('A market needs a ticker');
      if (block) {
        const { seller, buyer, shares, discount } = block.terms;
        const price = onTick(ticker.price.last * (1 - discount));
        trade_no += 1;
        order_no += 2;
        yield `${trade_no};${phase.session};NG;${seller};I;${buyer};A;${ticker.code};${shares};${price};${date};${order_no - 1};${order_no};${time}\n`;
        continue;
      }
      const market = marketOf(phase, random);
      const takerBuys = random.next() < 0.5;
      const [takers, makers] = takerBuys ? [ticker.buyers, ticker.sellers] : [ticker.sellers, ticker.buyers];
      const taker = takers(random, ++order_no);
      const fills = market === 'RG' ? 1 + Math.floor(-FILL_SCALE * Math.log(1 - random.next())) : 1;
      for (let fill = 0; fill < fills; fill++) {
        const maker = makers(random, ++order_no);
        const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
        const price = ticker.price.next((place + fill / fills) / arrivals.length, takerBuys, random);
        const volume = tradedVolume(price, market, buyer, seller, random);
        trade_no += 1;
        yield `${trade_no};${phase.session};${market};${seller.broker};${seller.investor};${buyer.broker};${buyer.investor};${ticker.code};${volume};${price};${date};${seller.order_no};${buyer.order_no};${time}\n`;
      }
    }
  }

  #orders(stories: readonly Story[], random: Random): number {
    const usual = this.#plan.trades_a_day * (0.8 + 0.4 * random.next());
    const ofMarket = stories.filter(({ ticker }) => ticker === undefined);
    const trades = ofMarket.reduce((product, { activity = 1 }) => product * activity, usual);
    return Math.round(trades / FILLS_AN_ORDER);
  }

  /** The tickers of a day, each with the brokers that buy and sell it. */
  #tickersOn(date: IsoDate, stories: readonly Story[]) {
    const day = Math.max(0, this.#plan.days.indexOf(date));
    return this.#plan.tickers.map(({ code, from = date, to = date }, rank) => {
      const path = this.#paths[rank]?.[day];
      if (!path) throw new Error('A market needs a day');
      const isListed = from <= date && date <= to;
      const tilts = this.#brokerTilts(code, date);
      const own = stories.filter(({ ticker }) => ticker === code);
      return {
        code,
        weight: isListed ? path.activity / (rank + 1) ** TICKER_EXPONENT : 0,
        price: new PriceOfDay(path),
        buyers: this.#sides(tilts, path.foreign_tilt, own),
        sellers: this.#sides(
          tilts.map((tilt) => -tilt),
          -path.foreign_tilt,
          [],
        ),
      };
    });
  }

  /** How much more each broker buys of a ticker than it sells. */
  #brokerTilts(code: string, date: IsoDate): number[] {
    const ofMonth = new Random(`${this.#plan.seed} ${code} ${monthOf(date)}`);
    const ofDay = new Random(`${this.#plan.seed} ${code} ${date}`);
    return this.#plan.brokers.map(() => MONTHLY_TILT * ofMonth.normal() + DAILY_TILT * ofDay.normal());
  }

  /** Draws the broker and the client of one side of a trade. */
  #sides(tilts: readonly number[], foreign_tilt: number, stories: readonly Story[]): DrawSide {
    const { brokers } = this.#plan;
    const weights = brokers.flatMap(({ foreign_share }, rank) => {
      const weight = Math.exp(tilts[rank] ?? 0) / (rank + 1) ** BROKER_EXPONENT;
      return [weight * (1 - foreign_share), weight * foreign_share * Math.exp(foreign_tilt)];
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const { buyers } of stories) {
      if (!buyers) continue;
      const extra = (total * buyers.part) / (1 - buyers.part) / buyers.brokers.length;
      for (const [rank, { code }] of brokers.entries()) {
        if (buyers.brokers.includes(code)) weights[2 * rank] = (weights[2 * rank] ?? 0) + extra;
      }
    }
    const drawn = new Weighted(weights);
    return (random, order_no) => {
      const index = drawn.draw(random);
      const broker = brokers[index >> 1];
      if (!broker) throw new Error('A market needs a broker');
      return { broker: broker.code, investor: index % 2 === 0 ? 'I' : 'A', order_no };
    };
  }

  /** When orders come in, in the order of time. */
  #arrivals(date: IsoDate, count: number, stories: readonly Story[], random: Random): Arrival[] {
    const phases = phasesOf(date);
    const phaseOf = new Weighted(phases.map((phase) => phase.weight));
    const arrivals: Arrival[] = Array.from({ length: count }, () => {
      const phase = phases[phaseOf.draw(random)] ?? phases[0];
      if (!phase) throw new Error('A trading day has no phase');
      return { phase, time: timeIn(phase, random) };
    });
    for (const { block, ticker, from } of stories) {
      const phase = phases.find(({ start, end }) => block && start <= block.second && block.second < end);
      if (!block || !phase || from !== date) continue;
      const place = this.#plan.tickers.findIndex(({ code }) => code === ticker);
      arrivals.push({ phase, time: timeOf(block.second), block: { ticker: place, terms: block } });
    }
    return arrivals.sort((a, b) => a.time - b.time);
  }
}

/** The price of a ticker within a day: a random walk that starts at the open and ends at the close (a Brownian bridge). */
class PriceOfDay {
  readonly #day: TickerDay;
  #middle: number;
  #elapsed = 0;

  constructor(day: TickerDay) {
    this.#day = day;
    this.#middle = day.open;
  }

  /** In IDR, not rounded to ticks. */
  get last(): number {
    return this.#middle;
  }

  /** The price of the next trade, on its tick. @param elapsed the part of the day's orders up to this trade, 0 to 1 */
  next(elapsed: number, takerBuys: boolean, random: Random): number {
    const { close, low, high, volatility } = this.#day;
    const left = 1 - this.#elapsed;
    const step = elapsed - this.#elapsed;
    this.#elapsed = elapsed;
    const deviation = volatility * Math.sqrt((step * (1 - elapsed)) / left);
    const noise = deviation * EVEN_TO_DEVIATION * (random.next() - 0.5);
    const toClose = Math.log(close / this.#middle) * (step / left);
    this.#middle = Math.max(low, Math.min(high, this.#middle * Math.exp(toClose + noise)));
    const spread = HALF_SPREAD * priceStep(this.#middle);
    return onTick(this.#middle + (takerBuys ? spread : -spread));
  }
}

/** Auctions belong to the regular market; the cash market trades in the first session only. */
function marketOf(phase: Phase, random: Random): 'RG' | 'NG' | 'TN' {
  const part = random.next();
  if (phase.isAuction) return 'RG';
  if (part < NEGOTIATED_PART) return 'NG';
  return part < NEGOTIATED_PART + CASH_PART && phase.session === 1 ? 'TN' : 'RG';
}

/** In shares: whole lots in the regular market, any number in the other markets, which trade blocks. */
function tradedVolume(price: number, market: string, buyer: Side, seller: Side, random: Random): number {
  let value = TYPICAL_TRADE_IDR * Math.exp(SIZE_DEVIATION * random.normal());
  if (buyer.investor === 'A') value *= FOREIGN_SIZE_FACTOR;
  if (seller.investor === 'A') value *= FOREIGN_SIZE_FACTOR;
  if (market !== 'RG') return Math.max(1, Math.round((value * NEGOTIATED_SIZE_FACTOR) / price));
  return Math.max(1, Math.round(value / price / SHARES_A_LOT)) * SHARES_A_LOT;
}
