import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MINUTES } from '../../commerce/accounts/people/sign-in.ts';

const COOKIE = 'alir_sign_in';
const OPTIONS = { path: '/sign-in', httpOnly: true, sameSite: 'lax', secure: 'auto' } as const;

export interface PendingEmail {
  readonly email: string;
  /** The code that this browser requested. */
  readonly code_id: string;
}

/** Keeps the address to which a code was sent, for the page on which the code is entered, and the id of the code, as long as the code. */
export function keepPendingEmail(reply: FastifyReply, { email, code_id }: PendingEmail): void {
  reply.setCookie(COOKIE, `${email} ${code_id}`, { ...OPTIONS, maxAge: CODE_MINUTES * 60 });
}

export function forgetPendingEmail(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, OPTIONS);
}

/** Null if no code was requested with this browser within 10 minutes. */
export function pendingEmail(request: FastifyRequest): PendingEmail | null {
  const [email, code_id = ''] = request.cookies[COOKIE]?.split(' ') ?? [];
  return email === undefined ? null : { email, code_id };
}
