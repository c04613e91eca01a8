import type { z } from 'zod';
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
  /** True for an operation that is answered without a key too; its caller is null then. */
  readonly allowsAnonymous?: boolean;
  /** True for an operation that manages keys or orders: it is refused with an MCP key, which agents keep in their configuration files. */
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

/** An operation with what answers it. */
export interface Endpoint<Input, Caller> extends Operation {
  readonly input: z.ZodType<Input>;
  readonly units: 0 | ((input: Input) => number);
  /**
   * What the answer depends on besides the input. That on the published `dataset` is shared by all callers for a while, and no longer
   * than that is the newest; that on the `time` is shared for the while; that on the `caller` is made for each.
   */
  readonly depends_on: 'dataset' | 'time' | 'caller';
  /** @returns the `data` of the envelope */
  answer(input: Input, caller: Caller): Promise<unknown>;
}
