import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import formBody from '@fastify/formbody';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nulProblem } from '../../api/http/responses/public-error.ts';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { serverSecret } from '../../ledger/server-secret.ts';
import { readHostCookie, sendHostCookie } from './host-cookie.ts';
import { KnownBrowsers } from './known-browser.ts';
import { isSameOrigin, otherSite } from './same-origin.ts';
import { LedgerSessions, SESSION_DAYS } from './session-store.ts';
import { readVisitor, requireVisitor } from './visitor.ts';

/** Over https, its name has the prefix `__Host-`. */
const SESSION_COOKIE = 'alir_session';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `origin`: a POST of the sign-in, which needs no token, because a visitor who is not signed in has none. `token`: a POST with a token of
     * its own, which a mail program sends.
     */
    forms?: 'origin' | 'token';
  }
}

export interface SessionServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/**
 * Registers routes that know their visitor: `visitorOf(request)`, and the hooks of `visitor.ts`. Other routes pay nothing for sessions.
 *
 * The cookie is HttpOnly, SameSite=Lax and, over https, Secure. It contains the signed id of a session, which the ledger has. The id changes with
 * each sign-in and each change of the account. It does not change with time: requests that run at the same time would need both ids, and a thief
 * with an old id would get the next one. A session ends 30 days after its sign-in, after 7 days without a request, with the sign-out,
 * and with the revocation of its key. A request that is not GET or HEAD must come from a page of this server, and carry the token of the
 * visitor in the field `_csrf` or the header `csrf-token`.
 */
export function withSessions(
  app: FastifyInstance,
  services: SessionServices,
  register: (scope: FastifyInstance, sessions: Sessions) => void,
): void {
  void app.register(async (scope) => {
    const store = new LedgerSessions(services.ledger, services.clock);
    const secret = await serverSecret(services.ledger, 'session cookies');
    await scope.register(formBody);
    await scope.register(cookie);
    scope.addHook('onRequest', async (request) => readHostCookie(request, SESSION_COOKIE));
    await scope.register(session, {
      secret,
      store,
      cookieName: SESSION_COOKIE,
      cookie: { httpOnly: true, secure: 'auto', sameSite: 'lax', path: '/', maxAge: SESSION_DAYS * DAY_MS },
      saveUninitialized: false,
      rolling: false,
    });
    scope.addHook('onSend', async (request, reply) => sendHostCookie(request, reply, SESSION_COOKIE));
    await scope.register(csrf, { sessionPlugin: '@fastify/session', logLevel: 'debug' });
    scope.decorateRequest('visitor', null);
    scope.addHook('onRequest', async (request, reply) => {
      request.visitor = await readVisitor(services, request, () => reply.generateCsrf());
      request.signedInAs = request.visitor?.actor ?? null;
      if (request.visitor) await store.touch(request.session.sessionId, request.session);
    });
    scope.addHook('preValidation', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      if (Object.values(request.body ?? {}).some((value) => String(value).includes('\0')))
        throw nulProblem('malformed_request', 'form', '%00');
      const { forms } = request.routeOptions.config;
      if (forms === 'token') return;
      if (!isSameOrigin(request)) throw otherSite();
      if (forms === 'origin') return;
      if (!request.visitor) return await requireVisitor(request, reply);
      await new Promise<void>((resolve, reject) => {
        // The plugin sends its error, which is thrown here instead.
        const refusal = { send: reject } as unknown as FastifyReply;
        scope.csrfProtection(request, refusal, resolve);
      });
    });
    register(scope, new Sessions(store, services, new KnownBrowsers(secret)));
  });
}

/** What starts, changes and ends the session of a request. */
export class Sessions {
  readonly #store: LedgerSessions;
  readonly #services: SessionServices;
  readonly known_browsers: KnownBrowsers;

  constructor(store: LedgerSessions, services: SessionServices, known_browsers: KnownBrowsers) {
    this.#store = store;
    this.#services = services;
    this.known_browsers = known_browsers;
  }

  /** Starts a session with a new id, and ends the present one. */
  async start(
    request: FastifyRequest,
    reply: FastifyReply,
    who: { readonly person_id: string } | { readonly key_id: string },
  ): Promise<void> {
    const signed_in_at = this.#services.clock.now().toISOString();
    const person_id = 'person_id' in who ? who.person_id : null;
    const key_id = 'key_id' in who ? who.key_id : null;
    const accounts =
      person_id === null ? [] : await this.#services.ledger.all('session_accounts', { person_id });
    const account_id = accounts[0]?.account_id ?? null;
    await this.#renew(request, reply, { person_id, key_id, account_id, signed_in_at });
  }

  /** Shows another account, under a new id. @throws AlirError `account_required` for an account of other people */
  async switchAccount(request: FastifyRequest, reply: FastifyReply, account_id: unknown): Promise<void> {
    const account = request.visitor?.accounts.find((each) => each.account_id === account_id);
    if (!account) throw new AlirError('account_required', 'You do not belong to this account.');
    const { person_id = null, key_id = null, signed_in_at = '' } = request.session;
    // Only the request that ends the session may continue it: another one may have signed out.
    if (!(await this.#store.end(request.session.sessionId))) throw ended();
    await this.#renew(request, reply, { person_id, key_id, account_id: account.account_id, signed_in_at });
  }

  /** @param everywhere also the other sessions of the person or of the key */
  async end(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<void> {
    if (everywhere) await this.#store.endAll(request.session);
    await request.session.destroy();
    reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax' });
  }

  async #renew(
    request: FastifyRequest,
    reply: FastifyReply,
    fields: Readonly<Record<'person_id' | 'key_id' | 'account_id', string | null>> & { signed_in_at: string },
  ): Promise<void> {
    await request.session.regenerate();
    Object.assign(request.session, fields);
    reply.generateCsrf();
    await request.session.save();
  }
}

function ended(): AlirError {
  return new AlirError('sign_in_required', 'The session has ended. Sign in again.');
}
