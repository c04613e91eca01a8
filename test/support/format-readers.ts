import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm';
import { expect } from 'vitest';

export const ARROW = 'application/vnd.apache.arrow.stream';
export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';
export const PARQUET = 'application/vnd.apache.parquet';
/** Every form of an answer with rows. */
export const FORMATS = ['application/json', CSV, NDJSON, ARROW, PARQUET];

export type Row = Record<string, string | number | bigint | boolean | null>;

/** What an implementation that is not ours reads; 64-bit integers as bigint. */
export const READERS: Readonly<
  Record<string, { accept: string; read: (bytes: ArrayBuffer) => Promise<Row[]> | Row[] }>
> = {
  'apache-arrow': { accept: ARROW, read: (bytes) => rowsOfArrow(new Uint8Array(bytes)) },
  hyparquet: { accept: PARQUET, read: async (file) => (await parquetReadObjects({ file })) as Row[] },
  'parquet-wasm': {
    accept: PARQUET,
    read: (bytes) => rowsOfArrow(readParquet(new Uint8Array(bytes)).intoIPCStream()),
  },
  'lines of JSON': {
    accept: NDJSON,
    read: (bytes) =>
      text(bytes)
        .trimEnd()
        .split('\n')
        .filter(Boolean)
        .map((each) => JSON.parse(each)),
  },
  'lines of CSV': { accept: CSV, read: (bytes) => rowsOfCsv(text(bytes)) },
};

function rowsOfArrow(bytes: Uint8Array): Row[] {
  return tableFromIPC(bytes)
    .toArray()
    .map((row) => ({ ...row.toJSON() }));
}

function rowsOfCsv(text: string): Row[] {
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((each) => each.split(','));
  const words: Readonly<Record<string, boolean | null>> = { '': null, true: true, false: false };
  const parsed = (value: string) =>
    /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value in words ? (words[value] ?? null) : value;
  return rows.map((row) => Object.fromEntries(row.map((value, place) => [names[place], parsed(value)])));
}

export const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

/** Replaces bigints by numbers, and expects that no digit is lost. */
export function asJson(rows: readonly Row[]): Row[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        // Arrow has the milliseconds of a day, and Parquet a Date.
        if (name === 'date' || name.endsWith('_date'))
          return [name, new Date(value as string).toISOString().slice(0, 10)];
        if (typeof value !== 'bigint') return [name, value];
        expect(Number.isSafeInteger(Number(value))).toBe(true);
        return [name, Number(value)];
      }),
    ),
  );
}

const prefixed = (prefix: string, part: Row) =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [`${prefix}_${name}`, value]));

/** The one row of an accumulation: formats without nested values have a column for each of its figures. */
export function accumulationRows({ top, buy_share, sell_share, ...figures }: any): Row[] {
  const tops = top.map(({ n, ...part }: Row) => prefixed(`top${n}`, part));
  return [
    {
      ...figures,
      ...Object.assign({}, ...tops),
      ...prefixed('buy', buy_share),
      ...prefixed('sell', sell_share),
    },
  ];
}
