import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkedCaller } from '../../../api/http/admission/caller-check.ts';
import { addressBlock } from '../../../api/http/requests/address.ts';
import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import type { SignIn } from '../../../commerce/accounts/people/sign-in.ts';
import { codeMail } from '../../../commerce/accounts/people/sign-in-mails.ts';
import type { Clock } from '../../../core/clock.ts';
import { isEmailAddress } from '../../../core/email.ts';
import { AlirError } from '../../../core/errors.ts';
import { type CodeMailer, CodeMails } from '../../sessions/code-mails.ts';
import { localPath, signInPath } from '../../sessions/local-path.ts';
import { forgetPendingEmail, keepPendingEmail, pendingEmail } from '../../sessions/pending-email.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { viewOf } from '../components/view.ts';
import { PAGE_ROUTE } from '../framework/page-config.ts';

/** The page after a sign-in. */
const FIRST_PAGE = '/account/usage';
const FIRST_OPERATOR_PAGE = '/operator';

export interface SignInServices {
  readonly sign_in: SignIn;
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Null without a mail server. */
  readonly mailer: CodeMailer | null;
  /** Origin for links in e-mails; empty for none. */
  readonly public_url: string;
}

/**
 * The forms of the sign-in. Each answers with a redirect: after a problem, back to the page of the form, with the code of the error in
 * `error`. A request for a code has the same response for every address, and its e-mail is sent after the response.
 */
export function signInForms(scope: FastifyInstance, sessions: Sessions, services: SignInServices): void {
  const { sign_in, accounts, clock, mailer, public_url } = services;
  const mails =
    mailer &&
    new CodeMails(mailer, (err) => scope.log.error({ err }, 'a sign-in code could not be sent by e-mail'));
  scope.addHook('onClose', async () => mails?.close());
  const signInForm = { config: { ...PAGE_ROUTE, forms: 'origin' } } as const;
  const form = { config: PAGE_ROUTE } as const;

  scope.post('/sign-in/code', signInForm, async (request, reply) => {
    const next = fieldOf(request, 'next');
    const email = fieldOf(request, 'email').trim();
    if (!mails) return reply.redirect(signInPath(next, { error: 'no_mail' }), 303);
    if (!isEmailAddress(email)) {
      return reply.redirect(signInPath(next, { error: 'invalid_email' }), 303);
    }
    return await orBack(reply, signInPath(next), async () => {
      const isKnown = sessions.known_browsers.has(request, email);
      const { code_id, sent } = await sign_in.requestCode(email, addressBlock(request.ip), isKnown);
      const { language } = viewOf(request);
      if (sent) mails.add(codeMail(language, public_url, sent), sent.to, closed(reply));
      keepPendingEmail(reply, { email, code_id });
      return reply.redirect(signInPath(next, {}, '/code'), 303);
    });
  });

  scope.post('/sign-in', signInForm, async (request, reply) => {
    const next = fieldOf(request, 'next');
    const email = fieldOf(request, 'email').trim();
    const code = fieldOf(request, 'code').replace(/\s/g, '');
    if (!isEmailAddress(email)) {
      return reply.redirect(signInPath(next, { error: 'sign_in_refused' }), 303);
    }
    return await orBack(reply, signInPath(next, {}, '/code'), async () => {
      const { person_id, is_operator } = await sign_in.signIn(
        email,
        code,
        addressBlock(request.ip),
        pendingEmail(request)?.code_id,
      );
      await sessions.start(request, reply, { person_id });
      sessions.known_browsers.keep(reply, email);
      forgetPendingEmail(reply);
      return reply.redirect(localPath(next) ?? (is_operator === 1 ? FIRST_OPERATOR_PAGE : FIRST_PAGE), 303);
    });
  });

  scope.post('/sign-in/key', signInForm, async (request, reply) => {
    const next = fieldOf(request, 'next');
    return await orBack(reply, signInPath(next), async () => {
      const caller = await accounts.callerWithKey(fieldOf(request, 'key').trim());
      if (!caller) throw new AlirError('unauthorized', 'This key is not valid.');
      const { key_id } = checkedCaller(caller, request, clock);
      await sessions.start(request, reply, { key_id });
      return reply.redirect(localPath(next) ?? FIRST_PAGE, 303);
    });
  });

  scope.post('/sign-out', form, async (request, reply) => {
    await sessions.end(request, reply, fieldOf(request, 'everywhere') !== '');
    return reply.redirect('/', 303);
  });

  scope.post('/account/switch', form, async (request, reply) => {
    await sessions.switchAccount(request, reply, fieldOf(request, 'account_id'));
    return reply.redirect(localPath(fieldOf(request, 'next')) ?? FIRST_PAGE, 303);
  });
}

/** Resolves when the response was sent, or cannot be sent. */
function closed({ raw }: FastifyReply): Promise<unknown> {
  return new Promise((resolve) => raw.once('close', resolve));
}

/** A field of a form; empty if it is missing or repeated. */
function fieldOf({ body }: FastifyRequest, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The errors that the page of the form explains. */
const EXPLAINED = [
  'sign_in_limited',
  'sign_in_refused',
  'unauthorized',
  'account_suspended',
  'address_not_allowed',
] as const;

/** Goes back to a page if the work fails with an error that this page explains. */
async function orBack(
  reply: FastifyReply,
  page: string,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof AlirError ? EXPLAINED.find((each) => each === error.code) : undefined;
    if (code === undefined) throw error;
    return reply.redirect(`${page}${page.includes('?') ? '&' : '?'}error=${code}`, 303);
  }
}
