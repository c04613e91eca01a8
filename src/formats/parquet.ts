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
  return new Uint8Array(parquetWriteBuffer({ columnData: untyped, schema }));
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
