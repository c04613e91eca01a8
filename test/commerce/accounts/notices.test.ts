import { Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { entitlementAt } from '../../../src/commerce/accounts/entitlement.ts';
import { NoticeDispatcher } from '../../../src/commerce/accounts/notices/notice-delivery.ts';
import {
  changeNoticeSettings,
  noticeSettings,
} from '../../../src/commerce/accounts/notices/notice-settings.ts';
import { TelegramChats } from '../../../src/commerce/accounts/notices/telegram-chats.ts';
import { ACCOUNT_EVENTS, EVENT_KINDS } from '../../../src/core/commerce-terms.ts';
import { recordEvent } from '../../../src/ledger/events.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import type { Network } from '../../../src/network/public-addresses.ts';
import { sendWebhook } from '../../../src/network/webhook-client.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { newEmail } from '../../support/new-email.ts';
import { atTime, dispatcherOf, receiver, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';
import { AT_ONCE } from '../../support/test-ledger.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const URL = 'https://hooks.example.com/alir';
const HOST = 'hooks.example.com';
const NOT_PUBLIC = 'the host name has no public address, or not only public ones';
const BY = { actor: 'operator', reason: 'test' };
const LIMITS = { units: 100, requests_per_minute: 1e6, keys: 100 };
/** What a dispatcher needs beside a ledger and a clock. */
const NO_RECEIVERS = {
  post: async () => 200,
  mailer: null,
  telegram: null,
  operator_email: '',
  language: 'en',
  telegramCode: async () => '',
  briefMail: () => ({ text: '', html: '' }),
  unsubscribeLink: async () => null,
} as const;

async function account(alir: TestAlir): Promise<string> {
  return (await alir.stores.accounts.create(newEmail(), 'custom', 1, LIMITS)).account.account_id;
}

/** A webhook for events of keys, and a key whose creation is one. */
async function webhookWithEvent(alir: TestAlir) {
  const account_id = await account(alir);
  const webhook = await alir.stores.webhooks.create(account_id, URL, ['key.created']);
  const { key_id } = await alir.stores.accounts.createKey(account_id, 'script');
  return { ...webhook, key_id };
}

describe('a webhook', () => {
  test('gets a message that the package standardwebhooks verifies', async ({ alir }) => {
    atTime(alir.clock.time);
    const publishers = await Publishers.start();
    const received = receiver(publishers, HOST);
    const { secret, key_id } = await webhookWithEvent(alir);
    await sendAll(dispatcherOf(alir.stores, publishers));
    expect(received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'key.created',
      timestamp: alir.clock.time.toISOString(),
      data: { key_id, name: 'script', kind: 'api', scopes: 'data', masked: expect.any(String) },
    });
    const forged = body.replace('script', 'forged');
    expect(() => new Webhook(secret).verify(forged, headers)).toThrow('No matching signature found');
  });

  test('is down for a day and gets each event with one id after that', async ({ alir, publishers }) => {
    let status = 503;
    const received = receiver(publishers, HOST, () => status);
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    const dispatcher = dispatcherOf(alir.stores, publishers);
    for (let hour = 0; hour < 20; hour++) {
      await sendAll(dispatcher);
      alir.clock.pass(HOUR_MS);
    }
    const before = received.length;
    expect(before).toBe(8);
    status = 200;
    alir.clock.pass(8 * HOUR_MS);
    await sendAll(dispatcher);
    expect(received).toHaveLength(before + 1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // Receivers refuse a message with an old time, so each attempt has its own.
    const attempted_s = String(alir.clock.time.getTime() / 1000);
    expect(received.at(-1)?.headers['webhook-timestamp']).toBe(attempted_s);
    const [delivery] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: before + 1,
      last_status: 200,
      last_error: null,
    });
    expect((await alir.stores.webhooks.all(account_id))[0]?.failing_since).toBeNull();
  });

  test('is sent again on request after it was given up, and only then', async ({ alir, publishers }) => {
    const received = receiver(publishers, HOST, () => 200);
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    const { webhooks, ledger } = alir.stores;
    const dispatcher = dispatcherOf(alir.stores, publishers);
    // A closed one makes the notice, and no attempt.
    await dispatcher.close();
    await sendAll(dispatcher);
    const failure = { settled_at: alir.clock.time.toISOString(), last_error: 'no answer' };
    await ledger.run('fail_notices_of_webhook', { webhook_id, ...failure });
    const [given_up] = await webhooks.deliveries(account_id, webhook_id);
    const next = dispatcherOf(alir.stores, publishers);
    await sendAll(next);
    expect([given_up?.state, received.length]).toEqual(['failed', 0]);
    for (const click of ['first', 'second']) {
      await webhooks.sendAgain(account_id, webhook_id, given_up?.notice_id ?? '');
      await sendAll(next);
      expect([click, received.length]).toEqual([click, 1]);
    }
    const [delivery] = await webhooks.deliveries(account_id, webhook_id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, last_error: null });
  });

  test('is given up after a day, and disabled after three days with a notice', async ({ alir }) => {
    const publishers = await Publishers.start();
    receiver(publishers, HOST, () => 500);
    const mails: Mail[] = [];
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    const dispatcher = dispatcherOf(alir.stores, publishers, { mails });
    for (let hour = 0; hour < 28; hour++) {
      await sendAll(dispatcher);
      alir.clock.pass(HOUR_MS);
    }
    const [given_up] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    const settled_at = given_up?.last_attempt_at;
    expect(given_up).toMatchObject({ state: 'failed', next_attempt_at: null, last_status: 500, settled_at });
    expect(settled_at).toEqual(expect.any(String));
    expect(given_up?.last_error).toBe('the receiver answered with status 500');
    const [failing] = await alir.stores.webhooks.all(account_id);
    alir.clock.pass(2 * DAY_MS);
    await alir.stores.accounts.createKey(account_id, 'later');
    await sendAll(dispatcher);
    const [webhook] = await alir.stores.webhooks.all(account_id);
    expect(webhook?.disabled_at).toBe(alir.clock.time.toISOString());
    await sendAll(dispatcher);
    await expect(alir.stores.webhooks.test(account_id, webhook_id)).rejects.toMatchObject({
      code: 'webhook_not_ready',
      message:
        'The webhook is disabled, because its receiver failed for 3 days. Delete it, and create a new one.',
    });
    const recorded = await alir.test_ledger.rows("SELECT data FROM event WHERE kind = 'webhook.disabled'");
    expect(recorded.map(({ data }) => JSON.parse(String(data)))).toEqual([
      {
        webhook_id,
        url: URL,
        failing_since: failing?.failing_since,
        error: 'the receiver answered with status 500',
      },
    ]);
    const [disabled] = mails.filter(({ subject }) => subject === 'Alir: a webhook was disabled');
    expect(disabled?.text).toContain(URL);
    const dialled = publishers.dialled.length;
    await alir.stores.accounts.createKey(account_id, 'last');
    await sendAll(dispatcher);
    expect(publishers.dialled).toHaveLength(dialled);
  });

  test.for<[string, string[]]>([
    ['a private address', ['10.0.0.1']],
    ['the loopback address', ['127.0.0.1']],
    ['the IPv6 loopback address', ['::1']],
    ['a link-local address', ['169.254.169.254']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '192.168.1.1']],
  ])('that resolves to %s is not dialled', async ([, addresses], { alir, publishers }) => {
    publishers.resolveTo(HOST, ...addresses);
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    await sendAll(dispatcherOf(alir.stores, publishers));
    expect(publishers.dialled).toEqual([]);
    const [delivery] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    expect(delivery?.last_error).toBe(NOT_PUBLIC);
  });

  test('does not learn from errors if an internal name exists, and where it leads', async ({ alir }) => {
    const publishers = await Publishers.start();
    const failures = [
      { resolve: async () => ['10.1.2.3'] },
      { resolve: async () => [] },
      {
        resolve: () =>
          Promise.reject(Object.assign(new Error(`queryA ENOTFOUND ${HOST}`), { code: 'ENOTFOUND' })),
      },
      {
        resolve: () =>
          Promise.reject(Object.assign(new Error('connect 10.0.0.53:53'), { code: 'ECONNREFUSED' })),
      },
    ];
    const errors: unknown[] = [];
    for (const failure of failures) {
      const network = { ...publishers.network, ...failure };
      const { account_id, webhook_id } = await webhookWithEvent(alir);
      await sendAll(dispatcherOf(alir.stores, Object.assign(Object.create(publishers), { network })));
      errors.push((await alir.stores.webhooks.deliveries(account_id, webhook_id))[0]?.last_error);
    }
    expect(errors).toEqual(failures.map(() => NOT_PUBLIC));
    const refusing: Network = {
      ...publishers.network,
      dial(_options, _addresses, done) {
        const message = 'connect ECONNREFUSED 93.184.216.34:443';
        done(Object.assign(new Error(message), { code: 'ECONNREFUSED' }), null);
        return new Socket();
      },
    };
    const error: Error = await sendWebhook(
      refusing,
      { url: URL, headers: {}, body: '' },
      new AbortController().signal,
    ).then(String, (failed) => failed);
    expect(error.message).toBe('the connection failed (ECONNREFUSED)');
    // The operator's log has the cause.
    expect(String((error.cause as Error).cause)).toContain('93.184.216.34');
  });

  test('is checked again at each attempt, and connected to at the checked address', async ({ alir }) => {
    const publishers = await Publishers.start();
    receiver(publishers, HOST, () => 500);
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    const dispatcher = dispatcherOf(alir.stores, publishers);
    await sendAll(dispatcher);
    expect(publishers.dialled).toEqual([`${HOST} 93.184.216.34`]);
    // The name is bound to another address.
    publishers.resolveTo(HOST, '127.0.0.1');
    alir.clock.pass(60_000);
    await sendAll(dispatcher);
    expect(publishers.dialled).toHaveLength(1);
    const [delivery] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    expect(delivery).toMatchObject({ attempts: 2, state: 'pending' });
  });

  test('that redirects fails, and the target is not dialled', async ({ alir, publishers }) => {
    publishers.redirect(`${HOST}/alir`, 'https://127.0.0.1/admin');
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    await sendAll(dispatcherOf(alir.stores, publishers));
    expect(publishers.dialled).toEqual([`${HOST} 93.184.216.34`]);
    const [delivery] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    expect(delivery).toMatchObject({ state: 'pending', last_status: 302 });
  });

  test('that answers with 10 MB is closed after a part of it, and has the message', async ({ alir }) => {
    const publishers = await Publishers.start();
    let sent = 0;
    publishers.serveHost(HOST, (_request, response) => {
      const write = (): void => {
        while (sent < 10e6) {
          sent += 64 * 1024;
          if (!response.write(Buffer.alloc(64 * 1024))) return void response.once('drain', write);
        }
        response.end();
      };
      response.writeHead(200);
      write();
    });
    const { account_id, webhook_id } = await webhookWithEvent(alir);
    await sendAll(dispatcherOf(alir.stores, publishers));
    const [delivery] = await alir.stores.webhooks.deliveries(account_id, webhook_id);
    expect(delivery).toMatchObject({ state: 'delivered', last_status: 200 });
    expect(sent).toBeLessThan(10e6);
  });

  test('that never answers delays no delivery to another receiver', async ({ alir, publishers }) => {
    publishers.serveHost('silent.example.com', () => {});
    const received = receiver(publishers, HOST);
    const account_id = await account(alir);
    const { webhooks, accounts } = alir.stores;
    const silent = await webhooks.create(account_id, 'https://silent.example.com/', ['key.created']);
    await webhooks.create(account_id, URL, ['key.created']);
    for (let index = 0; index < 20; index++) await accounts.createKey(account_id, `key ${index}`);
    const dispatcher = dispatcherOf(alir.stores, publishers);
    await until('the other receiver has its messages', async () => {
      await dispatcher.run();
      return received.length === 20;
    });
    // One attempt at a time.
    expect(publishers.requests.filter((place) => place.startsWith('silent'))).toHaveLength(1);
    // The stop of the server ends the attempt, and the next server repeats it.
    await dispatcher.close();
    const [delivery] = await webhooks.deliveries(account_id, silent.webhook_id);
    expect(delivery).toMatchObject({ state: 'pending' });
  });
});

