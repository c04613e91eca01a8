import { describe, expect, vi } from 'vitest';
import { Random } from '../../../src/cli/demo/random.ts';
import { evaluateAlerts, type PublishedDay } from '../../../src/commerce/accounts/alerts/alert-evaluation.ts';
import type { AlertEventData, BrokerRule } from '../../../src/commerce/accounts/alerts/alerts.ts';
import { changeNoticeSettings } from '../../../src/commerce/accounts/notices/notice-settings.ts';
import { noticeText } from '../../../src/commerce/accounts/notices/notice-texts.ts';
import type { Mail } from '../../../src/network/mailer.ts';
import { openStores } from '../../../src/server/stores.ts';
import { afterThisTest, configOf, type TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { newEmail } from '../../support/new-email.ts';
import { dispatcherOf, receiver, sendAll } from '../../support/notices.ts';
import { Publishers } from '../../support/publishers.ts';
import { sized } from '../../support/size.ts';

const LIMITS = { units: 100, requests_per_minute: 1e6, keys: 100 };
const URL = 'https://hooks.example.com/alir';
const BILLION = 1_000_000_000;
const YP_BOUGHT: BrokerRule = { broker: 'YP', side: 'buy', value_idr: 10 * BILLION };
const YP_SOLD: BrokerRule = { ...YP_BOUGHT, side: 'sell' };
const BY = { actor: 'operator', reason: 'test' };

/** A publication. @param billions what YP bought net of each ticker */
function published(publication: number, day: number, billions: Record<string, number>): PublishedDay {
  const net = new Map(Object.entries(billions).map(([ticker, value]) => [ticker, value * BILLION]));
  const trade_date = `2026-02-0${day}`;
  return {
    publication,
    trade_date,
    brief: async () => null,
    netValues: async (broker) => (broker === 'YP' ? net : new Map()),
    screened: async () => Object.keys(billions),
  };
}

/** An account with a watchlist, an alert for each rule, and a webhook that receives their messages. */
async function watching({ stores, clock }: TestAlir, ...rules: BrokerRule[]) {
  const { accounts, webhooks, saved, alerts } = stores;
  const { account_id, email } = (await accounts.create(newEmail(), 'custom', 1, LIMITS)).account;
  await webhooks.create(account_id, URL, ['alert.changed']);
  const content = { tickers: ['BBCA', 'BBRI', 'TLKM'], brokers: [] };
  const { saved_id } = await saved.create(account_id, { kind: 'watchlist', name: 'My stocks', content });
  const made = [];
  for (const rule of rules) {
    made.push(await alerts.create(account_id, saved_id, rule));
    clock.pass(1000);
  }
  return { account_id, email, saved_id, alert_id: made[0]?.alert_id ?? '' };
}

/** What the events of an account notify of, in order. */
async function changesOf({ stores }: TestAlir, account_id: string): Promise<AlertEventData[]> {
  const events = await stores.ledger.all('events_of_account', { account_id });
  return events
    .filter(({ kind }) => kind === 'alert.changed')
    .map(({ data }) => JSON.parse(data) as AlertEventData)
    .toSorted((one, other) => one.publication - other.publication);
}

const brief = (changes: readonly AlertEventData[]) =>
  changes.map(({ publication, alerts }) => [
    publication,
    ...alerts.map(({ entered, left, is_correction }) =>
      [...entered.map((each) => `+${each}`), ...left.map((each) => `-${each}`), is_correction].join(' '),
    ),
  ]);

describe('an alert', () => {
  test('sends the stocks that entered and left since the publication before', async ({ alir }) => {
    const { account_id, alert_id, saved_id } = await watching(alir, YP_BOUGHT, YP_SOLD);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11, BBRI: 10, GOTO: 99 }));
    expect(await changesOf(alir, account_id)).toEqual([]);
    expect((await alir.stores.alerts.all(account_id)).map(({ members }) => members)).toEqual([['BBCA'], []]);
    await evaluateAlerts(alir.stores, published(2, 3, { BBRI: 10.5, TLKM: -11 }));
    await evaluateAlerts(alir.stores, published(3, 4, { BBRI: 12, TLKM: -11 }));
    const [change, ...others] = await changesOf(alir, account_id);
    expect(change).toMatchObject({ publication: 2, trade_date: '2026-02-03', is_test: false });
    expect(change?.alerts[0]).toEqual({
      ...{ alert_id, saved_id, name: 'My stocks', rule: YP_BOUGHT },
      ...{ since: '2026-02-02', is_correction: false, entered: ['BBRI'], left: ['BBCA'] },
    });
    expect(change?.alerts[1]).toMatchObject({ rule: YP_SOLD, entered: ['TLKM'], left: [] });
    expect(others).toEqual([]);
  });

  test('sends the difference over publications during which no server ran', async ({ alir }) => {
    const { account_id } = await watching(alir, YP_BOUGHT);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await evaluateAlerts(alir.stores, published(4, 5, { TLKM: 11 }));
    expect(brief(await changesOf(alir, account_id))).toEqual([[4, '+TLKM -BBCA false']]);
  });

  test('sends a correction that changes its members once, and no other correction', async ({ alir }) => {
    const { account_id } = await watching(alir, YP_BOUGHT);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await evaluateAlerts(alir.stores, published(2, 2, { BBCA: 12 }));
    await evaluateAlerts(alir.stores, published(3, 2, { BBRI: 12 }));
    await evaluateAlerts(alir.stores, published(3, 2, { BBRI: 12 }));
    expect(brief(await changesOf(alir, account_id))).toEqual([[3, '+BBRI -BBCA true']]);
  });

  test('sends nothing about changes during its pause, or when its watchlist changes', async ({ alir }) => {
    const { account_id, alert_id, saved_id } = await watching(alir, YP_BOUGHT);
    const { alerts, saved } = alir.stores;
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    const paused = await alerts.pause(account_id, alert_id, true);
    alir.clock.pass(1000);
    expect(await alerts.pause(account_id, alert_id, true)).toEqual(paused);
    await evaluateAlerts(alir.stores, published(2, 3, { BBRI: 11 }));
    expect(await alerts.find(account_id, alert_id)).toMatchObject({ publication: 1, members: ['BBCA'] });
    await alerts.pause(account_id, alert_id, false);
    await evaluateAlerts(alir.stores, published(2, 3, { BBRI: 11 }));
    await saved.change(account_id, saved_id, { content: { tickers: ['TLKM'], brokers: [] } });
    await evaluateAlerts(alir.stores, published(3, 4, { TLKM: 11 }));
    // The page of a watchlist sends its tickers with its name.
    const content = { tickers: ['TLKM'], brokers: ['AK'] };
    await saved.change(account_id, saved_id, { name: 'My telecoms', content });
    await evaluateAlerts(alir.stores, published(4, 5, {}));
    const changes = await changesOf(alir, account_id);
    expect(brief(changes)).toEqual([[4, '-TLKM false']]);
    expect(changes[0]?.alerts[0]?.name).toBe('My telecoms');
    await saved.delete(account_id, saved_id);
    expect(await alerts.all(account_id)).toEqual([]);
  });

  test('on a screen sends the stocks that enter and leave, and keeps its newest change', async ({ alir }) => {
    const { account_id } = await watching(alir);
    const { saved, alerts } = alir.stores;
    const content = { where: { measure: 'change_1d', gt: 5 }, measures: ['close'] };
    const { saved_id } = await saved.create(account_id, { kind: 'screen', name: 'Rising', content });
    await expect(alerts.create(account_id, saved_id, YP_SOLD)).rejects.toMatchObject({
      message: 'rule cannot be sent for a screen: its conditions are the rule',
    });
    const { alert_id } = await alerts.create(account_id, saved_id, null);
    expect((await alerts.create(account_id, saved_id, null)).alert_id).toBe(alert_id);
    const find = () => alerts.find(account_id, alert_id);
    const screened: unknown[] = [];
    const evaluate = (publication: number, day: number, tickers: readonly string[]) =>
      evaluateAlerts(alir.stores, {
        ...published(publication, day, {}),
        screened: async (screen) => {
          screened.push(screen);
          return [...tickers];
        },
      });
    await evaluate(1, 2, ['BBCA']);
    expect(await find()).toMatchObject({ rule: null, members: ['BBCA'], last_change: null });
    await evaluate(2, 3, ['BBRI', 'TLKM']);
    const change = { since: '2026-02-02', is_correction: false, entered: ['BBRI', 'TLKM'], left: ['BBCA'] };
    expect((await find()).last_change).toEqual({ publication: 2, trade_date: '2026-02-03', ...change });
    expect((await changesOf(alir, account_id))[0]?.alerts).toEqual([
      { alert_id, saved_id, name: 'Rising', rule: null, ...change },
    ]);
    // Another name or other measures have the same members.
    await saved.change(account_id, saved_id, { name: 'Up', content: { where: content.where } });
    await evaluate(3, 4, ['BBRI', 'TLKM']);
    expect((await find()).last_change).toMatchObject({ publication: 2 });
    await evaluate(4, 4, ['TLKM']);
    expect((await find()).last_change).toMatchObject({ publication: 4, is_correction: true, left: ['BBRI'] });
    await saved.change(account_id, saved_id, { content: { where: { measure: 'change_1d', lt: 5 } } });
    expect(await find()).toMatchObject({ publication: 0, members: null, last_change: null });
    await evaluate(5, 5, ['GOTO']);
    expect(brief(await changesOf(alir, account_id))).toEqual([
      [2, '+BBRI +TLKM -BBCA false'],
      [4, '-BBRI true'],
    ]);
    expect(screened).toEqual([
      content,
      content,
      ...Array(2).fill({ where: content.where }),
      expect.anything(),
    ]);
  });

  test('on a screen that is changed during the evaluation has the members of the new conditions', async ({
    alir,
  }) => {
    const { account_id } = await watching(alir);
    const { saved, alerts } = alir.stores;
    const item = { kind: 'screen', name: 'Rising', content: { limit: 1 } } as const;
    const { saved_id } = await saved.create(account_id, item);
    const { alert_id } = await alerts.create(account_id, saved_id, null);
    const members = ({ limit }: { limit?: number }) => (limit === 1 ? ['BBCA'] : ['BBRI', 'TLKM']);
    const day = published(1, 2, {});
    await evaluateAlerts(alir.stores, {
      ...day,
      async screened(screen) {
        await saved.change(account_id, saved_id, { content: { limit: 2 } });
        return members(screen as object);
      },
    });
    await evaluateAlerts(alir.stores, { ...day, screened: async (screen) => members(screen as object) });
    expect((await alerts.find(account_id, alert_id)).members).toEqual(['BBRI', 'TLKM']);
    expect(await changesOf(alir, account_id)).toEqual([]);
  });

  test('is created once by a request that is sent twice', async ({ alir }) => {
    const { account_id, saved_id, alert_id } = await watching(alir, YP_BOUGHT);
    const again = await alir.stores.alerts.create(account_id, saved_id, { ...YP_BOUGHT });
    expect(again.alert_id).toBe(alert_id);
    expect(await alir.stores.alerts.all(account_id)).toHaveLength(1);
  });

  test('notifies also if the plan is upgraded during its evaluation', async ({ alir }) => {
    const { accounts, administration } = alir.stores;
    const rules = [1, 2, 3].map((billions) => ({ ...YP_BOUGHT, value_idr: billions * BILLION }));
    const { account_id } = await watching(alir, ...rules);
    await evaluateAlerts(alir.stores, published(1, 2, {}));
    const { period_end } = await accounts.withId(account_id);
    alir.clock.time = new Date(`${period_end}`);
    const day = published(2, 3, { BBCA: 11 });
    const netValues = async (broker: string) => {
      const terms = { plan: 'starter', months: 1, own_terms: null, paid_idr: 0 } as const;
      await administration.assignPlan(account_id, terms, BY);
      return day.netValues(broker);
    };
    await evaluateAlerts(alir.stores, { ...day, netValues });
    await evaluateAlerts(alir.stores, day);
    const entered = (await changesOf(alir, account_id)).map(({ alerts }) => alerts.length);
    expect(entered.toSorted()).toEqual([1, 2]);
  });

  test('is not evaluated beyond the number that the plan allows', async ({ alir }) => {
    const { accounts, administration, alerts } = alir.stores;
    const rules = [1, 2, 3].map((billions) => ({ ...YP_BOUGHT, value_idr: billions * BILLION }));
    const { account_id, saved_id } = await watching(alir, ...rules);
    await evaluateAlerts(alir.stores, published(1, 2, {}));
    const { period_end } = await accounts.withId(account_id);
    alir.clock.time = new Date(`${period_end}`);
    await expect(alerts.create(account_id, saved_id, YP_SOLD)).rejects.toMatchObject({
      code: 'alert_limit_reached',
      message: 'The account has 3 alerts, and its plan allows 2. Delete 2, or upgrade the plan.',
    });
    await evaluateAlerts(alir.stores, published(2, 3, { BBCA: 11 }));
    await administration.assignPlan(
      account_id,
      { plan: 'starter', months: 1, own_terms: null, paid_idr: 0 },
      BY,
    );
    await evaluateAlerts(alir.stores, published(3, 4, { BBCA: 11 }));
    expect(brief(await changesOf(alir, account_id))).toEqual([
      [2, '+BBCA false', '+BBCA false'],
      [3, '+BBCA false'],
    ]);
    const since = (await changesOf(alir, account_id)).map(({ alerts: [change] }) => change?.since);
    expect(since).toEqual(['2026-02-02', '2026-02-02']);
  });

  test('is not evaluated if its account is suspended meanwhile', async ({ alir }) => {
    const account = await watching(alir, YP_BOUGHT);
    const day = published(1, 2, { BBCA: 11 });
    const netValues = async (broker: string) => {
      await suspend(alir, account);
      return day.netValues(broker);
    };
    await evaluateAlerts(alir.stores, { ...day, netValues });
    const { account_id, alert_id } = account;
    expect(await alir.stores.alerts.find(account_id, alert_id)).toMatchObject({ publication: 0 });
  });

  test('that cannot be evaluated delays no other account', async ({ alir }) => {
    const [first, second] = [await watching(alir, YP_BOUGHT), await watching(alir, YP_SOLD)];
    const other = await watching(alir, { ...YP_BOUGHT, broker: 'AK' });
    const day = published(1, 2, {});
    const netValues = async (broker: string) => {
      if (broker === 'AK') throw new Error('damaged');
      return new Map<string, number>();
    };
    await expect(evaluateAlerts(alir.stores, { ...day, netValues })).rejects.toThrow('damaged');
    const publications = [first, second, other].map(async ({ account_id, alert_id }) => {
      return (await alir.stores.alerts.find(account_id, alert_id)).publication;
    });
    expect(await Promise.all(publications)).toEqual([1, 1, 0]);
  });

  test('is evaluated once by two servers, also while it is changed', async ({ alir }) => {
    const other = await openStores(
      configOf(alir.stores.config.data_dir, { ALIR_LEDGER_URL: alir.stores.config.ledger_url }),
      alir.clock,
    );
    afterThisTest(() => other.ledger.close());
    const all = await Promise.all(Array.from({ length: 5 }, () => watching(alir, YP_BOUGHT, YP_SOLD)));
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    const [paused] = all;
    await Promise.all([
      evaluateAlerts(alir.stores, published(2, 3, { BBRI: -11 })),
      evaluateAlerts(other, published(2, 3, { BBRI: -11 })),
      evaluateAlerts(other, published(1, 2, { BBCA: 11 })),
      alir.stores.alerts.pause(paused?.account_id ?? '', paused?.alert_id ?? '', true),
    ]);
    for (const { account_id } of all.slice(1)) {
      expect(brief(await changesOf(alir, account_id))).toEqual([[2, '-BBCA false', '+BBRI false']]);
    }
  });
});

