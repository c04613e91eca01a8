import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { AccumulationGauge } from '../../../src/console/charts/brokers/accumulation-gauge.tsx';
import { FlowMatrix } from '../../../src/console/charts/brokers/flow-matrix.tsx';
import { InventoryChart } from '../../../src/console/charts/brokers/inventory-chart.tsx';
import { PositionChart } from '../../../src/console/charts/brokers/position-chart.tsx';
import { LocaleContext } from '../../../src/console/charts/locale.ts';
import { MarketFlowChart, TurnoverChart } from '../../../src/console/charts/market/market-charts.tsx';
import { Treemap } from '../../../src/console/charts/market/treemap.tsx';
import { MinuteChart } from '../../../src/console/charts/minute-chart.tsx';
import { FrozenPicture } from '../../../src/console/charts/pictures/frozen.ts';
import { PriceChart } from '../../../src/console/charts/price-chart.tsx';
import type { Day } from '../../../src/console/charts/requests/rows.ts';
import { DayStrip } from '../../../src/console/charts/sparklines/day-strip.tsx';
import { PercentileDot } from '../../../src/console/charts/sparklines/percentile-dot.tsx';
import { FlowSparkline, Sparkline } from '../../../src/console/charts/sparklines/sparkline.tsx';
import { FlowBars } from '../../../src/console/charts/tables/flow-bars.tsx';
import { RowsTable } from '../../../src/console/charts/tables/rows-table.tsx';
import type { RowsColumn } from '../../../src/console/charts/tables/table-columns.ts';
import * as columnsOf from '../../../src/console/charts/tables/table-columns.ts';
import { UsageChart } from '../../../src/console/charts/usage/usage-chart.tsx';
import { CompareChart } from '../../../src/console/pages/compare/compare-charts.tsx';
import { EXPLORER } from '../../../src/console/texts/explorer.ts';
import { DateFormat } from '../../../src/console/texts/written-dates.ts';
import { NumberFormat } from '../../../src/console/texts/written-numbers.ts';
import { written } from '../../../src/core/catalogue.ts';
import type { AccumulationData } from '../../../src/core/market/rows.ts';

const texts = written(EXPLORER, 'id');
const locale = { texts, numbers: new NumberFormat('id'), dates: new DateFormat('id') };
const WIDTHS = [320, 640];
const NO_SHARE = { top1: 0, top3: 0, top5: 0, hhi: 0 };
const brokers = { BK: { name: 'J.P. Morgan', foreign_parent: true } };

