import * as z from 'zod';
import type { ColumnRows } from '../../../core/column-rows.ts';
import { type Column, type Table, tableOf } from '../../../formats/table.ts';

/** A large integer, 0 or more. */
export const amount = (description: string) => z.int().min(0).meta({ description });

const COUNTS = new WeakSet<z.ZodType>();

/** A number of things, 0 or more. A table stores it in 32 bits. */
export const count = (description: string) => {
  const field = amount(description);
  COUNTS.add(field);
  return field;
};

/** A description with the unit after the noun. The note has complete sentences, without the last period. */
const withUnit = (noun: string, unit: string, note?: string) =>
  note === undefined ? `${noun}, ${unit}` : `${noun}, ${unit}. ${note}`;

/** An amount in whole rupiah, 0 or more. */
export const idr = (noun: string, note?: string) => amount(withUnit(noun, 'in IDR', note));

/** An amount in whole rupiah, which may be negative. */
export const signedIdr = (noun: string, note?: string) =>
  z.int().meta({ description: withUnit(noun, 'in IDR', note) });

/** A volume, which may be negative. */
export const signedShares = (noun: string, note?: string) =>
  z.int().meta({ description: withUnit(noun, 'in shares', note) });

export const isoDate = (description: string) => z.string().meta({ description, format: 'date' });

export const shares = (noun: string) => amount(withUnit(noun, 'in shares'));

export const ROUNDED = 'rounded to 2 decimals; a half is rounded away from 0';

/** A percentage from 0 to 100. */
export const percent = (noun: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .meta({ description: `${noun}, ${ROUNDED}` });

/** A percentage, which may be negative. */
export const signedPercent = (noun: string) => z.number().meta({ description: `${noun}, ${ROUNDED}` });

/** A UTC timestamp with the zone designator Z. */
export const timestamp = (noun: string, note?: string) =>
  z.string().meta({ description: withUnit(noun, 'ISO 8601 in UTC', note), format: 'date-time' });

export const text = (description: string) => z.string().meta({ description });

export const flag = (description: string) => z.boolean().meta({ description });

/** A JSON object with a value for each key. In code it is a Map, because an object would move keys that look like numbers to the front. */
export const keyed = <Value>(key: z.ZodString, value: z.ZodType<Value>) =>
  z.record(key, value) as unknown as z.ZodType<ReadonlyMap<string, Value>>;

/** A JSON array of rows. In code the rows are in columns. */
export const columnRows = <Row>(row: z.ZodType<Row>) => z.array(row) as unknown as z.ZodType<ColumnRows<Row>>;

/** An example identifier. */
export const SOME_ID = '7f4df1c6-64c3-4d1b-9b0a-3c1e6f0a2b5d';

/** An object with exactly these fields. */
export const record = <Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape) =>
  z.strictObject(shape).meta({ id: name, description });

/** The fields of a row that a record has. Other fields of the row, such as `account_id`, stay out of the answer. */
export const fieldsOf = <Shape extends z.ZodRawShape, Row extends object>(
  { shape }: z.ZodObject<Shape>,
  row: Row,
) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, row[name as keyof Row]])) as unknown as Pick<
    Row,
    keyof Row & keyof Shape
  >;

/** The columns of a table for records: their fields, in order. */
export function columnsOf({ shape }: { readonly shape: z.ZodRawShape }): Column[] {
  return Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(([name, field]) => {
    const isNullable = field instanceof z.ZodNullable;
    const type = columnType(isNullable ? (field.unwrap() as z.ZodType) : field);
    return { name, type, ...(isNullable && { nullable: true as const }) };
  });
}

export const tableOfRecords = (record: Parameters<typeof columnsOf>[0]): Table => tableOf(columnsOf(record));

function columnType(field: z.ZodType): Column['type'] {
  if (COUNTS.has(field)) return 'count';
  if (field instanceof z.ZodBoolean) return 'flag';
  if (field instanceof z.ZodNumber) return field.isInt ? 'int64' : 'float64';
  if (field instanceof z.ZodLiteral && [...field.values].every(Number.isInteger)) return 'int64';
  return field.meta()?.format === 'date' ? 'date' : 'code';
}
