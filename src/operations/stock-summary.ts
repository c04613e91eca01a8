import { type IsoDate, isIsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import { tickerOf } from '../core/market.ts';
import { counted } from '../core/words.ts';

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

type Cell = string | number | boolean | null;

/** A row as the file has it: the values by the name of their column, in lower case without separators. */
type Cells = ReadonlyMap<string, Cell>;

const REQUIRED = [
  'StockCode',
  'Date',
  'High',
  'Low',
  'Close',
  'Volume',
  'Value',
  'Frequency',
  'ForeignBuy',
  'ForeignSell',
];
const OPENS = ['OpenPrice', 'FirstTrade'];
const NON_REGULAR = ['NonRegularVolume', 'NonRegularValue', 'NonRegularFrequency'];

const MAX_SHOWN_PROBLEMS = 5;
const MAX_SHOWN_CHARACTERS = 40;
/** The longest cell of the exchange is the name of a stock. */
const MAX_CELL_CHARACTERS = 1000;
/** The exchange lists about 1,000 stocks. */
const MAX_ROWS = 100_000;

/**
 * Reads a Stock Summary: JSON as `{"data":[{"StockCode":"BBCA",...}]}`, or CSV. Column names may also be in snake case.
 * @throws AlirError `bad_official_file` with the first problems. The messages continue a sentence that starts with the name of the file
 */
export function readStockSummary(text: string): StockSummary {
  const content = text.replace(/^\ufeff/, '').trimStart();
  if (content === '') throw bad('is empty. Download it again.');
  if (content.startsWith('<')) {
    throw bad('is an HTML or XML page, such as an error page or a sign-in page. Download the file again.');
  }
  if (content.includes('\0')) {
    throw bad('is binary data or UTF-16 text. Unpack it, or save it as UTF-8 text.');
  }
  const isJson = /^[{[]/.test(content);
  const rows = isJson ? jsonRows(content) : csvRows(content);
  if (rows.length === 0) {
    throw bad('has no rows. The exchange returns an empty list for a day without trading. Check the date.');
  }
  return summaryOf(rows, isJson ? wholeNumber : wholeNumberIn);
}

function jsonRows(content: string): Cells[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    const reason = printable((error as Error).message, 100);
    throw bad(`is not valid JSON (${reason}). The download was probably interrupted. Download it again.`);
  }
  const { data, recordsTotal } = (parsed ?? {}) as { data?: unknown; recordsTotal?: unknown };
  if (!Array.isArray(data)) {
    throw bad(
      'has no list "data". The exchange\'s file has the form {"data":[{"StockCode":"BBCA",...}]}. Save the whole response of the exchange.',
    );
  }
  if (typeof recordsTotal === 'number' && recordsTotal > data.length) {
    throw bad(
      `contains ${data.length} of ${counted(recordsTotal, 'row')} (recordsTotal). Download all rows, for example with length=9999.`,
    );
  }
  if (data.length > MAX_ROWS) throw bad(tooManyRows());
  return data.map((row, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw bad(`has an element of "data" that is not an object (row ${index + 1}). Download it again.`);
    }
    const cells = new Map<string, Cell>();
    for (const [name, value] of Object.entries(row)) {
      if (cells.has(plainName(name))) throw bad(repeatedColumn(name));
      cells.set(plainName(name), cellOf(value, name, index + 1));
    }
    return cells;
  });
}

/** Accepts only simple values, because a deeply nested list overflows the stack when it is converted to text or to a number. */
function cellOf(value: unknown, name: string, row: number): Cell {
  const place = `${printable(name, MAX_SHOWN_CHARACTERS)} of row ${row}`;
  if (typeof value === 'string' && value.length > MAX_CELL_CHARACTERS) throw bad(tooLong(place));
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Cell;
  throw bad(`has a list or an object in ${place}. Download it again, and do not edit it.`);
}

function csvRows(content: string): Cells[] {
  const [first = ''] = content.split('\n', 1);
  const separator = first.includes(';') && !first.includes(',') ? ';' : ',';
  const [header = [], ...lines] = csvLines(content, separator);
  const names = header.map(plainName);
  const repeated = header.find((name, index) => names.indexOf(plainName(name)) !== index);
  if (repeated !== undefined) throw bad(repeatedColumn(repeated));
  refuseMissing(new Set(names), 'the header');
  return lines.map((cells, index) => {
    if (cells.length !== names.length) {
      throw bad(
        `has ${counted(cells.length, 'cell')} in row ${index + 1}, but its header has ${names.length}. Export it again, with quotation marks around cells that contain "${separator}".`,
      );
    }
    return new Map(cells.map((cell, column) => [names[column] ?? '', cell]));
  });
}

/** The cells of each line that is not blank. A cell in quotation marks may contain separators, line breaks and doubled quotation marks. */
function csvLines(content: string, separator: string): string[][] {
  const stop = new RegExp(`["${separator}\\r\\n]`, 'g');
  const lineNumber = (index: number) => content.slice(0, index).split('\n').length;
  const lines: string[][] = [];
  let line: string[] = [];
  let start = 0;
  while (start < content.length) {
    const end = endOfCell(content, start, stop);
    if (end - start > MAX_CELL_CHARACTERS) throw bad(tooLong(`line ${lineNumber(start)}`));
    const isSeparator = content[end] === separator;
    const next = isSeparator ? end + 1 : endOfLine(content, end);
    if (next === undefined) {
      throw bad(
        `has a quotation mark in the wrong place (line ${lineNumber(start)}). Export it again as CSV.`,
      );
    }
    const text = content.slice(start, end);
    line.push((text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text).trim());
    start = next;
    if (isSeparator && start < content.length) continue;
    if (isSeparator) line.push('');
    if (line.length > 1 || line[0] !== '') lines.push(line);
    if (lines.length > MAX_ROWS) throw bad(tooManyRows());
    line = [];
  }
  return lines;
}

/**
 * The index after a cell; `start` if its quotation marks are not closed. A regular expression for the whole cell would overflow the stack on
 * a long one.
 * @param stop matches what ends a cell without quotation marks
 */
function endOfCell(content: string, start: number, stop: RegExp): number {
  if (content[start] !== '"') {
    stop.lastIndex = start;
    return stop.exec(content)?.index ?? content.length;
  }
  let end = content.indexOf('"', start + 1);
  while (end !== -1 && content[end + 1] === '"') end = content.indexOf('"', end + 2);
  return end === -1 ? start : end + 1;
}

/** The index after the end of the line at `index`; undefined if the line does not end there. */
function endOfLine(content: string, index: number): number | undefined {
  if (index === content.length) return index;
  if (content[index] === '\n') return index + 1;
  return content.startsWith('\r\n', index) ? index + 2 : undefined;
}

/** @param numberIn the number in a cell; undefined if it is not a whole number of 0 or more */
function summaryOf(
  rows: readonly Cells[],
  numberIn: (cell: Cell | undefined) => number | undefined,
): StockSummary {
  const names = new Set(rows.flatMap((cells) => [...cells.keys()]));
  refuseMissing(names, 'every row');
  const hasNonRegular = NON_REGULAR.some((name) => names.has(plainName(name)));
  const problems: string[] = [];
  const days = new Set<string>();
  const tickers = new Set<string>();
  const summary = rows.map((cells, index): SummaryRow => {
    const ticker = tickerIn(cells);
    const report = (problem: string) => {
      problems.push(`row ${index + 1}${ticker === '' ? '' : ` (${ticker})`}: ${problem}`);
    };
    if (ticker === '') report(`StockCode is ${shownValue(cells.get('stockcode'))}, which is not a ticker`);
    else if (tickers.has(ticker)) report('the ticker is repeated');
    tickers.add(ticker);
    const day = dayIn(cells);
    if (day === undefined)
      report(`Date is ${shownValue(cells.get('date'))}, which is not a date as YYYY-MM-DD`);
    else days.add(day);
    const whole = (name: string): number => {
      const number = numberIn(cells.get(plainName(name)));
      if (number === undefined) {
        report(
          `${name} is ${shownValue(cells.get(plainName(name)))}, which is not a whole number of 0 or more`,
        );
      }
      return number ?? 0;
    };
    /** The exchange writes 0, or a negative number, for a price that does not exist. */
    const price = (name: string): number | null => {
      const cell = cells.get(plainName(name));
      if (cell === undefined || cell === null || cell === '') return null;
      if (Number(cell) < 0) return null;
      return whole(name) || null;
    };
    return {
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
  });
  refuseProblems(problems);
  const [trade_date = '', ...others] = days;
  if (others.length > 0) {
    const listed = [...days].toSorted().slice(0, 3).join(', ');
    throw bad(
      `has rows of ${counted(days.size, 'day')} (${listed}${days.size > 3 ? ', ...' : ''}). Save one file for each day.`,
    );
  }
  return { trade_date, rows: summary };
}

function refuseMissing(names: ReadonlySet<string>, place: string): void {
  const isMissing = (name: string) => !names.has(plainName(name));
  const missing = REQUIRED.filter(isMissing);
  if (OPENS.every(isMissing)) missing.push('OpenPrice or FirstTrade');
  const missingNonRegular = NON_REGULAR.filter(isMissing);
  if (missingNonRegular.length < NON_REGULAR.length) missing.push(...missingNonRegular);
  if (missing.length === 0) return;
  throw bad(
    `has no ${missing.join(', ')} in ${place}. Alir needs the Stock Summary of the exchange with its original column names, or with these names in snake case.`,
  );
}

function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).join('; ');
  const more =
    problems.length > MAX_SHOWN_PROBLEMS ? `; and ${problems.length - MAX_SHOWN_PROBLEMS} more` : '';
  throw bad(
    `has ${counted(problems.length, 'wrong cell')}: ${shown}${more}. Download it again, and do not edit it.`,
  );
}

