import { describe, expect } from 'vitest';
import {
  accumulation,
  commonRows,
  indexed,
  netsByCode,
  summedFlow,
  totalsOf,
} from '../../../src/console/pages/compare/compared.ts';
import { TestAlir } from '../../support/alir.ts';
import { testWithSharedAlir as base } from '../../support/fixtures.ts';
import { tradingDays } from '../../support/measure-market.ts';
import { measuredDays, professionalBrowser, remainingUnits } from '../../support/measured-pages.ts';
import { outlineOf } from '../../support/page-outline.ts';

const DAYS = tradingDays(4);
const [FROM, LAST] = [DAYS[0] as string, DAYS.at(-1) as string];

const test = base.extend('sharedSettings', { scope: 'file' }, () => measuredDays(DAYS));

/** The cells of the rows of a table, as texts. */
function cellsOf(html: string, id: string): string[][] {
  const table = new RegExp(`<table id="${id}"[\\s\\S]*?</table>`).exec(html)?.[0] ?? '';
  const body = /<tbody>([\s\S]*)<\/tbody>/.exec(table)?.[1] ?? '';
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => row.split(/<\/t[hd]>/).map((cell) => cell.replaceAll(/<[^>]+>/g, '').trim()));
}

/** An amount such as `−59.1 M`. */
function amountOf(text = ''): number {
  const [figure = '', unit = ''] = text.replace('−', '-').split(' ');
  return Number(`${figure}${{ '': '', k: 'e3', M: 'e6', B: 'e9' }[unit]}`);
}

/** The notices of a page that say what is wrong. */
const problemsIn = (html: string) =>
  outlineOf(html)
    .split('\n')
    .filter((line) => line.startsWith('!'));

