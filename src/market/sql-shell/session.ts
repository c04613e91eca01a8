import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { DELTA_TABLES, type DeltaTable, LAKE_TABLES, LATER_TABLES } from '../../core/folders.ts';
import { type CorporateAction, corporateActionsCsv } from '../../core/market/corporate-actions.ts';
import { sql } from '../../core/package-files.ts';
import type { VectorChunk } from '../../core/vectors.ts';
import { type Column, Duck, type DuckConnection, type TextChunk } from '../lake/duckdb.ts';
import { dayFile, daysIn } from '../lake/lake.ts';
import { writeNoMeasures } from '../lake/measure-day.ts';
import { TABLES } from '../lake/tables.ts';
import { parseQuery } from './allowed-query.ts';
import { type Limits, QueryExecution } from './limits.ts';
import { castTo, typeInParquet, vectorType } from './written-types.ts';

export interface Places {
  readonly lake: string;
  /** The folder of the files to which links in the lake lead. */
  readonly linked?: string;
  /** `data/reference`: holidays and brokers. */
  readonly reference: string;
  /** Without them, those of `reference`. */
  readonly corporate_actions?: readonly CorporateAction[];
  /** The folder that `write` and `export` may write to. */
  readonly answers?: string;
}

export interface ExportedRange {
  readonly table: DeltaTable;
  /** Both dates are included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly ticker?: string;
}

export interface Rows<Chunk = TextChunk> {
  readonly columns: readonly Column[];
  /** The rows, streamed as DuckDB computes them. They can be read once, and only before the next query. */
  readonly chunks: AsyncIterable<Chunk>;
}

export interface Answer<Chunk = TextChunk> extends Rows<Chunk> {
  /** Whether it is a query plan: names of plans and their drawings. */
  readonly isPlan: boolean;
  /** Aborted when the query is stopped. */
  readonly stopping: AbortSignal;
}

/**
 * A DuckDB with the views of the lake, for SQL from users. It can read only the lake and the reference files, and cannot write.
 * It runs one query at a time.
 */
export class AnalystSession {
  readonly #duck: Duck;
  readonly #connection: DuckConnection;
  readonly #lake: string;
  readonly #own_folder: string;
  readonly #limits: Limits;
  /** Deletes the folder at exit: the process ends at once if nothing reads its output any more. */
  readonly #onExit = () => rmSync(this.#own_folder, { recursive: true, force: true });
  #execution: QueryExecution | undefined;
  #isStopped = false;

