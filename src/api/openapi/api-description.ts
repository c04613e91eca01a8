import { packageText } from '../../core/package-files.ts';
import type { Operation } from '../http/endpoint.ts';

/** The content of the API documentation. */
export interface ApiDescription {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly examples: Examples;
  /** The names of the tools over MCP. */
  readonly tools: string[];
  /** The names of the guides under /docs. */
  readonly files: readonly string[];
  /** The payment provider, whose name is part of the path of its notifications. Null if the operator records payments. */
  readonly payment_provider: string | null;
}

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
