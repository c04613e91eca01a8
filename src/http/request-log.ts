import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the calling key, once it is known; '' until then. */
    key_id: string;
  }
}

/**
 * One line for each request when it ends: an answer at debug, since /metrics counts them; what was refused at info; what failed at error.
 * The query string and the headers are left out, for what a caller may have put there.
 */
export class RequestLog extends fastify.LogController {
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
    const level = status < 400 ? 'debug' : status < 500 ? 'info' : 'error';
    request.log[level](
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.key_id === ''
          ? {}
          : { key_id: request.key_id, units: reply.getHeader('x-request-cost') }),
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }
}
