import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ledgerSql, numbered } from '../../src/ledger/dialect.ts';
import type { QueryName } from '../../src/ledger/queries.ts';

const FILES = readdirSync(new URL('../../sql/ledger/', import.meta.url)).filter((name) =>
  name.endsWith('.sql'),
);
/** What only the SQLite ledger does. */
const SQLITE_ONLY = ['copy_ledger', 'count_usage', 'schema_objects', 'usage_series'];

describe('a query', () => {
  test('has one file, or one for each engine', () => {
    const ofBoth = FILES.filter((name) => /^\w+\.sql$/.test(name)).map((name) => name.slice(0, -4));
    const [ofSqlite, ofPostgres] = ['sqlite', 'postgres'].map((dialect) =>
      FILES.filter((name) => name.endsWith(`.${dialect}.sql`)).map((name) => name.split('.')[0] ?? ''),
    );
    expect(ofSqlite?.filter((name) => !SQLITE_ONLY.includes(name))).toEqual(ofPostgres);
    expect(ofBoth.filter((name) => ofSqlite?.includes(name))).toEqual([]);
  });

  test('has the same parameters in the texts of both engines', () => {
    const ofPostgres = FILES.filter((name) => name.endsWith('.postgres.sql'));
    for (const name of ofPostgres.map((file) => file.split('.')[0] as QueryName)) {
      const [sqlite, postgres] = (['sqlite', 'postgres'] as const).map((engine) =>
        numbered(ledgerSql(name, engine)).names.toSorted(),
      );
      expect([name, postgres]).toEqual([name, sqlite]);
    }
  });

  test('differs between the engines in these lines only', async () => {
    const linesOf = (name: QueryName, engine: 'sqlite' | 'postgres') =>
      ledgerSql(name, engine)
        .replace(/ *--.*/g, '')
        .split('\n')
        .filter((line) => line !== '');
    const names = FILES.filter((name) => name.endsWith('.postgres.sql')).map((file) => file.split('.')[0]);
    const differences = (names as QueryName[]).flatMap((name) => {
      const [sqlite, postgres] = [linesOf(name, 'sqlite'), linesOf(name, 'postgres')];
      return [
        name,
        ...sqlite.filter((line) => !postgres.includes(line)).map((line) => `sqlite   ${line}`),
        ...postgres.filter((line) => !sqlite.includes(line)).map((line) => `postgres ${line}`),
        '',
      ];
    });
    await expect(differences.join('\n')).toMatchFileSnapshot('query-differences.txt');
  });

  test('is read in the text of the engine', () => {
    expect(ledgerSql('days_around', 'sqlite')).toContain("date(:trade_date, '-30 days')");
    expect(ledgerSql('days_around', 'postgres')).toContain('to_char(');
    expect(ledgerSql('account', 'postgres')).toBe(ledgerSql('account', 'sqlite'));
  });
});

describe('named parameters', () => {
  test('get a number for each name', () => {
    expect(numbered('SELECT :a, :b_c, :a WHERE x=:d2;')).toEqual({
      text: 'SELECT $1, $2, $1 WHERE x=$3;',
      names: ['a', 'b_c', 'd2'],
    });
  });

  test.each([
    '-- of :a',
    '/* of\n:a */',
    "SELECT ':a', 'it''s :a'",
    'SELECT ":a"',
    'SELECT x::text, 1::bigint',
  ])('are not found in %j', (text) => {
    expect(numbered(text)).toEqual({ text, names: [] });
  });

  test('are found after a comment, a literal and a cast', () => {
    expect(numbered("-- it's :a\nSELECT ':a', :b::text, :c")).toEqual({
      text: "-- it's :a\nSELECT ':a', $1::text, $2",
      names: ['b', 'c'],
    });
  });
});
