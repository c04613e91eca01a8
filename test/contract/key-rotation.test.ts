import { describe, expect } from 'vitest';
import { type TestAlir, UNLIMITED } from '../support/alir.ts';
import { customer } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { AT_ONCE } from '../support/test-ledger.ts';

const TERMS = { scopes: ['account'], expires_at: '2027-01-01T00:00:00.000Z', allowed_ips: ['127.0.0.0/8'] };

const statusOf = async (alir: TestAlir, key: string) =>
  (await alir.request('/usage', { headers: { authorization: `Bearer ${key}` } })).status;

/** As curl sends it: without a body. */
const rotate = (alir: TestAlir, key_id: string, key = alir.key) =>
  alir.request(`/account/keys/${key_id}/rotate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });

async function keysOf(alir: TestAlir): Promise<any[]> {
  return (await alir.request('/account/keys')).body.data;
}

test.beforeEach(async ({ alir }) => {
  await alir.become('enterprise', 1, UNLIMITED);
});

describe('rotating a key', () => {
  test('gives a new secret with the same name and terms, and ends the old key', async ({ alir }) => {
    const old = (await alir.post('/account/keys', { name: 'billing', ...TERMS })).body.data;
    const made = (await rotate(alir, old.key_id)).body.data;
    expect(made).toEqual({ ...TERMS, key_id: expect.any(String), api_key: expect.any(String) });
    expect([await statusOf(alir, old.api_key), await statusOf(alir, made.api_key)]).toEqual([401, 200]);
    const keys = (await keysOf(alir)).filter(({ name }) => name === 'billing');
    expect(keys.toSorted((a) => (a.revoked_at === null ? 1 : -1))).toMatchObject([
      { key_id: old.key_id, kind: 'api', ...TERMS, revoked_at: alir.clock.time.toISOString() },
      { key_id: made.key_id, kind: 'api', ...TERMS, revoked_at: null },
    ]);
  });

  test('works at the key limit, and with the key that is rotated', async ({ alir }) => {
    const me = await customer(alir);
    const [own] = (await me.get('/account/keys')).body.data.filter((key: any) => key.is_calling_key);
    const made = (await rotate(alir, own.key_id, me.api_key)).body.data;
    expect([await statusOf(alir, me.api_key), await statusOf(alir, made.api_key)]).toEqual([401, 200]);
    expect(made.scopes).toEqual(['data', 'account']);
  });

  test('is refused for a key that is unknown, revoked, expired, or of another account', async ({ alir }) => {
    const [mine, revoked, expired] = await Promise.all(
      [{}, {}, { expires_at: '2026-02-02T12:00:01Z' }].map(
        async (terms) => (await alir.post('/account/keys', { name: 'x', ...terms })).body.data,
      ),
    );
    await alir.request(`/account/keys/${revoked.key_id}`, { method: 'DELETE' });
    alir.clock.time = new Date('2026-02-02T12:00:01Z');
    for (const { key_id } of [{ key_id: 'none' }, revoked, expired]) {
      const { status, body } = await rotate(alir, key_id);
      expect([status, body.code]).toEqual([404, 'unknown_key']);
    }
    const other = await customer(alir);
    const { status, body } = await rotate(alir, mine.key_id, other.api_key);
    expect([status, body.code]).toEqual([404, 'unknown_key']);
    expect(await statusOf(alir, mine.api_key)).toBe(200);
  });

  test('by requests at the same time replaces it once', async ({ alir }) => {
    const old = (await alir.post('/account/keys', { name: 'busy' })).body.data;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => rotate(alir, old.key_id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
    const live = (await keysOf(alir)).filter((key) => key.name === 'busy' && key.revoked_at === null);
    expect(live).toHaveLength(1);
  });
});

describe('rotating the MCP key', () => {
  test('needs no identifier, and keeps the kind', async ({ alir }) => {
    const me = await customer(alir);
    const made = (await rotate(alir, 'mcp', me.api_key)).body.data;
    expect(made).toMatchObject({ scopes: ['data'], expires_at: null, allowed_ips: null });
    expect([await statusOf(alir, me.mcp_key), await statusOf(alir, made.api_key)]).toEqual([401, 200]);
    const live = (await me.get('/account/keys')).body.data.filter((key: any) => key.revoked_at === null);
    expect(live.map(({ kind, name }: any) => [kind, name]).toSorted()).toEqual([
      ['api', 'default'],
      ['mcp', 'mcp'],
    ]);
    expect((await rotate(alir, 'mcp', made.api_key)).body.code).toBe('scope_missing');
  });

  test('creates one for an account without one', async ({ alir }) => {
    const [mcp] = (await keysOf(alir)).filter(({ kind }) => kind === 'mcp');
    await alir.request(`/account/keys/${mcp.key_id}`, { method: 'DELETE' });
    const made = (await rotate(alir, 'mcp')).body.data;
    expect(await statusOf(alir, made.api_key)).toBe(200);
  });

  test('by requests at the same time leaves one live MCP key', async ({ alir }) => {
    const [first] = (await keysOf(alir)).filter(({ kind }) => kind === 'mcp');
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => rotate(alir, 'mcp')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const keys = (await keysOf(alir)).filter(({ kind }) => kind === 'mcp');
    expect(keys).toHaveLength(AT_ONCE + 1);
    const live = keys.filter(({ revoked_at }) => revoked_at === null);
    expect(live).toHaveLength(1);
    expect(live[0].key_id).not.toBe(first.key_id);
    for (const { body } of answers) {
      const isLive = body.data.key_id === live[0].key_id;
      expect(await statusOf(alir, body.data.api_key)).toBe(isLive ? 200 : 401);
    }
  });
});

describe('the audit log', () => {
  test('has each change of a key with the key that sent it, without secrets', async ({ alir }) => {
    const me = await customer(alir);
    const { accounts, administration } = alir.stores;
    const advanced = { plan: 'advanced', months: 1, own_terms: null, paid_idr: 0 } as const;
    await administration.assignPlan(me.account_id, advanced, { actor: 'operator ani', reason: 'a test' });
    const [first] = (await me.get('/account/keys')).body.data;
    const made = (await me.post('/account/keys', { name: 'laptop of Budi' })).body.data;
    const rotated = (await rotate(alir, made.key_id, me.api_key)).body.data;
    await rotate(alir, 'mcp', me.api_key);
    await me.delete(`/account/keys/${rotated.key_id}`);
    // The second revocation changes nothing.
    alir.clock.time = new Date(alir.clock.time.getTime() + 1000);
    await me.delete(`/account/keys/${rotated.key_id}`);
    await accounts.revokeKey(first.key_id, 'operator ani');
    // The first request of a person in the console creates a key, the second one uses it.
    for (let request = 0; request < 2; request++) await accounts.consoleCaller(me.account_id);
    const range = { account_id: me.account_id, since: '2000', until: '3000' };
    const entries = (await administration.audit(range)).slice(2);
    const by = `key ${first.key_id}`;
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['key.created', by],
      ['key.rotated', by],
      ['key.rotated', by],
      ['key.revoked', by],
      ['key.revoked', 'operator ani'],
      ['key.created', 'server'],
    ]);
    expect(JSON.parse(entries.at(-1)?.details ?? '')).toMatchObject({ kind: 'console', scopes: ['data'] });
    expect(JSON.parse(entries[1]?.details ?? '')).toMatchObject({
      key_id: rotated.key_id,
      replaces: made.key_id,
      kind: 'api',
      scopes: ['data'],
    });
    expect(JSON.stringify(entries)).not.toMatch(/Budi|alir_live_/);
  });
});
