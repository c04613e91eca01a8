import type {
  AccumulationData,
  BrokerRow,
  BrokerStockRow,
  InventoryRow,
  MarketDayRow,
  MeasureRow,
  PairRow,
  PositionDay,
  PriceRow,
  RankedBroker,
  TradeTotals,
} from '../../../core/market/rows.ts';
import type { Locale } from '../locale.ts';
import { measuresOf, type Span } from '../requests/requests.ts';
import type { Brokers } from '../requests/rows.ts';

/** A column of a table. Numbers are aligned to the right. */
export interface RowsColumn<Row> {
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
  readonly value: (row: Row) => string | number | null;
  /** Writes a value that is not null; numbers are written in full by default. */
  readonly write?: (value: string | number) => string;
  /** Not shown on a phone, where the numbers need the space. */
  readonly isWideOnly?: boolean;
  readonly href?: (row: Row) => string;
}

export interface Order {
  readonly id: string;
  readonly is_descending: boolean;
}

/** The order of a picture's days, the newest first. */
export const NEWEST_FIRST: Order = { id: 'date', is_descending: true };
/** The order of the bars of a picture. */
export const LARGEST_NET_FIRST: Order = { id: 'net_value', is_descending: true };

/** Where the code of a broker, and of a stock, leads. */
export interface Links {
  readonly broker: (code: string) => string;
  readonly ticker: (ticker: string) => string;
  /** To the trades of a broker in a stock. */
  readonly position: (ticker: string, broker: string) => string;
}

type Titles = Locale['texts']['columns'];

/** The figures of answers by their units. Others, such as numbers of trades, have none. */
const FIGURES = {
  idr: [
    ...['open', 'high', 'low', 'close', 'value', 'net_value', 'buy_value', 'sell_value', 'cumulative_value'],
    ...['net_foreign', 'foreign_buy', 'foreign_sell', 'result'],
  ],
  shares: ['volume', 'net_volume', 'buy_volume', 'sell_volume', 'cumulative_volume', 'position'],
  idr_per_share: ['average', 'average_cost', 'buy_avg', 'sell_avg'],
  percent: ['percent', 'share', 'top1', 'top3', 'top5'],
  trades: ['buy_freq', 'sell_freq'],
  days: ['days_held'],
} as const;
const UNITS = new Map<string, keyof typeof FIGURES>(
  Object.entries(FIGURES).flatMap(([unit, ids]) => ids.map((id) => [id, unit as keyof typeof FIGURES])),
);
/** An average, a percent and an index are written with their two decimals. */
const DECIMALS: readonly string[] = [...FIGURES.idr_per_share, ...FIGURES.percent, 'hhi'];

/** Columns of numbers. @param ids fields of the answer */
function figures<Row>(
  { texts, numbers }: Locale,
  ...ids: readonly (keyof Row & keyof Titles)[]
): RowsColumn<Row>[] {
  return ids.map((id) => {
    const unit = UNITS.get(id);
    return {
      id,
      title: texts.columns[id],
      ...(unit && { unit: texts.units[unit] }),
      value: (row) => row[id] as number | null,
      ...(DECIMALS.includes(id) && { write: (value) => numbers.full(Number(value), 2) }),
    };
  });
}

function textColumn<Row>({ texts: { columns } }: Locale, id: keyof Row & keyof Titles): RowsColumn<Row> {
  return { id, title: columns[id], value: (row) => row[id] as string };
}

function totals<Row extends TradeTotals>(locale: Locale): RowsColumn<Row>[] {
  const net: RowsColumn<Row> = {
    id: 'net_value',
    title: locale.texts.columns.net_value,
    unit: locale.texts.units.idr,
    value: ({ buy_value, sell_value }) => buy_value - sell_value,
    write: (value) => locale.numbers.signed(Number(value)),
  };
  return [
    net,
    ...figures<Row>(locale, 'buy_value', 'sell_value', 'buy_volume', 'sell_volume'),
    ...figures<Row>(locale, 'buy_avg', 'sell_avg', 'buy_freq', 'sell_freq'),
  ];
}

export function brokerColumns(locale: Locale, brokers: Brokers, links: Links): RowsColumn<BrokerRow>[] {
  return [
    {
      id: 'code',
      title: locale.texts.columns.broker,
      value: ({ code }) => code,
      href: ({ code }) => links.broker(code),
    },
    {
      id: 'name',
      title: locale.texts.columns.name,
      value: ({ code }) => brokers[code]?.name ?? null,
      isWideOnly: true,
    },
    ...totals<BrokerRow>(locale),
  ];
}

export function bookColumns(locale: Locale, links: Links): RowsColumn<BrokerStockRow>[] {
  return [tickerColumn(locale, links), ...totals<BrokerStockRow>(locale)];
}

export function rankedBrokerColumns(
  locale: Locale,
  brokers: Brokers,
  links: Links,
): RowsColumn<RankedBroker>[] {
  const columns: RowsColumn<RankedBroker>[] = brokerColumns(locale, brokers, links);
  return columns.toSpliced(2, 0, ...figures<RankedBroker>(locale, 'share'));
}

