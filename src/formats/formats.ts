import Negotiator from 'negotiator';
import { boundedHeader } from '../core/accept-header.ts';
import { AlirError } from '../core/errors.ts';
import { arrow } from './arrow.ts';
import { csv } from './csv.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';
import type { FilledColumn, Table } from './table.ts';

/** A form of rows that a caller may ask for in place of JSON. */
export interface Format {
  /** Its media type, as it is asked for. */
  readonly type: string;
  /** The same as it is sent. */
  readonly content_type: string;
  /** Whether its bytes are compressed in themselves. */
  readonly is_compressed: boolean;
  readonly write: (columns: readonly FilledColumn[]) => string | Uint8Array;
}

function form(type: string, write: Format['write'], content_type = type): Format {
  return { type, content_type, is_compressed: false, write };
}

export const FORMATS: readonly Format[] = [
  form('text/csv', csv, 'text/csv; charset=utf-8'),
  form('application/x-ndjson', ndjson),
  form('application/vnd.apache.arrow.stream', arrow),
  { ...form('application/vnd.apache.parquet', parquet), is_compressed: true },
];

const JSON_TYPE = 'application/json';
const OFFERED = [JSON_TYPE, ...FORMATS.map(({ type }) => type)];

/** What nearly all send. */
const PLAIN: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*', JSON_TYPE]);

/**
 * What an Accept header wants most of what is offered; of equals JSON, and JSON for a header that is too long to be read.
 * @returns null for JSON
 * @throws AlirError `not_acceptable`
 */
export function formatFor(header: string | undefined): Format | null {
  const accept = boundedHeader(header);
  if (PLAIN.has(accept)) return null;
  // What else is said of a type, such as its charset, decides nothing here.
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

/** The rows of an answer in a form. @param data of the envelope */
export function written({ write }: Format, table: Table, data: unknown): Buffer {
  return Buffer.from(write(table.fill(data)));
}
