import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { RequiredScope } from '../../core/commerce-terms.ts';
import { MAX_BODY_KIB, MAX_HEADERS_KIB, REQUEST_TIMEOUT_S } from '../../core/contract.ts';
import { statusOf } from '../../core/error-codes.ts';
import { AlirError } from '../../core/errors.ts';
import type { LogLevel } from '../../core/log-level.ts';
import { answerClientError, answerConnect } from './client-error.ts';
import { hostProblem } from './host.ts';
import { AnonymousLimits } from './limits/address-limits.ts';
import { CallersFirst } from './limits/callers-first.ts';
import { RecentFailures } from './monitoring/recent-failures.ts';
import { LOGGED_FIELDS, RequestLog } from './monitoring/request-log.ts';
import { clientAddress, proxiesIn } from './requests/address.ts';
import { duplicateKey } from './requests/duplicate-key.ts';
import { MAX_NAME_CHARACTERS } from './requests/validation.ts';
import { Cors, type CorsOrigins } from './responses/cors.ts';
import { errorBody, JSON_TYPE } from './responses/envelope.ts';
import { prefersPage, READER_CONSTRAINT } from './responses/html-page.ts';
import { nulProblem, publicError, requestProblem } from './responses/public-error.ts';
import { applyHeaders, applyHeadersToAll, identifiedCaller } from './responses/response.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = REQUEST_TIMEOUT_S * 1000;

/** Idle connections are closed, including those whose client does not read the response. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Format of a request id that a caller may set. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

const NOT_READ = Object.freeze({});

/** In JSON: an even number of backslashes, then the escape of a NUL character. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Cost of a request to the route, in units: a number, or a function of the input. */
    units?: number | ((input: never) => number);
    /** The scope that a key needs. Null for a route that knows no keys of accounts. */
    scope?: RequiredScope | null;
    /** `page`: browsers get the errors of the route as an HTML page. */
    errors?: 'page';
  }
  interface FastifyInstance {
    readonly declaredRoutes: readonly DeclaredRoute[];
    readonly recentFailures: RecentFailures;
    readonly callersFirst: CallersFirst;
    readonly anonymousLimits: AnonymousLimits;
    /** Writes an error as an HTML page and sets the headers of the page. Null: all errors are JSON. */
    errorPage: ((request: FastifyRequest, reply: FastifyReply, error: AlirError) => string) | null;
  }
}

interface DeclaredRoute {
  readonly methods: readonly string[];
  /** With `:name` for a parameter. */
  readonly path: string;
  /** Whether it is a page of the console, which is not part of the API. */
  readonly isPage: boolean;
}

export interface ServerSettings {
  readonly log_level: LogLevel;
  readonly cors_origins: CorsOrigins;
  /** Same format as ALIR_TRUST_PROXY. */
  readonly trust_proxy?: string;
}

/**
 * Creates an HTTP server without routes. Every response that is not a 200 has the error body. A route is rejected
 * if it declares no units, or neither a scope nor a limit for anonymous requests.
 */
export function createServer(
  { log_level, cors_origins, trust_proxy = '' }: ServerSettings,
  clock: Clock = systemClock,
): FastifyInstance {
  const cors = new Cors(cors_origins);
  const isProxy = proxiesIn(trust_proxy);
  const log = new RequestLog();
  const app = fastify({
    logger: {
      level: log_level,
      stream: process.stderr,
      formatters: { level: (level) => ({ level }) },
      serializers: LOGGED_FIELDS,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    genReqId: requestId,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: MAX_BODY_KIB * 1024,
    // Most requests repeat earlier ones, so a query string is parsed only if it is new: see queryOf.
    routerOptions: {
      querystringParser: () => NOT_READ,
      ignoreTrailingSlash: true,
      constraints: { reader: READER_CONSTRAINT },
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    // Drain answers requests that arrive during shutdown.
    return503OnClosing: false,
    logController: log,
    trustProxy: trust_proxy === '' ? false : isProxy,
    // A child logger for each request would cost more than most responses. Log lines carry the request id instead.
    childLoggerFactory: (logger) => logger,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: MAX_HEADERS_KIB * 1024,
      // If this is true, Node itself answers a request without a Host header, with an empty body: see hostProblem.
      requireHostHeader: false,
    },
    // Routes that need a key disable HEAD, because a HEAD request would be charged like a GET.
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, reply) => {
      // Fastify ignores trustProxy for a URL that it cannot decode.
      const { socket, headers } = request.raw;
      Object.defineProperty(request, 'ip', { value: clientAddress(socket, headers, isProxy) });
      return answerError(error, request, reply, limits);
    },
    clientErrorHandler: (error, socket) => void answerClientError(error, socket, app, limits),
  });
  app.decorate('cors', cors);
  app.decorate('errorPage', null);
  app.decorate('ownNames', { public_url: '', hosts: [], origins: new Set<string>() });
  app.decorate('callersFirst', new CallersFirst());
  app.decorate('recentFailures', new RecentFailures(clock));
  app.decorateRequest('key_id', '');
  const limits = new AnonymousLimits(app, {
    clock,
    isProxy,
    onRefusedConnection: (address, reason) => log.refusedConnection(app.log, address, reason),
  });
  app.decorate('anonymousLimits', limits);
  applyHeadersToAll(app);
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    parseJson(request, body, (error, value) => done(error ?? jsonProblem(body, value), value)),
  );
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, limits));
  const routes: DeclaredRoute[] = [];
  app.decorate('declaredRoutes', routes);
  app.setNotFoundHandler(() => {
    throw new Error('The 404 response was sent before the body was read');
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.units === undefined) throw new Error(`The route ${method} ${url} does not declare its units`);
    if (config.scope === undefined && config.anonymous === undefined)
      throw new Error(`The route ${method} ${url} does not declare the scope of its keys`);
    routes.push({ methods: [method].flat(), path: url, isPage: config.errors === 'page' });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const problem = hostProblem(request.raw) ?? urlProblem(request.url);
    if (problem) return done(problem);
    const refusal = request.method === 'OPTIONS' ? limits.countOptions(request) : undefined;
    if (refusal) return done(refusal);
    if (cors.answerPreflight(request, reply)) return;
    if (!request.is404) return done();
    const methods = methodsAt(routes, request.url);
    if (methods.length > 0 && request.method === 'OPTIONS') return answerOptions(methods, reply);
    done(notFound(methods, reply));
  });
  app.addHook('onClose', async () => log.summarise(app.log));
  app.server.on('connect', (request, socket) => void answerConnect(request, socket as Socket, app, limits));
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