function tickerColumn<Row extends { readonly ticker: string }>(
  locale: Locale,
  links: Links,
): RowsColumn<Row> {
  return { ...textColumn<Row>(locale, 'ticker'), href: ({ ticker }) => links.ticker(ticker) };
}

/** Dates are sorted as `YYYY-MM-DD` and written in the language. */
function dateColumn<Row extends { readonly date: string }>(locale: Locale): RowsColumn<Row> {
  return { ...textColumn<Row>(locale, 'date'), write: (date) => locale.dates.short(String(date)) };
}

export function priceColumns(locale: Locale): RowsColumn<PriceRow>[] {
  const prices = figures<PriceRow>(locale, 'open', 'high', 'low', 'close');
  return [
    dateColumn(locale),
    ...prices.map((column) => ({
      ...column,
      write: (value: unknown) => locale.numbers.price(Number(value)),
    })),
    ...figures<PriceRow>(locale, 'average', 'volume', 'value', 'freq', 'net_foreign'),
  ];
}

export function inventoryColumns(locale: Locale): RowsColumn<InventoryRow>[] {
  return [
    dateColumn(locale),
    { id: 'code', title: locale.texts.columns.broker, value: ({ code }) => code },
    ...figures<InventoryRow>(locale, 'net_volume', 'net_value', 'cumulative_volume', 'cumulative_value'),
  ];
}

export function pairColumns(locale: Locale): RowsColumn<PairRow>[] {
  return [
    textColumn<PairRow>(locale, 'buyer'),
    textColumn<PairRow>(locale, 'seller'),
    ...figures<PairRow>(locale, 'value', 'volume', 'freq'),
  ];
}

export function marketDayColumns(locale: Locale): RowsColumn<MarketDayRow>[] {
  return [
    dateColumn(locale),
    ...figures<MarketDayRow>(locale, 'value', 'volume', 'freq', 'foreign_buy', 'foreign_sell', 'net_foreign'),
  ];
}

function measureColumn(
  { numbers }: Locale,
  id: string,
  title: string,
  unit: string,
  decimals: 0 | 2 = 2,
): RowsColumn<MeasureRow> {
  const write = (value: string | number) => numbers.full(Number(value), decimals);
  return { id, title, unit, value: (row) => row[id] ?? null, write };
}

/** The measures of the market page. @param span days of the change and of the foreign flow */
export function measureColumns(locale: Locale, links: Links, span: Span): RowsColumn<MeasureRow>[] {
  const { columns, units, measures } = locale.texts;
  const names = measuresOf(span);
  return [
    tickerColumn(locale, links),
    measureColumn(locale, 'close', columns.close, units.idr, 0),
    measureColumn(locale, names.change, measures.change(span), units.percent),
    measureColumn(locale, 'value', columns.value, units.idr, 0),
    measureColumn(locale, 'volume_ratio_20d', measures.volume_ratio, '×'),
    measureColumn(locale, names.net_foreign, measures.net_foreign(span), units.idr, 0),
    measureColumn(locale, names.foreign_share, measures.foreign_share(span), units.percent),
    measureColumn(locale, 'foreign_streak', columns.streak, units.days, 0),
  ];
}

/** The measures of one day that are compared with the days before. */
export function dayMeasureColumns(
  locale: Locale,
  names: readonly (keyof Locale['texts']['day']['measures'])[],
): RowsColumn<MeasureRow>[] {
  const { day, units } = locale.texts;
  const unitOf = (name: string) => (name.includes('_ratio_') ? '×' : units.percent);
  return [
    dateColumn(locale),
    ...names.map((name) => measureColumn(locale, name, day.measures[name], unitOf(name))),
  ];
}

export function positionColumns(locale: Locale): RowsColumn<PositionDay>[] {
  return [
    dateColumn(locale),
    ...figures<PositionDay>(locale, 'net_volume', 'net_value', 'position', 'average_cost'),
    ...figures<PositionDay>(locale, 'close', 'result', 'days_held'),
  ];
}

type AccumulationTop = AccumulationData['top'][number];

export function accumulationColumns(locale: Locale): RowsColumn<AccumulationTop>[] {
  const { columns } = locale.texts;
  const titles: Readonly<Record<string, string>> = { percent: columns.of_volume, net_value: columns.at_vwap };
  return [
    { id: 'n', title: columns.top, value: ({ n }) => n },
    ...figures<AccumulationTop>(locale, 'net_volume', 'percent', 'net_value').map((column) => ({
      ...column,
      title: titles[column.id] ?? column.title,
    })),
  ];
}

/** How concentrated one side is. */
type ConcentrationRow = AccumulationData['buy_share'] & { readonly side: string };

export function concentrationColumns(locale: Locale): RowsColumn<ConcentrationRow>[] {
  return [
    textColumn<ConcentrationRow>(locale, 'side'),
    ...figures<ConcentrationRow>(locale, 'top1', 'top3', 'top5', 'hhi'),
  ];
}
