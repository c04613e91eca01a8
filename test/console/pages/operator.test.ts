import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { AlirError } from '../../../src/core/errors.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { runCli } from '../../support/cli.ts';
import { csv, line, wholeDay } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { customers, intake, OPERATOR, operatorBrowser } from '../../support/operator-morning.ts';
import { until } from '../../support/until.ts';

const CHECKING = /The checks are running|Pemeriksaan sedang berjalan/;
const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

async function operator(alir: TestAlir, mails = mailsOf(alir)) {
  const browser = await operatorBrowser(alir, mails);
  const [person] = await alir.stores.people.operators();
  const _csrf = await browser.token('/operator/offers');
  return {
    actor: `person ${person?.person_id}`,
    browser,
    async page(path = '', language = 'en') {
      let html = '';
      // The page waits only some seconds for the checks of the doctor.
      await until('the checks have ended', async () => {
        html = await (await browser.get(`/operator${path}`, { 'accept-language': language })).text();
        return !CHECKING.test(html);
      });
      return html;
    },
    /** Sends a form, and shows the page that follows. */
    async send(path: string, fields: Record<string, string> = {}) {
      const answer = await browser.post(`/operator${path}`, { _csrf, ...fields });
      const location = answer.headers.get('location');
      const html = location === null ? await answer.text() : await (await browser.get(location)).text();
      return { status: answer.status, location, html };
    },
    /** The newest entry of the audit log. */
    lastEntry: async () => (await alir.stores.administration.audit({ account_id: null })).at(-1),
  };
}

test('the palette searches orders and accounts only for operators', async ({ alir }) => {
  await customers(alir);
  const mails = mailsOf(alir);
  const searchOf = async (browser: BrowserSession) => {
    const html = await (await browser.get('/docs', { 'accept-language': 'en' })).text();
    return [
      /<form method="get" action="([^"]+)" data-palette/.exec(html)?.[1],
      html.includes('data-searches'),
    ];
  };
  const customer = new BrowserSession(alir);
  await signInByMail(customer, mails, 'desk@example.com');
  expect(await searchOf(customer)).toEqual(['/explore', false]);
  const { browser, page } = await operator(alir, mails);
  expect(await searchOf(browser)).toEqual(['/operator/accounts', true]);
  expect((await browser.get('/')).headers.get('location')).toBe('/operator');
  expect(await page('/accounts?search=desk%40')).toContain('>desk@example.com<');
  await alir.stores.accounts.create(OPERATOR, 'starter', 1);
  await signInByMail(browser, mails, OPERATOR);
  expect(await searchOf(browser)).toEqual(['/explore', true]);
  for (const path of ['/operator/orders?search=desk', '/operator/accounts?search=desk'])
    expect((await customer.get(path)).status).toBe(404);
});

test('the data of an account is downloaded as the command writes it', async ({ alir }) => {
  const { student } = await customers(alir);
  const { page, browser, actor } = await operator(alir);
  expect(await page(`/accounts/${student}`)).toContain(`/operator/accounts/${student}/export.json`);
  const file = await browser.get(`/operator/accounts/${student}/export.json`);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    'content-disposition': `attachment; filename="account-${student}.json"`,
  });
  const by = { actor: 'operator ani', reason: null };
  const stored = await alir.stores.administration.export(student, by);
  const entries = stored.audit_log as { action: string; actor: string }[];
  const [own, ...later] = entries.filter(({ action }) => action === 'account.exported');
  expect([own?.actor, later]).toEqual([actor, [expect.objectContaining(by)]]);
  const audit_log = entries.filter((entry) => !later.includes(entry));
  expect(await file.json()).toEqual(JSON.parse(JSON.stringify({ ...stored, audit_log })));
  expect((await browser.get('/operator/accounts/nobody/export.json')).status).toBe(404);
});

