import { join } from 'node:path';
import type { DataFolders } from '../../core/folders.ts';
import { Duck, type DuckConnection } from './duckdb.ts';

const MEMORY_LIMIT_MB = 1500;
const SPILL_LIMIT_MB = 20_000;
/** DuckDB gives each thread at least a row group. With fewer rows, other threads only wait, which takes as much CPU as the work. */
const ROW_GROUP_ROWS = 122_880;

/** The DuckDB of a writer of the lake. It is opened for the first work, because many commands have none. */
export class LakeDuck {
  readonly #folders: DataFolders;
  readonly #max_threads: number;
  #opened: { readonly duck: Duck; readonly threads: number } | undefined;

  constructor(folders: DataFolders, max_threads: number) {
    this.#folders = folders;
    this.#max_threads = max_threads;
  }

  /**
   * Runs work in an empty database, which is dropped afterwards. Its queries can access the lake, the staging folder and the serving files.
   * Call this when the work before has ended.
   * @param rows the number of rows that it reads, or more
   */
  async run<Result>(rows: number, work: (connection: DuckConnection) => Promise<Result>): Promise<Result> {
    const duck = await this.#open(rows <= ROW_GROUP_ROWS ? 1 : this.#max_threads);
    try {
      const connection = await duck.connect();
      await connection.run("ATTACH ':memory:' AS work");
      await connection.run('USE work');
      const result = await work(connection);
      await connection.run('USE memory');
      await connection.run('DETACH work');
      connection.close();
      return result;
    } catch (error) {
      // DuckDB may refuse all later queries after an error, such as one of the disk.
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#opened?.duck.close();
    this.#opened = undefined;
  }

  async #open(threads: number): Promise<Duck> {
    if (this.#opened && this.#opened.threads >= threads) return this.#opened.duck;
    this.close();
    const { delta, staging, serving } = this.#folders;
    const duck = await Duck.open({
      folders: [delta, staging, serving],
      memory_limit_mb: MEMORY_LIMIT_MB,
      threads,
      spill: { folder: join(staging, 'spill'), limit_mb: SPILL_LIMIT_MB },
    });
    this.#opened = { duck, threads };
    return duck;
  }
}
