import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AlirError } from '../core/errors.ts';
import type { LogLevel } from '../core/log-level.ts';
import { tellInHead, tellInHeads } from './answer.ts';
import { answerClientError, answerConnect } from './client-error.ts';
import { errorBody, JSON_TYPE } from './envelope.ts';
import { publicError } from './errors.ts';
import { RequestLog } from './request-log.ts';
import { statusOf } from './status.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** A connection on which nothing moves is closed, also one whose reader does not read. */
const CONNECTION_TIMEOUT_MS = 60_000;

const NOT_READ = Object.freeze({});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request to the route may cost: a number, or what says it for a request. */
    units?: number | ((input: never) => number);
  }
}

/** An HTTP server without routes, whose every answer that is not a 200 has the error body. A route that does not declare its units is refused. */
export function createServer({ log_level }: { readonly log_level: LogLevel }): FastifyInstance {
  const app = fastify({
    logger: { level: log_level, stream: process.stderr },
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // Most questions were asked before, so that a query is read only where one is new: see queryOf.
    routerOptions: { querystringParser: () => NOT_READ },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    // Drain answers what comes in while the server stops.
    return503OnClosing: false,
    logController: new RequestLog(),
    // A logger of its own for each request would cost more than most answers; lines carry the id instead.
    childLoggerFactory: (logger) => logger,
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
  app.decorateRequest('key_id', '');
  tellInHeads(app);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const methodsByPath = new Map<string, Set<string>>();
  app.setNotFoundHandler(() => {
    throw new Error('What is not found is answered before its body is read');
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.units === undefined) throw new Error(`The route ${method} ${url} does not declare its units`);
    methodsByPath.set(url, new Set([...(methodsByPath.get(url) ?? []), ...[method].flat()]));
  });
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 ? notFound(methodsByPath, request, reply) : undefined);
  });
  app.server.on('connect', answerConnect);
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // For a URL that cannot be read no hook is called.
  tellInHead(request, reply);
  const shown = publicError(error);
  const status = statusOf(shown.code) ?? 500;
  if (status >= 500)
    request.log.error({ request_id: request.id, err: shown.cause ?? shown }, 'request failed');
  if (shown.retry_after_s !== null) reply.header('retry-after', shown.retry_after_s);
  return reply.code(status).header('content-type', JSON_TYPE).send(errorBody(shown, request.id));
}

function notFound(
  methodsByPath: ReadonlyMap<string, ReadonlySet<string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): AlirError {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = [...methodsByPath].flatMap(([pattern, ofPattern]) =>
    isOfPattern(path, pattern) ? [...ofPattern] : [],
  );
  if (methods.length === 0) return new AlirError('not_found', 'There is nothing at this path.');
  const allowed = methods.join(', ');
  reply.header('allow', allowed);
  return new AlirError('method_not_allowed', `This path takes ${allowed} only.`);
}

/** @param pattern with `:name` for any one part */
function isOfPattern(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.split('/'), pattern.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, place) => part.startsWith(':') || part === parts[place])
  );
}
