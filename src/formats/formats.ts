import { csv } from './csv.ts';
import { ndjson } from './ndjson.ts';
import { withPeopleColumns } from './people-columns.ts';
import type { FilledColumn, Table } from './table.ts';

/** A format other than JSON that a caller can request. */
export interface Format {
  /** The media type in Accept. */
  readonly type: string;
  readonly content_type: string;
  /** Whether the format compresses its own data. */
  readonly is_compressed: boolean;
  /** Loads its library at the first call. */
  readonly write: (columns: readonly FilledColumn[]) => Promise<string | Uint8Array>;
}

function form(type: string, write: Format['write'], content_type = type): Format {
  return { type, content_type, is_compressed: false, write };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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
  {
    ...form(XLSX, async (columns) => (await import('./xlsx.ts')).xlsx(columns)),
    is_compressed: true,
  },
];

/** Writes the rows of an answer in a format. @param data the `data` of the envelope @param names of brokers and companies; null without the columns for people */
export async function written(
  { write }: Format,
  table: Table,
  data: unknown,
  names: ReadonlyMap<string, string> | null = null,
): Promise<Buffer> {
  const columns = table.fill(data);
  return Buffer.from(await write(names ? withPeopleColumns(columns, names) : columns));
}
