import type { IsoDate } from '../../../core/dates.ts';
import { DAILY_FILE_COLUMNS } from '../../../core/market/daily-file.ts';

const LF = 0x0a;
const SEPARATOR = 0x3b;
const BYTE_VALUES = 256;
/** A state is stored in one byte. */
const MAX_STATES = 256;
const REJECTED = 0;
const LINE_START = 1;

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const INVESTORS = ['I', 'D', 'A', 'F'];

/** What a cell may contain: one of `words`, or `min` to `max` of `characters`. `first` replaces `characters` for the first one. */
type CellRule =
  | { readonly words: readonly string[] }
  | { readonly first?: string; readonly characters: string; readonly min: number; readonly max: number };

const ORDER_NUMBER: CellRule = { characters: DIGITS, min: 1, max: 18 };
const AMOUNT: CellRule = { first: '123456789', characters: DIGITS, min: 1, max: 15 };
const BROKER: CellRule = { characters: CAPITALS + DIGITS, min: 2, max: 2 };

/** The rules of `sql/lake/cell_rules.sql`, except for the range of a time of day. */
const CELL_RULES: Readonly<Record<Exclude<(typeof DAILY_FILE_COLUMNS)[number], 'TRX_DATE'>, CellRule>> = {
  TRX_CODE: ORDER_NUMBER,
  TRX_SESS: { characters: DIGITS, min: 1, max: 1 },
  TRX_TYPE: { words: ['RG', 'NG', 'TN'] },
  BRK_COD2: BROKER,
  INV_TYP2: { words: INVESTORS },
  BRK_COD1: BROKER,
  INV_TYP1: { words: INVESTORS },
  STK_CODE: { first: CAPITALS + DIGITS, characters: `${CAPITALS}${DIGITS}-`, min: 1, max: 12 },
  STK_VOLM: AMOUNT,
  STK_PRIC: AMOUNT,
  TRX_ORD2: ORDER_NUMBER,
  TRX_ORD1: ORDER_NUMBER,
  TRX_TIME: { characters: DIGITS, min: 1, max: 6 },
};

/**
 * Checks that every cell of a daily file follows the rule of its column, with a finite automaton that reads each byte once. DuckDB can then
 * read the cells as numbers: its own conversions would accept `9750000.7` as a share count. The automaton does not say which cell is
 * wrong. The SQL rules do that, and they take four times as long.
 */
export class CanonicalLines {
  /** The next state by state and byte; undefined if the header has other columns than a daily file. */
  readonly #next: Uint8Array | undefined;
  #areCanonical: boolean;

  constructor(header: string, trade_date: IsoDate) {
    this.#next = transitions(header.split(';'), trade_date);
    this.#areCanonical = this.#next !== undefined;
  }

  /** Whether all lines so far follow the rules. */
  get areCanonical(): boolean {
    return this.#areCanonical;
  }

  /** Processes complete lines after the header. Blank lines at the end of the file are allowed; `PlainText` rejects others. */
  next(lines: Uint8Array): void {
    if (this.#next === undefined || !this.#areCanonical) return;
    // Each step of the automaton waits for the one before it. Two runs side by side, over half of the lines each, take half the time.
    const middle = lines.indexOf(LF, lines.length >> 1) + 1;
    this.#areCanonical = areBothAccepted(this.#next, lines.subarray(0, middle), lines.subarray(middle));
  }
}

function areBothAccepted(next: Uint8Array, first: Uint8Array, second: Uint8Array): boolean {
  const both = Math.min(first.length, second.length);
  let a = LINE_START;
  let b = LINE_START;
  for (let at = 0; at < both; at++) {
    a = next[(a << 8) | (first[at] ?? 0)] ?? REJECTED;
    b = next[(b << 8) | (second[at] ?? 0)] ?? REJECTED;
  }
  for (let at = both; at < first.length; at++) a = next[(a << 8) | (first[at] ?? 0)] ?? REJECTED;
  for (let at = both; at < second.length; at++) b = next[(b << 8) | (second[at] ?? 0)] ?? REJECTED;
  return a === LINE_START && b === LINE_START;
}

function transitions(columns: readonly string[], trade_date: IsoDate): Uint8Array | undefined {
  if (DAILY_FILE_COLUMNS.some((name) => columns.filter((each) => each === name).length !== 1))
    return undefined;
  const rules: Readonly<Record<string, CellRule>> = { ...CELL_RULES, TRX_DATE: { words: [trade_date] } };
  const automaton = new Automaton();
  let state = LINE_START;
  for (const [place, name] of columns.entries()) {
    const isLast = place === columns.length - 1;
    const after = isLast ? LINE_START : automaton.newState();
    automaton.addCell(state, rules[name], isLast ? LF : SEPARATOR, after);
    state = after;
  }
  automaton.connect(LINE_START, LF, LINE_START);
  return automaton.table();
}

class Automaton {
  readonly #next = new Uint8Array(MAX_STATES * BYTE_VALUES);
  #states = LINE_START + 1;

  newState(): number {
    return this.#states++;
  }

  connect(from: number, byte: number, to: number): void {
    this.#next[from * BYTE_VALUES + byte] = to;
  }

  /** Adds the states of a cell. A column without a rule is ignored: its cells may contain anything. */
  addCell(start: number, rule: CellRule | undefined, end: number, after: number): void {
    if (rule === undefined) this.#addAnything(start, end, after);
    else if ('words' in rule) this.#addWords(start, rule.words, end, after);
    else this.#addCharacters(start, rule, end, after);
  }

  /** @returns undefined for more states than one byte can number: the file has very many ignored columns */
  table(): Uint8Array | undefined {
    return this.#states > MAX_STATES ? undefined : this.#next;
  }

  #addAnything(start: number, end: number, after: number): void {
    const inside = this.newState();
    for (let byte = 0; byte < BYTE_VALUES; byte++) {
      if (byte === LF || byte === SEPARATOR) continue;
      this.connect(start, byte, inside);
      this.connect(inside, byte, inside);
    }
    this.connect(start, end, after);
    this.connect(inside, end, after);
  }

  #addWords(start: number, words: readonly string[], end: number, after: number): void {
    for (const word of words) {
      let state = start;
      for (const byte of Buffer.from(word)) {
        const known = this.#next[state * BYTE_VALUES + byte];
        const to = known === undefined || known === REJECTED ? this.newState() : known;
        this.connect(state, byte, to);
        state = to;
      }
      this.connect(state, end, after);
    }
  }

  #addCharacters(
    start: number,
    { characters, first = characters, min, max }: Extract<CellRule, { characters: string }>,
    end: number,
    after: number,
  ): void {
    let state = start;
    for (let length = 1; length <= max; length++) {
      const to = this.newState();
      for (const byte of Buffer.from(length === 1 ? first : characters)) this.connect(state, byte, to);
      if (length >= min) this.connect(to, end, after);
      state = to;
    }
  }
}
