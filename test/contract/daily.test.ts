import { describe, expect } from 'vitest';
import { csv, type Line, line } from '../support/daily-files.ts';
import { publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle } from '../support/oracle.ts';

let oracle: Oracle;
/** 900 trillion IDR: eleven of them are above 2^53 - 1. */
const HUGE = { STK_VOLM: 900_000_000_007, STK_PRIC: 1000, INV_TYP1: 'A' };
const huge = (count: number, cells: Line) => Array.from({ length: count }, () => line({ ...HUGE, ...cells }));

const trade = (STK_CODE: string, BRK_COD1: string, BRK_COD2: string, STK_VOLM: number, cells: Line = {}) =>
  line({ STK_CODE, BRK_COD1, BRK_COD2, STK_VOLM, STK_PRIC: 100, ...cells });

/** One net buyer of `part`, five net sellers of a fifth of it, and churn up to a volume of 8,000,000. */
const market = (code: string, part: number, isReversed = false) => {
  const sellers = ['S1', 'S2', 'S3', 'S4', 'S5'];
  const net = sellers.map((seller) =>
    isReversed ? trade(code, seller, 'B1', part / 5) : trade(code, 'B1', seller, part / 5),
  );
  return [...net, trade(code, 'ZZ', 'ZZ', 8_000_000 - part)];
};

// top 1 to top 5: 0.8, 0.6, 0.4, 0.2 and 0 of the part; (0.4 + 0 + 0.4) / 3 of it is the average.
const partOf = (percent: number) => (percent * 8_000_000 * 3) / 80;
const LABELS = [
  ['NEUT', partOf(6) - 5, 'Neutral', 6],
  ['SMAL', partOf(6), 'Small Accumulation', 6],
  ['NORM', partOf(12.5), 'Normal Accumulation', 12.5],
  ['BIGG', partOf(20), 'Big Accumulation', 20],
] as const;

const DOMESTIC = { INV_TYP1: 'I', INV_TYP2: 'I' };
const FOREIGN = { INV_TYP1: 'A', INV_TYP2: 'A' };

/** The trades of each test's own ticker, beside the generated market. */
const MONDAY = [
  // Three brokers sell 100 shares each, two sell 200 each, and AA buys everything.
  ...['DD', 'BB', 'CC'].map((seller) => trade('DIST', 'AA', seller, 100)),
  ...['FF', 'EE'].map((seller) => trade('DIST', 'AA', seller, 200)),
  ...huge(6, { STK_CODE: 'TEN' }),
  ...LABELS.flatMap(([code, part]) => [...market(code, part), ...market(`${code}R`, part, true)]),
  trade('PART', 'AK', 'XL', 300, { INV_TYP1: 'A', INV_TYP2: 'I' }),
  trade('PART', 'AK', 'XL', 100, DOMESTIC),
  trade('SHAR', 'B1', 'S1', 300, FOREIGN),
  trade('SHAR', 'B2', 'S1', 100, FOREIGN),
  trade('SHAR', 'B3', 'S2', 9600, DOMESTIC),
];
const TUESDAY = [...huge(6, { STK_CODE: 'TEN' }), ...huge(11, { STK_CODE: 'OVER' })];

test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
  const tuesday = TUESDAY.map((cells) => ({ ...cells, TRX_DATE: '2026-01-20' }));
  await sharedAlir.publish([
    ['DT260119.csv', csv(MONDAY)],
    ['DT260120.csv', csv(tuesday)],
  ]);
});

const RANGE = { ticker: 'BBCA', from: '2025-12-01', to: '2026-01-30' };

