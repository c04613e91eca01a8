import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Columns } from '../../src/ledger/columns.ts';
import { ledgerSql } from '../../src/ledger/dialect.ts';
import { QUERIES, type QueryName } from '../../src/ledger/queries.ts';
import { Database, type SqliteDatabase } from '../../src/ledger/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { afterThisFile, folderOfThisFile } from '../support/alir.ts';

const SQL_FOLDER = new URL('../../sql/ledger/', import.meta.url);
const SRC = join(import.meta.dirname, '../../src');
const NAMES = Object.keys(QUERIES) as QueryName[];

let ledger: SqliteLedger;
let db: SqliteDatabase;
beforeAll(async () => {
  const path = `${await folderOfThisFile()}/ledger.sqlite`;
  ledger = new SqliteLedger(path);
  db = new Database(path, { readonly: true });
  afterThisFile(async () => {
    db.close();
    await ledger.close();
  });
});

function parametersIn(query: string): string[] {
  const withoutComments = query.replace(/--.*$/gm, '');
  return [...new Set([...withoutComments.matchAll(/:([a-z]\w*)/g)].map(([, name = '']) => name))];
}

/** What the tables declare of a column: its type, and whether it may be null. */
function declared(table: string, column: string): { type: string; nullable: boolean } {
  const columns = db.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }[];
  const found = columns.find(({ name }) => name === column);
  if (!found) throw new Error(`${table} has no column ${column}`);
  return { type: found.type, nullable: found.notnull === 0 && found.pk === 0 };
}

describe('the map of queries', () => {
  test('has an entry for every file of sql/ledger, and a file for every entry', () => {
    const files = readdirSync(SQL_FOLDER).filter((name) => name.endsWith('.sql'));
    const named = new Set(files.map((name) => name.replace(/(\.sqlite|\.postgres)?\.sql$/, '')));
    expect(NAMES.toSorted()).toEqual([...named].toSorted());
  });

  test.each(NAMES)('names the parameters and the columns of %s', (name) => {
    const text = ledgerSql(name, 'sqlite');
    const statement = db.prepare(text);
    const { parameters, columns }: { parameters: Columns; columns: Columns | null } = QUERIES[name];
    expect(Object.keys(parameters).toSorted()).toEqual(parametersIn(text).toSorted());
    if (!statement.reader) {
      expect(columns).toBeNull();
      return;
    }
    const returned = statement.columns();
    expect(Object.keys(columns ?? {}).toSorted()).toEqual(returned.map(({ name }) => name).toSorted());
    for (const { name, table, column } of returned) {
      // An expression has no declared type.
      if (table === null || column === null || table === 'sqlite_schema') continue;
      const { type, nullable } = columns?.[name] ?? {};
      expect([name, { type, nullable }]).toEqual([name, declared(table, column)]);
    }
  });

  test('rejects unknown names, parameters and values at compile time', () => {
    const unused = async () => {
      // @ts-expect-error there is no such query
      await ledger.get('ordr', { order_id: '1' });
      // @ts-expect-error there is no such parameter
      await ledger.get('order', { id: '1' });
      // @ts-expect-error the parameter is missing
      await ledger.get('order');
      // @ts-expect-error there is no such column
      (await ledger.get('order', { order_id: '1' }))?.payed_at;
      // @ts-expect-error a write without rows returns no row
      await ledger.all('retry_order', { order_id: '1' });
      // @ts-expect-error there is no such state
      await ledger.run('settle_order', { order_id: '1', state: 'done', reason: null, settled_at: '' });
    };
    expect(unused).toBeTypeOf('function');
  });
});

describe('each table', () => {
  const CHARGES = join('commerce', 'usage', 'charges.ts');
  /** The files that run a query, by its name. */
  const filesThatRun = (() => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const texts = files.map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
    return (name: QueryName) =>
      texts
        .filter(({ text }) => new RegExp(`(?:\\.(?:get|run|countAll)|\\bcount)\\(\\s*'${name}'`).test(text))
        // It writes what this file asks it to.
        .map(({ file }) => (file === join('ledger', 'sqlite-charges.ts') ? CHARGES : file));
  })();

  function writersByTable(place: (file: string) => string): Map<string, Set<string>> {
    const writers = new Map<string, Set<string>>();
    for (const name of NAMES) {
      const [, table] = /^(?:INSERT INTO|UPDATE) (\w+)/m.exec(ledgerSql(name, 'sqlite')) ?? [];
      if (table === undefined) continue;
      const places = writers.get(table) ?? new Set();
      for (const file of filesThatRun(name)) places.add(place(file));
      writers.set(table, places);
    }
    return writers;
  }

  test('is written by one folder', () => {
    const writers = writersByTable(dirname);
    expect(writers.size).toBeGreaterThan(10);
    expect([...writers].filter(([, folders]) => folders.size !== 1)).toEqual([]);
  });

  test('of subscriptions is written by one file', () => {
    const WRITES = /^(?:INSERT INTO|UPDATE) (?:account|subscription_change)\b[\s\S]*\bperiod_end\b/m;
    const writes = NAMES.filter((name) => WRITES.test(ledgerSql(name, 'sqlite')));
    expect(writes).toEqual(['create_account', 'change_subscription', 'record_subscription_change']);
    const files = new Set(writes.flatMap(filesThatRun));
    expect([...files]).toEqual([join('commerce', 'accounts', 'subscriptions.ts')]);
  });
});
