import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../', import.meta.url);

/** The version of this package. */
export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')).version;

/** The text of one file under `sql/`, by its path without the ending: `sql('lake/daily_file')`. */
export function sql(name: string): string {
  return readFileSync(new URL(`sql/${name}.sql`, PACKAGE), 'utf8');
}
