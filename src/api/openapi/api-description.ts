import type { Operation } from '../http/endpoint.ts';
import type { Examples } from './examples.ts';

/** A file under /docs. */
export interface DocsFile {
  readonly name: string;
  /** Its content type. */
  readonly type: string;
  readonly content: string | Buffer;
}

/** The content of the API documentation. */
export interface ApiDescription {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly examples: Examples;
  readonly files: readonly DocsFile[];
  /** The payment provider, whose name is part of the path of its notifications. Null if the operator records payments. */
  readonly payment_provider: string | null;
}
