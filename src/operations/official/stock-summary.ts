import type { IsoDate } from '../../core/dates.ts';
import { groupedBy } from '../../core/grouped-by.ts';
import { tickerOf } from '../../core/market/market.ts';
import { counted } from '../../core/words.ts';
import { readTable, type Table } from './table-file.ts';
import { type Cell, dayInName, dayOf, numberReader, plainName, printable, refused } from './table-values.ts';

/** Trades, shares and IDR. */
export interface Totals {
  readonly freq: number;
  readonly volume: number;
  readonly value: number;
}

/** A stock in the exchange's Stock Summary. Totals, prices and foreign figures are those of the regular market. */
export interface SummaryRow extends Totals {
  readonly ticker: string;
  /** `OpenPrice`, the price of the opening auction, and `FirstTrade`, the first price after it; null if the file states none. */
  readonly open_price: number | null;
  readonly first_trade: number | null;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares. */
  readonly foreign_buy: number;
  readonly foreign_sell: number;
  /** The negotiated and the cash market together; null in a file without these columns. */
  readonly non_regular: Totals | null;
}

/** The exchange's Stock Summary of one day. */
export interface StockSummary {
  readonly trade_date: IsoDate;
  readonly rows: readonly SummaryRow[];
}

/** What a file contains: one or several days of all stocks, or of one stock. */
export interface SummaryFile {
  /** In order. */
  readonly days: readonly StockSummary[];
  /** The ticker of a file of one stock; null for a file of all stocks. */
  readonly stock: string | null;
}

/** The columns with their other names: the exchange's in Indonesian, and common ones of tables made of its files. */
const COLUMNS = {
  StockCode: ['Kode Saham', 'Kode', 'Kode Efek', 'Ticker'],
  Date: ['Tanggal', 'Trade Date', 'Trading Date', 'Tanggal Perdagangan'],
  LastTradingDate: ['Tanggal Perdagangan Terakhir'],
  OpenPrice: ['Open', 'Pembukaan', 'Harga Pembukaan'],
  FirstTrade: ['Perdagangan Pertama'],
  High: ['Tertinggi'],
  Low: ['Terendah'],
  Close: ['Penutupan'],
  Volume: [],
  Value: ['Nilai'],
  Frequency: ['Frekuensi', 'Freq'],
  ForeignBuy: ['Beli Asing', 'Asing Beli'],
  ForeignSell: ['Jual Asing', 'Asing Jual'],
  NonRegularVolume: ['Volume Non Reguler', 'Non Reguler Volume'],
  NonRegularValue: ['Nilai Non Reguler', 'Non Reguler Nilai'],
  NonRegularFrequency: ['Frekuensi Non Reguler', 'Non Reguler Frekuensi'],
} as const;
type Column = keyof typeof COLUMNS;

const NAMES = new Set(Object.entries(COLUMNS).flatMap(([name, others]) => [name, ...others].map(plainName)));

const REQUIRED: readonly Column[] = ['High', 'Low', 'Close', 'Volume', 'Value', 'Frequency', 'ForeignBuy'];
const OPENS: readonly Column[] = ['OpenPrice', 'FirstTrade'];
const NON_REGULAR: readonly Column[] = ['NonRegularVolume', 'NonRegularValue', 'NonRegularFrequency'];

const MAX_SHOWN_PROBLEMS = 5;
const MAX_SHOWN_CHARACTERS = 40;

/**
 * Reads the exchange's file, in English or Indonesian: see `readTable` for the formats.
 * @param name of the file: it may state the day or the stock of a file without such a column
 * @throws AlirError `bad_official_file` with the first problems. The messages continue a sentence that starts with the name of the file
 */
export async function readStockSummary(bytes: Buffer, name: string): Promise<SummaryFile> {
  const table = await readTable(bytes, (heading) => NAMES.has(heading));
  const places = placesIn(table);
  const stock_in_name = places.StockCode === undefined ? stockInName(name) : undefined;
  // JSON without rows has no columns either.
  if (table.columns.length > 0) refuseMissing(table, places, stock_in_name, dayInName(name));
  if (table.rows.length === 0) {
    throw refused(
      'has no rows. The exchange returns an empty list for a day without trading. Check the date.',
    );
  }
  const rows = rowsOf(table, places, stock_in_name, dayInName(name));
  const file = fileOf(isByLastTrade(places) ? ofTradingDays(rows) : rows, stock_in_name);
  refuseOtherDay(file, dayInName(name));
  return file;
}

