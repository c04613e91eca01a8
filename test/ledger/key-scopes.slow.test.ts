import { readdirSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { sql } from '../../src/core/package-files.ts';
import { PostgresLedger } from '../../src/ledger/postgres-ledger.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { temporaryFolder } from '../support/alir.ts';
import { connected, createDatabase } from '../support/postgres.ts';

const server_url = inject('postgres_url') ?? '';

/** The migrations before keys had scopes. */
function earlierMigrations(dialect: 'sqlite' | 'postgres'): string[] {
  const folder = `ledger/migrations/${dialect}`;
  const names = readdirSync(new URL(`../../sql/${folder}/`, import.meta.url)).sort();
  const count = names.findIndex((name) => name.endsWith('_key_scopes.sql'));
  return names.slice(0, count).map((name) => sql(`${folder}/${name.replace(/\.sql$/, '')}`));
}

/** Keys as the previous version inserts them. */
const ACCOUNT =
  "INSERT INTO account (account_id, email, plan, period_start, created_at) VALUES ('a', 'a@b.c', 'free', 't', 't')";
const keyOf = (name: string, kind: string, bytes: string) =>
  `INSERT INTO api_key (key_id, account_id, name, kind, sha256, masked, created_at) VALUES ('${name}', 'a', '${name}', '${kind}', ${bytes}, 'm', 't')`;

const TERMS = 'SELECT key_id, scopes, expires_at, allowed_ips FROM api_key ORDER BY key_id';
const unlimited = (key_id: string, scopes: string) => ({
  key_id,
  scopes,
  expires_at: null,
  allowed_ips: null,
});
const EXPECTED = [unlimited('k1', 'data,account'), unlimited('k2', 'data'), unlimited('k3', 'data')];

describe('keys of the previous version keep what they permitted, and its new keys can only read data', () => {
  test('in SQLite', async () => {
    const path = `${await temporaryFolder()}/ledger.sqlite`;
    const db = new Database(path);
    const earlier = earlierMigrations('sqlite');
    for (const text of earlier) db.exec(text);
    db.pragma(`user_version = ${earlier.length}`);
    db.exec(`${ACCOUNT};${keyOf('k1', 'api', "x'01'")};${keyOf('k2', 'mcp', "x'02'")}`);
    await new SqliteLedger(path).close();
    db.exec(keyOf('k3', 'api', "x'03'"));
    expect(db.prepare(TERMS).all()).toEqual(EXPECTED);
    db.close();
  });

  test.skipIf(server_url === '')('in PostgreSQL', async () => {
    const url = await createDatabase(server_url);
    const client = await connected(url);
    const earlier = earlierMigrations('postgres');
    for (const text of earlier) await client.query(text);
    await client.query('UPDATE ledger_schema SET version = $1', [earlier.length]);
    await client.query(`${ACCOUNT};${keyOf('k1', 'api', "'\\x01'")};${keyOf('k2', 'mcp', "'\\x02'")}`);
    await (await PostgresLedger.open(url)).close();
    await client.query(keyOf('k3', 'api', "'\\x03'"));
    expect((await client.query(TERMS)).rows).toEqual(EXPECTED);
    await client.end();
  });
});
