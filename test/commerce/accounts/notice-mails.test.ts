import { describe, expect } from 'vitest';
import { changeNoticeSettings } from '../../../src/commerce/accounts/notice-settings.ts';
import { noticeText } from '../../../src/commerce/accounts/notice-texts.ts';
import { EVENT_KINDS, LANGUAGES } from '../../../src/core/commerce-terms.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import { customer, STARTER } from '../../support/customer.ts';
import { test } from '../../support/fixtures.ts';
import { dispatcherOf, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';

describe('e-mails', () => {
  test.for(LANGUAGES)('in the language %s have a text for each event', (language) => {
    for (const kind of EVENT_KINDS) {
      const { subject, text } = noticeText(language, kind, {});
      expect(subject).toMatch(/^Alir: .{5,}/);
      expect(text.length).toBeGreaterThan(50);
    }
  });

  test('go to the account about an applied payment, and to the operator about another one', async ({
    alir,
  }) => {
    const publishers = await Publishers.start();
    const mails: Mail[] = [];
    // The timer of the server, which has no mail server, takes over no event.
    alir.stores.ledger.isLeader = () => false;
    const me = await customer(alir);
    await changeNoticeSettings(alir.stores.ledger, me.account_id, { language: 'id' });
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
    expect(mails.find(({ to }) => to === email)?.text).toContain('Rp 200.000');
    expect(publishers.dialled).toEqual([]);
  });

  test('without a mail server are listed and not sent', async ({ alir }) => {
    const publishers = await Publishers.start();
    const me = await customer(alir);
    await alir.stores.accounts.rotateMcpKey(me.account_id);
    await sendAll(dispatcherOf(alir.stores, publishers));
    const listed = await alir.stores.ledger.all('notices', { account_id: me.account_id, limit: 10 });
    expect(listed).toMatchObject([{ kind: 'key.created', state: 'not_sent', attempts: 0 }]);
  });
});
