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
