import { dateOfEpochDay, epochDay, type IsoDate, isIsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';

export type Cell = string | number | boolean | null;

/** The exchange lists about 1,000 stocks. */
export const MAX_ROWS = 100_000;

/** A message of the readers of tables continues a sentence that starts with the name of the file. */
export function refused(message: string): AlirError {
  return new AlirError('bad_official_file', message);
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

/** `StockCode`, `stock_code` and `Stock Code` are the same column. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s.-]/g, '');
}

/** A number, and the decimal places that its cell states. */
export interface Stated {
  readonly number: number;
  readonly decimals: number;
}

/** Ways of writing numbers, by the separator of thousands: English, Indonesian. Thousands may also be written without a separator. */
const STYLES = [
  { pattern: /^-?\d+(?:\.\d*)?$/, thousands: '', decimal: '.' },
  { pattern: /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/, thousands: ',', decimal: '.' },
  { pattern: /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d*)?$/, thousands: '.', decimal: ',' },
  { pattern: /^-?\d+(?:,\d*)?$/, thousands: '', decimal: ',' },
] as const;
type Style = (typeof STYLES)[number];

/**
 * The reader of the numbers in these cells: in JSON and Excel they are numbers, in CSV they are texts in the style of a country.
 * @throws AlirError `bad_official_file` if the cells can be read in two styles with different results, such as `1.234` alone
 */
export function numberReader(
  cells: Iterable<Cell | undefined>,
): (cell: Cell | undefined) => Stated | undefined {
  const texts = new Set<string>();
  for (const cell of cells) if (typeof cell === 'string' && /^-?\d[\d.,]*$/.test(cell)) texts.add(cell);
  const fits = (style: Style) => [...texts].filter((text) => style.pattern.test(text)).length;
  const counts = STYLES.map(fits);
  const best = Math.max(...counts);
  const [style, ...others] = STYLES.filter((_, index) => counts[index] === best);
  if (style === undefined) throw new Error('unreachable: no style');
  for (const other of others) {
    const unclear = [...texts].find(
      (text) => statedIn(text, other)?.number !== statedIn(text, style)?.number,
    );
    if (unclear === undefined) continue;
    throw refused(
      `has numbers such as ${unclear} that can be read in two ways. Export it again without separators of thousands.`,
    );
  }
  return (cell) => {
    if (typeof cell === 'string') return statedIn(cell, style);
    if (typeof cell !== 'number' || !Number.isFinite(cell)) return undefined;
    return { number: cell, decimals: String(cell).split('.')[1]?.length ?? 0 };
  };
}

function statedIn(text: string, { pattern, thousands, decimal }: Style): Stated | undefined {
  if (!pattern.test(text)) return undefined;
  const plain = (thousands === '' ? text : text.replaceAll(thousands, '')).replace(decimal, '.');
  return { number: Number(plain), decimals: plain.split('.')[1]?.length ?? 0 };
}

/** The first three letters of the months in English and Indonesian; `agt` and `nop` are also written. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, mei: 5, jun: 6, jul: 7, aug: 8, agu: 8, agt: 8, ags: 8 },
  ...{ sep: 9, oct: 10, okt: 10, nov: 11, nop: 11, dec: 12, des: 12 },
};

/** Days of the year 2000 and 2100 in Excel, which counts 1900-01-01 as 1 and has a day 1900-02-29 that did not exist. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_051];
const SERIAL_OF_1970 = 25_569;

/**
 * The day in a cell: `2026-01-19` (also with a time), `20260119`, `19 Jan 2026`, `19 Januari 2026`, `19-Jan-26`, `19/01/2026`, or the number
 * of Excel. The exchange writes a day before its month.
 */
export function dayOf(cell: Cell | undefined): IsoDate | undefined {
  if (typeof cell === 'number') {
    if (cell >= FIRST_SERIAL && cell < LAST_SERIAL) return dateOfEpochDay(Math.floor(cell) - SERIAL_OF_1970);
    return dayOf(String(cell));
  }
  if (typeof cell !== 'string') return undefined;
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ][\d:.]*Z?)?$/.exec(cell) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(cell) ?? [];
  if (year !== undefined) return existing(`${year}-${month}-${day}`);
  const [, first = '', second = '', third = ''] =
    /^(?:[a-z']+,\s*)?(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,9})\.?[\s/.-]+(\d{4}|\d\d)$/i.exec(cell.trim()) ?? [];
  const number = MONTHS[second.slice(0, 3).toLowerCase()] ?? Number(second);
  return existing(`${third.padStart(4, '20')}-${String(number).padStart(2, '0')}-${first.padStart(2, '0')}`);
}

function existing(day: string): IsoDate | undefined {
  return isIsoDate(day) && epochDay(day) >= 0 ? day : undefined;
}

/** The only day in the name of a file, such as `Ringkasan Saham-20260119.xlsx`; undefined if there is none, or several. */
export function dayInName(name: string): IsoDate | undefined {
  const days = [...name.matchAll(/(?<!\d)20\d\d-?\d\d-?\d\d(?!\d)/g)].map(([text]) => dayOf(text));
  return new Set(days).size === 1 ? days[0] : undefined;
}
