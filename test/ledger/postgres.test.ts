import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import type { ChargeRow } from '../../src/ledger/charge.ts';
import type { LedgerRows } from '../../src/ledger/ledger-tables.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { PostgresTables } from '../../src/ledger/postgres/postgres-tables.ts';
import { afterThisFile, afterThisTest, fakeTimers } from '../support/cleanups.ts';
import { checkNested } from '../support/nested-transactions.ts';
import { connected, createDatabase, PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import { sized } from '../support/size.ts';
import { pendingPromise, until } from '../support/until.ts';

// The code and the functions that only a PostgreSQL ledger has, on a server of its own. Their tests with several processes, and of the time
// that a leader takes, are in the slow suite.

const reason = whyNoPostgres();
if (reason !== undefined) console.log(`${reason}: the tests with PostgreSQL are skipped`);
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

let server: PostgresServer;
let url: string;
let client: pg.Client;
/** Two servers of the database. */
let ledger: PostgresLedger;
let other: PostgresLedger;
const elected: string[] = [];
let joined_ms = 0;
let elected_ms: number | undefined;

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await PostgresServer.start();
  afterThisFile(() => server.stop());
  url = await createDatabase(server.url('postgres'));
  ledger = await PostgresLedger.open(url);
  afterThisFile(() => ledger.close());
  other = await PostgresLedger.open(url);
  afterThisFile(() => other.close());
  // It leads after 2 seconds: the last test asks.
  joined_ms = performance.now();
  ledger.joinElection(() => {
    elected.push('first');
    elected_ms ??= performance.now();
  });
  client = await connected(url);
  afterThisFile(() => client.end());
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

beforeEach(async () => {
  if (reason === undefined)
    await client.query(
      'TRUNCATE account_usage, key_usage, usage_history, idempotent_charge, charge_batch, request_rate',
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

/** @param hour all charges of one call are of this hour, in the order of time */
function randomCharges(random: Random, count: number, hour: number): Charge[] {
  return Array.from({ length: count }, (_, index): Charge => {
    const account_id = ACCOUNTS[random.below(3)] ?? '';
    const time_ms = Date.UTC(2026, 0, 1, hour) + index;
    const isOnce = random.below(4) === 0;
    return {
      account_id,
      key_id: `${account_id}${1 + random.below(2)}`,
      quota_window: WINDOWS[random.below(8) === 0 ? 1 : 0] ?? '',
      unit_limit: random.below(5) === 0 ? LIMIT / 2 : LIMIT,
      key_limit: random.below(3) === 0 ? 60 : null,
      units: !isOnce && random.below(3) === 0 ? -random.below(20) : random.below(30),
      charged_at: new Date(time_ms).toISOString(),
      idempotency_key: isOnce ? `i${random.below(40)}` : null,
      request_sha256: isOnce ? `r${random.below(2)}` : null,
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

describe.skipIf(reason !== undefined)('charge_units', () => {
  test.each(sized(1, 3) === 1 ? [1] : [1, 2, 3])(
    'charges like one charge after another, with random charges %i',
    async (seed) => {
      const random = new Random(`${seed}`);
      const model = new Model();
      const seen = new Set<string>();
      const hours = sized(60, 150);
      for (let hour = 0; hour < hours; hour += 1) {
        const charges = randomCharges(random, random.below(40), hour);
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
      // Those of 24 hours ago are expired, and most of them are deleted.
      expect(rows[0].oldest > new Date(Date.UTC(2026, 0, 1, hours - 30)).toISOString()).toBe(true);
    },
  );

  test('keeps the sums exact and waits in no circle while connections charge at the same time', async () => {
    const connections = await Promise.all([connect(), connect(), connect(), connect()]);
    const [unit_limit, of_key] = [sized(1500, 10_000), sized(300, 1000)];
    const charged: Charge[] = [];
    let over_limit = 0;
    await Promise.all(
      connections.map(async (connection, seed) => {
        const random = new Random(`${seed}`);
        for (let call = 0; call < sized(20, 150); call += 1) {
          const charges = randomCharges(random, 1 + random.below(20), 0).map((charge) => ({
            ...charge,
            units: Math.abs(charge.units),
            unit_limit,
            key_limit: charge.key_id === 'a1' ? of_key : null,
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
    expect(keys['a1 2026-01']).toBeGreaterThan(of_key - 30);
    expect(keys['a1 2026-01']).toBeLessThanOrEqual(of_key);
    expect(Math.max(...Object.values(accounts))).toBeLessThanOrEqual(unit_limit);
    expect(over_limit).toBeGreaterThan(0);
    const once = charged.filter(({ idempotency_key }) => idempotency_key !== null);
    const requests = new Set(
      once.map(({ account_id, idempotency_key }) => `${account_id} ${idempotency_key}`),
    );
    expect(once).toHaveLength(requests.size);
  });

  test('charges nothing if one of the charges fails', async () => {
    const [charge] = randomCharges(new Random('1'), 1, 0) as [Charge];
    const unknown = { ...charge, account_id: 'z', key_id: 'z' };
    await expect(chargeUnits(client, [charge, unknown])).rejects.toThrow(/foreign key/);
    expect(await unitsOf('account_usage', 'account_id')).toEqual({});
  });

  test('charges a request again whose earlier charge has expired, also in a window without usage', async () => {
    const [any] = randomCharges(new Random('1'), 1, 0) as [Charge];
    const once = { ...any, units: 1, key_limit: null, idempotency_key: 'i', request_sha256: 'r' };
    const charge = (quota_window: string, charged_at: string, after: string) =>
      chargeUnits(client, [{ ...once, quota_window, charged_at, after }]);
    expect(await charge('1', '2026-01-01', '2025-12-31')).toEqual([{ outcome: 'charged', used: 1 }]);
    expect(await charge('2', '2026-01-02', '2025-12-31')).toEqual([{ outcome: 'repeated' }]);
    expect(await charge('2', '2026-01-03', '2026-01-01')).toEqual([{ outcome: 'charged', used: 1 }]);
    expect(await charge('2', '2026-01-04', '2026-01-01')).toEqual([{ outcome: 'repeated' }]);
    const { rows } = await client.query('SELECT charged_at FROM idempotent_charge');
    expect(rows).toEqual([{ charged_at: '2026-01-03' }]);
  });

  test('notes the last use of each key', async () => {
    const [any] = randomCharges(new Random('1'), 1, 0) as [Charge];
    const free = { ...any, units: 1, key_limit: null, idempotency_key: null, after: null };
    const at = (charged_at: string) => ({ ...free, charged_at });
    const lastUse = async () => (await client.query('SELECT last_used_at FROM key_usage')).rows;
    await chargeUnits(client, [at('2026-01-01'), at('2026-01-02')]);
    expect(await lastUse()).toEqual([{ last_used_at: '2026-01-02' }]);
    await chargeUnits(client, [at('2026-01-03')]);
    expect(await lastUse()).toEqual([{ last_used_at: '2026-01-03' }]);
  });

  test('counts units beyond 32 bits exactly', async () => {
    const [charge] = randomCharges(new Random('1'), 1, 0) as [Charge];
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

describe.skipIf(reason !== undefined)('a batch with usage', () => {
  const DAY = '2026-01-31';
  const [charge] = randomCharges(new Random('1'), 1, 0) as [Charge];
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
    const count = sized(20, 100);
    await Promise.all(
      connections.map(async (connection, number) => {
        for (let each = 0; each < count; each++) {
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
    const both = [4 * count, 4 * count];
    expect(await history()).toEqual({ flow: both, news: both, ohlcv: both });
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

describe.skipIf(reason !== undefined)('rate limits', () => {
  /** What the database answers; the seconds are rounded up to tens, in case it is busy, or its clock is set. */
  const take = async (account_id: string, limit: number, count = 1) => {
    const requests = Array.from({ length: count }, () => ({ account_id, limit }));
    return (await other.takeRates(requests, 60_000)).map(({ is_allowed, remaining, reset_s }) => {
      return [is_allowed, remaining, reset_s === 1 ? 1 : 10 * Math.ceil(reset_s / 10)];
    });
  };
  /** Moves what was counted into the past. */
  const pass = (seconds: number) =>
    client.query(
      "UPDATE request_rate SET times = (SELECT array_agg(each - $1 * INTERVAL '1 second' ORDER BY each) FROM unnest(times) AS each)",
      [seconds],
    );

  test('count the requests of each account in the window before', async () => {
    expect(await take('a', 3, 2)).toEqual([
      [true, 2, 60],
      [true, 1, 60],
    ]);
    await pass(21);
    expect(await take('a', 3, 3)).toEqual([
      [true, 0, 40],
      [false, 0, 40],
      [false, 0, 40],
    ]);
    expect(await take('b', 3)).toEqual([[true, 2, 60]]);
    await pass(41);
    expect(await take('a', 3, 3)).toEqual([
      [true, 1, 20],
      [true, 0, 20],
      [false, 0, 20],
    ]);
    expect(await take('a', 2)).toEqual([[false, 0, 20]]);
    expect(await take('none', 0)).toEqual([[false, 0, 1]]);
    const { rows } = await client.query("SELECT total, counts FROM request_rate WHERE account_id = 'a'");
    expect(rows).toEqual([{ total: 3, counts: [1, 2] }]);
  });

  test('answer in the order of the requests', async () => {
    const limits = [5, 1, 1, 5];
    const requests = ['d', 'c', 'c', 'd'].map((account_id, place) => ({
      account_id,
      limit: limits[place] ?? 0,
    }));
    const answers = await ledger.takeRates(requests, 1000);
    expect(answers.map(({ is_allowed, remaining }) => [is_allowed, remaining])).toEqual([
      [true, 4],
      [true, 0],
      [false, 0],
      [true, 3],
    ]);
  });

  test('above 5,000 count from the end of their second, and start empty when the clock was set back', async () => {
    expect((await take('a', 5001, 5002)).filter(([isAllowed]) => isAllowed)).toHaveLength(5001);
    const { rows } = await client.query(
      "SELECT counts, extract(milliseconds FROM times[1])::INTEGER % 1000 AS ms, times[1] > newest_at AS is_later FROM request_rate WHERE account_id = 'a'",
    );
    expect(rows).toEqual([{ counts: [5001], ms: 0, is_later: true }]);
    await pass(-3600);
    expect(await take('a', 1)).toEqual([[true, 0, 60]]);
  });
});

describe.skipIf(reason !== undefined)('two servers of a database', () => {
  const incident = (incident_id: string) =>
    ledger.run('create_incident', { incident_id, title: 't', details: 'd', started_at: 's' });

  test('learn of the writes of each other, and not of usage, reads and what was rolled back', async () => {
    const before = other.version();
    const notified: (string | undefined)[] = [];
    const listening = await connect();
    listening.on('notification', ({ payload }) => notified.push(payload));
    await listening.query('LISTEN alir_ledger');
    expect(ledger.version()).toBe(before);
    expect(await incident('i1')).toBe(1);
    expect(ledger.version()).toBe(before + 1);
    await until('the other server knows the change', () => other.version() === before + 1);
    const failure = new Error('no');
    const fails = ledger.transaction(async () => {
      await incident('i2');
      throw failure;
    });
    await expect(fails).rejects.toBe(failure);
    await ledger.countAll('note_health_check', [{ checked_at: 'now' }]);
    await ledger.transaction(() => ledger.all('incidents', { since: '' }));
    await ledger.charge([charged({})]);
    await expect(incident('i1')).rejects.toThrow(/duplicate key/);
    expect((await other.all('incidents', { since: '' })).map(({ incident_id }) => incident_id)).toEqual([
      'i1',
    ]);
    await ledger.transaction(async () => {
      await incident('i3');
      await incident('i4');
    });
    await until('the other server knows the change', () => other.version() === before + 2);
    expect(ledger.version()).toBe(before + 2);
    await until('the servers were notified', () => notified.length === 2);
    expect(notified).toEqual([String(before + 1), String(before + 2)]);
    const resolved = { incident_id: 'i4', resolved_at: 'r' };
    expect(await other.get('resolve_incident', resolved)).toMatchObject({ title: 't', resolved_at: 'r' });
    expect(await other.get('resolve_incident', resolved)).toBeUndefined();
  });

  test('run transactions one after another, and one within another with it', async () => {
    await checkNested(ledger);
    const order: string[] = [];
    const { promise: held, release: free } = pendingPromise();
    const first = ledger.transaction(async () => {
      order.push('first');
      await held;
      await incident('i5');
    });
    await until('the first transaction runs', () => order.length === 1);
    const second = other.transaction(async () => {
      order.push('second');
      const known = await other.all('incidents', { since: '' });
      return known.some(({ incident_id }) => incident_id === 'i5');
    });
    try {
      await untilWaiting(1);
      expect(order).toEqual(['first']);
    } finally {
      free();
      await first;
    }
    expect(await second).toBe(true);
  });

  const charged = (more: Partial<ChargeRow>): ChargeRow => ({
    ...{
      account_id: 'a',
      key_id: 'a1',
      window: 'w',
      limit: 10,
      key_limit: null,
      units: 2,
      idempotency: null,
    },
    ...{ charged_at: '2026-01-05T18:00:00.000Z', usage_date: '2026-01-06', endpoint: 'flow', ...more },
  });

  test('charge together, with the usage of each day, key and endpoint', async () => {
    const ofOther = { key_id: 'a2', endpoint: 'news' };
    const charges = [
      charged({}),
      charged({ ...ofOther, units: 4 }),
      charged({ ...ofOther, units: 3 }),
      charged({ units: 2 }),
    ];
    const results = await ledger.charge(charges);
    expect(charges.map((charge) => results.get(charge))).toEqual([
      { outcome: 'charged', used: 4 },
      { outcome: 'charged', used: 8 },
      { outcome: 'over_limit' },
      { outcome: 'charged', used: 4 },
    ]);
    expect(await other.get('account_units', { account_id: 'a', window: 'w' })).toEqual({ units: 8 });
    expect(await other.get('key_units', { key_id: 'a2', window: 'w' })).toEqual({ units: 4 });
    const range = { account_id: 'a', since: '2026-01-06', until: '2026-01-06' };
    expect(await other.all('usage_by_endpoint', range)).toEqual([
      { endpoint: 'flow', units: 4, requests: 2 },
      { endpoint: 'news', units: 4, requests: 1 },
    ]);
  });

  /** Rows of an offer and its order, which name each other, with their accounts. */
  async function takenOffer() {
    const all = async (table: string) => (await client.query(`SELECT * FROM ${table}`)).rows;
    await client.query(`BEGIN;
      INSERT INTO offer (offer_id, account_id, units, requests_per_minute, keys, price_idr, days, created_at)
      VALUES ('f', 'a', 1, 1, 1, 0, 1, 'x');
      INSERT INTO billing_order (order_id, account_id, kind, plan, offer_id, price_idr, credit_idr, charge_idr, credited_period, state, provider, created_at, expires_at)
      VALUES ('o', 'a', 'purchase', 'custom', 'f', 0, 0, 0, 'x', 'applied', 'manual', 'x', 'x');
      UPDATE offer SET taken_by = 'o'`);
    const account = (await all('account')).toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
    const taken = { account, offer: await all('offer'), billing_order: await all('billing_order') };
    await client.query('ROLLBACK');
    return taken;
  }

  test('migrate once, and refuse the tables of a newer version', async () => {
    await client.query('UPDATE ledger_schema SET version = version + 1');
    await expect(PostgresLedger.open(url)).rejects.toMatchObject({ code: 'ledger_newer' });
    await client.query('UPDATE ledger_schema SET version = version - 1');
    const empty = await createDatabase(server.url('postgres'));
    const foreign = await connected(empty);
    await foreign.query('CREATE TABLE bookmarks (url TEXT)');
    await expect(PostgresLedger.open(empty)).rejects.toMatchObject({ code: 'ledger_foreign' });
    await foreign.query('DROP TABLE bookmarks');
    await foreign.end();
    const tables = await PostgresTables.open(empty);
    afterThisTest(() => tables.close());
    const rows: LedgerRows = await tables.read();
    expect(new Set(Object.values(rows).map(({ length }) => length))).toEqual(new Set([0]));
    const codes = Array.from({ length: 2001 }, (_, place) => ({
      ...{ code_id: `c${10_000 + place}`, email: 'a@b', requested_from: 'x', recipient: 'person' },
      ...{ sha256: Buffer.from([0x5c, 0x78, place % 256]), link_sha256: null },
      ...{ browser_attempts: 0, network_attempts: place, attempts: 0 },
      ...{ created_at: 'x', expires_at: 'y', used_at: null },
    }));
    const filled = { ...rows, ...(await takenOffer()), sign_in_code: codes };
    const failing = tables.fill(filled, () => {
      throw new Error('differs');
    });
    await expect(failing).rejects.toThrow('differs');
    await tables.fill(filled, (written) => expect(written).toEqual(filled));
    expect((await tables.read()).sign_in_code).toHaveLength(2001);
    const running = await PostgresLedger.open(empty);
    for (const [database, servers] of [
      [url, 2],
      [empty, 1],
    ] as const)
      await expect(PostgresTables.open(database)).rejects.toMatchObject({
        code: 'server_running',
        message: expect.stringContaining(`${servers} running Alir processes use `),
      });
    await running.close();
  });

  test('forget batches after 10 minutes, and empty rate limits after 2', async () => {
    fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const sweeping = await PostgresLedger.open(url);
    afterThisTest(() => sweeping.close());
    const ago = "each::TEXT, now() - each * INTERVAL '1 minute'";
    await client.query(
      `INSERT INTO charge_batch (batch_id, written_at, results) SELECT ${ago}, '[]' FROM unnest(ARRAY[9, 11]) AS each`,
    );
    await client.query(
      `INSERT INTO request_rate (account_id, newest_at) SELECT ${ago} FROM unnest(ARRAY[1, 3]) AS each`,
    );
    const left = async () => {
      const { rows } = await client.query(
        'SELECT batch_id AS id FROM charge_batch UNION ALL SELECT account_id FROM request_rate',
      );
      return rows.map(({ id }) => id);
    };
    vi.advanceTimersByTime(60_000);
    await until('the old ones are forgotten', async () => (await left()).length === 2);
    expect(await left()).toEqual(['9', '1']);
  });

  test('elect the one that joined first', async () => {
    await until('the server is elected', () => elected.length > 0);
    // A leader that lost its connection stops leading within this time.
    expect((elected_ms ?? 0) - joined_ms).toBeGreaterThanOrEqual(2000);
    other.joinElection(() => elected.push('second'));
    expect([new Set(elected), other.isLeader()]).toEqual([new Set(['first']), false]);
  });
});

describe.skipIf(reason !== undefined)('records that stay', () => {
  const ANY: Record<string, string> = { text: "'x'", bigint: '1', bytea: "'x'" };
  const KEPT = [
    'official_check',
    'subscription_change',
    'audit_log',
    'money_move',
    'provider_payout',
    'invoice',
  ];

  test.each([...KEPT, 'closed_month'])('of %s are neither changed nor deleted', async (table) => {
    const { rows } = await client.query(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = $1 AND column_default IS NULL AND is_nullable = 'NO'",
      [table],
    );
    const [first] = rows;
    const { rows: checks } = await client.query(
      "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'f')",
      [table],
    );
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const { name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    await client.query(
      `INSERT INTO ${table} (${rows.map(({ name }) => name)}) VALUES (${rows.map(({ type }) => ANY[type])})`,
    );
    await client.query('SET LOCAL session_replication_role = origin');
    const changes = [
      ...(table === 'closed_month' ? [] : [`UPDATE ${table} SET ${first.name} = ${first.name}`]),
      `DELETE FROM ${table}`,
    ];
    for (const change of changes) {
      await client.query('SAVEPOINT before');
      await expect(client.query(change), change).rejects.toThrow(`A row of ${table} is never`);
      await client.query('ROLLBACK TO before');
    }
    if (table === 'audit_log') {
      const redact = "UPDATE audit_log SET reason = 'y', details = '{}', redacted_at = 'now'";
      expect(await client.query(redact)).toMatchObject({ rowCount: 1 });
      await expect(client.query(`${redact}, actor = 'y'`)).rejects.toThrow(
        'A row of audit_log is never changed',
      );
    }
    if (table === 'invoice') {
      expect(await client.query("UPDATE invoice SET tax_invoice_number = 'y'")).toMatchObject({
        rowCount: 1,
      });
    }
    await client.query('ROLLBACK');
  });

  test('have numbers without gaps, and of damages the last 100', async () => {
    const note = (file_name: string) =>
      ledger.run('note_serving_damage', { file_name, problem: 'p', found_at: 'x' });
    const kept = async () => {
      const { rows } = await client.query('SELECT damage_id FROM serving_damage ORDER BY damage_id');
      return rows.map(({ damage_id }) => damage_id);
    };
    for (const file of ['a', 'b', 'c', 'd']) await note(file);
    await client.query('DELETE FROM serving_damage WHERE damage_id = 4');
    await note('e');
    expect(await kept()).toEqual([1, 2, 3, 4]);
    await client.query('UPDATE serving_damage SET damage_id = 101 WHERE damage_id = 4');
    await note('f');
    expect(await kept()).toEqual([3, 101, 102]);
  });
});
