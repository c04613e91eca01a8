import type { Operation } from '../http/endpoint.ts';
import type { Examples } from './examples.ts';

/** A file under /docs. */
export interface DocsFile {
  readonly name: string;
  /** Its content type. */
  readonly type: string;
  readonly content: string | Buffer;
}

/** What there is to tell of. */
export interface ApiDescription {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly examples: Examples;
  readonly files: readonly DocsFile[];
  /** Who tells of payments, which names the path that it does so at; null where the operator says what is paid. */
  readonly payment_provider: string | null;
}
