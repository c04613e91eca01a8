import { describe, expect } from 'vitest';
import { customer } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

const HOOK = { url: 'https://hooks.example.com/alir', events: ['day.published', 'key.created'] };

describe('webhooks of an account', () => {
  test('are created with a secret that no other response contains', async ({ alir }) => {
    const created = (await alir.post('/account/webhooks', HOOK)).body.data;
    expect(created).toMatchObject({ ...HOOK, failing_since: null, disabled_at: null });
    expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { secret, ...shown } = created;
    expect((await alir.request('/account/webhooks')).body.data).toEqual([shown]);
    const rotated = (await alir.request(`/account/webhooks/${created.webhook_id}/rotate`, { method: 'POST' }))
      .body.data;
    expect(rotated).toMatchObject(shown);
    expect(rotated.secret).not.toBe(secret);
  });

  test('of another account do not exist', async ({ alir }) => {
    const { webhook_id } = (await alir.post('/account/webhooks', HOOK)).body.data;
    const other = await customer(alir);
    const path = `/account/webhooks/${webhook_id}`;
    const answers = [
      await other.delete(path),
      await other.post(`${path}/test`, {}),
      await other.post(`${path}/rotate`, {}),
      await other.get(`${path}/deliveries`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'unknown_webhook']),
    );
    expect((await other.get('/account/webhooks')).body.data).toEqual([]);
    expect((await alir.request('/account/webhooks')).body.data).toHaveLength(1);
  });

  test.for([
    'http://hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://0x7f000001/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    `https://hooks.example.com/${'a'.repeat(500)}`,
  ])('are refused for the URL %s', async (url, { alir }) => {
    const { status, body } = await alir.post('/account/webhooks', { ...HOOK, url });
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_request', 'url']);
  });

  test.for([[[]], [['payment.needs_attention']], [['webhook.test']], [['everything']]])(
    'are refused for the events %j',
    async ([events], { alir }) => {
      const { status, body } = await alir.post('/account/webhooks', { ...HOOK, events });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    },
  );

  test('are at most 5, and a deleted one can be replaced', async ({ alir }) => {
    const made = await Promise.all(Array.from({ length: 8 }, () => alir.post('/account/webhooks', HOOK)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(5);
    const [first] = (await alir.request('/account/webhooks')).body.data;
    const path = `/account/webhooks/${first.webhook_id}`;
    await alir.request(`${path}/test`, { method: 'POST' });
    expect((await alir.request(path, { method: 'DELETE' })).body.data).toEqual(first);
    expect((await alir.post('/account/webhooks', HOOK)).status).toBe(200);
  });
});

test('the settings of e-mails are changed one by one', async ({ alir }) => {
  const change = async (settings: object) => (await alir.post('/account/notices', settings)).body.data;
  expect(await change({ email_events: ['plan.ended', 'day.published'] })).toEqual({
    language: 'en',
    email_events: ['day.published', 'plan.ended'],
  });
  const both = { language: 'id', email_events: ['day.published', 'plan.ended'] };
  expect(await change({ language: 'id' })).toEqual(both);
  expect(await change({ email_events: [] })).toEqual({ language: 'id', email_events: [] });
});
