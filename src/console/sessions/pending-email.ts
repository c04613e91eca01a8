import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'alir_sign_in';
const OPTIONS = { path: '/sign-in', httpOnly: true, sameSite: 'lax', secure: 'auto' } as const;
/** As long as a code. */
const KEPT_S = 600;

/** Keeps the address to which a code was sent, for the page on which the code is entered. */
export function keepPendingEmail(reply: FastifyReply, email: string): void {
  reply.setCookie(COOKIE, email, { ...OPTIONS, maxAge: KEPT_S });
}

export function forgetPendingEmail(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, OPTIONS);
}

/** Null if no code was requested with this browser within 10 minutes. */
export function pendingEmail(request: FastifyRequest): string | null {
  return request.cookies[COOKIE] ?? null;
}
