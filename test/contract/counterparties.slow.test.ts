import { describe, expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle, OracleRow } from '../support/oracle.ts';
import fc from '../support/properties.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const question = fc
  .record({
    ticker: fc.constantFrom(...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'),
    from: fc.constantFrom(...DAYS, '2025-12-31', '2026-01-31'),
    days: fc.integer({ min: 0, max: 30 }),
    market: fc.constantFrom('RG', 'NG', 'ALL'),
  })
  .map(({ days, ...rest }) => {
    const to = new Date(Date.parse(rest.from) + days * 86_400_000).toISOString().slice(0, 10);
    return { ...rest, to };
  });

interface Pair {
  readonly buyer: string;
  readonly seller: string;
  readonly freq: number;
  readonly volume: number;
  readonly value: number;
}

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
});

/** The trades, shares and value of each broker on one side. */
function sums(pairs: readonly Pair[], side: 'buyer' | 'seller') {
  const sums: Record<string, [number, number, number]> = {};
  for (const pair of pairs) {
    const [freq, volume, value] = sums[pair[side]] ?? [0, 0, 0];
    sums[pair[side]] = [freq + pair.freq, volume + pair.volume, value + pair.value];
  }
  return sums;
}

describe('counterparties, for 300 random requests on a generated market', () => {
  test('equal the oracle, and add up to the buys and the sells of each broker', async ({
    sharedAlir: alir,
  }) => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(question, async (question) => {
        const pairs: Pair[] = (await alir.get('/stocks/counterparties', question)).body.data;
        expect(pairs).toEqual(oracle.counterparties(question));
        const summary: OracleRow[] = (
          await alir.get('/stocks/broker-summary', { ...question, investor: 'all' })
        ).body.data;
        const bought = summary.filter((row) => row.buy_freq > 0);
        const sold = summary.filter((row) => row.sell_freq > 0);
        expect(sums(pairs, 'buyer')).toEqual(
          Object.fromEntries(bought.map((row) => [row.code, [row.buy_freq, row.buy_volume, row.buy_value]])),
        );
        expect(sums(pairs, 'seller')).toEqual(
          Object.fromEntries(sold.map((row) => [row.code, [row.sell_freq, row.sell_volume, row.sell_value]])),
        );
        rows += pairs.length;
      }),
      { seed: 20260119, numRuns: 300 },
    );
    expect(rows).toBeGreaterThan(2000);
  });
});
