import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect } from 'vitest';
import { createServer } from '../../../src/api/http/server.ts';
import { People } from '../../../src/commerce/accounts/people/people.ts';
import { withSessions } from '../../../src/console/sessions/sessions.ts';
import { requireVisitor } from '../../../src/console/sessions/visitor.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { Shop } from '../../support/shop.ts';

const CONFIG = { units: 0, anonymous: 'page' } as const;

let shop: Shop;
let app: FastifyInstance;
let people: People;
beforeEach(async () => {
  shop = await Shop.open();
  const { ledger, accounts, clock } = shop;
  people = new People({ ledger, accounts, clock, signup: 'open' });
  app = createServer({ log_level: 'silent', cors_origins: '*' }, clock);
  withSessions(app, { ledger, accounts, clock }, (scope, sessions) => {
    scope.get(
      '/start/:person_id',
      { config: { units: 0, anonymous: 'operator' } },
      async (request, reply) => {
        await sessions.start(request, reply, request.params as { person_id: string });
        return {};
      },
    );
    scope.get('/page', { config: CONFIG, preHandler: requireVisitor }, async () => ({}));
    scope.post('/form', { config: { ...CONFIG, errors: 'page' } }, async () => ({}));
  });
  await app.ready();
  afterThisTest(() => app.close());
});

/** The cookie of a new session. */
async function signedIn(email: string): Promise<string> {
  const { headers } = await app.inject(`/start/${(await people.admit(email))?.person_id}`);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** How many of 125 requests had each status: 5 more than one allowance. The clock stands still. */
async function statuses(cookie: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const requests = Array.from({ length: 125 }, () => app.inject({ url: '/page', headers: { cookie } }));
  for (const { statusCode } of await Promise.all(requests)) {
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('The pages that visitors open from one address', () => {
  test('are counted for each person, and those of anonymous visitors for the address', async () => {
    const ani = await signedIn('ani@example.com');
    const budi = await signedIn('budi@example.com');
    expect(await statuses(ani)).toEqual({ 200: 120, 429: 5 });
    // A second session does not give a person more pages.
    const again = { cookie: await signedIn('ani@example.com') };
    const refused = await app.inject({ url: '/page', headers: again });
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['rate_limited', '1']);
    expect(await statuses(budi)).toEqual({ 200: 120, 429: 5 });
    expect(await statuses('')).toEqual({ 303: 120, 429: 5 });
    expect((await app.inject('/page')).json()).toMatchObject({ code: 'address_limited' });
    // A form is counted for the address, so that a session does not help to try the codes of others.
    const carol = { cookie: await signedIn('carol@example.com') };
    const form = await app.inject({ method: 'POST', url: '/form', headers: carol });
    expect(form.json()).toMatchObject({ code: 'address_limited' });
    expect((await app.inject({ url: '/page', headers: carol })).statusCode).toBe(200);
  });

  test('are counted for the address if the cookie is invalid, or its session has ended', async () => {
    const cookie = await signedIn('ani@example.com');
    const person_id = (await people.withEmail('ani@example.com'))?.person_id ?? '';
    await shop.ledger.run('end_sessions', { person_id, key_id: null });
    expect(await statuses(cookie)).toEqual({ 303: 120, 429: 5 });
    expect(await statuses(`${cookie}x`)).toEqual({ 429: 125 });
    expect(await statuses('alir_session=invented.invented')).toEqual({ 429: 125 });
  });
});