/** A file in the American order of dates would be compared with another day. */
function refuseOtherDay({ days: [day, ...others] }: SummaryFile, day_in_name: IsoDate | undefined): void {
  if (day === undefined || others.length > 0 || day_in_name === undefined) return;
  const [year, month, date] = day.trade_date.split('-');
  if (day.trade_date === day_in_name || `${year}-${date}-${month}` !== day_in_name) return;
  throw refused(
    `has ${day_in_name} in its name and ${day.trade_date} in its rows: dates are read as day/month/year. Correct the dates or the name.`,
  );
}

/** The column `Date` has the day of each row. The exchange's own tables have the last trading date of each stock instead. */
function isByLastTrade(places: Places): boolean {
  return places.Date === undefined && places.LastTradingDate !== undefined;
}

type Places = Readonly<Partial<Record<Column, number>>>;

function placesIn({ columns }: Table): Places {
  const plain = columns.map(plainName);
  const places: Partial<Record<Column, number>> = {};
  for (const [column, others] of Object.entries(COLUMNS)) {
    const place = [column, ...others].map((name) => plain.indexOf(plainName(name))).find((at) => at !== -1);
    if (place !== undefined) places[column as Column] = place;
  }
  return places;
}

/** The ticker at the start of a name such as `BBCA.csv` or `BBCA 2025.xlsx`, in capitals. */
export function stockInName(name: string): string | undefined {
  return /^[A-Z]{4}M?(?:-[WR]\d{0,2})?(?![A-Za-z\d])/.exec(name)?.[0];
}

function refuseMissing(
  { format }: Table,
  places: Places,
  stock: string | undefined,
  day: IsoDate | undefined,
): void {
  const isMissing = (column: Column) => places[column] === undefined;
  const missing: string[] = [
    ...(isMissing('StockCode') && stock === undefined ? ['StockCode'] : []),
    ...(isMissing('Date') && isMissing('LastTradingDate') && day === undefined ? ['Date'] : []),
    ...[...REQUIRED, 'ForeignSell' as const].filter(isMissing),
    ...(OPENS.every(isMissing) ? ['OpenPrice or FirstTrade'] : []),
  ];
  const missing_non_regular = NON_REGULAR.filter(isMissing);
  if (missing_non_regular.length < NON_REGULAR.length) missing.push(...missing_non_regular);
  if (missing.length === 0) return;
  throw refused(
    `has no ${missing.join(', ')} in ${format === 'JSON' ? 'every row' : 'the header'}. Alir needs the Stock Summary of the exchange with its original column names, in English or Indonesian.`,
  );
}

interface DatedRow {
  readonly day: IsoDate;
  readonly row: SummaryRow;
}

