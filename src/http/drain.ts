import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AlirError } from '../core/errors.ts';

/** How long requests that run may still take when the server stops. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 10;

/** Lets the requests that run come to their end, while new ones get 503. */
export class Drain {
  #isDraining = false;
  #running = 0;

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', (_request, reply, done) => {
      if (!this.#isDraining) {
        this.#running += 1;
        reply.raw.once('close', () => {
          this.#running -= 1;
        });
        done();
        return;
      }
      reply.header('connection', 'close');
      done(
        new AlirError('shutting_down', 'The server is being stopped. Try again shortly.', {
          retry_after_s: 5,
        }),
      );
    });
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    for (let waited_ms = 0; this.#running > 0 && waited_ms < PATIENCE_MS; waited_ms += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS);
    }
  }
}
