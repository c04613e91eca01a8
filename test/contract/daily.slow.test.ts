import { describe, expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle, OracleRow } from '../support/oracle.ts';
import fc from '../support/properties.ts';
import { expectRounded } from '../support/rounded.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const PLACES = [...DAYS, '2025-10-31', '2025-11-30', '2025-12-31', '2026-01-01', '2026-01-31', '2026-03-02'];
const TICKERS = [...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'];
const RUNS = { seed: 20260119, numRuns: 1000 };

const place = fc.constantFrom(...PLACES);
const asked = fc.record({
  ticker: fc.constantFrom(...TICKERS),
  range: fc.tuple(place, place).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
  market: fc.constantFrom('RG', 'NG', 'ALL'),
  investor: fc.constantFrom('all', 'f', 'd'),
});
const question = asked.map(({ range, ...rest }) => ({ ...rest, ...range }));

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
});

const NUMBERS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'] as const;

/** The sums of each broker, in the order of the contract. */
function added(rows: OracleRow[]) {
  const sums = new Map<string, Record<(typeof NUMBERS)[number], number>>();
  for (const row of rows) {
    const sum = sums.get(row.code);
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, row[name] + (sum?.[name] ?? 0)]));
    sums.set(row.code, numbers as Record<(typeof NUMBERS)[number], number>);
  }
  return [...sums]
    .map(([code, numbers]) => ({ code, ...numbers }))
    .sort((a, b) => b.buy_value - a.buy_value || (a.code < b.code ? -1 : 1));
}

describe('on a generated market, for 1,000 random requests', () => {
  test('daily rows equal the oracle and add up to the range', async ({ sharedAlir: alir }) => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(question, async (question) => {
        const daily = (await alir.get('/stocks/broker-summary/daily', question)).body.data;
        const range = (await alir.get('/stocks/broker-summary', question)).body.data;
        expect(daily).toEqual(oracle.dailyBrokerSummary(question));
        expect(added(daily)).toEqual(added(range));
        rows += daily.length;
      }),
      RUNS,
    );
    expect(rows).toBeGreaterThan(5000);
  });

  test('daily foreign flow has a row for each published day, and adds up to the range', async ({
    sharedAlir: alir,
  }) => {
    await fc.assert(
      fc.asyncProperty(question, async ({ investor: _, ...question }) => {
        const daily = (await alir.get('/foreign-flow/daily', question)).body.data;
        const range = (await alir.get('/foreign-flow', question)).body.data;
        expect(daily).toEqual(oracle.dailyForeignFlow(question));
        const sum = (name: string) => daily.reduce((total: number, day: any) => total + day[name], 0);
        expect(range).toEqual({
          foreign_buy: sum('foreign_buy'),
          foreign_sell: sum('foreign_sell'),
          net_foreign: sum('net_foreign'),
        });
      }),
      RUNS,
    );
  });

  test('the inventory equals the one recomputed from the trades, with OTHER', async ({
    sharedAlir: alir,
  }) => {
    let others = 0;
    await fc.assert(
      fc.asyncProperty(question, fc.integer({ min: 1, max: 4 }), async (question, top) => {
        const { body } = await alir.get('/stocks/broker-inventory', { ...question, top: String(top) });
        expect(body.data).toEqual(oracle.brokerInventory(question, top));
        others += body.data.filter(({ code }: any) => code === 'OTHER').length;
      }),
      RUNS,
    );
    expect(others).toBeGreaterThan(100);
  });

  test('the accumulation equals the one recomputed from the trades', async ({ sharedAlir: alir }) => {
    const labels = new Set<string>();
    await fc.assert(
      fc.asyncProperty(question, async (question) => {
        const { body } = await alir.get('/stocks/accumulation', question);
        expectRounded(body.data, oracle.accumulation(question));
        labels.add(body.data.label);
      }),
      RUNS,
    );
    expect(labels.size).toBeGreaterThan(4);
  });
});
