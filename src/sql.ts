import { readFileSync } from 'node:fs';

const SQL_FOLDER = new URL('../sql/', import.meta.url);

/** The text of one file under `sql/`, by its path without the ending: `sql('lake/read_daily_file')`. */
export function sql(question: string): string {
  return readFileSync(new URL(`${question}.sql`, SQL_FOLDER), 'utf8');
}
