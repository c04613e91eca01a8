import { readFileSync } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readParquet } from 'parquet-wasm';
import { describe, expect } from 'vitest';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { keepPages } from '../../../src/market/lake/kept-pages.ts';
import { parquetFacts } from '../../../src/market/lake/parquet-facts.ts';
import { movedFooter } from '../../../src/market/lake/parquet-footer.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const ROW_GROUP_ROWS = 2048;
const ROWS = 3000;
/** A list in a footer tells a length above 14 in another way. */
const MANY_ROWS = 17 * ROW_GROUP_ROWS;

let connection: DuckConnection;
test.beforeEach(async ({ folder }) => {
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 400, threads: 2 });
  afterThisTest(async () => duck.close());
  connection = await duck.connect();
});

/** A file of many row groups; uncompressed, all revisions of as many rows have the same size and layout. */
async function revision(
  folder: string,
  number: number,
  rows: number,
  compression: 'uncompressed' | 'zstd',
): Promise<string> {
  const file = join(folder, `r${number}.parquet`);
  await connection.run(
    `COPY (
       SELECT range AS trade_no, (range % 2 + 1)::TINYINT AS session, 'T' || range % 60 AS ticker, ${number * 100}::BIGINT AS volume,
         range % 7 = 0 AS odd, (range / 4)::DECIMAL(20, 2) AS price, range / 3 AS ratio, [range, NULL] AS list,
         TIME '09:00:00' + to_seconds(range % 3600) AS trade_time
       FROM range(${rows})
     ) TO '${file}' (FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`,
  );
  return file;
}

const bytesOf = async (file: string): Promise<ArrayBuffer> => Uint8Array.from(await readFile(file)).buffer;

/** What a reader gets that has read the footer of one file, and reads the rows of another under the same name. */
async function rowsWith(metadata: FileMetaData, file: ArrayBuffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file, metadata, compressors });
}

/** Puts a new revision beside the pages of earlier ones. @param footers of files whose pages are kept, that of `previous` first */
async function replace(next: string, previous: string, earlier: readonly string[] = []): Promise<void> {
  const facts = await parquetFacts(connection, [previous, ...earlier]);
  await keepPages(
    next,
    previous,
    [...facts.values()].map(({ pages }) => pages),
  );
}

describe.each(['uncompressed', 'zstd'] as const)('a day that is corrected 20 times, %s', (compression) => {
  test('has each revision complete for a reader with its footer, in a file of at most three times the day', async ({
    folder,
  }) => {
    let place = await revision(folder, 1, ROWS, compression);
    const largest = (await stat(place)).size * 1.25;
    for (let number = 2; number <= 21; number++) {
      const before = await bytesOf(place);
      const old = await rowsWith(parquetMetadata(before), before);
      const rows = Math.round(ROWS * (1 + (number % 3) / 10));
      const next = await revision(folder, number, rows, compression);
      const alone = await bytesOf(next);

      await replace(next, place);

      const joined = await bytesOf(next);
      expect(joined.byteLength).toBeLessThan(3 * largest);
      expect(await rowsWith(parquetMetadata(before), joined)).toEqual(old);
      const expected = await rowsWith(parquetMetadata(alone), alone);
      expect(new Set(expected.map(({ volume }) => volume))).toEqual(new Set([BigInt(number * 100)]));
      expect(await rowsWith(parquetMetadata(joined), joined)).toEqual(expected);
      const table = tableFromIPC(readParquet(new Uint8Array(joined)).intoIPCStream());
      expect(table.numRows).toBe(rows);
      const counted = await connection.row(
        'SELECT count(DISTINCT trade_no) AS rows, min(volume) AS least, max(volume) AS most FROM read_parquet($next)',
        { next },
      );
      const volume = BigInt(number * 100);
      expect(counted).toEqual({ rows: BigInt(rows), least: volume, most: volume });
      place = next;
    }
  });
});

