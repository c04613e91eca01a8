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
export interface Documented {
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly examples: Examples;
  readonly files: readonly DocsFile[];
  /** How orders are paid, which names the path of its notifications. */
  readonly payment_provider: string;
}
