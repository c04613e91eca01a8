import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { customer, STARTER } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

/** Requests with the key of an operator. */
async function operator(alir: TestAlir) {
  const { operator_key_id, operator_key } = await alir.stores.operators.create('ani');
  const headers = { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' };
  return {
    operator_key_id,
    operator_key,
    get: (path: string) =>
      alir.request(`/admin${path}`, { headers: { authorization: headers.authorization } }),
    post: (path: string, body: unknown) =>
      alir.request(`/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

const PATHS = [
  '/accounts',
  '/accounts/none',
  '/orders',
  '/orders/none',
  '/offers',
  '/revenue',
  '/revenue/entries',
  '/audit',
  '/keys',
  '/accounts/none/people',
  '/incidents',
];

describe('the key of an operator', () => {
  test.for(PATHS)('is needed for /admin%s', async (path, { sharedAlir: alir }) => {
    // Failed requests of an address are limited.
    alir.clock.elapsed_ms += 60_000;
    const me = await customer(alir);
    const { operator_key } = await operator(alir);
    for (const authorization of [
      undefined,
      'Bearer x',
      `Bearer ${me.api_key}`,
      `Bearer ${me.mcp_key}`,
      `Bearer ${operator_key.slice(0, -1)}`,
      `Basic ${operator_key}`,
    ]) {
      const answer = await alir.request(`/admin${path}`, { headers: authorization ? { authorization } : {} });
      expect([authorization, answer.status, answer.body.code]).toEqual([authorization, 401, 'unauthorized']);
      expect(answer.body.data).toBeNull();
    }
  });

  test('is no key of an account', async ({ alir }) => {
    const { operator_key } = await operator(alir);
    const answer = await alir.request('/usage', { headers: { authorization: `Bearer ${operator_key}` } });
    expect(answer.status).toBe(401);
  });

  test('ends with its revocation, at the next request', async ({ alir }) => {
    const ani = await operator(alir);
    expect((await ani.get('/accounts')).status).toBe(200);
    await alir.stores.operators.revoke(ani.operator_key_id);
    expect((await ani.get('/accounts')).status).toBe(401);
    await expect(alir.stores.operators.revoke('none')).rejects.toMatchObject({ code: 'unknown_key' });
  });
});

describe('accounts', () => {
  test('are created, found, changed and suspended in the name of the operator', async ({ alir }) => {
    const ani = await operator(alir);
    const created = await ani.post('/accounts', {
      email: 'budi@example.com',
      plan: 'starter',
      paid_idr: 200_000,
    });
    expect(created.body.data).toMatchObject({
      email: 'budi@example.com',
      plan: 'starter',
      applied_idr: 200_000,
    });
    expect(created.body.data.api_key).toMatch(/^alir_live_/);
    const path = '/accounts/budi@example.com';
    expect((await ani.get('/accounts?search=BUDI')).body.data).toHaveLength(1);
    const why = { reason: 'an outage' };
    expect((await ani.post(`${path}/grants`, { ...why, units: 100 })).body.data.units).toBe(25_100);
    expect((await ani.post(`${path}/grants`, { ...why, days: 2 })).body.data.period_end).toBe(
      '2026-03-06T12:00:00.000Z',
    );
    expect((await ani.post(`${path}/suspend`, why)).body.data.suspended_at).toBe('2026-02-02T12:00:00.000Z');
    const again = await ani.post(`${path}/suspend`, why);
    expect([again.status, again.body.code]).toEqual([409, 'suspension_unchanged']);
    expect((await ani.post(`${path}/resume`, why)).body.data.suspended_at).toBeNull();
    expect((await ani.post(`${path}/plan`, { ...why, plan: 'advanced', months: 3 })).body.data.plan).toBe(
      'advanced',
    );
    expect((await ani.post(`${path}/email`, { ...why, email: 'budi@new.example' })).body.data.email).toBe(
      'budi@new.example',
    );
    const { data } = (await ani.get('/audit?account=budi@new.example')).body;
    expect(data.map(({ action, actor }: any) => `${action} by ${actor}`)).toEqual([
      'account.created by operator ani',
      'account.units_granted by operator ani',
      'account.days_granted by operator ani',
      'account.suspended by operator ani',
      'account.resumed by operator ani',
      'account.plan_assigned by operator ani',
      'account.email_changed by operator ani',
    ]);
    const shown = (await ani.get('/accounts/budi@new.example')).body.data;
    expect(shown.keys).toHaveLength(2);
    expect(JSON.stringify(shown)).not.toMatch(/sha256|alir_live_\w{38}/);
  });

  test.for([
    ['/accounts/test@example.com/suspend', {}, 'reason'],
    ['/accounts/test@example.com/suspend', { reason: ' ' }, 'reason'],
    ['/accounts/test@example.com/grants', { reason: 'x' }, 'units'],
    ['/accounts/test@example.com/grants', { reason: 'x', units: 1, days: 1 }, 'units'],
    ['/accounts/test@example.com/grants', { reason: 'x', units: -1 }, 'units'],
    ['/accounts/test@example.com/email', { reason: 'x', email: 'no' }, 'email'],
    ['/accounts/test@example.com/plan', { reason: 'x', plan: 'gold' }, 'plan'],
    ['/accounts', { email: 'a@b.example', plan: 'free', paid: 1 }, 'paid'],
    ['/orders/x/refund', { reason: 'x', amount_idr: 1.5 }, 'amount_idr'],
    ['/orders/x/confirm', { paid_at: 'yesterday' }, 'paid_at'],
    ['/orders/x/void', { reason: 'x', plan: 'maybe' }, 'plan'],
    ['/offers', { account: 'x' }, 'units'],
    ['/offers', [], 'body'],
  ] as const)('%s refuses %j', async ([path, body, field], { sharedAlir: alir }) => {
    const answer = await (await operator(alir)).post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((each: any) => each.field)).toContain(field);
  });

  test.for([
    ['/accounts/none/suspend', { reason: 'x' }, 404, 'unknown_account'],
    ['/accounts', { email: 'test@example.com', plan: 'free' }, 409, 'email_taken'],
    ['/accounts', { email: 'a@b.example', plan: 'custom' }, 400, 'terms_needed'],
    ['/orders/none/confirm', {}, 404, 'unknown_order'],
    ['/offers/none/withdraw', { reason: 'x' }, 404, 'unknown_offer'],
  ] as const)('%s of %j is refused with %i %s', async ([path, body, status, code], { sharedAlir: alir }) => {
    const answer = await (await operator(alir)).post(path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

test('orders and offers are handled over HTTP, and the revenue adds up', async ({ alir }) => {
  const ani = await operator(alir);
  const me = await customer(alir);
  const { order_id } = (await me.order(STARTER)).body.data;
  expect((await ani.get('/orders?waiting=true')).body.data).toMatchObject([{ order_id, state: 'pending' }]);
  const paid = await ani.post(`/orders/${order_id}/confirm`, {
    amount_idr: 150_000,
    payment_reference: 'BCA 1',
  });
  expect(paid.body.data).toMatchObject({ state: 'paid_not_applied', money: { held: 150_000 } });
  const applied = await ani.post(`/orders/${order_id}/confirm`, { amount_idr: 60_000, accept: true });
  expect(applied.body.data).toMatchObject({ state: 'applied', money: { held: 0, applied: 200_000 } });
  const undecided = await ani.post(`/orders/${order_id}/refund`, { reason: 'x' });
  expect([undecided.status, undecided.body.code]).toEqual([409, 'order_not_refundable']);
  const refunded = await ani.post(`/orders/${order_id}/refund`, {
    reason: 'x',
    plan: 'keep',
    amount_idr: 50_000,
    payment_reference: 'BCA 1',
  });
  const at = '2026-02-02T12:00:00.000Z';
  const paidBy = (payment_reference: string, paid_idr: number) => ({
    provider: 'manual',
    payment_reference,
    paid_idr,
    paid_at: at,
  });
  const expected = {
    account_id: me.account_id,
    order_id,
    kind: 'purchase',
    plan: 'starter',
    months: 1,
    offer_id: null,
    price_idr: 200_000,
    credit_idr: 0,
    charge_idr: 200_000,
    balance_idr: 0,
    due_idr: 200_000,
    state: 'applied',
    reason: null,
    provider: 'manual',
    payment_url: null,
    payment_reference: 'confirmed by the operator, 2',
    created_at: at,
    expires_at: '2026-02-03T12:00:00.000Z',
    paid_at: at,
    paid_idr: 210_000,
    cancelled_at: null,
    settled_at: at,
    plan_effect: null,
    attention: null,
    money: { held: 0, applied: 150_000, returned: 50_000 },
    payments: [paidBy('BCA 1', 150_000), paidBy('confirmed by the operator, 2', 60_000)],
  };
  expect(refunded.body.data).toEqual(expected);
  expect((await ani.get(`/orders/${order_id}`)).body.data).toEqual(expected);
  expect((await ani.get('/orders')).body.data).toEqual([expected]);
  expect((await ani.get('/orders?waiting=true')).body.data).toEqual([]);
  const invoices = (await ani.get(`/accounts/${me.account_id}/invoices`)).body.data;
  expect(invoices.map((each: any) => [each.number, each.total_idr, each.cause, each.lines.length])).toEqual([
    ['CN-2026-000001', 50_000, 'refund', 1],
    ['INV-2026-000001', 200_000, null, 1],
  ]);
  const terms = { units: 1000, requests_per_minute: 60, keys: 2, price_idr: 90_000, days: 30 };
  const offered = await ani.post('/offers', {
    account: me.account_id,
    ...terms,
    expires_at: '2026-02-10T00:00:00+07:00',
  });
  const { offer_id } = offered.body.data;
  const offers = (await ani.get('/offers')).body.data;
  expect(offers).toEqual([offered.body.data]);
  expect(offers).toMatchObject([
    { account_id: me.account_id, ...terms, series: null, expires_at: '2026-02-09T17:00:00.000Z' },
  ]);
  expect((await me.get('/billing/plans')).body.data.offers).toHaveLength(1);
  expect(
    (await ani.post(`/offers/${offer_id}/withdraw`, { reason: 'x' })).body.data.withdrawn_at,
  ).not.toBeNull();
  expect((await me.get('/billing/plans')).body.data.offers).toEqual([]);
  const { rows, total } = (await ani.get('/revenue?from=2026-02&to=2026-02')).body.data;
  expect(rows).toHaveLength(1);
  expect(total).toEqual({
    payments_idr: 210_000,
    voided_idr: 0,
    returned_idr: 50_000,
    applied_idr: 150_000,
    credit_idr: 10_000,
    held_idr: 0,
  });
  const entries = (await ani.get('/revenue/entries')).body.data;
  const received = entries.filter(({ source }: any) => source === 'customer');
  expect(received.map(({ amount_idr }: any) => amount_idr)).toEqual([150_000, 60_000]);
  expect((await ani.get('/revenue?from=2026-03&to=2026-03')).body.data.rows).toEqual([]);
});

describe('the data of a customer', () => {
  test('is exported and deleted, with the name of the operator in the audit log', async ({ alir }) => {
    const ani = await operator(alir);
    await ani.post('/accounts', { email: 'budi@example.com', plan: 'starter', paid_idr: 200_000 });
    const path = '/accounts/budi@example.com';
    const exported = (await ani.get(`${path}/export`)).body.data;
    expect(exported).toMatchObject({
      account: { email: 'budi@example.com' },
      money_moves: [{ amount_idr: 200_000 }],
    });
    expect((await ani.get(`${path}/invoices`)).body.data).toEqual([]);
    expect((await ani.post(`${path}/delete`, {})).body.errors.map(({ field }: any) => field)).toEqual([
      'reason',
    ]);
    const { account_id } = exported.account;
    await ani.post('/offers', {
      account: account_id,
      units: 1,
      requests_per_minute: 1,
      keys: 1,
      price_idr: 1,
      days: 1,
    });
    const deleted = await ani.post(`${path}/delete`, { reason: 'budi@example.com asked' });
    expect([deleted.status, deleted.body.data.live_keys]).toEqual([200, 2]);
    expect((await ani.get(path)).status).toBe(404);
    const again = await ani.post(`/accounts/${account_id}/delete`, { reason: 'again' });
    expect([again.status, again.body.code]).toEqual([409, 'account_deleted']);
    const { data } = (await ani.get(`/audit?account=${account_id}`)).body;
    expect(data.at(-1)).toMatchObject({
      actor: 'operator ani',
      action: 'account.deleted',
      reason: `deleted-${account_id}@invalid asked`,
    });
    expect(JSON.stringify((await ani.get(`/accounts/${account_id}/export`)).body)).not.toContain('budi');
  });

  test('is not deleted while an order waits, unless the request forfeits it', async ({ alir }) => {
    const ani = await operator(alir);
    const me = await customer(alir);
    await me.order(STARTER);
    const path = `/accounts/${me.account_id}`;
    const refused = await ani.post(`${path}/delete`, { reason: 'x' });
    expect([refused.status, refused.body.code]).toEqual([409, 'deletion_refused']);
    expect((await me.get('/usage')).status).toBe(200);
    expect((await ani.post(`${path}/delete`, { reason: 'x', forfeit: true })).body.data.open_orders).toBe(1);
    expect((await me.get('/usage')).status).toBe(401);
  });
});

describe('an invitation', () => {
  test('gives a link that signs the person in; the log has no address', async ({ alir }) => {
    const ani = await operator(alir);
    const me = await customer(alir);
    const sent = { email: 'budi@example.com', account: me.account_id, role: 'owner' };
    const { status, body } = await ani.post('/invitations', sent);
    expect([status, body.data]).toEqual([
      200,
      {
        email: sent.email,
        account_id: me.account_id,
        sent: false,
        link: expect.stringContaining('/sign-in/link?'),
      },
    ]);
    const { searchParams } = new URL(body.data.link);
    const { people, sign_in } = alir.stores;
    await sign_in.signIn(sent.email, searchParams.get('code') ?? '');
    expect(await people.of(me.account_id)).toMatchObject([{ email: sent.email, role: 'owner' }]);
    const entries = (await ani.get(`/audit?account=${me.account_id}`)).body.data.slice(1);
    expect(entries.map(({ actor, action }: any) => [action, actor.split(' ')[0]])).toEqual([
      ['person.invited', 'operator'],
      ['person.link_created', 'operator'],
      ['person.joined', 'person'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('budi');
    // The link of a person who can sign in already names the person.
    await ani.post('/invitations', { email: sent.email });
    const all = (await ani.get('/audit')).body.data;
    expect(all.at(-1)).toMatchObject({
      action: 'person.link_created',
      details: { person_id: entries[2].details.person_id },
    });
  });

  test.for([
    [{ email: 'budi@example.com' }, 409, 'signup_closed'],
    [{ email: 'budi@example.com', account: 'none' }, 404, 'unknown_account'],
    [{ email: 'budi' }, 400, 'invalid_request'],
    [{ email: 'budi@example.com', role: 'operator' }, 400, 'invalid_request'],
  ] as const)('is refused as %j', async ([sent, status, code], { sharedAlir: alir }) => {
    const answer = await (await operator(alir)).post('/invitations', sent);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await alir.test_ledger.rows('SELECT * FROM sign_in_code')).toEqual([]);
  });
});

test('keys are created with their terms, replaced and revoked', async ({ alir }) => {
  const ani = await operator(alir);
  const me = (await ani.post('/accounts', { email: 'budi@example.com', plan: 'starter' })).body.data;
  const terms = {
    scopes: ['account'],
    expires_at: '2026-12-31T23:59:59+07:00',
    allowed_ips: ['198.51.100.7'],
  };
  const created = (await ani.post(`/accounts/${me.account_id}/keys`, { name: 'ci', ...terms })).body.data;
  expect(created).toMatchObject({
    api_key: expect.stringMatching(/^alir_live_/),
    scopes: ['account'],
    expires_at: '2026-12-31T16:59:59.000Z',
    allowed_ips: ['198.51.100.7/32'],
  });
  const rotated = (await ani.post(`/keys/${created.key_id}/rotate`, {})).body.data;
  expect(rotated.api_key).not.toBe(created.api_key);
  const mcp = (await ani.post(`/accounts/${me.account_id}/mcp-key/rotate`, {})).body.data;
  expect(mcp.api_key).not.toBe(me.mcp_key);
  const revoked = (await ani.post(`/keys/${rotated.key_id}/revoke`, {})).body.data;
  expect(revoked.revoked_at).toBe('2026-02-02T12:00:00.000Z');
  const all = (await ani.get(`/keys?account=${me.account_id}`)).body.data;
  expect(JSON.stringify(all)).not.toMatch(/sha256|alir_live_\w{38}/);
  const live = all.filter(({ revoked_at }: any) => revoked_at === null);
  expect(live.map(({ kind }: any) => kind).toSorted()).toEqual(['api', 'mcp']);
  const entries = (await ani.get(`/audit?account=${me.account_id}`)).body.data.slice(-4);
  expect(entries.map(({ action, actor }: any) => `${action} by ${actor}`)).toEqual([
    'key.created by operator ani',
    'key.rotated by operator ani',
    'key.rotated by operator ani',
    'key.revoked by operator ani',
  ]);
  for (const [sent, code] of [
    [{ name: '' }, 'bad_key_name'],
    [{ name: 'x', scopes: ['operator'] }, 'invalid_request'],
    [{ name: 'x', expires_at: '2026-12-31' }, 'invalid_request'],
    [{ name: 'x', allowed_ips: ['x'] }, 'invalid_request'],
  ] as const) {
    const answer = await ani.post(`/accounts/${me.account_id}/keys`, sent);
    expect([sent, answer.status, answer.body.code]).toEqual([sent, 400, code]);
  }
});

test('the people of an account get another role, and are removed', async ({ alir }) => {
  const me = await customer(alir);
  const ani = await operator(alir);
  const { invitations, people, sign_in } = alir.stores;
  for (const [email, role] of [
    ['owner@example.com', 'owner'],
    ['budi@example.com', 'member'],
  ] as const) {
    const by = { actor: 'test', reason: null };
    const { link } = await invitations.invite({ email, account: me.account_id, role }, by);
    await sign_in.signIn(email, new URL(link ?? '').searchParams.get('code') ?? '');
  }
  const path = `/accounts/${me.account_id}/people`;
  const listed = (await ani.get(path)).body.data;
  expect(listed.map(({ email, role }: any) => `${email} ${role}`).toSorted()).toEqual([
    'budi@example.com member',
    'owner@example.com owner',
  ]);
  expect((await ani.post(`${path}/budi@example.com/role`, { role: 'owner' })).status).toBe(400);
  const why = { reason: 'asked by the owner' };
  const changed = await ani.post(`${path}/BUDI@example.com/role`, { role: 'owner', ...why });
  expect(changed.body.data.map(({ role }: any) => role)).toEqual(['owner', 'owner']);
  const left = await ani.post(`${path}/owner@example.com/remove`, why);
  expect(left.body.data).toMatchObject([{ email: 'budi@example.com', role: 'owner' }]);
  expect((await ani.post(`${path}/owner@example.com/remove`, why)).body.code).toBe('unknown_person');
  expect((await ani.post(`${path}/budi@example.com/remove`, why)).body.code).toBe('last_owner');
  expect(await people.of(me.account_id)).toHaveLength(1);
  const entries = (await ani.get(`/audit?account=${me.account_id}`)).body.data.slice(-2);
  expect(entries).toMatchObject([
    { action: 'person.role_changed', actor: 'operator ani', ...why },
    { action: 'person.removed', actor: 'operator ani', ...why },
  ]);
});

test('an incident is added, changed and resolved', async ({ alir }) => {
  const ani = await operator(alir);
  const text = { title: 'The day is late', details: 'No file.' };
  const added = await ani.post('/incidents', { ...text, started_at: '2026-02-02T08:30:00+07:00' });
  expect(added.body.data).toEqual({
    incident_id: expect.any(String),
    ...text,
    started_at: '2026-02-02T01:30:00.000Z',
    resolved_at: null,
  });
  const path = `/incidents/${added.body.data.incident_id}`;
  const changed = { title: 'The day is later', details: '' };
  expect((await ani.post(`${path}/update`, { title: changed.title })).body.data).toMatchObject(changed);
  const resolved = await ani.post(`${path}/resolve`, {});
  expect(resolved.body.data).toMatchObject({ ...changed, resolved_at: '2026-02-02T12:00:00.000Z' });
  expect((await ani.get('/incidents')).body.data).toEqual([resolved.body.data]);
  expect((await ani.post(`${path}/resolve`, {})).body.code).toBe('unknown_incident');
  expect((await ani.post('/incidents', { title: '' })).status).toBe(400);
  const entries = (await ani.get('/audit')).body.data.slice(-3);
  expect(entries.map(({ action, actor }: any) => `${action} by ${actor}`)).toEqual([
    'incident.added by operator ani',
    'incident.updated by operator ani',
    'incident.resolved by operator ani',
  ]);
});
