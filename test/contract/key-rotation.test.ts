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
