import { expect } from 'vitest';
import type { Caller } from '../../src/commerce/accounts/accounts.ts';
import { Meter } from '../../src/commerce/accounts/quota/meter.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const TODAY = '2026-02-02';
/** Noon in Jakarta: the day does not end during the test. */
const NOON = '2026-02-02T05:00:00Z';

test('alir usage shows one account or all, as a table, as CSV and as JSON', async ({ data_dir }) => {
  const clock = new SetClock(NOON);
  const { accounts, ledger } = await openStores(configOf(data_dir), clock);
  const meter = new Meter(ledger, clock);
  const charge = async (email: string, charges: readonly [endpoint: string, units: number][]) => {
    // Accounts are listed by their age.
    clock.pass(1000);
    const terms = { units: 200, requests_per_minute: 10, keys: 1 };
    const { account, api_key } = await accounts.create(email, 'custom', 1, terms);
    const caller = (await accounts.callerWithKey(api_key)) as Caller;
    for (const [endpoint, units] of charges) {
      await (await meter.hold(caller, units, endpoint)).charge(() => false);
    }
    return account.account_id;
  };
  const first = await charge('first@example.com', [
    ['get_foreign_flow', 1],
    ['get_ohlcv', 98],
    ['get_foreign_flow', 1],
  ]);
  const second = await charge('second@example.com', []);
  await ledger.close();
  const now = new Date(NOON);
  const alir = async (...args: string[]) => {
    const { code, stdout, stderr, json } = await runCli(['usage', ...args], { data_dir, now });
    expect(code, stderr).toBe(0);
    return { stdout, json };
  };

  const { stdout } = await alir('first@example.com', '--from', TODAY, '--by', 'endpoint');
  expect(stdout).toContain('100 of 200 units used (50%)');
  expect(stdout).toContain('at 100 units a day, used up on ');
  expect(stdout).toContain(`${TODAY} to ${TODAY}: 100 units, 3 requests`);
  expect(stdout).toMatch(/\nENDPOINT +UNITS +REQUESTS\nget_ohlcv +98 +1\nget_foreign_flow +2 +2\n/);

  expect((await alir('--all')).stdout.split('\n', 1)[0]?.trim().split(/ {2,}/)).toEqual([
    'ACCOUNT',
    'E-MAIL',
    'UNITS',
    'REQUESTS',
    'USED',
    'QUOTA',
    'USED %',
    'UNITS A DAY',
    'USED UP ON',
    'RESETS AT',
  ]);
  const keys = await alir('--all', '--by', 'key', '--from', TODAY);
  expect(keys.stdout).toMatch(
    /^ACCOUNT +E-MAIL +KEY ID +NAME +KIND +REVOKED +UNITS +REQUESTS\n\S+ +first\S+ +\S+ +default +api +- +100 +3\n/,
  );

  const csv = await alir(first, '--from', TODAY, '--format', 'csv');
  expect(csv.stdout.split('\r\n')).toEqual([
    'account_id,email,date,units,requests',
    `${first},first@example.com,${TODAY},100,3\n`,
  ]);

  const [history] = (await alir(first, '--json')).json();
  expect(history).toMatchObject({ email: 'first@example.com', by: 'day', units: 100, requests: 3 });
  expect(history.rows).toHaveLength(30);
  expect(history.forecast).toMatchObject({ current_usage: 100, monthly_limit: 200, units_per_day: 100 });

  const all = (await alir('--all', '--json')).json();
  expect(all).toMatchObject([
    { account_id: first, units: 100, requests: 3, used: 100, quota: 200, used_percent: 50 },
    { account_id: second, units: 0, requests: 0, used: 0, used_percent: 0, used_up_on: null },
  ]);
  const rows = (await alir('--all', '--by', 'key', '--json')).json();
  expect(rows).toMatchObject([{ account_id: first, key_name: 'default', key_kind: 'api', units: 100 }]);
  const days = (await alir('--all', '--by', 'day', '--from', '2026-01-31', '--json')).json();
  expect(days.map(({ account_id, date, units }) => [account_id, date, units])).toEqual([
    ...['2026-01-31', '2026-02-01', TODAY].map((date) => [first, date, date === TODAY ? 100 : 0]),
    ...['2026-01-31', '2026-02-01', TODAY].map((date) => [second, date, 0]),
  ]);

  for (const args of [[], [first, '--all'], [first, '--from', '2026-02-01', '--to', '2026-01-01']]) {
    const { code, stderr } = await runCli(['usage', ...args], { data_dir, now });
    expect([args, code, stderr]).toEqual([
      args,
      expect.toSatisfy((status) => status !== 0),
      expect.stringMatching(/^alir: /),
    ]);
  }
});
