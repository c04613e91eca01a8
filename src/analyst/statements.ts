export interface Cut {
  /** The statements that a semicolon ended, without it. */
  readonly whole: readonly string[];
  /** What came after the last of them. */
  readonly rest: string;
}

/** Cuts SQL at its semicolons, but for those in texts, names and comments. */
export function cutStatements(text: string): Cut {
  const whole: string[] = [];
  let start = 0;
  let place = 0;
  while (place < text.length) {
    if (text[place] === ';') {
      whole.push(text.slice(start, place));
      start = place + 1;
    }
    place = endOfToken(text, place);
  }
  const rest = text.slice(start);
  return {
    whole: whole.filter((statement) => statement.trim() !== ''),
    rest: rest.trim() === '' ? '' : rest,
  };
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