describe('a publication during the evaluation of the one before', () => {
  /** Publications of new days and corrections, with random values. */
  function someDays(random: Random): PublishedDay[] {
    let day = 2;
    return Array.from({ length: 7 }, (_, place) => {
      if (place > 0 && random.next() < 0.6) day += 1;
      const billions = { BBCA: random.below(6), BBRI: random.below(6), TLKM: random.below(6) };
      return published(place + 1, day, billions);
    });
  }

  /** Publishes days. @param lands whether the next one is published, and evaluated, while an alert is evaluated: asked once for each */
  async function publishAll(
    { stores }: TestAlir,
    days: readonly PublishedDay[],
    lands: (place: number) => boolean,
  ) {
    let next = 0;
    const evaluate = async (): Promise<void> => {
      const [place, day] = [next, days[next] as PublishedDay];
      next += 1;
      const netValues = async (broker: string) => {
        const values = await day.netValues(broker);
        if (next < days.length && lands(place)) await evaluate();
        return values;
      };
      await evaluateAlerts(stores, { ...day, netValues });
    };
    while (next < days.length) await evaluate();
    // The timer of the server evaluates the newest publication again.
    await evaluateAlerts(stores, days.at(-1) as PublishedDay);
  }

  const membersOn = async (day: PublishedDay | undefined, billions: number) =>
    [...((await day?.netValues('YP')) ?? [])]
      .filter(([, value]) => value > billions * BILLION)
      .map(([ticker]) => ticker);

  /** Expects that the changes lead from the members of the first publication over those of others to those of the last one. */
  async function expectEachOnce(
    changes: readonly AlertEventData[],
    days: readonly PublishedDay[],
    billions: number,
  ) {
    let members = await membersOn(days[0], billions);
    for (const [place, { publication, trade_date, alerts }] of changes.entries()) {
      const [change] = alerts as [AlertEventData['alerts'][number]];
      expect(alerts).toHaveLength(1);
      expect(publication).toBeGreaterThan(changes[place - 1]?.publication ?? 1);
      expect(change.entered.filter((ticker) => members.includes(ticker))).toEqual([]);
      expect(change.left.filter((ticker) => !members.includes(ticker))).toEqual([]);
      members = [...members.filter((ticker) => !change.left.includes(ticker)), ...change.entered];
      const day = days[publication - 1];
      expect([trade_date, members.toSorted()]).toEqual([day?.trade_date, await membersOn(day, billions)]);
      expect(change.is_correction).toBe(change.since === trade_date);
    }
    expect(members.toSorted()).toEqual(await membersOn(days.at(-1), billions));
  }

  test('notifies each account once of each entry, exit and correction', async ({ alir }) => {
    alir.stores.ledger.isLeader = () => false;
    const rules = [1, 2, 3].map((billions) => ({ ...YP_BOUGHT, value_idr: billions * BILLION }));
    const accounts = [];
    for (const rule of rules) accounts.push(await watching(alir, rule));
    const days = [
      published(1, 2, { BBCA: 9 }),
      published(2, 3, { BBRI: 9 }),
      published(3, 3, { BBRI: 9, TLKM: 9 }),
      published(4, 4, {}),
    ];
    // Each is published while the second account is evaluated for the one before. The first account has been evaluated already.
    const asked = [0, 0, 0, 0];
    await publishAll(alir, days, (place) => {
      asked[place] = (asked[place] ?? 0) + 1;
      return place > 0 && asked[place] === 2;
    });
    const notified = await Promise.all(
      accounts.map(async (each) => brief(await changesOf(alir, each.account_id))),
    );
    const [first, second, third] = notified.toSorted((one, other) => other.length - one.length);
    expect(first).toEqual([
      [2, '+BBRI -BBCA false'],
      [3, '+TLKM true'],
      [4, '-BBRI -TLKM false'],
    ]);
    // These are notified of the newest publication only, because it was evaluated first.
    expect([second, third]).toEqual([[[4, '-BBCA false']], [[4, '-BBCA false']]]);
  });

  const HISTORIES = sized(2, 20);
  test(`loses nothing in ${HISTORIES} random histories`, async ({ alir }) => {
    alir.stores.ledger.isLeader = () => false;
    const publishers = await Publishers.start();
    let nested = 0;
    for (let history = 0; history < HISTORIES; history++) {
      const random = new Random(`publications ${history}`);
      const days = someDays(random);
      const accounts = [];
      for (const billions of [0, 1, 2, 3, 4]) {
        const account = await watching(alir, { ...YP_BOUGHT, value_idr: billions * BILLION });
        accounts.push({ ...account, billions });
      }
      await publishAll(alir, days, (place) => {
        const lands = place > 0 && random.next() < 0.2;
        nested += Number(lands);
        return lands;
      });
      const mails: Mail[] = [];
      const dispatcher = dispatcherOf(alir.stores, publishers, { mails });
      // Each run makes one attempt for each account, and its first e-mail is about its key.
      for (let run = 0; run <= days.length; run++) {
        await dispatcher.run();
        await dispatcher.idle();
      }
      for (const { account_id, email, billions } of accounts) {
        const changes = await changesOf(alir, account_id);
        await expectEachOnce(changes, days, billions);
        expect(mails.filter(({ to, subject }) => to === email && subject.includes('alerts'))).toHaveLength(
          changes.length,
        );
        await suspend(alir, { account_id } as Watching);
      }
    }
    expect(nested).toBeGreaterThan(HISTORIES);
  });
});

