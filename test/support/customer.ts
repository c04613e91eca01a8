import type { Answer, TestAlir } from './alir.ts';

export const STARTER = { plan: 'starter', months: 1 };
let made = 0;

/** Creates an account on the Free plan. @returns its keys, and requests with its API key */
export async function customer(alir: TestAlir) {
  const { account, api_key, mcp_key } = await alir.stores.accounts.create(`${made++}@example.com`, 'free', 1);
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  return {
    account_id: account.account_id,
    api_key,
    mcp_key,
    get: (path: string) => alir.request(path, { headers }),
    post: (path: string, body: unknown, more: Record<string, string> = {}) =>
      alir.request(path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }),
    delete: (path: string) =>
      alir.request(path, { method: 'DELETE', headers: { authorization: headers.authorization } }),
    order(body: unknown, key = `key ${made++}`): Promise<Answer> {
      return this.post('/billing/orders', body, { 'idempotency-key': key });
    },
  };
}
