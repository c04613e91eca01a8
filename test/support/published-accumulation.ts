import { expect } from 'vitest';
import { example } from '../../src/market/sql-shell/examples.ts';
import type { AnalystSession } from '../../src/market/sql-shell/session.ts';
import type { TestAlir } from './alir.ts';
import { rowsOf } from './analyst.ts';
import type { OracleRange } from './oracle.ts';

const MARKETS: Readonly<Record<string, string>> = { RG: "('RG')", NG: "('NG')", ALL: "('RG', 'NG')" };
const INVESTORS: Readonly<Record<string, string>> = { all: "('d', 'f')", d: "('d')", f: "('f')" };

/**
 * Compares the answer of GET /stocks/accumulation with the row of the published SQL.
 * @returns the row of the SQL
 */
export async function expectPublishedAccumulation(
  alir: TestAlir,
  session: AnalystSession,
  asked: OracleRange & { ticker: string },
): Promise<Record<string, string | null>> {
  const sql = example('accumulation')
    .sql.replace("ticker = 'BBCA'", `ticker = '${asked.ticker}'`)
    .replace(/'2026-01-05' AND '2026-01-30'/, `'${asked.from}' AND '${asked.to}'`)
    .replace("market IN ('RG')", `market IN ${MARKETS[asked.market]}`)
    .replace("investor IN ('d', 'f')", `investor IN ${INVESTORS[asked.investor]}`);
  const [row = {}, ...others] = await rowsOf(session, sql);
  expect(others).toEqual([]);
  const response = await alir.raw(
    `/stocks/accumulation?${new URLSearchParams({ ...asked })}`,
    {},
    { accept: 'text/csv' },
  );
  const [names = '', cells = ''] = (await response.text()).split('\r\n');
  expect(Object.keys(row)).toEqual(names.split(','));
  const published = Object.values(row).map((cell) => number(cell ?? 'null'));
  expect([asked, published]).toEqual([asked, cells.split(',').map(number)]);
  return row;
}

const number = (cell: string) => (Number.isNaN(Number(cell)) ? cell : Number(cell));