test('settings of notices that are not sent stay as they are', async ({ alir }) => {
  const { ledger } = alir.stores;
  const account_id = await account(alir);
  const settings = () => noticeSettings(ledger, account_id, 'en');
  expect(await settings()).toMatchObject({ language: 'en', telegram_chat: null });
  expect((await settings()).email_events).toEqual(ACCOUNT_EVENTS.filter((kind) => !kind.startsWith('day.')));
  const chosen = { language: 'id', email_events: ['key.created'], telegram_chat: '7' } as const;
  for (const [name, value] of Object.entries(chosen))
    await changeNoticeSettings(alir.stores, account_id, { [name]: value });
  expect(await settings()).toEqual(chosen);
  await changeNoticeSettings(alir.stores, account_id, { language: 'id' });
  expect(await settings()).toEqual(chosen);
  await changeNoticeSettings(alir.stores, account_id, { telegram_chat: null, email_events: [] });
  expect(await settings()).toEqual({ language: 'id', email_events: [], telegram_chat: null });
});

describe('notices that cannot be sent', () => {
  test('are refused when 50 e-mails, or 10 tests of a webhook, wait', async ({ alir, publishers }) => {
    const { accounts, ledger, webhooks } = alir.stores;
    const account_id = await account(alir);
    for (let key = 0; key < 51; key++) await accounts.createKey(account_id, `key ${key}`);
    await dispatcherOf(alir.stores, publishers, { mails: [] }).run();
    const refused = (await ledger.all('notices', { account_id, limit: 100 })).filter(
      ({ state }) => state === 'not_sent',
    );
    const settled = { next_attempt_at: null, settled_at: alir.clock.time.toISOString(), attempts: 0 };
    expect(refused).toMatchObject([{ ...settled, last_error: '50 notices already wait for this receiver.' }]);
    const { webhook_id } = await webhooks.create(account_id, URL, ['key.created']);
    for (let count = 0; count < 10; count++) await webhooks.test(account_id, webhook_id);
    await expect(webhooks.test(account_id, webhook_id)).rejects.toMatchObject({
      code: 'webhook_not_ready',
      message: '10 deliveries wait for this webhook. Try again when they have been made.',
    });
  });

  test('are listed with the setting that is missing', async ({ alir }) => {
    const { ledger, clock, accounts } = alir.stores;
    const account_id = await account(alir);
    await recordEvent(ledger, { kind: 'payment.needs_attention', account_id, at: clock.now(), data: {} });
    await changeNoticeSettings(alir.stores, account_id, {
      email_events: ['key.created'],
      telegram_chat: '7',
    });
    await recordEvent(ledger, { kind: 'alert.changed', account_id, at: clock.now(), data: {} });
    const mailer = { send: async () => {} };
    for (const [name, sender] of [
      ['first', mailer],
      ['second', null],
    ] as const) {
      await accounts.createKey(account_id, name);
      const dispatcher = new NoticeDispatcher({ ...NO_RECEIVERS, ledger, clock, mailer: sender });
      await dispatcher.run();
      await dispatcher.idle();
    }
    const listed = await ledger.all('notices', { account_id: null, limit: 9 });
    expect(listed.map(({ kind, last_error }) => [kind, last_error]).toSorted()).toEqual([
      ['alert.changed', 'There is no Telegram bot: set ALIR_TELEGRAM_TOKEN.'],
      ['key.created', null],
      ['key.created', 'There is no mail server: set ALIR_SMTP_URL.'],
      ['payment.needs_attention', 'There is no address of the operator: set ALIR_OPERATOR_EMAIL.'],
    ]);
  });
});

