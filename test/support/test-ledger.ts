import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { PostgresLedger } from '../../src/ledger/postgres-ledger.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { connected, createDatabase } from './postgres.ts';

/** Whether the tests of this run use PostgreSQL: the project `postgres` runs the tests of accounts, billing, usage and the contract again. */
export const ON_POSTGRES = process.env.ALIR_TEST_LEDGER === 'postgres';

/** Servers learn of a write by a notification. */
const NOTIFIED_MS = 200;

/** The counted units of an account and of its keys, summed over all windows. Both parameters are the account. It is not the SQL of the meter. */
export const COUNTED_UNITS = `SELECT
  (SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM account_usage WHERE account_id = ?) AS account,
  (SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM key_usage JOIN api_key USING (key_id) WHERE account_id = ?) AS keys`;

/** The ledger of a test: a SQLite file, or a PostgreSQL database. Its SQL is not that of Alir, and has a connection of its own. */
export class TestLedger {
  readonly #file: string;
  readonly #url: string;

  private constructor(file: string, url: string) {
    this.#file = file;
    this.#url = url;
  }

  static async create(file: string): Promise<TestLedger> {
    const server_url = ON_POSTGRES ? inject('postgres_url') : null;
    return new TestLedger(file, server_url === null ? '' : await createDatabase(server_url));
  }

  /** The settings with which Alir uses it. */
  get environment(): NodeJS.ProcessEnv {
    return { ALIR_LEDGER_URL: this.#url };
  }

  /** Opens it as one more process does. */
  async open(): Promise<Ledger> {
    return this.#url === '' ? new SqliteLedger(this.#file) : PostgresLedger.open(this.#url);
  }

  /** @param sql with `?` for each parameter */
  async rows(sql: string, ...parameters: unknown[]): Promise<any[]> {
    if (this.#url === '') {
      const db = new Database(this.#file, { readonly: true });
      try {
        return db.prepare(sql).all(...parameters);
      } finally {
        db.close();
      }
    }
    const client = await connected(this.#url);
    try {
      let count = 0;
      return (
        await client.query(
          sql.replace(/\?/g, () => `$${++count}`),
          parameters,
        )
      ).rows;
    } finally {
      await client.end();
    }
  }

  /** Writes as another process does. Resolves when servers know. */
  async write(sql: string): Promise<void> {
    if (this.#url === '') {
      const db = new Database(this.#file);
      try {
        db.exec(sql);
      } finally {
        db.close();
      }
      await sleep(5);
      return;
    }
    const client = await connected(this.#url);
    try {
      await client.query(sql);
      await client.query('UPDATE ledger_change SET change = change + 1');
      await client.query("SELECT pg_notify('alir_ledger', change::TEXT) FROM ledger_change");
    } finally {
      await client.end();
    }
    await sleep(NOTIFIED_MS);
  }

  /** The counted units of an account and of its keys, summed over all windows. */
  async unitsOf(account_id: string): Promise<{ account: number; keys: number }> {
    return (await this.rows(COUNTED_UNITS, account_id, account_id))[0];
  }
}
