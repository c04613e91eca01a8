/** How far back one has to look to tell what a quotation is. */
const LOOK_BACK = 2;

/** Cuts SQL, line by line, at its semicolons, but for those in texts, names and comments. */
export class StatementCutter {
  /** The statement so far: what was read, */
  #read: string[] = [];
  /** and what ends in a token that may go on in the next line, */
  #open = '';
  /** which starts here. */
  #place = 0;
  #hasTokens = false;

  /** Whether no semicolon is missing: there are blanks and comments at most. */
  get isEmpty(): boolean {
    return !this.#hasTokens;
  }

  /** What no semicolon has ended yet; empty where that is blanks and comments alone. */
  get rest(): string {
    return this.isEmpty ? '' : [...this.#read, this.#open].join('').trimStart();
  }

  /** Drops what no semicolon has ended. */
  clear(): void {
    this.#read = [];
    this.#open = '';
    this.#place = 0;
    this.#hasTokens = false;
  }

  /** @returns the statements that a semicolon in this line ends, without it and without blanks before, so that errors count their own lines */
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

/** Where the first token from here on starts, behind blanks and comments. */
export function startOfToken(text: string, from: number): number {
  let place = from;
  while (isBlankAt(text, place)) place = endOfToken(text, place);
  return place;
}

/** Whether a blank or a comment is here. */
function isBlankAt(text: string, place: number): boolean {
  return /^(?:\s|--|\/\*)/.test(text.slice(place, place + 2));
}

/** Where what starts here ends; the end of the text for a quotation or a comment that is not closed. */
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

/** A doubled quote within a quotation ends one and starts the next, which comes to the same. */
function after(text: string, end: string, from: number): number {
  const place = text.indexOf(end, from);
  return place === -1 ? text.length : place + end.length;
}

/** As in E'it\'s'. */
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
