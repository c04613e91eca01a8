import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { once } from '../../../core/once.ts';

type Label = 'method' | 'route' | 'status';

/** Gauges by name. Values are read when the metrics are requested. */
export interface Gauges {
  readonly [name: string]: { readonly help: string; read(): number | Promise<number> };
}

/** The metrics of the process. prom-client observes it until the process ends, so a registry of each server would keep that server in memory. */
const processRegistry = once(() => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
});

/** Server metrics for Prometheus. They contain no keys or accounts. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #units = new Counter({
    name: 'alir_units_charged_total',
    help: 'Units charged, by route',
    labelNames: ['route'],
    registers: [this.#registry],
  });

  readonly #unitsOfRoute = new Map<string, Counter.Internal>();

  constructor(app: FastifyInstance, gauges: Gauges) {
    processRegistry();
    this.#observeRequests(app);
    for (const [name, { help, read }] of Object.entries(gauges)) {
      new Gauge({
        name: `alir_${name}`,
        help,
        registers: [this.#registry],
        async collect() {
          this.set(await read());
        },
      });
    }
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return Registry.merge([this.#registry, processRegistry()]).metrics();
  }

  /** Creates a counter. @returns a function that increments it by one for the given label values */
  counter<Name extends string>(
    name: string,
    help: string,
    labels: readonly Name[],
  ): (values: Record<Name, string>) => void {
    const counter = new Counter({
      name: `alir_${name}_total`,
      help,
      labelNames: labels,
      registers: [this.#registry],
    });
    return (values) => counter.inc(values);
  }

  countUnits(route: string, units: number): void {
    let counter = this.#unitsOfRoute.get(route);
    if (!counter) {
      counter = this.#units.labels({ route });
      this.#unitsOfRoute.set(route, counter);
    }
    counter.inc(units);
  }

  #observeRequests(app: FastifyInstance): void {
    const durations = new Histogram<Label>({
      name: 'alir_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    });
    // Observers are looked up once for each status, not for each request.
    app.addHook('onRoute', (route) => {
      const method = [route.method].flat().join(' ');
      const observers = new Map<number, Histogram.Internal<Label>>();
      const observe: onResponseHookHandler = (_request, reply, done) => {
        const status = reply.statusCode;
        let observer = observers.get(status);
        if (!observer) {
          observer = durations.labels({ method, route: route.url, status });
          observers.set(status, observer);
        }
        observer.observe(reply.elapsedTime / 1000);
        done();
      };
      route.onResponse = [route.onResponse ?? [], observe].flat();
    });
    app.addHook('onResponse', (request, reply, done) => {
      if (request.is404) {
        const labels = { method: request.method, route: 'none', status: reply.statusCode };
        durations.observe(labels, reply.elapsedTime / 1000);
      }
      done();
    });
  }
}
