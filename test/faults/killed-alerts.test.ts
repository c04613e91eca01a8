import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { AlertEventData } from '../../src/commerce/accounts/alerts/alerts.ts';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { someOf } from '../support/size.ts';

const SUPPORT = resolve(import.meta.dirname, '../support');
const TERMS = { units: 1000, requests_per_minute: 1000, keys: 10 };
const ACCOUNTS = 3;

/** Evaluates a publication on whose day only one stock is a member, and sends the messages. @returns the signal that ended the process */
async function evaluate(
  data_dir: string,
  publication: number,
  ticker: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const script = join(SUPPORT, 'evaluate-and-die.mjs');
  const args = [script, String(publication), `2026-02-0${publication}`, ticker, `${data_dir}/received`];
  const env = { PATH: process.env.PATH, ALIR_DATA_DIR: data_dir, ...settings };
  return await promisify(execFile)(process.execPath, args, { env }).then(
    () => undefined,
    ({ signal, stderr }) => signal ?? stderr,
  );
}

/** The e-mail about the alerts of a day. */
function digest(day: number, change: string): string {
  const before = `2026-02-0${day - 1}`;
  return `Alir: your alerts of 2026-02-0${day} Banks: YP bought more than IDR 10,000,000,000 net Since ${before}: ${change} All Since ${before}: ${change}`;
}

/** The e-mails with the briefs of a day: of the whole market, and of the watchlist. */
function briefs(day: number, unusual: string): string[] {
  const subject = `Alir: morning brief of 2026-02-0${day}`;
  return [subject, `${subject}, Banks`].flatMap((each) =>
    Array(ACCOUNTS).fill(`${each} 2026-02-0${day} ${unusual}`),
  );
}

test('kill -9 at each write of an evaluation and of the deliveries: each account learns of each entry and exit, and each person gets each brief, once', {
  timeout: 600_000,
}, async ({ data_dir, folder }) => {
  // A digest lists alerts by their time of creation, so no two have the same one.
  const start_ms = systemClock.now().getTime() - 60_000;
  let ticks = 0;
  const clock = { ...systemClock, now: () => new Date(start_ms + ticks++) };
  const stores = await openStores(configOf(data_dir), clock);
  for (let account = 0; account < ACCOUNTS; account++) {
    const { account_id, email } = (await stores.accounts.create(newEmail(), 'custom', 1, TERMS)).account;
    await stores.webhooks.create(account_id, 'https://hooks.example.com/', ['alert.changed']);
    const content = { tickers: ['BBCA', 'BBRI'], brokers: [] };
    const { saved_id } = await stores.saved.create(account_id, { kind: 'watchlist', name: 'Banks', content });
    await stores.alerts.create(account_id, saved_id, { broker: 'YP', side: 'buy', value_idr: 1e10 });
    const screen = await stores.saved.create(account_id, { kind: 'screen', name: 'All', content: {} });
    await stores.alerts.create(account_id, screen.saved_id, null);
    const person_id = (await stores.people.admit(email))?.person_id ?? '';
    for (const list of [null, saved_id]) {
      await stores.brief_subscriptions.subscribe({ account_id, person_id }, list, 'en');
    }
  }
  await stores.ledger.close();
  expect(await evaluate(data_dir, 1, 'BBCA')).toBeUndefined();

  const kill = (copy: string, at: number) =>
    evaluate(copy, 2, 'BBRI', {
      NODE_OPTIONS: `--import=${join(SUPPORT, 'kill-at.mjs')}`,
      ALIR_TEST_KILL_AT: String(at),
      ALIR_TEST_KILL_COUNT: `${copy}.effects.json`,
    });
  const copyOf = (name: string) => {
    const copy = join(folder, name);
    cpSync(data_dir, copy, { recursive: true });
    return copy;
  };
  const counted = copyOf('counted');
  expect(await kill(counted, 0)).toBeUndefined();
  const effects: string[] = JSON.parse(readFileSync(`${counted}.effects.json`, 'utf8'));
  expect(effects.filter((each) => each === 'sqlite COMMIT').length).toBeGreaterThan(2 * ACCOUNTS);
  let repeated = 0;
  await sideBySide(someOf([...effects.keys()], 8), async (place) => {
    const copy = copyOf(String(place));
    expect(await kill(copy, place + 1)).toBe('SIGKILL');
    expect(await evaluate(copy, 2, 'BBRI')).toBeUndefined();
    // The publication after the crash sends nothing of the one before again.
    expect(await evaluate(copy, 3, 'BBCA')).toBeUndefined();
    const file = `${copy}/received`;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const received = new Map(lines.map((line) => line.split(/ (.*)/) as [string, string]));
    repeated += lines.length - received.size;
    const told = [...received.values()].map((body) => {
      const { data } = JSON.parse(body);
      if (data === undefined) return JSON.parse(body);
      const { publication, alerts } = data as AlertEventData;
      return [publication, alerts.map(({ entered, left }) => `+${entered} -${left}`)].flat().join(' ');
    });
    expect(told.toSorted(), effects[place]).toEqual(
      [
        ...Array(ACCOUNTS).fill('2 +BBRI -BBCA +BBRI -BBCA'),
        ...Array(ACCOUNTS).fill('3 +BBCA -BBRI +BBCA -BBRI'),
        ...briefs(2, 'BBRI'),
        ...briefs(3, 'BBCA'),
        ...Array(ACCOUNTS).fill(digest(2, 'Entered: BBRI Left: BBCA')),
        ...Array(ACCOUNTS).fill(digest(3, 'Entered: BBCA Left: BBRI')),
      ].toSorted(),
    );
  });
  console.log(`killed at some or all of ${effects.length} effects; ${repeated} deliveries came twice`);
});
