import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../', import.meta.url);

/** The version of this package. */
export const VERSION: string = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')).version;

/** The text of a file in `sql/`, by its path without the extension: `sql('lake/daily_file')`. */
export function sql(name: string): string {
  return readFileSync(new URL(`sql/${name}.sql`, PACKAGE), 'utf8');
}

/** The text of a file in `docs/page/`. */
export function pageFile(name: string): string {
  return readFileSync(new URL(`docs/page/${name}`, PACKAGE), 'utf8');
}
