import type { FastifyInstance } from 'fastify';
import { type Readiness, serviceNotReady } from './readiness.ts';

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
    // The checks may have run a second ago.
    const facts = await data().catch((error: unknown) => {
      throw serviceNotReady('the ledger cannot be read', error);
    });
    return { status: 'ok', ...facts };
  });
}
