import { ACCUMULATION_SIZES } from '../../../core/contract.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import {
  type AccumulationData,
  type AccumulationLabel,
  type BrokerSummaryQuestion,
  type Concentration,
  TOPS,
} from '../../../core/market/rows.ts';
import { averagePrice, exactNumber, percentOf, roundedQuotient } from '../../../core/rounding.ts';
import type { BrokerSums } from '../months/broker-sums.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Compares the largest net buyers of a range with its largest net sellers. Everything is 0, and the label Neutral, without trades.
 * sql/analyst/examples/accumulation.sql computes the same.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function accumulation(
  snapshot: Snapshot,
  { ticker, from, to, ...question }: BrokerSummaryQuestion,
): Promise<AccumulationData> {
  const of = { ticker, from, to, market: MARKETS[question.market] };
  const all = await snapshot.brokerTotals({ ...of, investor: INVESTORS.all });
  const asked =
    question.investor === 'all'
      ? all
      : await snapshot.brokerTotals({ ...of, investor: INVESTORS[question.investor] });
  return accumulationOf(all, asked);
}

/** @param all what each broker did for all investors @param asked what it did for the investors in question */
function accumulationOf(all: BrokerSums, asked: BrokerSums): AccumulationData {
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
function labelOf(part: bigint, whole: bigint): AccumulationLabel {
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
