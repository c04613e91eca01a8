import type { z } from 'zod';

/** One operation of the API. Its `input` is read from the query string of a GET and from the JSON body of a POST. */
export interface Endpoint<Input, Caller> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly input: z.ZodType<Input>;
  /** What an answer costs. 0 says that the operation is free, and open to an account that has used up its quota. */
  readonly units: 0 | ((input: Input) => number);
  /** True where the answer depends on nothing but the input and the published data, so that it can be shared for a while. */
  readonly isShared: boolean;
  /** @returns the `data` of the envelope */
  answer(input: Input, caller: Caller): Promise<unknown>;
}
