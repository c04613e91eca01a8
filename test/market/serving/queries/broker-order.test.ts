import { expect, test } from 'vitest';
import { BrokerDays } from '../../../../src/market/serving/months/broker-days.ts';
import { SUMS } from '../../../../src/market/serving/months/month-layout.ts';
import { accumulation } from '../../../../src/market/serving/queries/accumulation.ts';
import { brokerInventory } from '../../../../src/market/serving/queries/broker-inventory.ts';
import { brokerSummary, dailyBrokerSummary } from '../../../../src/market/serving/queries/broker-summary.ts';
import type { Snapshot } from '../../../../src/market/serving/snapshot.ts';

const [FIRST, LAST] = ['2026-01-19', '2026-01-20'] as const;
const QUESTION = { ticker: 'BBCA', from: FIRST, to: LAST, investor: 'all', market: 'ALL' } as const;
type Figures = Partial<Record<(typeof SUMS)[number], number>>;

/** Brokers are numbered from the last code to the first: an order by code must not come from that of the numbers. */
const CODES = ['ZZ', 'YY', 'DD', 'CC', 'BB', 'AA'];

function snapshotOf(days: readonly Readonly<Record<string, Figures>>[]): Snapshot {
  const sums = new BrokerDays(FIRST, LAST, CODES);
  for (const [day, brokers] of days.entries()) {
    sums.publish(day === 0 ? FIRST : LAST);
    for (const [code, figures] of Object.entries(brokers))
      for (const [offset, name] of SUMS.entries())
        sums.sums[sums.placeIn(day, CODES.indexOf(code)) + offset] = figures[name] ?? 0;
  }
  // The totals of a range are those of its only day here.
  return { brokerDays: async () => sums, brokerTotals: async () => sums } as unknown as Snapshot;
}

const buys = (lots: number): Figures => ({ buy_freq: 1, buy_volume: lots * 100, buy_value: lots * 1000 });
const sells = (lots: number): Figures => ({ sell_freq: 1, sell_volume: lots * 100, sell_value: lots * 1000 });

test('brokers with equal buy values are in the order of their codes', async () => {
  const day = { ZZ: buys(2), DD: buys(3), BB: buys(2), CC: sells(9), AA: sells(1), YY: sells(1) };
  const { columns } = await brokerSummary(snapshotOf([day]), QUESTION);
  expect(columns.code).toEqual(['DD', 'BB', 'ZZ', 'AA', 'CC', 'YY']);
  const daily = await dailyBrokerSummary(snapshotOf([day, { BB: sells(1), AA: sells(1) }]), QUESTION);
  expect(daily.columns.code).toEqual(['DD', 'BB', 'ZZ', 'AA', 'CC', 'YY', 'AA', 'BB']);
  expect(daily.columns.date).toEqual([...Array(6).fill(FIRST), LAST, LAST]);
});

test('the top brokers have the largest buys and sells of the range; of equal ones, the first by code', async () => {
  const days = [
    { ZZ: buys(3), BB: sells(3), CC: buys(2), AA: sells(1) },
    { AA: sells(2), CC: sells(2) },
  ];
  const codes = async (choice: { top?: number; brokers?: string[] }) =>
    new Set(
      Array.from((await dailyBrokerSummary(snapshotOf(days), { ...QUESTION, ...choice })).columns.code),
    );
  expect(await codes({ top: 1 })).toEqual(new Set(['CC']));
  expect(await codes({ top: 3 })).toEqual(new Set(['CC', 'AA', 'BB']));
  expect(await codes({ top: 1, brokers: ['ZZ', 'BB', 'DD'] })).toEqual(new Set(['BB']));
  expect(await codes({ brokers: ['ZZ', 'DD'] })).toEqual(new Set(['ZZ']));
});

test('the inventory shows the first by code of equal accumulators and distributors, and others as OTHER', async () => {
  const days = [
    { ZZ: buys(3), AA: buys(3), CC: sells(2), BB: sells(2), YY: sells(2), DD: { ...buys(1), ...sells(1) } },
    { ZZ: buys(1) },
  ];
  const rows = await brokerInventory(snapshotOf(days), { ...QUESTION, top: 2 });
  expect(
    rows.map(({ code, net_volume, cumulative_volume }) => [code, net_volume, cumulative_volume]),
  ).toEqual([
    ['ZZ', 300, 300],
    ['AA', 300, 300],
    ['BB', -200, -200],
    ['CC', -200, -200],
    ['OTHER', -200, -200],
    ['ZZ', 100, 400],
    ['AA', 0, 300],
    ['BB', 0, -200],
    ['CC', 0, -200],
    ['OTHER', 0, -200],
  ]);
  const [first] = await brokerInventory(snapshotOf([{ ZZ: buys(3), AA: buys(3), CC: sells(6) }]), {
    ...QUESTION,
    top: 1,
  });
  expect(first?.code).toBe('AA');
});

test('a broker that bought as much as it sold is neither a net buyer nor a net seller', async () => {
  const day = { AA: { ...buys(5), ...sells(5) }, BB: buys(2), CC: sells(1), DD: sells(1) };
  expect(await accumulation(snapshotOf([day]), QUESTION)).toMatchObject({
    ...{ volume: 700, value: 7000, average: 10, net_buyers: 1, net_sellers: 2 },
    top: [
      { n: 1, net_volume: 100, net_value: 1000 },
      { n: 3, net_volume: 0 },
      { n: 5, net_volume: 0 },
      { n: 10, net_volume: 0 },
    ],
    buy_share: { top1: 71.43, top3: 100, top5: 100, hhi: 5918.37 },
    sell_share: { top1: 71.43, top3: 100, top5: 100, hhi: 5510.2 },
  });
});
