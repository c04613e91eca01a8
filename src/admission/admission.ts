import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { JSON_TYPE, successBody } from '../http/envelope.ts';
import { validated } from '../http/validation.ts';
import { authenticate } from './authenticate.ts';

/**
 * The one door to the data. Every request to an endpoint passes, in this order: authenticate (before its body is read), validate,
 * answer, serialise, 200.
 */
export class Admission {
  readonly #app: FastifyInstance;
  readonly #accounts: Accounts;

  constructor(app: FastifyInstance, accounts: Accounts) {
    this.#app = app;
    this.#accounts = accounts;
  }

  admit<Input>(endpoint: Endpoint<Input>): void {
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest: async (request, reply) => {
        reply.header('www-authenticate', 'Bearer');
        authenticate(this.#accounts, request.headers.authorization);
        reply.removeHeader('www-authenticate');
      },
      handler: async (request, reply) => {
        const input = validated(endpoint.input, endpoint.method === 'GET' ? request.query : request.body);
        const body = successBody(await endpoint.answer(input));
        return reply.header('content-type', JSON_TYPE).send(body);
      },
    });
  }
}
