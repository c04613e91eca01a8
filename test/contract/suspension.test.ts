import { expect } from 'vitest';
import { customer } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const CHANGE = { actor: 'operator ani', reason: 'a test' };

test('a suspended account is refused on each route and over MCP until it resumes', async ({ alir }) => {
  const me = await customer(alir);
  const other = await customer(alir);
  const { administration } = alir.stores;
  await administration.suspend(me.account_id, CHANGE);
  for (const path of ['/usage', '/billing/plans', '/account/keys']) {
    expect((await me.get(path)).body.code, path).toBe('account_suspended');
  }
  const mcp = await alir.request('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${me.mcp_key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(mcp.status).toBe(403);
  expect((await other.get(FLOW)).status).toBe(200);

  await administration.resume(me.account_id, CHANGE);
  expect((await me.get(FLOW)).status).toBe(200);
});
