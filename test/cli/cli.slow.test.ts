import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { SETTINGS } from '../../src/server/config.ts';
import { emptyDataFolder, temporaryFolder } from '../support/alir.ts';
import { runCli, startCli, startServing, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, ...args: string[]) => runCli(args, { data_dir });
const GOOD = csv([line(), line()]);
const WHOLE = wholeDay(DATE);

describe('alir ingest', () => {
  test('prints one JSON object per file, and exits 1 if one was rejected', async ({
    outside,
    folder: data_dir,
  }) => {
    const good = await writeTo(outside, FILE_NAME, GOOD);
    const bad = await writeTo(
      outside,
      'DT260120.csv',
      csv([line({ TRX_DATE: '2026-01-20', STK_VOLM: 'x' })]),
    );
    const also = await writeTo(outside, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21' })]));

    const { code, json, stderr } = await run(data_dir, 'ingest', '--confirm', '--json', good, bad, also);
    expect(code).toBe(1);
    const seconds = expect.any(Number);
    expect(json()).toEqual([
      {
        file: FILE_NAME,
        trade_date: DATE,
        status: 'published',
        revision: 1,
        trades: 2,
        duplicates: 0,
        rejected_rows: 0,
        seconds,
        warnings: [],
        rejection: null,
        held: null,
      },
      {
        file: 'DT260120.csv',
        trade_date: '2026-01-20',
        status: 'rejected',
        revision: null,
        trades: 0,
        duplicates: 0,
        rejected_rows: 1,
        seconds,
        warnings: [],
        rejection: {
          reasons: ['line 2: STK_VOLM "x" must be a whole number of shares above 0, at most 15 digits'],
          report: `${data_dir}/inbox/rejected/DT260120.csv.report.txt`,
        },
        held: null,
      },
      {
        file: 'DT260121.csv',
        trade_date: '2026-01-21',
        status: 'published',
        revision: 1,
        trades: 1,
        duplicates: 0,
        rejected_rows: 0,
        seconds,
        warnings: [],
        rejection: null,
        held: null,
      },
    ]);
    expect(stderr).toContain('line 2: STK_VOLM "x"');

    const again = await run(data_dir, 'ingest', '--confirm', '--json', good);
    expect([again.code, again.json()[0].status]).toEqual([0, 'unchanged']);
  });

  test('prints text without --json', async ({ outside, folder: data_dir }) => {
    const file = await writeTo(outside, FILE_NAME, GOOD);
    expect((await run(data_dir, 'ingest', '--confirm', file)).stdout).toMatch(
      /^DT260119\.csv: published 2026-01-19, revision 1, 2 trades \([\d.]+ s\)\n$/,
    );
    expect((await run(data_dir, 'ingest', '--confirm', file)).stdout).toMatch(
      /unchanged, revision 1 of 2026-01-19 already has this content/,
    );
    const bad = await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, 'x\n'));
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/rejected, nothing was published/);
    expect(bad.stderr).toMatch(/text without the header of a daily trade file[\s\S]*Full report: /);
  });

  test('--date gives the date of one file whose name has none, and of one file only', async ({
    outside,
    folder: data_dir,
  }) => {
    const file = await writeTo(outside, 'trades.csv', GOOD);
    expect(
      (await run(data_dir, 'ingest', '--confirm', '--date', DATE, '--json', file)).json()[0],
    ).toMatchObject({
      status: 'published',
    });
    expect((await run(data_dir, 'ingest', '--confirm', '--date', DATE, file, file)).code).toBe(2);
    expect((await run(data_dir, 'ingest', '--confirm', '--date', '19-01-2026', file)).code).toBe(2);
  });

  test('four processes at the same time publish the same day once', async ({ outside, folder: data_dir }) => {
    const file = await writeTo(outside, FILE_NAME, GOOD);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => run(data_dir, 'ingest', '--confirm', '--json', file)),
    );
    expect(all.map((one) => one.code)).toEqual([0, 0, 0, 0]);
    expect(all.map((one) => one.json()[0].status).toSorted()).toEqual([
      'published',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(new Set(all.map((one) => one.json()[0].revision))).toEqual(new Set([1]));
  });
});

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
    expect(key).toEqual({ key_id: expect.any(String), api_key: expect.stringMatching(/^alir_live_/) });

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
      /KEY ID +ACCOUNT +NAME +KIND +KEY +CREATED +LAST USED +REVOKED\n[\s\S]*second/,
    );
  });

  test.each([
    {
      args: ['key', 'create', '--account', 'nobody', '--name', 'x'],
      says: 'There is no account nobody. To see the ids and e-mail addresses, run: alir account list',
    },
    {
      args: ['key', 'list', '--account', 'nobody'],
      says: 'There is no account nobody. To see the ids and e-mail addresses, run: alir account list',
    },
    { args: ['key', 'revoke', '--key', 'none'], says: 'no key with the id none' },
  ])('$args exits 1 with the reason', async ({ args, says }) => {
    const { code, stdout, stderr } = await runCli(args, { data_dir: await emptyDataFolder() });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('    at ');
  });
});