  private constructor(
    duck: Duck,
    connection: DuckConnection,
    places: Places,
    own_folder: string,
    limits: Limits,
  ) {
    this.#duck = duck;
    this.#connection = connection;
    this.#lake = places.lake;
    this.#own_folder = own_folder;
    this.#limits = limits;
    process.on('exit', this.#onExit);
  }

  static async open(places: Places, limits: Limits): Promise<AnalystSession> {
    const own_folder = await realpath(await mkdtemp(join(tmpdir(), 'alir-sql-')));
    try {
      const empty_lake = join(own_folder, 'empty-lake');
      for (const table of DELTA_TABLES) {
        await mkdir(dirname(dayFile(empty_lake, table, NO_DAY)), { recursive: true });
      }
      const duck = await Duck.open({
        folders: await Promise.all(
          [places.lake, places.linked, places.reference, places.answers, own_folder].flatMap(realFolder),
        ),
        memory_limit_mb: limits.memory_mb,
        threads: limits.threads,
        spill: { folder: join(own_folder, 'spill'), limit_mb: limits.disk_mb },
        reports_progress: true,
      });
      const connection = await duck.connect();
      await connection.run('SET VARIABLE lake = $empty_lake', { empty_lake });
      for (const table of LATER_TABLES) {
        await connection.run(`SET VARIABLE ${table}_lake = $empty_lake`, { empty_lake });
      }
      await connection.run('SET VARIABLE reference = $reference', { reference: places.reference });
      if (places.corporate_actions) {
        // The session must not access the folder of the operator's file.
        const file = join(own_folder, 'corporate-actions.csv');
        await writeFile(file, corporateActionsCsv(places.corporate_actions));
        await connection.run('SET VARIABLE corporate_actions = $file', { file });
      }
      for (const table of LAKE_TABLES) {
        const file = dayFile(empty_lake, table, NO_DAY);
        await connection.run(sql(`analyst/empty_${table}`), { file });
      }
      await writeNoMeasures(connection, dayFile(empty_lake, 'measure_day', NO_DAY));
      await connection.run(sql('analyst/views'));
      await connection.run(MEASURE_COMMENTS);
      return new AnalystSession(duck, connection, places, own_folder, limits);
    } catch (error) {
      await rm(own_folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** False for a lake without days; its views are empty. */
  async hasDays(): Promise<boolean> {
    return (await this.#has('trades')) && (await this.#has('broker_day'));
  }

  /**
   * Runs a query. Cells are text in DuckDB's notation, or JSON.
   *
   * DuckDB reads the text three times: to parse it (is it allowed?), to bind it (which columns and types?), and to run it with every
   * column cast for the format. The first two take 1 ms and 8 ms on 250 days. Only a query that fails is read once more, for its error.
   * @param written_file the file that the caller writes the result to; its size is limited
   * @throws AlirError `bad_query`, and here or while the rows are read `query_limit` and `query_stopped`
   */
  async ask(text: string, cells: 'text' | 'json', written_file?: string): Promise<Answer> {
    const execution = await this.#begin(written_file);
    return execution.withLimits(async () => {
      const query = await parseQuery(this.#connection, text);
      if (query.explain) {
        const explained = query.explain + query.text;
        const columns = await this.#connection.columnsOf(explained);
        const chunks = execution.rowsWithLimits(this.#plan(explained, cells));
        return { isPlan: true, columns, chunks, stopping: execution.stopping };
      }
      const columns = await this.#columnsOf(query.text);
      const chunks = execution.rowsWithLimits(this.#connection.texts(sql(`analyst/answer_as_${cells}`)));
      return { isPlan: false, columns, chunks, stopping: execution.stopping };
    });
  }

  /**
   * Runs a query like `ask`, and returns the values as DuckDB has them in memory. 128-bit integers become DECIMAL(38,0). Other types
   * that are neither fixed-size nor DECIMAL become text.
   */
  async askVectors(text: string, written_file?: string): Promise<Answer<VectorChunk>> {
    const execution = await this.#begin(written_file);
    return execution.withLimits(async () => {
      const asked = await this.#columnsOfRows(text);
      const columns = asked.map(({ name, type }) => ({ name, type: vectorType(type) }));
      // With a lower precision, a value would have fewer than 16 bytes.
      const exact = castTo(asked, (type) => vectorType(type).replace(/^DECIMAL\(\d+/, 'DECIMAL(38'));
      const chunks = execution.rowsWithLimits(this.#connection.vectors(exact));
      return { isPlan: false, columns, chunks, stopping: execution.stopping };
    });
  }

  /**
   * Writes the result of a query to a Parquet file in the folder for results.
   * @returns the number of rows
   * @throws AlirError as `ask` does
   */
  async write(text: string, file: string): Promise<number> {
    const execution = await this.#begin(file);
    return execution.withLimits(async () => {
      return this.#copy(file, 'parquet', await this.#columnsOfRows(text));
    });
  }

  /**
   * Writes the rows of a table of the lake to a file in the folder for results. Its size is not limited.
   * @param ticker without one, the rows of all tickers
   */
  async export(
    { table, from, to, ticker = '' }: ExportedRange,
    file: string,
    format: 'parquet' | 'csv',
  ): Promise<number> {
    const execution = await this.#begin();
    return execution.withLimits(async () => {
      await this.#connection.run('SET VARIABLE export_from = $from::DATE', { from });
      await this.#connection.run('SET VARIABLE export_to = $to::DATE', { to });
      await this.#connection.run("SET VARIABLE export_ticker = nullif($ticker, '')", { ticker });
      return this.#copy(file, format, await this.#columnsOf(sql(`analyst/export_${table}`)));
    });
  }

  /** Stops the running query. Before the first query, stops that query when it starts. */
  stop(): void {
    if (this.#execution) this.#execution.stop('asked');
    else this.#isStopped = true;
  }

  /** The progress of the running query, 0 to 1; 0 if it is unknown. */
  progress(): number {
    return this.#connection.progress();
  }

  async close(): Promise<void> {
    this.#duck.close();
    process.off('exit', this.#onExit);
    await rm(this.#own_folder, { recursive: true, force: true });
  }

  async #columnsOfRows(text: string): Promise<Column[]> {
    const query = await parseQuery(this.#connection, text);
    if (query.explain)
      throw new AlirError(
        'bad_query',
        'The result of EXPLAIN cannot be written in this format. Use the default format.',
      );
    return this.#columnsOf(query.text);
  }

  /** Sets the query that the SQL of `sql/analyst/answer*` reads. @returns its columns, with unique names */
  async #columnsOf(query: string): Promise<Column[]> {
    await this.#connection.run('SET VARIABLE query = $query', { query });
    return this.#connection.columnsOf(sql('analyst/answer')).catch(async (error) => {
      // Bind the original text first: its error shows the user's own line.
      await this.#connection.columnsOf(query);
      throw error;
    });
  }

  async #copy(file: string, format: 'parquet' | 'csv', columns: readonly Column[]): Promise<number> {
    const exact = format === 'parquet' ? castTo(columns, typeInParquet) : sql('analyst/answer');
    await this.#connection.run('SET VARIABLE written_query = $exact', { exact });
    const { Count } = await this.#connection.row(sql(`analyst/answer_to_${format}`), { file });
    return Number(Count);
  }

  async *#plan(explained: string, cells: 'text' | 'json'): AsyncGenerator<TextChunk> {
    const rows = (await this.#connection.rows(explained)).map((row) => Object.values(row).map(String));
    const written = rows.map((row) => (cells === 'json' ? row.map((cell) => JSON.stringify(cell)) : row));
    yield { rows: rows.length, columns: [0, 1].map((place) => written.map((row) => row[place] ?? null)) };
  }

  /** Starts a query with current views: the lake may have new days since the last query. */
  async #begin(written_file?: string): Promise<QueryExecution> {
    // Created first: `stop` needs it.
    const execution = new QueryExecution(this.#connection, this.#limits, written_file);
    this.#execution = execution;
    if (this.#isStopped) execution.stop('asked');
    const empty_lake = join(this.#own_folder, 'empty-lake');
    const lake = (await this.hasDays()) ? this.#lake : empty_lake;
    await this.#connection.run('SET VARIABLE lake = $lake', { lake });
    for (const table of LATER_TABLES) {
      const folder = (await this.#has(table)) ? lake : empty_lake;
      await this.#connection.run(`SET VARIABLE ${table}_lake = $folder`, { folder });
    }
    return execution;
  }

  async #has(table: DeltaTable): Promise<boolean> {
    return (await daysIn(this.#lake, table)).length > 0;
  }
}

/** The views of measures have the columns of the files. */
const MEASURE_COMMENTS = TABLES.measure_day.columns
  .flatMap(({ name, meaning }) =>
    ['measures', 'measures_adjusted'].map(
      (view) => `COMMENT ON COLUMN ${view}.${name} IS '${meaning.replaceAll("'", "''")}';`,
    ),
  )
  .join('\n');

/** The day of the empty files that stand in for a lake without days. */
const NO_DAY = '1970-01-01';

/** The sizes in bytes of the files that an export of this range reads, in the order of their days. */
export async function sizesOfDays(lake: string, { table, from, to }: ExportedRange): Promise<number[]> {
  const days = (await daysIn(lake, table)).filter((day) => from <= day && day <= to);
  const files = await Promise.all(days.map((day) => stat(dayFile(lake, table, day)).catch(() => undefined)));
  return files.flatMap((file) => (file ? [file.size] : []));
}

/** The published days of a range without a file of the table. */
export async function daysWithoutTable(
  lake: string,
  { table, from, to }: Pick<ExportedRange, 'table' | 'from' | 'to'>,
): Promise<IsoDate[]> {
  const built = new Set(await daysIn(lake, table));
  return (await daysIn(lake, 'broker_day')).filter((day) => from <= day && day <= to && !built.has(day));
}

/** Resolves links. DuckDB compares real paths: a link inside the lake cannot lead out of it. The lake itself may be a link. */
function realFolder(folder: string | undefined): Promise<string>[] {
  return folder === undefined ? [] : [realpath(folder).catch(() => folder)];
}
