import { counted } from '../../core/words.ts';
import { type Cell, MAX_ROWS, plainName, printable, refused } from './table-values.ts';
import { readWorkbook } from './workbook.ts';

/** The longest cell of the exchange is the name of a stock. */
const MAX_CELL_CHARACTERS = 1000;
const MAX_SHOWN_CHARACTERS = 40;
/** Lines at the start of a file that may be a title. */
const TITLE_LINES = 20;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Cell | undefined)[])[];
  readonly format: 'JSON' | 'CSV' | 'Excel';
}

/**
 * Reads a table: JSON as `{"data":[{"StockCode":"BBCA",...}]}`, CSV with commas, semicolons or tabs, or `.xlsx`.
 * @param isKnown whether a heading, as `plainName` gives it, is one of the caller's columns: the row with the most such headings is the header
 * @throws AlirError `bad_official_file`
 */
export async function readTable(bytes: Buffer, isKnown: (name: string) => boolean): Promise<Table> {
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\x03\x04') return tableOf(await readWorkbook(bytes), isKnown, 'Excel');
  if (start === '\xd0\xcf\x11\xe0') {
    throw refused('is an old Excel file (.xls), or protected with a password. Save it as .xlsx or CSV.');
  }
  const content = textOf(bytes)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (content === '') throw refused('is empty. Download it again.');
  if (content.startsWith('<')) {
    throw refused(
      'is an HTML or XML page, such as an error page or a sign-in page. Download the file again.',
    );
  }
  if (content.includes('\0')) {
    throw refused('is binary data or UTF-16 text. Unpack it, or save it as UTF-8 text.');
  }
  if (/^[{[]/.test(content)) return jsonTable(content);
  return tableOf(csvLines(content), isKnown, 'CSV');
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('is not UTF-8 text. If it is compressed, unpack it. Otherwise, save it as UTF-8 text.');
  }
}

function jsonTable(content: string): Table {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    const reason = printable((error as Error).message, 100);
    throw refused(`is not valid JSON (${reason}). The download was probably interrupted. Download it again.`);
  }
  const { data, recordsTotal } = (parsed ?? {}) as { data?: unknown; recordsTotal?: unknown };
  if (!Array.isArray(data)) {
    throw refused(
      'has no list "data". The exchange\'s file has the form {"data":[{"StockCode":"BBCA",...}]}. Save the whole response of the exchange.',
    );
  }
  if (typeof recordsTotal === 'number' && recordsTotal > data.length) {
    throw refused(
      `contains ${data.length} of ${counted(recordsTotal, 'row')} (recordsTotal). Download all rows, for example with length=9999.`,
    );
  }
  if (data.length > MAX_ROWS) throw refused(tooManyRows());
  const columns: string[] = [];
  const places = new Map<string, number>();
  const rows = data.map((row, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw refused(`has an element of "data" that is not an object (row ${index + 1}). Download it again.`);
    }
    const cells: (Cell | undefined)[] = [];
    const names = new Set<string>();
    for (const [name, value] of Object.entries(row)) {
      const plain = plainName(name);
      if (names.has(plain)) throw refused(repeatedColumn(name));
      names.add(plain);
      const place = places.get(plain) ?? columns.push(name) - 1;
      places.set(plain, place);
      cells[place] = cellOf(value, name, index + 1);
    }
    return cells;
  });
  return { columns, rows, format: 'JSON' };
}

/** Accepts only simple values, because a deeply nested list overflows the stack when it is converted to text or to a number. */
function cellOf(value: unknown, name: string, row: number): Cell {
  const place = `${printable(name, MAX_SHOWN_CHARACTERS)} of row ${row}`;
  if (typeof value === 'string' && value.length > MAX_CELL_CHARACTERS) throw refused(tooLong(place));
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Cell;
  throw refused(`has a list or an object in ${place}. Download it again, and do not edit it.`);
}

/** The table below the header. Lines before the header are a title. */
function tableOf(
  lines: readonly Cell[][],
  isKnown: (name: string) => boolean,
  format: 'CSV' | 'Excel',
): Table {
  const namesIn = (line: readonly Cell[]) => line.map((cell) => (typeof cell === 'string' ? cell : ''));
  const known = lines
    .slice(0, TITLE_LINES)
    .map((line) => namesIn(line).filter((name) => isKnown(plainName(name))).length);
  const place = Math.max(0, known.indexOf(Math.max(...known)));
  const columns = namesIn(lines[place] ?? []);
  while (columns.at(-1) === '') columns.pop();
  const plain = columns.map(plainName);
  const repeated = columns.find((name, index) => name !== '' && plain.indexOf(plain[index] ?? '') !== index);
  if (repeated !== undefined) throw refused(repeatedColumn(repeated));
  const rows = lines.slice(place + 1);
  for (const [index, cells] of rows.entries()) {
    const long = cells.find((cell) => typeof cell === 'string' && cell.length > MAX_CELL_CHARACTERS);
    if (long !== undefined) throw refused(tooLong(`row ${index + 1}`));
    const isShort = format === 'CSV' && cells.length < columns.length;
    if (isShort || cells.slice(columns.length).some((cell) => cell !== '' && cell !== null)) {
      throw refused(
        `has ${counted(cells.length, 'cell')} in row ${index + 1}, but its header has ${columns.length}. Export it again, with quotation marks around cells that contain the separator.`,
      );
    }
  }
  return { columns, rows, format };
}

/** The separator is the one with the most places in one of the first lines, or named in a first line `sep=;` of Excel. */
function separatorOf(content: string): string {
  const lines = content.split('\n', TITLE_LINES);
  const count = (separator: string) =>
    Math.max(...lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length));
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The cells of each line that is not blank. A cell in quotation marks may contain separators, line breaks and doubled quotation marks. */
function csvLines(text: string): string[][] {
  const [hint = '', named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const content = text.slice(hint.length);
  const separator = named ?? separatorOf(content.slice(0, TITLE_LINES * MAX_CELL_CHARACTERS));
  if (!/[,;\t|]/.test(separator)) throw refused('has an unusual separator. Save it with semicolons.');
  const stop = new RegExp(`["${separator}\\r\\n]`, 'g');
  const lineNumber = (index: number) => content.slice(0, index).split('\n').length;
  const lines: string[][] = [];
  let line: string[] = [];
  let start = 0;
  while (start < content.length) {
    const end = endOfCell(content, start, stop);
    if (end - start > MAX_CELL_CHARACTERS) throw refused(tooLong(`line ${lineNumber(start)}`));
    const isSeparator = content[end] === separator;
    const next = isSeparator ? end + 1 : endOfLine(content, end);
    if (next === undefined) {
      throw refused(
        `has a quotation mark in the wrong place (line ${lineNumber(start)}). Export it again as CSV.`,
      );
    }
    const cell = content.slice(start, end);
    line.push((cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
    start = next;
    if (isSeparator && start < content.length) continue;
    if (isSeparator) line.push('');
    if (line.some((each) => each !== '')) lines.push(line);
    if (lines.length > MAX_ROWS) throw refused(tooManyRows());
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

function repeatedColumn(name: string): string {
  return `has the column ${printable(name, MAX_SHOWN_CHARACTERS)} twice. Save it with each column once.`;
}

function tooLong(place: string): string {
  return `has a cell of more than ${counted(MAX_CELL_CHARACTERS, 'character')} in ${place}. Download it again, and do not edit it.`;
}

function tooManyRows(): string {
  return `has more than ${counted(MAX_ROWS, 'row')}. Split it by day or by month.`;
}