describe('messages about alerts', () => {
  test('are one e-mail and one delivery for an account and a publication', async ({ alir, publishers }) => {
    const received = receiver(publishers, 'hooks.example.com');
    const { account_id, email } = await watching(alir, YP_BOUGHT, YP_SOLD);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await evaluateAlerts(alir.stores, published(2, 3, { BBRI: 11, TLKM: -12 }));
    const mails: Mail[] = [];
    await sendAll(dispatcherOf(alir.stores, publishers, { mails }));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: 'Alir: your alerts of 2026-02-03' });
    expect(mails[0]?.text).toMatch(
      /^My stocks: YP bought more than IDR 10,000,000,000 net\nSince 2026-02-02:\nEntered: BBRI\nLeft: BBCA\n\nMy stocks: YP sold /,
    );
    const [data] = await changesOf(alir, account_id);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'alert.changed', timestamp: alir.clock.time.toISOString(), data },
    ]);
  });

  test('state corrections and tests in both languages', async ({ alir }) => {
    const { account_id, alert_id } = await watching(alir, YP_SOLD);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: -11 }));
    await evaluateAlerts(alir.stores, published(2, 2, {}));
    const [corrected] = await changesOf(alir, account_id);
    await evaluateAlerts(alir.stores, published(3, 3, { BBCA: -11, BBRI: -12 }));
    await alir.stores.alerts.test(account_id, alert_id);
    await alir.stores.alerts.test(account_id, alert_id);
    const tests = (await changesOf(alir, account_id)).filter(({ is_test }) => is_test);
    const members = { is_correction: false, entered: ['BBCA', 'BBRI'], left: [], since: '2026-02-03' };
    expect(tests).toMatchObject([{ publication: 3, trade_date: '2026-02-03', alerts: [members] }]);
    const texts = (['en', 'id'] as const).flatMap((language) =>
      [corrected, tests[0]].map((data) => noticeText(language, 'alert.changed', data as object)),
    );
    // One alert of several that was corrected is no correction of all.
    const both = { ...corrected, alerts: [...(corrected?.alerts ?? []), members] };
    expect(noticeText('en', 'alert.changed', both).subject).toBe('Alir: your alerts of 2026-02-02');
    expect(
      texts.map(({ subject, text }) => [subject, ...text.split('\n\n').slice(0, -1)].join('\n')),
    ).toEqual([
      'Alir: your alerts of 2026-02-02 were corrected\nMy stocks: YP sold more than IDR 10,000,000,000 net\nCorrection of 2026-02-02:\nLeft: BBCA',
      'Alir: test of an alert\nMy stocks: YP sold more than IDR 10,000,000,000 net\nPresent members: BBCA, BBRI',
      'Alir: koreksi peringatan Anda untuk 2026-02-02\nMy stocks: penjualan bersih YP lebih dari Rp10.000.000.000\nKoreksi 2026-02-02:\nKeluar: BBCA',
      'Alir: tes peringatan\nMy stocks: penjualan bersih YP lebih dari Rp10.000.000.000\nAnggota saat ini: BBCA, BBRI',
    ]);
  });

  test('are not sent again as an e-mail after the account unsubscribed', async ({ alir, publishers }) => {
    receiver(publishers, 'hooks.example.com');
    const account = await watching(alir, YP_BOUGHT);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await evaluateAlerts(alir.stores, published(2, 3, {}));
    const mails: Mail[] = [];
    let isFailing = true;
    const dispatcher = dispatcherOf(alir.stores, publishers, {
      mails,
      beforeMail: () => {
        if (isFailing) throw new Error('the mail server refused the e-mail');
      },
    });
    await sendAll(dispatcher);
    isFailing = false;
    await unsubscribe(alir, account);
    alir.clock.pass(60_000);
    await sendAll(dispatcher);
    expect(mails).toEqual([]);
    const notices = await alir.stores.ledger.all('notices_of_account', account);
    expect(notices.map(({ state }) => state).toSorted()).toEqual(['delivered', 'not_sent']);
  });

  test('are sent about a paused alert only as a test', async ({ alir }) => {
    const account = await watching(alir, YP_BOUGHT);
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await pause(alir, account);
    await alir.stores.alerts.test(account.account_id, account.alert_id);
    const mails: Mail[] = [];
    await sendAll(dispatcherOf(alir.stores, await Publishers.start(), { mails }));
    expect(mails.map(({ subject }) => subject)).toContain('Alir: test of an alert');
  });

  type Work = (alir: TestAlir, account: Awaited<ReturnType<typeof watching>>) => Promise<unknown>;
  test.for<[string, Work, { mails: number; deliveries: number }]>([
    ['that was suspended', suspend, { mails: 0, deliveries: 0 }],
    ['that was deleted', deleteAccount, { mails: 0, deliveries: 0 }],
    ['that paused the alert', pause, { mails: 0, deliveries: 0 }],
    ['that deleted the alert', deleteAlert, { mails: 0, deliveries: 0 }],
    ['that unsubscribed', unsubscribe, { mails: 0, deliveries: 1 }],
  ])('are not sent about an account %s', async ([, change, expected], { alir, publishers }) => {
    const received = receiver(publishers, 'hooks.example.com');
    const [early, late] = [await watching(alir, YP_BOUGHT), await watching(alir, YP_BOUGHT)];
    await evaluateAlerts(alir.stores, published(1, 2, { BBCA: 11 }));
    await change(alir, early);
    await evaluateAlerts(alir.stores, published(2, 3, {}));
    const mails: Mail[] = [];
    const dispatcher = dispatcherOf(alir.stores, publishers, { mails });
    await change(alir, late);
    await sendAll(dispatcher);
    const about = mails.filter(({ subject }) => subject.includes('your alerts'));
    const deliveries = received.filter(({ body }) => JSON.parse(body).type === 'alert.changed');
    expect([about.length, deliveries.length]).toEqual([2 * expected.mails, 2 * expected.deliveries]);
    const pending = await alir.test_ledger.rows("SELECT * FROM notice WHERE state = 'pending'");
    expect(pending).toEqual([]);
  });
});

