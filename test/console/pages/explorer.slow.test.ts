import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { CHROMIUM, expectGoodLook, LOOKS, openBrowser } from '../../support/browser.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../../support/small-market.ts';

const RANGE = 'from=2025-12-29&to=2026-01-06';
/** The published day that is missing in this test. */
const MISSING = '2026-01-02';

const PAGES = {
  ticker: `/explore/BBCA?${RANGE}&pairs=1`,
  broker: `/brokers/AK?${RANGE}`,
  position: `/explore/BBCA/broker/AK?${RANGE}`,
  day: '/explore/BBCA?from=2026-01-06&to=2026-01-06',
  market: `/market?${RANGE}&brokers=1`,
  news: '/market/news',
};

interface PictureTest {
  readonly page: string;
  readonly id: string;
  readonly path: string;
  /** The rows of an answer; its data by default. */
  readonly rows?: (data: any) => any[];
  /** The cells of a row, as the page writes them. */
  readonly cells: (row: any) => (number | string)[];
}

const full = new Intl.NumberFormat('en-US');
const net = ({ buy_value, sell_value }: any) => buy_value - sell_value;
const totals = (row: any) => [
  net(row),
  row.buy_value,
  row.sell_value,
  row.buy_volume,
  row.sell_volume,
  row.buy_avg,
  row.sell_avg,
  row.buy_freq,
  row.sell_freq,
];
const MEASURES = [
  'close',
  'change_1d',
  'value',
  'volume_ratio_20d',
  'net_foreign_1d',
  'foreign_share_1d',
  'foreign_streak',
];
const MEASURED = `/market/measures?date=2026-01-06&measures=${MEASURES.join(',')}`;
const measured = (row: any) => [row.ticker, ...MEASURES.map((name) => row[name])];
const marketDay = (row: any) => [
  ...[row.value, row.volume, row.freq, row.foreign_buy, row.foreign_sell, row.net_foreign],
];

const PICTURES: PictureTest[] = [
  {
    page: PAGES.ticker,
    id: 'price',
    path: `/stocks/ohlcv?ticker=BBCA&${RANGE}`,
    cells: ({ open, high, low, close, average, volume, value, freq, net_foreign }) => [
      ...[open, high, low, close, average, volume, value, freq, net_foreign],
    ],
  },
  {
    page: PAGES.ticker,
    id: 'brokers',
    path: `/stocks/broker-summary?ticker=BBCA&${RANGE}&investor=all`,
    cells: (row) => [row.code, ...totals(row)],
  },
  {
    page: PAGES.ticker,
    id: 'inventory',
    path: `/stocks/broker-inventory?ticker=BBCA&${RANGE}&investor=all&top=5`,
    cells: (row) => [
      ...[row.code, row.net_volume, row.net_value, row.cumulative_volume, row.cumulative_value],
    ],
  },
  {
    page: PAGES.ticker,
    id: 'counterparties',
    path: `/stocks/counterparties?ticker=BBCA&${RANGE}`,
    cells: ({ buyer, seller, value, volume, freq }) => [buyer, seller, value, volume, freq],
  },
  {
    page: PAGES.broker,
    id: 'book',
    path: `/brokers/AK/summary?${RANGE}&investor=all`,
    cells: (row) => [row.ticker, ...totals(row)],
  },
  {
    page: PAGES.position,
    id: 'position',
    path: `/stocks/broker-position?ticker=BBCA&broker=AK&${RANGE}&investor=all`,
    rows: ({ days }) => days,
    cells: (row) => [
      ...[
        row.net_volume,
        row.net_value,
        row.position,
        row.average_cost,
        row.close,
        row.result,
        row.days_held,
      ],
    ],
  },
  {
    page: PAGES.day,
    id: 'day',
    path: '/stocks/measures?ticker=BBCA&from=2025-12-07&to=2026-01-06&measures=change_1d,value_ratio_20d,foreign_share_1d,accumulation_1d',
    cells: (row) => [row.change_1d, row.value_ratio_20d, row.foreign_share_1d, row.accumulation_1d],
  },
  ...['turnover', 'net-foreign'].map((id) => ({
    page: PAGES.market,
    id,
    path: '/market/daily?from=2025-11-07&to=2026-01-06',
    cells: marketDay,
  })),
  ...['gainers', 'losers', 'active', 'unusual', 'treemap', 'ranking'].map((id) => ({
    page: PAGES.market,
    id,
    path: MEASURED,
    cells: measured,
  })),
  {
    page: PAGES.market,
    id: 'broker-ranking',
    path: `/brokers/ranking?${RANGE}&investor=all`,
    cells: (row) => [row.code, row.share, ...totals(row)],
  },
];

