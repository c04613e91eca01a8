/** The number of characters before a quotation that decide its kind. */
const LOOK_BACK = 2;

/** Splits SQL, line by line, at semicolons outside of texts, names and comments. */
export class StatementCutter {
  /** The current statement up to `#open`. */
  #read: string[] = [];
  /** The end of the current statement; its last token may continue in the next line. */
  #open = '';
  /** Where the last token starts in `#open`. */
  #place = 0;
  #hasTokens = false;

  /** Whether the text after the last semicolon has only blanks and comments. */
  get isEmpty(): boolean {
    return !this.#hasTokens;
  }

  /** Whether the next line starts within a quotation or a block comment. */
  get isInQuotation(): boolean {
    const last = this.#open.slice(this.#place);
    return last !== '' && !last.startsWith('--');
  }

  /** The unfinished statement; empty if it has only blanks and comments. */
  get rest(): string {
    return this.isEmpty ? '' : [...this.#read, this.#open].join('').trimStart();
  }

  /** Discards the unfinished statement. */
  clear(): void {
    this.#read = [];
    this.#open = '';
    this.#place = 0;
    this.#hasTokens = false;
  }

  /** @returns the statements that end in this line, without semicolon and leading blanks: errors count lines within the statement */
  take(line: string): string[] {
    const text = `${this.#open}${line}\n`;
    const whole: string[] = [];
    let start = 0;
    let place = this.#place;
    while (place < text.length) {
      if (text[place] === ';') {
        if (this.#hasTokens) whole.push([...this.#read, text.slice(start, place)].join('').trimStart());
        this.clear();
        start = place + 1;
      } else this.#hasTokens ||= !isBlankAt(text, place);
      const end = endOfToken(text, place);
      if (end === text.length && end > place + 1) break;
      place = end;
    }
    const kept = Math.max(start, place - LOOK_BACK);
    this.#read.push(text.slice(start, kept));
    this.#open = text.slice(kept);
    this.#place = place - kept;
    return whole;
  }
}

/** The start of the next token, after blanks and comments. */
export function startOfToken(text: string, from: number): number {
  let place = from;
  while (isBlankAt(text, place)) place = endOfToken(text, place);
  return place;
}

/** Whether a blank or a comment starts here. */
function isBlankAt(text: string, place: number): boolean {
  return /^(?:\s|--|\/\*)/.test(text.slice(place, place + 2));
}

/** The end of the token that starts here; the end of the text for an unclosed quotation or comment. */
function endOfToken(text: string, place: number): number {
  if (text.startsWith('--', place)) return after(text, '\n', place);
  if (text.startsWith('/*', place)) return endOfComment(text, place);
  const character = text[place] ?? '';
  if (character === '"') return after(text, '"', place + 1);
  if (character === "'")
    return hasEscapes(text, place) ? endOfEscaped(text, place) : after(text, "'", place + 1);
  const [dollars] = /^\$(?:[a-z_]\w*)?\$/i.exec(text.slice(place, place + 64)) ?? [];
  return dollars && character === '$' ? after(text, dollars, place + dollars.length) : place + 1;
}

/** A doubled quote within a quotation is read as the end of one quotation and the start of the next; the result is the same. */
function after(text: string, end: string, from: number): number {
  const place = text.indexOf(end, from);
  return place === -1 ? text.length : place + end.length;
}

/** Whether a quotation has backslash escapes, as in E'it\'s'. */
function hasEscapes(text: string, quote: number): boolean {
  return /(?:^|\W)e$/i.test(text.slice(Math.max(0, quote - 2), quote));
}

function endOfEscaped(text: string, quote: number): number {
  for (let place = quote + 1; place < text.length; place++) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === "'") return place + 1;
  }
  return text.length;
}

/** Comments nest. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  for (let found = edge.exec(text); found; found = edge.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}