describe('the choice of brokers', () => {
  test('top is by buys plus sells of the range, among the listed', async ({ sharedAlir: alir }) => {
    const query = { ...RANGE, investor: 'all', market: 'ALL' };
    const codesOf = async (more: object) => {
      const { body } = await alir.get('/stocks/broker-summary/daily', { ...query, ...more });
      return [...new Set(body.data.map(({ code }: any) => code))].sort();
    };
    const ranked = oracle
      .brokerSummary(query)
      .sort((a, b) => b.buy_value + b.sell_value - a.buy_value - a.sell_value)
      .map(({ code }) => code);
    expect(await codesOf({ top: '2' })).toEqual(ranked.slice(0, 2).sort());
    expect(await codesOf({ top: '100' })).toEqual(ranked.toSorted());
    const [, second = '', , fourth = '', fifth = ''] = ranked;
    expect(await codesOf({ top: '2', brokers: [fifth, fourth, second].join() })).toEqual(
      [second, fourth].sort(),
    );
  });

  test('equal distributors of the inventory are chosen by their codes', async ({ sharedAlir: alir }) => {
    const query = { ticker: 'DIST', from: '2026-01-19', to: '2026-01-19', investor: 'all' };
    const shown = async (top: number) => {
      const { body } = await alir.get('/stocks/broker-inventory', { ...query, top: `${top}` });
      return body.data.map(({ code, net_volume }: any) => [code, net_volume]);
    };
    expect(await shown(1)).toEqual([
      ['AA', 700],
      ['EE', -200],
      ['OTHER', -500],
    ]);
    // Highest net volume first, then by code.
    expect(await shown(4)).toEqual([
      ['AA', 700],
      ['BB', -100],
      ['CC', -100],
      ['EE', -200],
      ['FF', -200],
      ['OTHER', -100],
    ]);
  });
});

describe('sums of days stay exact', () => {
  test('a day above 2^53 - 1 is refused; a range of exact days is not', async ({ sharedAlir: alir }) => {
    const query = { ticker: 'TEN', from: '2026-01-19', to: '2026-01-20' };
    const daily = await alir.get('/stocks/broker-summary/daily', { ...query, investor: 'all' });
    expect(daily.body.data.map(({ buy_value }: any) => buy_value)).toEqual(
      [1, 0, 1, 0].map((buys) => buys * 6 * 900_000_000_007_000),
    );
    const flow = await alir.get('/foreign-flow/daily', query);
    expect(flow.body.data).toHaveLength(2);
    for (const path of ['/stocks/broker-inventory', '/stocks/accumulation']) {
      const refused = await alir.get(path, { ...query, investor: 'all' });
      expect([path, refused.status, refused.body.code, refused.headers.get('x-request-cost')]).toEqual([
        path,
        422,
        'answer_too_large',
        '0',
      ]);
    }
    for (const path of ['/stocks/broker-summary/daily', '/foreign-flow/daily']) {
      const more = path.startsWith('/stocks') ? { investor: 'all' } : {};
      expect((await alir.get(path, { ...query, ticker: 'OVER', ...more })).status).toBe(422);
    }
  });
});

describe('accumulation', () => {
  const DAY = { from: '2026-01-19', to: '2026-01-19', investor: 'all' };
  test('has the label of the exact percent, and counts buyers and sellers', async ({ sharedAlir: alir }) => {
    for (const [ticker, , label, average_percent] of LABELS) {
      const { body } = await alir.get('/stocks/accumulation', { ticker, ...DAY });
      expect([ticker, body.data]).toMatchObject([
        ticker,
        { volume: 8_000_000, label, average_percent, net_buyers: 1, net_sellers: 5 },
      ]);
      const reversed = await alir.get('/stocks/accumulation', { ticker: `${ticker}R`, ...DAY });
      expect(reversed.body.data).toMatchObject({
        label: label.replace('Accumulation', 'Distribution'),
        average_percent: -average_percent,
        net_buyers: 5,
        net_sellers: 1,
      });
    }
  });

  test('compares an investor with the volume of all investors', async ({ sharedAlir: alir }) => {
    const { body } = await alir.get('/stocks/accumulation', { ticker: 'PART', ...DAY, investor: 'f' });
    expect(body.data).toMatchObject({
      volume: 400,
      value: 40_000,
      average: 100,
      net_buyers: 1,
      net_sellers: 0,
      top: [1, 3, 5, 10].map((n) => ({ n, net_volume: 300, percent: 75, net_value: 30_000 })),
      buy_share: { top1: 100, top3: 100, top5: 100, hhi: 10_000 },
      sell_share: { top1: 0, top3: 0, top5: 0, hhi: 0 },
    });
  });

  test('has the shares of the brokers among the trades of the investor', async ({ sharedAlir: alir }) => {
    const { body } = await alir.get('/stocks/accumulation', { ticker: 'SHAR', ...DAY, investor: 'f' });
    expect(body.data).toMatchObject({
      volume: 10_000,
      buy_share: { top1: 75, top3: 100, top5: 100, hhi: 6250 },
      sell_share: { top1: 100, top3: 100, top5: 100, hhi: 10_000 },
    });
  });
});
