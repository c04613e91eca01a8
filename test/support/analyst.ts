import { resolve } from 'node:path';
import type { Limits } from '../../src/market/sql-shell/limits.ts';
import { AnalystSession } from '../../src/market/sql-shell/session.ts';
import { afterThisTest } from './alir.ts';

export const REFERENCE = resolve(import.meta.dirname, '../../data/reference');
/** The memory is measured of the whole process, which other test files use before. */
export const LIMITS: Limits = { memory_mb: 1000, disk_mb: 100, seconds: 60, threads: 2 };

/** A query that cannot finish during a test. It must do work, because a signal ends a sleep early. */
export const ENDLESS = 'SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range';

/** A session over a lake, closed after the test. */
export async function sessionOver(
  lake: string,
  limits: Partial<Limits> = {},
  answers?: string,
): Promise<AnalystSession> {
  const places = { lake, reference: REFERENCE, ...(answers ? { answers } : {}) };
  const session = await AnalystSession.open(places, { ...LIMITS, ...limits });
  afterThisTest(() => session.close());
  return session;
}

/** All rows of a query, as objects with text values. */
export async function rowsOf(
  session: AnalystSession,
  question: string,
): Promise<Record<string, string | null>[]> {
  const { columns, chunks } = await session.ask(question, 'text');
  const rows: Record<string, string | null>[] = [];
  for await (const chunk of chunks) {
    for (let row = 0; row < chunk.rows; row++) {
      rows.push(
        Object.fromEntries(columns.map(({ name }, place) => [name, chunk.columns[place]?.[row] ?? null])),
      );
    }
  }
  return rows;
}
