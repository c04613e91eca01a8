import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkedCaller } from '../../api/http/admission/caller-check.ts';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import type { Subscriber } from '../../commerce/accounts/alerts/brief-subscriptions.ts';
import type { Clock } from '../../core/clock.ts';
import type { MemberRole } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import { signInPath } from './local-path.ts';

/** An account that a visitor can look at. */
type VisitorAccount = Row<'session_accounts'>;

/**
 * Who sends a request of the console, as of this request: a person who left an account, a suspended account or a revoked key has an effect
 * at the next request.
 *
 *     scope.get('/account/keys', { config: PAGE_ROUTE, preHandler: requireOwner }, (request, reply) => {
 *       const { account_id, csrf_token } = signedIn(request);
 *       ...
 *     });
 *
 * Register such routes in the scope of `withSessions`. A POST needs no check of its own: the scope refuses requests of other sites and
 * forms without the hidden field `_csrf` with the `csrf_token`.
 */
export interface Visitor {
  /** Null for a visitor who signed in with a key. */
  readonly person: { readonly person_id: string; readonly email: string } | null;
  /** Null for a visitor with a person. */
  readonly key_id: string | null;
  /** The e-mail address of the person or, with a key, of the account. */
  readonly email: string;
  /** The account that the visitor looks at. Null for a person without an account, such as an operator, and after it was suspended or left. */
  readonly account_id: string | null;
  /** Whether `account_id` is null because the account is suspended. */
  readonly isSuspended: boolean;
  /** A key with the scope `account` has the rights of an owner, another key those of a member. */
  readonly role: MemberRole;
  readonly isOperator: boolean;
  /** Whether the visitor may request market data; false for a key without the scope `data`. */
  readonly readsData: boolean;
  /** The accounts that the visitor can switch to, with the present one. */
  readonly accounts: readonly VisitorAccount[];
  /** Value of the hidden field `_csrf` of every form. */
  readonly csrf_token: string;
  /** Who changes something, for the audit log. */
  readonly actor: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor who is not signed in; undefined outside of the scope of sessions. */
    visitor: Visitor | null | undefined;
  }
}

/** Null for a request that is not signed in. */
export function visitorOf(request: FastifyRequest): Visitor | null {
  return request.visitor ?? null;
}

/** The visitor of a route with one of the hooks below. @throws AlirError `sign_in_required` */
export function signedIn(request: FastifyRequest): Visitor {
  const visitor = visitorOf(request);
  if (visitor) return visitor;
  throw new AlirError('sign_in_required', 'Sign in to open this page.');
}

/** The account of the visitor, for a route with `requireAccount` or `requireOwner`. @throws AlirError `account_required`, `account_suspended` */
export function accountOf(request: FastifyRequest): string {
  const { account_id, isSuspended, isOperator } = signedIn(request);
  if (account_id !== null) return account_id;
  if (isSuspended)
    throw new AlirError('account_suspended', 'This account is suspended. Ask the operator of this server.');
  const what = isOperator
    ? 'Invite yourself on the page Accounts of the operator'
    : 'Ask the owner of an account to invite you';
  throw new AlirError('account_required', `You belong to no account. ${what}.`);
}

/** The person who visits an account. @throws AlirError as accountOf; `scope_missing` for a visitor who signed in with a key */
export function subscriberOf(request: FastifyRequest): Subscriber {
  const account_id = accountOf(request);
  const { person } = signedIn(request);
  if (person) return { account_id, person_id: person.person_id };
  throw new AlirError('scope_missing', 'A key has no e-mail address. Sign in with yours to get a brief.');
}

/** Runs before a route. @returns the reply, if it was sent */
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** A hook: sends a visitor who is not signed in to the sign-in page, and back afterwards. After a form, the page says that nothing was changed. */
export const requireVisitor: Hook = async (request, reply) => {
  if (visitorOf(request)) return undefined;
  const { method, url } = request;
  const page = method === 'GET' ? signInPath(url) : signInPath('', { error: 'signed_out' });
  return reply.redirect(page, 303);
};

/** A hook: as requireVisitor, and refuses a visitor without an account. */
export const requireAccount: Hook = async (request, reply) => {
  if (visitorOf(request)) accountOf(request);
  return requireVisitor(request, reply);
};

/** A hook: as requireAccount, and refuses a visitor who is not an owner of the account. */
export const requireOwner: Hook = async (request, reply) => {
  const redirected = await requireAccount(request, reply);
  if (redirected || visitorOf(request)?.role === 'owner') return redirected;
  throw new AlirError('owner_required', 'Only an owner of the account may do this.');
};

/** A hook: as requireAccount, and refuses a visitor who signed in with a key. */
export const requirePerson: Hook = async (request, reply) => {
  if (visitorOf(request)) subscriberOf(request);
  return requireVisitor(request, reply);
};

/** A hook: as requireVisitor. For a visitor who is not an operator, the page does not exist. */
export const requireOperator: Hook = async (request, reply) => {
  if (visitorOf(request)?.isOperator === false) {
    throw new AlirError('not_found', 'This path does not exist.');
  }
  return requireVisitor(request, reply);
};

interface Services {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** Reads the visitor of a session. @returns null if it is not signed in, or no longer may be */
export async function readVisitor(
  services: Services,
  request: FastifyRequest,
  csrfToken: () => string,
): Promise<Visitor | null> {
  const { person_id, key_id } = request.session;
  const found = person_id
    ? await ofPerson(services, person_id, request.session.account_id ?? null)
    : key_id
      ? await ofKey(services, key_id, request.ip)
      : null;
  return found && { ...found, csrf_token: csrfToken() };
}

async function ofPerson(
  { ledger }: Services,
  person_id: string,
  wanted: string | null,
): Promise<Omit<Visitor, 'csrf_token'> | null> {
  const person = await ledger.get('person', { person_id });
  if (!person) return null;
  const accounts = await ledger.all('session_accounts', { person_id });
  // Never another account than the one whose pages the visitor has open.
  const present = wanted === null ? accounts[0] : accounts.find(({ account_id }) => account_id === wanted);
  const joined = present ? [] : await ledger.all('memberships_of_person', { person_id });
  return {
    person: { person_id, email: person.email },
    key_id: null,
    email: person.email,
    account_id: present?.account_id ?? null,
    isSuspended: joined.some(({ account_id }) => wanted === null || account_id === wanted),
    role: present?.role ?? 'member',
    isOperator: person.is_operator === 1,
    readsData: true,
    accounts,
    actor: `person ${person_id}`,
  };
}

async function ofKey(
  { accounts, clock }: Services,
  key_id: string,
  ip: string,
): Promise<Omit<Visitor, 'csrf_token'> | null> {
  const caller = await accounts.callerWithKeyId(key_id);
  if (!caller) return null;
  try {
    checkedCaller(caller, { ip }, clock);
  } catch (error) {
    if (error instanceof AlirError) return null;
    throw error;
  }
  const { account_id, scopes } = caller;
  const { email } = await accounts.withId(account_id);
  const role = scopes.includes('account') ? 'owner' : 'member';
  return {
    person: null,
    key_id,
    email,
    account_id,
    isSuspended: false,
    role,
    isOperator: false,
    readsData: scopes.includes('data'),
    accounts: [{ account_id, email, role }],
    actor: `key ${key_id}`,
  };
}
