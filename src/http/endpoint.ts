import type { z } from 'zod';

/** One operation of the API. Its `input` is read from the query string of a GET and from the JSON body of a POST. */
export interface Endpoint<Input> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly input: z.ZodType<Input>;
  /** @returns the `data` of the envelope */
  answer(input: Input): Promise<unknown>;
}