/** All kinds of events that an account is notified of, each recorded as the services record it. */
async function everyEvent({ stores, clock }: TestAlir, of: Awaited<ReturnType<typeof notified>>) {
  const { ledger, alerts, brief_subscriptions: briefs } = stores;
  const { account_id, alert_id, subscriber, subscription_id } = of;
  for (const kind of [...ACCOUNT_EVENTS, 'webhook.disabled', 'payment.needs_attention'] as const) {
    if (kind === 'alert.changed') continue;
    const isOfMarket = kind.startsWith('day.');
    await recordEvent(ledger, {
      kind,
      account_id: isOfMarket ? null : account_id,
      at: clock.now(),
      data: {},
    });
  }
  await alerts.test(account_id, alert_id);
  await new TelegramChats(ledger, stores.accounts, clock, true).sendCode(account_id, '77');
  await briefs.test(subscriber, subscription_id, { date: '2026-02-02', from: '2026-02-02', lines: [] });
}

/** An account that is notified of everything, in each way. */
async function notified({ stores }: TestAlir) {
  const { accounts, saved, alerts, webhooks, people, brief_subscriptions: briefs } = stores;
  const { account_id, email } = (await accounts.create(newEmail(), 'custom', 1, LIMITS)).account;
  const { webhook_id } = await webhooks.create(account_id, URL, ACCOUNT_EVENTS);
  const { saved_id } = await saved.create(account_id, { kind: 'screen', name: 'All', content: {} });
  const { alert_id } = await alerts.create(account_id, saved_id, null);
  const subscriber = { account_id, person_id: (await people.admit(email))?.person_id ?? '' };
  await briefs.subscribe(subscriber, null, 'en');
  const subscription_id = (await briefs.of(subscriber))[0]?.subscription_id ?? '';
  const settings = { email_events: ACCOUNT_EVENTS, telegram_chat: '77' };
  await changeNoticeSettings(stores, account_id, settings);
  return { account_id, email, webhook_id, alert_id, subscriber, subscription_id };
}

