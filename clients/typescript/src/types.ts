import type { components, operations } from './api.ts';

/** The types of rows and objects, such as `Schemas['BrokerRow']`. */
export type Schemas = components['schemas'];

/** A code of an error; a newer server can have others. */
export type ErrorCode = Schemas['ErrorBody']['code'] | (string & {});

/** Why an answer has no rows, or only zeros. */
export type EmptyReason =
  | 'unknown_ticker'
  | 'missing_day'
  | 'no_trades'
  | 'not_published_yet'
  | 'future'
  | 'no_trading_day'
  | (string & {});

/** The answer of one request. */
export interface Result<Data> {
  readonly data: Data;
  /** Units that the request cost. If the answer was `replayed`, those that were charged for its Idempotency-Key before. */
  readonly units: number;
  /** Units of the account; null if the request had no key. */
  readonly quota: { readonly limit: number; readonly remaining: number; readonly resetsAt: string } | null;
  /** The newest published day. */
  readonly dataThrough: string | null;
  /** Two answers to one request with the same publication have the same data. */
  readonly publication: number | null;
  /** Why the answer has no rows, or only zeros. */
  readonly emptyReason: EmptyReason | null;
  readonly requestId: string | null;
  /** Whether the Idempotency-Key had been charged before, so that this answer was free. */
  readonly replayed: boolean;
  /** Only of a batch with `dry_run`: what it would cost. */
  readonly dryRun: { readonly units: number } | null;
  /** All headers, such as `x-data-missing`. */
  readonly headers: Headers;
}

export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Charges the same call only once in 24 hours. Without it, each call has a random one. */
  readonly idempotencyKey?: string | null | undefined;
}

/** Asks for rows in Arrow, which this function decodes, such as `tableFromIPC` of apache-arrow. */
export interface ArrowOptions<Table> extends CallOptions {
  readonly arrow: (stream: Uint8Array) => Table;
}

/** What a request costs: units for each request, for each distinct ticker, or for so many days begun. */
interface Cost {
  readonly units: number;
  readonly per: 'request' | 'ticker' | 'days';
  readonly days?: number;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for a parameter. */
  readonly path: string;
  readonly cost?: Cost;
  /** Whether a free request can be repeated under an Idempotency-Key. */
  readonly isIdempotent?: true;
  /** The longest range, if it is not 366 days. */
  readonly maxDays?: number;
  /** The content type of the answer, if it is not JSON. */
  readonly type?: string;
}

type OperationId = keyof operations;
export type OperationTable = Readonly<Record<string, Operation>>;

type Fields<Part> = [Part] extends [undefined] ? unknown : NonNullable<Part>;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;
type ContentOf<Id extends OperationId> =
  operations[Id]['responses'][200]['content'][keyof operations[Id]['responses'][200]['content']];

/** The parameters of a request: those of its path, query and body together. */
type ParametersOf<Id extends OperationId> = Fields<operations[Id]['parameters']['path']> &
  Fields<operations[Id]['parameters']['query']> &
  BodyOf<Id>;

type DataOf<Id extends OperationId> =
  ContentOf<Id> extends { success: true; data: infer Data } ? Data : ContentOf<Id>;

/** A request without required parameters can be sent without any. */
type Arguments<Parameters, Options> =
  Record<never, never> extends Parameters
    ? [parameters?: Parameters, options?: Options]
    : [parameters: Parameters, options?: Options];

export type Method<Id extends OperationId> = (
  ...call: Arguments<ParametersOf<Id>, CallOptions>
) => Promise<Result<DataOf<Id>>>;

/** A method whose rows can be decoded from Arrow. */
export interface TableMethod<Id extends OperationId> extends Method<Id> {
  <Table>(parameters: ParametersOf<Id>, options: ArrowOptions<Table>): Promise<Result<Awaited<Table>>>;
}
