/** The types of DuckDB whose values lie side by side in memory, little-endian, as Arrow has them too; with the bytes of a value. */
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

/** Values side by side. */
export interface FixedVector {
  /** What stands for a null is undefined. */
  readonly bytes: Uint8Array;
  /** A bit a row, the lowest first: whether it has a value. Null where every row has. */
  readonly validity: Uint8Array | null;
}

/** Some values of a column. */
export type Vector = FixedVector | readonly (string | null)[];

/** Some rows, column by column. */
export interface VectorChunk {
  readonly rows: number;
  readonly columns: readonly Vector[];
}
