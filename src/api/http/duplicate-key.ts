/** A string, with a colon behind it where it is a key, or the begin or end of an object or an array. Between them is nothing of interest. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

const BACKSLASH = 92;
const COLON = 58;

/**
 * A key that an object in a JSON text has twice. Parsers differ in which of the two counts, so a request that has one may mean something
 * else to its sender than to us.
 * @param json valid JSON
 * @param value what JSON.parse made of it, where such a key is left once
 */
export function duplicateKey(json: string, value: unknown): string | undefined {
  return keysIn(json) === keysOf(value) ? undefined : findDuplicate(json);
}

/** How many keys a JSON text has. Many times as fast as the search, since it jumps from string to string. */
function keysIn(json: string): number {
  let count = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    let end = json.indexOf('"', start + 1);
    while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
    let next = end + 1;
    while (json.charCodeAt(next) <= 32) next += 1;
    if (json.charCodeAt(next) === COLON) count += 1;
    start = json.indexOf('"', next);
  }
  return count;
}

function isEscaped(json: string, index: number): boolean {
  let before = index;
  while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (index - before) % 2 === 1;
}

/** How many keys the objects in a value have. */
function keysOf(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== 'object' || each === null) continue;
    const inside = Object.values(each);
    if (!Array.isArray(each)) count += inside.length;
    for (const part of inside) if (typeof part === 'object' && part !== null) open.push(part);
  }
  return count;
}

function findDuplicate(json: string): string | undefined {
  /** The keys of the objects around the token, outermost first; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key: string = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
