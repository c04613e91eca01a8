import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlertEventData } from '../../src/commerce/accounts/alerts/alerts.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import { temporaryFolder } from '../support/alir.ts';
import { writeTo } from '../support/daily-files.ts';
import { dailyFileOf, expectedOf, tradingDays } from '../support/measure-market.ts';
import { newEmail } from '../support/new-email.ts';
import { PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import { SeveralServers } from '../support/several-servers.ts';
import { sized } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';
import { until } from '../support/until.ts';

const reason = whyNoPostgres();
if (reason !== undefined) console.log(`${reason}: the test of evaluated screens is skipped`);

const LIMITS = { units: 100, requests_per_minute: 1e6, keys: 10 };
const ACCOUNTS = sized(15, 300);
const DAYS = tradingDays(8);
/** Published before the alerts exist. */
const FIRST = 3;

/** The stocks of a day that rose by more than a number of percent, in a loop over the rows of the oracle. */
function risen(
  rows: ReadonlyMap<string, { readonly change_1d?: unknown }> | undefined,
  percent: number,
): string[] {
  const found: string[] = [];
  for (const [ticker, { change_1d }] of rows ?? []) {
    if (typeof change_1d === 'number' && change_1d > percent) found.push(ticker);
  }
  return found.toSorted();
}

describe.skipIf(reason !== undefined)('three servers with one PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres?.stop());

  test('record each entry and exit of a screen once, while they are killed during the evaluation', async () => {
    const servers = await SeveralServers.start(postgres);
    const { accounts, alerts, saved, ledger, ingest } = await servers.stores();
    const outside = await temporaryFolder();
    const texts = new Map<string, string>();
    const publish = async (place: number, seed?: string) => {
      const day = DAYS[place] ?? '';
      texts.set(day, dailyFileOf(day, place, seed));
      const path = await writeTo(outside, fileName(day), texts.get(day) ?? '');
      await ingestFiles(ingest, [{ path, command: 'ingest', confirmed: true }]);
      await measureUnlessBusy(ingest, {});
    };
    const newest = () => {
      return expectedOf(texts.values()).get([...texts.keys()].toSorted().at(-1) ?? '');
    };
    for (let place = 0; place < FIRST; place++) await publish(place);

    const watching: { readonly account_id: string; readonly percent: number; members: string[] }[] = [];
    for (let place = 0; place < ACCOUNTS; place++) {
      const { account_id } = (await accounts.create(newEmail(), 'custom', 1, LIMITS)).account;
      const percent = (place % 20) - 10;
      const content = { where: { measure: 'change_1d', gt: percent } };
      const { saved_id } = await saved.create(account_id, { kind: 'screen', name: `${percent}`, content });
      await alerts.create(account_id, saved_id, null);
      watching.push({ account_id, percent, members: risen(newest(), percent) });
    }
    const evaluated = async (publication: number) => {
      const query = { publication, account_id: '', limit: ACCOUNTS };
      return ACCOUNTS - (await ledger.all('accounts_with_due_alerts', query)).length;
    };
    await until('the first members are known', async () => (await evaluated(FIRST)) === ACCOUNTS);

    let publications = FIRST;
    const killed_at: number[] = [];
    /** Kills all servers as soon as some alerts are evaluated, and the next ones too. */
    const survive = async () => {
      publications += 1;
      await until('an alert is evaluated', async () => (await evaluated(publications)) > 0);
      for (const number of [0, 1, 2]) {
        await servers.restart(number, 'SIGKILL');
        killed_at.push(await evaluated(publications));
      }
    };
    await publish(FIRST);
    await survive();
    // A correction, and two days while the evaluation of the one before runs.
    await publish(FIRST, 'corrected');
    await survive();
    await publish(FIRST + 1);
    publications += 1;
    await publish(FIRST + 2);
    await survive();
    await until('all alerts are evaluated', async () => (await evaluated(publications)) === ACCOUNTS);
    console.log(`killed when ${killed_at.join(', ')} of ${ACCOUNTS} alerts were evaluated`);

    const rows = newest();
    for (const each of watching) {
      const events = (await ledger.all('events_of_account', { account_id: each.account_id }))
        .filter(({ kind }) => kind === 'alert.changed')
        .map(({ data }) => JSON.parse(data) as AlertEventData)
        .toSorted((one, other) => one.publication - other.publication);
      for (const { alerts: changes } of events) {
        expect(changes).toHaveLength(1);
        const { entered, left } = changes[0] as AlertEventData['alerts'][number];
        expect(entered.filter((ticker) => each.members.includes(ticker))).toEqual([]);
        expect(left.filter((ticker) => !each.members.includes(ticker))).toEqual([]);
        each.members = [...each.members.filter((ticker) => !left.includes(ticker)), ...entered];
      }
      expect(each.members.toSorted()).toEqual(risen(rows, each.percent));
    }
    await until('each event has its notice', async () => {
      const events = await Promise.all(
        watching.map(({ account_id }) => ledger.all('events_of_account', { account_id })),
      );
      return events.flat().every(({ distributed_at }) => distributed_at !== null);
    });
    for (const { account_id } of watching) {
      const events = await ledger.all('events_of_account', { account_id });
      const notices = await ledger.all('notices_of_account', { account_id });
      expect(new Set(notices.map(({ event_id }) => event_id)).size).toBe(notices.length);
      expect(notices.length).toBe(events.filter(({ kind }) => kind === 'alert.changed').length);
    }
  }, 300_000);
});
