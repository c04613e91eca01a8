import * as z from 'zod';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import type { RequiredScope } from '../../core/commerce-terms.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import type { Adjustment } from '../../core/market/corporate-actions.ts';
import type { Table } from '../../formats/table.ts';
import { dryRun, knownAt, names, requestOf } from './requests/request-fields.ts';
import type { Page } from './responses/html-page.ts';

/** The published data that answers are made from: `dataset` for single tickers, `market` for the whole market, `trades` and `measures` in the lake. */
const DATASETS = ['dataset', 'market', 'trades', 'measures'] as const;
export type Dataset = (typeof DATASETS)[number];

export function isDataset(source: Operation['depends_on']): source is Dataset {
  return DATASETS.some((each) => each === source);
}

/** One operation of the API, as the documentation describes it. */
export interface Operation {
  /** Operation id: a verb and an object, such as `get_broker_summary`. */
  readonly name: string;
  readonly title: string;
  /** Group in the documentation. */
  readonly group: string;
  /** Information that the fields do not give: calculation, limits and cost. */
  readonly description: string;
  /** Errors in addition to the common ones. */
  readonly errors?: readonly ErrorCode[];
  /** Example input that works with the demo data. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path, with `:name` for a parameter. */
  readonly path: string;
  /** Header names by input field. Not for a GET, whose URL contains the whole input. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if credentials are optional. */
  readonly allowsAnonymous: boolean;
  /** The scope that a key needs. */
  readonly scope: RequiredScope;
  /**
   * Schema of the input: the JSON body of a POST or the query string of other methods, plus path parameters and the headers of `headers`.
   */
  readonly input: z.ZodType;
  /** Schema of `data` in the envelope. */
  readonly output: z.ZodType;
  /** Converts the data to rows. Set if the data can be tabular; the operation then offers other formats. */
  readonly table?: Table;
  /** The same for an answer with `adjust=splits`, if its columns have other types. */
  readonly adjusted_table?: Table;
  /** The adjustment of an answer to a request without `adjust`. Default: none. */
  readonly default_adjust?: Adjustment;
  /** Writes the data as an HTML page, for a request whose `Accept` prefers HTML to JSON. */
  readonly page?: Page;
  /** The data of a dry run, which computes nothing. Set if a request may have `dry_run`. */
  readonly dry_data?: unknown;
  /** Cost of a response in units. 0: free, and open to an account that has used up its quota. */
  readonly units: 0 | ((input: never) => number);
  /**
   * What the answer depends on besides the input. A dataset: all callers share it for the cache time, until a newer dataset is published;
   * the response has the headers of the published data. `time`: all callers share it for the cache time. `caller`: computed for each request.
   */
  readonly depends_on: Dataset | 'time' | 'caller';
  /** What the answer states besides trades, volume and value, so that `X-Data-Verified` counts only days on which this was compared. */
  readonly figures?: readonly ('prices' | 'foreign')[];
  /** Why the answer is an estimate. */
  readonly estimate?: string;
  /** Whether the response depends on the caller. It is then never cached. */
  isOwn?(input: never): boolean;
  /** Replaces references to items of the caller in a valid input, before the answer is cached or charged. */
  resolve?(input: never, caller: Caller): Promise<unknown>;
  /** Whether an answer has no data. By default: no rows, or only zeros. */
  isEmpty?(data: never): boolean;
}

/** An operation that requires credentials, with the function that answers it. Created by `endpoint`. */
export interface Endpoint extends Operation {
  readonly allowsAnonymous: false;
  /**
   * @param signal aborted when nobody waits for the answer any more. Answers from the month files cannot be aborted
   * @returns the `data` of the envelope
   */
  answer(input: never, caller: Caller, signal: AbortSignal): Promise<unknown>;
}

/** An operation with optional credentials. Its caller is null for an anonymous request. Created by `openEndpoint`. */
export interface OpenEndpoint extends Operation {
  readonly allowsAnonymous: true;
  /** @returns the `data` of the envelope */
  answer(input: never, caller: Caller | null, signal: AbortSignal): Promise<unknown>;
}

export type AnyEndpoint = Endpoint | OpenEndpoint;

