import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../core/secret.ts';

const COOKIE = 'alir_known_browser';
const OPTIONS = { path: '/sign-in', httpOnly: true, sameSite: 'lax', secure: 'auto' } as const;
const KEPT_S = 365 * 86_400;

/**
 * Marks the browsers with which a person has signed in by e-mail, so that the person can request codes there when others have used up the
 * limits. The mark signs in nobody. It contains no address, and servers that share a ledger share it.
 */
export class KnownBrowsers {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  keep(reply: FastifyReply, email: string): void {
    reply.setCookie(COOKIE, this.#mark(email), { ...OPTIONS, maxAge: KEPT_S });
  }

  /** Whether the person with an address has signed in with the browser, as the last one, within a year. */
  has(request: FastifyRequest, email: string): boolean {
    return isSameSecret(request.cookies[COOKIE] ?? '', this.#mark(email));
  }

  #mark(email: string): string {
    return createHmac('sha256', this.#secret)
      .update(`known browser ${email.toLowerCase()}`)
      .digest('base64url');
  }
}
