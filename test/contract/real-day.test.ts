import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { test } from '../support/fixtures.ts';
import { HAS_REAL_DAY, REAL_DAY_FILE } from '../support/real-day.ts';

const DAY = { ticker: 'BRMS', from: '2026-01-19', to: '2026-01-19' };

describe.skipIf(!HAS_REAL_DAY)('the real trading day 2026-01-19 of BRMS', () => {
  const expected = HAS_REAL_DAY ? expectedRows() : [];

  test.beforeAll(async ({ sharedAlir }) => {
    const result = await sharedAlir.ingest('DT260119.csv.gz', readFileSync(REAL_DAY_FILE));
    expect(result).toMatchObject({
      status: 'published',
      revision: 1,
      trades: 25_685,
      duplicates: 0,
      rejected_rows: 0,
    });
  });

  test.for(['all', 'f', 'd'])(
    'the broker summary for investor %s has the expected rows',
    async (investor, { sharedAlir: alir }) => {
      const ofInvestor = expected.filter((row) => row.investor === investor);
      expect(ofInvestor.length).toBeGreaterThan(10);
      for (const market of ['RG', 'ALL', undefined]) {
        const { body } = await alir.get('/stocks/broker-summary', {
          ...DAY,
          investor,
          ...(market ? { market } : {}),
        });
        const rows = body.data as Record<string, number>[];
        expect(rows.map(({ buy_avg, sell_avg, ...row }) => row).toSorted(byCode)).toEqual(
          ofInvestor.map(({ investor: _, ...row }) => row).toSorted(byCode),
        );
        for (const { buy_avg, buy_value, buy_volume, sell_avg, sell_value, sell_volume } of rows) {
          expect(buy_avg).toBe(buy_volume ? Number((Number(buy_value) / buy_volume).toFixed(2)) : 0);
          expect(sell_avg).toBe(sell_volume ? Number((Number(sell_value) / sell_volume).toFixed(2)) : 0);
        }
      }
      const negotiated = await alir.get('/stocks/broker-summary', { ...DAY, investor, market: 'NG' });
      expect(negotiated.body.data).toEqual([]);
    },
  );

  test('the totals equal those published by the exchange', async ({ sharedAlir: alir }) => {
    const { body } = await alir.get('/stocks/broker-summary', { ...DAY, investor: 'all' });
    const foreign = (await alir.get('/stocks/broker-summary', { ...DAY, investor: 'f' })).body.data;
    expect(total(body.data, 'buy_volume')).toBe(228_224_600);
    expect(total(body.data, 'sell_volume')).toBe(228_224_600);
    expect(total(body.data, 'buy_value')).toBe(280_293_332_000);
    expect(total(foreign, 'buy_volume')).toBe(53_862_300);
    expect(total(foreign, 'sell_volume')).toBe(64_142_300);
  });

  test('the prices and totals of the day are those of its trades', async ({ sharedAlir: alir }) => {
    const { body } = await alir.get('/stocks/ohlcv', DAY);
    expect(body.data).toEqual([
      {
        date: '2026-01-19',
        open: 1260,
        high: 1265,
        low: 1210,
        close: 1230,
        average: 1228.15,
        volume: 228_224_600,
        value: 280_293_332_000,
        freq: 25_685,
        net_foreign: -12_486_985_500,
      },
    ]);
    expect((await alir.get('/stocks/ohlcv', { ...DAY, market: 'ALL' })).body).toEqual(body);
    expect((await alir.get('/stocks/ohlcv', { ...DAY, market: 'NG' })).body.data).toEqual([]);
  });

  test('the foreign flow equals the sum of the expected f rows', async ({ sharedAlir: alir }) => {
    const foreign = expected.filter((row) => row.investor === 'f');
    const foreign_buy = total(foreign, 'buy_value');
    const foreign_sell = total(foreign, 'sell_value');
    const flow = { foreign_buy, foreign_sell, net_foreign: foreign_buy - foreign_sell };
    for (const market of ['RG', 'ALL', undefined]) {
      const { body } = await alir.get('/foreign-flow', { ...DAY, ...(market ? { market } : {}) });
      expect(body).toEqual({ success: true, data: flow, error: null });
    }
    const negotiated = await alir.get('/foreign-flow', { ...DAY, market: 'NG' });
    expect(negotiated.body.data).toEqual({ foreign_buy: 0, foreign_sell: 0, net_foreign: 0 });
  });
  test('the measures of one day follow from the expected rows', async ({ sharedAlir: alir }) => {
    await alir.measure();
    const { body } = await alir.get('/stocks/measures', DAY);
    const brokers = expected.filter((row) => row.investor === 'all');
    const [volume, value] = [total(brokers, 'buy_volume'), total(brokers, 'buy_value')];
    const net = brokers.map((row) => Number(row.buy_volume) - Number(row.sell_volume));
    const largest = (amounts: number[], count: number) =>
      amounts
        .filter((each) => each > 0)
        .toSorted((a, b) => b - a)
        .slice(0, count)
        .reduce((sum, each) => sum + each, 0);
    const top = (count: number) =>
      largest(net, count) -
      largest(
        net.map((each) => -each),
        count,
      );
    const average = (top(3) + top(5) + [1, 2, 3, 4, 5].reduce((sum, n) => sum + top(n), 0) / 5) / 3;
    const foreign = expected.filter((row) => row.investor === 'f');
    const net_foreign = total(foreign, 'buy_value') - total(foreign, 'sell_value');
    const percent = (part: number, whole: number) => Math.round((10_000 * part) / whole) / 100;
    const shares = [1, 3, 5, 10, 15].flatMap((count) =>
      (['buy', 'sell'] as const).map((side) => {
        const volumes = brokers.map((row) => Number(row[`${side}_volume`]));
        return [`${side}_top${count}_1d`, percent(largest(volumes, count), volume)];
      }),
    );
    expect(body.data[0]).toMatchObject({
      ...{ close: 1230, volume, value, freq: total(brokers, 'buy_freq') },
      ...{ net_foreign_1d: net_foreign, foreign_share_1d: percent(net_foreign, value) },
      ...{ foreign_streak: -1, negotiated_value_1d: 0, negotiated_premium_1d: null },
      accumulation_1d: percent(average, volume),
      net_buyers_less_sellers_1d:
        net.filter((each) => each > 0).length - net.filter((each) => each < 0).length,
      ...Object.fromEntries(shares),
      // They need more days.
      ...{ change_1d: null, range_20d: null, volume_ratio_20d: null, accumulation_5d: null },
    });
  });
});

function expectedRows(): Record<string, string | number>[] {
  const [header = '', ...lines] = readFileSync(new URL('DT260119.expected.csv', REAL_DAY_FILE), 'utf8')
    .trim()
    .split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const row = Object.fromEntries(line.split(',').map((cell, place) => [columns[place], cell]));
    const { date, ticker, market, investor, code, ...sums } = row as Record<string, string>;
    const numbers = Object.fromEntries(Object.entries(sums).map(([name, cell]) => [name, Number(cell)]));
    return { investor: String(investor), code: String(code), ...numbers };
  });
}

function total(rows: Record<string, unknown>[], field: string): number {
  return rows.reduce((sum, row) => sum + Number(row[field]), 0);
}

function byCode(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return String(a.code).localeCompare(String(b.code));
}
