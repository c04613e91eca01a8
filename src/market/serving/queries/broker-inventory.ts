import { AS_TRADED, type ScaleOfDay, type ShareScale } from '../../../core/market/corporate-actions.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { BrokerSummaryQuestion, InventoryRow } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { BrokerDays } from '../months/broker-days.ts';
import type { Snapshot } from '../snapshot.ts';

/** Stands for all brokers that are not shown. Codes of brokers have 2 characters. */
export const OTHER = 'OTHER';

export interface InventoryQuestion extends BrokerSummaryQuestion {
  /** The number of accumulators, and the number of distributors, that are shown. */
  readonly top: number;
}

/**
 * For each published day of the range, one row for each shown broker, and one row of OTHER if there are other brokers. Shown are the
 * brokers with the highest and those with the lowest net volume of the range. Rows of a day are in the order of this volume, highest
 * first, then by code; OTHER is last.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function brokerInventory(
  snapshot: Snapshot,
  { ticker, from, to, top, ...question }: InventoryQuestion,
  scaleOf: ScaleOfDay = AS_TRADED,
): Promise<InventoryRow[]> {
  const market = MARKETS[question.market];
  const investor = INVESTORS[question.investor];
  const days = await snapshot.brokerDays({ ticker, from, to, market, investor });
  const nets = netVolumes(days, scaleOf);
  const shown = shownBrokers(nets, top);
  const codes = nets.size > shown.length ? [...shown, OTHER] : shown;
  const isShown = new Set(shown);
  const running = new Map(codes.map((code) => [code, { volume: 0, value: 0 }]));
  return Array.from(days.days()).flatMap(({ date, places }) => {
    const ofDay = new Map(codes.map((code) => [code, { volume: 0, value: 0 }]));
    for (const place of places) {
      const code = days.codeAt(place);
      const volume = netVolume(days, place, scaleOf(date));
      const value = days.sum(place, 'buy_value') - days.sum(place, 'sell_value');
      add(ofDay, isShown.has(code) ? code : OTHER, volume, value);
    }
    return [...ofDay].map(([code, net]) => {
      const cumulative = add(running, code, net.volume, net.value);
      return {
        date,
        code,
        net_volume: net.volume,
        net_value: net.value,
        cumulative_volume: cumulative.volume,
        cumulative_value: cumulative.value,
      };
    });
  });
}

interface Net {
  volume: number;
  value: number;
}

function add(nets: ReadonlyMap<string, Net>, code: string, volume: number, value: number): Net {
  const net = nets.get(code);
  if (!net) throw new Error(`${code} has no sum`);
  net.volume = exactNumber(net.volume + volume);
  net.value = exactNumber(net.value + value);
  return net;
}

function netVolume(days: BrokerDays, place: number, scale: ShareScale): number {
  return scale.volume(days.sum(place, 'buy_volume')) - scale.volume(days.sum(place, 'sell_volume'));
}

function netVolumes(days: BrokerDays, scaleOf: ScaleOfDay): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { date, places } of days.days()) {
    for (const place of places) {
      const code = days.codeAt(place);
      const net = netVolume(days, place, scaleOf(date));
      nets.set(code, exactNumber((nets.get(code) ?? 0) + net));
    }
  }
  return nets;
}

/** The accumulators, then the distributors, by net volume, highest first. A broker with a net volume of 0 is neither. */
function shownBrokers(nets: ReadonlyMap<string, number>, top: number): string[] {
  const ranked = [...nets].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  const accumulators = ranked.filter(([, net]) => net > 0).slice(0, top);
  // Of equal distributors at the limit, the first by code is shown, as for accumulators.
  const distributors = ranked
    .filter(([, net]) => net < 0)
    .sort(([a, ofA], [b, ofB]) => ofA - ofB || (a < b ? -1 : 1))
    .slice(0, top);
  const shown = new Set([...accumulators, ...distributors].map(([code]) => code));
  return ranked.map(([code]) => code).filter((code) => shown.has(code));
}
