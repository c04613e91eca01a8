import { readdirSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { sql } from '../../src/core/package-files.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { test } from '../support/fixtures.ts';

const FOLDER = 'ledger/migrations/postgres';
const FILES = readdirSync(new URL(`../../sql/${FOLDER}/`, import.meta.url)).sort();
/** Every server has the first four migrations. */
const UNCHECKED = 4;

/** What breaks the statements of servers of the previous version, which run during an upgrade. */
const BREAKING: Readonly<Record<string, RegExp>> = {
  'removes something': /\bDROP (?!CONSTRAINT|NOT NULL)\w+( IF EXISTS)?( \w+)?/i,
  'renames something': /\bRENAME\b.*/i,
  'changes a type': /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b.*/i,
  'requires a value': /\bSET NOT NULL\b/i,
  'adds a column that requires a value':
    /\bADD (COLUMN )?(?!CONSTRAINT)(?=(?:\([^)]*\)|[^,;(])*\bNOT NULL\b)(?!(?:\([^)]*\)|[^,;(])*\bDEFAULT\b)\w+/i,
  'deletes rows': /\b(DELETE FROM|TRUNCATE) \w+/i,
};

function breakingChanges(migration: string): string[] {
  const statements = migration
    .replace(/--.*/g, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ');
  return Object.entries(BREAKING).flatMap(([change, pattern]) => {
    const [found] = pattern.exec(statements) ?? [];
    return found === undefined ? [] : [`${change}: ${found}`];
  });
}

test('the migration of SQLite that adds keys of the console keeps the keys and what refers to them', async ({
  folder,
}) => {
  const path = `${folder}/ledger.sqlite`;
  const files = readdirSync(new URL('../../sql/ledger/migrations/sqlite/', import.meta.url)).sort();
  const before = files.slice(0, files.indexOf('0027_sessions.sql'));
  const old = new Database(path);
  for (const file of before) old.exec(sql(`ledger/migrations/sqlite/${file.slice(0, -4)}`));
  old.pragma(`user_version = ${before.length}`);
  old.exec(`
    INSERT INTO account (account_id, email, plan, period_start, created_at) VALUES ('a', 'a@b.c', 'free', '2026', '2026');
    INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at, scopes)
    VALUES ('k', 'a', 'default', 'api', x'01', 'm', '2026', 'data,account'), ('m', 'a', 'mcp', 'mcp', x'02', 'm', '2026', 'data');
    INSERT INTO key_usage (key_id, quota_window, units, last_used_at) VALUES ('k', 'w', 3, '2026');
  `);
  const keys = old.prepare('SELECT * FROM api_key ORDER BY key_id').all();
  old.close();
  await new SqliteLedger(path).close();
  const migrated = new Database(path);
  expect(migrated.prepare('SELECT * FROM api_key ORDER BY key_id').all()).toEqual(keys);
  expect(migrated.pragma('foreign_key_check')).toEqual([]);
  expect(migrated.prepare('SELECT units FROM key_usage').pluck().all()).toEqual([3]);
  expect(() => migrated.exec("DELETE FROM api_key WHERE key_id = 'k'")).toThrow('FOREIGN KEY');
  migrated.close();
});

test('the migration of SQLite that shortens the usage history keeps every unit, also those that a running server of the previous version counts', async ({
  folder,
}) => {
  const path = `${folder}/ledger.sqlite`;
  const files = readdirSync(new URL('../../sql/ledger/migrations/sqlite/', import.meta.url)).sort();
  const before = files.slice(0, files.indexOf('0029_usage_count.sql'));
  const server = new Database(path);
  for (const file of before) server.exec(sql(`ledger/migrations/sqlite/${file.slice(0, -4)}`));
  server.pragma(`user_version = ${before.length}`);
  server.exec(`
    INSERT INTO account (account_id, email, plan, period_start, created_at) VALUES ('a', 'a@b.c', 'free', '2026', '2026');
    INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at)
    VALUES ('k', 'a', 'default', 'api', x'01', 'm', '2026'), ('m', 'a', 'mcp', 'mcp', x'02', 'm', '2026');
  `);
  // The statement of the previous version.
  const count = server.prepare(`INSERT INTO usage_day (key_id, usage_date, endpoint, units, requests)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (key_id, usage_date, endpoint)
    DO UPDATE SET units = usage_day.units + excluded.units, requests = usage_day.requests + excluded.requests`);
  count.run('k', '2024-02-29', 'flow', 5, 2);
  count.run('m', '2026-12-31', 'news', 7, 7);
  count.run('k', '2027-01-01', 'flow', 1, 1);
  const ledger = new SqliteLedger(path);
  count.run('k', '2027-01-01', 'flow', 10, 3);
  count.run('k', '2027-01-01', 'flow', -10, -1);
  count.run('k', '2027-01-01', 'news', 2, 1);
  const charge = {
    ...{
      account_id: 'a',
      key_id: 'k',
      window: 'w',
      limit: 100,
      charged_at: '2027',
      usage_date: '2027-01-01',
    },
    ...{ endpoint: 'flow', units: 20, idempotency: null },
  };
  ledger.charge([charge, { ...charge, units: 1 }, { ...charge, endpoint: 'price' }]);
  const history = ['usage_date', 'key_id', 'endpoint', 'units', 'requests'];
  expect(server.prepare(`SELECT ${history.join()} FROM usage_history ORDER BY 1, 2, 3`).raw().all()).toEqual([
    ['2024-02-29', 'k', 'flow', 5, 2],
    ['2026-12-31', 'm', 'news', 7, 7],
    ['2027-01-01', 'k', 'flow', 22, 5],
    ['2027-01-01', 'k', 'news', 2, 1],
    ['2027-01-01', 'k', 'price', 20, 1],
  ]);
  expect(server.prepare('SELECT count(*) FROM usage_day').pluck().get()).toBe(0);
  expect(server.pragma('foreign_key_check')).toEqual([]);
  server.close();
  await ledger.close();
});

describe('a migration for PostgreSQL', () => {
  test('has a number from 1 without gaps or duplicates', () => {
    expect(FILES.map((file) => Number(file.slice(0, 4)))).toEqual(FILES.map((_, place) => place + 1));
  });

  test.each(FILES.slice(UNCHECKED))('only adds to the tables: %s', (file) => {
    expect(breakingChanges(sql(`${FOLDER}/${file.slice(0, -4)}`))).toEqual([]);
  });

  test.each([
    'DROP TABLE account;',
    'ALTER TABLE account DROP COLUMN plan;',
    'ALTER TABLE account DROP plan;',
    'DROP FUNCTION IF EXISTS charge_units;',
    'ALTER TABLE account RENAME COLUMN plan TO tariff;',
    'ALTER TABLE account ALTER COLUMN units TYPE INTEGER;',
    'ALTER TABLE account ALTER plan SET DATA TYPE JSONB;',
    'ALTER TABLE account\n  ALTER plan\n  SET NOT NULL;',
    'ALTER TABLE account ADD COLUMN country TEXT NOT NULL;',
    "ALTER TABLE account ADD COLUMN a TEXT NOT NULL DEFAULT 'x', ADD b TEXT NOT NULL;",
    'ALTER TABLE account ADD COLUMN a BIGINT NOT NULL CHECK (a > 0), ADD COLUMN b BIGINT DEFAULT 1;',
    'DELETE FROM account;',
  ])('is refused if it contains %j', (statement) => {
    expect(breakingChanges(statement)).toHaveLength(1);
  });

  test.each([
    "ALTER TABLE account ADD COLUMN a TEXT, ADD COLUMN b BIGINT NOT NULL DEFAULT 1 CHECK (b IN (1, 2)), ADD COLUMN c TEXT NOT NULL DEFAULT 'NOT NULL';",
    'ALTER TABLE payment DROP CONSTRAINT kinds; ALTER TABLE payment ADD CONSTRAINT kinds CHECK (kind IS NOT NULL);',
    'ALTER TABLE payment ALTER kind DROP NOT NULL, ALTER kind SET DEFAULT 1;',
    'CREATE TABLE note (note_id BIGINT NOT NULL); CREATE INDEX notes ON note (note_id); -- DROP TABLE note',
    'CREATE FUNCTION f() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN DELETE FROM note; END $$;',
  ])('may contain %j', (statement) => {
    expect(breakingChanges(statement)).toEqual([]);
  });
});
