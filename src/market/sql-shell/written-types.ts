import { sql } from '../../core/package-files.ts';
import { isFixedType } from '../../core/vectors.ts';
import { type Column, quotedName } from '../lake/duckdb.ts';

/** Quoted text in a type is the name of a field or a value of an ENUM. */
const NAME_OR_HUGE_INTEGER = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\bU?HUGEINT\b/g;

/** Parquet has no 128-bit integer, the type of a sum of BIGINT. DuckDB would round it to a DOUBLE. */
export function typeInParquet(type: string): string {
  return type.replaceAll(NAME_OR_HUGE_INTEGER, (part) => (/^["']/.test(part) ? part : 'DECIMAL(38, 0)'));
}

/** The type that values are cast to for Arrow. */
export function vectorType(type: string): string {
  const exact = type.replace(/^U?HUGEINT$/, 'DECIMAL(38,0)');
  return isFixedType(exact) || /^DECIMAL\([\d,]+\)$/.test(exact) ? exact : 'VARCHAR';
}

/** A query for the rows of the session's query, cast to other types. */
export function castTo(columns: readonly Column[], typeFor: (type: string) => string): string {
  const cast = columns.map(({ name, type }) => {
    const kept = typeFor(type);
    return kept === type ? quotedName(name) : `${quotedName(name)}::${kept} AS ${quotedName(name)}`;
  });
  return `SELECT ${cast.join(', ')} ${sql('analyst/answer')}`;
}