/** The fields of an answer, at any depth, that its schema does not have. TypeScript accepts them in a value that is not a literal. */
type ExtraFields<Answer, Output> = Answer extends readonly (infer Item)[]
  ? Output extends readonly (infer ItemOutput)[]
    ? ExtraFields<Item, ItemOutput>
    : never
  : Answer extends ReadonlyMap<string, infer Value>
    ? Output extends ReadonlyMap<string, infer ValueOutput>
      ? ExtraFields<Value, ValueOutput>
      : never
    : Answer extends object
      ? {
          [Field in keyof Answer]-?: Field extends keyof Output
            ? ExtraFields<NonNullable<Answer[Field]>, NonNullable<Output[Field]>>
            : Field;
        }[keyof Answer]
      : never;

/** An answer may have readonly lists and fields. */
type DeepReadonly<Output> =
  Output extends ReadonlyMap<string, unknown>
    ? Output
    : Output extends object
      ? { readonly [Field in keyof Output]: DeepReadonly<Output[Field]> }
      : Output;

/** Rejects, at compile time, an answer with a field that the output schema does not have. The compiler names the field. */
type NoExtraFields<Answer, Output> = [ExtraFields<Answer, Output>] extends [never]
  ? unknown
  : { readonly answer: { readonly not_in_the_output_schema: ExtraFields<Answer, Output> } };

/** The route of an endpoint, and what its functions take and return by its schemas. */
interface Typed<Input, Output, Answer, Who> {
  /** Method and path, with `:name` for a parameter. */
  readonly route: `${Operation['method']} /${string}`;
  /** Default: a request without fields. */
  readonly input?: z.ZodType<Input>;
  readonly example?: Operation['example'];
  readonly output: z.ZodType<Output>;
  readonly dry_data?: Output;
  readonly units: 0 | ((input: Input) => number);
  isOwn?(input: Input): boolean;
  resolve?(input: Input, caller: Caller): Promise<Input>;
  isEmpty?(data: Output): boolean;
  answer(input: Input, caller: Who, signal: AbortSignal): Promise<Answer>;
}

/** An endpoint whose functions take the input of its schema, and answer with its output. */
type Definition<Input, Output, Answer, Who> = Omit<
  Operation,
  'allowsAnonymous' | 'method' | 'path' | keyof Typed<unknown, unknown, unknown, unknown>
> &
  Typed<Input, Output, Answer, Who> &
  NoExtraFields<Answer, Output>;

/**
 * Creates an endpoint that requires credentials. It does not compile if the answer lacks a field of the output schema or has an extra one.
 *
 *     endpoint({
 *       name: 'get_usage', title: 'Units used and remaining', ..., route: 'GET /usage', scope: 'any',
 *       output: usageReport, units: 0, depends_on: 'caller',
 *       answer: async (_input, caller) => reportOf(meter, caller),
 *     })
 */
export function endpoint<Input, Output, Answer extends DeepReadonly<Output>>(
  definition: Definition<Input, Output, Answer, Caller>,
): Endpoint {
  const { depends_on, dry_data, table } = definition;
  const request = requestOfRoute(definition);
  const { method, input } = request;
  // The admission reads these fields, so that answers do not have to.
  const fields = {
    ...(isDataset(depends_on) && { known_at: knownAt }),
    ...(isDataset(depends_on) && table && method === 'GET' && { names }),
    ...(dry_data !== undefined && { dry_run: dryRun }),
  };
  const isExtended = input instanceof z.ZodObject && Object.keys(fields).length > 0;
  const extended = isExtended ? input.safeExtend(fields) : input;
  return { ...definition, ...request, input: extended, allowsAnonymous: false };
}

/** Creates an endpoint with optional credentials, with the same compile-time checks. */
export function openEndpoint<Input, Output, Answer extends DeepReadonly<Output>>(
  definition: Definition<Input, Output, Answer, Caller | null>,
): OpenEndpoint {
  return { ...definition, ...requestOfRoute(definition), allowsAnonymous: true };
}

function requestOfRoute({
  route,
  input = requestOf({}),
  example = {},
}: Pick<Typed<unknown, unknown, unknown, unknown>, 'route' | 'input' | 'example'>) {
  const [method, path] = route.split(' ') as [Operation['method'], string];
  return { method, path, input, example };
}
