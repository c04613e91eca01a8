import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyLedger, typesOfQueries } from '../../scripts/query-types.ts';
import { ledgerSql } from '../../src/ledger/dialect.ts';
import { LEDGER_TABLE_NAMES } from '../../src/ledger/ledger-tables.ts';
import type { QueryName } from '../../src/ledger/queries.ts';

// What each query finds and changes in a small ledger. It has rows of several accounts, in another order than the promised one, and rows at
// the edges of times. Times are t0 to t9. `-` is NULL, `+` a space, and `;` the end of a line.

const textOf = (name: string) => readFileSync(new URL(`query-results/${name}.txt`, import.meta.url), 'utf8');

/** For each table its columns, and a line for each row. Other columns get any value. */
const ROWS = textOf('rows');

/** A query, its parameters, and the values of some columns of the rows that it finds. */
const FOUND = textOf('found');

/** A query, its parameters, and the values that it changes: `+` and `-` before the key of a row that is added or deleted. */
const CHANGED = textOf('changed');

type Row = Record<string, unknown>;
const ledger = emptyLedger();
const { db } = ledger;
const types = typesOfQueries(ledger);
beforeAll(() => {
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
  for (const block of ROWS.trim().split('\n\n')) fill(...(block.split('\n') as [string]));
});

const columnsOf = (table: string) =>
  db.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
    dflt_value: unknown;
  }[];

