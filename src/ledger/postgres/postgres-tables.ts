import pg from 'pg';
import { AlirError } from '../../core/errors.ts';
import {
  LEDGER_TABLE_NAMES,
  type LedgerRows,
  type LedgerTable,
  type LedgerTables,
  selectAll,
  type TableRow,
} from '../ledger-tables.ts';
import { postgresPlace } from './postgres-errors.ts';
import { PostgresLedger, types } from './postgres-ledger.ts';

const ROWS_PER_INSERT = 1000;

/** The tables of a PostgreSQL ledger that no server uses. */
export class PostgresTables implements LedgerTables {
  readonly path: string;
  readonly #client: pg.Client;

  /** @throws AlirError `server_running`, and the errors of PostgresLedger */
  static async open(url: string): Promise<PostgresTables> {
    // Brings the tables up to date.
    await (await PostgresLedger.open(url)).close();
    const client = new pg.Client({ connectionString: url, application_name: 'alir copy', types });
    await client.connect();
    try {
      await refuseServers(client, postgresPlace(url));
    } catch (error) {
      await client.end();
      throw error;
    }
    return new PostgresTables(postgresPlace(url), client);
  }

  private constructor(path: string, client: pg.Client) {
    this.path = path;
    this.#client = client;
  }

  read(): Promise<LedgerRows> {
    return this.#transaction(() => this.#rows());
  }

  async fill(rows: LedgerRows, check: (written: LedgerRows) => void): Promise<void> {
    await this.#transaction(async () => {
      await this.#client.query('SET CONSTRAINTS ALL DEFERRED');
      for (const table of LEDGER_TABLE_NAMES) {
        for (let start = 0; start < rows[table].length; start += ROWS_PER_INSERT) {
          await this.#insert(table, rows[table].slice(start, start + ROWS_PER_INSERT));
        }
      }
      check(await this.#rows());
    });
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #insert(table: LedgerTable, rows: readonly TableRow[]): Promise<void> {
    const text = JSON.stringify(rows.map(withHexadecimal));
    await this.#client.query(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [text],
    );
  }

  async #rows(): Promise<LedgerRows> {
    const rows: Partial<Record<LedgerTable, TableRow[]>> = {};
    for (const table of LEDGER_TABLE_NAMES) rows[table] = (await this.#client.query(selectAll(table))).rows;
    return rows as LedgerRows;
  }

  async #transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      const result = await work();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}

/** A server writes charges, which a copy would lack. */
async function refuseServers(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ servers: number }>(
    "SELECT count(*) AS servers FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'alir changes'",
  );
  const servers = rows[0]?.servers ?? 0;
  if (servers === 0) return;
  throw new AlirError(
    'server_running',
    `${servers} running Alir processes use ${place}. Stop all servers first.`,
  );
}

/** PostgreSQL reads the bytes of a text that begins with \x. */
function withHexadecimal(row: TableRow): TableRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
}
