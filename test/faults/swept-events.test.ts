import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/core/dates.ts';
import { newEmail } from '../support/new-email.ts';
import { PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import { SeveralServers } from '../support/several-servers.ts';
import { sized } from '../support/size.ts';
import { until } from '../support/until.ts';

const reason = whyNoPostgres();
if (reason !== undefined) console.log(`${reason}: the test of swept events is skipped`);

const LIMITS = { units: 100, requests_per_minute: 1e6, keys: 10 };
/** Of each kind. */
const ACCOUNTS = 5;

describe.skipIf(reason !== undefined)('three servers with one PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres?.stop());

  test('record each event of a sweep once, and notify of it once, while the leader is killed again and again', async () => {
    /** The accounts are created by a command whose clock is behind. */
    const clock = {
      behind_ms: 0,
      now: () => new Date(Date.now() - clock.behind_ms),
      monotonic_ms: () => performance.now(),
    };
    const servers = await SeveralServers.start(postgres, { clock });
    const { accounts, ledger } = await servers.stores();
    const expected: string[] = [];
    const create = async (days_ago: number, event: string) => {
      clock.behind_ms = days_ago * DAY_MS;
      for (let count = 0; count < ACCOUNTS; count++) {
        const { account } = await accounts.create(newEmail(), 'custom', 1, LIMITS);
        expected.push(`${account.account_id} ${event}`);
        if (event.startsWith('quota')) {
          const { account_id, period_start } = account;
          const window = `cycle ${period_start}`;
          await ledger.run('start_account_window', { account_id, window });
          await ledger.get('charge_account', { account_id, window, units: 80, limit: 100 });
        }
      }
    };
    await create(1, 'quota.80');
    await create(25, 'plan.ending');
    await create(31, 'plan.ended');

    const ids = (await ledger.all('accounts')).map(({ account_id }) => account_id);
    const events = async () =>
      (await Promise.all(ids.map((account_id) => ledger.all('events_of_account', { account_id })))).flat();
    const listed = async () =>
      (await events()).map(({ account_id, kind }) => `${account_id} ${kind}`).toSorted();
    // A server that becomes the leader sweeps at once.
    for (let round = 0; round < sized(1, 2); round++) {
      for (const number of [0, 1, 2]) await servers.restart(number, 'SIGKILL');
      await until('the events are recorded', async () => (await events()).length >= expected.length);
    }
    await until('each event has its notices', async () =>
      (await events()).every((event) => event.distributed_at !== null),
    );
    expect(await listed()).toEqual(expected.toSorted());
    const notices = await Promise.all(
      ids.map((account_id) => ledger.all('notices_of_account', { account_id })),
    );
    expect(notices.map((each) => each.length)).toEqual(expected.map(() => 1));
  }, 200_000);
});
