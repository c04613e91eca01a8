import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/core/package-files.ts';

const filesOf = (engine: string): string[] =>
  readdirSync(new URL(`../../sql/ledger/migrations/${engine}/`, import.meta.url)).sort();

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

test.each(['sqlite', 'postgres'])(
  'migrations of %s are numbered from 1 without gaps or duplicates',
  (engine) => {
    const numbers = filesOf(engine).map((file) => Number(file.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  },
);

/** The columns and constraints of the tables and types of the first migration, and its indexes. */
function schemaOf(engine: string): string[] {
  const text = sql(`ledger/migrations/${engine}/0001_ledger`).replace(/ *--.*|(\$\$)[\s\S]*?\1/g, '');
  const columns = [...text.matchAll(/^CREATE (?:TABLE|TYPE) (\w+) (?:AS )?\(\n(.*?)\n\)/gms)].flatMap(
    ([, name, lines = '']) => lines.split(/,?\n/).flatMap((line) => line && `${name}: ${line.trim()}`),
  );
  return [...columns, ...(text.match(/^CREATE (?:UNIQUE )?INDEX [^;]+/gm) ?? [])];
}

test('the engines have the same columns, constraints and indexes, with these exceptions', () => {
  const postgres = schemaOf('postgres');
  const types: Record<string, string> = { TEXT: 'TEXT COLLATE "C"', BLOB: 'BYTEA', INTEGER: 'BIGINT' };
  const sqlite = schemaOf('sqlite').map((line) =>
    line.replace(' COLLATE NOCASE', '').replace(/(?<=^\w+: \w+ )\w+/, (type) => types[type] ?? type),
  );
  expect(sqlite.length).toBeGreaterThan(300);
  expect(sqlite.filter((line) => !postgres.includes(line)).join('\n')).toMatchInlineSnapshot(`
    "account: email TEXT COLLATE "C" NOT NULL UNIQUE
    usage_series: series BIGINT PRIMARY KEY
    usage_series: key_id TEXT COLLATE "C" NOT NULL REFERENCES api_key (key_id)
    usage_series: endpoint TEXT COLLATE "C" NOT NULL
    usage_series: UNIQUE (key_id, endpoint)
    usage_count: epoch_day BIGINT NOT NULL
    usage_count: series BIGINT NOT NULL REFERENCES usage_series (series)
    usage_count: units BIGINT NOT NULL
    usage_count: requests BIGINT NOT NULL
    usage_count: PRIMARY KEY (epoch_day, series)
    offer: taken_by TEXT COLLATE "C" REFERENCES billing_order (order_id)
    person: email TEXT COLLATE "C" NOT NULL UNIQUE
    CREATE INDEX usage_count_of_series ON usage_count (series, epoch_day)
    CREATE INDEX invitation_of_email ON invitation (email)
    CREATE INDEX sign_in_code_of_email ON sign_in_code (email, created_at)"
  `);
  expect(postgres.filter((line) => !sqlite.includes(line)).join('\n')).toMatchInlineSnapshot(`
    "account: email TEXT COLLATE "C" NOT NULL
    usage_history: key_id TEXT COLLATE "C" NOT NULL REFERENCES api_key (key_id)
    usage_history: usage_date TEXT COLLATE "C" NOT NULL
    usage_history: endpoint TEXT COLLATE "C" NOT NULL
    usage_history: units BIGINT NOT NULL
    usage_history: requests BIGINT NOT NULL
    usage_history: PRIMARY KEY (key_id, usage_date, endpoint)
    offer: taken_by TEXT COLLATE "C"
    person: email TEXT COLLATE "C" NOT NULL
    charge: account_id TEXT COLLATE "C"
    charge: key_id TEXT COLLATE "C"
    charge: quota_window TEXT COLLATE "C"
    charge: unit_limit BIGINT
    charge: units BIGINT
    charge: charged_at TEXT COLLATE "C"
    charge: idempotency_key TEXT COLLATE "C"
    charge: request_sha256 TEXT COLLATE "C"
    charge: after TEXT COLLATE "C"
    charge_batch: batch_id TEXT COLLATE "C" PRIMARY KEY
    charge_batch: results JSONB NOT NULL
    charge_batch: written_at TIMESTAMPTZ NOT NULL DEFAULT now()
    CREATE UNIQUE INDEX one_account_an_email ON account (lower(email))
    CREATE UNIQUE INDEX one_person_an_email ON person (lower(email))
    CREATE INDEX invitation_of_email ON invitation (lower(email))
    CREATE INDEX sign_in_code_of_email ON sign_in_code (lower(email), created_at)
    CREATE INDEX charge_batch_by_time ON charge_batch (written_at)"
  `);
});

describe('a migration for PostgreSQL', () => {
  test('only adds to the tables', () => {
    const [, ...migrations] = filesOf('postgres');
    const breaking = migrations.map((file) =>
      breakingChanges(sql(`ledger/migrations/postgres/${file.slice(0, -4)}`)),
    );
    expect(breaking).toEqual(migrations.map(() => []));
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
