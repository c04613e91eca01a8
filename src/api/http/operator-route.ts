import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AlirError } from '../../core/errors.ts';
import { idempotencyKeyIn } from './admission/admission.ts';
import { queryOf } from './requests/validation.ts';
import { JSON_TYPE, successBody } from './responses/envelope.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** An endpoint under /admin. The response is the envelope of every response, as JSON. */
export interface OperatorEndpoint {
  readonly method: 'GET' | 'POST';
  /** Path, with `:name` for a parameter. */
  readonly path: `/admin/${string}`;
  /**
   * @param input the query string of a GET or the JSON body of a POST, plus the path parameters, not checked
   * @param by who sends the request, for the audit log
   * @returns the `data` of the envelope
   */
  answer(
    input: unknown,
    by: { readonly actor: string; readonly idempotency_key: string | null },
  ): Promise<unknown>;
}

export type OperatorOf = (key: string) => Promise<string | undefined>;

/** Registers an endpoint. Requests without a valid key of an operator get 401, and are limited by address. */
export function operatorRoute(
  app: FastifyInstance,
  operatorOf: OperatorOf,
  { method, path: url, answer }: OperatorEndpoint,
): void {
  const operators = new WeakMap<FastifyRequest, string>();
  app.route({
    method,
    url,
    config: { units: 0, anonymous: 'operator' },
    exposeHeadRoute: false,
    // Before the body is read.
    onRequest: async (request) => {
      const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
      const operator = key === undefined ? undefined : await operatorOf(key);
      if (operator === undefined) throw unauthorized();
      operators.set(request, operator);
    },
    handler: async (request, reply) => {
      const sent = method === 'GET' ? queryOf(request) : (request.body ?? {});
      const fields =
        typeof sent === 'object' && !Array.isArray(sent) ? { ...sent, ...(request.params as object) } : sent;
      const actor = operators.get(request) ?? '';
      const data = await answer(fields, { actor, idempotency_key: idempotencyKeyIn(request.headers) });
      return reply.header('content-type', JSON_TYPE).send(successBody(data));
    },
  });
}

function unauthorized(): AlirError {
  return new AlirError(
    'unauthorized',
    'A key of an operator is required. Send it in the header Authorization: Bearer <operator key>. To create one, run: alir operator create NAME',
  );
}