function rowsOf(
  table: Table,
  places: Places,
  stock: string | undefined,
  day_in_name: IsoDate | undefined,
): DatedRow[] {
  const cellIn = (cells: readonly (Cell | undefined)[], column: Column) => cells[places[column] ?? -1];
  const figures = [...OPENS, ...REQUIRED, 'ForeignSell' as const, ...NON_REGULAR];
  const stated = numberReader(
    (function* () {
      for (const cells of table.rows) for (const column of figures) yield cellIn(cells, column);
    })(),
  );
  /** JSON.parse rounds larger numbers to 2^53 or more, so they are refused. The exchange writes whole numbers as 53862300.0. */
  const wholeOf = (cell: Cell | undefined): number | undefined => {
    if (table.format === 'JSON' && typeof cell !== 'number') return undefined;
    const number = stated(cell)?.number;
    return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
  };
  const hasNonRegular = places.NonRegularVolume !== undefined;
  const by_last_trade = isByLastTrade(places);
  const problems: string[] = [];
  const seen = new Set<string>();
  const rows = table.rows.map((cells, index): DatedRow => {
    const code = cellIn(cells, 'StockCode');
    const ticker = stock ?? (typeof code === 'string' ? tickerOf(code) : undefined) ?? '';
    const report = (problem: string) => {
      problems.push(`row ${index + 1}${ticker === '' ? '' : ` (${ticker})`}: ${problem}`);
    };
    if (ticker === '') report(`StockCode is ${shown(code)}, which is not a ticker`);
    const date = cellIn(cells, by_last_trade ? 'LastTradingDate' : 'Date');
    const day = by_last_trade || places.Date !== undefined ? dayOf(date) : day_in_name;
    if (day === undefined) report(`Date is ${shown(date)}, which is not a date such as 2026-01-19`);
    const whole = (column: Column): number => {
      const number = wholeOf(cellIn(cells, column));
      if (number !== undefined && number >= 0) return number;
      report(`${column} is ${shown(cellIn(cells, column))}, which is not a whole number of 0 or more`);
      return 0;
    };
    /** The exchange writes 0, or a negative number, for a price that does not exist. */
    const price = (column: Column): number | null => {
      const cell = cellIn(cells, column);
      if (cell === undefined || cell === null || cell === '' || cell === '-') return null;
      return (wholeOf(cell) ?? 0) < 0 ? null : whole(column) || null;
    };
    const row: SummaryRow = {
      ticker,
      open_price: price('OpenPrice'),
      first_trade: price('FirstTrade'),
      high: whole('High'),
      low: whole('Low'),
      close: whole('Close'),
      freq: whole('Frequency'),
      volume: whole('Volume'),
      value: whole('Value'),
      foreign_buy: whole('ForeignBuy'),
      foreign_sell: whole('ForeignSell'),
      non_regular: hasNonRegular
        ? {
            freq: whole('NonRegularFrequency'),
            volume: whole('NonRegularVolume'),
            value: whole('NonRegularValue'),
          }
        : null,
    };
    const key = `${day} ${ticker}`;
    const isOfItsDay = ticker !== '' && (!by_last_trade || isTraded(row));
    if (isOfItsDay && seen.has(key)) report('the ticker is repeated');
    if (isOfItsDay) seen.add(key);
    return { day: day ?? '', row };
  });
  refuseProblems(problems);
  return rows;
}

function isTraded({ freq, non_regular }: SummaryRow): boolean {
  return freq > 0 || (non_regular?.freq ?? 0) > 0;
}

/**
 * The last trading date of a stock without trades may be an earlier day. In a file of one day, such a row belongs to this day. In a file of
 * several days its day is not known, and without it the stock counts as not listed, which is the same as a stock without trades.
 */
function ofTradingDays(rows: readonly DatedRow[]): DatedRow[] {
  const traded = rows.filter(({ row }) => isTraded(row));
  const days = new Set((traded.length > 0 ? traded : rows).map(({ day }) => day));
  const [only = ''] = days;
  if (days.size > 1) return traded;
  const seen = new Set<string>();
  for (const { day, row } of rows) {
    if (day > only || seen.has(row.ticker)) {
      throw refused(
        `has ${row.ticker} twice, or with a later date than its trades. Save one file for each day.`,
      );
    }
    seen.add(row.ticker);
  }
  return rows.map(({ row }) => ({ day: only, row }));
}

function fileOf(rows: readonly DatedRow[], stock_in_name: string | undefined): SummaryFile {
  const days = groupedBy(rows, ({ day }) => day);
  const [first] = rows;
  const isOneStock = stock_in_name !== undefined || (days.size > 1 && days.size === rows.length);
  const hasOneTicker = rows.every(({ row }) => row.ticker === first?.row.ticker);
  return {
    days: [...days]
      .map(([trade_date, of_day]) => ({ trade_date, rows: of_day.map(({ row }) => row) }))
      .toSorted((a, b) => (a.trade_date < b.trade_date ? -1 : 1)),
    stock: isOneStock && hasOneTicker ? (first?.row.ticker ?? null) : null,
  };
}

function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const listed = problems.slice(0, MAX_SHOWN_PROBLEMS).join('; ');
  const more =
    problems.length > MAX_SHOWN_PROBLEMS ? `; and ${problems.length - MAX_SHOWN_PROBLEMS} more` : '';
  throw refused(
    `has ${counted(problems.length, 'wrong cell')}: ${listed}${more}. Download it again, and do not edit it.`,
  );
}

function shown(cell: Cell | undefined): string {
  return cell === undefined ? 'missing' : printable(JSON.stringify(cell), MAX_SHOWN_CHARACTERS);
}