describe('the comparison of stocks', () => {
  test('has the figures of the API, and is charged once', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    const url = `/compare?tickers=bbca,goto&from=${FROM}&to=${LAST}`;
    const html = await (await browser.get(url)).text();
    expect(await remainingUnits(alir)).toBe(before - 4);
    const costs = [html, await (await browser.get(url)).text()].map(
      (page) => /class="cost">([^<]*(?:units|free)[^<]*)</.exec(page)?.[1],
    );
    expect(costs).toEqual(['4 units', 'paid before: free until the next publication']);
    expect(await remainingUnits(alir)).toBe(before - 4);
    expect(outlineOf(html)).toContain(`hidden from=${FROM} hidden to=${LAST}`);
    const rows = cellsOf(html, 'side-by-side');
    const sides = { buy: cellsOf(html, 'common-buy'), sell: cellsOf(html, 'common-sell') };
    const summaries: Record<string, { code: string; buy_value: number; sell_value: number }[]> = {};
    for (const [place, ticker] of ['BBCA', 'GOTO'].entries()) {
      const { data } = (await alir.get('/stocks/ohlcv', { ticker, from: FROM, to: LAST, market: 'RG' })).body;
      const [first, last] = [data[0], data.at(-1)];
      expect(rows[0]?.[place + 1]).toBe(last.close.toLocaleString('en-US'));
      const change = ((last.close / first.close - 1) * 100).toFixed(2).replace('-', '−');
      expect(rows[1]?.[place + 1]?.replace('+', '')).toBe(`${change}%`);
      const flow = data.reduce((sum: number, day: { net_foreign: number }) => sum + day.net_foreign, 0);
      const value = data.reduce((sum: number, day: { value: number }) => sum + day.value, 0);
      const share = ((flow / value) * 100).toFixed(2).replace('-', '−');
      expect(rows[4]?.[place + 1]?.replace('+', '')).toBe(`${share}%`);
      // Shown with one to three digits.
      expect(amountOf(rows[2]?.[place + 1]) / value).toBeCloseTo(1, 1);
      expect(amountOf(rows[3]?.[place + 1]) / flow).toBeCloseTo(1, 1);
      const measured = (await alir.get('/stocks/measures', { ticker, from: LAST, to: LAST })).body.data[0];
      expect(measured.accumulation_5d).toBeNull();
      expect([5, 6].map((row) => rows[row]?.[place + 1]?.replace('−', '-'))).toEqual([
        `${measured.foreign_streak > 0 ? '+' : ''}${measured.foreign_streak}`,
        '–',
      ]);
      const question = { ticker, from: FROM, to: LAST, investor: 'all', market: 'RG' };
      summaries[ticker] = (await alir.get('/stocks/broker-summary', question)).body.data;
    }
    for (const [side, sign] of [
      ['buy', 1],
      ['sell', -1],
    ] as const) {
      const common = summaries.BBCA?.flatMap(({ code, ...one }) => {
        const other = summaries.GOTO?.find((row) => row.code === code);
        if (!other) return [];
        const nets = [one, other].map(({ buy_value, sell_value }) => (buy_value - sell_value) * sign);
        return nets.every((net) => net > 0) ? [{ code, sum: nets.reduce((a, b) => a + b) }] : [];
      });
      const expected = (common ?? [])
        .sort((a, b) => b.sum - a.sum)
        .slice(0, 8)
        .map(({ code }) => code);
      expect(sides[side].map(([code]) => code)).toEqual(expected);
    }
  });

  test('says how many of the trading days are published', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const html = await (await browser.get(`/compare?tickers=BBCA,GOTO&from=${FROM}&to=2025-01-09`)).text();
    expect(html).toContain('4 of 6 trading days');
  });

  test('of brokers has the figures of the API, from the form and from a link, and is charged once', async ({
    alir,
  }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    const range = { from: FROM, to: LAST };
    const html = await (await browser.get(`/compare?brokers=AK,YP&from=${FROM}&to=${LAST}`)).text();
    expect(await remainingUnits(alir)).toBe(before - 10);
    const sent = await (await browser.get(`/compare?tickers=ak+yp&from=${FROM}&to=${LAST}`)).text();
    expect(await remainingUnits(alir)).toBe(before - 10);
    expect(cellsOf(sent, 'net-by-stock')).toEqual(cellsOf(html, 'net-by-stock'));
    const books = await Promise.all(
      ['AK', 'YP'].map(async (code) => {
        const { body } = await alir.get(`/brokers/${code}/summary`, {
          ...range,
          investor: 'all',
          market: 'RG',
        });
        return body.data as { ticker: string; buy_value: number; sell_value: number }[];
      }),
    );
    const write = (value: number) => {
      const [unit, letter] = [
        [1e12, ' T'],
        [1e9, ' B'],
        [1e6, ' M'],
        [1, ''],
      ].find(([size]) => Math.abs(value) >= Number(size)) ?? [1, ''];
      return `${Math.abs(value) / Number(unit)}${letter}`;
    };
    const nets = (ticker: string | undefined) =>
      books.map((rows) => {
        const row = rows.find((each) => each.ticker === ticker);
        return row ? row.buy_value - row.sell_value : 0;
      });
    const rows = cellsOf(html, 'net-by-stock');
    const tickers = new Set(books.flat().map(({ ticker }) => ticker));
    expect(rows).toHaveLength(Math.min(15, tickers.size));
    const sizes = rows.map(([ticker]) => nets(ticker).reduce((sum, net) => sum + Math.abs(net), 0));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    for (const [ticker, ...cells] of rows) {
      for (const [place, net] of nets(ticker).entries()) {
        expect(cells[place]?.startsWith(net < 0 ? '−' : '')).toBe(true);
        expect(Number.parseFloat(cells[place]?.replace(/[+−]/, '') ?? '')).toBeCloseTo(
          Number.parseFloat(write(net)),
          0,
        );
      }
    }
    for (const [side, sign] of [
      ['buy', 1],
      ['sell', -1],
    ] as const) {
      const common = [...tickers].filter((ticker) => nets(ticker).every((net) => net * sign > 0));
      expect(cellsOf(html, `common-${side}`).map(([ticker]) => ticker)).toHaveLength(
        Math.min(8, common.length),
      );
      for (const [ticker] of cellsOf(html, `common-${side}`)) expect(common).toContain(ticker);
    }
  });

  test('says what is wrong with an address, and charges nothing', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    const wrong = {
      ...{ '': 200, 'tickers=BBCA': 200, 'tickers=BBCA,NONE': 400, 'tickers=BBCA,GOTO&from=abc': 400 },
      ...{
        'tickers=BBCA,GOTO,HALT,RARE,SEMI': 400,
        'tickers=%00,%F0%9F': 400,
        'tickers=__proto__,BBCA': 400,
      },
      ...{
        [`tickers=BBCA,GOTO&from=${LAST}&to=${FROM}`]: 400,
        'tickers=BBCA,GOTO&from=1990-01-01&to=1990-01-02': 400,
      },
      ...{ 'tickers[]=BBCA': 200, 'brokers=YP': 200, 'brokers=YP,BBCA': 400, 'brokers=YP,%00': 400 },
      ...{ 'brokers=AK,CC,YP,ZP,PD': 400, 'tickers=YP,BBCA': 400 },
    };
    const statuses: Record<string, number> = {};
    const said: string[] = [];
    for (const query of Object.keys(wrong)) {
      const response = await browser.get(`/compare?${query}`);
      statuses[query] = response.status;
      said.push(...problemsIn(await response.text()).map((problem) => `${query}: ${problem}`));
    }
    expect(statuses).toEqual(wrong);
    expect(said).toMatchInlineSnapshot(`
      [
        "tickers=BBCA,NONE: !bad NONE: no stock with this code has trades. [Start again](/compare)",
        "tickers=BBCA,GOTO&from=abc: !bad “abc” is not a date. Write it as YYYY-MM-DD. [Start again](/compare)",
        "tickers=BBCA,GOTO,HALT,RARE,SEMI: !bad RARE: no stock with this code has trades. At most 4 stocks or 4 brokers can be compared. [Start again](/compare)",
        "tickers=__proto__,BBCA: !bad __PROTO__: no stock with this code has trades. [Start again](/compare)",
        "tickers=BBCA,GOTO&from=2025-01-07&to=2025-01-02: !bad The first day is after the last day. [Start again](/compare)",
        "tickers=BBCA,GOTO&from=1990-01-01&to=1990-01-02: !bad The data starts on 2025-01-01. [Start again](/compare)",
        "brokers=YP,BBCA: !bad BBCA: no broker has this code. [Start again](/compare)",
        "brokers=AK,CC,YP,ZP,PD: !bad At most 4 stocks or 4 brokers can be compared. [Start again](/compare)",
        "tickers=YP,BBCA: !bad YP: no stock with this code has trades. [Start again](/compare)",
      ]
    `);
    const url = `/compare?tickers=BBCA,GOTO&from=${FROM}&to=${LAST}`;
    const html = await (await browser.get(url, { 'sec-fetch-site': 'cross-site' })).text();
    expect(html).not.toContain('side-by-side');
    expect(await remainingUnits(alir)).toBe(before);
  });

  test('says that the account has too few units', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    await alir.become('custom', 1, { units: 1, requests_per_minute: 100, keys: 1 });
    await browser.signInWithKey(alir.key);
    const response = await browser.get(`/compare?tickers=BBCA,GOTO&from=${FROM}&to=${LAST}`);
    expect([response.status, ...problemsIn(await response.text())]).toMatchInlineSnapshot(`
      [
        403,
        "!bad The request costs 2 units, and 1 remains. Send a smaller request, or wait. The paid period ends at 2026-03-04T12:00:00.000Z. To get more units, renew or upgrade the plan: see /billing/plans. [Start again](/compare)",
      ]
    `);
  });

  test('opens from the search: codes of stocks are compared, the code of a broker is a broker', async ({
    alir,
  }) => {
    const browser = await professionalBrowser(alir);
    const target = async (path: string) => (await browser.get(path)).headers.get('location');
    expect(await target('/explore?q=bbca+goto')).toBe('/compare?tickers=BBCA%2CGOTO');
    expect(await target('/explore/YP')).toBe('/brokers/YP');
    expect(await target('/explore?q=yp,cc')).toBe('/compare?brokers=YP%2CCC');
  });
});

