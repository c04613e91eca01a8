import { describe, expect } from 'vitest';
import { customer, STARTER } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { RawClient } from '../support/raw-client.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';

describe('an MCP key', () => {
  // It moves the clock of the rate limit, which is the database's with PostgreSQL.
  test.skipIf(ON_POSTGRES)('reads data and plans, and is refused keys and orders', async ({ alir }) => {
    const me = await customer(alir);
    const { order_id } = (await me.order(STARTER)).body.data;
    const [key] = (await me.get('/account/keys')).body.data;
    // The plan allows ten requests a minute.
    const pass = () => {
      alir.clock.elapsed_ms += 60_000;
    };
    const headers = { authorization: `Bearer ${me.mcp_key}`, 'content-type': 'application/json' };
    const json = JSON.stringify(STARTER);
    const refused: [string, string, string?][] = [
      ['GET', '/account/keys'],
      ['POST', '/account/keys', '{"name":"mine"}'],
      ['DELETE', `/account/keys/${key.key_id}`],
      ['POST', '/billing/quotes', json],
      ['POST', '/billing/orders', json],
      ['GET', '/billing/orders'],
      ['GET', `/billing/orders/${order_id}`],
    ];
    for (const [method, path, body] of refused) {
      pass();
      const init = { method, headers: { ...headers, 'idempotency-key': 'mine' }, ...(body ? { body } : {}) };
      if (!body) delete (init.headers as any)['content-type'];
      const answer = await alir.request(path, init);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'scope_missing']);
      expect(answer.headers.get('x-monthly-remaining')).toBe('5');
    }
    pass();
    for (const path of [
      '/billing/plans',
      '/usage',
      '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05',
    ]) {
      expect((await alir.request(path, { headers })).status, path).toBe(200);
    }
    expect((await me.get('/account/keys')).body.data.every((each: any) => each.revoked_at === null)).toBe(
      true,
    );
    expect((await me.get('/billing/orders')).body.data).toHaveLength(1);
  });
});

describe('keys of an account', () => {
  test('are listed, created up to the limit of the plan, and revoked', async ({ alir }) => {
    const [me, other] = [await customer(alir), await customer(alir)];
    expect((await me.post('/account/keys', { name: 'second' })).body).toMatchObject({
      code: 'key_limit_reached',
    });
    await alir.stores.billing.payments.confirm((await me.order(STARTER)).body.data.order_id, {}, 'operator');
    const made = await me.post('/account/keys', { name: 'second' });
    expect(made.status).toBe(200);
    expect((await me.post('/account/keys', { name: 'third' })).status).toBe(200);
    // Three of Starter; the MCP key does not count.
    expect((await me.post('/account/keys', { name: 'fourth' })).status).toBe(409);
    expect((await me.post('/account/keys', { name: '\n' })).status).toBe(400);
    const { data: keys } = (await me.get('/account/keys')).body;
    expect(keys.map(({ name, kind }: any) => `${name} ${kind}`).toSorted()).toEqual([
      'default api',
      'mcp mcp',
      'second api',
      'third api',
    ]);
    expect(JSON.stringify(keys)).not.toContain(me.api_key);
    const own = keys.find(({ is_calling_key }: any) => is_calling_key);
    expect((await me.delete(`/account/keys/${own.key_id}`)).body).toMatchObject({ code: 'key_in_use' });
    expect((await other.delete(`/account/keys/${own.key_id}`)).status).toBe(404);
    const withMade = async () =>
      (await alir.raw('/usage', {}, { authorization: `Bearer ${made.body.data.api_key}` })).status;
    expect(await withMade()).toBe(200);
    expect((await me.delete(`/account/keys/${made.body.data.key_id}`)).body.data.revoked_at).not.toBeNull();
    // From the next request on.
    expect(await withMade()).toBe(401);
    expect((await me.delete(`/account/keys/${own.key_id}?even_if_in_use=yes`)).status).toBe(200);
    expect((await me.get('/usage')).status).toBe(401);
    expect(
      (await alir.request('/usage', { headers: { authorization: `Bearer ${me.mcp_key}` } })).status,
    ).toBe(200);
  });
});

test('a key that is revoked while its request body arrives creates no new key', async ({ alir }) => {
  const me = await customer(alir);
  await alir.stores.billing.payments.confirm((await me.order(STARTER)).body.data.order_id, {}, 'operator');
  const [own] = (await alir.stores.accounts.keys(me.account_id)).filter(({ kind }) => kind === 'api');
  const client = await RawClient.open(await alir.url());
  const body = JSON.stringify({ name: 'late' });
  const head = `POST /account/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${me.api_key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  client.write(head);
  await expect.poll(async () => (await me.get('/usage')).status).toBe(200);
  await alir.stores.accounts.revokeKey(own?.key_id ?? '');
  client.write(body);
  await client.closed;
  expect(client.text()).toMatch(/^HTTP\/1\.1 401 /);
  expect(await alir.stores.accounts.keys(me.account_id)).toHaveLength(2);
});
