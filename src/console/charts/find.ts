/** Something that a text can mean: a stock or a broker, or another thing without a code. */
export interface Findable {
  readonly code: string;
  readonly name: string;
}

/** From this length on, a word may have one or two wrong letters. */
const ONE_TYPO = 4;
const TWO_TYPOS = 8;
/** Below this score, all words have wrong letters. */
const EXACT = 240;
/** A code with a wrong letter, before names with wrong letters. */
const CODE_TYPO = 230;

/**
 * How well a text means something, 0 for not at all. A whole code counts most, then the beginning of a code, then the words of the name, in
 * which letters may be missing, wrong or in the wrong order. Case is ignored.
 */
export function matchScore(text: string, { code, name }: Findable): number {
  const wanted = text.trim().toUpperCase();
  if (wanted === '') return 0;
  if (code === wanted) return 1000;
  const written = name.toUpperCase();
  if (written === wanted) return 900;
  if (code !== '' && code.startsWith(wanted)) return 800 - code.length;
  if (wanted.length > 2 && code.includes(wanted)) return 320;
  const typo = code.length >= ONE_TYPO && wordScore(wanted, code) > 0 ? CODE_TYPO : 0;
  const names = wordsIn(written);
  const scores = wordsIn(wanted).map((word) => Math.max(0, ...names.map((each) => wordScore(word, each))));
  if (scores.length === 0 || scores.includes(0)) return typo;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  // Of equal matches, the name with fewer other words is meant.
  return Math.max(typo, mean + (written.startsWith(wanted) ? 50 : 0) - names.length);
}

/** The best matches, those of equal score in their order. Those with wrong letters only count without a better one. */
export function bestMatches<Item extends Findable>(
  text: string,
  items: readonly Item[],
  limit: number,
): Item[] {
  const scored = items
    .map((item) => ({ item, score: matchScore(text, item) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const isExact = (scored[0]?.score ?? 0) >= EXACT;
  return scored
    .filter(({ score }) => !isExact || score >= EXACT)
    .slice(0, limit)
    .map(({ item }) => item);
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function wordScore(wanted: string, word: string): number {
  if (word === wanted) return 600;
  if (word.startsWith(wanted)) return 500;
  if (wanted.length > 2 && word.includes(wanted)) return 300;
  const allowed = wanted.length >= TWO_TYPOS ? 2 : wanted.length >= ONE_TYPO ? 1 : 0;
  // The end of the word may not be typed yet.
  const isTypo = [-1, 0, 1].some(
    (more) => typos(wanted, word.slice(0, wanted.length + more), allowed) <= allowed,
  );
  return allowed > 0 && isTypo ? 200 : 0;
}

/** Letters to insert, to remove, to replace or to swap with the next one, so that a text becomes another. @param most more need not be counted */
function typos(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (before[column - 2] as number) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last.at(-1) as number;
}
