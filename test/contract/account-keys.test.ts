import { expect } from 'vitest';
import { customer, STARTER } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { RawClient } from '../support/raw-client.ts';

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
