/** Cuts SQL, line by line, at its semicolons, but for those in texts, names and comments. */
export class StatementCutter {
  #text = '';
  /** Up to where it was looked at. */
  #place = 0;

  /** What no semicolon has ended yet; empty where that is blanks and comments alone. */
  get rest(): string {
    return isBlank(this.#text) ? '' : this.#text.trimStart();
  }

  /** Drops what no semicolon has ended. */
  clear(): void {
    this.#text = '';
    this.#place = 0;
  }

  /** @returns the statements that a semicolon in this line ends, without it and without blanks before, so that errors count their own lines */
  take(line: string): string[] {
    this.#text += `${line}\n`;
    const whole: string[] = [];
    let start = 0;
    while (this.#place < this.#text.length) {
      if (this.#text[this.#place] === ';') {
        whole.push(this.#text.slice(start, this.#place));
        start = this.#place + 1;
      }
      const end = endOfToken(this.#text, this.#place);
      // It may go on in the next line.
      if (end === this.#text.length && end > this.#place + 1) break;
      this.#place = end;
    }
    this.#text = this.#text.slice(start);
    this.#place -= start;
    return whole.filter((statement) => !isBlank(statement)).map((statement) => statement.trimStart());
  }
}

function isBlank(text: string): boolean {
  return startOfToken(text, 0) === text.length;
}

/** Where the first token from here on starts, behind blanks and comments. */
export function startOfToken(text: string, from: number): number {
  let place = from;
  while (/^(?:\s|--|\/\*)/.test(text.slice(place, place + 2))) place = endOfToken(text, place);
  return place;
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
  for (let place = start; place < text.length; place++) {
    if (text.startsWith('/*', place)) {
      depth += 1;
      place += 1;
    } else if (text.startsWith('*/', place)) {
      depth -= 1;
      place += 1;
      if (depth === 0) return place + 1;
    }
  }
  return text.length;
}
