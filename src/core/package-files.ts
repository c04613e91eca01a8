import { readFileSync } from 'node:fs';

/** The folder of the package: two above this module in `src/core/`, in `build/core/` and, as a part of the bundle, in `dist/chunks/`. */
const PACKAGE = new URL('../../', import.meta.url);

export const VERSION: string = JSON.parse(packageText('package.json')).version;

/** A file or folder of the package. The path of a folder ends with `/`. */
export function packageFile(path: string): URL {
  return new URL(path, PACKAGE);
}

export function packageText(path: string): string {
  return readFileSync(packageFile(path), 'utf8');
}

/** The text of a file in `sql/`, by its path without the extension: `sql('lake/daily_file')`. */
export function sql(name: string): string {
  return packageText(`sql/${name}.sql`);
}

/** The bundled script of a worker thread, `src/.../NAME-worker.ts`. */
export function workerScript(name: string): URL {
  return packageFile(`dist/workers/${name}-worker.js`);
}
