import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AlirError } from '../core/errors.ts';
import { answerClientError } from './client-error.ts';
import { errorBody, JSON_TYPE } from './envelope.ts';
import { publicError } from './errors.ts';
import { statusOf } from './status.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** An HTTP server without routes, whose every answer that is not a 200 has the error body. */
export function createServer(options: { readonly log: boolean }): FastifyInstance {
  const app = fastify({
    logger: options.log ? { stream: process.stderr } : false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      // Without a Host header Node itself would answer, with an empty body.
      requireHostHeader: false,
    },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(notFound(app, request, reply), request, reply));
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicError(error);
  const status = statusOf(shown.code) ?? 500;
  if (status >= 500) request.log.error({ err: shown.cause ?? shown }, 'request failed');
  return reply.code(status).header('content-type', JSON_TYPE).send(errorBody(shown, request.id));
}

function notFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): AlirError {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = app.supportedMethods.filter((method) => app.hasRoute({ method, url: path }));
  if (methods.length === 0) return new AlirError('not_found', 'There is nothing at this path.');
  const allowed = methods.join(', ');
  reply.header('allow', allowed);
  return new AlirError('method_not_allowed', `This path takes ${allowed} only.`);
}