/** What is sent about each kind of event: the way, and the kind, or the first line of a message. */
const SENT = [
  ...ACCOUNT_EVENTS.map((kind) => `webhook: ${kind}`),
  ...[...ACCOUNT_EVENTS, 'webhook.disabled', 'brief.published'].map((kind) => `e-mail: ${kind}`),
  'chat: Alir: test of an alert',
  'chat: Alir: abc is your code for Telegram',
];
/** Sent once: the test of a webhook, and the end of the plan, which is recorded after the change of the account. */
const ONCE = ['webhook: webhook.test', 'webhook: plan.ended', 'e-mail: plan.ended'];
const ALL = [...SENT, ...SENT, ...ONCE];
const TO_OPERATOR = Array(2).fill('e-mail: payment.needs_attention');

type AccountChange = (stores: TestAlir['stores'], account_id: string) => Promise<unknown>;
test.for<[string, string, AccountChange, readonly string[]]>([
  ['active', 'all notices', async () => {}, [...ALL, ...TO_OPERATOR]],
  ['suspended', 'none', ({ administration }, id) => administration.suspend(id, BY), TO_OPERATOR],
  ['deleted', 'none', ({ billing }, id) => billing.deletion.delete(id, BY, false), []],
])('an account that is %s before its notices are sent gets %s', async ([, , change, expected], { alir }) => {
  const { ledger, clock } = alir.stores;
  ledger.isLeader = () => false;
  const account = await notified(alir);
  let isFailing = true;
  const sent: string[] = [];
  const send = async (message: string) => {
    if (isFailing) throw new Error('down');
    sent.push(message);
  };
  const dispatcher = new NoticeDispatcher({
    ...NO_RECEIVERS,
    ledger,
    clock,
    post: ({ body }) => send(`webhook: ${JSON.parse(body).type}`).then(() => 200),
    mailer: { send: ({ id }) => send(`e-mail: ${id.split('.')[0]}`) },
    telegram: { send: (_chat, text) => send(`chat: ${text.split('\n')[0]}`) },
    operator_email: 'operator@example.com',
    telegramCode: async () => 'abc',
  });
  await everyEvent(alir, account);
  await alir.stores.webhooks.test(account.account_id, account.webhook_id);
  await sendAll(dispatcher);
  const events = await alir.test_ledger.rows('SELECT event_id, kind FROM event JOIN notice USING (event_id)');
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(EVENT_KINDS));
  // The events of the first hour were tried. Those of the second one have no notices yet.
  alir.clock.pass(HOUR_MS);
  await everyEvent(alir, account);
  await change(alir.stores, account.account_id);
  isFailing = false;
  alir.clock.pass(30 * DAY_MS);
  await dispatcher.sweep();
  await sendAll(dispatcher);
  const recorded = await alir.test_ledger.rows('SELECT event_id, kind, account_id FROM event');
  const nameOf = (message: string): string[] => {
    const found = recorded.find(({ event_id }) => message === `e-mail: ${event_id}`);
    if (!found) return [message];
    // Each Alir of a test has another account, too.
    return [null, account.account_id].includes(found.account_id) ? [`e-mail: ${found.kind}`] : [];
  };
  expect(sent.flatMap(nameOf).toSorted()).toEqual(expected.toSorted());
});