const SPLIT = {
  ...{ ex_date: '2026-01-07', ticker: 'BBCA', kind: 'split' as const },
  ...{ new_shares: 5, old_shares: 1 },
};
const days: Day[] = [
  { date: '2026-01-05', condition: 'published', absence: null, is_checked: true },
  { date: '2026-01-06', condition: 'missing', absence: 'no_file' },
  { date: '2026-01-07', condition: 'published', absence: null, actions: [SPLIT] },
  { date: '2026-01-08', condition: 'published', absence: null, is_corrected: true },
];
const prices = [
  { date: '2026-01-05', open: 100, high: 112, low: 98, close: 110, net_foreign: 5000 },
  { date: '2026-01-07', open: 110, high: 110, low: 96, close: 97, net_foreign: -2500 },
  { date: '2026-01-08', open: null, high: null, low: null, close: null, net_foreign: 0 },
].map((row) => ({ ...row, average: 101.5, volume: 12_500, value: 1_268_750, freq: 30 }));
const INVENTORY: readonly (readonly [date: string, code: string, net: number, sum: number])[] = [
  ['2026-01-05', 'BK', 300, 300],
  ['2026-01-05', 'YP', -300, -300],
  ['2026-01-07', 'BK', -50, 250],
  ['2026-01-07', 'YP', 50, -250],
];
const inventory = INVENTORY.map(([date, code, net_volume, cumulative_volume]) => ({
  date,
  code,
  net_volume,
  cumulative_volume,
  net_value: net_volume * 100,
  cumulative_value: cumulative_volume * 100,
}));
const stocks = [
  { ticker: 'BBCA', value: 120e9, percent: 12.5 },
  { ticker: 'TLKM', value: 50e9, percent: -6.1 },
  { ticker: 'GOTO', value: 10e9, percent: 0 },
  { ticker: 'ZINC', value: 1e9, percent: -14 },
];
const positions = [
  { date: '2026-01-05', net_volume: 500, position: 500, average_cost: 100, close: 90, result: -5000 },
  { date: '2026-01-07', net_volume: 500, position: 1000, average_cost: 105, close: 120, result: 15_000 },
  { date: '2026-01-08', net_volume: -1000, position: 0, average_cost: null, close: 120, result: 0 },
].map((row) => ({ ...row, net_value: row.net_volume * 100, days_held: 1 }));
const PAIRS: readonly (readonly [buyer: string, seller: string, value: number])[] = [
  ['BK', 'YP', 50e6],
  ['BK', 'BK', 20e6],
  ['YP', 'CC', 10e6],
];
const pairs = PAIRS.map(([buyer, seller, value]) => ({ buyer, seller, value, volume: value / 100, freq: 2 }));
const accumulation: AccumulationData = {
  ...{ volume: 1000, value: 5000, average: 5, net_buyers: 1, net_sellers: 2 },
  ...{ label: 'Normal Distribution', average_percent: -14.5, buy_share: NO_SHARE, sell_share: NO_SHARE },
  top: [
    { n: 1, net_volume: -250, percent: -25, net_value: -1250 },
    { n: 3, net_volume: 0, percent: 0, net_value: 0 },
    { n: 5, net_volume: 80, percent: 8, net_value: 400 },
  ],
};
/** 22 days with trades before the range, and its own. */
const before: Day[] = Array.from({ length: 22 }, (_, index) => ({
  ...{ date: `2025-12-${String(index + 1).padStart(2, '0')}`, condition: 'published', absence: null },
}));
/** The close falls below the average cost, and rises above it. */
const crossing = before.slice(0, 3).map(({ date }, index) => ({
  ...{ date, net_volume: 500, net_value: 50_000, position: 500, average_cost: 100, result: 0, days_held: 1 },
  close: [110, 95, 120][index] as number,
}));
const FROZEN = { id: '', path: '', answer: { state: 'idle' } as const, take: () => {} };
const market = [...before, ...days.filter(({ condition }) => condition === 'published')].map(
  ({ date }, index) => ({
    ...{ date, tickers: 900, volume: 1e9, freq: 2e6, value: (10 + (index % 5)) * 1e12 },
    ...{ foreign_buy: 4e12, foreign_sell: 3e12, net_foreign: (index % 2 === 0 ? 1 : -3) * 1e11 },
  }),
);
const compared = [
  { ticker: 'BBCA', values: [100, null, 104.5, 97] },
  { ticker: 'TLKM', values: [100, 99, 104.4, -20] },
];
const flows = [
  { ticker: 'BBCA', net_foreign: 40e9, percent: 12.5 },
  { ticker: 'TLKM', net_foreign: 10e9, percent: 4 },
];
const links: columnsOf.Links = {
  broker: (code) => `/b/${code}`,
  ticker: (ticker) => `/t/${ticker}`,
  position: (ticker, broker) => `/p/${ticker}/${broker}`,
};
/** A row whose numbers all differ: each field has the number of the one before, and one more. */
function rowOfNumbers(): object {
  const texts: Record<string, string> = { date: '2026-01-05', ticker: 'BBCA', code: 'BK', side: 'Beli' };
  const seen: string[] = [];
  return new Proxy(Object.assign(texts, { buyer: 'BK', seller: 'YP' }), {
    get(_, name: string) {
      if (name in texts) return texts[name];
      if (!seen.includes(name)) seen.push(name);
      return 1000.25 + seen.indexOf(name);
    },
  });
}
const COLUMNS: Readonly<Record<string, readonly RowsColumn<never>[]>> = {
  brokers: columnsOf.brokerColumns(locale, brokers, links),
  book: columnsOf.bookColumns(locale, links),
  ranking: columnsOf.rankedBrokerColumns(locale, brokers, links),
  prices: columnsOf.priceColumns(locale),
  inventory: columnsOf.inventoryColumns(locale),
  pairs: columnsOf.pairColumns(locale),
  market: columnsOf.marketDayColumns(locale),
  measures: columnsOf.measureColumns(locale, links, 5),
  day: columnsOf.dayMeasureColumns(locale, ['change_1d', 'value_ratio_20d']),
  position: columnsOf.positionColumns(locale),
  accumulation: columnsOf.accumulationColumns(locale),
  concentration: columnsOf.concentrationColumns(locale),
};
const usage = [
  { date: '2026-01-15', units: 30 },
  { date: '2026-01-16', units: 0 },
  { date: '2026-01-17', units: 45 },
];
const cycle = {
  ...{ start: '2026-01-15', end: '2026-01-20', limit: 100 },
  ...{ used: 75, units_per_day: 25, used_up_on: '2026-01-18' },
};

