import { describe, expect, vi } from 'vitest';
import { Accounts, type Caller } from '../../../../src/commerce/accounts/accounts.ts';
import { type Charge, Charges } from '../../../../src/commerce/accounts/quota/charges.ts';
import { dateOfEpochDay } from '../../../../src/core/dates.ts';
import { AlirError } from '../../../../src/core/errors.ts';
import type { ChargeResult, ChargeRow } from '../../../../src/ledger/charge.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { SqliteError } from '../../../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest, SetClock, temporaryFolder } from '../../../support/alir.ts';
import { fakeTimers } from '../../../support/cleanups.ts';
import { test } from '../../../support/fixtures.ts';
import fc from '../../../support/properties.ts';
import { TestLedger } from '../../../support/test-ledger.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-03-04T11:00:00Z');
const LIMITS = [20, 30];
const KEYS = 3;

/** A charge, before the accounts are known. */
const drawn = fc.record({
  key: fc.nat(KEYS - 1),
  window: fc.nat(1),
  limit: fc.constantFrom(...LIMITS),
  key_limit: fc.constantFrom(null, 12),
  units: fc.nat(9),
  day: fc.nat(1),
  endpoint: fc.constantFrom('flow', 'news'),
  idempotency: fc.option(fc.record({ key: fc.nat(2), request: fc.nat(1) }), { freq: 2 }),
});
/** Each list is charged in one transaction, three hours after the list before. */
const transactions = fc.array(fc.array(drawn, { minLength: 1, maxLength: 8 }), {
  minLength: 10,
  maxLength: 14,
});

/** Makes charges one by one in memory. */
class Model {
  readonly accounts: Record<string, number> = {};
  readonly keys: Record<string, number> = {};
  readonly days: Record<string, number> = {};
  readonly #requests = new Map<string, { request_sha256: string; charged_at: string }>();

  outcome({ idempotency, ...charge }: ChargeRow): ChargeResult['outcome'] {
    const { account_id, key_id, window, limit, key_limit, units, charged_at } = charge;
    const request = `${account_id} ${idempotency?.idempotency_key}`;
    const earlier = this.#requests.get(request);
    if (idempotency && earlier && earlier.charged_at > idempotency.after) {
      return earlier.request_sha256 === idempotency.request_sha256 ? 'repeated' : 'conflicting';
    }
    const used = this.keys[`${key_id} ${window}`] ?? 0;
    if (key_limit !== null && used + units > key_limit) return 'over_key_limit';
    const account = `${account_id} ${window}`;
    if ((this.accounts[account] ?? 0) + units > limit) return 'over_limit';
    add(this.accounts, account, units);
    add(this.keys, `${key_id} ${window}`, units);
    add(this.days, `${key_id} ${charge.usage_date} ${charge.endpoint}`, units);
    const { request_sha256 = '' } = idempotency ?? {};
    if (idempotency) this.#requests.set(request, { request_sha256, charged_at });
    return 'charged';
  }
}

function add(sums: Record<string, number>, name: string, units: number): void {
  sums[name] = (sums[name] ?? 0) + units;
}

test('charges of one transaction have the outcomes of one charge after another, across windows, limits, keys and days', async () => {
  const test_ledger = await TestLedger.create(`${await temporaryFolder()}/ledger.sqlite`);
  const ledger = await test_ledger.open();
  afterThisTest(async () => ledger.close());
  const accounts = new Accounts(ledger, new SetClock());
  // Two keys of one account, and one of another.
  const terms = { units: 1, requests_per_minute: 1, keys: 2 };
  const first = await accounts.create('first@example.com', 'custom', 1, terms);
  const second = await accounts.create('second@example.com', 'custom', 1, terms);
  const more = await accounts.createKey(first.account.account_id, 'more');
  const callers = await Promise.all(
    [first, more, second].map(async ({ api_key }) => (await accounts.callerWithKey(api_key)) as Caller),
  );
  let run = 0;
  const seen = new Set<string>();
  const rule = fc.asyncProperty(transactions, async (lists) => {
    run += 1;
    const model = new Model();
    const days = [2 * run, 2 * run + 1].map((each) => dateOfEpochDay(20_000 + each));
    for (const [hour, list] of lists.entries()) {
      const time_ms = START_MS + 3 * hour * HOUR_MS;
      const charges = list.map(({ key, window, day, idempotency, ...each }): ChargeRow => {
        const { account_id, key_id } = callers[key] as Caller;
        return {
          ...each,
          account_id,
          key_id,
          window: `${run} ${window}`,
          charged_at: new Date(time_ms).toISOString(),
          usage_date: days[day] ?? '',
          idempotency: idempotency && {
            idempotency_key: `${run} ${idempotency.key}`,
            request_sha256: `${idempotency.request}`,
            after: new Date(time_ms - 24 * HOUR_MS).toISOString(),
          },
        };
      });
      // The results are in the order in which the charges were made.
      const results = [...(await ledger.charge(charges))];
      expect(results).toHaveLength(charges.length);
      expect(results.map(([, { outcome }]) => outcome)).toEqual(
        results.map(([charge]) => model.outcome(charge)),
      );
      for (const [, { outcome }] of results) seen.add(outcome);
    }
    const unitsIn = async (name: string, table: string, where: string, ...values: string[]) => {
      const sql = `SELECT ${name} AS name, units FROM ${table} WHERE units > 0 AND ${where}`;
      const rows = await test_ledger.rows(sql, ...values);
      return Object.fromEntries(rows.map((row) => [row.name, Number(row.units)]));
    };
    const window = ['quota_window LIKE ?', `${run} %`] as const;
    const day = ['usage_date IN (?, ?)', ...days] as const;
    expect({
      accounts: await unitsIn("account_id || ' ' || quota_window", 'account_usage', ...window),
      keys: await unitsIn("key_id || ' ' || quota_window", 'key_usage', ...window),
      days: await unitsIn("key_id || ' ' || usage_date || ' ' || endpoint", 'usage_history', ...day),
    }).toEqual({
      accounts: withUnits(model.accounts),
      keys: withUnits(model.keys),
      days: withUnits(model.days),
    });
  });
  await fc.assert(rule, { numRuns: 15 });
  expect([...seen].toSorted()).toEqual([
    'charged',
    'conflicting',
    'over_key_limit',
    'over_limit',
    'repeated',
  ]);
});

