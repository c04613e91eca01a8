import {
  type BasicType,
  type ColumnSource,
  parquetWriteBuffer,
  schemaFromColumnData,
} from 'hyparquet-writer';
import type { Column, FilledColumn, Value } from './table.ts';

const TYPES: Readonly<Record<Exclude<Column['type'], 'date'>, BasicType>> = {
  code: 'STRING',
  count: 'INT64',
  int64: 'INT64',
  float64: 'DOUBLE',
  flag: 'BOOLEAN',
};

/**
 * Writes rows as a Parquet file. Codes are dictionary texts; dates are days; counts, shares and rupiah have 64 bits; averages are
 * doubles, as in the lake.
 */
export function parquet(columns: readonly FilledColumn[]): Uint8Array {
  const columnData = columns.map(columnSource);
  const schema = schemaFromColumnData({ columnData, schemaOverrides: datesAsDays(columns) });
  const untyped = columnData.map(({ type: _t, nullable: _n, ...source }) => source);
  const file = Buffer.from(parquetWriteBuffer({ columnData: untyped, schema }));
  return columns.every(({ values }) => values.length === 0) ? withTypedEmptyList(file) : file;
}

/** In the footer of a file without rows: the fields `num_rows` (0) and `row_groups` (an empty list), of the Thrift compact protocol. */
const NO_ROW_GROUPS = Buffer.from([0x16, 0x00, 0x19, 0x00]);
const EMPTY_LIST_OF_STRUCTS = 0x0c;

/** The library writes an empty list without the type of its elements. Readers in Rust (parquet-rs, DataFusion) refuse such a file. */
function withTypedEmptyList(file: Buffer): Buffer {
  const at = file.lastIndexOf(NO_ROW_GROUPS);
  if (at < 0) throw new Error('The footer of a Parquet file without rows has another form');
  file[at + NO_ROW_GROUPS.length - 1] = EMPTY_LIST_OF_STRUCTS;
  return file;
}

function columnSource({ name, type, nullable, values }: FilledColumn): ColumnSource {
  if (type === 'date') return { name, data: Array.from(values, (date) => new Date(String(date))) };
  return {
    name,
    type: TYPES[type],
    nullable: nullable === true,
    // By default, the library writes few rows without a dictionary.
    ...(type === 'code' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
    data: TYPES[type] === 'INT64' ? Array.from(values, bigint) : Array.from(values),
  };
}

/** The library has no basic type for dates. */
function datesAsDays(columns: readonly Column[]) {
  const day = { type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' } as const;
  const dates = columns.filter(({ type }) => type === 'date');
  return Object.fromEntries(dates.map(({ name }) => [name, { name, ...day }]));
}

function bigint(value: Value): bigint | null {
  return value === null ? null : BigInt(value);
}
