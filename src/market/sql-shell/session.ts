import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { LAKE_TABLES, type LakeTable } from '../../core/folders.ts';
import { sql } from '../../core/package-files.ts';
import type { VectorChunk } from '../../formats/vectors.ts';
import { type Column, Duck, type DuckConnection, type TextChunk } from '../lake/duckdb.ts';
import { dayFile, daysIn } from '../lake/lake.ts';
import { type Limits, Run } from './limits.ts';
import { questionOf } from './question.ts';
import { castTo, typeInParquet, vectorType } from './written-types.ts';

export interface Places {
  readonly lake: string;
  /** `data/reference`: holidays and brokers. */
  readonly reference: string;
  /** A folder that answers may be written to, by `write`. */
  readonly answers?: string;
}

export interface ExportedRange {
  readonly table: LakeTable;
  /** Both ends are included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly ticker?: string;
}

/** What is written out of an answer. */
export interface Rows<Chunk = TextChunk> {
  readonly columns: readonly Column[];
  /** The rows, as they are made; to be read once, and before the next question. */
  readonly chunks: AsyncIterable<Chunk>;
}

export interface Answer<Chunk = TextChunk> extends Rows<Chunk> {
  /** Whether it is the plan of a question: names of plans, and drawings. */
  readonly isPlan: boolean;
  /** Aborted when the question is stopped. */
  readonly stopping: AbortSignal;
}

/**
 * A DuckDB with the lake's views, for SQL that was written by somebody: it can read the lake and the reference files and nothing else,
 * and write nothing. One question at a time.
 */
export class AnalystSession {
  readonly #duck: Duck;
  readonly #connection: DuckConnection;
  readonly #lake: string;
  readonly #own_folder: string;
  readonly #limits: Limits;
  /** The process may be ended at once, when nobody reads its output any more. */
  readonly #onExit = () => rmSync(this.#own_folder, { recursive: true, force: true });
  #run: Run | undefined;
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
      for (const table of LAKE_TABLES) {
        await mkdir(dirname(dayFile(empty_lake, table, NO_DAY)), { recursive: true });
      }
      const duck = await Duck.open({
        folders: await Promise.all(
          [places.lake, places.reference, places.answers, own_folder].flatMap(realFolder),
        ),
        memory_limit_mb: limits.memory_mb,
        threads: limits.threads,
        spill: { folder: join(own_folder, 'spill'), limit_mb: limits.disk_mb },
        tells_progress: true,
      });
      const connection = await duck.connect();
      await connection.run('SET VARIABLE lake = $empty_lake', { empty_lake });
      await connection.run('SET VARIABLE reference = $reference', { reference: places.reference });
      for (const table of LAKE_TABLES) {
        const file = dayFile(empty_lake, table, NO_DAY);
        await connection.run(sql(`analyst/empty_${table}`), { file });
      }
      await connection.run(sql('analyst/views'));
      return new AnalystSession(duck, connection, places, own_folder, limits);
    } catch (error) {
      await rm(own_folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** False for a lake without a day, whose views are empty. */
  async hasDays(): Promise<boolean> {
    for (const table of LAKE_TABLES) {
      if ((await daysIn(this.#lake, table)).length === 0) return false;
    }
    return true;
  }

  /**
   * Asks a question. Cells come as DuckDB writes them, or as JSON.
   * @param written_file where the answer is written to by the caller, whose size is limited
   * @throws AlirError `bad_query`, and here or while the rows are read `query_limit` and `query_stopped`
   */
  async ask(text: string, cells: 'text' | 'json', written_file?: string): Promise<Answer> {
    const run = await this.#begin(written_file);
    return run.guard(async () => {
      const question = await questionOf(this.#connection, text);
      if (question.explain) {
        const explained = question.explain + question.text;
        const columns = await this.#connection.columnsOf(explained);
        const chunks = run.guarded(this.#plan(explained, cells));
        return { isPlan: true, columns, chunks, stopping: run.stopping };
      }
      const columns = await this.#columnsOf(question.text);
      const chunks = run.guarded(this.#connection.texts(sql(`analyst/answer_as_${cells}`)));
      return { isPlan: false, columns, chunks, stopping: run.stopping };
    });
  }

  /**
   * Asks a question, as `ask` does, for values as they lie in memory. Of 128-bit integers it makes DECIMAL(38,0), and text of all that is
   * neither of a fixed type nor a DECIMAL.
   */
  async askVectors(text: string, written_file?: string): Promise<Answer<VectorChunk>> {
    const run = await this.#begin(written_file);
    return run.guard(async () => {
      const asked = await this.#columnsOfRows(text);
      const columns = asked.map(({ name, type }) => ({ name, type: vectorType(type) }));
      // Of a lesser precision, a value would have fewer than 16 bytes.
      const exact = castTo(asked, (type) => vectorType(type).replace(/^DECIMAL\(\d+/, 'DECIMAL(38'));
      await this.#connection.run('SET VARIABLE written_question = $exact', { exact });
      const chunks = run.guarded(this.#connection.vectors(sql('analyst/answer_as_vectors')));
      return { isPlan: false, columns, chunks, stopping: run.stopping };
    });
  }

  /**
   * Writes the answer of a question to a Parquet file in the folder for answers.
   * @returns how many rows it has
   * @throws AlirError as `ask` does
   */
  async write(text: string, file: string): Promise<number> {
    const run = await this.#begin(file);
    return run.guard(async () => {
      return this.#copy(file, 'parquet', await this.#columnsOfRows(text));
    });
  }

  /**
   * Writes the rows of a table of the lake to a file in the folder for answers, as `write` does, however large it gets.
   * @param ticker of all without one
   */
  async export(
    { table, from, to, ticker = '' }: ExportedRange,
    file: string,
    format: 'parquet' | 'csv',
  ): Promise<number> {
    const run = await this.#begin();
    return run.guard(async () => {
      await this.#connection.run('SET VARIABLE export_from = $from::DATE', { from });
      await this.#connection.run('SET VARIABLE export_to = $to::DATE', { to });
      await this.#connection.run("SET VARIABLE export_ticker = nullif($ticker, '')", { ticker });
      return this.#copy(file, format, await this.#columnsOf(sql(`analyst/export_${table}`)));
    });
  }

  /** Stops the question that runs; if none was asked yet, the first. */
  stop(): void {
    if (this.#run) this.#run.stop('asked');
    else this.#isStopped = true;
  }

  /** How much of the running question is done, 0 to 1; 0 where that cannot be told. */
  progress(): number {
    return this.#connection.progress();
  }

  async close(): Promise<void> {
    this.#duck.close();
    process.off('exit', this.#onExit);
    await rm(this.#own_folder, { recursive: true, force: true });
  }

  async #columnsOfRows(text: string): Promise<Column[]> {
    const question = await questionOf(this.#connection, text);
    if (question.explain) throw new AlirError('bad_query', 'A plan cannot be written as a table of rows.');
    return this.#columnsOf(question.text);
  }

  /** The columns of the question that is to be answered, each with a name of its own. */
  async #columnsOf(question: string): Promise<Column[]> {
    // Bound as it is written first, so that an error shows the user's own line.
    await this.#connection.columnsOf(question);
    await this.#connection.run('SET VARIABLE question = $question', { question });
    const columns = await this.#connection.columnsOf(sql('analyst/answer'));
    if (columns.some(({ name }) => name.toLowerCase() === END_COLUMN)) {
      throw new AlirError('bad_query', `No column can be called "${END_COLUMN}" here: give it another name.`);
    }
    return columns;
  }

  async #copy(file: string, format: 'parquet' | 'csv', columns: readonly Column[]): Promise<number> {
    const exact = format === 'parquet' ? castTo(columns, typeInParquet) : sql('analyst/answer');
    await this.#connection.run('SET VARIABLE written_question = $exact', { exact });
    const { Count } = await this.#connection.row(sql(`analyst/answer_to_${format}`), { file });
    return Number(Count);
  }

  async *#plan(explained: string, cells: 'text' | 'json'): AsyncGenerator<TextChunk> {
    const rows = (await this.#connection.rows(explained)).map((row) => Object.values(row).map(String));
    const written = rows.map((row) => (cells === 'json' ? row.map((cell) => JSON.stringify(cell)) : row));
    yield { rows: rows.length, columns: [0, 1].map((place) => written.map((row) => row[place] ?? null)) };
  }

  /** Days may have come since the last question. */
  async #begin(written_file?: string): Promise<Run> {
    // First, so that it can be stopped from the start.
    const run = new Run(this.#connection, this.#limits, written_file);
    this.#run = run;
    if (this.#isStopped) run.stop('asked');
    const lake = (await this.hasDays()) ? this.#lake : join(this.#own_folder, 'empty-lake');
    await this.#connection.run('SET VARIABLE lake = $lake', { lake });
    return run;
  }
}

/** The day of the files without rows that stand in for a lake without days. */
const NO_DAY = '1970-01-01';

/** The sizes in bytes of the files that an export of this range reads, in the order of their days. */
export async function sizesOfDays(lake: string, { table, from, to }: ExportedRange): Promise<number[]> {
  const days = (await daysIn(lake, table)).filter((day) => from <= day && day <= to);
  const files = await Promise.all(days.map((day) => stat(dayFile(lake, table, day)).catch(() => undefined)));
  return files.flatMap((file) => (file ? [file.size] : []));
}

/** In the SQL that answers, a first column of this name is true in the last row alone. */
const END_COLUMN = 'the end of the answer';

/** DuckDB compares real paths, so that a link in the lake leads nowhere; the lake itself may be one. */
function realFolder(folder: string | undefined): Promise<string>[] {
  return folder === undefined ? [] : [realpath(folder).catch(() => folder)];
}
