import * as z from 'zod';
import { instantOf, isIsoDate } from '../dates.ts';

/** The largest file of the lake that is copied. A file of the record day has 34 MB. */
const MAX_FILE_BYTES = 10_000_000_000;
/** The largest count that is exact in JSON. */
const count = (description: string) => z.int().min(0).meta({ description, format: 'int64' });
const bytes = (table: string) =>
  z
    .int()
    .min(1)
    .max(MAX_FILE_BYTES)
    .meta({ description: `Size of the file of ${table} in bytes`, format: 'int64' });
const sha256 = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description });
const fileHash = (table: string) => sha256(`SHA-256 of the file of ${table}`);
const time = (description: string) =>
  z
    .string()
    .refine((text) => instantOf(text)?.toISOString() === text, { error: 'must be a time in UTC' })
    .meta({ description: `${description}, ISO 8601 in UTC`, format: 'date-time' });

/** A publication, as a copy of the lake needs it. The SHA-256 of a file is its name. */
const listedPublication = z
  .strictObject({
    number: z.int().min(1).max(1_000_000).meta({ description: 'Number of the publication, from 1' }),
    trade_date: z
      .string()
      .refine(isIsoDate, { error: 'must be a date' })
      .meta({ description: 'Trading day', format: 'date' }),
    revision: z.int().min(1).max(1_000_000).meta({ description: 'Revision of the day' }),
    intended_at: time('Time at which the files were written'),
    published_at: time('Time of the publication'),
    served_at: time('Time from which answers about single tickers have it'),
    market_served_at: time('Time from which answers about the whole market have it'),
    deleted_at: time('Time at which the files of a replaced revision were deleted').nullable(),
    source_name: z.string().max(255).meta({ description: 'Name of the daily file' }),
    source_sha256: sha256('SHA-256 of the daily file'),
    duplicates: count('Repeated rows of the daily file'),
    value: count('Total value of the trades, in IDR'),
    trades_digest: z.string().max(128).meta({ description: 'Hash of the trades in any order' }),
    trades_rows: count('Number of trades'),
    trades_sha256: fileHash('trades'),
    trades_bytes: bytes('trades').nullable(),
    broker_day_rows: count('Rows of broker_day'),
    broker_day_sha256: fileHash('broker_day'),
    broker_day_bytes: bytes('broker_day').nullable(),
    ticker_day_sha256: fileHash('ticker_day'),
    ticker_day_bytes: bytes('ticker_day').nullable(),
  })
  .meta({
    id: 'Publication',
    description: 'A published day or correction; a size is null for a deleted file',
  });

export type ListedPublication = z.infer<typeof listedPublication>;

const stripped = listedPublication.strip();
const MAX_PUBLICATIONS = 1_000_000;

/** The publications in a document of another server. A newer version of Alir may add fields. @throws Error about the first mistake */
export function readPublications(document: unknown): ListedPublication[] {
  if (!Array.isArray(document) || document.length > MAX_PUBLICATIONS)
    throw new Error('it is no list of publications');
  return document.map((each, place) => {
    const { data, error } = stripped.safeParse(each);
    if (data) return data;
    const { path, message } = error.issues[0] as (typeof error.issues)[number];
    throw new Error(`${[place, ...path].join('.')}: ${message}`);
  });
}