/** A number of the page, such as `−1,234.50`; null for a text. */
function numberIn(cell: string): number | null {
  const text = cell.replaceAll(',', '').replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

describe.skipIf(CHROMIUM === undefined)('the explorer, in a browser', () => {
  let alir: TestAlir;
  let url: string;
  let session: BrowserSession;
  beforeAll(async () => {
    alir = await TestAlir.open({}, afterThisFile);
    const market = smallMarket();
    for (const day of SMALL_DAYS) {
      if (day !== MISSING) await alir.ingest(fileName(day), dailyFileText(market, day));
    }
    await alir.measure();
    url = await alir.url();
    session = new BrowserSession(alir);
    await session.signInWithKey(alir.key);
  });
  beforeEach(() => {
    // The limits of an address count the pages of a minute.
    alir.clock.elapsed_ms += 60_000;
  });

  /** A browser with the session of the account. */
  async function signedIn(options: Parameters<typeof openBrowser>[0] = {}) {
    const watched = await openBrowser({ locale: 'en', viewport: { width: 1400, height: 900 }, ...options });
    const cookies = [...session.cookies].map(([name, value]) => ({ name, value, url }));
    await watched.page.context().addCookies(cookies);
    return watched;
  }

  /** Opens a page, and waits until its pictures are drawn. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(url + path);
    await drawn(page);
  }

  /** The cost has a number when all answers have arrived. Waits for two pictures of the screen after that. */
  async function drawn(page: Page): Promise<void> {
    await page.locator('.view-cost', { hasText: /\d/ }).waitFor();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  const table = (page: Page, id: string): Promise<string[][]> =>
    page.evaluate(`[...document.querySelectorAll('#${id}-table tbody tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent))`);

  type Row = Readonly<Record<string, any>>;
  const newestFirst = (a: Row, b: Row) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);
  const largestNetFirst = (a: Row, b: Row) => b.buy_value - b.sell_value - (a.buy_value - a.sell_value);
  /** A value that is null is last. */
  const largestFirst = (name: string) => (a: Row, b: Row) =>
    (b[name] ?? Number.NEGATIVE_INFINITY) - (a[name] ?? Number.NEGATIVE_INFINITY) || 0;
  /** The order of a table, if it is not that of the answer. */
  const ORDERS: Readonly<Record<string, (a: Row, b: Row) => number>> = {
    price: newestFirst,
    inventory: newestFirst,
    brokers: largestNetFirst,
    book: largestNetFirst,
    'broker-ranking': largestNetFirst,
    position: newestFirst,
    day: newestFirst,
    turnover: newestFirst,
    'net-foreign': newestFirst,
    gainers: largestFirst('change_1d'),
    losers: (a, b) => -largestFirst('change_1d')(a, b),
    active: largestFirst('value'),
    unusual: largestFirst('volume_ratio_20d'),
    treemap: largestFirst('value'),
    ranking: largestFirst('net_foreign_1d'),
  };

  test('has the numbers of the API in the table of each picture', async () => {
    const { page, problems } = await signedIn();
    let opened = '';
    for (const picture of PICTURES) {
      if (opened !== picture.page) await open(page, picture.page);
      opened = picture.page;
      await page.click(`#${picture.id} footer button[aria-controls="${picture.id}-table"]`);
      const more = page.locator(`#${picture.id}-table .quiet`);
      if (await more.count()) await more.click();
      const rows = (await table(page, picture.id)).map((cells) => cells.filter((cell) => cell !== ''));
      const { body } = await alir.request(picture.path);
      const data: Row[] = picture.rows?.(body.data) ?? body.data;
      expect(data.length).toBeGreaterThan(0);
      data.sort(ORDERS[picture.id] ?? (() => 0));
      // Names of brokers and dates are texts that the API answers elsewhere.
      const shown = rows.map((cells) => cells.map(numberIn).filter((value) => value !== null));
      const expected = data.map((row: unknown) =>
        picture.cells(row).filter((value) => typeof value === 'number'),
      );
      expect([picture.id, shown]).toEqual([picture.id, expected]);
      const codes = data.map((row: unknown) =>
        picture.cells(row).filter((value) => typeof value === 'string'),
      );
      rows.forEach((cells, index) => {
        expect(cells).toEqual(expect.arrayContaining(codes[index] ?? []));
      });
    }
    expect(problems).toEqual([]);
  });

  test('has the figures of the API, in the period that they name', async () => {
    const { page, problems } = await signedIn();
    const textsOf = (selector: string) => page.locator(selector).allTextContents();
    await open(page, `/explore/BBCA?${RANGE}`);
    const { data } = (await alir.request(`/stocks/ohlcv?ticker=BBCA&from=2025-12-07&to=2026-01-06`)).body;
    const range = data.filter((row: any) => row.date >= '2025-12-29');
    const [first, last] = [range[0], range.at(-1)];
    expect(await page.textContent('.large b')).toBe(full.format(last.close));
    const change = Math.abs(last.close / first.open - 1) * 100;
    expect(await page.textContent('.large .change')).toContain(`${change.toFixed(2)}%`);
    expect(await page.textContent('.large small')).toBe(`from the first open of ${full.format(first.open)}`);
    const value = range.reduce((sum: number, row: any) => sum + row.value, 0);
    const volume = range.reduce((sum: number, row: any) => sum + row.volume, 0);
    expect(await textsOf('.headline section:last-child dd')).toContain(
      full.format(Math.round(value / volume)),
    );
    const summary = (await alir.request(`/stocks/broker-summary?ticker=BBCA&${RANGE}&investor=all`)).body
      .data;
    const buyers = summary.filter((row: any) => net(row) > 0).sort((a: any, b: any) => net(b) - net(a));
    expect(await textsOf('#brokers .buy th a')).toEqual(buyers.slice(0, 12).map((row: any) => row.code));
    const [lots] = await textsOf('#brokers .buy td:nth-child(5)');
    expect(lots).toBe(`+${full.format((buyers[0].buy_volume - buyers[0].sell_volume) / 100)}`);
    await open(page, `/market?${RANGE}`);
    const measures = (await alir.request(MEASURED)).body.data;
    const count = (matches: (change: number) => boolean) =>
      String(measures.filter((row: any) => row.change_1d !== null && matches(row.change_1d)).length);
    expect((await textsOf('.headline section:first-of-type dd')).slice(0, 3)).toEqual([
      count((each) => each > 0),
      count((each) => each < 0),
      count((each) => each === 0),
    ]);
    const gainers = measures.filter((row: any) => row.change_1d > 0);
    gainers.sort((a: any, b: any) => b.change_1d - a.change_1d);
    expect(await textsOf('#gainers th a')).toEqual(gainers.slice(0, 8).map((row: any) => row.ticker));
    await open(page, PAGES.position);
    const { days } = (
      await alir.request(`/stocks/broker-position?ticker=BBCA&broker=AK&${RANGE}&investor=all`)
    ).body.data;
    const lotsText = await page.textContent('.large b');
    expect(Number(lotsText?.replaceAll(',', '').replace('−', '-'))).toBeCloseTo(
      days.at(-1).position / 100,
      0,
    );
    expect(problems).toEqual([]);
  });

  test('charges each request once, and says what the view cost', async () => {
    const { page, problems } = await signedIn();
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/explorer/data/')) sent.push(pathname + search);
    });
    const charged = async () => (await alir.request('/usage')).body.data.account.current_usage;
    const before = await charged();
    await open(page, `/explore/BBCA?${RANGE}`);
    expect(sent).toHaveLength(5);
    expect(await page.textContent('.view-cost')).toBe('This view cost 5 units.');
    await page.hover('#price svg');
    await page.setViewportSize({ width: 700, height: 900 });
    await page.click('#counterparties .btn');
    await page.waitForSelector('#counterparties .matrix');
    expect(await page.textContent('.view-cost')).toBe('This view cost 10 units.');
    expect(page.url()).toContain('pairs=1');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#price footer >> text=CSV'),
    ]);
    expect(download.suggestedFilename()).toBe('BBCA-prices-RG-2025-12-07-2026-01-06.csv');
    // Its rows were charged with the picture.
    expect(await page.textContent('.view-cost')).toBe('This view cost 10 units.');
    expect(await charged()).toBe(before + 10);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^date,open,.*,net_foreign,lots\r\n/);
    expect(new Set(sent).size).toBe(7);
    await open(page, `/market?${RANGE}`);
    // The pictures of stocks have one answer, and those of days another one, which is free.
    expect(sent).toHaveLength(9);
    expect(problems).toEqual([]);
  });

  test('charges nothing more for the same view in another language, until it is reloaded', async () => {
    const { page, problems } = await signedIn();
    const charged = async () => (await alir.request('/usage')).body.data.account.current_usage;
    await open(page, `/explore/BBCA?${RANGE}`);
    const before = await charged();
    await page.click('details.menu summary');
    await page.click('details.menu a[lang="id"]');
    await drawn(page);
    expect(await page.textContent('.view-cost')).toContain(' 0 unit');
    await page.click('#brokers footer button[aria-controls="brokers-table"]');
    expect((await table(page, 'brokers')).length).toBeGreaterThan(0);
    expect(await charged()).toBe(before);
    await page.reload();
    await drawn(page);
    expect(await charged()).toBe(before + 5);
    expect(problems).toEqual([]);
  });

  test('marks a missing day, and names it', async () => {
    const { page } = await signedIn();
    await open(page, `/explore/BBCA?${RANGE}`);
    expect(await page.locator('#price .gap').count()).toBe(1);
    expect(await page.locator('#price .candle').count()).toBe(4);
    expect(await page.textContent('.days-notice')).toContain(
      'Not in the totals: 2 Jan 2026 (no file has arrived)',
    );
    expect(await page.locator('.notice:visible').count()).toBe(1);
    const status = page.locator('.days-notice a').first();
    expect(await status.getAttribute('href')).toBe('/status?year=2026#day-2026-01-02');
    expect(await page.textContent('#price footer')).toContain('4 of 5 trading days');
  });

  test('is read with the keyboard', async () => {
    const { page, problems } = await signedIn();
    await open(page, `/explore/BBCA?${RANGE}`);
    const { body } = await alir.request(`/stocks/ohlcv?ticker=BBCA&${RANGE}`);
    const chart = page.locator('#price [role=slider]');
    await chart.focus();
    await page.keyboard.press('Home');
    const [row] = body.data;
    const text = await chart.getAttribute('aria-valuetext');
    expect(text).toContain(`29 Dec 2025: open ${full.format(row.open)}`);
    expect(text).toContain(`close ${full.format(row.close)} IDR`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).toBe('2 Jan 2026: no data, no file has arrived');
    await page.keyboard.press('Escape');
    // From a broker of the table to the broker in the stock, and back.
    const code = page.locator('#brokers .buy th a').first();
    const first = await code.textContent();
    await code.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/BBCA/broker/**');
    expect(new URL(page.url()).pathname.split('/').at(-1)).toBe(first);
    await drawn(page);
    await page.getByRole('link', { name: 'All brokers in BBCA' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/BBCA?**');
    // The menus of the row open with the keyboard.
    await page.getByRole('button', { name: 'Market:' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**market=NG**');
    await drawn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('goto');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/GOTO?**');
    expect(problems).toEqual([]);
  });

  test.for([1280, 360])('keeps its place while it loads: %d px', async (width) => {
    const { page } = await signedIn({ viewport: { width, height: 800 } });
    await page.addInitScript(`globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    // The list of news is longer than the window.
    const articles = Array.from({ length: 40 }, (_, n) => ({
      ...{ source: 'A', title: `Article ${n} with a title of two lines`, description: '', link: '' },
      ...{ image_url: '', guid: null, published_date: null },
    }));
    await page.route(
      ({ pathname }) => pathname === '/news',
      (route) => route.fulfill({ json: { success: true, data: { A: articles }, error: null } }),
    );
    for (const path of Object.values(PAGES)) {
      await open(page, path);
      expect([path, (await page.evaluate<number>('shift')) <= 0.05]).toEqual([path, true]);
    }
  });

  test.for(LOOKS)(
    'is accessible, fits and loads nothing from elsewhere: $colorScheme, $width px',
    async ({ colorScheme, width, locale }) => {
      const { page, problems } = await signedIn({ colorScheme, locale, viewport: { width, height: 900 } });
      for (const [name, path] of Object.entries(PAGES)) {
        await open(page, path);
        const buttons = page.locator('.card footer button[aria-expanded]:enabled');
        for (const button of await buttons.all()) await button.click();
        await expectGoodLook(page, `explorer-${name}-${colorScheme}-${width}`);
      }
      expect(problems).toEqual([]);
    },
  );

  test('says that a quota is used up, or that the session ended', async () => {
    const { page } = await signedIn();
    const fail = (status: number, code: string) =>
      page.route('**/explorer/data/**', (route) =>
        route.fulfill({ status, json: { success: false, data: null, error: 'Refused.', code } }),
      );
    await fail(403, 'quota_exceeded');
    await page.goto(`${url}/market`);
    await page.waitForSelector('#treemap .failed');
    expect(await page.textContent('#treemap')).toContain('The quota of your plan is used up.');
    expect(await page.getAttribute('#treemap .failed a', 'href')).toBe('/pricing');
    await fail(401, 'sign_in_required');
    await page.reload();
    await page.waitForSelector('#treemap .failed');
    expect(await page.getAttribute('#treemap .failed a', 'href')).toBe('/sign-in?next=%2Fmarket');
    await page.unroute('**/explorer/data/**');
    await page.route('**/explorer/data/**', (route) => route.abort());
    await page.reload();
    await page.waitForSelector('#treemap .failed');
    await page.unroute('**/explorer/data/**');
    await page.click('#treemap .failed button');
    await page.waitForSelector('#treemap svg');
  });
});
