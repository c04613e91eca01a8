import { expect } from 'vitest';
import { test } from '../../support/fixtures.ts';

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

test('every message to /mcp counts in the rate limit, also one that calls no tool', async ({ alir }) => {
  const terms = { units: 1000, requests_per_minute: 3, keys: 1 };
  const { mcp_key } = await alir.stores.accounts.create('small@example.com', 'custom', 1, terms);
  const send = async (method: string, params: object = {}) => {
    const message = { jsonrpc: '2.0', id: 1, method, params };
    const init = { method: 'POST', body: JSON.stringify(message) };
    return (await alir.raw('/mcp', init, { ...HEADERS, authorization: `Bearer ${mcp_key}` })).status;
  };
  expect(await send('tools/call', { name: 'get_usage', arguments: {} })).toBe(200);
  expect([await send('tools/list'), await send('ping'), await send('tools/list')]).toEqual([200, 200, 429]);
});
