import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyLedger, generatedQueries, typesOf, typesOfQueries } from '../../scripts/query-types.ts';
import { ledgerSql } from '../../src/ledger/dialect.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { QueryName } from '../../src/ledger/queries.ts';
import { folderOf } from '../support/layout.ts';

const SRC = join(import.meta.dirname, '../../src');
const EMPTY = emptyLedger();
const NAMES = [...typesOfQueries(EMPTY).keys()];

declare const ledger: Ledger;

describe('the types of queries', () => {
  test('are those of the SQL files and the tables; to renew them, enter: npm run queries', async () => {
    await expect(generatedQueries(EMPTY)).toMatchFileSnapshot('../../src/ledger/queries.generated.ts');
  });

  const TEXT = { type: 'TEXT', nullable: false };
  const OPTIONAL_TEXT = { type: 'TEXT', nullable: true };
  const INTEGER = { type: 'INTEGER', nullable: false };

  test.each([
    {
      sql: 'SELECT trade_date, value, published_at, state FROM publication WHERE published_at < :before LIMIT :limit',
      parameters: { before: TEXT, limit: INTEGER },
      row: {
        trade_date: TEXT,
        value: INTEGER,
        published_at: OPTIONAL_TEXT,
        state: { ...TEXT, values: "'intended' | 'published' | 'replaced' | 'abandoned'" },
      },
    },
    {
      sql: 'SELECT event.kind, url FROM event LEFT JOIN webhook ON webhook.account_id = event.account_id',
      parameters: {},
      row: { kind: { ...TEXT, values: 'EventKind' }, url: OPTIONAL_TEXT },
    },
    {
      sql: 'UPDATE api_key SET name = :name, expires_at = :until WHERE sha256 = :hash AND expires_at > :now RETURNING revoked_at',
      parameters: { name: TEXT, until: OPTIONAL_TEXT, hash: { type: 'BLOB', nullable: false }, now: TEXT },
      row: { revoked_at: OPTIONAL_TEXT },
    },
    {
      sql: 'INSERT INTO notice_settings (account_id, email_events) VALUES (:account_id, :email_events)',
      parameters: { account_id: TEXT, email_events: OPTIONAL_TEXT },
      row: null,
    },
    {
      sql: "-- :kind TEXT NOT NULL EventKind\n-- result found INTEGER NOT NULL\nSELECT instr(:kind, 'a') AS found",
      parameters: { kind: { ...TEXT, values: 'EventKind' } },
      row: { found: INTEGER },
    },
  ])('$sql', ({ sql, parameters, row }) => {
    expect(typesOf('a_query', `${sql};`, EMPTY)).toEqual({ parameters, row });
  });

  test('are asked for where they cannot be derived', () => {
    const query =
      'SELECT max(units) AS most, (SELECT email FROM person) AS email FROM offer WHERE 1 < :least;';
    expect(() => typesOf('a_query', query, EMPTY)).toThrow(
      'Add to the query a_query:\n-- :least TYPE\n-- result most TYPE\n-- result email TYPE',
    );
    expect(() => typesOf('a_query', '-- :now TEXT\nSELECT plan FROM account;', EMPTY)).toThrow(
      'The query a_query does not have :now',
    );
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
  const CHARGES = join('commerce', 'accounts', 'quota', 'charges.ts');
  /** The files that run each query. */
  const runners = new Map<string, string[]>();
  for (const path of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    // It writes what the charges ask it to.
    const file = path === join('ledger', 'sqlite', 'sqlite-charges.ts') ? CHARGES : path;
    const calls = readFileSync(join(SRC, path), 'utf8').matchAll(
      /(?:\.(?:get|run|countAll)|\bcount)\(\s*'(\w+)'/g,
    );
    for (const [, name = ''] of calls) runners.set(name, [...(runners.get(name) ?? []), file]);
  }
  const filesThatRun = (name: QueryName) => runners.get(name) ?? [];

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
    const writers = writersByTable(folderOf);
    expect(writers.size).toBeGreaterThan(10);
    expect([...writers].filter(([, folders]) => folders.size !== 1)).toEqual([]);
  });

  test('of subscriptions is written by one file', () => {
    const WRITES = /^(?:INSERT INTO|UPDATE) (?:account|subscription_change)\b[\s\S]*\bperiod_end\b/m;
    const writes = NAMES.filter((name) => WRITES.test(ledgerSql(name, 'sqlite')));
    expect(writes).toEqual(['change_subscription', 'create_account', 'record_subscription_change']);
    const files = new Set(writes.flatMap(filesThatRun));
    expect([...files]).toEqual([join('commerce', 'accounts', 'subscriptions.ts')]);
  });
});
