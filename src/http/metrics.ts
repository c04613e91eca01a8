import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures that are read when they are asked for. */
export interface Gauges {
  readonly [name: string]: { readonly help: string; read(): number };
}

/** `GET /metrics`: what the server counts and measures, for Prometheus. No key is needed, and no key or account is in it. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #units = new Counter({
    name: 'alir_units_charged_total',
    help: 'Units charged, by route',
    labelNames: ['route'],
    registers: [this.#registry],
  });

  constructor(app: FastifyInstance, gauges: Gauges) {
    collectDefaultMetrics({ register: this.#registry });
    this.#observeRequests(app);
    for (const [name, { help, read }] of Object.entries(gauges)) {
      new Gauge({
        name: `alir_${name}`,
        help,
        registers: [this.#registry],
        collect() {
          this.set(read());
        },
      });
    }
    app.get('/metrics', { config: { units: 0 } }, async (_request, reply) =>
      reply.header('content-type', this.#registry.contentType).send(await this.#registry.metrics()),
    );
  }

  countUnits(route: string, units: number): void {
    this.#units.inc({ route }, units);
  }

  #observeRequests(app: FastifyInstance): void {
    const durations = new Histogram({
      name: 'alir_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    });
    const children = new Map<string, { observe(seconds: number): void }>();
    app.addHook('onResponse', (request, reply, done) => {
      const labels = {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      };
      const name = `${labels.method} ${labels.route} ${labels.status}`;
      let child = children.get(name);
      if (!child) {
        child = durations.labels(labels);
        children.set(name, child);
      }
      child.observe(reply.elapsedTime / 1000);
      done();
    });
  }
}