test('the alerts of all accounts are evaluated, however many there are', async ({ alir: { stores } }) => {
  const ids = Array.from({ length: 250 }, (_, index) => `account ${1000 + index}`);
  vi.spyOn(stores.ledger, 'all').mockImplementation(async (...query) => {
    const { account_id: after, limit } = query[1] as { account_id: string; limit: number };
    const due = ids.filter((account_id) => account_id > after).slice(0, limit);
    return due.map((account_id) => ({ account_id })) as never;
  });
  const withId = vi.spyOn(stores.accounts, 'withId');
  withId.mockImplementation((account_id) => Promise.reject(new Error(account_id)));
  await expect(evaluateAlerts(stores, published(1, 2, {}))).rejects.toThrow('account 1000');
  expect(withId.mock.calls.flat()).toEqual(ids);
});

type Watching = Awaited<ReturnType<typeof watching>>;

async function suspend({ stores }: TestAlir, { account_id }: Watching) {
  await stores.administration.suspend(account_id, BY);
}
async function deleteAccount({ stores }: TestAlir, { account_id }: Watching) {
  await stores.billing.deletion.delete(account_id, BY, false);
}
async function pause({ stores }: TestAlir, { account_id, alert_id }: Watching) {
  await stores.alerts.pause(account_id, alert_id, true);
}
async function deleteAlert({ stores }: TestAlir, { account_id, alert_id }: Watching) {
  await stores.alerts.delete(account_id, alert_id);
}
async function unsubscribe({ stores }: TestAlir, { account_id }: Watching) {
  await changeNoticeSettings(stores, account_id, { email_events: [] });
}
