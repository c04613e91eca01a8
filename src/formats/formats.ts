import Negotiator from 'negotiator';
import { boundedHeader } from '../core/accept-header.ts';
import { AlirError } from '../core/errors.ts';
import { csv } from './csv.ts';
import { ndjson } from './ndjson.ts';
import type { FilledColumn, Table } from './table.ts';

/** A format other than JSON that a caller can request. */
export interface Format {
  /** The media type in Accept. */
  readonly type: string;
  /** The media type in Content-Type. */
  readonly content_type: string;
  /** Whether the format compresses its own data. */
  readonly is_compressed: boolean;
  /** Loads its library at the first call. */
  readonly write: (columns: readonly FilledColumn[]) => Promise<string | Uint8Array>;
}

function form(type: string, write: Format['write'], content_type = type): Format {
  return { type, content_type, is_compressed: false, write };
}

export const FORMATS: readonly Format[] = [
  form('text/csv', async (columns) => csv(columns), 'text/csv; charset=utf-8'),
  form('application/x-ndjson', async (columns) => ndjson(columns)),
  form('application/vnd.apache.arrow.stream', async (columns) => (await import('./arrow.ts')).arrow(columns)),
  {
    ...form('application/vnd.apache.parquet', async (columns) =>
      (await import('./parquet.ts')).parquet(columns),
    ),
    is_compressed: true,
  },
];

const JSON_TYPE = 'application/json';
const OFFERED = [JSON_TYPE, ...FORMATS.map(({ type }) => type)];

/** The Accept headers of nearly all clients; each of them selects JSON. */
const PLAIN: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*', JSON_TYPE]);

/**
 * Selects the offered format that an Accept header prefers: of equal ones the first that it names, and JSON if it
 * names a range of types, such as `application/*`. A header that is too long to read selects JSON.
 * @returns null for JSON
 * @throws AlirError `not_acceptable`
 */
export function formatFor(header: string | undefined): Format | null {
  const accept = boundedHeader(header);
  if (PLAIN.has(accept)) return null;
  // Other parameters of a type, such as its charset, are ignored.
  const types = accept?.replaceAll(/;\s*(?!q\s*=)[^;,]*/gi, '');
  const type = new Negotiator({ headers: { accept: types } }).mediaType(OFFERED);
  if (type === undefined) {
    throw new AlirError(
      'not_acceptable',
      `None of the types in Accept is available. Available types: ${OFFERED.join(', ')}.`,
    );
  }
  return FORMATS.find((format) => format.type === type) ?? null;
}

/** Writes the rows of an answer in a format. @param data the `data` of the envelope */
export async function written({ write }: Format, table: Table, data: unknown): Promise<Buffer> {
  return Buffer.from(await write(table.fill(data)));
}
