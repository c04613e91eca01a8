import type { FastifyRequest } from 'fastify';

/** The origin of this server as a browser reaches it. @param public_url the configured one; empty for that of the request */
export function originOf({ protocol, host }: FastifyRequest, public_url: string): string {
  return public_url === '' ? `${protocol}://${host}` : new URL(public_url).origin;
}
