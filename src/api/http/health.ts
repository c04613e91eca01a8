import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/**
 * `GET /health/live`: the process runs and answers. `GET /health/ready`: it can answer from its data and charge for it; else 503.
 * No key is needed for either.
 * @param data what is shown of the data beside the status
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness, data: () => object): void {
  const config = { units: 0, anonymous: 'probe' } as const;
  app.get('/health/live', { config }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { config }, async () => {
    await readiness.confirm();
    return { status: 'ok', ...data() };
  });
}