/** Endpoints validate and write with their own schemas. Fastify would load its compilers of schemas at each start. */
function noSchemas(): never {
  throw new Error('A route has no schema of Fastify');
}

/** Returns the request id from the client, or a new id if it is missing or unsafe to log. */
function requestId({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

function jsonProblem(json: string, value: unknown): AlirError | null {
  if (ESCAPED_NUL.test(json)) return nulProblem('invalid_json', 'body', '\\u0000');
  const key = duplicateKey(json, value);
  if (key === undefined) return null;
  return requestProblem(
    'invalid_json',
    key.slice(0, MAX_NAME_CHARACTERS),
    'appears twice in one object: send it once',
  );
}

/** Errors that are already in the log. All requests within a second share one readiness result. */
const logged = new WeakSet<AlirError>();

async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: AnonymousLimits,
): Promise<FastifyReply> {
  const limitedError = await errorFor(request, publicError(error));
  const shown =
    (statusOf(limitedError.code) ?? 500) < 500
      ? await limits.countFailure(request, limitedError)
      : limitedError;
  // Fastify calls no hook for an invalid URL.
  await applyHeaders(request, reply);
  const status = statusOf(shown.code) ?? 500;
  // A server that stops refuses requests on purpose.
  const isFailure = status >= 500 && shown.code !== 'shutting_down';
  if (isFailure) {
    const account_id = request.caller?.caller.account_id ?? null;
    request.server.recentFailures.note(request, { status, code: shown.code, account_id });
  }
  if (isFailure && !logged.has(limitedError))
    request.log.error({ request_id: request.id, err: shown.cause ?? shown }, 'request failed');
  logged.add(limitedError);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (shown.retry_after_s !== null) reply.header('retry-after', shown.retry_after_s);
  reply.code(status);
  const body = answeredBody(request, reply, shown);
  const isOfPages = shown.code === 'rate_limited' && request.routeOptions.config.anonymous === 'page';
  if (shown.code !== 'address_limited' && !isOfPages) return reply.send(body);
  limits.hold(request.raw.socket, request.ip, () => reply.send(body));
  return reply;
}

/** Sets the content type and returns the body: an HTML page for a browser, on a route of a page or on a path that does not exist. */
function answeredBody(request: FastifyRequest, reply: FastifyReply, error: AlirError): string {
  const { errorPage } = request.server;
  const isUnknown = request.is404 || error.code === 'not_found' || error.code === 'invalid_url';
  const isOfPage = isUnknown || request.routeOptions.config.errors === 'page';
  if (errorPage && isOfPage && prefersPage(request.headers)) return errorPage(request, reply, error);
  reply.header('content-type', JSON_TYPE);
  return errorBody(error, request.id);
}

/** Returns the error with the current limits of its caller. For a request that no operation handles, the rate limit comes first. */
async function errorFor(request: FastifyRequest, error: AlirError): Promise<AlirError> {
  const wasKnown = request.caller !== undefined;
  const caller = await identifiedCaller(request);
  if (!caller) return error;
  return (wasKnown ? null : caller.rateError) ?? (await caller.withCurrentLimits(error));
}

function urlProblem(url: string): AlirError | undefined {
  return url.includes('%00') ? nulProblem('invalid_url', 'url', '%00') : undefined;
}

/** The methods of a path. Those of the API, if it is also the path of a page. */
function methodsAt(routes: readonly DeclaredRoute[], url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  const matching = routes.filter((route) => isOfPattern(path, route.path));
  const ofApi = matching.filter(({ isPage }) => !isPage);
  return [...new Set((ofApi.length > 0 ? ofApi : matching).flatMap(({ methods }) => methods))];
}

/** Answers OPTIONS. Like a preflight, it needs no key and counts towards no account limit. */
function answerOptions(methods: readonly string[], reply: FastifyReply): void {
  reply
    .code(204)
    .header('allow', [...methods, 'OPTIONS'].join(', '))
    .send();
}

/** @param methods the methods that the path accepts */
function notFound(methods: readonly string[], reply: FastifyReply): AlirError {
  if (methods.length === 0)
    return new AlirError('not_found', 'This path does not exist. /docs lists all paths.');
  const allowed = methods.join(', ');
  reply.header('allow', allowed);
  return new AlirError(
    'method_not_allowed',
    `This path does not accept this method. Allowed methods: ${allowed}.`,
  );
}

/** @param pattern a path with `:name` for any one segment */
function isOfPattern(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.replace(/(?<=.)\/$/, '').split('/'), pattern.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, place) => part.startsWith(':') || part === parts[place])
  );
}