/** An empty text if the cell has no ticker. */
function tickerIn(cells: Cells): string {
  const cell = cells.get('stockcode');
  return (typeof cell === 'string' ? tickerOf(cell) : undefined) ?? '';
}

/** The exchange adds a time of day to its dates: `2026-01-19T00:00:00`. */
function dayIn(cells: Cells): IsoDate | undefined {
  const cell = cells.get('date');
  const [, day = ''] =
    (typeof cell === 'string' && /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]*Z?)?$/.exec(cell)) || [];
  return isIsoDate(day) ? day : undefined;
}

/**
 * A number that is exact in JavaScript. The exchange writes whole numbers with a fraction of 0, such as 53862300.0. JSON.parse rounds larger
 * numbers to 2^53 or more, so they are refused.
 */
function wholeNumber(cell: Cell | undefined): number | undefined {
  return typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0 ? cell : undefined;
}

/** The same for a cell of a CSV file. */
function wholeNumberIn(cell: Cell | undefined): number | undefined {
  return typeof cell === 'string' && /^\d+(?:\.0*)?$/.test(cell) ? wholeNumber(Number(cell)) : undefined;
}

/** `StockCode`, `stock_code` and `Stock Code` are the same column. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s]/g, '');
}

function repeatedColumn(name: string): string {
  return `has the column ${printable(name, MAX_SHOWN_CHARACTERS)} twice. Save it with each column once.`;
}

function tooLong(place: string): string {
  return `has a cell of more than ${counted(MAX_CELL_CHARACTERS, 'character')} in ${place}. Download it again, and do not edit it.`;
}

function tooManyRows(): string {
  return `has more than ${counted(MAX_ROWS, 'row')}. Save one file for each day.`;
}

function shownValue(cell: Cell | undefined): string {
  return cell === undefined ? 'missing' : printable(JSON.stringify(cell), MAX_SHOWN_CHARACTERS);
}

/** Escapes what could change the display of a terminal, and shortens the text. */
export function printable(text: string, max_characters = 1000): string {
  const escaped = text
    .slice(0, max_characters + 1)
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
  return escaped.length > max_characters ? `${escaped.slice(0, max_characters)}...` : escaped;
}

function bad(message: string): AlirError {
  return new AlirError('bad_official_file', message);
}
