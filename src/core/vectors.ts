/** The DuckDB types whose values are contiguous and little-endian in memory, as in Arrow, with the bytes per value. */
export const BYTES_OF_TYPE = {
  BOOLEAN: 1,
  TINYINT: 1,
  SMALLINT: 2,
  INTEGER: 4,
  BIGINT: 8,
  UTINYINT: 1,
  USMALLINT: 2,
  UINTEGER: 4,
  UBIGINT: 8,
  FLOAT: 4,
  DOUBLE: 8,
  DATE: 4,
  TIME: 8,
  TIMESTAMP: 8,
} as const;
export type FixedType = keyof typeof BYTES_OF_TYPE;

export function isFixedType(type: string): type is FixedType {
  return type in BYTES_OF_TYPE;
}

/** Values of a fixed size, contiguous in memory. */
export interface FixedVector {
  /** The bytes of a null are undefined. */
  readonly bytes: Uint8Array;
  /** One bit per row, the lowest first: 1 if the row has a value. Null if every row has one. */
  readonly validity: Uint8Array | null;
}

/** Some values of a column. */
export type Vector = FixedVector | readonly (string | null)[];

/** Some rows, column by column. */
export interface VectorChunk {
  readonly rows: number;
  readonly columns: readonly Vector[];
}
