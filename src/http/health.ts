import type { FastifyInstance } from 'fastify';
import { AlirError } from '../core/errors.ts';

/**
 * `GET /health/live`: the process runs and answers. `GET /health/ready`: it can answer from its data and charge for it; else 503.
 * No key is needed for either.
 * @param check throws when the service is not ready; what it returns is shown
 */
export function healthRoutes(app: FastifyInstance, check: () => Promise<object>): void {
  const config = { units: 0 };
  app.get('/health/live', { config }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { config }, async () => {
    try {
      return { status: 'ok', ...(await check()) };
    } catch (cause) {
      throw new AlirError('not_ready', 'The service is not ready to answer. Its log says why.', { cause });
    }
  });
}
