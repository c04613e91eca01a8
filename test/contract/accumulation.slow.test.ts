import { expect, test } from 'vitest';
import { example } from '../../src/market/sql-shell/examples.ts';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { demoAlir } from '../support/demo.ts';

const RANGE = { from: '2026-01-05', to: '2026-01-30' };
/** A single day has more labels. */
const DAY = { from: '2026-01-30', to: '2026-01-30' };

const INVESTORS: Record<string, string> = {
  all: "investor IN ('d', 'f')",
  d: "investor IN ('d')",
  f: "investor IN ('f')",
};

test('the published SQL has the figures of the endpoint, for every ticker, market and investor', async () => {
  const alir = await demoAlir();
  const session = await sessionOver(alir.stores.folders.lake);
  const tickers = await rowsOf(session, 'SELECT DISTINCT ticker FROM broker_day ORDER BY ticker');
  expect(tickers.length).toBeGreaterThan(20);
  const labels = new Set<string>();
  for (const [place, { ticker }] of tickers.entries()) {
    const investor = ['all', 'f', 'd'][place % 3] ?? '';
    const market = place % 2 === 0 ? 'RG' : 'ALL';
    for (const asked of [
      { investor: 'all', market: 'RG', ...RANGE },
      { investor, market, ...RANGE },
      { investor: 'all', market: 'ALL', ...DAY },
    ]) {
      const sql = example('accumulation')
        .sql.replace("ticker = 'BBCA'", `ticker = '${ticker}'`)
        .replace("'2026-01-05'", `'${asked.from}'`)
        .replace("market IN ('RG')", asked.market === 'RG' ? "market IN ('RG')" : "market IN ('RG', 'NG')")
        .replace("investor IN ('d', 'f')", INVESTORS[asked.investor] ?? '');
      const [row = {}] = await rowsOf(session, sql);
      // Some tickers do not trade on the day; the endpoint has zeros where SQL has NULL.
      if (row.volume === null) continue;
      const response = await alir.raw(
        `/stocks/accumulation?${new URLSearchParams({ ticker: ticker ?? '', ...asked })}`,
        {},
        { accept: 'text/csv' },
      );
      const [names = '', cells = ''] = (await response.text()).split('\r\n');
      const answer = cells.split(',');
      expect(Object.keys(row)).toEqual(names.split(','));
      expect([ticker, asked, Object.values(row).map(number)]).toEqual([ticker, asked, answer.map(number)]);
      labels.add(row.label ?? '');
    }
  }
  expect(labels.size).toBeGreaterThan(2);
});

const number = (cell: string | null) => (Number.isNaN(Number(cell)) ? cell : Number(cell));
