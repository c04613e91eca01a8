import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

type Row = Readonly<Record<string, any>>;

const bytesOf = (path: string): ArrayBuffer => Uint8Array.from(readFileSync(path)).buffer;
const rowsOf = (path: string): Promise<Row[]> => parquetReadObjects({ file: bytesOf(path), compressors });

/** A reader of Delta tables that shares no code with Alir. */
export class DeltaReader {
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  actions(version: number): Row[] {
    const text = readFileSync(
      join(this.#table, '_delta_log', `${String(version).padStart(20, '0')}.json`),
      'utf8',
    );
    return text
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
  }

  /** The versions that can be read, in order. */
  versions(): number[] {
    const numbers = this.#numbers('.json');
    const [first = Number.NaN] = [
      ...this.#numbers('.checkpoint.parquet'),
      ...numbers.filter((number) => number === 0),
    ].toSorted((a, b) => a - b);
    return numbers.filter((number) => number >= first);
  }

  /** The files of a version, by their paths, as a reader finds them: from the checkpoint before it, and the versions after that. */
  async files(version: number): Promise<Map<string, Row>> {
    const files = new Map<string, Row>();
    const checkpoint = this.#numbers('.checkpoint.parquet').findLast((number) => number <= version);
    if (checkpoint !== undefined) {
      const name = `${String(checkpoint).padStart(20, '0')}.checkpoint.parquet`;
      for (const { add } of await rowsOf(join(this.#table, '_delta_log', name)))
        if (add) files.set(add.path, add);
    }
    for (let number = checkpoint === undefined ? 0 : checkpoint + 1; number <= version; number++) {
      for (const { add, remove } of this.actions(number)) {
        if (remove) files.delete(remove.path);
        if (add) files.set(add.path, add);
      }
    }
    return files;
  }

  /** The rows of a version, with the value of the partition. */
  async rows(version: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (const [path, { partitionValues }] of await this.files(version)) {
      rows.push(...(await rowsOf(join(this.#table, path))).map((row) => ({ ...partitionValues, ...row })));
    }
    return rows;
  }

  #numbers(end: string): number[] {
    const folder = join(this.#table, '_delta_log');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(end)) : [];
    return names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b);
  }
}
