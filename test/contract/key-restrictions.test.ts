import { describe, expect } from 'vitest';
import { type Answer, TestAlir, UNLIMITED } from '../support/alir.ts';
import { customer, STARTER } from '../support/customer.ts';
import { DATE } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';
import { exchange, RawClient } from '../support/raw-client.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;
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

const withKey = (alir: TestAlir, key: string, path = '/usage', headers = {}): Promise<Answer> =>
  alir.request(path, { headers: { authorization: `Bearer ${key}`, ...headers } });

describe('a key that expires', () => {
  // The clock of the test stands at 2026-02-02T12:00:00Z.
  test('is valid until the millisecond before its expiry; the refusal has the time', async ({ alir }) => {
    const key = await newKey(alir, { expires_at: '2026-02-02T19:00:01.500+07:00' });
    alir.clock.time = new Date('2026-02-02T12:00:01.499Z');
    expect((await withKey(alir, key)).status).toBe(200);
    alir.clock.time = new Date('2026-02-02T12:00:01.500Z');
    for (const path of ['/usage', FLOW, '/billing/plans']) {
      const { status, headers, body } = await withKey(alir, key, path);
      expect([path, status, body.code]).toEqual([path, 401, 'unauthorized']);
      expect(body.error).toContain('expired at 2026-02-02T12:00:01.500Z');
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(headers.get('x-monthly-remaining')).toBeNull();
    }
    expect((await withKey(alir, key, '/nowhere')).headers.get('x-monthly-remaining')).toBeNull();
    const listed = (await alir.request('/account/keys')).body.data;
    expect(listed.find(({ name }: any) => name === 'limited')).toMatchObject({
      expires_at: '2026-02-02T12:00:01.500Z',
      revoked_at: null,
    });
  });

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

  test.for([
    ['now', '2026-02-02T12:00:00Z'],
    ['the past', '2026-02-02T18:59:59.999+07:00'],
    ['no time zone', '2026-12-31T00:00:00'],
    ['a day', '2026-12-31'],
    ['a day that does not exist', '2027-02-29T00:00:00Z'],
    ['an hour that does not exist', '2026-12-31T24:00:00Z'],
    ['a year of five digits', '+010000-01-01T00:00:00Z'],
    ['the year 10000 in UTC', '9999-12-31T23:59:59-01:00'],
    ['words', 'tomorrow'],
    ['a number', 1798675200000],
  ])('is refused with %s', async ([, expires_at], { alir }) => {
    const { status, body } = await alir.post('/account/keys', { name: 'x', expires_at });
    expect([status, body.code, body.errors.map(({ field }: any) => field)]).toEqual([
      400,
      'invalid_request',
      ['expires_at'],
    ]);
  });
});

