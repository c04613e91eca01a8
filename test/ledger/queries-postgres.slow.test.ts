import type pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { emptyLedger, typesOfQueries, type ValueType } from '../../scripts/query-types.ts';
import { ledgerSql, numbered } from '../../src/ledger/dialect.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import type { QueryName } from '../../src/ledger/queries.ts';
import { afterThisFile, afterThisTest } from '../support/alir.ts';
import { connected, createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url');
const EMPTY = emptyLedger();
const sqlite = EMPTY.db;

/** SQLite stores the usage history in two tables. */
const SQLITE_TABLES = ['usage_count', 'usage_series'];
const SQLITE_QUERIES: readonly QueryName[] = ['copy_ledger', 'schema_objects', 'usage_series', 'count_usage'];

const QUERIES = [...typesOfQueries(EMPTY)].filter(([name]) => !SQLITE_QUERIES.includes(name));

const SQLITE_TYPES: Readonly<Record<string, string>> = { text: 'TEXT', bigint: 'INTEGER', bytea: 'BLOB' };
/** The identifiers of text, bigint and integer, and bytea. */
const TYPE_IDS: Readonly<Record<string, readonly number[]>> = { TEXT: [25], INTEGER: [20, 23], BLOB: [17] };

const TABLES =
  "SELECT table_name AS table FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";

let client: pg.Client;
beforeAll(async () => {
  if (server_url === null) return;
  const url = await createDatabase(server_url);
  await (await PostgresLedger.open(url)).close();
  client = await connected(url);
  afterThisFile(() => client.end());
});

/** A value of the type, for a query that finds nothing. */
function anyValue({ type, nullable }: ValueType): unknown {
  if (nullable) return null;
  if (type === 'TEXT') return '2026-01-02';
  return type === 'INTEGER' ? 1 : Buffer.from('x');
}

async function isNullable(table: number, column: number): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT NOT attnotnull AS nullable FROM pg_attribute WHERE attrelid = $1 AND attnum = $2',
    [table, column],
  );
  return rows[0].nullable;
}

describe.skipIf(server_url === null)('PostgreSQL', () => {
  test.each(QUERIES)('has the parameters and columns of %s', async (name, { parameters, row }) => {
    const { text, names } = numbered(ledgerSql(name, 'postgres'));
    expect(names.toSorted()).toEqual(Object.keys(parameters).toSorted());
    await client.query(`PREPARE question AS ${text}`);
    const { rows } = await client.query(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'question'",
    );
    await client.query('DEALLOCATE question');
    const found = (rows[0].types as string[]).map((type) => SQLITE_TYPES[type]);
    expect(found).toEqual(names.map((parameter) => parameters[parameter]?.type));
    if (row === null) {
      expect(text).not.toMatch(/^RETURNING/m);
      return;
    }
    const values = names.map((parameter) => anyValue(parameters[parameter] as ValueType));
    // The rows that the values name do not exist.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const { fields } = await client.query(text, values);
    await client.query('ROLLBACK');
    expect(fields.map((field) => field.name).toSorted()).toEqual(Object.keys(row).toSorted());
    for (const { name, dataTypeID, tableID, columnID } of fields) {
      const { type = '', nullable } = row[name] ?? {};
      expect(TYPE_IDS[type], name).toContain(dataTypeID);
      if (tableID !== 0 && !nullable)
        expect([name, await isNullable(tableID, columnID)]).toEqual([name, false]);
    }
  });

  test('has the tables, columns and indexes of SQLite', async () => {
    const tables = [...EMPTY.tables.keys()].filter((table) => !SQLITE_TABLES.includes(table));
    const expected = tables.flatMap((table) =>
      Object.entries(EMPTY.tables.get(table) ?? {}).map(([name, { type, nullable }]) => ({
        table,
        name,
        type,
        nullable,
      })),
    );
    const { rows } = await client.query(
      `SELECT table_name AS table, column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY($1)`,
      [tables],
    );
    const found = rows.map((row) => ({ ...row, type: SQLITE_TYPES[row.type] }));
    const sorted = (all: typeof expected) =>
      all.toSorted((a, b) => `${a.table}.${a.name}`.localeCompare(`${b.table}.${b.name}`));
    expect(sorted(found)).toEqual(sorted(expected));
    const named = sqlite
      .prepare<[string], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name NOT IN (SELECT value FROM json_each(?))",
      )
      .pluck()
      .all(JSON.stringify(SQLITE_TABLES));
    const { rows: indexes } = await client.query(
      "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'",
    );
    expect(indexes.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining(named));
  });

  test('has the usage history with the columns of SQLite', async () => {
    const found = await client.query(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'usage_history' ORDER BY ordinal_position",
    );
    const columns = sqlite.pragma('table_info(usage_history)') as { name: string }[];
    expect(columns.map(({ name }) => name)).toEqual(found.rows.map(({ name }) => name));
    expect(columns).toHaveLength(5);
  });

  test('runs each query while a newer server adds a column to every table', async () => {
    const url = await createDatabase(server_url ?? '');
    const ledger = await PostgresLedger.open(url);
    afterThisTest(() => ledger.close());
    const newer = await connected(url);
    afterThisTest(() => newer.end());
    const reads = QUERIES.filter(
      ([name, { row }]) => row !== null && !/RETURNING/.test(ledgerSql(name, 'postgres')),
    );
    const runAll = async () => {
      for (const [name, { parameters }] of reads) {
        const values = Object.entries(parameters).map(([each, type]) => [each, anyValue(type)]);
        await ledger.all(name as 'order', Object.fromEntries(values));
      }
    };
    await runAll();
    for (const { table } of (await newer.query(TABLES)).rows) {
      await newer.query(`ALTER TABLE ${table} ADD COLUMN added TEXT COLLATE "C" NOT NULL DEFAULT 'new'`);
    }
    await runAll();
    expect(reads.length).toBeGreaterThan(30);
  });

  test('compares all text of the tables by its bytes', async () => {
    const { rows } = await client.query(
      `SELECT attrelid::regclass::text AS table, attname AS name FROM pg_attribute
      JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND atttypid = 'text'::regtype
        AND attcollation <> 'pg_catalog."C"'::regcollation`,
    );
    expect(rows).toEqual([]);
  });
});

