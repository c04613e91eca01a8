import { sql } from '../../../core/package-files.ts';
import type { Selection } from '../../charts/requests/requests.ts';

/** The query of the accumulation, with the selection of the page in place of that of the example. */
export function accumulationSql(ticker: string, { from, to, market, investor }: Selection): string {
  const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
  return (
    sql('analyst/examples/accumulation')
      // The comment that describes the columns would hide the query.
      .replace(/^-- {3}.*\n|^--\n/gm, '')
      .replace("ticker = 'BBCA'", `ticker = '${ticker}'`)
      .replace(/BETWEEN '[\d-]+' AND '[\d-]+'/, `BETWEEN '${from}' AND '${to}'`)
      .replace(/market IN \(.*/, `market IN (${list(market === 'ALL' ? ['RG', 'NG'] : [market])})`)
      .replace(/investor IN \(.*/, `investor IN (${list(investor === 'all' ? ['d', 'f'] : [investor])})`)
  );
}
