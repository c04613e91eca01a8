import { describe, expect } from 'vitest';
import { changeNoticeSettings } from '../../../src/commerce/accounts/notices/notice-settings.ts';
import { noticeText } from '../../../src/commerce/accounts/notices/notice-texts.ts';
import { EVENT_KINDS, type EventKind, LANGUAGES } from '../../../src/core/commerce-terms.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import { customer, STARTER } from '../../support/customer.ts';
import { test } from '../../support/fixtures.ts';
import { dispatcherOf, sendAll } from '../../support/notices.ts';

/** Values that a text shows as they are, and how it shows the others. */
const DATA = {
  ...Object.fromEntries(
    [
      'trade_date',
      'plan',
      'order_id',
      'account_id',
      'reason',
      'name',
      'masked',
      'scopes',
      'url',
      'error',
      'code',
    ].map((each) => [each, `<${each}>`]),
  ),
  revision: 7,
  days: 5,
  units: 3333,
  units_used: 1111,
  paid_idr: 2222,
  resets_at: '2026-02-03T18:30:00.000Z',
  period_end: '2026-03-05T03:00:00.000Z',
};
const OF_LANGUAGE = { en: ['1,111', '2,222', '3,333'], id: ['1.111', '2.222', '3.333'] } as const;

/** Alerts and briefs have other data: alerts.test.ts, brief-subscriptions.test.ts. */
type Kind = Exclude<EventKind, 'alert.changed' | 'brief.published'>;
const KINDS = EVENT_KINDS.filter(
  (kind): kind is Kind => kind !== 'alert.changed' && kind !== 'brief.published',
);

/** What the subject and the text state, in this order. */
const STATED: Readonly<Record<Kind, string>> = {
  'day.published': '<trade_date> <trade_date>',
  'day.corrected': '<trade_date> <trade_date> 7',
  'quota.80': '80% USED UNITS <plan> 2026-02-04 01:30 WIB',
  'quota.100': 'UNITS <plan> 2026-02-04 01:30 WIB',
  'plan.ending': '<plan> 5 <plan> 2026-03-05 10:00 WIB',
  'plan.ended': '<plan> <plan> 2026-03-05 10:00 WIB',
  'payment.applied': 'PAID <order_id> <plan> 2026-03-05 10:00 WIB',
  'payment.needs_attention': '<order_id> <order_id> <account_id> <reason> <order_id>',
  'key.created': '<name> <masked> <scopes>',
  'webhook.disabled': '<url> <error>',
  'webhook.test': '',
  'telegram.code': '<code>',
};

describe('e-mails', () => {
  test.for(LANGUAGES)('state in the language %s what happened, and how to choose e-mails', (language) => {
    const [used, paid, units] = OF_LANGUAGE[language];
    for (const kind of KINDS) {
      const { subject, text } = noticeText(language, kind, DATA);
      const stated = `${subject}\n${text}`.match(/<\w+>|80%|[\d.,-]+(?: [\d:]+ WIB)?(?=[^\w-])/g) ?? [];
      const values = stated.filter(
        (each) => /\w/.test(each) && !(kind === 'webhook.disabled' && each === '3'),
      );
      const expected = STATED[kind].replace('USED', used).replace('PAID', paid).replace('UNITS', units);
      expect([kind, values.map((each) => each.replace(/[.,]$/, '')).join(' ')]).toEqual([kind, expected]);
      expect(text).toMatch(/: POST \/account\/notices\.\n$/);
      expect(noticeText(language, kind, DATA, { hasFooter: false }).text).not.toMatch(
        /\/account\/notices\.\n$/,
      );
    }
    const applied = noticeText(language, 'payment.applied', { ...DATA, period_end: null }).text;
    expect(applied).toContain(': <plan>.\n');
    const lastDay = noticeText(language, 'plan.ending', { ...DATA, days: 1 }).subject;
    expect(lastDay).toMatch(language === 'en' ? / 1 day$/ : / 1 hari$/);
  });

  test.for(LANGUAGES)('in the language %s have a text for each event', (language) => {
    for (const kind of KINDS) {
      const { subject, text } = noticeText(language, kind, {});
      expect(subject).toMatch(/^Alir: .{5,}/);
      expect(text.length).toBeGreaterThan(50);
    }
  });

  test('go to the account about an applied payment, else to the operator', async ({ alir, publishers }) => {
    const mails: Mail[] = [];
    // The timer of the server, which has no mail server, takes over no event.
    alir.stores.ledger.isLeader = () => false;
    const me = await customer(alir);
    await changeNoticeSettings(alir.stores, me.account_id, { language: 'id' });
    const { payments } = alir.stores.billing;
    const [first, second] = [(await me.order(STARTER)).body.data, (await me.order(STARTER)).body.data];
    await payments.confirm(first.order_id, {}, 'operator');
    await payments.confirm(second.order_id, { amount_idr: 1000 }, 'operator');
    await sendAll(dispatcherOf(alir.stores, publishers, { mails }));
    const { email } = await alir.stores.accounts.withId(me.account_id);
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      [email, 'Alir: pembayaran Anda sudah diterima'],
      ['operator@example.com', `Alir: the payment of the order ${second.order_id} needs a decision`],
    ]);
    expect(mails.find(({ to }) => to === email)?.text).toContain('Rp200.000');
    expect(publishers.dialled).toEqual([]);
  });

  test('without a mail server are listed and not sent', async ({ alir, publishers }) => {
    const me = await customer(alir);
    await alir.stores.accounts.rotateMcpKey(me.account_id);
    await sendAll(dispatcherOf(alir.stores, publishers));
    const listed = await alir.stores.ledger.all('notices', { account_id: me.account_id, limit: 10 });
    expect(listed).toMatchObject([{ kind: 'key.created', state: 'not_sent', attempts: 0 }]);
  });
});
