import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, SECURITY_HEADERS } from './envelope.ts';

/** Names and values in turns, as Node writes them fastest. */
export type Head = readonly (string | number)[];

declare module 'fastify' {
  interface FastifyRequest {
    /** What every answer to this request tells in its head, besides what it is; errors tell it too. */
    toldInHead: Head;
  }
}

const COMMON: Head = Object.entries(SECURITY_HEADERS).flat();
const COMMON_OF_JSON: Head = [...COMMON, 'content-type', JSON_TYPE];
const NOTHING: Head = [];

/** Gives every answer the headers that all have, and those that its request has gathered. */
export function tellInHeads(app: FastifyInstance): void {
  app.decorateRequest('toldInHead');
  app.addHook('onSend', (request, reply, _payload, done) => {
    tellInHead(request, reply);
    done();
  });
}

export function tellInHead(request: FastifyRequest, reply: FastifyReply): void {
  const head = [...(request.toldInHead ?? NOTHING), 'x-request-id', request.id];
  for (let place = 0; place < head.length; place += 2) reply.header(String(head[place]), head[place + 1]);
  // A page has its own.
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
}

/** Sends a 200 with a ready body, of JSON unless told: head and body as they are, since Fastify's own way through a reply takes as long again. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  type = JSON_TYPE,
): void {
  reply.hijack();
  const common = type === JSON_TYPE ? COMMON_OF_JSON : [...COMMON, 'content-type', type];
  const head = common.concat(request.toldInHead ?? NOTHING);
  head.push('x-request-id', request.id, 'content-length', body.length);
  reply.raw.writeHead(200, head as string[]);
  reply.raw.end(body);
}
