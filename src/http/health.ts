import type { FastifyInstance } from 'fastify';

/** `GET /health/live`: the process runs and answers. No key is needed. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
}
