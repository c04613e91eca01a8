import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AlirError } from '../../../core/errors.ts';
import { hasCredentials, type Sender } from '../requests/credentials.ts';
import type { ReadyBody } from './compression.ts';
import type { Cors } from './cors.ts';
import { type HeaderList, headerPairs, JSON_TYPE, SECURITY_HEADERS } from './envelope.ts';

/** The caller data that a response needs. It is read when the response is written, so it is current. */
export interface IdentifiedCaller {
  readonly caller: { readonly account_id: string };
  /** `rate_limited` for a request above the rate limit, else null. */
  readonly rateError: AlirError | null;
  /** The headers of every response to this caller, including errors, from the memory of this process. */
  limitHeaders(): HeaderList;
  /** The same headers, with the charges of all servers. */
  currentHeaders(): Promise<HeaderList>;
  /** Returns the error with current limits. The headers then have the same values. */
  withCurrentLimits(error: AlirError): Promise<AlirError>;
}

/**
 * Identifies the caller of a request that no operation handles, by its credentials and its address. Returns null for an unknown caller. The rate limit
 * counts the request unless it is already counted.
 */
type IdentifyCaller = (sender: Sender, isCounted?: boolean) => Promise<IdentifiedCaller | null>;

declare module 'fastify' {
  interface FastifyInstance {
    identifyCaller: IdentifyCaller;
    readonly cors: Cors;
  }
  interface FastifyRequest {
    /** Null for an unknown caller; undefined until it is read. */
    caller: IdentifiedCaller | null | undefined;
  }
}

const COMMON: HeaderList = Object.entries(SECURITY_HEADERS).flat();
/** For a response whose format depends on `Accept` and `Accept-Encoding`. */
const NEGOTIATED: HeaderList = [...COMMON, 'vary', 'Accept, Accept-Encoding'];
const NEGOTIATED_JSON: HeaderList = [...NEGOTIATED, 'content-type', JSON_TYPE];
const NOTHING: HeaderList = [];

/** The common headers of a page, which has a policy of its own. */
function pageHeaders(policy: string, type: string): HeaderList {
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': policy };
  const vary = 'Accept, Accept-Encoding, Accept-Language';
  return [...Object.entries(headers).flat(), 'vary', vary, 'content-type', type];
}

/** Adds the common headers, and those of the caller, to every response. */
export function applyHeadersToAll(app: FastifyInstance): void {
  app.decorate('identifyCaller', async () => null);
  app.decorateRequest('caller');
  app.addHook('onSend', (request, reply) => applyHeaders(request, reply));
}

/** Returns the caller of a request, including a request that no operation handles. An OPTIONS request has no caller, even with a key. */
export async function identifiedCaller(request: FastifyRequest): Promise<IdentifiedCaller | null> {
  if (request.caller === undefined) {
    const { headers, method, server } = request;
    const isIdentified = method !== 'OPTIONS' && hasCredentials(headers);
    request.caller = isIdentified ? await server.identifyCaller(request) : null;
  }
  return request.caller;
}

export async function applyHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const head = [
    ...((await (await identifiedCaller(request))?.currentHeaders()) ?? NOTHING),
    'x-request-id',
    request.id,
  ];
  for (const [name, value] of headerPairs(head)) reply.header(name, value);
  for (const [name, value] of headerPairs(request.server.cors.headers(request.headers.origin))) {
    if (name === 'vary') vary(reply, value);
    else reply.header(name, value);
  }
  // HTML pages set their own values.
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
}

/** Adds a request header to Vary, and keeps the existing names. */
export function vary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '').split(', ');
  reply.header('vary', [...new Set([...names, name])].filter((each) => each !== '').join(', '));
}

/**
 * Sends a 200 with a ready body (JSON by default). It bypasses Fastify's reply, which would double the time.
 * @param policy the Content-Security-Policy of an HTML page
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, encoding, coverage }: ReadyBody,
  type = JSON_TYPE,
  policy?: string,
): void {
  reply.hijack();
  const negotiated = type === JSON_TYPE ? NEGOTIATED_JSON : [...NEGOTIATED, 'content-type', type];
  const common = policy === undefined ? negotiated : pageHeaders(policy, type);
  const head: (string | number)[] = [];
  addAll(head, common);
  addAll(head, request.server.cors.headers(request.headers.origin));
  if (request.caller) addAll(head, request.caller.limitHeaders());
  if (coverage) addAll(head, coverage.headers);
  head.push('x-request-id', request.id, 'content-length', bytes.length);
  if (encoding !== null) head.push('content-encoding', encoding);
  reply.raw.writeHead(200, head as string[]);
  reply.raw.end(bytes);
}

/** Array.concat and spreading take several times as long here. */
function addAll(head: (string | number)[], headers: HeaderList): void {
  for (const part of headers) head.push(part);
}
