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
} from '../../core/market/rows.ts';
import type { Locale } from './locale.ts';
import { measuresOf, type Span } from './requests.ts';
import type { Brokers } from './rows.ts';

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
  /** Where the cell leads. */
  readonly href?: (row: Row) => string;
}

/** By which column a table is sorted. */
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

/** Columns of numbers, in the order of the fields of the answer. */
function figures<Row>(
  { texts }: Locale,
  units: Partial<Record<keyof Row & keyof Titles, string>>,
): RowsColumn<Row>[] {
  return Object.entries<string | undefined>(units).map(([id, unit = '']) => ({
    id,
    title: texts.columns[id as keyof Titles],
    unit,
    value: (row) => row[id as keyof Row] as number | null,
  }));
}

/** An average is written with its two decimals. */
function withDecimals<Row>(
  columns: RowsColumn<Row>[],
  ids: readonly string[],
  locale: Locale,
): RowsColumn<Row>[] {
  return columns.map((column) =>
    ids.includes(column.id) ? { ...column, write: (value) => locale.numbers.full(Number(value), 2) } : column,
  );
}

function totals<Row extends TradeTotals>(locale: Locale): RowsColumn<Row>[] {
  const { texts } = locale;
  const { idr, shares, idr_per_share, trades } = texts.units;
  const columns = figures<TradeTotals>(locale, {
    buy_value: idr,
    sell_value: idr,
    buy_volume: shares,
    sell_volume: shares,
    buy_avg: idr_per_share,
    sell_avg: idr_per_share,
    buy_freq: trades,
    sell_freq: trades,
  });
  const net: RowsColumn<TradeTotals> = {
    id: 'net_value',
    title: texts.columns.net_value,
    unit: idr,
    value: ({ buy_value, sell_value }) => buy_value - sell_value,
    write: (value) => locale.numbers.signed(Number(value)),
  };
  return withDecimals([net, ...columns], ['buy_avg', 'sell_avg'], locale);
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
  const { texts, numbers } = locale;
  const share: RowsColumn<RankedBroker> = {
    id: 'share',
    title: texts.columns.share,
    unit: texts.units.percent,
    value: (row) => row.share,
    write: (value) => numbers.full(Number(value), 2),
  };
  const [code, name, ...rest] = brokerColumns(locale, brokers, links) as RowsColumn<RankedBroker>[];
  return [code, name, share, ...rest].filter((column) => column !== undefined);
}

function tickerColumn<Row extends { readonly ticker: string }>(
  { texts }: Locale,
  links: Links,
): RowsColumn<Row> {
  return {
    id: 'ticker',
    title: texts.columns.ticker,
    value: ({ ticker }) => ticker,
    href: ({ ticker }) => links.ticker(ticker),
  };
}

/** Dates are sorted as `YYYY-MM-DD` and written in the language. */
function dateColumn<Row extends { readonly date: string }>({ texts, dates }: Locale): RowsColumn<Row> {
  return {
    id: 'date',
    title: texts.columns.date,
    value: ({ date }) => date,
    write: (date) => dates.short(String(date)),
  };
}

export function priceColumns(locale: Locale): RowsColumn<PriceRow>[] {
  const { idr, shares, idr_per_share } = locale.texts.units;
  const columns = figures<PriceRow>(locale, {
    open: idr,
    high: idr,
    low: idr,
    close: idr,
    average: idr_per_share,
    volume: shares,
    value: idr,
    freq: '',
    net_foreign: idr,
  });
  const write = (value: unknown) => locale.numbers.price(Number(value));
  const priced = columns.map((column) =>
    ['open', 'high', 'low', 'close'].includes(column.id) ? { ...column, write } : column,
  );
  return [dateColumn(locale), ...withDecimals(priced, ['average'], locale)];
}

export function inventoryColumns(locale: Locale): RowsColumn<InventoryRow>[] {
  const { idr, shares } = locale.texts.units;
  return [
    dateColumn(locale),
    { id: 'code', title: locale.texts.columns.broker, value: ({ code }) => code },
    ...figures<InventoryRow>(locale, {
      net_volume: shares,
      net_value: idr,
      cumulative_volume: shares,
      cumulative_value: idr,
    }),
  ];
}

