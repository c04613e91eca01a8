import { describe, expect } from 'vitest';
import { exportAccount } from '../../../src/commerce/accounts/account-export.ts';
import { evaluateAlerts, type PublishedDay } from '../../../src/commerce/accounts/alerts/alert-evaluation.ts';
import type { Subscriber } from '../../../src/commerce/accounts/alerts/brief-subscriptions.ts';
import type { Brief, BriefLine } from '../../../src/core/market/brief.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import { openStores } from '../../../src/server/stores.ts';
import { afterThisTest, configOf, type TestAlir } from '../../support/alir.ts';
import { test as base } from '../../support/fixtures.ts';
import { newEmail } from '../../support/new-email.ts';
import { dispatcherOf, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';

const LIMITS = { units: 100, requests_per_minute: 1e6, keys: 100 };
const ORIGIN = 'https://api.example.com';
const BY = { actor: 'operator', reason: 'test' };
const CONTENT = { tickers: ['BBCA', 'BBRI', 'TLKM'], brokers: [] };

const test = base
  .extend('settings', () => ({ environment: { ALIR_PUBLIC_URL: ORIGIN } }))
  .extend('owner', ({ alir }) => subscribed(alir));

/** A publication. @param unusual the lines of its brief: `BBCA` or `BBCA 7` */
function published(publication: number, day: number, ...unusual: readonly string[]): PublishedDay {
  const brief = briefOfDay(day, ...unusual);
  const { date: trade_date } = brief;
  const nothing = { netValues: async () => new Map(), screened: async () => [] };
  return { publication, trade_date, brief: async () => brief, ...nothing };
}

function briefOfDay(day: number, ...unusual: readonly string[]): Brief {
  const date = `2026-02-0${day}`;
  return { date, from: date, lines: unusual.map(lineOf) };
}

function lineOf(unusual: string): BriefLine {
  const [ticker = '', figure = '6'] = unusual.split(' ');
  const none = { broker: null, percentile: null, percentile_rows: null, streak: null };
  return { kind: 'volume', ticker, figure: Number(figure), ...none, premium: null, figure_before: null };
}

/** An account with a watchlist. Its owner is a person. */
async function account(alir: TestAlir, plan: 'custom' | 'free' = 'custom') {
  const { accounts, saved } = alir.stores;
  const { account_id, email } = (await accounts.create(newEmail(), plan, 1, LIMITS)).account;
  const item = { kind: 'watchlist', name: 'My stocks', content: CONTENT } as const;
  const { saved_id } = await saved.create(account_id, item);
  return { ...(await member(alir, account_id, email)), saved_id };
}

/** A person who belongs to an account. */
async function member({ stores }: TestAlir, account_id: string, email = newEmail()) {
  if ((await stores.accounts.withId(account_id)).email !== email)
    await stores.people.invite(email, account_id, 'member', BY);
  const person = await stores.people.admit(email);
  return { account_id, person_id: person?.person_id ?? '', email };
}

type Member = Awaited<ReturnType<typeof account>>;

/** The owner of an account who gets the brief. @param isOfList whether it is that of the watchlist */
async function subscribed(alir: TestAlir, isOfList = false): Promise<Member> {
  const owner = await account(alir);
  await alir.stores.brief_subscriptions.subscribe(owner, isOfList ? owner.saved_id : null, 'en');
  return owner;
}

async function idOf({ stores }: TestAlir, subscriber: Subscriber): Promise<string> {
  return (await stores.brief_subscriptions.of(subscriber))[0]?.subscription_id ?? '';
}

/** Evaluates publications, and sends the e-mails. @returns of each the address, the subject and the stocks of its brief */
async function mailsOf(alir: TestAlir, ...days: PublishedDay[]) {
  const mails: Mail[] = [];
  const dispatcher = dispatcherOf(alir.stores, await Publishers.start(), { mails });
  // The timer of the server, which has no mail server, sends nothing.
  alir.stores.ledger.isLeader = () => false;
  await sendAll(dispatcher);
  for (const day of days) {
    await evaluateAlerts(alir.stores, day);
    // A second server, or the same one after a restart.
    await evaluateAlerts(alir.stores, day);
    await sendAll(dispatcher);
  }
  const sent = mails.filter(({ html }) => html !== undefined);
  const briefs = sent.map(({ to, subject, text }) => {
    const stocks = [...text.matchAll(/^(\w+) {2}[\d.,]+×/gm)].map(([, ticker]) => ticker);
    return [to, subject.replace('Alir: ', ''), stocks.join()];
  });
  return { mails: sent, briefs };
}

const linkIn = (mail: Mail | undefined) =>
  /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';

describe('a brief by e-mail', () => {
  test('is sent once for each new day, and for a correction that changes it', async ({ alir, owner }) => {
    const other = await member(alir, owner.account_id);
    await alir.stores.brief_subscriptions.subscribe(other, owner.saved_id, 'en');
    const { briefs } = await mailsOf(
      alir,
      published(1, 2, 'BBCA'),
      published(2, 3, 'GOTO', 'BBRI'),
      published(3, 3, 'GOTO 7', 'BBRI'),
      published(4, 3, 'GOTO 7', 'BBRI'),
      published(5, 4, 'GOTO 7'),
    );
    const of = (email: string) => briefs.filter(([to]) => to === email).map(([, ...brief]) => brief);
    expect(of(owner.email)).toEqual([
      ['morning brief of 2026-02-03', 'GOTO,BBRI'],
      ['corrected morning brief of 2026-02-03', 'GOTO,BBRI'],
      ['morning brief of 2026-02-04', 'GOTO'],
    ]);
    expect(of(other.email)).toEqual([
      ['morning brief of 2026-02-03, My stocks', 'BBRI'],
      ['morning brief of 2026-02-04, My stocks', ''],
    ]);
  });

  test('is sent in the language of each person, and one of the market is stored once', async ({ alir }) => {
    const [owner, elsewhere] = [await subscribed(alir), await subscribed(alir)];
    const other = await member(alir, owner.account_id);
    await alir.stores.brief_subscriptions.subscribe(other, null, 'en');
    await alir.stores.brief_subscriptions.subscribe(other, null, 'id');
    const { mails, briefs } = await mailsOf(alir, published(1, 2), published(2, 3, 'BBCA'));
    expect(briefs.toSorted()).toEqual(
      [
        [owner.email, 'morning brief of 2026-02-03', 'BBCA'],
        [other.email, 'ringkasan pagi 2026-02-03', 'BBCA'],
        [elsewhere.email, 'morning brief of 2026-02-03', 'BBCA'],
      ].toSorted(),
    );
    expect(new Set(mails.map(({ id }) => id)).size).toBe(3);
    const [{ events } = {}] = await alir.test_ledger.rows(
      "SELECT count(*) AS events FROM event WHERE kind = 'brief.published'",
    );
    expect(Number(events)).toBe(1);
  });

  test('is not sent about a day that was withdrawn and published again without a change', async ({
    alir,
  }) => {
    const { email } = await subscribed(alir);
    const { briefs } = await mailsOf(
      alir,
      published(1, 2, 'BBCA'),
      published(2, 3, 'BBRI'),
      published(3, 2, 'BBCA'),
      published(4, 3, 'BBRI'),
      published(5, 3, 'BBRI 7'),
    );
    expect(briefs).toEqual([
      [email, 'morning brief of 2026-02-03', 'BBRI'],
      [email, 'corrected morning brief of 2026-02-03', 'BBRI'],
    ]);
  });

  test('of a changed watchlist is no correction', async ({ alir }) => {
    const { account_id, saved_id, email } = await subscribed(alir, true);
    await mailsOf(alir, published(1, 2, 'GOTO'));
    await alir.stores.saved.change(account_id, saved_id, { content: { tickers: ['GOTO'], brokers: [] } });
    const { briefs } = await mailsOf(alir, published(2, 2, 'GOTO'), published(3, 3, 'GOTO'));
    expect(briefs).toEqual([[email, 'morning brief of 2026-02-03, My stocks', 'GOTO']]);
  });

  test('is sent to the address that the person has when it is sent', async ({ alir, owner }) => {
    await evaluateAlerts(alir.stores, published(1, 2));
    await evaluateAlerts(alir.stores, published(2, 3, 'BBCA'));
    const email = newEmail();
    await alir.stores.people.changeEmail(owner, email, BY);
    const { briefs } = await mailsOf(alir);
    expect(briefs).toEqual([[email, 'morning brief of 2026-02-03', 'BBCA']]);
  });

  test('is made once by two servers, also while the person unsubscribes', async ({ alir }) => {
    const { data_dir, ledger_url } = alir.stores.config;
    const other = await openStores(configOf(data_dir, { ALIR_LEDGER_URL: ledger_url }), alir.clock);
    afterThisTest(() => other.ledger.close());
    const all = await Promise.all(Array.from({ length: 5 }, () => subscribed(alir)));
    await evaluateAlerts(alir.stores, published(1, 2));
    const [leaving] = all;
    await Promise.all([
      evaluateAlerts(alir.stores, published(2, 3, 'BBCA')),
      evaluateAlerts(other, published(2, 3, 'BBCA')),
      evaluateAlerts(other, published(1, 2)),
      leaving && idOf(alir, leaving).then((id) => other.brief_subscriptions.end(id)),
    ]);
    const { briefs } = await mailsOf(alir);
    expect(briefs.map(([to]) => to).toSorted()).toEqual(
      all
        .slice(1)
        .map(({ email }) => email)
        .toSorted(),
    );
  });

  type Change = (alir: TestAlir, owner: Member) => Promise<unknown>;
  test.for<[string, Change]>([
    [
      'whose account was suspended',
      ({ stores }, { account_id }) => stores.administration.suspend(account_id, BY),
    ],
    [
      'whose account was deleted',
      ({ stores }, { account_id }) => stores.billing.deletion.delete(account_id, BY, false),
    ],
    [
      'who left the account',
      async (alir, { account_id, person_id }) => {
        const { person_id: heir } = await member(alir, account_id);
        await alir.stores.people.setRole(account_id, heir, 'owner', BY);
        await alir.stores.people.remove(account_id, person_id, BY);
      },
    ],
    [
      'who pauses it',
      async (alir, owner) => alir.stores.brief_subscriptions.pause(owner, await idOf(alir, owner), true),
    ],
    [
      'who stops it',
      async (alir, owner) => alir.stores.brief_subscriptions.stop(owner, await idOf(alir, owner)),
    ],
    [
      'whose watchlist was deleted',
      ({ stores }, { account_id, saved_id }) => stores.saved.delete(account_id, saved_id),
    ],
  ])('is not sent to a person %s', async ([, change], { alir }) => {
    const [early, late] = [await subscribed(alir, true), await subscribed(alir, true)];
    await evaluateAlerts(alir.stores, published(1, 2));
    await change(alir, early);
    await evaluateAlerts(alir.stores, published(2, 3, 'BBCA'));
    await change(alir, late);
    expect((await mailsOf(alir, published(2, 3, 'BBCA'), published(3, 4, 'BBCA'))).briefs).toEqual([]);
    const left = await alir.test_ledger.rows("SELECT * FROM notice WHERE state = 'pending'");
    expect(left).toEqual([]);
  });

  test('sends nothing about the days of a pause', async ({ alir, owner }) => {
    const { brief_subscriptions: briefs } = alir.stores;
    const id = await idOf(alir, owner);
    await mailsOf(alir, published(1, 2));
    await briefs.pause(owner, id, true);
    await mailsOf(alir, published(2, 3));
    await briefs.pause(owner, id, false);
    const sent = await mailsOf(alir, published(2, 3, 'BBRI'), published(3, 4, 'BBCA'));
    expect(sent.briefs).toEqual([[owner.email, 'morning brief of 2026-02-04', 'BBCA']]);
  });

  test('is decided by each person in each account, and by nobody else', async ({ alir }) => {
    const { brief_subscriptions: briefs, people } = alir.stores;
    const [owner, there] = [await subscribed(alir), await account(alir)];
    const both = await member(alir, there.account_id, owner.email).then((each) => ({ ...owner, ...each }));
    await briefs.subscribe(both, null, 'en');
    const id = await idOf(alir, owner);
    for (const stranger of [both, there, await member(alir, owner.account_id)]) {
      const refused = { code: 'not_found' };
      await briefs.stop(stranger, id);
      await expect(briefs.pause(stranger, id, true)).rejects.toMatchObject(refused);
      await expect(briefs.test(stranger, id, briefOfDay(2))).rejects.toMatchObject(refused);
    }
    const unknown = { code: 'unknown_saved_item' };
    await expect(briefs.subscribe(there, owner.saved_id, 'en')).rejects.toMatchObject(unknown);
    const { briefs: sent } = await mailsOf(alir, published(1, 2), published(2, 3));
    expect(sent.map(([to]) => to)).toEqual([owner.email, owner.email]);
    await people.remove(there.account_id, both.person_id, BY);
    expect((await mailsOf(alir, published(3, 4))).briefs.map(([to]) => to)).toEqual([owner.email]);
  });

  test('is subscribed to once, within the limit of the plan, which is that of alerts', async ({ alir }) => {
    const { brief_subscriptions: briefs, administration } = alir.stores;
    const owner = await account(alir);
    const { account_id } = owner;
    for (const language of ['en', 'en', 'id'] as const) await briefs.subscribe(owner, null, language);
    alir.clock.pass(1000);
    expect(await briefs.of(owner)).toMatchObject([{ saved_id: null, language: 'id', paused_at: null }]);
    await briefs.subscribe(owner, owner.saved_id, 'en');
    alir.clock.pass(1000);
    const third = await member(alir, account_id);
    await briefs.subscribe(third, null, 'en');
    await administration.assignPlan(
      account_id,
      { plan: 'free', months: 1, own_terms: null, paid_idr: 0 },
      BY,
    );
    const message =
      'The people of the account get 3 briefs by e-mail, and its plan allows 2. Stop 2, or upgrade the plan.';
    await expect(briefs.subscribe(third, owner.saved_id, 'en')).rejects.toMatchObject({
      ...{ code: 'alert_limit_reached', message },
    });
    const sent = await mailsOf(alir, published(1, 2), published(2, 3));
    expect(sent.briefs.map(([to]) => to)).toEqual([owner.email, owner.email]);
  });

  test('is sent as a test at most once a minute, also while it is paused', async ({ alir }) => {
    const { brief_subscriptions: briefs } = alir.stores;
    const owner = await subscribed(alir, true);
    const id = await idOf(alir, owner);
    await briefs.pause(owner, id, true);
    for (let time = 0; time < 3; time++) await briefs.test(owner, id, briefOfDay(2, 'BBCA', 'GOTO'));
    const test_mail = [owner.email, 'test of the morning brief of 2026-02-02, My stocks', 'BBCA'];
    expect((await mailsOf(alir)).briefs).toEqual([test_mail]);
    alir.clock.pass(60_000);
    await briefs.test(owner, id, briefOfDay(2, 'BBCA'));
    expect((await mailsOf(alir)).briefs).toEqual([test_mail]);
  });

  test('waits at most 50 times, and the others are listed as not sent', async ({ alir, owner }) => {
    alir.stores.ledger.isLeader = () => false;
    for (let publication = 1; publication <= 53; publication++) {
      await evaluateAlerts(alir.stores, published(publication, 2, `BBCA ${publication}`));
    }
    const notices = await alir.stores.ledger.all('notices_of_account', owner);
    const of = (state: string) => notices.filter((each) => each.state === state).length;
    expect([of('pending'), of('not_sent')]).toEqual([50, 2]);
  });

  test('is in the audit log and the export of the account, and goes with the account', async ({ alir }) => {
    const { ledger, accounts, brief_subscriptions: briefs, billing } = alir.stores;
    const owner = await subscribed(alir, true);
    const { account_id, person_id, saved_id } = owner;
    const read = async () => exportAccount(ledger, await accounts.withId(account_id));
    const id = await idOf(alir, owner);
    const { brief_subscriptions, audit_log } = await read();
    expect(brief_subscriptions).toEqual([
      {
        ...{ subscription_id: id, account_id, person_id, saved_id, language: 'en', paused_at: null },
        ...{ created_at: alir.clock.time.toISOString(), publication: 0, trade_date: null, sha256: null },
      },
    ]);
    const entry = { actor: `person ${person_id}`, details: { watchlist: saved_id } };
    expect(audit_log.at(-1)).toMatchObject({ action: 'brief.subscribed', ...entry });
    await briefs.end(id);
    await briefs.end(id);
    expect((await read()).audit_log.slice(-2).map(({ action }) => action)).toEqual([
      'brief.subscribed',
      'brief.unsubscribed',
    ]);
    await briefs.subscribe(owner, saved_id, 'en');
    await billing.deletion.delete(account_id, BY, false);
    expect(await alir.test_ledger.rows('SELECT * FROM brief_subscription')).toEqual([]);
  });
});

describe('the link in a brief by e-mail', () => {
  test('stops only this brief, without a sign-in', async ({ alir, owner }) => {
    await alir.stores.brief_subscriptions.subscribe(owner, owner.saved_id, 'en');
    const other = await member(alir, owner.account_id);
    await alir.stores.brief_subscriptions.subscribe(other, null, 'en');
    const { mails } = await mailsOf(alir, published(1, 2), published(2, 3));
    const mail = mails.find(({ to, subject }) => to === owner.email && !subject.includes('My stocks'));
    const link = linkIn(mail);
    expect(new Set(mails.map(linkIn)).size).toBe(3);
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain(`To stop these e-mails: ${link}\n`);
    expect(mail?.html).toContain(link.replaceAll('&', '&amp;'));
    const path = link.replace(ORIGIN, '');
    const page = await (await alir.raw(path)).text();
    expect(page).toContain('Do you want to receive this morning brief no more?');
    expect((await alir.stores.brief_subscriptions.of(owner)).length).toBe(2);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let time = 0; time < 2; time++) {
      const body = 'List-Unsubscribe=One-Click';
      const { status } = await alir.raw(path, { method: 'POST', body }, form);
      const left = (await alir.stores.brief_subscriptions.of(owner)).map(({ saved_id }) => saved_id);
      expect([status, left]).toEqual([200, [owner.saved_id]]);
    }
    const sent = await mailsOf(alir, published(3, 4));
    expect(sent.briefs.map(([to, subject]) => [to, subject]).toSorted()).toEqual(
      [
        [owner.email, 'morning brief of 2026-02-04, My stocks'],
        [other.email, 'morning brief of 2026-02-04'],
      ].toSorted(),
    );
  });

  test('cannot be made from that of another person, or of an account', async ({ alir }) => {
    const [owner, other] = [await subscribed(alir), await subscribed(alir)];
    const { mails } = await mailsOf(alir, published(1, 2), published(2, 3));
    const link = linkIn(mails.find(({ to }) => to === owner.email));
    const [id, others] = [await idOf(alir, owner), await idOf(alir, other)];
    const ofAccount = await alir.stores.unsubscription.link(ORIGIN, owner.account_id);
    const signature = /\.([^.]+)$/.exec(ofAccount ?? '')?.[1] ?? '';
    for (const token of [
      link.replace(id, others),
      link.replace('brief-', ''),
      link.replace(`brief-${id}`, owner.account_id),
      `/unsubscribe?token=brief-${id}.${signature}`,
      `/unsubscribe?token=${id}`,
    ]) {
      const path = token.replace(ORIGIN, '');
      expect([path, (await alir.raw(path, { method: 'POST' })).status]).toEqual([path, 404]);
    }
    expect([await idOf(alir, owner), await idOf(alir, other)]).toEqual([id, others]);
  });
});
