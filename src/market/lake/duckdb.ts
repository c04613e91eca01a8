import { createRequire } from 'node:module';
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import { once } from '../../core/once.ts';
import { BYTES_OF_TYPE, isFixedType, type Vector, type VectorChunk } from '../../core/vectors.ts';

export interface DuckSettings {
  /** The only folders, besides the temporary folder, that queries can read or write. */
  readonly folders: readonly string[];
  readonly memory_limit_mb: number;
  readonly threads: number;
  /** Where a query may spill when it exceeds its memory. Without it, such a query fails. */
  readonly spill?: { readonly folder: string; readonly limit_mb: number };
  /** Whether the first connection reports the progress of a query. */
  readonly reports_progress?: boolean;
}

/** A column of a query, with its type as DuckDB writes it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Some rows, column by column. */
export interface TextChunk {
  readonly rows: number;
  readonly columns: readonly (readonly (string | null)[])[];
}

type Parameter = string | number | readonly string[] | Readonly<Record<string, string>>;
export type Parameters = Readonly<Record<string, Parameter>>;
/** Integers come as bigint (BIGINT, HUGEINT) or number (INTEGER and smaller), text as string. */
export type Row = Readonly<Record<string, DuckDBValue>>;

const require = createRequire(import.meta.url);

/**
 * Loads the DuckDB library on first use. It is large: a command that opens no Duck starts in less time without it. `import` would take
 * 0.1 s longer, because Node parses each CommonJS file of the package to find the names of its exports.
 */
const engine = once(() => ({
  api: require('@duckdb/node-api') as typeof import('@duckdb/node-api'),
  bindings: require('@duckdb/node-bindings') as typeof import('@duckdb/node-bindings'),
}));

/** The version of the DuckDB library, such as `v1.5.6`. */
export function duckdbVersion(): string {
  return engine().api.version();
}

