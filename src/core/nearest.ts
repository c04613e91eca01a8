/** A longer text is no misspelled name. This bounds the time for a text of a caller. */
const MAX_CHARACTERS = 64;

/** The most similar name; undefined if more than a third of each differs. Ignores letter case and the separators between words. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const from = plain(text);
  let [best, least]: [string | undefined, number] = [undefined, MAX_CHARACTERS];
  for (const name of names) {
    const to = plain(name);
    const enough = Math.min(least, Math.floor(Math.max(from.length, to.length) / 3) + 1);
    if (Math.abs(from.length - to.length) >= enough) continue;
    const distance = editDistance(from, to, enough);
    if (distance < enough) [best, least] = [name, distance];
  }
  return best;
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** The number of characters to insert, remove or replace to change one text into the other. @param enough a larger number is not computed */
function editDistance(from: string, to: string, enough: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let done = 0; done < from.length; done++) {
    const next = [done + 1];
    let least = done + 1;
    for (let column = 0; column < to.length; column++) {
      const replaced = (row[column] ?? 0) + (from[done] === to[column] ? 0 : 1);
      const distance = Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1);
      next.push(distance);
      least = Math.min(least, distance);
    }
    if (least >= enough) return enough;
    row = next;
  }
  return row.at(-1) ?? 0;
}