test('an order whose money the provider returned can be decided', async ({ alir }) => {
  const { orders } = await customers(alir);
  const { send, page } = await operator(alir);
  const { billing } = alir.stores;
  const [payment] = await billing.payments.of(orders.applied);
  const payment_reference = payment?.payment_reference ?? '';
  const returned = { order_id: orders.applied, payment_reference, returned_idr: 50_000 };
  await billing.refunds.returnedByProvider({ ...returned, cause: 'chargeback' }, 'midtrans');
  expect(await page(`/orders/${orders.applied}`)).toContain('Needs your decision');
  await send(`/orders/${orders.applied}/refund`, { plan: 'keep', amount_idr: '1', reason: 'kept' });
  expect(await page(`/orders/${orders.applied}`)).not.toContain('Needs your decision');
  await billing.payments.pay(
    { ...returned, payment_reference: 'twice', amount_idr: 1, paid_at: null },
    'midtrans',
  );
  await send(`/orders/${orders.applied}/void`, { payment_reference: 'twice', reason: 'a mistake' });
  expect(await billing.refunds.moneyOf(orders.applied)).toMatchObject({ held: 0 });
});

test('an order returns the payment that is chosen, and a void asks about a plan that was kept', async ({
  alir,
}) => {
  const { orders, student } = await customers(alir);
  const { send, page } = await operator(alir);
  const { payments, refunds } = alir.stores.billing;
  const path = `/orders/${orders.applied}`;
  const more = { order_id: orders.applied, amount_idr: 500, paid_at: null };
  for (const payment_reference of ['twice', 'thrice'])
    await payments.pay({ ...more, payment_reference }, 'midtrans');
  expect(await page(path)).toContain('all payments');
  await send(`${path}/refund`, { plan: 'held', payment_reference: 'thrice', reason: 'a duplicate' });
  expect(await refunds.moneyOf(orders.applied)).toMatchObject({ held: 500, returned: 500 });
  await send(`${path}/refund`, { plan: 'keep', reason: 'an outage' });
  const [{ payment_reference = '' } = {}] = await payments.of(orders.applied);
  expect(await page(path)).toContain('name="plan"');
  await send(`${path}/void`, { plan: 'undo', payment_reference, reason: 'a mistake' });
  expect((await alir.stores.accounts.withId(student)).plan).toBe('free');
});

test('the text of an incident has one line feed for each line of the form', async ({ alir }) => {
  const { send } = await operator(alir);
  await send('/incidents/add', { title: 'Late', details: 'one\r\ntwo\rthree' });
  const [incident] = await alir.stores.incidents.since(new Date(0));
  expect(incident?.details).toBe('one\ntwo\nthree');
});

test('the day begins with what alir doctor says, and with orders that wait', async ({ alir }) => {
  const { orders } = await customers(alir);
  await alir.ingest('DT260129.csv', wholeDay('2026-01-29'));
  const { page } = await operator(alir);
  const html = await page();
  for (const text of [
    'Monday, 2 February 2026',
    'No backup of this data folder was made.',
    '30 Jan 2026 is missing',
    'An order of student@example.com needs your decision',
    'The amount to pay was IDR 150000, but IDR 1000 was paid.',
    '1 order waits for a payment',
    'Rp150,000 in all',
    'Rp1,273,000',
    'Checks in order: ',
  ]) {
    expect(html).toContain(text);
  }
  // The form that confirms the order is open on its page.
  expect(html).toContain(`href="/operator/orders/${orders.pending}#confirm"`);
  expect(await page(`/orders/${orders.pending}`)).toMatch(
    /<details class="action" (open id="confirm"|id="confirm" open)/,
  );
});

