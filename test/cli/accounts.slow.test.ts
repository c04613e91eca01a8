import { describe, expect } from 'vitest';
import { emptyDataFolder } from '../support/alir.ts';
import { runCli, startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });

describe('alir account and alir key', () => {
  test('create an account, and create, list and revoke keys', async ({ folder: data_dir }) => {
    const created = await run(
      data_dir,
      'account',
      'create',
      '--email',
      'a@example.com',
      '--plan',
      'starter',
      '--months',
      '3',
      '--json',
    );
    const [account] = created.json();
    expect(account).toEqual({
      account_id: expect.any(String),
      plan: 'starter',
      period_end: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      api_key: expect.stringMatching(/^alir_live_/),
      mcp_key: expect.stringMatching(/^alir_live_/),
    });
    const [key] = (
      await run(data_dir, 'key', 'create', '--account', account.account_id, '--name', 'second', '--json')
    ).json();
    expect(key).toEqual({
      key_id: expect.any(String),
      api_key: expect.stringMatching(/^alir_live_/),
      scopes: ['data'],
      expires_at: null,
      allowed_ips: null,
    });

    const listed = (await run(data_dir, 'key', 'list', '--account', account.account_id, '--json')).json();
    expect(listed.map(({ name, kind, revoked_at }) => [name, kind, revoked_at])).toEqual(
      expect.arrayContaining([
        ['default', 'api', null],
        ['mcp', 'mcp', null],
        ['second', 'api', null],
      ]),
    );
    expect(JSON.stringify(listed)).not.toContain(key.api_key);

    const revoked = await run(data_dir, 'key', 'revoke', '--key', key.key_id, '--json');
    expect(revoked.json()[0]).toMatchObject({ key_id: key.key_id, revoked_at: expect.any(String) });
    expect((await run(data_dir, 'key', 'list')).stdout).toMatch(
      /KEY ID +ACCOUNT +NAME +KIND +KEY +CREATED +LAST USED +REVOKED +SCOPES +EXPIRES +ALLOWED IPS\n[\s\S]*second/,
    );
  });

  test('create keys with limits, and rotate keys', async ({ folder: data_dir }) => {
    const alir = (...args: string[]) => run(data_dir, ...args);
    const [{ account_id }] = (
      await alir('account', 'create', '--email', 'a@b.c', '--plan', 'starter', '--json')
    ).json();
    const create = (...options: string[]) =>
      alir('key', 'create', '--account', 'a@b.c', '--name', 'office', ...options);
    const terms = {
      scopes: ['data', 'account'],
      expires_at: '2099-12-31T17:00:00.000Z',
      allowed_ips: ['203.0.113.7/32', '2001:db8::/32'],
    };
    const options = ['--scopes', 'account,data', '--expires-at', '2100-01-01T00:00+07:00'];
    const addresses = ['--allowed-ips', '203.0.113.7, 2001:DB8::1/32'];
    const [made] = (await create(...options, ...addresses, '--json')).json();
    expect(made).toMatchObject(terms);
    const [rotated] = (await alir('key', 'rotate', '--key', made.key_id, '--json')).json();
    expect(rotated).toMatchObject(terms);
    const shown = await alir('key', 'rotate-mcp', 'a@b.c');
    expect(shown.stdout).toMatch(/^key id {7}\S+\nkey {10}alir_live_\w+\nscopes {7}data\nexpires {6}never\n/);
    const keys = (await alir('key', 'list', '--account', account_id, '--json')).json();
    const states = keys.map(({ name, kind, revoked_at }) => [name, kind, revoked_at === null]);
    expect(states.toSorted()).toEqual([
      ['default', 'api', true],
      ['mcp', 'mcp', false],
      ['mcp', 'mcp', true],
      ['office', 'api', false],
      ['office', 'api', true],
    ]);
    const again = await alir('key', 'rotate', '--key', made.key_id);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('cannot be rotated')]);
    for (const [option, value] of [
      ['--scopes', 'data,admin'],
      ['--expires-at', '2100-01-01'],
      ['--allowed-ips', '203.0.113.7/33'],
    ] as const) {
      expect([option, (await create(option, value)).code]).toEqual([option, 2]);
    }
    const past = await create('--expires-at', '2026-01-01T00:00:00Z');
    expect([past.code, past.stderr]).toEqual([1, expect.stringContaining('must be in the future')]);
  });

  test.each([
    {
      args: ['key', 'create', '--account', 'nobody', '--name', 'x'],
      expectedText: 'There is no account nobody. To see the ids and e-mail addresses, run: alir account list',
    },
    {
      args: ['key', 'list', '--account', 'nobody'],
      expectedText: 'There is no account nobody. To see the ids and e-mail addresses, run: alir account list',
    },
    { args: ['key', 'revoke', '--key', 'none'], expectedText: 'no key with the id none' },
  ])('$args exits 1 with the reason', async ({ args, expectedText }) => {
    const { code, stdout, stderr } = await runCli(args, { data_dir: await emptyDataFolder() });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(expectedText);
    expect(stderr).not.toContain('    at ');
  });
});

