import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/**
 * `GET /health/live`: the process is running. `GET /health/ready`: the service can read its data and record charges; otherwise 503. Neither
 * route needs a key.
 * @param data returns the facts about the data to show beside the status
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness, data: () => Promise<object>): void {
  const config = { units: 0, anonymous: 'probe' } as const;
  app.get('/health/live', { config }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { config }, async () => {
    await readiness.confirm();
    return { status: 'ok', ...(await data()) };
  });
}
