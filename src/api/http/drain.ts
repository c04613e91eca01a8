import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { AlirError } from '../../core/errors.ts';

/** Time for running requests to finish after shutdown starts. */
const WAIT_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 10;
/** Time to send the last responses. */
const LAST_BYTES_MS = 1000;
/** Time for a load balancer to learn from 503 responses that it must use another server. */
const LEAVE_MS = 2000;

/** During shutdown, lets running requests finish and answers new requests with 503. */
export class Drain {
  readonly #app: FastifyInstance;
  readonly #hasPeers: boolean;
  readonly #sleep: (ms: number) => Promise<void>;
  #isDraining = false;
  /** The last response of each connection. It may have ended. Earlier responses have ended, because a connection answers in order. */
  readonly #last = new Map<Socket, ServerResponse>();

  /**
   * @param hasPeers whether other servers can answer in place of this one
   * @param sleep waits for some milliseconds; tests do not wait
   */
  constructor(
    app: FastifyInstance,
    hasPeers: boolean,
    sleep: (ms: number) => Promise<void> = promisify(setTimeout),
  ) {
    this.#app = app;
    this.#hasPeers = hasPeers;
    this.#sleep = sleep;
    app.server.on('connection', (socket) => socket.once('close', () => this.#last.delete(socket)));
    app.addHook('onRequest', (request, reply, done) => {
      if (!this.#isDraining) {
        this.#last.set(request.raw.socket, reply.raw);
        done();
        return;
      }
      reply.header('connection', 'close');
      done(
        new AlirError('shutting_down', 'The server is shutting down. Try again shortly.', {
          retry_after_s: 5,
        }),
      );
    });
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    // A keep-alive connection would keep the server running.
    for (const response of this.#running()) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
    const { server } = this.#app;
    // A connection that is closed too early breaks the request that a client is sending on it.
    const isLeaving = () => this.#hasPeers && this.#last.size > 0;
    for (
      let elapsed_ms = 0;
      (this.#running().length > 0 && elapsed_ms < WAIT_TIMEOUT_MS) || (isLeaving() && elapsed_ms < LEAVE_MS);
      elapsed_ms += POLL_INTERVAL_MS
    ) {
      await this.#sleep(POLL_INTERVAL_MS);
    }
    // Connections that are still open after the timeout would keep the process running.
    setTimeout(() => server.closeAllConnections(), LAST_BYTES_MS).unref();
  }

  #running(): ServerResponse[] {
    return [...this.#last.values()].filter((response) => !response.writableFinished && !response.destroyed);
  }
}
