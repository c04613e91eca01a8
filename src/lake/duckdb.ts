import {
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  listValue,
  structValue,
} from '@duckdb/node-api';
import { epochDay, type IsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';

export interface DuckSettings {
  /** The only folders, besides the temporary one, that its queries can read or write. */
  readonly folders: readonly string[];
  readonly memory_limit_mb: number;
  readonly threads: number;
  /** Where a query that outgrows its memory may spill; without it, such a query fails. */
  readonly spill?: { readonly folder: string; readonly limit_mb: number };
}

type Parameter = string | number | Date | readonly string[] | Readonly<Record<string, string>>;
export type Parameters = Readonly<Record<string, Parameter>>;
/** Integers come as bigint (BIGINT, HUGEINT) or number (INTEGER and smaller), text as string. */
export type Row = Readonly<Record<string, DuckDBValue>>;

/** An in-memory DuckDB that can reach nothing but the folders it was given: no network, no extensions, no other file. */
export class Duck {
  readonly #instance: DuckDBInstance;
  readonly #connections = new Set<DuckConnection>();

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async open(settings: DuckSettings): Promise<Duck> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(settings.threads),
      memory_limit: `${settings.memory_limit_mb}MB`,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      allow_persistent_secrets: 'false',
    });
    const duck = new Duck(instance);
    const connection = await duck.connect();
    const spill = settings.spill;
    await connection.run(`SET temp_directory = ${quoted(spill?.folder ?? '')}`);
    if (spill) await connection.run(`SET max_temp_directory_size = '${spill.limit_mb}MB'`);
    const reachable = [...settings.folders, ...(spill ? [spill.folder] : [])].map(quoted).join(', ');
    await connection.run(`SET allowed_directories = [${reachable}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return duck;
  }

  /** A connection runs one query at a time: whoever shares it must wait for its turn. */
  async connect(): Promise<DuckConnection> {
    const connection: DuckConnection = new DuckConnection(await this.#instance.connect(), () =>
      this.#connections.delete(connection),
    );
    this.#connections.add(connection);
    return connection;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#instance.closeSync();
  }
}

export class DuckConnection {
  readonly #connection: DuckDBConnection;
  readonly #onClose: () => void;

  constructor(connection: DuckDBConnection, onClose: () => void) {
    this.#connection = connection;
    this.#onClose = onClose;
  }

  async run(sql: string, parameters: Parameters = {}): Promise<void> {
    await this.#connection.run(sql, duckValues(parameters));
  }

  async rows(sql: string, parameters: Parameters = {}): Promise<Row[]> {
    const reader = await this.#connection.runAndReadAll(sql, duckValues(parameters));
    return reader.getRowObjects();
  }

  /** The only row of a question that always has one. */
  async row(sql: string, parameters: Parameters = {}): Promise<Row> {
    const [row] = await this.rows(sql, parameters);
    if (!row) throw new Error(`No row came back from: ${sql}`);
    return row;
  }

  /** Interrupts what runs on this connection when it takes too long. @throws AlirError `query_timeout` */
  async withTimeout<Result>(timeout_ms: number, work: () => Promise<Result>): Promise<Result> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#connection.interrupt();
    }, timeout_ms);
    try {
      return await work();
    } catch (error) {
      if (!isLate) throw error;
      throw new AlirError('query_timeout', 'The data took too long to read. Try again shortly.', {
        retry_after_s: 5,
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async prepare(sql: string): Promise<DuckStatement> {
    return new DuckStatement(await this.#connection.prepare(sql));
  }

  /** `path` comes from configuration and the manifest; ATTACH takes no parameters. */
  async attach(path: string, catalog: string, mode: 'read_only' | 'read_write'): Promise<void> {
    await this.run(`ATTACH ${quoted(path)} AS "${catalog}" (${mode})`);
  }

  /** Names without a catalog mean this one from here on. */
  async use(catalog: string): Promise<void> {
    await this.run(`USE "${catalog}"`);
  }

  async detach(catalog: string): Promise<void> {
    await this.run(`DETACH "${catalog}"`);
  }

  close(): void {
    this.#onClose();
    this.#connection.closeSync();
  }
}

export class DuckStatement {
  readonly #statement: DuckDBPreparedStatement;

  constructor(statement: DuckDBPreparedStatement) {
    this.#statement = statement;
  }

  async rows(parameters: Parameters): Promise<Row[]> {
    this.#statement.bind(duckValues(parameters));
    return (await this.#statement.runAndReadAll()).getRowObjects();
  }

  close(): void {
    this.#statement.destroySync();
  }
}

/** A day as a parameter of type DATE. */
export function day(date: IsoDate): Date {
  return new Date(epochDay(date) * 86_400_000);
}

function duckValues(parameters: Parameters): Record<string, DuckDBValue> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, duckValue(value)]));
}

function duckValue(value: Parameter): DuckDBValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return new DuckDBDateValue(value.getTime() / 86_400_000);
  if (isList(value)) return listValue(value);
  return structValue(value);
}

function isList(value: Exclude<Parameter, string | number | Date>): value is readonly string[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
