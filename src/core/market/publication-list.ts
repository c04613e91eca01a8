import * as z from 'zod';
import { instantOf, isIsoDate } from '../dates.ts';
import { LAKE_TABLES, type LakeTable } from '../folders.ts';

/** The largest file of the lake that is copied. A file of the record day has 34 MB. */
const MAX_FILE_BYTES = 10_000_000_000;
const MAX_NUMBER = 1_000_000;
const MAX_TEXT = 1000;

/** The largest count that is exact in JSON. */
const count = z.int().min(0);
const number = z.int().min(1).max(MAX_NUMBER);
const name = z.string().max(255);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string().refine(isIsoDate, { error: 'must be a date' });
const time = z
  .string()
  .refine((text) => instantOf(text)?.toISOString() === text, { error: 'must be a time in UTC' });

function ofEachTable<Field extends string, Schema>(field: Field, schema: Schema) {
  const fields = LAKE_TABLES.map((table) => [`${table}_${field}`, schema]);
  return Object.fromEntries(fields) as Record<`${LakeTable}_${Field}`, Schema>;
}

/** A publication, as a copy of the lake needs it. The SHA-256 of a file is its name. The size of a deleted file is null. */
const listedPublication = z.object({
  number,
  trade_date: date,
  revision: number,
  intended_at: time,
  published_at: time,
  served_at: time,
  market_served_at: time,
  deleted_at: time.nullable(),
  source_name: name,
  source_sha256: sha256,
  duplicates: count,
  value: count,
  trades_digest: z.string().max(128),
  trades_rows: count,
  broker_day_rows: count,
  ...ofEachTable('sha256', sha256),
  ...ofEachTable('bytes', z.int().min(1).max(MAX_FILE_BYTES).nullable()),
});

/** A comparison of a publication with the exchange. */
const listedCheck = z.object({
  check_id: number,
  trade_date: date,
  revision: number,
  official_sha256: sha256,
  source: name,
  checked_at: time,
  tickers: count,
  differing_tickers: count,
  differences: count,
  patterns: z.string().max(MAX_TEXT),
  compared: z.string().max(MAX_TEXT),
});

export type ListedPublication = z.infer<typeof listedPublication>;
export type ListedCheck = z.infer<typeof listedCheck>;

/** What another lake lists. A newer version of Alir may add fields. @throws Error about the first mistake */
export function readLists(document: { readonly publications: unknown; readonly checks: unknown }) {
  return {
    publications: each(document.publications, listedPublication),
    checks: each(document.checks, listedCheck),
  };
}

function each<Listed>(list: unknown, schema: z.ZodType<Listed>): Listed[] {
  if (!Array.isArray(list) || list.length > MAX_NUMBER) throw new Error('it is no list');
  return list.map((item, place) => {
    const read = schema.safeParse(item);
    if (read.success) return read.data;
    const { path, message } = read.error.issues[0] as z.core.$ZodIssue;
    throw new Error(`${[place, ...path].join('.')}: ${message}`);
  });
}
