import { describe, expect } from 'vitest';
import { noticeSettings } from '../../../src/commerce/accounts/notices/notice-settings.ts';
import { recordEvent } from '../../../src/ledger/events.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { test as base } from '../../support/fixtures.ts';
import { newEmail } from '../../support/new-email.ts';
import { dispatcherOf, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_PUBLIC_URL: 'https://api.example.com' } }));

/** The e-mail about an alert of an account. */
async function mailed(alir: TestAlir) {
  const { ledger, accounts, saved, alerts } = alir.stores;
  // The timer of the server, which has no mail server, takes over no event.
  ledger.isLeader = () => false;
  const { account_id } = (await accounts.create(newEmail(), 'free', 1)).account;
  const content = { tickers: ['BBCA'], brokers: [] };
  const { saved_id } = await saved.create(account_id, { kind: 'watchlist', name: 'Banks', content });
  const { alert_id } = await alerts.create(account_id, saved_id, {
    broker: 'YP',
    side: 'buy',
    value_idr: 1,
  });
  await alerts.test(account_id, alert_id);
  const mails: Mail[] = [];
  await sendAll(dispatcherOf(alir.stores, await Publishers.start(), { mails }));
  const mail = mails.find(({ subject }) => subject.includes('alert'));
  const [, link = ''] = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? [];
  const isSubscribed = async () =>
    (await noticeSettings(ledger, account_id, 'en')).email_events.includes('alert.changed');
  return { account_id, mail, link, path: link.replace('https://api.example.com', ''), isSubscribed };
}

describe('the link in an e-mail about alerts', () => {
  test('is in its headers and its text, and the e-mail has an id of its own', async ({ alir }) => {
    const { account_id, mail, link } = await mailed(alir);
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(
      mail?.text.endsWith(`: ${link}
`),
    ).toBe(true);
    expect(mail?.id).toMatch(new RegExp(`^[\\da-f-]{36}\\.${account_id}$`));
    await recordEvent(alir.stores.ledger, {
      ...{ kind: 'key.created', account_id, at: alir.clock.now(), data: {} },
    });
    const mails: Mail[] = [];
    await sendAll(dispatcherOf(alir.stores, await Publishers.start(), { mails }));
    expect(mails.map(({ headers }) => headers)).toEqual([undefined]);
  });

  test('stops the e-mails by its button, and not when a program opens it', async ({ alir }) => {
    const { path, isSubscribed } = await mailed(alir);
    const page = await alir.raw(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain(`action="${path.replaceAll('&', '&amp;')}"`);
    await alir.raw(path, { method: 'HEAD' });
    expect(await isSubscribed()).toBe(true);
    const stopped = await alir.raw(path, { method: 'POST' });
    expect(stopped.status).toBe(200);
    expect(await stopped.text()).toContain('You receive no more of these e-mails.');
    expect(await isSubscribed()).toBe(false);
  });

  test.for([
    [
      'application/x-www-form-urlencoded',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'List-Unsubscribe=One-Click',
    ],
    [
      'multipart/form-data',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const)('stops the e-mails by one POST of a mail program: %s', async ([, headers, body], { alir }) => {
    const { path, isSubscribed, account_id } = await mailed(alir);
    for (let time = 0; time < 2; time++) {
      const { status } = await alir.raw(path, { method: 'POST', body }, headers);
      expect([status, await isSubscribed()]).toEqual([200, false]);
    }
    const { email_events } = await noticeSettings(alir.stores.ledger, account_id, 'en');
    expect(email_events).toContain('payment.applied');
  });

  test.for(['', '?token=x', '?token=ID.', '?token=ID.forged'])(
    'of another form, %s, does nothing',
    async (query, { alir }) => {
      const { account_id, isSubscribed } = await mailed(alir);
      const path = `/unsubscribe${query.replace('ID', account_id)}`;
      const { status } = await alir.raw(path, { method: 'POST' });
      expect([status, await isSubscribed()]).toEqual([404, true]);
    },
  );

  test('works after the deletion of the account', async ({ alir }) => {
    const { path, account_id } = await mailed(alir);
    await alir.stores.billing.deletion.delete(account_id, { actor: 'operator', reason: 'request' }, false);
    expect((await alir.raw(path, { method: 'POST' })).status).toBe(200);
  });
});