function withUnits(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units > 0));
}

describe('a charge', () => {
  /** Charges in a ledger whose next writes and flushes fail with these errors; null for one that does not. `units` are those of each write. */
  function failing(...failures: { readonly of: 'charge' | 'flush'; readonly with: Error | null }[]) {
    const units: number[][] = [];
    const fail = (of: string) => {
      if (failures[0]?.of !== of) return;
      const error = failures.shift()?.with;
      if (error) throw error;
    };
    const charge = (rows: readonly Charge[]) => {
      units.push(rows.map((row) => row.units));
      fail('charge');
      return new Map(rows.map((row) => [row, { outcome: 'charged', used: row.units }]));
    };
    const ledger = { charge, flush: async () => fail('flush'), checkpointIfDue: () => undefined };
    const charges = new Charges(ledger as unknown as Ledger);
    const make = (count: number, isDisconnected = () => false) =>
      charges.charge({
        units: count,
        limit: 100,
        idempotency: null,
        isDisconnected,
        onCommit: () => {},
      } as unknown as Charge);
    return { units, make, charges };
  }

  const busy = { of: 'charge', with: new SqliteError('locked', 'SQLITE_BUSY') } as const;
  const unavailable = new AlirError('ledger_unavailable', 'x');
  /** Connected until the commit. */
  const leaving = () => {
    let looks = 0;
    return () => looks++ > 0;
  };

  test('is tried 201 times while another process writes, and then refused', async () => {
    fakeTimers({ toFake: ['setTimeout'] });
    const { make, units } = failing(...new Array(201).fill(busy));
    const outcome = make(1).catch(({ code }) => code);
    const gone = make(2, () => true).catch(({ code }) => code);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1990);
    expect(units).toHaveLength(200);
    await vi.advanceTimersByTimeAsync(10);
    expect([await outcome, await gone, units.length]).toEqual(['overloaded', 'client_gone', 201]);
    expect(await make(3)).toEqual({ outcome: 'charged', used: 3 });
  });

  test('fails with the error of its write or flush, and the next one is made', async () => {
    const [write, flush] = [new Error('write'), new Error('flush')];
    const { make, charges } = failing({ of: 'charge', with: write }, { of: 'flush', with: flush });
    await expect(make(1)).rejects.toBe(write);
    await expect(make(2)).rejects.toBe(flush);
    expect(await make(3)).toMatchObject({ used: 3 });
    await charges.close();
  });

  test('of a client that left is taken back once the database responds again', async () => {
    const { make, units } = failing({ of: 'charge', with: null }, { of: 'charge', with: unavailable });
    await expect(make(4, leaving())).rejects.toMatchObject({ code: 'client_gone' });
    expect(units).toEqual([[4], [-4], [-4]]);
    await expect(failing({ of: 'charge', with: unavailable }).make(4)).rejects.toBe(unavailable);
  });

  test('is refused while 8,192 others wait', async () => {
    const { make, units } = failing();
    const made = Array.from({ length: 8192 }, () => make(1));
    await expect(make(1)).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all(made);
    expect(units.map(({ length }) => length)).toEqual(new Array(8).fill(1024));
  });

  test('that is being written holds up the stop of the server, for at most 5 seconds', async () => {
    fakeTimers({ toFake: ['setTimeout'] });
    const never = new Charges({
      charge: () => new Promise(() => {}),
      checkpointIfDue: () => undefined,
    } as unknown as Ledger);
    void never.charge({ isDisconnected: () => false } as Charge);
    let isClosed = false;
    void never.close().then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isClosed).toBe(true);
  });
});
