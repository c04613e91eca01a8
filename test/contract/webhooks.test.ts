import { describe, expect } from 'vitest';
import { TestAlir, UNLIMITED } from '../support/alir.ts';
import { customer } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { receiver } from '../support/notices.ts';
import { Publishers } from '../support/publishers.ts';
import { AT_ONCE } from '../support/test-ledger.ts';
import { until } from '../support/until.ts';

const HOOK = { url: 'https://hooks.example.com/alir', events: ['day.published', 'key.created'] };

test.beforeEach(async ({ alir }) => {
  await alir.become('enterprise', 1, UNLIMITED);
});

describe('webhooks of an account', () => {
  test('are at most 5, and a deleted one can be replaced', async ({ alir }) => {
    const made = await Promise.all(Array.from({ length: 8 }, () => alir.post('/account/webhooks', HOOK)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(5);
    const [first] = (await alir.request('/account/webhooks')).body.data;
    const path = `/account/webhooks/${first.webhook_id}`;
    await alir.request(`${path}/test`, { method: 'POST' });
    const { failing_since: _, ...deleted } = (await alir.request(path, { method: 'DELETE' })).body.data;
    // The delivery of the test event may have failed by now, or not yet.
    expect(first).toMatchObject(deleted);
    expect((await alir.post('/account/webhooks', HOOK)).status).toBe(200);
  });
});

describe('receivers that never answer', () => {
  /** As many as the server makes at the same time. */
  const ATTEMPTS = 16;
  const HOSTS = Array.from({ length: ATTEMPTS + 4 }, (_, number) => `hooks${number}.example.com`);
  const REQUESTS = 100;
  const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';

  test('delay no request: all are answered and charged before the first attempt ends', async () => {
    const publishers = await Publishers.start();
    let waiting = 0;
    let ended = 0;
    for (const host of HOSTS) {
      publishers.serveHost(host, (_request, response) => {
        waiting += 1;
        response.on('close', () => (ended += 1));
      });
    }
    const alir = await TestAlir.open({ network: publishers.network });
    const { accounts, webhooks } = alir.stores;
    const callers: Awaited<ReturnType<typeof customer>>[] = [];
    for (let place = 0; place < HOSTS.length; place += 5) {
      const me = await customer(alir);
      callers.push(me);
      for (const host of HOSTS.slice(place, place + 5))
        await webhooks.create(me.account_id, `https://${host}/`, ['key.created']);
      await accounts.rotateMcpKey(me.account_id);
    }
    await alir.url();
    await until('the attempts wait', () => waiting === ATTEMPTS);

    let sent = 0;
    const statuses: Record<string, number> = {};
    const client = async () => {
      while (sent < REQUESTS) {
        sent += 1;
        const { status, headers } = await alir.request(FLOW);
        const kind = `${status}, ${headers.get('x-request-cost')} unit`;
        statuses[kind] = (statuses[kind] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE / 4 }, client));
    expect(statuses).toEqual({ '200, 1 unit': REQUESTS });
    // The requests of the accounts with the slow receivers are as fast, and so are writes of the ledger.
    for (const me of callers) {
      expect((await me.get('/usage')).status).toBe(200);
      expect((await me.post('/account/keys/mcp/rotate', {})).status).toBe(200);
    }
    // No attempt has ended, so no request waited for one.
    expect([waiting, ended]).toEqual([ATTEMPTS, 0]);
  });

  test('delay no delivery to another receiver', async ({ publishers }) => {
    let waiting = 0;
    publishers.serveHost('slow.example.com', () => (waiting += 1));
    const received = receiver(publishers, 'hooks.example.com');
    const alir = await TestAlir.open({ network: publishers.network });
    const { accounts, webhooks } = alir.stores;
    const [slow, other] = [await customer(alir), await customer(alir)];
    await webhooks.create(slow.account_id, 'https://slow.example.com/', ['key.created']);
    await webhooks.create(other.account_id, 'https://hooks.example.com/', ['key.created']);
    for (let event = 0; event < 20; event++) await accounts.rotateMcpKey(slow.account_id);
    await accounts.rotateMcpKey(other.account_id);
    await alir.url();
    await until('the other receiver has its message', () => received.length === 1);
    await until('the slow receiver has its request', () => waiting > 0);
    expect(waiting).toBe(1);
  });
});