/** Runs a query on both engines. @returns the rows of SQLite, which are those of PostgreSQL */
async function onBoth(name: QueryName, parameters: Record<string, unknown> = {}): Promise<unknown[]> {
  const { text, names } = numbered(ledgerSql(name, 'postgres'));
  const { rows } = await client.query(
    text,
    names.map((parameter) => parameters[parameter]),
  );
  const statement = sqlite.prepare(ledgerSql(name, 'sqlite'));
  const expected = statement.reader ? statement.all(parameters) : [];
  if (!statement.reader) statement.run(parameters);
  expect(rows, name).toEqual(expected);
  return expected;
}

describe.skipIf(server_url === null)('both engines', () => {
  async function publish(trade_date: string, published_at = `${trade_date}T12:00:00.000Z`): Promise<void> {
    const numbers = { revision: 1, duplicates: 0, trades_rows: 5, broker_day_rows: 3, value: 2 ** 53 - 1 };
    const texts = ['source_name', 'source_sha256', 'trades_sha256', 'trades_digest', 'broker_day_sha256'];
    await onBoth('intend_publication', {
      ...Object.fromEntries(
        [...texts, 'ticker_day_sha256', 'intended_at', 'ingested_by'].map((key) => [key, key]),
      ),
      ...numbers,
      trade_date,
    });
    await onBoth('settle_intended_day', { trade_date, revision: 1, state: 'published', published_at });
  }

  test('give the same rows about days', async () => {
    for (const day of ['2025-12-30', '2026-01-02', '2026-01-05']) await publish(day);
    for (const month of ['2025-12', '2026-01']) {
      await onBoth('switch_serving_file', {
        month,
        file_name: month,
        sha256: 'a',
        built_at: '2026-01-05T18:00:00.000Z',
      });
    }
    await onBoth('switch_serving_file', {
      month: '2026-02',
      file_name: 'b',
      sha256: 'b',
      built_at: '2026-01-01T00:00:00.000Z',
    });
    await onBoth('switch_serving_file', {
      month: '2025-12',
      file_name: 'c',
      sha256: 'c',
      built_at: '2026-03-01',
    });
    for (const day of ['2026-01-06', '2026-02-27']) await publish(day);
    for (const [first, trade_date, differences] of [
      [1, '2026-01-02', 0],
      [4, '2026-01-05', 4],
    ] as const) {
      const check = {
        revision: 1,
        source: 's',
        checked_at: 'c',
        tickers: 1,
        differing_tickers: 0,
        patterns: '',
        compared: 'freq',
      };
      for (const [place, official_sha256] of ['x', 'y', 'x'].entries()) {
        const check_id = first + place;
        await onBoth('note_official_check', { ...check, check_id, trade_date, official_sha256, differences });
      }
      await onBoth('note_day_facts', { trade_date, trades_sha256: 't', version: 1, facts: '{}' });
    }
    expect(await onBoth('served_days')).toMatchObject([{ verified: null }, { verified: 1 }, { verified: 0 }]);
    expect(await onBoth('serving_files')).toMatchObject([
      { days: '2025-12-30', build: 2 },
      { days: '2026-01-02,2026-01-05' },
      { days: '' },
    ]);
    await onBoth('official_checks');
    await onBoth('newest_official_check');
    await onBoth('published_years');
    await onBoth('published_days_of_year', { year: '2026' });
    await onBoth('months_without_market_files');
    for (const trade_date of [
      '2025-12-29',
      '2026-01-05',
      '2026-01-31',
      '2026-02-28',
      '2026-03-29',
      '2027-01-01',
    ]) {
      await onBoth('days_around', { trade_date });
      await onBoth('neighbouring_days', { trade_date });
    }
    await onBoth('forget_day_facts', { trade_date: '2026-02-04' });
    expect(await onBoth('day_facts', { trade_date: '2026-01-02', trades_sha256: 't', version: 1 })).toEqual(
      [],
    );
    expect(
      await onBoth('day_facts', { trade_date: '2026-01-05', trades_sha256: 't', version: 1 }),
    ).toHaveLength(1);
  });

  test('match the letters A to Z of an email in either case, and order by bytes', async () => {
    for (const account_id of ['b', 'B', 'a', 'É', 'é']) {
      await onBoth('create_account', {
        account_id,
        email: `${account_id}${account_id.codePointAt(0)}@B.c`,
        plan: 'free',
        months: null,
        series: null,
        period_start: 'x',
        period_end: null,
        period_price_idr: 0,
        created_at: 'x',
        requests_per_minute: null,
        units: null,
        keys: null,
        term_days: null,
      });
    }
    expect(await onBoth('account_by_email', { email: 'B98@b.C' })).toMatchObject([{ account_id: 'b' }]);
    expect(await onBoth('account_by_email', { email: 'É233@B.c' })).toEqual([]);
    expect((await onBoth('accounts')) as { account_id: string }[]).toMatchObject(
      ['B', 'a', 'b', 'É', 'é'].map((account_id) => ({ account_id })),
    );
    const copy = `INSERT INTO account (account_id, email, plan, period_start, created_at)
      SELECT 'z', upper(email), plan, period_start, created_at FROM account WHERE account_id = 'a'`;
    await expect(client.query(copy)).rejects.toThrow(/one_account_an_email/);
  });
});
