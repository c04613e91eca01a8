import type { ScaleOfDay, ShareScale } from '../../../core/market/corporate-actions.ts';
import type { BrokerSummaryQuestion, PositionDay } from '../../../core/market/rows.ts';
import { exactNumber, hundredths, roundedQuotient } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

export interface BrokerPositionQuestion extends BrokerSummaryQuestion {
  readonly broker: string;
}

/** A price in IDR per share. */
type Price = readonly [dividend: bigint, divisor: bigint];

const NOTHING: Price = [0n, 1n];

/**
 * A position whose cost is the moving average: what adds to the position changes the average, what reduces it does not. A position that
 * crosses zero starts again at the price of the day.
 */
export class Position {
  shares = 0n;
  average: Price = NOTHING;
  days_held = 0;

  /** @param net shares bought less shares sold @param price the average price of the buys of a net buy, of the sells of a net sell */
  trade(net: bigint, price: Price): void {
    const before = this.shares;
    this.shares += net;
    const isCrossed = before > 0n ? this.shares <= 0n : this.shares >= 0n;
    if (before === 0n || isCrossed) {
      this.average = this.shares === 0n ? NOTHING : price;
      this.days_held = 0;
    } else if (net > 0n === before > 0n) {
      // Not reduced: a range adds at most some thousand digits.
      const [cost, divisor] = this.average;
      const [dividend, other_divisor] = price;
      this.average = [
        cost * other_divisor * abs(before) + dividend * divisor * abs(net),
        divisor * other_divisor * abs(this.shares),
      ];
    }
  }

  endDay(): void {
    if (this.shares !== 0n) this.days_held += 1;
  }

  resultAt([price, shares]: Price): bigint {
    const [cost, divisor] = this.average;
    return roundedQuotient((price * divisor - cost * shares) * this.shares, shares * divisor);
  }
}

function abs(shares: bigint): bigint {
  return shares < 0n ? -shares : shares;
}

/**
 * A row for each published day of the range, also without trades of the broker.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function brokerPosition(
  database: MarketReader,
  { ticker, broker, from, to, investor, market }: BrokerPositionQuestion,
  signal: AbortSignal,
  scaleOf: ScaleOfDay,
): Promise<{ readonly traded_days: number; readonly days: PositionDay[] }> {
  const of = { from, to } as const;
  const parameters = { ticker, broker, investor, market };
  const trades = await database.rows(
    'broker_position',
    { table: 'broker_rows', ...of },
    () => parameters,
    signal,
  );
  const prices = await database.rows(
    'ohlcv',
    { table: 'ticker_rows', ...of },
    () => ({ ticker, market: 'RG' }),
    signal,
  );
  const tradesOf = new Map(trades.map((row) => [String(row.date), row]));
  const closeOf = new Map(prices.map((row) => [String(row.date), BigInt(row.close as bigint)]));
  const published = (await database.days()).filter((date) => date >= from && date <= to);
  const position = new Position();
  let close: Price | null = null;
  const days = published.map((date) => {
    const scale = scaleOf(date);
    const row = tradesOf.get(date);
    const net = row ? netOf(row, scale) : { volume: 0, value: 0, price: NOTHING };
    if (net.volume !== 0) position.trade(BigInt(net.volume), net.price);
    position.endDay();
    const idr = closeOf.get(date);
    if (idr !== undefined) close = scale.exactPrice(idr);
    return {
      date,
      net_volume: net.volume,
      net_value: net.value,
      position: exactNumber(Number(position.shares)),
      average_cost: position.shares === 0n ? null : hundredths(...position.average),
      close: close && hundredths(...close),
      result: close && exactNumber(Number(position.resultAt(close))),
      days_held: position.days_held,
    };
  });
  return { traded_days: trades.length, days };
}

function netOf(row: Readonly<Record<string, unknown>>, scale: ShareScale) {
  const sum = (name: string) => exactNumber(Number(row[name]));
  const [bought, sold] = [sum('buy_volume'), sum('sell_volume')];
  const [buy_value, sell_value] = [sum('buy_value'), sum('sell_value')];
  const volume = scale.volume(bought) - scale.volume(sold);
  const price =
    volume > 0
      ? scale.exactPrice(BigInt(buy_value), BigInt(bought))
      : scale.exactPrice(BigInt(sell_value), BigInt(sold));
  return { volume, value: buy_value - sell_value, price };
}
