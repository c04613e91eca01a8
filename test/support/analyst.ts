import { resolve } from 'node:path';
import type { Limits } from '../../src/market/sql-shell/limits.ts';
import { AnalystSession } from '../../src/market/sql-shell/session.ts';
import { afterThisTest } from './alir.ts';

export const REFERENCE = resolve(import.meta.dirname, '../../data/reference');
export const LIMITS: Limits = { memory_mb: 300, disk_mb: 100, seconds: 60, threads: 2 };

/** A question that has no end for a test. A signal ends a sleep early, so that it has to be work. */
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

/** All rows of a question, as objects of text. */
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