describe('bad usage exits 2', () => {
  test.for([
    'nonsense',
    'ingest',
    'ingest --nonsense x',
    'account create',
    'account create --email a@example.com',
    'account create --email nobody --plan free',
    'account create --email a@example.com --plan golden',
    'account create --email a@example.com --plan starter --months 2',
    'key create --name x',
  ])('alir %s', async (args, { folder: data_dir }) => {
    const { code, stdout, stderr } = await run(data_dir, ...args.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(10);
  });

  test.for([
    ['ALIR_PORT', '80a', 'ALIR_PORT must be a whole number from 0 to 65535; it is "80a"'],
    ['ALIR_PORT', '65536', 'ALIR_PORT must be a whole number from 0 to 65535'],
    ['ALIR_THREADS', '0', 'ALIR_THREADS must be a whole number from 1 to 256'],
  ] as const)('%s=%s', async ([variable, value, says], { folder: data_dir }) => {
    const { code, stderr } = await runCli(['config'], { data_dir, env: { [variable]: value } });
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  test('help and version exit 0', async ({ folder: data_dir }) => {
    for (const args of [['--help'], ['ingest', '--help'], ['--version']])
      expect((await run(data_dir, ...args)).code).toBe(0);
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
      `alir: The order ${order_id} is applied, so it cannot be confirmed.\n`,
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

test('alir mcp config prints the client configuration with the given address and key', async ({
  folder: data_dir,
}) => {
  const { json } = await runCli(
    ['mcp', 'config', '--json', '--url', 'https://api.example.com', '--key', 'alir_live_x'],
    { data_dir },
  );
  const [{ url, clients }] = json() as [{ url: string; clients: { client: string; config: string }[] }];
  expect(url).toBe('https://api.example.com/mcp');
  expect(clients.map(({ client }) => client)).toContain('Claude Code');
  for (const { client, config } of clients) {
    expect(config, client).toContain('https://api.example.com/mcp');
    expect(config, client).toContain('Authorization');
    expect(config, client).toContain('Bearer alir_live_x');
    if (config.startsWith('{')) expect(() => JSON.parse(config), client).not.toThrow();
  }
  expect((await run(data_dir, 'mcp', 'config')).stdout).toContain('http://127.0.0.1:8080/mcp');
  expect((await run(data_dir, 'mcp', 'config', '--url', 'https://x.example/alir/')).stdout).toContain(
    'https://x.example/alir/mcp',
  );
  const six = await runCli(['mcp', 'config'], { data_dir, env: { ALIR_HOST: '::1' } });
  expect(six.stdout).toContain('http://[::1]:8080/mcp');
  expect((await run(data_dir, 'mcp', 'config', '--url', 'ftp://x')).code).toBe(2);
});

test('alir config prints every setting in force', async ({ folder: data_dir }) => {
  const { json } = await runCli(['config', '--json'], {
    data_dir,
    env: { ALIR_PORT: '9000', ALIR_HOST: '', ALIR_SOURCE_HEADER: 'X-Token: hush', ALIR_PAYMENT_KEY: 'hush' },
  });
  const [shown] = json();
  expect(Object.keys(shown)).toEqual(Object.keys(SETTINGS));
  expect(shown).toMatchObject({
    data_dir,
    host: '127.0.0.1',
    port: 9000,
    allowed_hosts: [],
    source_header: '(secret)',
    payment_key: '(secret)',
    payment_callback_token: '',
    payment_sandbox: false,
    update_minutes: 5,
    threads: expect.any(Number),
  });
  expect((await run(data_dir, 'config')).stdout).toMatch(/ALIR_PORT +8080 +port to listen on/);
});

test.for([
  ['ALIR_SOURCE', 'http://example.com/{yymmdd}', /must be a folder, or an https/],
  ['ALIR_SOURCE', 'https://example.com/today.csv', /\{yymmdd\} or \{date\}/],
  ['ALIR_SOURCE_HEADER', 'no colon', /must have the form Name: value/],
  ['ALIR_SOURCE_HEADER', 'hush hush', /^(?!.*hush hush)/s],
  ['ALIR_UPDATE_MINUTES', '-1', /whole number from 0 to 1440/],
] as const)(
  '%s=%s is refused with the valid values',
  async ([variable, value, says], { folder: data_dir }) => {
    const { code, stderr } = await runCli(['config'], { data_dir, env: { [variable]: value } });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  },
);

describe('alir ingest of many files', () => {
  const days = ['2026-01-21', '2026-01-19', '2026-01-20'];
  const name = (day: string) => `DT${day.slice(2).replaceAll('-', '')}.csv`;
  const write = async (folder: string) => {
    for (const day of days) await writeTo(folder, name(day), csv([line({ TRX_DATE: day })]));
    await writeTo(folder, 'notes.txt', 'not one of them');
  };

  test('a folder means its daily files, in date order; a second run changes nothing', async ({
    outside,
    folder: data_dir,
  }) => {
    await write(outside);
    const taken = (await run(data_dir, 'ingest', '--confirm', '--json', outside)).json();
    expect(taken.map((result) => [result.trade_date, result.status])).toEqual(
      days.toSorted().map((day) => [day, 'published']),
    );
    const again = (await run(data_dir, 'ingest', '--confirm', '--json', outside)).json();
    expect(again.map((result) => result.status)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  test('a pattern that the shell did not expand is expanded, and a folder without daily files is refused', async ({
    outside,
    folder: data_dir,
  }) => {
    await write(outside);
    const taken = (await run(data_dir, 'ingest', '--confirm', '--json', `${outside}/DT26012?.*`)).json();
    expect(taken.map((result) => result.trade_date)).toEqual(['2026-01-20', '2026-01-21']);
    const { code, stderr } = await run(data_dir, 'ingest', '--confirm', data_dir);
    expect(code).toBe(2);
    expect(stderr).toMatch(/No daily trade file \(DTyymmdd.csv/);
  });

  test('an interrupted run finishes the current file and serves it; the next run does the rest', async ({
    outside,
    folder: data_dir,
  }) => {
    await write(outside);
    const child = startCli(['ingest', '--confirm', '--json', outside], { data_dir });
    let printed = '';
    child.stdout?.on('data', (data) => {
      if (printed === '') child.kill('SIGINT');
      printed += data;
    });
    const [code] = await once(child, 'close');
    const taken = printed.trim().split('\n').length;
    expect(code).toBe(taken === days.length ? 0 : 1);
    const status = (await run(data_dir, 'status', '--json')).json()[0];
    expect(status.days).toBe(taken);
    expect(status.unfinished).toEqual([]);
    const rest = (await run(data_dir, 'ingest', '--confirm', '--json', outside))
      .json()
      .map((result) => result.status);
    expect(rest.filter((each) => each === 'published')).toHaveLength(days.length - taken);
    expect((await run(data_dir, 'verify', '--json')).json()[0]).toMatchObject({
      ok: true,
      days: 3,
      faults: [],
    });
  });
});

describe('alir status', () => {
  test('reports days, gaps, corrections and rejected files, and exits 1 while a day is missing', async ({
    outside,
    folder: data_dir,
  }) => {
    await run(data_dir, 'account', 'create', '--email', 'a@b.c', '--plan', 'free');
    const empty = await run(data_dir, 'status', '--json');
    expect([empty.code, empty.json()[0]]).toEqual([
      0,
      expect.objectContaining({ days: 0, newest_day: null, gaps: [], last_update: null, rejected: [] }),
    ]);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, 'DT260119.csv', GOOD));
    await run(
      data_dir,
      'ingest',
      '--confirm',
      await writeTo(outside, 'DT260119.csv', csv([line(), line(), line()])),
    );
    const bad = await writeTo(outside, 'DT260121.csv', 'x\n');
    await run(data_dir, 'ingest', '--confirm', bad);
    const { code, json, stdout } = await run(data_dir, 'status', '--json');
    expect(code).toBe(1);
    const [status] = json();
    expect(status).toMatchObject({ days: 1, first_day: DATE, newest_day: DATE });
    expect(status.gaps.slice(0, 2)).toEqual(['2026-01-20', '2026-01-21']);
    expect(status.rejected).toEqual([
      expect.objectContaining({
        source: bad,
        trade_date: '2026-01-21',
        reason: expect.stringMatching(/TRX_CODE/),
      }),
    ]);
    expect(status.corrections).toMatchObject([
      { trade_date: DATE, revision: 1, state: 'replaced', trades_rows: 2, replaced_at: expect.any(String) },
      { trade_date: DATE, revision: 2, state: 'published', trades_rows: 3, replaced_at: null },
    ]);
    expect(status.corrections[1].ingested_by).toMatch(/^alir ingest by .+/);
    expect(status.corrections[0].replaced_at).toBe(status.corrections[1].published_at);
    expect(status.bytes.lake).toBeGreaterThan(1000);
    expect(stdout).not.toBe('');
    expect((await run(data_dir, 'status')).stdout).toMatch(
      /missing +2026-01-20 to 20\d\d-\d\d-\d\d \(\d+ trading days\)\n/,
    );

    await run(
      data_dir,
      'ingest',
      '--confirm',
      await writeTo(outside, 'DT260121.csv', csv([line({ TRX_DATE: '2026-01-21' })])),
    );
    expect((await run(data_dir, 'status', '--json')).json()[0].rejected).toEqual([]);
  });
});

describe('a file that stops before the close', () => {
  test('is held by alir ingest and alir update, listed by alir status, and published with --confirm', async ({
    folder: data_dir,
  }) => {
    const inbox = `${data_dir}/inbox`;
    mkdirSync(inbox, { recursive: true });
    const file = await writeTo(inbox, FILE_NAME, GOOD);
    await writeTo(inbox, `${FILE_NAME}.ok`, '');
    const reason = 'the end is missing: its last regular trade is at 08:58:00, before the close of session 1';
    const command = `alir ingest --confirm ${file}`;

    const byHand = await run(data_dir, 'ingest', '--json', file);
    expect([byHand.code, byHand.json()]).toMatchObject([
      1,
      [{ status: 'held', revision: null, trades: 0, held: { reasons: [reason], command } }],
    ]);
    const updated = await run(data_dir, 'update');
    expect(updated).toMatchObject({ code: 1, stdout: 'DT260119.csv: held, nothing was published\n' });
    expect(updated.stderr).toBe(`  ${reason}\n  If the file is correct, publish it with: ${command}\n`);
    expect(await run(data_dir, 'update')).toMatchObject({ code: 1, stdout: '' });

    const status = await run(data_dir, 'status', '--json');
    expect(status.code).toBe(1);
    expect(status.json()[0].held).toEqual([
      { source: file, trade_date: DATE, reason, seen_at: expect.any(String), command },
    ]);
    expect((await run(data_dir, 'status')).stdout).toContain(`${file}: ${reason}\n    ${command}\n`);
    const serving = await startServing(['serve'], { data_dir });
    expect(await (await fetch(`${serving.printed.url}/metrics`)).text()).toMatch(/^alir_held_files 1$/m);
    await stop(serving.child);

    const confirmed = await run(data_dir, 'ingest', '--confirm', '--json', file);
    expect([confirmed.code, confirmed.json()[0].status]).toEqual([0, 'published']);
    expect((await run(data_dir, 'update')).code).toBe(0);
    expect((await run(data_dir, 'status', '--json')).json()[0].held).toEqual([]);
  });
});

describe('alir serve', () => {
  test('ingests the files of the inbox by itself, in a separate process', async ({ folder: data_dir }) => {
    const inbox = `${data_dir}/inbox`;
    mkdirSync(inbox, { recursive: true });
    await writeTo(inbox, FILE_NAME, WHOLE);
    await writeTo(inbox, `${FILE_NAME}.ok`, '');
    const { printed } = await startServing(['serve'], { data_dir, env: { ALIR_UPDATE_MINUTES: '1' } });
    const ready = async () =>
      (await (await fetch(`${printed.url}/health/ready`)).json()) as { newest_day: unknown };
    while ((await ready()).newest_day !== DATE) await sleep(50);
    const [status] = (await run(data_dir, 'status', '--json')).json();
    expect(status.days).toBe(1);
    expect(await (await fetch(`${printed.url}/metrics`)).text()).toMatch(
      /alir_rejected_files 0[\s\S]*alir_held_files 0/,
    );
  });

  test('prints its address, answers requests, and stops on SIGTERM', async ({
    outside,
    folder: data_dir,
  }) => {
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, GOOD));
    const [{ api_key }] = (
      await run(data_dir, 'account', 'create', '--email', 'a@example.com', '--plan', 'free', '--json')
    ).json();
    const { child, printed } = await startServing(['serve'], { data_dir });
    const response = await fetch(`${printed.url}/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(await response.json()).toMatchObject({ success: true, data: { foreign_buy: 252_000 } });
    expect(await stop(child)).toBe(0);
  });

  test('serves what another process publishes, and answers meanwhile', async ({
    outside,
    folder: data_dir,
  }) => {
    const [{ api_key }] = (
      await run(data_dir, 'account', 'create', '--email', 'a@example.com', '--plan', 'free', '--json')
    ).json();
    const { printed } = await startServing(['serve'], { data_dir });
    const bought = async () => {
      const response = await fetch(`${printed.url}/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
      return ((await response.json()) as { data: { foreign_buy: number } }).data.foreign_buy;
    };
    expect(await bought()).toBe(0);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, GOOD));
    expect(await bought()).toBe(252_000);
    await run(data_dir, 'ingest', '--confirm', await writeTo(outside, FILE_NAME, csv([line()])));
    expect(await bought()).toBe(126_000);
  });

  test('exits 1 with the next step if the port is in use', async ({ folder: data_dir }) => {
    const { printed } = await startServing(['serve'], { data_dir });
    const other = { data_dir: await temporaryFolder(), env: { ALIR_PORT: new URL(printed.url).port } };
    const { code, stderr } = await runCli(['serve'], other);
    expect(code).toBe(1);
    expect(stderr).toContain(
      '(EADDRINUSE): another program listens there. Stop it, or set ALIR_PORT to another port.',
    );
  });

  test('exits 1 with the next step if the data folder is a file', async ({ outside }) => {
    const file = await writeTo(outside, 'file', '');
    const { code, stderr } = await runCli(['serve'], { data_dir: file });
    expect(code).toBe(1);
    expect(stderr).toMatch(/data folder .* cannot be used \(ENOTDIR\)/);
  });
});
