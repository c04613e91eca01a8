/** A column of an Arrow file without nulls: `code` is a number of `codes`, `date` counts the days since 1970-01-01. */
export type ArrowColumn =
  | { readonly name: string; readonly type: 'code'; readonly codes: readonly string[] }
  | { readonly name: string; readonly type: 'date' | 'int64' };

export const ARRAYS = { code: Uint16Array, date: Int32Array, int64: BigInt64Array } as const;
const ALIGNMENT = 8;
/** The end of the file: the length of the footer, then these characters. */
export const MAGIC = 'ARROW1';
export const END_BYTES = 4 + MAGIC.length;
export const CRC_BYTES = 4;

export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
