import type pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { afterThisTest } from '../support/alir.ts';
import { connected, createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url');
const ACCOUNTS = ['a', 'b', 'c'];
const WINDOWS = ['2026-01', '2026-02'];
const LIMIT = 200;

/** A charge as charge_units reads it. */
interface Charge {
  readonly account_id: string;
  readonly key_id: string;
  readonly quota_window: string;
  readonly unit_limit: number;
  readonly key_limit: number | null;
  readonly units: number;
  readonly charged_at: string;
  readonly idempotency_key: string | null;
  readonly request_sha256: string | null;
  readonly after: string | null;
}

interface Result {
  readonly outcome: 'charged' | 'over_limit' | 'over_key_limit' | 'repeated' | 'conflicting';
  readonly used?: number;
}

let url: string;
let client: pg.Client;
beforeEach(async () => {
  if (server_url === null) return;
  url = await createDatabase(server_url);
  await (await PostgresLedger.open(url)).close();
  client = await connect();
  await client.query(
    `INSERT INTO account (account_id, email, plan, period_start, created_at)
    SELECT account_id, account_id, 'free', 'x', 'x' FROM unnest($1::text[]) AS account_id`,
    [ACCOUNTS],
  );
  await client.query(
    `INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at)
    SELECT account_id || number, account_id, 'n', 'api', convert_to(account_id || number, 'UTF8'), 'm', 'x'
    FROM account, generate_series(1, 2) AS number`,
  );
});

async function connect(): Promise<pg.Client> {
  const connection = await connected(url);
  afterThisTest(() => connection.end());
  return connection;
}

async function chargeUnits(connection: pg.Client, charges: readonly Charge[]): Promise<Result[]> {
  const text = 'SELECT charge_units($1) AS results';
  const { rows } = await connection.query({ name: 'charge', text, values: [JSON.stringify(charges)] });
  return rows[0].results;
}

/** Numbers from a seed, so that a failure can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param hour all charges of one call are of this hour, in the order of time */
function randomCharges(random: (below: number) => number, count: number, hour: number): Charge[] {
  return Array.from({ length: count }, (_, index): Charge => {
    const account_id = ACCOUNTS[random(3)] ?? '';
    const time_ms = Date.UTC(2026, 0, 1, hour) + index;
    const isOnce = random(4) === 0;
    return {
      account_id,
      key_id: `${account_id}${1 + random(2)}`,
      quota_window: WINDOWS[random(8) === 0 ? 1 : 0] ?? '',
      unit_limit: random(5) === 0 ? LIMIT / 2 : LIMIT,
      key_limit: random(3) === 0 ? 60 : null,
      units: !isOnce && random(3) === 0 ? -random(20) : random(30),
      charged_at: new Date(time_ms).toISOString(),
      idempotency_key: isOnce ? `i${random(40)}` : null,
      request_sha256: isOnce ? `r${random(2)}` : null,
      after: isOnce ? new Date(time_ms - 24 * 3_600_000).toISOString() : null,
    };
  });
}

/** Charges one after another in memory. */
class Model {
  readonly accounts = new Map<string, number>();
  readonly keys = new Map<string, number>();
  readonly #requests = new Map<string, { request_sha256: string | null; charged_at: string }>();

  charge({ account_id, key_id, quota_window, unit_limit, key_limit, units, ...charge }: Charge): Result {
    const request = `${account_id} ${charge.idempotency_key}`;
    const earlier = charge.after === null ? undefined : this.#requests.get(request);
    if (earlier && earlier.charged_at > (charge.after ?? '')) {
      return { outcome: earlier.request_sha256 === charge.request_sha256 ? 'repeated' : 'conflicting' };
    }
    const key = `${key_id} ${quota_window}`;
    const used_by_key = (this.keys.get(key) ?? 0) + units;
    if (units >= 0 && key_limit !== null && used_by_key > key_limit) return { outcome: 'over_key_limit' };
    const account = `${account_id} ${quota_window}`;
    const used = (this.accounts.get(account) ?? 0) + units;
    if (units >= 0 && used > unit_limit) return { outcome: 'over_limit' };
    this.accounts.set(account, used);
    this.keys.set(key, used_by_key);
    if (charge.after !== null) this.#requests.set(request, charge);
    return { outcome: 'charged', used };
  }
}

async function unitsOf(table: 'account_usage' | 'key_usage', id: string): Promise<Record<string, number>> {
  const { rows } = await client.query(`SELECT ${id} || ' ' || quota_window AS id, units FROM ${table}`);
  return Object.fromEntries(rows.map((row) => [row.id, row.units]));
}

describe.skipIf(server_url === null)('charge_units', () => {
  test.each([1, 2, 3])('charges like one charge after another, with random charges %i', async (seed) => {
    const random = randomNumbers(seed);
    const model = new Model();
    const seen = new Set<string>();
    for (let hour = 0; hour < 150; hour += 1) {
      const charges = randomCharges(random, random(40), hour);
      const expected = charges.map((charge) => model.charge(charge));
      expect(await chargeUnits(client, charges)).toEqual(expected);
      for (const { outcome } of expected) seen.add(outcome);
    }
    expect([...seen].toSorted()).toEqual([
      'charged',
      'conflicting',
      'over_key_limit',
      'over_limit',
      'repeated',
    ]);
    expect(await unitsOf('account_usage', 'account_id')).toMatchObject(Object.fromEntries(model.accounts));
    expect(await unitsOf('key_usage', 'key_id')).toMatchObject(Object.fromEntries(model.keys));
    const { rows } = await client.query('SELECT min(charged_at) AS oldest FROM idempotent_charge');
    expect(rows[0].oldest > '2026-01-05').toBe(true);
  });

  test('keeps the sums exact and waits in no circle while connections charge at the same time', async () => {
    const connections = await Promise.all([connect(), connect(), connect(), connect()]);
    const charged: Charge[] = [];
    let over_limit = 0;
    await Promise.all(
      connections.map(async (connection, seed) => {
        const random = randomNumbers(seed);
        for (let call = 0; call < 150; call += 1) {
          const charges = randomCharges(random, 1 + random(20), 0).map((charge) => ({
            ...charge,
            units: Math.abs(charge.units),
            unit_limit: 10_000,
            key_limit: charge.key_id === 'a1' ? 1000 : null,
          }));
          const results = await chargeUnits(connection, charges);
          charged.push(...charges.filter((_, index) => results[index]?.outcome === 'charged'));
          over_limit += results.filter(({ outcome }) => outcome === 'over_limit').length;
        }
      }),
    );
    const sums = (id: 'account_id' | 'key_id') => {
      const all: Record<string, number> = {};
      for (const charge of charged) {
        const row = `${charge[id]} ${charge.quota_window}`;
        all[row] = (all[row] ?? 0) + charge.units;
      }
      return all;
    };
    const accounts = await unitsOf('account_usage', 'account_id');
    expect(accounts).toEqual(sums('account_id'));
    const keys = await unitsOf('key_usage', 'key_id');
    expect(keys).toEqual(sums('key_id'));
    expect(keys['a1 2026-01']).toBeGreaterThan(970);
    expect(keys['a1 2026-01']).toBeLessThanOrEqual(1000);
    expect(Math.max(...Object.values(accounts))).toBeLessThanOrEqual(10_000);
    expect(over_limit).toBeGreaterThan(0);
    const once = charged.filter(({ idempotency_key }) => idempotency_key !== null);
    const requests = new Set(
      once.map(({ account_id, idempotency_key }) => `${account_id} ${idempotency_key}`),
    );
    expect(once).toHaveLength(requests.size);
  });

  test('charges nothing if one of the charges fails', async () => {
    const [charge] = randomCharges(randomNumbers(1), 1, 0) as [Charge];
    const unknown = { ...charge, account_id: 'z', key_id: 'z' };
    await expect(chargeUnits(client, [charge, unknown])).rejects.toThrow(/foreign key/);
    expect(await unitsOf('account_usage', 'account_id')).toEqual({});
  });

  test('counts units beyond 32 bits exactly', async () => {
    const [charge] = randomCharges(randomNumbers(1), 1, 0) as [Charge];
    const units = 2 ** 52 - 1;
    const large = {
      ...charge,
      idempotency_key: null,
      after: null,
      units,
      unit_limit: Number.MAX_SAFE_INTEGER,
      key_limit: null,
    };
    expect(
      await chargeUnits(client, [large, { ...large, units: units - 1 }, { ...large, units: 3 }]),
    ).toEqual([
      { outcome: 'charged', used: units },
      { outcome: 'charged', used: 2 * units - 1 },
      { outcome: 'over_limit' },
    ]);
  });
});

describe.skipIf(server_url === null)('a batch with usage', () => {
  const DAY = '2026-01-31';
  const [charge] = randomCharges(randomNumbers(1), 1, 0) as [Charge];
  const once = (idempotency_key: string): Partial<Charge> => ({
    idempotency_key,
    request_sha256: 'r',
    after: '2025-01-01',
  });
  /** Calls a function with charges of the same key. Each is a request to an endpoint. */
  const call = async (
    connection: pg.Client,
    name: 'charge_batch' | 'take_back_charge_batch',
    batch_id: string,
    requests: readonly (Partial<Charge> & { readonly units: number; readonly endpoint: string })[],
  ): Promise<Result[]> => {
    const free = {
      ...charge,
      idempotency_key: null,
      request_sha256: null,
      after: null,
      unit_limit: 100,
      key_limit: null,
    };
    const batch = requests.map(({ endpoint: _, ...each }) => ({ ...free, ...each }));
    const column = <Value>(value: Value): Value[] => requests.map(() => value);
    const { rows } = await connection.query(`SELECT ${name}($1, $2, $3, $4, $5, $6, $7, $8) AS results`, [
      batch_id,
      JSON.stringify(batch),
      [...requests.keys()],
      column(charge.key_id),
      column(DAY),
      requests.map(({ endpoint }) => endpoint),
      requests.map(({ units }) => units),
      column(1),
    ]);
    return rows[0].results;
  };
  const history = async () => {
    const { rows } = await client.query(
      'SELECT endpoint, units, requests FROM usage_history ORDER BY endpoint',
    );
    return Object.fromEntries(rows.map(({ endpoint, units, requests }) => [endpoint, [units, requests]]));
  };

  test('counts the charges that were made, once for a batch that is sent again', async () => {
    const batch = [
      { endpoint: 'flow', units: 7 },
      { endpoint: 'flow', units: 2 },
      { endpoint: 'news', units: 99 },
      { endpoint: 'news', units: 1, ...once('i') },
      { endpoint: 'news', units: 1, ...once('i') },
    ];
    const results = await call(client, 'charge_batch', 'b', batch);
    const outcomes = ['charged', 'charged', 'over_limit', 'charged', 'repeated'];
    expect(results.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(await history()).toEqual({ flow: [9, 2], news: [1, 1] });
    expect(await call(client, 'charge_batch', 'b', batch)).toEqual(results);
    expect(await history()).toEqual({ flow: [9, 2], news: [1, 1] });
  });

  test('is taken back once, without the charges that have an Idempotency-Key', async () => {
    const batch = [
      { endpoint: 'flow', units: 7 },
      { endpoint: 'news', units: 99 },
      { endpoint: 'flow', units: 5, ...once('i') },
    ];
    await call(client, 'charge_batch', 'kept', [{ endpoint: 'flow', units: 1 }]);
    await call(client, 'charge_batch', 'given up', batch);
    const [first, second] = await Promise.all([connect(), connect()]);
    await client.query('BEGIN');
    await client.query('SELECT FROM account_usage FOR UPDATE');
    const tries = [first, second].map((each) => call(each, 'take_back_charge_batch', 'given up', batch));
    await untilWaiting(2);
    await client.query('COMMIT');
    await Promise.all(tries);
    expect(await history()).toEqual({ flow: [6, 2] });
    expect(Object.values(await unitsOf('account_usage', 'account_id'))).toEqual([6]);
    expect(Object.values(await unitsOf('key_usage', 'key_id'))).toEqual([6]);
  });

  test('cannot be charged after it was given up', async () => {
    const batch = [{ endpoint: 'flow', units: 7 }];
    await call(client, 'take_back_charge_batch', 'b', batch);
    await call(client, 'charge_batch', 'b', batch);
    expect(await history()).toEqual({});
    expect(await unitsOf('account_usage', 'account_id')).toEqual({});
  });

  test('waits in no circle, and adds up, while connections charge two windows of a key at the same time', async () => {
    const connections = await Promise.all([connect(), connect(), connect(), connect()]);
    await Promise.all(
      connections.map(async (connection, number) => {
        for (let each = 0; each < 100; each++) {
          const endpoints = (each + number) % 2 === 0 ? ['flow', 'news', 'ohlcv'] : ['ohlcv', 'news', 'flow'];
          const quota_window = WINDOWS[number % 2] ?? '';
          const requests = endpoints.map((endpoint) => ({
            endpoint,
            units: 1,
            quota_window,
            unit_limit: 10_000,
          }));
          await call(connection, 'charge_batch', `${number} ${each}`, requests);
        }
      }),
    );
    expect(await history()).toEqual({ flow: [400, 400], news: [400, 400], ohlcv: [400, 400] });
  });
});

/** Waits until this many connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  // Not the connection of the test: a transaction sees the activity at its first look.
  const observer = await connect();
  const text =
    "SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect
    .poll(async () => (await observer.query(text)).rows[0].waiting, { timeout: 10_000 })
    .toBe(count);
}
