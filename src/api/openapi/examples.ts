import { readFileSync } from 'node:fs';

/** Recorded responses of each operation, and recorded errors. A test reproduces them. */
export interface Examples {
  /** The body of a 200, by the name of its operation. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The body of an error, by its code. */
  readonly errors: Readonly<Record<string, { readonly error: string }>>;
  /** Limit headers of a recorded response. */
  readonly headers: Readonly<Record<string, string>>;
}

export const EXAMPLES_FILE = new URL('../../../docs/examples.json', import.meta.url);

export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));
}