export function pairColumns(locale: Locale): RowsColumn<PairRow>[] {
  const { idr, shares } = locale.texts.units;
  return [
    { id: 'buyer', title: locale.texts.columns.buyer, value: ({ buyer }) => buyer },
    { id: 'seller', title: locale.texts.columns.seller, value: ({ seller }) => seller },
    ...figures<PairRow>(locale, { value: idr, volume: shares, freq: '' }),
  ];
}

export function marketDayColumns(locale: Locale): RowsColumn<MarketDayRow>[] {
  const { idr, shares } = locale.texts.units;
  return [
    dateColumn(locale),
    ...figures<MarketDayRow>(locale, {
      value: idr,
      volume: shares,
      freq: '',
      foreign_buy: idr,
      foreign_sell: idr,
      net_foreign: idr,
    }),
  ];
}

/** The measures of the market page. @param span days of the change and of the foreign flow */
export function measureColumns(locale: Locale, links: Links, span: Span): RowsColumn<MeasureRow>[] {
  const { columns, units, measures } = locale.texts;
  const names = measuresOf(span);
  const written = (id: string, title: string, unit: string, decimals: 0 | 2): RowsColumn<MeasureRow> => ({
    id,
    title,
    unit,
    value: (row) => row[id] ?? null,
    write: (value) => locale.numbers.full(Number(value), decimals),
  });
  return [
    tickerColumn(locale, links),
    written('close', columns.close, units.idr, 0),
    written(names.change, measures.change(span), units.percent, 2),
    written('value', columns.value, units.idr, 0),
    written('volume_ratio_20d', measures.volume_ratio, '×', 2),
    written(names.net_foreign, measures.net_foreign(span), units.idr, 0),
    written(names.foreign_share, measures.foreign_share(span), units.percent, 2),
    written('foreign_streak', columns.streak, units.days, 0),
  ];
}

/** The measures of one day that are compared with the days before. */
export function dayMeasureColumns(
  locale: Locale,
  names: readonly (keyof Locale['texts']['day']['measures'])[],
): RowsColumn<MeasureRow>[] {
  return [
    dateColumn(locale),
    ...names.map((id) => ({
      id,
      title: locale.texts.day.measures[id],
      unit: id.includes('_ratio_') ? '×' : locale.texts.units.percent,
      value: (row: MeasureRow) => row[id] ?? null,
      write: (value: string | number) => locale.numbers.full(Number(value), 2),
    })),
  ];
}

export function positionColumns(locale: Locale): RowsColumn<PositionDay>[] {
  const { idr, shares, idr_per_share, days } = locale.texts.units;
  const columns = figures<PositionDay>(locale, {
    net_volume: shares,
    net_value: idr,
    position: shares,
    average_cost: idr_per_share,
    close: idr,
    result: idr,
    days_held: days,
  });
  return [dateColumn(locale), ...withDecimals(columns, ['average_cost'], locale)];
}

export type AccumulationTop = AccumulationData['top'][number];

export function accumulationColumns(locale: Locale): RowsColumn<AccumulationTop>[] {
  const { idr, shares, percent } = locale.texts.units;
  const { of_volume, at_vwap } = locale.texts.columns;
  const columns = [
    ...figures<AccumulationTop>(locale, { net_volume: shares }),
    ...figures<AccumulationTop>(locale, { percent }).map((column) => ({ ...column, title: of_volume })),
    ...figures<AccumulationTop>(locale, { net_value: idr }).map((column) => ({ ...column, title: at_vwap })),
  ];
  return [
    { id: 'n', title: locale.texts.columns.top, value: ({ n }) => n },
    ...withDecimals(columns, ['percent'], locale),
  ];
}

/** How concentrated one side is. */
export interface ConcentrationRow {
  readonly side: string;
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
  readonly hhi: number;
}

export function concentrationColumns(locale: Locale): RowsColumn<ConcentrationRow>[] {
  const { percent } = locale.texts.units;
  const columns = figures<ConcentrationRow>(locale, { top1: percent, top3: percent, top5: percent, hhi: '' });
  return [
    { id: 'side', title: locale.texts.columns.side, value: ({ side }) => side },
    ...withDecimals(columns, ['top1', 'top3', 'top5', 'hhi'], locale),
  ];
}
