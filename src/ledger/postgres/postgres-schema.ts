import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { packageFile, sql } from '../../core/package-files.ts';
import { foreignLedger, newerLedger } from '../ledger-error.ts';
import { inTransaction } from './postgres-transaction.ts';

const FOLDER = 'ledger/migrations/postgres';
const MIGRATIONS = readdirSync(packageFile(`sql/${FOLDER}/`)).sort();
/** The lock of a migration: servers that start at the same time migrate once. */
const MIGRATION_LOCK = 4_172_000;

/**
 * Creates the tables, or brings them up to date, in one transaction.
 * @param place the address of the database, for messages
 * @throws AlirError `ledger_foreign`, `ledger_newer`
 */
export async function migrate(pool: pg.Pool, place: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const done = await schemaOf(client, place);
    if (done > MIGRATIONS.length) throw newerLedger(place, done, MIGRATIONS.length);
    if (done === MIGRATIONS.length) return;
    for (const file of MIGRATIONS.slice(done)) {
      await client.query(sql(`${FOLDER}/${file.replace(/\.sql$/, '')}`));
    }
    await client.query('UPDATE ledger_schema SET version = $1', [MIGRATIONS.length]);
  });
}

/** The number of migrations that the database has; 0 for an empty one. */
async function schemaOf(client: pg.PoolClient, place: string): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
  );
  if (rows.length === 0) return 0;
  if (!rows.some(({ name }) => name === 'ledger_schema')) {
    throw foreignLedger(place, 'has tables of another program');
  }
  const { rows: versions } = await client.query<{ version: number }>('SELECT version FROM ledger_schema');
  return versions[0]?.version ?? 0;
}
