import { packageText } from '../../core/package-files.ts';

/** Recorded responses of each operation, and recorded errors. A test reproduces them. */
export interface Examples {
  /** The body of a 200, by the name of its operation. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The body of an error, by its code. */
  readonly errors: Readonly<Record<string, { readonly error: string }>>;
  /** Limit headers of a recorded response. */
  readonly headers: Readonly<Record<string, string>>;
}

export function readExamples(): Examples {
  return JSON.parse(packageText('docs/examples.json'));
}
