import { ACCUMULATION_SIZES } from '../../../core/contract.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import { averagePrice, exactNumber, percentOf, roundedQuotient } from '../../../core/rounding.ts';
import type { BrokerSums } from '../months/broker-sums.ts';
import type { Snapshot } from '../snapshot.ts';
import type { BrokerSummaryQuestion } from './broker-summary.ts';

/** The numbers of net buyers and net sellers that are compared. */
export const TOPS = [1, 3, 5, 10] as const;

export const LABELS = [
  'Big Accumulation',
  'Normal Accumulation',
  'Small Accumulation',
  'Neutral',
  'Small Distribution',
  'Normal Distribution',
  'Big Distribution',
] as const;
type Label = (typeof LABELS)[number];

/** The largest net buyers against the largest net sellers. */
interface Top {
  readonly n: (typeof TOPS)[number];
  /** Net buys of the n largest net buyers less net sells of the n largest net sellers, in shares. */
  readonly net_volume: number;
  /** net_volume in percent of the volume, with 2 decimals. */
  readonly percent: number;
  /** net_volume at the average price, in whole IDR. */
  readonly net_value: number;
}

/** How much of all buys, or of all sells, the largest brokers made: percent with 2 decimals. */
interface Concentration {
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
  /** Herfindahl-Hirschman index: the sum of the squared percents of all brokers, at most 10,000. */
  readonly hhi: number;
}

export interface Accumulation {
  /** Of all trades of the ticker, of any investor: shares, IDR, and IDR a share (VWAP). */
  readonly volume: number;
  readonly value: number;
  readonly average: number;
  /** Brokers that bought more shares than they sold. */
  readonly net_buyers: number;
  readonly net_sellers: number;
  readonly label: Label;
  readonly average_percent: number;
  readonly top: Top[];
  readonly buy_share: Concentration;
  readonly sell_share: Concentration;
}

/**
 * Compares the largest net buyers of a range with its largest net sellers. Everything is 0, and the label Neutral, without trades.
 * sql/analyst/examples/accumulation.sql computes the same.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function accumulation(
  snapshot: Snapshot,
  { ticker, from, to, ...question }: BrokerSummaryQuestion,
): Promise<Accumulation> {
  const of = { ticker, from, to, market: MARKETS[question.market] };
  const all = await snapshot.brokerTotals({ ...of, investor: INVESTORS.all });
  const asked =
    question.investor === 'all'
      ? all
      : await snapshot.brokerTotals({ ...of, investor: INVESTORS[question.investor] });
  return accumulationOf(all, asked);
}

/** @param all what each broker did for all investors @param asked what it did for the investors in question */
function accumulationOf(all: BrokerSums, asked: BrokerSums): Accumulation {
  const allColumns = all.columns(all.places());
  const volume = exactSum(allColumns.buy_volume);
  const value = exactSum(allColumns.buy_value);
  const { buy_volume, sell_volume } = asked === all ? allColumns : asked.columns(asked.places());
  const nets = Array.from(buy_volume, (buy, row) => buy - (sell_volume[row] as number));
  const bought = descending(nets.filter((net) => net > 0));
  const sold = descending(nets.filter((net) => net < 0).map((net) => -net));
  const netOf = (n: number) => exactSum(bought.slice(0, n)) - exactSum(sold.slice(0, n));
  // (top 3 + top 5 + mean of top 1 to top 5) / 3, multiplied by 15 to stay in integers.
  const five = [1, 2, 3, 4, 5].map((n) => BigInt(netOf(n)));
  const fifteenths = 5n * BigInt(netOf(3)) + 5n * BigInt(netOf(5)) + five.reduce((sum, net) => sum + net);
  return {
    volume,
    value,
    average: averagePrice(value, volume),
    net_buyers: bought.length,
    net_sellers: sold.length,
    label: labelOf(fifteenths, 15n * BigInt(volume)),
    average_percent: percentOf(fifteenths, 15n * BigInt(volume)),
    top: TOPS.map((n) => {
      const net_volume = netOf(n);
      const net_value =
        volume === 0 ? 0 : Number(roundedQuotient(BigInt(net_volume) * BigInt(value), BigInt(volume)));
      const percent = percentOf(BigInt(net_volume), BigInt(volume));
      return { n, net_volume, percent, net_value: exactNumber(net_value) };
    }),
    buy_share: concentrationOf(buy_volume),
    sell_share: concentrationOf(sell_volume),
  };
}

/** By the exact percent: 5.999 is Neutral, although it is shown as 6. */
function labelOf(part: bigint, whole: bigint): Label {
  const magnitude = part < 0n ? -part : part;
  const size = ACCUMULATION_SIZES.find(
    ({ from_percent }) => magnitude * 1000n >= whole * BigInt(from_percent * 10),
  );
  if (!size || part === 0n) return 'Neutral';
  return `${size.name} ${part > 0n ? 'Accumulation' : 'Distribution'}`;
}

function concentrationOf(volumes: Float64Array): Concentration {
  const total = BigInt(exactSum(volumes));
  const ranked = descending(volumes);
  const share = (n: number) => percentOf(BigInt(exactSum(ranked.slice(0, n))), total);
  let squares = 0n;
  for (const each of volumes) {
    const volume = BigInt(each);
    squares += volume * volume;
  }
  return { top1: share(1), top3: share(3), top5: share(5), hhi: percentOf(squares * 100n, total ** 2n) };
}

/** @throws AlirError `answer_too_large` */
function exactSum(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return exactNumber(sum);
}

/** A typed array is sorted several times as fast as an array with a comparison. */
function descending(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort().reverse();
}
