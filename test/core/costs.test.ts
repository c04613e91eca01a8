import { describe, expect, test } from 'vitest';
import { COSTS, usedPercent } from '../../src/core/costs.ts';
import { groupedBy } from '../../src/core/grouped-by.ts';
import { textOf } from '../support/guide.ts';
import { requestsIn } from '../support/openapi.ts';

const requests = requestsIn(JSON.parse(textOf('docs/openapi.json')));

describe('the used part of a quota', () => {
  test('is 100 percent only when the quota is used up', () => {
    expect(usedPercent(0, 25_000)).toBe(0);
    expect(usedPercent(4345, 25_000)).toBe(17.4);
    expect(usedPercent(24_999, 25_000)).toBe(99.9);
    expect(usedPercent(25_000, 25_000)).toBe(100);
    expect(usedPercent(7, 5)).toBe(140);
  });
});

const costOf = (name: keyof typeof COSTS) => COSTS[name].text;

describe('the costs of the operations', () => {
  test('are the list of docs/limits.md', () => {
    const guide = textOf('docs/limits.md').replaceAll('\n  ', ' ');
    for (const [cost, names] of groupedBy(Object.keys(COSTS) as (keyof typeof COSTS)[], costOf)) {
      const listed = names.map((name) => {
        const request = requests.find((each) => each.name === name);
        return `\`${request?.method} ${request?.path}\``;
      });
      expect(guide).toContain(`\n- ${cost}: ${listed.join(', ')}\n`);
    }
  });

  test('are in the descriptions; an operation that is not listed has none', () => {
    for (const { name, operation } of requests) {
      const cost = COSTS[name as keyof typeof COSTS]?.text.replace('per distinct', 'for each distinct');
      if (cost !== undefined) expect(operation.description, name).toContain(`Costs ${cost}`);
      else expect(operation.description ?? '', name).not.toContain('Costs ');
    }
  });

  test('are in the document for programs', () => {
    const rates = Object.entries(COSTS).map(([name, { rate }]) => [name, rate]);
    const documented = requests.map(({ name, operation }) => [name, operation['x-cost']]);
    expect(documented.filter(([, cost]) => cost !== undefined)).toEqual(rates);
  });

  test('are counted by requests, tickers, days or for the whole market', () => {
    const bases = Object.entries(COSTS).map(
      ([name, { rate }]) => `${name}: ${rate.units > 1 ? 'market' : rate.per}`,
    );
    expect(bases.filter((each) => !each.endsWith(': request'))).toEqual([
      'get_broker_summary_batch: ticker',
      'get_broker_summary_daily: days',
      'get_broker_inventory: days',
      'get_broker_position: days',
      'get_counterparties: market',
      'get_ohlcv: days',
      'get_broker_stocks: market',
      'get_broker_ranking: market',
      'get_foreign_flow_batch: ticker',
      'get_foreign_flow_daily: days',
      'get_foreign_flow_ranking: market',
      'get_stock_measures: days',
      'get_stock_measures_batch: ticker',
      'get_market_measures: market',
      'get_screen: market',
    ]);
  });

  test('count each 31 days begun', () => {
    const { units } = COSTS.get_foreign_flow_daily;
    const days = [
      ['2026-01-01', 1],
      ['2026-01-31', 1],
      ['2026-02-01', 2],
      ['2026-03-03', 2],
      ['2026-03-04', 3],
      ['2027-01-01', 12],
    ] as const;
    for (const [to, cost] of days) expect([to, units({ from: '2026-01-01', to })]).toEqual([to, cost]);
  });
});