test('a second correction in an hour keeps both earlier revisions', async ({ folder }) => {
  const [first, second, third] = [
    await revision(folder, 1, ROWS, 'zstd'),
    await revision(folder, 2, ROWS / 4, 'zstd'),
    await revision(folder, 3, ROWS / 4, 'zstd'),
  ];
  await replace(second, first);
  const read = await Promise.all([first, second].map(bytesOf));
  await replace(third, second, [first]);
  const joined = await bytesOf(third);
  for (const file of read) {
    const metadata = parquetMetadata(file);
    expect(await rowsWith(metadata, joined)).toEqual(await rowsWith(metadata, file));
  }
});

test('a plain replacement of the same size mixes two revisions without an error, which the previous revision prevents', async ({
  folder,
}) => {
  const [first, second] = await Promise.all([
    revision(folder, 1, ROWS, 'uncompressed').then(bytesOf),
    revision(folder, 2, ROWS, 'uncompressed').then(bytesOf),
  ]);
  expect(second.byteLength).toBe(first.byteLength);
  const rows = await rowsWith(parquetMetadata(first), second);
  expect(new Set(rows.map(({ volume }) => volume))).toEqual(new Set([200n]));
});

test('a read-only previous file is enough, and its mode is not copied', async ({ folder }) => {
  const previous = await revision(folder, 1, 10, 'zstd');
  const file = await revision(folder, 2, 10, 'zstd');
  const { mode } = await stat(file);
  await chmod(previous, 0o444);
  await replace(file, previous);
  expect((await stat(file)).mode).toBe(mode);
});

describe('the footer of a file that was moved', () => {
  const footerOf = (file: Buffer) =>
    file.subarray(file.length - 8 - file.readUInt32LE(file.length - 8), file.length - 8);

  /** The footer as a file of its own. */
  function read(footer: Uint8Array): FileMetaData {
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(footer.length);
    tail.write('PAR1', 4);
    return parquetMetadata(Uint8Array.from(Buffer.concat([Buffer.from('PAR1'), footer, tail])).buffer);
  }

  test.for([0, 1, 100, 2 ** 20, 2 ** 40])(
    'has all offsets increased by %i bytes, and is otherwise equal',
    async (by, { folder }) => {
      const footer = footerOf(readFileSync(await revision(folder, 1, MANY_ROWS, 'zstd')));
      const { metadata_length: _, ...moved } = read(movedFooter(footer, by));
      const { metadata_length: __, ...expected } = read(footer);
      let places = 0;
      for (const group of expected.row_groups) {
        if (group.file_offset) group.file_offset += BigInt(by);
        for (const { meta_data } of group.columns) {
          if (!meta_data) continue;
          for (const name of ['data_page_offset', 'dictionary_page_offset', 'bloom_filter_offset'] as const) {
            const place = meta_data[name];
            if (place === undefined) continue;
            meta_data[name] = place + BigInt(by);
            places += 1;
          }
        }
      }
      expect(moved).toEqual(expected);
      expect(expected.row_groups.length).toBeGreaterThan(15);
      expect(places).toBeGreaterThan(100);
    },
  );

  test('of a file with a page index, which DuckDB does not write, is refused', async ({ folder }) => {
    const column = { name: 'volume', data: new BigInt64Array(1000), columnIndex: true, offsetIndex: true };
    const indexed = Buffer.from(parquetWriteBuffer({ columnData: [column], pageSize: 100 }));
    expect(() => movedFooter(footerOf(indexed), 1)).toThrow('page index');
    const chunks = read(footerOf(readFileSync(await revision(folder, 1, 10, 'zstd')))).row_groups.flatMap(
      ({ columns }) => columns,
    );
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ offset_index_offset: undefined, column_index_offset: undefined });
  });

  test('that is truncated or invalid is refused', async ({ folder }) => {
    const footer = footerOf(readFileSync(await revision(folder, 1, 10, 'zstd')));
    for (const end of [0, 1, footer.length >> 1, footer.length - 1]) {
      expect(() => movedFooter(footer.subarray(0, end), 1)).toThrow('is incomplete');
    }
    expect(() => movedFooter(Uint8Array.of(0x1f, 0, 0), 1)).toThrow('of the type 15');
  });
});
