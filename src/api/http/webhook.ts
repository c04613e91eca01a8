import type { FastifyInstance } from 'fastify';
import { JSON_TYPE, successBody } from './responses/envelope.ts';

/** A message from another server. It authenticates itself in its own way. */
export interface WebhookMessage {
  header(name: string): string | undefined;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** Receives messages at a path, without a key. The response only confirms that a message was understood. */
export function webhook(
  app: FastifyInstance,
  path: string,
  receive: (message: WebhookMessage) => Promise<unknown>,
): void {
  app.post(path, { config: { units: 0, anonymous: 'webhook' } }, async ({ headers, body }, reply) => {
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    await receive({ header, body });
    return reply.header('content-type', JSON_TYPE).send(successBody(null));
  });
}
