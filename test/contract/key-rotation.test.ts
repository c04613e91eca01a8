import { describe, expect } from 'vitest';
import { type TestAlir, UNLIMITED } from '../support/alir.ts';
import { customer } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { AT_ONCE } from '../support/test-ledger.ts';

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
  test('by requests at the same time replaces it once', async ({ alir }) => {
    const old = (await alir.post('/account/keys', { name: 'busy' })).body.data;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => rotate(alir, old.key_id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(AT_ONCE - 1).fill(404)]);
    const live = (await keysOf(alir)).filter((key) => key.name === 'busy' && key.revoked_at === null);
    expect(live).toHaveLength(1);
  });
});

describe('rotating a key with an overlap', () => {
  test('keeps both keys valid for its hours, once, and outside the key limit', async ({ alir }) => {
    await alir.become('enterprise', 1, { ...UNLIMITED, keys: 2 });
    const old = (await alir.post('/account/keys', { name: 'nightly' })).body.data;
    const answer = await alir.post(`/account/keys/${old.key_id}/rotate`, { overlap_hours: 24 });
    const replaced = (await keysOf(alir)).find(({ key_id }) => key_id === old.key_id);
    const until = alir.clock.time.getTime() + 24 * 3_600_000;
    expect(replaced.revoked_at).toBe(new Date(until).toISOString());
    expect((await rotate(alir, old.key_id)).body.error).toMatch(/already replaced/);
    expect((await alir.post('/account/keys', { name: 'third' })).body.error).toMatch(/allows 2 keys/);

    for (const key of [old.api_key, answer.body.data.api_key]) expect(await statusOf(alir, key)).toBe(200);
    alir.clock.time = new Date(until - 1);
    expect(await statusOf(alir, old.api_key)).toBe(200);
    alir.clock.time = new Date(until);
    expect(await statusOf(alir, old.api_key)).toBe(401);
    expect(await statusOf(alir, answer.body.data.api_key)).toBe(200);
  });

  test('ends at once when the old key is revoked, and never after the expiry of the old key', async ({
    alir,
  }) => {
    const expires_at = new Date(alir.clock.time.getTime() + 3_600_000).toISOString();
    const old = (await alir.post('/account/keys', { name: 'short', expires_at })).body.data;
    const next = (await alir.post(`/account/keys/${old.key_id}/rotate`, { overlap_hours: 2 })).body.data;
    expect(next.expires_at).toBe(expires_at);
    const other = (await alir.post('/account/keys', { name: 'leaked' })).body.data;
    await alir.post(`/account/keys/${other.key_id}/rotate`, { overlap_hours: 2 });
    const { body } = await alir.request(`/account/keys/${other.key_id}`, { method: 'DELETE' });
    expect(body.data.revoked_at).toBe(alir.clock.time.toISOString());
    expect(await statusOf(alir, other.api_key)).toBe(401);
    alir.clock.time = new Date(expires_at);
    for (const key of [old.api_key, next.api_key]) expect(await statusOf(alir, key)).toBe(401);
  });

  test('accepts 0 to 168 hours', async ({ alir }) => {
    const old = (await alir.post('/account/keys', { name: 'steady' })).body.data;
    for (const overlap_hours of [-1, 169, 1.5, '1e2', null]) {
      const { body } = await alir.post(`/account/keys/${old.key_id}/rotate`, { overlap_hours });
      expect(body.error).toMatch(/^overlap_hours must be a whole number from 0 to 168/);
    }
    expect(await statusOf(alir, old.api_key)).toBe(200);
  });
});

describe('rotating the MCP key', () => {
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

test('the first request of a person in the console creates a key, the second one uses it', async ({
  alir,
}) => {
  const { account_id } = await customer(alir);
  for (let request = 0; request < 2; request++) await alir.stores.accounts.consoleCaller(account_id);
  const entries = await alir.stores.administration.audit({ account_id });
  expect(entries.map(({ action, actor }) => `${action} by ${actor}`).slice(1)).toEqual([
    'key.created by server',
  ]);
  expect(JSON.parse(entries.at(-1)?.details ?? '')).toMatchObject({ kind: 'console', scopes: ['data'] });
});
