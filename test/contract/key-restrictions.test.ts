import { describe, expect } from 'vitest';
import { type Answer, TestAlir, UNLIMITED } from '../support/alir.ts';
import { customer, STARTER } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { exchange, RawClient } from '../support/raw-client.ts';

const PROXY = { environment: { ALIR_TRUST_PROXY: '127.0.0.1' } };

test.beforeEach(async ({ alir }) => {
  await alir.become('enterprise', 1, UNLIMITED);
});

/** A new key of the account without limits, made over HTTP. */
async function newKey(alir: TestAlir, terms: object): Promise<string> {
  const { status, body } = await alir.post('/account/keys', { name: 'limited', ...terms });
  expect([status, body.error]).toEqual([200, null]);
  return body.data.api_key;
}

const withKey = (alir: TestAlir, key: string): Promise<Answer> =>
  alir.request('/usage', { headers: { authorization: `Bearer ${key}` } });

describe('a key that expires', () => {
  test('that expires while the request body arrives creates no key', async ({ alir }) => {
    const key = await newKey(alir, { scopes: ['account'], expires_at: '2026-02-02T12:00:10Z' });
    const client = await RawClient.open(await alir.url());
    const body = JSON.stringify({ name: 'late' });
    client.write(
      `POST /account/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    );
    await expect.poll(async () => (await withKey(alir, key)).status).toBe(200);
    alir.clock.time = new Date('2026-02-02T12:00:10Z');
    client.write(body);
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('does not count towards the key limit of the plan after its expiry', async ({ alir }) => {
    const me = await customer(alir);
    await alir.stores.billing.payments.confirm((await me.order(STARTER)).body.data.order_id, {}, 'operator');
    const create = async (more = {}) => (await me.post('/account/keys', { name: 'x', ...more })).status;
    expect(await create({ expires_at: '2026-02-02T12:00:01Z' })).toBe(200);
    expect(await create()).toBe(200);
    expect(await create()).toBe(409);
    alir.clock.time = new Date('2026-02-02T12:00:01Z');
    // One of several requests at the same time takes its place.
    const statuses = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('a key that is limited to addresses', () => {
  test.for([
    ['no proxy', {}, ['127.0.0.1'], '', true],
    ['no proxy', {}, ['203.0.113.7'], 'X-Forwarded-For: 203.0.113.7\r\n', false],
    ['a proxy', PROXY.environment, ['203.0.113.7'], 'X-Forwarded-For: 203.0.113.7\r\n', true],
    // The address of the proxy is not that of the client.
    ['a proxy', PROXY.environment, ['127.0.0.1'], 'X-Forwarded-For: 192.0.2.1\r\n', false],
  ] as const)('behind %s (%#) is known by its address when the body cannot be read', async (given) => {
    const [, environment, allowed_ips, forwarded, hasHeaders] = given;
    const alir = await TestAlir.open({ environment });
    const key = await newKey(alir, { allowed_ips });
    const head = `Host: x\r\n${forwarded}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    for (const bytes of [
      `POST /foreign-flow/batch HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `CONNECT example.com:443 HTTP/1.1\r\n${head}\r\n`,
    ]) {
      const answer = await exchange(await alir.url(), bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 4/);
      expect([bytes, /^x-monthly-remaining:/im.test(answer)]).toEqual([bytes, hasHeaders]);
    }
  });

  test('behind a proxy is not known when the headers cannot be read', async () => {
    const alir = await TestAlir.open(PROXY);
    const key = await newKey(alir, { allowed_ips: ['127.0.0.1'] });
    const bytes = `GET / HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`;
    const answer = await exchange(await alir.url(), bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).not.toMatch(/^x-monthly-remaining:/im);
  });
});

describe('a key with a limit of units', () => {
  const flow = (alir: TestAlir, key: string, more: Record<string, string> = {}) =>
    alir.request('/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05', {
      headers: { authorization: `Bearer ${key}`, ...more },
    });

  test('is charged up to the limit exactly by requests at the same time, and its account is not limited', async ({
    alir,
  }) => {
    const key = await newKey(alir, { max_units: 7 });
    const before = Number((await flow(alir, alir.key)).headers.get('x-monthly-remaining'));
    const batch = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tickers: ['BBCA', 'BBRI', 'TLKM'], from: '2026-01-05', to: '2026-01-05' }),
    } as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        place % 5 === 0 ? alir.request('/foreign-flow/batch', batch) : flow(alir, key),
      ),
    );
    const units = answers.reduce((sum, { headers }) => sum + Number(headers.get('x-request-cost')), 0);
    expect(units).toBe(7);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect(Number((await flow(alir, alir.key)).headers.get('x-monthly-remaining'))).toBe(before - 8);
    const refused = await flow(alir, key);
    expect(refused.body).toMatchObject({ success: false, data: null, code: 'key_units_exceeded' });
    expect(refused.body.detail).toBe(refused.body.error);
    const costs = ['x-monthly-remaining', 'x-request-cost'].map((name) => refused.headers.get(name));
    expect(costs).toEqual([String(before - 8), '0']);
    const { key: used } = (await withKey(alir, key)).body.data;
    expect(used).toMatchObject({ current_usage: 7, monthly_limit: UNLIMITED.units });
  });

  test('answers a repeated request that it was charged for, also with the last unit', async ({ alir }) => {
    const key = await newKey(alir, { max_units: 1 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => flow(alir, key, { 'idempotency-key': 'once' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect((await flow(alir, key, { 'idempotency-key': 'once' })).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    expect((await flow(alir, key, { 'idempotency-key': 'other' })).status).toBe(403);
    expect((await withKey(alir, key)).body.data.key.current_usage).toBe(1);
  });

  test('keeps its limit when it is replaced, and starts again with the quota window', async ({ alir }) => {
    const key = await newKey(alir, { max_units: 2, scopes: ['data', 'account'] });
    const { key_id } = (await withKey(alir, key)).body.data.key;
    const { body } = await alir.request(`/account/keys/${key_id}/rotate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(body.data.max_units).toBe(2);
    const replaced = body.data.api_key;
    for (const status of [200, 200, 403]) expect((await flow(alir, replaced)).status).toBe(status);
    alir.clock.time = new Date('2026-03-04T12:00:00Z');
    await alir.become('enterprise', 1, UNLIMITED);
    expect((await flow(alir, replaced)).status).toBe(200);
  });

  test('refuses a limit that is not a whole number of at least 1', async ({ alir }) => {
    for (const max_units of [0, -1, 1.5, 'x', null, 1e10]) {
      const { status, body } = await alir.post('/account/keys', { name: 'x', max_units });
      expect([max_units, status, body.code]).toEqual([max_units, 400, 'invalid_request']);
    }
  });
});
