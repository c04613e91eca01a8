import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { afterThisFile, afterThisTest } from './cleanups.ts';
import { connected, copyDatabase, createDatabase, dropDatabase } from './postgres.ts';
import { until } from './until.ts';

/** Whether the tests of this run use PostgreSQL: the project `postgres` runs the tests of accounts, billing, usage and the contract again. */
export const ON_POSTGRES = process.env.ALIR_TEST_LEDGER === 'postgres';

/** The seconds of a rate limit's window right after a request. PostgreSQL measures them by its own clock, which does not stand still. */
export const FULL_WINDOW_S: string = ON_POSTGRES ? expect.stringMatching(/^(60|[3-5]\d)$/) : '60';

/** Writes to one row that a test makes at the same time. PostgreSQL takes them one by one, and refuses what waits for longer than 2 seconds. */
export const AT_ONCE = ON_POSTGRES ? 12 : 64;

/** Repeats what a ledger refuses that is too busy, as callers do. */
export async function untilLedgerAnswers<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ledger_unavailable') throw error;
    }
  }
}

/** A server looks at its SQLite file for the writes of other processes after this time. */
const NOTICED_MS = 5;

/** Sums of the counters of an account. It is not the SQL of the meter. */
export interface CountedUnits {
  /** Of the account and of its keys, summed over all windows. */
  readonly account: number;
  readonly keys: number;
  /** Of the usage history, summed over all days. */
  readonly history: number;
  /** Keys whose history differs from their windows, or has a day with units and no requests, or the reverse. */
  readonly wrong_keys: number;
}

/** All its parameters are the account. */
export const COUNTED_UNITS = `SELECT
  (SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM account_usage WHERE account_id = ?) AS account,
  (SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM key_usage JOIN api_key USING (key_id) WHERE account_id = ?) AS keys,
  (SELECT CAST(coalesce(sum(units), 0) AS BIGINT) FROM usage_history JOIN api_key USING (key_id) WHERE account_id = ?) AS history,
  (SELECT count(*) FROM api_key WHERE account_id = ? AND (
    (SELECT coalesce(sum(units), 0) FROM key_usage WHERE key_usage.key_id = api_key.key_id)
      <> (SELECT coalesce(sum(units), 0) FROM usage_history WHERE usage_history.key_id = api_key.key_id)
    OR EXISTS (
      SELECT 1 FROM usage_history
      WHERE usage_history.key_id = api_key.key_id AND (units < requests OR requests < 0 OR (requests = 0 AND units <> 0))
    )
  )) AS wrong_keys`;

/** @returns the counters, without the history. @throws Error if the history does not add up to them */
export function withoutHistory({ history, wrong_keys, ...counted }: CountedUnits): {
  account: number;
  keys: number;
} {
  if (history === counted.account && Number(wrong_keys) === 0) return counted;
  throw new Error(
    `The usage history has ${history} units, and the account ${counted.account}; ${wrong_keys} keys differ`,
  );
}

/** An empty ledger in PostgreSQL. All tests of this process begin with a copy of it: making its tables takes several times longer. */
let empty_ledger: Promise<string> | undefined;

async function createEmptyLedger(server_url: string): Promise<string> {
  const url = await createDatabase(server_url);
  await (await PostgresLedger.open(url)).close();
  return url;
}

/** The ledger of a test: a SQLite file, or a PostgreSQL database. Its SQL is not that of Alir, and has a connection of its own. */
export class TestLedger {
  readonly #file: string;
  readonly #url: string;
  readonly #server_url: string;
  /** One connection for the queries of a test: opening one takes longer than most queries. */
  #connection: Promise<pg.Client> | undefined;
  #isReleased = false;
  readonly #opened = new Set<Ledger>();

  private constructor(file: string, url: string, server_url = '') {
    this.#file = file;
    this.#url = url;
    this.#server_url = server_url;
  }

  static async create(file: string): Promise<TestLedger> {
    const server_url = ON_POSTGRES ? inject('postgres_url') : null;
    if (server_url === null) return new TestLedger(file, '');
    empty_ledger ??= createEmptyLedger(server_url);
    const ledger = new TestLedger(file, await copyDatabase(server_url, await empty_ledger), server_url);
    afterThisFile(() => ledger.release());
    return ledger;
  }

  /** The settings with which Alir uses it. */
  get environment(): NodeJS.ProcessEnv {
    return { ALIR_LEDGER_URL: this.#url };
  }

  /** Opens it as one more process does. */
  async open(): Promise<Ledger> {
    const ledger = this.#url === '' ? new SqliteLedger(this.#file) : await PostgresLedger.open(this.#url);
    this.inform(ledger);
    return ledger;
  }

  /** From here on, `informed` waits for this ledger, too. */
  inform(ledger: Ledger): void {
    this.#opened.add(ledger);
  }

  /** Resolves when the opened ledgers know what other processes have written. */
  async informed(): Promise<void> {
    if (this.#url === '') return sleep(NOTICED_MS);
    const [{ change }] = await this.rows('SELECT change FROM ledger_change');
    await until('the servers know of the write', () =>
      [...this.#opened].every((ledger) => ledger.version() >= change),
    );
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
    const client = await this.#client();
    let count = 0;
    const numbered = sql.replace(/\?/g, () => `$${++count}`);
    return (await client.query(numbered, parameters)).rows;
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
      return this.informed();
    }
    const client = await this.#client();
    await client.query(sql);
    await client.query('UPDATE ledger_change SET change = change + 1');
    await client.query("SELECT pg_notify('alir_ledger', change::TEXT) FROM ledger_change");
    await this.informed();
  }

  /** The charged requests of an account in its usage history. */
  async requestsOf(account_id: string): Promise<number> {
    const [counted] = await this.rows(
      'SELECT CAST(coalesce(sum(requests), 0) AS BIGINT) AS requests FROM usage_history JOIN api_key USING (key_id) WHERE account_id = ?',
      account_id,
    );
    return counted.requests;
  }

  /** The counted units of an account and of its keys, summed over all windows. @throws Error if the history does not add up to them */
  async unitsOf(account_id: string): Promise<{ account: number; keys: number }> {
    return withoutHistory((await this.rows(COUNTED_UNITS, ...new Array(4).fill(account_id)))[0]);
  }

  /** Deletes the database, which has 14 MB. A test that opens many ledgers calls it for each; others need not. */
  async release(): Promise<void> {
    if (this.#url === '' || this.#isReleased) return;
    this.#isReleased = true;
    await this.#disconnect();
    await dropDatabase(this.#server_url, this.#url);
  }

  #client(): Promise<pg.Client> {
    if (!this.#connection) {
      this.#connection = connected(this.#url);
      afterThisTest(() => this.#disconnect());
    }
    return this.#connection;
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await (await connection)?.end();
  }
}
