import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Browsers accept a cookie with this prefix only with Secure and Path=/ and without Domain. Another host of the same domain can therefore
 * neither set nor replace it.
 */
const PREFIX = '__Host-';

/** Over https, reads a cookie only under its name with the prefix. Call it before the plugin that reads the cookie. */
export function readHostCookie(request: FastifyRequest, name: string): void {
  if (request.protocol !== 'https') return;
  const { [name]: _, ...others } = request.cookies;
  const value = request.cookies[PREFIX + name];
  request.cookies = value === undefined ? others : { ...others, [name]: value };
}

/** Over https, sets a cookie under its name with the prefix. Call it after the plugin that sets the cookie. */
export function sendHostCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  if (request.protocol !== 'https' || lines.length === 0) return;
  // Fastify adds to this header instead of replacing it.
  reply.removeHeader('set-cookie');
  reply.header(
    'set-cookie',
    lines.map((line) => (line.startsWith(`${name}=`) ? withPrefix(line) : line)),
  );
}

/** A cookie that the plugin clears has no Secure. */
function withPrefix(line: string): string {
  return `${PREFIX}${line}${/; Secure(;|$)/.test(line) ? '' : '; Secure'}`;
}