test('a stock without a close on the first day is indexed from its first close', () => {
  const day = (date: string, close: number | null, net_foreign_1d: number) => ({
    date,
    close,
    value: 1,
    net_foreign_1d,
  });
  const stock = {
    code: 'A',
    days: [day('2026-01-05', null, 4), day('2026-01-07', 50, -1), day('2026-01-08', 75, 2)],
    rows: [],
  };
  const dates = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];
  expect(indexed(stock, dates)).toEqual([null, null, 100, 150]);
  expect(summedFlow(stock, dates)).toEqual([4, null, 3, 5]);
  expect(commonRows([stock, stock], 'buy')).toEqual([]);
});

test('the accumulation has no value on a day without one, and totals need a traded value', () => {
  const day = (date: string, accumulation_5d: number | null, value: number | null) => ({
    ...{ date, close: null, value, net_foreign_1d: null, accumulation_5d },
  });
  const stock = { code: 'A', rows: [], days: [day('2026-01-05', 2.5, 0), day('2026-01-06', null, null)] };
  expect(accumulation(stock, ['2026-01-05', '2026-01-06', '2026-01-07'])).toEqual([2.5, null, null]);
  const none = { close: null, change: null, foreign_share: null };
  expect(totalsOf(stock)).toEqual({ ...none, value: 0, net_foreign: 0 });
});

