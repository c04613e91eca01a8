import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';

/** What the footer of a Parquet file of the lake says. */
export interface ParquetFacts {
  readonly rows: number;
  /** Of each column: objects as JSON. */
  readonly smallest: string;
  readonly largest: string;
  readonly nulls: string;
  /** From its first page to the end of the last one. */
  readonly pages: Bytes;
}

/** The bytes of a file from `start` to before `end`. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** The facts of files by their paths, without those of files that are missing or damaged. */
export async function parquetFacts(
  connection: DuckConnection,
  files: readonly string[],
): Promise<Map<string, ParquetFacts>> {
  if (files.length === 0) return new Map();
  try {
    const rows = await connection.rows(sql('lake/parquet_facts'), { files });
    return new Map(
      rows.map((row) => [
        String(row.file_name),
        {
          rows: Number(row.rows),
          smallest: String(row.smallest),
          largest: String(row.largest),
          nulls: String(row.nulls),
          pages: { start: Number(row.first_byte), end: Number(row.end_byte) },
        },
      ]),
    );
  } catch {
    if (files.length === 1) return new Map();
    const facts = new Map<string, ParquetFacts>();
    for (const file of files) {
      for (const [path, found] of await parquetFacts(connection, [file])) facts.set(path, found);
    }
    return facts;
  }
}
