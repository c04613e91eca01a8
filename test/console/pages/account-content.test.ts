import { expect } from 'vitest';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY } from '../../support/operator-morning.ts';
import { outlineOf, partOf, seenPages } from '../../support/page-outline.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

test('webhooks in each state, with the log of deliveries', async ({ alir }) => {
  const { clock, stores } = alir;
  const { webhooks } = stores;
  const { see, areReviewed } = seenPages();
  const mails = mailsOf(alir);
  const { account, api_key } = await stores.accounts.create('ani@example.com', 'starter', 1, null, 200_000);
  const { account_id } = account;
  const names: Record<string, string> = {};
  const titles = new Set<string>();
  const owner = new BrowserSession(alir);
  await owner.signInWithKey(api_key);
  const tick = () => {
    clock.time = new Date(clock.time.getTime() + 3_600_000);
    clock.elapsed_ms += 60_000;
  };
  const page = async (path: string, browser = owner) => {
    const html = await (await browser.get(`/account/${path}`)).text();
    const tab = /href="\/account\/(\w+)" aria-current="page"/.exec(html.split('class="tabs"')[1] ?? '')?.[1];
    expect([path, tab]).toEqual([path, 'webhooks']);
    titles.add(/<title>([^<]*)/.exec(html)?.[1] ?? '');
    return outlineOf(html, names);
  };
  /** The page that answers a form. */
  const sent = async (path: string, fields: Record<string, string | string[]>) => {
    const _csrf = await owner.token('/account/mcp');
    return outlineOf(await (await owner.post(`/account/${path}`, { _csrf, ...fields })).text(), names);
  };
  const write = (table: string, values: string) =>
    alir.test_ledger.write(`UPDATE ${table} SET ${values} WHERE created_at = '${clock.time.toISOString()}'`);
  for (const name of ['fine', 'failing', 'off']) {
    tick();
    const { webhook_id } = await webhooks.create(account_id, `https://${name}.example.com/`, [
      'day.published',
      'key.created',
    ]);
    names[name] = webhook_id;
    if (name === 'failing') await write('webhook', "failing_since = '2026-02-01T00:00:00.000Z'");
  }
  const created_at = clock.time;
  for (const values of [
    "state = 'delivered', attempts = 1, last_status = 204, next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_status = 500, last_error = 'bad', next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_error = 'no route', next_attempt_at = NULL",
    "attempts = 1, last_attempt_at = '2026-02-02T15:00:00.000Z', next_attempt_at = '2036-02-02T15:00:00.000Z'",
    "state = 'not_sent', next_attempt_at = NULL",
  ]) {
    tick();
    await webhooks.test(account_id, names.off ?? '');
    await write('notice', values);
  }
  const now = clock.time;
  clock.time = created_at;
  await write(
    'webhook',
    "disabled_at = '2026-02-02T00:00:00.000Z', failing_since = '2026-02-01T00:00:00.000Z'",
  );
  clock.time = now;
  const other = new BrowserSession(alir);
  await other.signInWithKey((await stores.accounts.create('citra@example.com', 'free', 1)).api_key);
  see(
    'no webhooks; a webhook without deliveries, and one that is disabled',
    await page('webhooks', other),
    await page(`webhooks/${names.fine}`),
    await page(`webhooks/${names.off}`),
  );
  await stores.people.invite('budi@example.com', account_id, 'member', BY);
  const member = new BrowserSession(alir);
  await signInByMail(member, mails, 'budi@example.com');
  see('webhooks in each state, for a member', await page('webhooks', member));
  const seen = await page(`webhooks/${names.failing}`, member);
  see('a webhook that fails, for a member', partOf(seen, '-- 12', '-- 12'));
  const bad = await sent('webhooks/create', { url: 'http://a.example.com/', events: ['key.created'] });
  see(
    'pages that change a webhook',
    partOf(bad, '-- 7'),
    (await sent('webhooks/create', { url: 'https://a.example.com/', events: ['key.created'] })).replaceAll(
      /whsec_[\w+/=]+/g,
      'SECRET',
    ),
    await page(`webhooks/${names.fine}/delete`),
    await page(`webhooks/${names.fine}/replace-secret`),
  );
  expect(await page(`webhooks/${names.fine}/replace-secret`, member)).not.toContain('POST');
  await webhooks.create(account_id, 'https://b.example.com/', ['day.published']);
  const full = (await page('webhooks')).split('\n');
  see('the limit of webhooks', full.filter((each) => /^(?:#|--) /.test(each)).join('\n'));
  see('titles', ...titles);
  await areReviewed('account-webhooks');
});
