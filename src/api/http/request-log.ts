import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Refusal, RefusalSample } from './refusal-sample.ts';

const SUMMARY_MS = 60_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the calling key, once it is known; '' until then. */
    key_id: string;
  }
}

/**
 * One line for each request when it ends: an answer at debug, since /metrics counts them; what was refused at info; what failed at error.
 * Of what is refused, or fails for a caller without a key, the first lines of each kind in a minute are written, and the rest as a count. The query string and the headers are
 * left out, for what a caller may have put there.
 */
export class RequestLog extends fastify.LogController {
  readonly #refusals = new RefusalSample();
  #summary: NodeJS.Timeout | undefined;

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { statusCode: status } = reply;
    // Most requests: nothing is put together that nobody reads.
    if (status < 400 && request.log.level !== 'debug') return;
    const isRefused = status >= 400 && (status < 500 || request.key_id === '');
    const address = status < 400 ? undefined : request.ip;
    if (isRefused && !this.#hasLine(request.log, { address: request.ip, status, key_id: request.key_id }))
      return;
    const level = status < 400 ? 'debug' : status < 500 ? 'info' : 'error';
    request.log[level](
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status,
        ...(address === undefined ? {} : { address }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.key_id === ''
          ? {}
          : { key_id: request.key_id, units: reply.getHeader('x-request-cost') }),
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }

  /** A connection that was closed before anything was read of it. */
  refusedConnection(log: FastifyBaseLogger, address: string, reason: string): void {
    if (this.#hasLine(log, { address, status: 0, key_id: '' }))
      log.info({ address, reason }, 'connection refused');
  }

  /** Writes how many refusals had no line of their own. */
  summarise(log: FastifyBaseLogger): void {
    clearTimeout(this.#summary);
    this.#summary = undefined;
    for (const kind of this.#refusals.summary()) log.info(kind, 'refused without a line of their own');
  }

  #hasLine(log: FastifyBaseLogger, refusal: Refusal): boolean {
    this.#summary ??= setTimeout(() => this.summarise(log), SUMMARY_MS).unref();
    return log.level === 'debug' || this.#refusals.take(refusal);
  }
}
