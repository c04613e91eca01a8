import { readTrades, type TradeLine } from './trade-lines.ts';
import type { SheetCell } from './workbook.ts';

/** A row of the exchange's Stock Summary, with the columns that Alir reads and some others. */
export type ExchangeRow = Record<string, string | number | null>;

/** What the exchange publishes about the trades of a daily file. Like the oracle, it imports nothing from src/. */
export function exchangeRows(daily_file: string): ExchangeRow[] {
  const byTicker = new Map<string, TradeLine[]>();
  for (const trade of readTrades(daily_file)) {
    byTicker.set(trade.ticker, [...(byTicker.get(trade.ticker) ?? []), trade]);
  }
  return [...byTicker].map(([ticker, trades], index) => {
    const regular = trades
      .filter(({ market }) => market === 'RG')
      .toSorted((a, b) => a.trade_no - b.trade_no);
    const others = trades.filter(({ market }) => market !== 'RG');
    const prices = regular.map(({ price }) => price);
    return {
      No: index + 1,
      Date: `${trades[0]?.date}T00:00:00`,
      StockCode: ticker,
      StockName: `${ticker}, "Tbk."`,
      Previous: 1000,
      OpenPrice: prices[0] ?? 0,
      FirstTrade: prices[0] ?? 0,
      High: Math.max(0, ...prices),
      Low: regular.length > 0 ? Math.min(...prices) : 0,
      Close: prices.at(-1) ?? 1000,
      Volume: sum(regular, 'volume'),
      Value: sum(regular, 'value'),
      Frequency: regular.length,
      ForeignSell: sum(
        regular.filter((trade) => trade.sellerIsForeign),
        'volume',
      ),
      ForeignBuy: sum(
        regular.filter((trade) => trade.buyerIsForeign),
        'volume',
      ),
      DelistingDate: '',
      NonRegularVolume: sum(others, 'volume'),
      NonRegularValue: sum(others, 'value'),
      NonRegularFrequency: others.length,
    };
  });
}

function sum(trades: readonly TradeLine[], figure: 'volume' | 'value'): number {
  return trades.reduce((total, trade) => total + trade[figure], 0);
}

/** The file of the exchange: whole numbers have a fraction of 0. */
export function summaryJson(rows: readonly ExchangeRow[]): string {
  const data = JSON.stringify(rows).replaceAll(/:(\d+)([,}])/g, ':$1.0$2');
  return `{"draw":0,"recordsTotal":${rows.length},"recordsFiltered":${rows.length},"data":${data}}`;
}

/** The same as CSV. @param named the name of each column */
export function summaryCsv(
  rows: readonly ExchangeRow[],
  named: (name: string) => string = (name) => name,
): string {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: unknown) =>
    typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : `${value}.0`;
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return [columns.map(named).join(','), ...lines, ''].join('\r\n');
}

export const snakeCase = (name: string) =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The headings of the exchange's own tables, with those that Alir does not read. */
export const INDONESIAN: Readonly<Record<string, string>> = {
  No: 'No',
  StockCode: 'Kode Saham',
  StockName: 'Nama Perusahaan',
  Previous: 'Sebelumnya',
  OpenPrice: 'Open Price',
  Date: 'Tanggal Perdagangan Terakhir',
  FirstTrade: 'First Trade',
  High: 'Tertinggi',
  Low: 'Terendah',
  Close: 'Penutupan',
  Volume: 'Volume',
  Value: 'Nilai',
  Frequency: 'Frekuensi',
  ForeignSell: 'Foreign Sell',
  ForeignBuy: 'Foreign Buy',
  NonRegularVolume: 'Non Regular Volume',
  NonRegularValue: 'Non Regular Value',
  NonRegularFrequency: 'Non Regular Frequency',
};
export const ENGLISH: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(INDONESIAN).map((name) => [name, name.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')]),
  ),
  Date: 'Last Trading Date',
};

/** The table of these headings, with the dates and the numbers as they are written in it. */
export function tableOf(
  rows: readonly ExchangeRow[],
  headings: Readonly<Record<string, string>>,
  dateAs: (day: string) => SheetCell = (day) => day,
  numberAs: (number: number) => SheetCell = (number) => number,
): SheetCell[][] {
  const names = Object.keys(headings);
  const cellOf = (row: ExchangeRow, name: string) => {
    const value = row[name] ?? null;
    if (name === 'Date') return dateAs(String(value).slice(0, 10));
    return typeof value === 'number' ? numberAs(value) : value;
  };
  return [
    names.map((name) => headings[name] ?? ''),
    ...rows.map((row) => names.map((name) => cellOf(row, name))),
  ];
}

/** @param separator between the cells, which are in quotation marks */
export const csvOf = (table: readonly SheetCell[][], separator: string) =>
  table
    .map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(separator))
    .join('\r\n');

/** Writes a number with separators of thousands. */
export const grouped =
  (separator: string, end = '') =>
  (number: number) =>
    String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator) + end;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agt', 'Sep', 'Okt', 'Nov', 'Des'];
/** `05 Jan 2026`, as the exchange writes it. */
export const inWords = (day: string) =>
  `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
