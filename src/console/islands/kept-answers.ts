import type { Answer } from '../charts/requests/answer.ts';

/** Before the path of a request, in the storage of the tab. */
const STORED = 'alir-answer ';
/** As long as an open page would show the same numbers, but not for so long that a correction stays hidden. */
const KEPT_MS = 5 * 60_000;

type ReadyAnswer = Extract<Answer, { state: 'ready' }>;

interface Kept {
  readonly at_ms: number;
  readonly answer: ReadyAnswer;
}

/**
 * The answer that this tab has to a request from a page that it showed a few minutes ago, so that the same view in another language costs
 * nothing. Undefined if there is none, and after a reload, which asks for new numbers.
 */
export function keptAnswer(path: string): ReadyAnswer | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload') return undefined;
  const kept = keptAt(STORED + path);
  return kept && { ...kept.answer, units: 0 };
}

/** Keeps an answer for the next page of this tab, and ends its charge. Without room for it, nothing is kept. */
export function keepAnswer(path: string, answer: ReadyAnswer): void {
  try {
    sessionStorage.removeItem(CHARGE + path);
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(STORED) && !keptAt(name)) sessionStorage.removeItem(name);
    }
    sessionStorage.setItem(STORED + path, JSON.stringify({ at_ms: Date.now(), answer }));
  } catch {
    // The storage is full or forbidden: the next page sends its requests again.
  }
}

function keptAt(name: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null;
    return kept && Date.now() - kept.at_ms < KEPT_MS ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Before the path of a request that was sent and whose answer did not arrive. */
const CHARGE = 'alir-charge ';

/** A new Idempotency-Key. */
export function newCharge(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

/** The Idempotency-Key of a request: that of the last attempt if its answer did not arrive, because it may have been charged. */
export function chargeOf(path: string): string {
  try {
    const charge = sessionStorage.getItem(CHARGE + path) ?? newCharge();
    sessionStorage.setItem(CHARGE + path, charge);
    return charge;
  } catch {
    return newCharge();
  }
}