test('the codes of a comparison are sorted by their amounts, then by code, and eight are common', () => {
  const row = (code: string, net: number) => ({
    ...{ code, buy_value: Math.max(0, net), sell_value: Math.max(0, -net), buy_avg: 10, sell_avg: 20 },
  });
  const both = (...rows: ReturnType<typeof row>[]) => [
    { code: 'X', rows },
    { code: 'Y', rows },
  ];
  const codes = (rows: readonly { readonly code: string }[]) => rows.map(({ code }) => code).join('');
  const many = 'JIHGFEDCBA'.split('').map((code) => row(code, 5));
  expect(codes(commonRows(both(...many), 'buy'))).toBe('ABCDEFGH');
  expect(commonRows(both(row('A', 0), row('B', -3), row('C', 3)), 'sell')).toEqual([
    { code: 'B', nets: [-3, -3], averages: [20, 20] },
  ]);
  expect(commonRows(both(row('A', 0)), 'buy')).toEqual([]);
  expect(
    commonRows(
      [
        { code: 'X', rows: [row('A', 1)] },
        { code: 'Y', rows: [] },
      ],
      'buy',
    ),
  ).toEqual([]);
  const rows = [row('B', 3), row('A', -3), row('C', -9)];
  expect(
    netsByCode([
      { code: 'X', rows },
      { code: 'Y', rows: [row('D', 1)] },
    ]),
  ).toEqual([
    { code: 'C', values: [-9, 0] },
    { code: 'A', values: [-3, 0] },
    { code: 'B', values: [3, 0] },
    { code: 'D', values: [0, 1] },
  ]);
});

test('before the first day, the comparison and the watchlist say that no day was published', async () => {
  const browser = await professionalBrowser(await TestAlir.open());
  for (const path of ['/compare?tickers=BBCA,GOTO', '/watchlist']) {
    const response = await browser.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.text()).toContain('No day has been published yet.');
  }
});
