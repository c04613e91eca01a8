import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Refusal, RefusalSample } from './refusal-sample.ts';

const SUMMARY_MS = 60_000;
const MAX_CAUSES = 5;

/** The logged fields of an object. All other fields are omitted: those of an error or a warning can hold a request with its key. */
export const LOGGED_FIELDS = {
  err: errorFields,
  req: ({ id, method }: { readonly id: string; readonly method: string }) => ({ id, method }),
  res: () => ({}),
};

function errorFields(error: unknown) {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < MAX_CAUSES; cause = cause.cause)
    chain.push(cause);
  const [first] = chain;
  return {
    type: first?.name ?? typeof error,
    code: (first as NodeJS.ErrnoException | undefined)?.code,
    message: first ? chain.map(({ message }) => message).join(': ') : String(error),
    stack: chain.map(({ stack }) => stack).join('\ncaused by: '),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the calling key; '' until the caller is authenticated. */
    key_id: string;
  }
}

/**
 * Logs one line for each request when it ends: successes at debug, because /metrics counts them; refusals at info; failures at error. For
 * refusals, and for failures of callers without a key, it writes the first lines of each kind in a minute and counts the rest. The query
 * string and the headers are omitted, because callers may put confidential data there.
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
    // Most requests end here, before any log fields are built.
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

  /** Logs a connection that was closed before any data was read. */
  refusedConnection(log: FastifyBaseLogger, address: string, reason: string): void {
    if (this.#hasLine(log, { address, status: 0, key_id: '' }))
      log.info({ address, reason }, 'connection refused');
  }

  /** Logs the number of refusals without their own line. */
  summarise(log: FastifyBaseLogger): void {
    clearTimeout(this.#summary);
    this.#summary = undefined;
    for (const kind of this.#refusals.summary())
      log.info(kind, 'refused requests that were not logged one by one');
  }

  #hasLine(log: FastifyBaseLogger, refusal: Refusal): boolean {
    this.#summary ??= setTimeout(() => this.summarise(log), SUMMARY_MS).unref();
    return log.level === 'debug' || this.#refusals.take(refusal);
  }
}