/** An in-memory DuckDB that can access only the given folders: no network, no extensions, no other files. */
export class Duck {
  readonly #instance: DuckDBInstance;
  readonly #connections = new Set<DuckConnection>();
  /** The connection used for the setup, until a caller takes it: some settings apply to one connection only. */
  #first: DuckConnection | undefined;

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async open(settings: DuckSettings): Promise<Duck> {
    const instance = await engine().api.DuckDBInstance.create(':memory:', {
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
    if (settings.reports_progress) {
      await connection.run('SET enable_progress_bar = true');
      await connection.run('SET enable_progress_bar_print = false');
      await connection.run('SET progress_bar_time = 0');
    }
    const reachable = [...settings.folders, ...(spill ? [spill.folder] : [])].map(quoted).join(', ');
    await connection.run(`SET allowed_directories = [${reachable}]`);
    // A cached file could be used after another one replaced it.
    await connection.run('SET enable_external_file_cache = false');
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    duck.#first = connection;
    return duck;
  }

  /** A connection runs one query at a time. Callers that share it must take turns. */
  async connect(): Promise<DuckConnection> {
    const first = this.#first;
    this.#first = undefined;
    if (first) return first;
    const connected = await this.#instance.connect();
    const connection: DuckConnection = new DuckConnection(connected, () =>
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

  /** DuckDB plans a statement with parameters twice: when it is prepared, and again when it is run. */
  async run(sql: string, parameters?: Parameters): Promise<void> {
    if (!parameters) await this.#connection.run(sql);
    else await this.#connection.run(sql, duckValues(parameters), listTypes(parameters));
  }

  async rows(sql: string, parameters?: Parameters): Promise<Row[]> {
    const values = parameters && duckValues(parameters);
    const reader = await this.#connection.runAndReadAll(sql, values);
    return reader.getRowObjects();
  }

  /** The row of a query that always returns exactly one. */
  async row(sql: string, parameters?: Parameters): Promise<Row> {
    const [row] = await this.rows(sql, parameters);
    if (!row) throw new Error(`The query returned no row: ${sql}`);
    return row;
  }

  /**
   * The rows of a query whose columns are numbers and never null, some thousands at a time. A query that fails half-way ends like a
   * complete one: the caller must check the sums of the rows.
   */
  async *columns(sql: string): AsyncGenerator<Columns> {
    const result = await this.#connection.stream(sql);
    const names = result.columnNames();
    let next = result.fetchChunk();
    for (;;) {
      const chunk = await next;
      if (!chunk || chunk.rowCount === 0) return;
      // DuckDB computes the next rows while the caller reads these.
      next = result.fetchChunk();
      // A caller that stops reading must not cause an unhandled rejection.
      next.catch(() => {});
      yield new Columns(chunk, names);
    }
  }

  /** The columns of a query. The query is bound but not run. */
  async columnsOf(sql: string): Promise<Column[]> {
    const prepared = await this.#connection.prepare(sql);
    try {
      return Array.from({ length: prepared.columnCount }, (_, place) => ({
        name: prepared.columnName(place),
        type: String(prepared.columnType(place)),
      }));
    } finally {
      prepared.destroySync();
    }
  }

  /** The rows of a query whose columns are text, some thousands at a time, as the caller reads them. */
  async *texts(sql: string): AsyncGenerator<TextChunk> {
    for await (const chunk of this.#chunks(sql, await this.#connection.stream(sql))) {
      yield { rows: chunk.rowCount, columns: chunk.getColumns() as (string | null)[][] };
    }
  }

  /** The same for columns of a fixed-size type, VARCHAR, or DECIMAL(38,_) (16 bytes per value). */
  async *vectors(sql: string): AsyncGenerator<VectorChunk> {
    const result = await this.#connection.stream(sql);
    const types = result.columnTypes().map(String);
    for await (const chunk of this.#chunks(sql, result)) {
      const columns = types.map((type, column) => vectorOf(chunk, column, type));
      yield { rows: chunk.rowCount, columns };
    }
  }

  /**
   * A query that fails half-way ends its stream like a complete one, but its result is then no longer a streaming one. DuckDB's client
   * does not expose the reason, so the query runs again under EXPLAIN ANALYZE, which discards the rows. (A result that is not streamed
   * rejects with the reason. But DuckDB holds it in memory, and does not count it towards the memory limit.)
   * @throws Error with the reason
   */
  async *#chunks(sql: string, result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      yield chunk;
    }
    if (result.isStreaming) return;
    await this.run(`EXPLAIN ANALYZE ${sql}`);
    throw new Error('The query stopped before its last row, and the cause is unknown. Run the query again.');
  }

  /** Interrupts the query that runs on this connection; the query fails. Does nothing to an idle connection. */
  interrupt(): void {
    this.#connection.interrupt();
  }

  /** The progress of the running query, 0 to 1; 0 if DuckDB does not know it. */
  progress(): number {
    return Math.max(0, this.#connection.progress.percentage) / 100;
  }

  close(): void {
    this.#onClose();
    this.#connection.closeSync();
  }
}

export class Columns {
  readonly #chunk: DuckDBDataChunk;
  readonly #names: readonly string[];

  constructor(chunk: DuckDBDataChunk, names: readonly string[]) {
    this.#chunk = chunk;
    this.#names = names;
    this.count = chunk.rowCount;
  }

  readonly count: number;

  int64(name: string): BigInt64Array {
    const { buffer, byteOffset } = this.#bytes(name, BigInt64Array.BYTES_PER_ELEMENT);
    return new BigInt64Array(buffer, byteOffset, this.count);
  }

  uint32(name: string): Uint32Array {
    const { buffer, byteOffset } = this.#bytes(name, Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(buffer, byteOffset, this.count);
  }

  #bytes(name: string, bytes_a_value: number): Uint8Array {
    return bytesOf(this.#chunk, this.#names.indexOf(name), this.count * bytes_a_value);
  }
}

/** The memory of DuckDB's vector. Reading a year of rows value by value would take a minute. */
function bytesOf(chunk: DuckDBDataChunk, column: number, length: number): Uint8Array {
  const { bindings } = engine();
  return bindings.vector_get_data(bindings.data_chunk_get_vector(chunk.chunk, column), length);
}

const BYTES_OF_DECIMAL = 16;

/** Copies a vector, because its memory is freed with the chunk. */
function vectorOf(chunk: DuckDBDataChunk, column: number, type: string): Vector {
  if (type === 'VARCHAR') return chunk.getColumnValues(column) as (string | null)[];
  const { bindings } = engine();
  const rows = chunk.rowCount;
  const bytes_a_value = isFixedType(type) ? BYTES_OF_TYPE[type] : BYTES_OF_DECIMAL;
  const vector = bindings.data_chunk_get_vector(chunk.chunk, column);
  const validity: Uint8Array | null = bindings.vector_get_validity(vector, Math.ceil(rows / 8));
  return {
    bytes: bytesOf(chunk, column, rows * bytes_a_value).slice(),
    validity: validity === null ? null : validity.slice(),
  };
}

function duckValues(parameters: Parameters): Record<string, DuckDBValue> {
  const { api } = engine();
  const duckValue = (value: Parameter): DuckDBValue => {
    if (typeof value === 'string' || typeof value === 'number') return value;
    return isList(value) ? api.listValue(value) : api.structValue(value);
  };
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, duckValue(value)]));
}

/** The types of the lists: DuckDB cannot derive that of an empty one. */
function listTypes(parameters: Parameters): Record<string, DuckDBType> {
  const { api } = engine();
  const lists = Object.entries(parameters).filter(([, value]) => isList(value));
  return Object.fromEntries(lists.map(([name]) => [name, api.LIST(api.VARCHAR)]));
}

function isList(value: Parameter): value is readonly string[] {
  return Array.isArray(value);
}

/** Quotes an identifier, for places where SQL accepts no parameter. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
