import type { Operation } from '../http/endpoint.ts';
import type { Examples } from './recorded-examples.ts';

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