describe('alir plan, offer and order', () => {
  test('list the plans, create an offer, and apply a paid order to the account', async ({
    folder: data_dir,
  }) => {
    const alir = async (...args: string[]) => (await runCli([...args, '--json'], { data_dir })).json();
    expect(await alir('plan', 'list')).toContainEqual({
      plan: 'starter',
      months: 3,
      days: 90,
      price_idr: 498_000,
    });
    const [{ account_id, api_key }] = await alir('account', 'create', '--email', 'a@b.c', '--plan', 'free');
    const terms = '--units 500 --requests-per-minute 50 --keys 5 --price 10000 --days 45 --recurring'.split(
      ' ',
    );
    const [offer] = await alir('offer', 'create', '--account', account_id, ...terms);
    expect(offer).toMatchObject({ units: 500, price_idr: 10_000, days: 45, taken_by: null });
    const { printed } = await startServing(['serve'], { data_dir });
    const ordered = await fetch(`${printed.url}/billing/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': '1',
      },
      body: JSON.stringify({ offer_id: offer.offer_id }),
    });
    const { order_id } = ((await ordered.json()) as any).data;
    expect(await alir('order', 'list')).toMatchObject([
      { order_id, account_id, state: 'pending', charge_idr: 10_000 },
    ]);
    expect(await alir('order', 'confirm', order_id)).toMatchObject([{ order_id, state: 'applied' }]);
    expect(await alir('order', 'show', order_id)).toMatchObject([{ order_id, account_id, state: 'applied' }]);
    expect((await alir('offer', 'list')).map(({ taken_by }) => taken_by).toSorted()).toEqual(
      [order_id, null].toSorted(),
    );
    expect(await alir('account', 'show', account_id)).toMatchObject([
      {
        plan: 'custom',
        in_force: { plan: 'custom', units: 500, requests_per_minute: 50, keys: 5 },
        changes: [{ kind: 'created' }, { kind: 'purchase', order_id, charge_idr: 10_000 }],
      },
    ]);
    expect(await alir('account', 'list')).toMatchObject([{ account_id, email: 'a@b.c' }]);
    // The server that runs sees it with its next request.
    const usage = await fetch(`${printed.url}/usage`, { headers: { authorization: `Bearer ${api_key}` } });
    expect(((await usage.json()) as any).data.account).toMatchObject({ plan: 'custom', monthly_limit: 500 });

    const again = await runCli(['order', 'confirm', order_id], { data_dir });
    expect([again.code, again.stderr]).toEqual([
      1,
      `alir: The order ${order_id} is applied, so it cannot be confirmed. To see it, run: alir order show ${order_id}\n`,
    ]);
    const shown = await runCli(['account', 'show', account_id], { data_dir });
    expect(shown.stdout).toContain('current    custom: 500 units until ');
    const plans = await runCli(['plan', 'list'], { data_dir });
    expect(plans.stdout).toMatch(/^PLAN +MONTHS +DAYS +PRICE\nstarter +1 +30 +IDR 200,000\n/);
    expect(
      (await runCli(['offer', 'create', '--account', account_id, ...terms, '--days', '0'], { data_dir }))
        .code,
    ).toBe(2);
  });
});

test('no key, token, signature or request body is logged', async ({ folder: data_dir }) => {
  const [{ api_key, mcp_key }] = (
    await runCli(['account', 'create', '--email', 'a@b.c', '--plan', 'free', '--json'], { data_dir })
  ).json();
  const { child, printed } = await startServing(['serve'], {
    data_dir,
    env: {
      ALIR_LOG_LEVEL: 'debug',
      ALIR_PAYMENT_PROVIDER: 'xendit',
      ALIR_PAYMENT_KEY: 'xnd_hush',
      ALIR_PAYMENT_CALLBACK_TOKEN: 'token_hush',
    },
  });
  let log = '';
  child.stderr?.on('data', (data) => {
    log += data;
  });
  const post = async (path: string, body: unknown, headers: Record<string, string>) =>
    (
      await fetch(`${printed.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).status;
  const notifications = '/billing/notifications/xendit';
  const body = { id: 'invoice_hush', external_id: 'order_hush' };
  expect(await post(notifications, body, { 'x-callback-token': 'token_hush' })).toBe(404);
  expect(await post(notifications, body, { 'x-callback-token': 'guess_hush' })).toBe(403);
  expect(
    await post(
      '/billing/orders',
      { plan: 'x' },
      { authorization: `Bearer ${api_key}`, 'idempotency-key': 'idem_hush' },
    ),
  ).toBe(400);
  expect(await post('/billing/quotes', { plan: 'starter' }, { authorization: `Bearer ${mcp_key}` })).toBe(
    403,
  );
  await stop(child);
  expect(log.match(/"route":"[^"]*billing/g)).toHaveLength(4);
  for (const secret of ['hush', api_key, mcp_key]) expect(log).not.toContain(secret);
});
