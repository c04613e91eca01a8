import type { FastifyInstance } from 'fastify';
import { JSON_TYPE, successBody } from './envelope.ts';

/** A message from another server, which proves in its own way whose it is. */
export interface WebhookMessage {
  header(name: string): string | undefined;
  /** The JSON that was sent. */
  readonly body: unknown;
}

/** Takes messages at a path, without a key; the answer tells only that one was understood. */
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
