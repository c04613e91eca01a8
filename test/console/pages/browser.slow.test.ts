import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import {
  CHROMIUM,
  expectGoodLook,
  LOOKS,
  letLimitsRecover,
  openBrowser,
  overflowing,
  screenshot,
} from '../../support/browser.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { someOf } from '../../support/size.ts';

const PAGES = {
  home: '/',
  status: '/status',
  pricing: '/pricing?months=3',
  docs: '/docs',
  guide: '/docs/limits',
  search: '/docs?q=foreign+flow',
  reference: '/docs/reference',
  // Parameters, nested records and other formats.
  'request-get': '/docs/reference/get_accumulation',
  // A header, a body with alternatives and no table of formats.
  'request-post': '/docs/reference/create_order',
};

describe.skipIf(CHROMIUM === undefined)('the public pages, in a browser', () => {
  let url: string;
  beforeAll(async () => {
    const alir = await TestAlir.open({ environment: { ALIR_PUBLIC_DAY: 'newest' } }, afterThisFile);
    await alir.ingest(FILE_NAME, csv([line()]));
    url = await alir.url();
    letLimitsRecover(alir);
  });

  test.for(LOOKS)(
    'are accessible, fit and load nothing from elsewhere: $colorScheme, $width px',
    async (look) => {
      const { colorScheme, width, locale } = look;
      const { page, problems } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(url + path);
        await expectGoodLook(page, `${name}-${colorScheme}-${width}`);
      }
      expect(problems).toEqual([]);
    },
  );

  test.for(someOf([360, 768, 1024, 1920], 2))(
    'show the API reference without scrolling sideways: %i px',
    async (width) => {
      const { page, problems } = await openBrowser({ locale: 'id', viewport: { width, height: 900 } });
      for (const path of ['', '/get_accumulation', '/get_market_tickers', '/create_key', '/mcp']) {
        await page.goto(`${url}/docs/reference${path}`);
        expect([path, await overflowing(page)]).toEqual([path, []]);
      }
      expect(problems).toEqual([]);
    },
  );

  test('print the whole reference page of a request', async () => {
    const { page } = await openBrowser({ locale: 'en', viewport: { width: 794, height: 1123 } });
    await page.goto(`${url}/docs/reference/get_accumulation`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.docs-nav').isVisible()).toBe(false);
    expect(await page.locator('#errors-table').isVisible()).toBe(true);
    const cut = await page.evaluate(`[...document.querySelectorAll('pre')]
      .filter((each) => each.checkVisibility() && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)).length`);
    expect(cut).toBe(0);
    await screenshot(page, 'request-print');
  });

  test('keep the language and the theme that the visitor chooses', async () => {
    const { page, problems } = await openBrowser({ colorScheme: 'light', locale: 'en' });
    await page.goto(`${url}/pricing?months=3`);
    await page.click('text=Bahasa Indonesia');
    await page.click('text=Gelap');
    expect(page.url()).toBe(`${url}/pricing?months=3`);
    await page.click('text=Panduan');
    expect(await page.locator('html').getAttribute('lang')).toBe('id');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(problems).toEqual([]);
  });

  test('work without JavaScript', async () => {
    const { page } = await openBrowser({ javaScriptEnabled: false, locale: 'en' });
    await page.goto(`${url}/docs`);
    await page.click('text=Dark');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.fill('input[type=search]', 'webhook');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs?q=webhook');
    expect(await page.locator('.hits li').count()).toBeGreaterThan(2);
    expect(await page.locator('.copy').count()).toBe(0);
    await page.goto(`${url}/docs/reference`);
    await page.click('main a >> text=Daily prices of a stock');
    await page.waitForURL('**/docs/reference/get_ohlcv');
    expect(await page.locator('#parameters-table tbody tr').count()).toBe(7);
    await page.click('summary >> text=Examples of other formats');
    expect(await page.locator('text=text/csv').last().isVisible()).toBe(true);
  });
});
