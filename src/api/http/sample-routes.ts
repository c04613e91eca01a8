import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Caller } from '../../commerce/accounts/accounts.ts';
import type { IsoDate } from '../../core/dates.ts';
import { invalidField } from '../../core/errors.ts';
import type { Answers } from './admission/answers.ts';
import { RequestParser } from './admission/parsed-request.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { encodingFor } from './responses/compression.ts';
import { formatFor } from './responses/negotiation.ts';
import { sendReady } from './responses/response.ts';

/** Each GET of one stock is also below this path, without a key, for the stock of the sample. */
const SAMPLE = '/sample';

/** What anyone may read: one stock, up to a day. */
export interface Sample {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly through: IsoDate;
  /** Published days after `through`. */
  readonly days_late: number;
  /** They answer as if nothing were published after `through`. */
  readonly endpoints: ReadonlyMap<string, AnyEndpoint>;
  readonly answers: Answers;
}

/** Earlier data is read from the files of the lake, which takes longer. */
const EARLIER_WORK = 10;

/** Null while too few days are published. */
export type CurrentSample = () => Promise<Sample | null>;

/** Answers about one stock do not depend on the caller. */
const NOBODY = { account_id: 'sample' } as Caller;

/** Whether an endpoint answers about one stock. */
function isOfOneStock({ method, input }: AnyEndpoint): boolean {
  return method === 'GET' && input instanceof z.ZodObject && 'ticker' in input.shape;
}

/** Requests are limited by address, and count as much as they would cost. Keys are ignored, so nothing is charged or counted for an account. */
export function sampleRoutes(
  app: FastifyInstance,
  endpoints: readonly AnyEndpoint[],
  ticker: string,
  current: CurrentSample,
): void {
  const parser = new RequestParser();
  const { callersFirst, anonymousLimits } = app;
  for (const endpoint of endpoints.filter(isOfOneStock)) {
    app.get(
      `${SAMPLE}${endpoint.path}`,
      { config: { units: 0, anonymous: 'sample' } },
      async (request, reply) => {
        const parsed = parser.read(endpoint, request);
        const sample = await current();
        checkInSample(parsed.input, ticker, sample);
        const format = formatFor(request.headers.accept);
        const encoding = format?.is_compressed ? null : encodingFor(request.headers['accept-encoding']);
        const earlier = parsed.known_at === null ? 0 : EARLIER_WORK;
        anonymousLimits.countWork(request, parsed.units - 1 + earlier);
        const exchange = { parsed, format, page: null, encoding, response: reply.raw };
        const own = sample.endpoints.get(endpoint.name) as AnyEndpoint;
        const body = await callersFirst.run(async () => sample.answers.body(own, exchange, NOBODY));
        reply.raw.setHeader('x-request-cost', 0);
        sendReady(request, reply, body, format?.content_type);
      },
    );
  }
}

/** @throws AlirError `invalid_request` for another stock or a later day */
function checkInSample(
  input: { readonly ticker: string; readonly to: IsoDate },
  ticker: string,
  sample: Sample | null,
): asserts sample is Sample {
  const others = `For other stocks and newer days, send the request without ${SAMPLE}, with a key`;
  if (input.ticker !== ticker)
    throw invalidField('ticker', `must be ${ticker}, the only stock of the sample. ${others}`);
  if (sample === null) throw invalidField('to', `is too late: the sample has no day yet. ${others}`);
  const { from, through } = sample;
  if (input.to > through)
    throw invalidField('to', `is too late: the sample has the days from ${from} to ${through}. ${others}`);
}
