import { type BasicType, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import type { Column, FilledColumn } from './table.ts';

const TYPES: Readonly<Record<Column['type'], BasicType>> = {
  code: 'STRING',
  count: 'INT64',
  int64: 'INT64',
  float64: 'DOUBLE',
};

/** Rows as a Parquet file. Codes are texts, by a dictionary; counts, shares and rupiah 64 bits, averages doubles, as in the lake. */
export function parquet(columns: readonly FilledColumn[]): Uint8Array {
  const columnData: ColumnSource[] = columns.map(({ name, type, values }) => ({
    name,
    type: TYPES[type],
    nullable: false,
    // Unasked, it would write few rows without a dictionary.
    ...(type === 'code' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
    data: TYPES[type] === 'INT64' ? values.map(BigInt) : [...values],
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
