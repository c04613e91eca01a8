import { expect, test } from 'vitest';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { demoAlir } from '../support/demo.ts';
import { expectPublishedAccumulation } from '../support/published-accumulation.ts';

const RANGE = { from: '2026-01-05', to: '2026-01-30' };
/** A single day has more labels. */
const DAY = { from: '2026-01-30', to: '2026-01-30' };
const MARKETS = ['RG', 'NG', 'ALL'];
const INVESTORS = ['all', 'f', 'd'];

test('the published SQL has the figures of the endpoint: every ticker in each market, and each investor of a market for a third of the tickers', async () => {
  const alir = await demoAlir();
  const session = await sessionOver(alir.stores.folders.lake);
  const traded = await rowsOf(session, 'SELECT DISTINCT ticker FROM broker_day ORDER BY ticker');
  const tickers = [...traded.map(({ ticker }) => ticker ?? ''), 'NONE'];
  expect(tickers.length).toBeGreaterThan(20);
  const labels = new Set<string>();
  const asked_of = new Map<string, number>();
  let empty = 0;
  for (const [index, ticker] of tickers.entries()) {
    const questions = MARKETS.map((market, shift) => {
      const investor = INVESTORS[(index + shift) % INVESTORS.length] ?? '';
      asked_of.set(`${market} ${investor}`, (asked_of.get(`${market} ${investor}`) ?? 0) + 1);
      return { ticker, market, investor, ...RANGE };
    });
    for (const asked of [...questions, { ticker, market: 'ALL', investor: 'all', ...DAY }]) {
      const { volume, label } = await expectPublishedAccumulation(alir, session, asked);
      labels.add(label ?? '');
      if (volume === '0') empty += 1;
    }
  }
  expect(labels.size).toBeGreaterThan(2);
  expect(empty).toBeGreaterThan(3);
  expect(asked_of.size).toBe(9);
  expect(Math.min(...asked_of.values())).toBeGreaterThanOrEqual(Math.floor(tickers.length / 3));
});
