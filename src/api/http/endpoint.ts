import type { z } from 'zod';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Table } from '../../formats/table.ts';

/** One operation of the API, as programs and readers are told of it. */
export interface Operation {
  /** Names it to programs, as a verb and what it is about: `get_broker_summary`. */
  readonly name: string;
  /** The operation in a few words. */
  readonly title: string;
  /** What it is listed under. */
  readonly group: string;
  /** What its fields do not say: how its numbers are made, its limits, what it costs. */
  readonly description: string;
  /** Errors that it has besides those that all have. */
  readonly errors?: readonly ErrorCode[];
  /** Input that a caller might send, to try it with the data of the demo. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Headers that belong to the input, by the names of its fields; not of a GET, which its URL says all of. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the operation is also answered without credentials. */
  readonly allowsAnonymous: boolean;
  /** True for an operation that manages keys or orders: only callers whose role may do so are admitted. */
  readonly managesAccount?: boolean;
  /**
   * The shape of what is sent: the JSON body of a POST, the query string of the others, together with the parameters in the path and the
   * headers that the operation names.
   */
  readonly input: z.ZodType;
  /** The shape of the `data` of the envelope. */
  readonly output: z.ZodType;
  /** The same data as rows, where it has such a form: it is offered in other formats then. */
  readonly table?: Table;
  /** What an answer costs. 0 says that the operation is free, and open to an account that has used up its quota. */
  readonly units: 0 | ((input: never) => number);
}

/** What every endpoint has besides the function that answers it. */
interface Definition<Input, Output> extends Operation {
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly units: 0 | ((input: Input) => number);
  /**
   * What the answer depends on besides the input. `dataset`: shared by all callers for the cache time, until a newer dataset is published.
   * `time`: shared by all callers for the cache time. `caller`: computed for each request.
   */
  readonly depends_on: 'dataset' | 'time' | 'caller';
}

/** An operation that requires credentials, with the function that answers it. Made by `endpoint`. */
export interface Endpoint<Input, Output> extends Definition<Input, Output> {
  readonly allowsAnonymous: false;
  /** @returns the `data` of the envelope */
  answer(input: Input, caller: Caller): Promise<Output>;
}

/** An operation that is also answered without credentials: its caller is null then. Made by `openEndpoint`. */
export interface OpenEndpoint<Input, Output> extends Definition<Input, Output> {
  readonly allowsAnonymous: true;
  /** @returns the `data` of the envelope */
  answer(input: Input, caller: Caller | null): Promise<Output>;
}

export type AnyEndpoint<Input, Output> = Endpoint<Input, Output> | OpenEndpoint<Input, Output>;

/** The fields of an answer, at any depth, that its schema does not have. TypeScript alone accepts them in a value that is not a literal. */
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
          [Field in keyof Answer]: Field extends keyof Output
            ? ExtraFields<NonNullable<Answer[Field]>, NonNullable<Output[Field]>>
            : Field;
        }[keyof Answer]
      : never;

/** Refuses, at compile time, an answer with a field that the output schema does not have; the compiler names the field. */
type NoExtraFields<Answer, Output> = [ExtraFields<Answer, Output>] extends [never]
  ? unknown
  : { readonly answer: { readonly not_in_the_output_schema: ExtraFields<Answer, Output> } };

type Answering<Input, Output, Answer, Who> = Omit<Definition<Input, Output>, 'allowsAnonymous'> & {
  answer(input: Input, caller: Who): Promise<Answer>;
} & NoExtraFields<Answer, Output>;

/**
 * Makes an endpoint that requires credentials. It does not compile when the answer lacks a field of the output schema, or has another.
 *
 *     endpoint({
 *       name: 'get_usage', title: 'Units used and remaining', ..., method: 'GET', path: '/usage',
 *       input: requestOf({}), output: usageReport, units: 0, depends_on: 'caller',
 *       answer: async (_input, caller) => reportOf(meter, caller),
 *     })
 */
export function endpoint<Input, Output, Answer extends Output>(
  definition: Answering<Input, Output, Answer, Caller>,
): Endpoint<Input, Output> {
  return { ...definition, allowsAnonymous: false };
}

/** The same for an endpoint that is also answered without credentials. */
export function openEndpoint<Input, Output, Answer extends Output>(
  definition: Answering<Input, Output, Answer, Caller | null>,
): OpenEndpoint<Input, Output> {
  return { ...definition, allowsAnonymous: true };
}