describe('events', () => {
  test('of keys that are created at once are as many', async ({ alir, publishers }) => {
    const received = receiver(publishers, HOST);
    const account_id = await account(alir);
    await alir.stores.webhooks.create(account_id, URL, ['key.created']);
    const keys = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        alir.stores.accounts.createKey(account_id, `key ${index}`),
      ),
    );
    await sendAll(dispatcherOf(alir.stores, publishers));
    const received_ids = received.map(({ body }) => JSON.parse(body).data.key_id);
    expect(received_ids.toSorted()).toEqual(keys.map(({ key_id }) => key_id).toSorted());
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(AT_ONCE);
  });

  test('of a day are its publication and corrections, for accounts that chose them', async ({ alir }) => {
    const publishers = await Publishers.start();
    const received = receiver(publishers, HOST);
    const other = receiver(publishers, 'other.example.com');
    const { webhooks, manifest } = alir.stores;
    await webhooks.create(await account(alir), URL, ['day.published', 'day.corrected']);
    await webhooks.create(await account(alir), 'https://other.example.com/', ['day.corrected']);
    const mails: Mail[] = [];
    for (const account_id of [await account(alir), await account(alir)])
      await changeNoticeSettings(alir.stores, account_id, { email_events: ['day.published'] });
    const day = {
      trade_date: '2026-01-05',
      source_name: 'DT260105.csv',
      source_sha256: 'a',
      duplicates: 0,
      trades_rows: 1,
      trades_sha256: 'b',
      trades_digest: 'd',
      broker_day_rows: 1,
      broker_day_sha256: 'c',
      ticker_day_sha256: 'e',
      value: 1,
      ingested_by: 'test',
    };
    for (const revision of [1, 2]) {
      await manifest.intend(day, revision);
      await manifest.publish(day.trade_date, revision);
    }
    await sendAll(dispatcherOf(alir.stores, publishers, { mails }));
    // Mail servers drop a second message with the same id.
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => 'Alir: the trading day 2026-01-05 is published'),
    );
    expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
    const types = (messages: typeof received) => messages.map(({ body }) => JSON.parse(body)).map(shown);
    const shown = ({ type, data }: any) => `${type} ${data.trade_date} ${data.revision}`;
    expect(types(received).toSorted()).toEqual(['day.corrected 2026-01-05 2', 'day.published 2026-01-05 1']);
    expect(types(other)).toEqual(['day.corrected 2026-01-05 2']);
  });

  test('of plans depend on the length of the plan and the time to its end', async ({ alir }) => {
    const { ledger, accounts, clock } = alir.stores;
    const dispatcher = dispatcherOf(alir.stores, await Publishers.start());
    const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    for (const [length, left, ...expected] of [
      [30, 7.1],
      [30, 7, 'plan.ending 7'],
      [30, 1.1, 'plan.ending 7'],
      [30, 1, 'plan.ending 1'],
      [8, 7, 'plan.ending 7'],
      [7, 6.9],
      [7, 1, 'plan.ending 1'],
      [1, 0.9],
      [30, 0, 'plan.ended undefined'],
      [30, -6.9, 'plan.ended undefined'],
      [30, -7],
    ] as const) {
      const account_id = await account(alir);
      const known = await accounts.withId(account_id);
      const period = { period_start: at(left - length), period_end: at(left) };
      await ledger.run('change_subscription', { ...known, ...period });
      await dispatcher.sweep();
      const events = await ledger.all('events_of_account', { account_id });
      const seen = events.map(({ kind, data }) => `${kind} ${JSON.parse(data).days}`);
      expect(seen, `${length} days, ${left} before the end`).toEqual(expected);
    }
  });

  test('of plans are found in each account, however many there are', async ({ alir }) => {
    const { ledger, accounts } = alir.stores;
    await ledger.transaction(async () => {
      for (let count = 0; count < 500; count++) await account(alir);
    });
    const [known] = await ledger.all('accounts_after', { account_id: '', limit: 1 });
    const { period_end } = await accounts.withId(known?.account_id ?? '');
    alir.clock.time = new Date(Date.parse(period_end ?? ''));
    await dispatcherOf(alir.stores, await Publishers.start()).sweep();
    const events = await ledger.all('events_to_distribute', { limit: 2000 });
    expect(events.filter(({ kind }) => kind === 'plan.ended')).toHaveLength(
      (await ledger.all('accounts_after', { account_id: '', limit: 2000 })).length,
    );
  });

  test('of quotas and plans are recorded once, also by two servers', async ({ alir, publishers }) => {
    const received = receiver(publishers, HOST);
    const account_id = await account(alir);
    const { administration, ledger, accounts, webhooks, clock } = alir.stores;
    await webhooks.create(account_id, URL, ['quota.80', 'quota.100', 'plan.ending', 'plan.ended']);
    // The second server has a connection of its own.
    const second = await alir.test_ledger.open();
    afterThisTest(() => second.close());
    const servers = [alir.stores, { ...alir.stores, ledger: second }].map((server) =>
      dispatcherOf(server, publishers),
    );
    const sweep = () => Promise.all(servers.flatMap((server) => [server.sweep(), server.sweep()]));
    const subscription = await accounts.withId(account_id);
    const { window } = entitlementAt(subscription, clock.now());
    await ledger.run('start_account_window', { account_id, window });
    const use = (units: number) => ledger.get('charge_account', { account_id, window, units, limit: 200 });
    await use(79);
    await sweep();
    await use(1);
    await sweep();
    await use(20);
    alir.clock.pass(1000);
    await sweep();
    await sweep();
    // A quota that is enlarged is reached again.
    await administration.grantUnits(account_id, 100, BY);
    await use(60);
    alir.clock.pass(1000);
    await sweep();
    const end = Date.parse(subscription.period_end ?? '');
    for (const days of [7.1, 7, 6, 1, 0.5, 0, -1, -2]) {
      alir.clock.time = new Date(end - days * DAY_MS);
      await sweep();
    }
    await sendAll(servers[0] as (typeof servers)[0]);
    const types = received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.days]);
    expect(types).toEqual([
      ['quota.80', undefined],
      ['quota.100', undefined],
      ['quota.80', undefined],
      ['plan.ending', 7],
      ['plan.ending', 1],
      ['plan.ended', undefined],
    ]);
  });
});