describe('a key that is limited to addresses', () => {
  const OFFICE = ['203.0.113.7', '198.51.100.0/24', '2001:DB8:0:1::/64'];
  const SENDERS = [
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:0:1:ffff::1', true],
    ['2001:db8:0:2::1', false],
    ['::ffff:203.0.113.7', true],
    ['::ffff:cb00:7107', true],
    ['::ffff:203.0.113.8', false],
    ['203.0.113.7:4711', true],
    ['[2001:db8:0:1::9]:4711', true],
    ['[::ffff:203.0.113.7]:4711', true],
    ['unknown', false],
    ['', false],
    // The client itself wrote the first address.
    ['203.0.113.7, 192.0.2.1', false],
    ['192.0.2.1, 203.0.113.7', true],
  ] as const;

  test('is checked behind a trusted proxy', async () => {
    const alir = await TestAlir.open(PROXY);
    const key = await newKey(alir, { allowed_ips: OFFICE });
    for (const [forwarded, isAllowed] of SENDERS) {
      const { status, body } = await withKey(alir, key, '/usage', { 'x-forwarded-for': forwarded });
      expect([forwarded, status, body.code]).toEqual(
        isAllowed ? [forwarded, 200, undefined] : [forwarded, 403, 'address_not_allowed'],
      );
    }
  });

  test('cannot be used with an invented address when no proxy is trusted', async ({ alir }) => {
    const key = await newKey(alir, { allowed_ips: ['203.0.113.7'] });
    for (const headers of [
      {},
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' },
    ]) {
      const { status, body } = await withKey(alir, key, FLOW, headers);
      expect([status, body.code]).toEqual([403, 'address_not_allowed']);
      expect(body.error).toContain('the IP address 127.0.0.1');
    }
    const own = await newKey(alir, { allowed_ips: ['127.0.0.0/8'] });
    expect((await withKey(alir, own, '/usage', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  });

  test('is counted by its address, like a wrong key, and not for the account', async ({ alir }) => {
    const { accounts } = alir.stores;
    const terms = { units: 100, requests_per_minute: 3, keys: 5 };
    const { account, api_key } = await accounts.create(newEmail(), 'custom', 1, terms);
    const limits = { scopes: ['data' as const], expires_at: null, allowed_ips: ['203.0.113.7/32'] };
    const stolen = (await accounts.createKey(account.account_id, 'stolen', limits)).api_key;
    for (let sent = 0; sent < 120; sent++) {
      const { status, headers } = await withKey(alir, stolen, sent % 2 === 0 ? FLOW : '/billing/plans');
      expect([status, headers.get('x-monthly-remaining')]).toEqual([403, null]);
    }
    expect((await withKey(alir, stolen)).body.code).toBe('address_limited');
    const { status, headers } = await withKey(alir, api_key);
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '2']);
  });

  test('has the limit headers outside of routes only from its addresses', async () => {
    const alir = await TestAlir.open(PROXY);
    const key = await newKey(alir, { allowed_ips: OFFICE });
    for (const [forwarded, hasHeaders] of [
      ['203.0.113.7', true],
      ['203.0.113.8', false],
    ] as const) {
      for (const [path, status] of [
        ['/nowhere', 404],
        ['/%zz', 400],
        ['/health/live', 200],
      ] as const) {
        const answer = await withKey(alir, key, path, { 'x-forwarded-for': forwarded });
        expect([path, answer.status]).toEqual([path, status]);
        expect([path, answer.headers.has('x-monthly-remaining')]).toEqual([path, hasHeaders]);
      }
    }
  });

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

  test('has the ranges in their usual form, each once', async ({ alir }) => {
    const sent = [
      '203.0.113.7',
      '203.0.113.7/32',
      '10.1.2.3/8',
      '2001:DB8::1/32',
      '::ffff:192.0.2.77/120',
      '::1',
    ];
    const { body } = await alir.post('/account/keys', { name: 'x', allowed_ips: sent });
    expect(body.data.allowed_ips).toEqual([
      '203.0.113.7/32',
      '10.0.0.0/8',
      '2001:db8::/32',
      '192.0.2.0/24',
      '::1/128',
    ]);
  });

  test.for<[string, unknown, string]>([
    ['an empty list', [], 'allowed_ips'],
    ['21 ranges', Array.from({ length: 21 }, (_, place) => `10.0.0.${place}`), 'allowed_ips'],
    ['a text', '10.0.0.1', 'allowed_ips'],
    ['a name', ['office.example.com'], 'allowed_ips[0]'],
    ['an address with a port', ['10.0.0.1:80'], 'allowed_ips[0]'],
    ['too many bits', ['10.0.0.0/33'], 'allowed_ips[0]'],
    ['a short address', ['127.0.0.1', '10.1'], 'allowed_ips[1]'],
    ['an octal address', ['010.0.0.1'], 'allowed_ips[0]'],
    ['a zone', ['fe80::1%eth0'], 'allowed_ips[0]'],
    ['a comma', ['10.0.0.1,10.0.0.2'], 'allowed_ips[0]'],
  ])('is refused with %s', async ([, allowed_ips, field], { alir }) => {
    const { status, body } = await alir.post('/account/keys', { name: 'x', allowed_ips });
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid_request', field]);
  });
});
