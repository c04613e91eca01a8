import { expect } from 'vitest';
import { UNLIMITED } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

test('each path under /admin needs the key of an operator', async ({ alir }) => {
  const { mcp_key } = await alir.stores.accounts.create('ani@example.com', 'enterprise', 1, UNLIMITED);
  const { operator_key } = await alir.stores.operators.create('ani');
  const routes = (await alir.routes()).filter(({ path }) => path.startsWith('/admin/'));
  expect(routes.length).toBeGreaterThan(30);
  for (const { path, methods } of routes) {
    for (const authorization of [
      '',
      'Bearer x',
      `Bearer ${mcp_key}`,
      `Bearer ${operator_key.slice(0, -1)}`,
      `Basic ${operator_key}`,
    ]) {
      // Failed requests of an address are limited.
      alir.clock.elapsed_ms += 60_000;
      const method = methods.includes('GET') ? 'GET' : 'POST';
      const { status, body } = await alir.request(path.replaceAll(/:\w+/g, 'none'), {
        method,
        headers: { authorization },
      });
      expect([path, authorization, status, body.code, body.data]).toEqual([
        path,
        authorization,
        401,
        'unauthorized',
        null,
      ]);
    }
  }
});