test('a card of today keeps a revision, and asks the source for a file again', async ({ alir }) => {
  await intake(alir, '2026-01-26');
  const { actor, page, send, lastEntry } = await operator(alir);
  const html = await page();
  for (const text of ['30 Jan 2026: a correction is held', '27 Jan 2026 is missing: its file was rejected'])
    expect(html.split(`<h3>${text}`)).toHaveLength(2);
  expect(html).not.toContain('1 file is');
  const published = await alir.stores.manifest.published('2026-01-30');
  const rows = vi.spyOn(alir.stores.manifest, 'published');
  rows.mockResolvedValue(published && { ...published, trades_rows: 1 });
  expect(await page()).not.toContain('"/operator/keep"');
  rows.mockRestore();
  const held = /<form[^>]*"\/operator\/keep".*?<\/form>/s.exec(html)?.[0] ?? '';
  const fields = Object.fromEntries(
    [...held.matchAll(/name="(source|reason)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const kept = await send('/keep', fields);
  expect(kept.location).toBe('/operator?done=dismissed');
  expect(kept.html).not.toContain('a correction is held');
  expect(await lastEntry()).toMatchObject({
    ...{ action: 'file.dismissed', actor, reason: 'Revision 1 is kept: the held file has fewer trades.' },
    details: JSON.stringify({ file: fields.source, trade_date: '2026-01-30' }),
  });
  expect((await send('/keep', fields)).html).toContain('This file is not listed any more.');
  expect(html).toContain('Get the file again');
  await alir.ingest('DT260129.csv', wholeDay('2026-01-29', 200));
  const reverted = await send('/days/revert', { choice: '2026-01-29 1', reason: 'a test' });
  expect(reverted.html).toContain(`alir revert to revision 1 by ${OPERATOR}`);
  expect((await send('/check')).html).toContain('The source is being checked.');
  expect(alir.source_checks).toBe(1);
});

test('the calendar of the days says the state of each day by its class and its title', async ({ alir }) => {
  await intake(alir, '2026-01-26');
  await alir.ingest('DT260128.csv', wholeDay('2026-01-28', 200));
  const { page } = await operator(alir);
  const shown = (await page('/days')).matchAll(/<[ia] class="cal-day (\w+)" title="([^"]+)"[^>]*>(\d+)/g);
  const cells = [...shown].map(([, ...each]) => each.join(' '));
  expect(cells).toHaveLength(42);
  expect(cells.filter((each) => !/^(?:earlier|future)/.test(each))).toEqual([
    'closed 1 Jan 2026: closed (Tahun Baru 2026 Masehi) 1',
    'closed 16 Jan 2026: closed (Isra Mikraj Nabi Muhammad SAW) 16',
    'published 26 Jan 2026: published 26',
    'missing 27 Jan 2026: missing 27',
    'corrected 28 Jan 2026: corrected 28',
    'published 29 Jan 2026: published 29',
    'held 30 Jan 2026: a correction is held; revision 1 is published 30',
    'due 2 Feb 2026: due today 2',
    'closed 16 Feb 2026: closed (Cuti Bersama Tahun Baru Imlek 2577) 16',
    'closed 17 Feb 2026: closed (Tahun Baru Imlek 2577 Kongzili) 17',
  ]);
});

test('a form that fails because of the server shows the page of the error', async ({ alir }) => {
  const { send } = await operator(alir);
  const add = vi.spyOn(alir.stores.incidents, 'add');
  const answers = [];
  for (const code of ['disk_full', 'internal_error', 'writer_busy'] as const) {
    add.mockRejectedValue(new AlirError(code, 'No space is left.'));
    const { status, html } = await send('/incidents/add', { title: 'kept', details: 'x' });
    answers.push([code, status, html.includes('No space is left.')]);
  }
  expect(answers).toEqual([
    ['disk_full', 500, false],
    ['internal_error', 500, true],
    ['writer_busy', 409, true],
  ]);
});

test('the revenue adds up, and its bars are to scale', async ({ alir }) => {
  const { orders } = await customers(alir);
  alir.clock.time = new Date('2026-03-01T12:00:00Z');
  await alir.stores.billing.payments.confirm(orders.pending, {}, 'operator ani');
  const { page } = await operator(alir);
  const html = await page('/revenue?from=2026-02&to=2026-02');
  expect(html).toContain('<strong>1,273,000</strong>');
  const bars = (await page('/revenue')).matchAll(/<text[^>]*>([^<]*)<\/text>|<rect[^>]*width="(\d+)/g);
  expect([...bars].map(([, text, width]) => text ?? width).join(' ')).toBe(
    'February 2026 160 1,273,000 March 2026 18 150,000',
  );
});

test.for([
  ['revenue', 'from=2026-02&to=2026-03', 'revenue --from 2026-02 --to 2026-03'],
  ['revenue/entries', 'from=2026-02&to=2026-03', 'revenue --entries --from 2026-02 --to 2026-03'],
  [
    'audit',
    'account=desk@example.com&from=2026-01-01&to=2026-02-02',
    'audit --account desk@example.com --from 2026-01-01 --to 2026-02-02',
  ],
] as const)('the file %s is what the command writes as CSV', async ([file, query, command], { alir }) => {
  await customers(alir);
  const { browser } = await operator(alir);
  const text = await (await browser.get(`/operator/${file}.csv?${query}`)).text();
  const { data_dir } = alir.stores.config;
  const { stdout } = await runCli([...command.split(' '), '--format', 'csv'], { data_dir });
  expect(text.split('\r\n').length).toBeGreaterThan(2);
  expect(stdout).toBe(`${text}\n`);
});

test('texts of customers and files are not markup', async ({ alir }) => {
  const { stores } = alir;
  const IMG = '<img src=x onerror=alert(1)>';
  const { account } = await stores.accounts.create(`${IMG}@example.com`, 'starter', 1);
  const { account_id } = account;
  await stores.accounts.createKey(account_id, IMG);
  const { order_id } = await stores.billing.orders.create(
    account_id,
    { plan: 'professional', months: 1 },
    { idempotency_key: 'x' },
  );
  await stores.billing.payments.confirm(order_id, { payment_reference: IMG, amount_idr: 1 }, 'operator ani');
  await stores.administration.grantUnits(account_id, 1, { actor: IMG, reason: IMG });
  const { folders, ingest } = stores;
  await alir.ingest('DT260129.csv', wholeDay('2026-01-29'));
  await mkdir(folders.inbox, { recursive: true });
  for (const [day, content] of [
    ['2026-01-29', csv([line({ TRX_DATE: '2026-01-29', TRX_CODE: 1 })])],
    ['2026-01-30', IMG],
  ] as const) {
    const path = join(folders.inbox, `${IMG.replace('/', '')} ${day}.csv`);
    await writeFile(path, content);
    await ingestFiles(ingest, [{ path, command: 'update', explicit_date: day }]);
  }
  const { page, send } = await operator(alir);
  await send(`/accounts/${account_id}/suspend`, { reason: IMG });
  await send('/incidents/add', { title: IMG, details: IMG });
  const refused = await send(`/accounts/${account_id}/plan`, { plan: IMG, reason: IMG, paid_idr: `"${IMG}` });
  expect(refused.status).toBe(400);
  const pages = [
    '',
    '/days',
    '/accounts',
    `/accounts/${account_id}`,
    '/orders',
    `/orders/${order_id}`,
    '/incidents',
    '/audit',
  ];
  const texts = await Promise.all([
    ...pages.map((path) => page(path)),
    ...[`/accounts?search=${IMG}`, `/audit?account=${IMG}`, `/?done=${IMG}`].map((path) => page(path)),
  ]);
  expect(texts[1]).toContain('&lt;img src=x');
  for (const html of [...texts, refused.html]) expect(html).not.toContain('<img');
});

test('a finding that is solved on the machine leads to a part of the guide', async ({ alir }) => {
  const { page, browser } = await operator(alir);
  const parts = [...(await page()).matchAll(/href="(\/docs\/\w+#([^"]+))"/g)];
  expect(parts.length).toBeGreaterThan(0);
  for (const [, href = '', part] of parts) {
    const html = await (await browser.get(href.split('#')[0] ?? '')).text();
    expect(html).toContain(`id="${part}"`);
  }
});

test('the recent responses of 500 and above are listed, each kind once', async ({ alir }) => {
  const operator = await operatorBrowser(alir);
  const page = async (language = 'en') =>
    (await operator.get('/operator', { 'accept-language': language })).text();
  expect(await page()).toContain('has sent no response with a status of 500 or above');
  vi.spyOn(alir.stores.webhooks, 'all').mockRejectedValue(new Error('broken'));
  const ids = ['first-failure', 'second-failure'];
  for (const id of ids) {
    const { status } = await alir.raw('/account/webhooks', {}, { 'x-request-id': id });
    expect(status).toBe(500);
  }
  expect((await alir.raw('/account/webhooks?x=1', {}, { 'x-request-id': 'refused' })).status).toBe(400);
  const cells = (html: string) =>
    [...(/id="failures".*?<\/table>/s.exec(html)?.[0] ?? '').matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(
      ([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim(),
    );
  const time = '2 Feb 2026, 19:00 WIB';
  const row = [
    time,
    'GET /account/webhooks',
    'test@example.com',
    '500 internal_error',
    'second-failure',
    '2',
  ];
  const english = cells(await page());
  expect(english).toEqual(['Time', 'Request', 'Account', 'Code', 'Request ID', 'Number', ...row]);
  expect(await page('id')).toContain('Kesalahan server 7 hari');
});
