import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, vi } from 'vitest';
import { createServer } from '../../../src/api/http/server.ts';
import { Administration } from '../../../src/commerce/accounts/administration.ts';
import { People } from '../../../src/commerce/accounts/people/people.ts';
import { withSessions } from '../../../src/console/sessions/sessions.ts';
import {
  accountOf,
  requireAccount,
  requireOperator,
  requireOwner,
  requireVisitor,
  signedIn,
  visitorOf,
} from '../../../src/console/sessions/visitor.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { Shop } from '../../support/shop.ts';

const BY = { actor: 'operator', reason: 'x' };
const HOOKS = {
  visitor: requireVisitor,
  account: requireAccount,
  owner: requireOwner,
  operator: requireOperator,
};

let shop: Shop;
let app: FastifyInstance;
let people: People;
beforeEach(async () => {
  shop = await Shop.open();
  const { ledger, accounts, clock } = shop;
  people = new People({ ledger, accounts, clock, signup: 'closed' });
  app = createServer({ log_level: 'silent', cors_origins: '*' }, clock);
  const config = { units: 0, anonymous: 'page' } as const;
  withSessions(app, { ledger, accounts, clock }, (scope, sessions) => {
    // The sign-in is tested elsewhere.
    scope.get('/start/:who/:id', { config }, async (request, reply) => {
      const { who, id } = request.params as { who: 'person' | 'key'; id: string };
      await sessions.start(request, reply, who === 'person' ? { person_id: id } : { key_id: id });
      return {};
    });
    scope.get('/switch/:account_id/:meanwhile', { config }, async (request, reply) => {
      const { account_id, meanwhile } = request.params as Record<string, string>;
      const { person_id = null } = request.session;
      if (meanwhile === 'ends') await ledger.run('end_sessions', { person_id, key_id: null });
      await sessions.switchAccount(request, reply, account_id);
      return {};
    });
    for (const [name, preHandler] of Object.entries(HOOKS)) {
      scope.get(`/${name}`, { config, preHandler }, async (request) => ({
        ...signedIn(request),
        shown: name === 'operator' || name === 'visitor' ? null : accountOf(request),
      }));
    }
  });
  app.get('/outside', { config }, async (request: FastifyRequest, _reply: FastifyReply) => ({
    visitor: visitorOf(request),
  }));
  await app.ready();
  afterThisTest(() => app.close());
});