const PICTURES: Readonly<Record<string, (width: number) => VNode>> = {
  'accumulation-gauge': (width) => <AccumulationGauge data={accumulation} width={width} />,
  'day-strip': (width) => (
    <DayStrip
      title="Perubahan"
      value={2}
      earlier={[-3, 1, 2, 4, 5]}
      percentile={null}
      ranked={60}
      write={(value) => `${value}%`}
      isForeign={false}
      width={width}
    />
  ),
  'position-chart': (width) => <PositionChart rows={positions} days={days} width={width} />,
  'inventory-chart': (width) => (
    <InventoryChart rows={inventory} prices={prices} days={days} isValue={false} width={width} />
  ),
  'price-chart': (width) => (
    <PriceChart rows={prices} days={days} before={[]} isLine={false} lines={['ma10', 'vwap']} width={width} />
  ),
  'price-of-a-day': (width) => (
    <PriceChart
      rows={prices}
      days={days.slice(2, 3)}
      before={days.slice(0, 2)}
      isLine
      lines={['ma10', 'vwap']}
      width={width}
    />
  ),
  'inventory-values': (width) => (
    <InventoryChart rows={inventory} prices={prices} days={days.slice(0, 3)} isValue width={width} />
  ),
  'position-preview': (width) => (
    <FrozenPicture.Provider value={{ ...FROZEN, isPreview: true }}>
      <PositionChart rows={crossing} days={before.slice(0, 3)} width={width} />
    </FrozenPicture.Provider>
  ),
  turnover: (width) => <TurnoverChart rows={market} days={days} before={before} width={width} />,
  'market-flow': (width) => (
    <MarketFlowChart rows={market} days={days} before={before.slice(-2)} width={width} />
  ),
  treemap: (width) => (
    <Treemap
      items={stocks}
      label="Peta"
      steps={[2, 6, 12]}
      tone="foreign"
      read={({ ticker }) => ticker}
      width={width}
    />
  ),
};
const TABLES: Readonly<Record<string, VNode>> = {
  'flow-matrix': <FlowMatrix rows={pairs} brokers={brokers} hrefOf={(code) => `/p/${code}`} />,
  'usage-chart': <UsageChart language="id" days={usage} cycle={cycle} limit_a_day={null} />,
  comparisons: (
    <>
      {(['together', 'lines', 'bars'] as const).map((kind) => (
        <CompareChart
          key={kind}
          label={kind}
          series={compared}
          days={days}
          write={(value) => `${value}%`}
          kind={kind}
        />
      ))}
    </>
  ),
  minutes: (
    <MinuteChart
      minutes={[540, 541, 600].map((minute, file) => ({ minute, file, usual: 2 * file }))}
      label="Transaksi"
    />
  ),
  'flow-bars': (
    <>
      {(['buy', 'sell'] as const).map((side) => (
        <FlowBars
          key={side}
          caption={side}
          columns={{ ticker: 'Saham', value: 'Nilai', share: 'Porsi' }}
          rows={flows}
          full_idr={80e9}
          side={side}
          amount={(idr) => `${idr / 1e9} M`}
          share={(share) => `${share * 100}%`}
        />
      ))}
    </>
  ),
  sparklines: (
    <>
      <Sparkline values={[100, 104, null, 97]} label="Penutupan" />
      <FlowSparkline values={[5, -2.5, 0, null]} label="Asing bersih" />
    </>
  ),
  percentiles: (
    <>
      {[0, 0.2, 10, 62.4, 100, null].map((percentile) => (
        <PercentileDot key={percentile} percentile={percentile} texts={texts.percentile} />
      ))}
    </>
  ),
  'usage-of-days': <UsageChart language="id" days={usage} cycle={null} limit_a_day={50} />,
};

function render(picture: VNode): string {
  return renderToString(<LocaleContext.Provider value={locale}>{picture}</LocaleContext.Provider>);
}

/** An element a line, so that a change of a picture is a change of lines. */
const linesOf = (picture: VNode) => `${render(picture).replaceAll('><', '>\n<')}\n`;

test.each(Object.keys(PICTURES))(
  '%s is drawn as it was reviewed, on a phone and on a screen',
  async (name) => {
    const drawn = WIDTHS.map((width) => linesOf(PICTURES[name]?.(width) as VNode)).join('\n');
    await expect(drawn).toMatchFileSnapshot(`pictures/${name}.txt`);
  },
);

test.each(Object.keys(TABLES))('%s is drawn as it was reviewed', async (name) => {
  await expect(linesOf(TABLES[name] as VNode)).toMatchFileSnapshot(`pictures/${name}.txt`);
});

test('the tables of the pictures have their columns, titles, units and numbers', async () => {
  const tables = Object.entries(COLUMNS).map(([name, columns]) => {
    const props = { caption: name, columns, rows: [rowOfNumbers() as never] };
    return render(<RowsTable {...props} order={columnsOf.NEWEST_FIRST} />).replaceAll(/<\/t[hd]>/g, '$&\n');
  });
  await expect(tables.join('\n')).toMatchFileSnapshot('pictures/tables.txt');
});
