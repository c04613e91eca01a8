import { type BasicType, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import type { Column, FilledColumn, Value } from './table.ts';

const TYPES: Readonly<Record<Column['type'], BasicType>> = {
  code: 'STRING',
  count: 'INT64',
  int64: 'INT64',
  float64: 'DOUBLE',
  flag: 'BOOLEAN',
};

/**
 * Writes rows as a Parquet file. Codes are dictionary texts; counts, shares and rupiah have 64 bits; averages are doubles, as in the
 * lake.
 */
export function parquet(columns: readonly FilledColumn[]): Uint8Array {
  const columnData: ColumnSource[] = columns.map(({ name, type, nullable = false, values }) => ({
    name,
    type: TYPES[type],
    nullable,
    // By default, the library writes few rows without a dictionary.
    ...(type === 'code' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
    data: TYPES[type] === 'INT64' ? values.map(bigint) : [...values],
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function bigint(value: Value): bigint | null {
  return value === null ? null : BigInt(value);
}