/** The cookie of a new session. */
async function startFor(who: 'person' | 'key', id: string): Promise<string> {
  const { headers } = await app.inject(`/start/${who}/${id}`);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

async function statuses(cookie: string): Promise<Record<string, number>> {
  const entries = Object.keys(HOOKS).map(async (name) => {
    const { statusCode } = await app.inject({ url: `/${name}`, headers: { cookie } });
    return [name, statusCode];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function person(email: string): Promise<string> {
  const found = await people.admit(email);
  if (!found) throw new Error('not admitted');
  return found.person_id;
}

test('the cookie of a session is kept for 30 days', async () => {
  await people.addOperator('ani@example.com', BY);
  const operator = await person('ani@example.com');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T00:00:00Z') });
  afterThisTest(async () => void vi.useRealTimers());
  const { headers } = await app.inject(`/start/person/${operator}`);
  expect(headers['set-cookie']).toContain('Expires=Wed, 04 Feb 2026 00:00:00 GMT');
});

describe('a page', () => {
  test('leads a visitor who is not signed in to the sign-in, and back', async () => {
    const { statusCode, headers } = await app.inject('/owner?tab=2');
    expect([statusCode, headers.location]).toEqual([303, '/sign-in?next=%2Fowner%3Ftab%3D2']);
  });

  test('of an owner is refused for a member, and of an operator does not exist for an account', async () => {
    const account = await shop.account();
    const { email } = await shop.accounts.withId(account);
    const owner = await startFor('person', await person(email));
    expect(await statuses(owner)).toEqual({ visitor: 200, account: 200, owner: 200, operator: 404 });
    await people.invite('member@example.com', account, 'member', BY);
    const member_id = await person('member@example.com');
    const member = await startFor('person', member_id);
    expect(await statuses(member)).toEqual({ visitor: 200, account: 200, owner: 403, operator: 404 });
    await people.setRole(account, member_id, 'owner', BY);
    expect(await statuses(member)).toEqual({ visitor: 200, account: 200, owner: 200, operator: 404 });
    await people.remove(account, member_id, BY);
    expect(await statuses(member)).toEqual({ visitor: 200, account: 403, owner: 403, operator: 404 });
    const left = await app.inject({ url: '/account', headers: { cookie: member } });
    expect(left.json().code).toBe('account_required');
  });

  test('shows another account of its person, unless the session ends meanwhile', async () => {
    const account_id = await shop.account();
    const { email } = await shop.accounts.withId(account_id);
    const cookie = await startFor('person', await person(email));
    const switched = (meanwhile: string, sent = cookie) =>
      app.inject({ url: `/switch/${account_id}/${meanwhile}`, headers: { cookie: sent } });
    const { statusCode, headers } = await switched('goes on');
    const renewed = [headers['set-cookie']].flat().at(-1)?.split(';')[0] ?? '';
    expect([statusCode, await statuses(cookie), await statuses(renewed)]).toMatchObject([
      200,
      { visitor: 303 },
      { account: 200 },
    ]);
    const late = await switched('ends', renewed);
    expect([late.statusCode, late.json().code, late.headers['set-cookie']]).toEqual([
      401,
      'sign_in_required',
      undefined,
    ]);
  });

  test('of an operator is open to an operator without an account, until the role ends', async () => {
    await people.addOperator('ani@example.com', BY);
    const ani = await startFor('person', await person('ani@example.com'));
    expect(await statuses(ani)).toEqual({ visitor: 200, account: 403, owner: 403, operator: 200 });
    await people.removeOperator('ani@example.com', BY);
    expect(await statuses(ani)).toEqual({ visitor: 200, account: 403, owner: 403, operator: 404 });
  });

  test('shows an account to its people only, and none while it is suspended', async () => {
    const { ledger, accounts, clock } = shop;
    const administration = new Administration(ledger, accounts, clock);
    const [first, second] = [await shop.account(), await shop.account()];
    const { email } = await accounts.withId(first);
    const cookie = await startFor('person', await person(email));
    const shown = async () => (await app.inject({ url: '/visitor', headers: { cookie } })).json().accounts;
    expect(await shown()).toMatchObject([{ account_id: first }]);
    await people.invite(email, second, 'member', BY);
    shop.pass(1);
    await person(email);
    expect(await shown()).toMatchObject([{ account_id: first }, { account_id: second }]);
    await administration.suspend(first, BY);
    expect(await shown()).toMatchObject([{ account_id: second }]);
    // A page of the first account that is still open changes no other account.
    expect(await statuses(cookie)).toEqual({ visitor: 200, account: 403, owner: 403, operator: 404 });
    const later = await startFor('person', await person(email));
    expect(await statuses(later)).toEqual({ visitor: 200, account: 200, owner: 403, operator: 404 });
    await administration.suspend(second, BY);
    expect(await statuses(later)).toEqual({ visitor: 200, account: 403, owner: 403, operator: 404 });
    const codes = [cookie, later, await startFor('person', await person(email))].map(async (sent) => {
      return (await app.inject({ url: '/account', headers: { cookie: sent } })).json().code;
    });
    expect(await Promise.all(codes)).toEqual(Array(3).fill('account_suspended'));
  });

  test('gives a key the rights of its scopes', async () => {
    const account = await shop.account('starter');
    const terms = { expires_at: null, allowed_ips: null };
    const data = await shop.accounts.createKey(account, 'data', { ...terms, scopes: ['data'] });
    const full = await shop.accounts.createKey(account, 'account', { ...terms, scopes: ['account'] });
    const [reader, manager] = [await startFor('key', data.key_id), await startFor('key', full.key_id)];
    expect(await statuses(reader)).toEqual({ visitor: 200, account: 200, owner: 403, operator: 404 });
    expect(await statuses(manager)).toEqual({ visitor: 200, account: 200, owner: 200, operator: 404 });
    const shown = (await app.inject({ url: '/visitor', headers: { cookie: manager } })).json();
    expect(shown).toMatchObject({ account_id: account, readsData: false, person: null, isOperator: false });
  });

  test('ends the session of a key that expires, or that is used from another address', async () => {
    const account = await shop.account('starter');
    const expires_at = new Date(shop.clock.time.getTime() + 60_000).toISOString();
    const short = await shop.accounts.createKey(account, 'a', {
      scopes: ['data'],
      expires_at,
      allowed_ips: null,
    });
    const cookie = await startFor('key', short.key_id);
    expect((await statuses(cookie)).visitor).toBe(200);
    shop.pass(60 / 86_400);
    expect((await statuses(cookie)).visitor).toBe(303);
    const allowed_ips = ['203.0.113.7/32'];
    const bound = await shop.accounts.createKey(account, 'b', {
      scopes: ['data'],
      expires_at: null,
      allowed_ips,
    });
    expect((await statuses(await startFor('key', bound.key_id))).visitor).toBe(303);
  });
});

test('a route outside of the scope knows no visitor, and reads no cookie', async () => {
  const account = await shop.account();
  const { email } = await shop.accounts.withId(account);
  const cookie = await startFor('person', await person(email));
  const { body } = await app.inject({ url: '/outside', headers: { cookie } });
  expect(JSON.parse(body)).toEqual({ visitor: null });
});