function fill(heading: string, ...lines: string[]): void {
  const [table = '', ...named] = heading.split(' ');
  const columns = columnsOf(table).filter(
    ({ name, notnull, dflt_value }) => named.includes(name) || (notnull && dflt_value === null),
  );
  const names = columns.map(({ name }) => name);
  const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`);
  for (const line of lines) {
    const given = line.split(' ');
    const any = (type: string) => (type === 'INTEGER' ? '0' : 'any');
    const value = (name: string, type: string) => given[named.indexOf(name)] ?? any(type);
    insert.run(columns.map(({ name, type, notnull }) => sqlValue(value(name, type), type, notnull === 0)));
  }
}

function sqlValue(text: string, type: string | undefined, nullable = true): unknown {
  if (text === '-') return nullable ? null : '';
  if (type === 'INTEGER') return Number(text);
  return type === 'BLOB' ? Buffer.from(text) : text.replaceAll('+', ' ').replaceAll(';', '\n');
}

/** @returns a query with the values of its parameters, and what is expected of it */
function parsed(line: string) {
  const [asked = '', expected = ''] = line.split(' -> ');
  const [name, ...given] = asked.split(' ') as [QueryName];
  const parameters = types.get(name)?.parameters ?? {};
  const values = given.map((each: string) => {
    const [parameter = '', text = ''] = each.split('=');
    return [parameter, sqlValue(text, parameters[parameter]?.type)];
  });
  return {
    name,
    statement: db.prepare(ledgerSql(name, 'sqlite')),
    values: Object.fromEntries(values),
    expected,
    row: types.get(name)?.row ?? {},
  };
}

const IN_ANY_ORDER: readonly QueryName[] = [
  'account_facts',
  'accounts_with_email_event',
  'days_around',
  'money_differences',
  'official_results_at',
  'webhooks_for_event',
];
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** The rows of a query, on an engine that reads tables from their end where a query promises no order. */
function inReverse(name: QueryName, values: Row): unknown[] {
  db.pragma('reverse_unordered_selects = ON');
  try {
    return db.prepare(ledgerSql(name, 'sqlite')).all(values);
  } finally {
    db.pragma('reverse_unordered_selects = OFF');
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const shown = (value: unknown) => String(value ?? '-');

/** All rows by their table and key. */
function rowsByKey(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const table of LEDGER_TABLE_NAMES) {
    const keys = columnsOf(table).filter(({ pk }) => pk > 0);
    const names =
      table === 'usage_history' ? ['key_id', 'usage_date', 'endpoint'] : keys.map(({ name }) => name);
    for (const row of db.prepare(`SELECT * FROM ${table}`).all() as Row[]) {
      const { ...rest } = row;
      for (const name of names) delete rest[name];
      rows.set(`${table} ${names.map((name) => shown(row[name])).join(' ')}`, rest);
    }
  }
  return rows;
}

function changesBetween(before: Map<string, Row>, after: Map<string, Row>): string {
  const listed = (key: string, values: [string, unknown][]) =>
    [key, ...values.map(([name, value]) => `${name}=${shown(value)}`)].join(' ');
  const changes = [...before].flatMap(([key, old]) => {
    const row = after.get(key);
    if (!row) return [`- ${key}`];
    const changed = Object.entries(row).filter(([name, value]) => shown(value) !== shown(old[name]));
    return changed.length === 0 ? [] : [listed(key, changed)];
  });
  for (const [key, row] of after) {
    if (!before.has(key))
      changes.push(
        listed(
          `+ ${key}`,
          Object.entries(row).filter(([, value]) => value !== null),
        ),
      );
  }
  return changes.join(' | ') || 'none';
}

/** Without the order of the columns. */
const inAnyOrder = (changes: string) =>
  changes
    .split(' | ')
    .map((change) => change.split(' ').toSorted().join(' '))
    .join(' | ');

const TYPES: Record<string, string> = { string: 'TEXT', number: 'INTEGER', object: 'BLOB' };

describe('a query finds', () => {
  test.each(linesOf(FOUND))('%s', (line) => {
    const { name, statement, values, expected, row } = parsed(line);
    const [names = '', rows] = expected.split(':') as [string, string];
    const found = statement.all(values) as Row[];
    const values_of = (row: Row) => names.split(',').map((name) => shown(row[name]));
    expect(found.map((row) => values_of(row).join()).join(' ')).toBe(rows.trim());
    const reversed = inReverse(name, values);
    const isOrdered = !IN_ANY_ORDER.includes(name);
    expect(isOrdered ? reversed : sorted(reversed)).toEqual(isOrdered ? found : sorted(found));
    for (const [column, value] of found.flatMap(Object.entries)) {
      expect(row[column]).toMatchObject(value === null ? { nullable: true } : { type: TYPES[typeof value] });
    }
  });
});

describe('a query changes', () => {
  test.each(linesOf(CHANGED))('%s', (line) => {
    const { statement, values, expected } = parsed(line);
    const before = rowsByKey();
    db.exec('SAVEPOINT before');
    try {
      if (statement.reader) statement.all(values);
      else statement.run(values);
      expect(inAnyOrder(changesBetween(before, rowsByKey()))).toBe(inAnyOrder(expected));
    } finally {
      db.exec('ROLLBACK TO before; RELEASE before');
    }
  });
});

/** The lists that have the newest rows only, with a table that is filled with more of them. */
test.each([
  ['orders_of_account', 200, 'billing_order order_id account_id provider created_at', 'account_id=all'],
  ['newest_checkouts', 100, 'billing_order order_id account_id provider created_at', 'provider=all since=0'],
  ['invoices_of_account', 200, 'invoice invoice_id number kind sequence account_id', 'account_id=all'],
])('%s has the newest %i rows', (name, count, heading, given) => {
  db.exec('SAVEPOINT before');
  try {
    const [table] = heading.split(' ');
    const rows = Array.from({ length: count + 1 }, (_, place) =>
      table === 'invoice'
        ? `${1000 + place} number${place} all ${place} all`
        : `order${place} all all t${1000 + place}`,
    );
    fill(heading, ...rows);
    const { statement, values } = parsed(`${name} ${given} -> `);
    const found = statement.all(values) as Row[];
    const { order_id, invoice_id } = found[0] ?? {};
    expect([found.length, order_id ?? invoice_id]).toEqual([
      count,
      table === 'invoice' ? 1000 + count : `order${count}`,
    ]);
  } finally {
    db.exec('ROLLBACK TO before; RELEASE before');
  }
});
