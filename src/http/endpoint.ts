import type { z } from 'zod';

/**
 * One operation of the API. Its `input` is read from the JSON body of a POST and from the query string of the others, together with the
 * parameters in its path and the headers that it names.
 */
export interface Endpoint<Input, Caller> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Headers that belong to the input, by the names of its fields; not of a GET, which its URL says all of. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an operation that is answered without a key too; its caller is null then. */
  readonly isOpen?: boolean;
  readonly input: z.ZodType<Input>;
  /** What an answer costs. 0 says that the operation is free, and open to an account that has used up its quota. */
  readonly units: 0 | ((input: Input) => number);
  /**
   * What the answer depends on besides the input. That on the published `dataset` is shared by all callers for a while, and no longer
   * than that is the newest; that on the `time` is shared for the while; that on the `caller` is made for each.
   */
  readonly depends_on: 'dataset' | 'time' | 'caller';
  /** @returns the `data` of the envelope */
  answer(input: Input, caller: Caller): Promise<unknown>;
}
