import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { axeViolations, CHROMIUM, openBrowser, overflowing, screenshot } from '../../support/browser.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';

const PAGES = {
  home: '/',
  status: '/status',
  pricing: '/pricing?months=3',
  docs: '/docs',
  guide: '/docs/limits',
  search: '/docs?q=foreign+flow',
};

describe.skipIf(CHROMIUM === undefined)('the public pages, in a browser', () => {
  let url: string;
  beforeAll(async () => {
    const alir = await TestAlir.open({ environment: { ALIR_PUBLIC_DAY: 'newest' } }, afterThisFile);
    await alir.ingest(FILE_NAME, csv([line()]));
    url = await alir.url();
  });

  test.for([
    { colorScheme: 'light', width: 1440, locale: 'en' },
    { colorScheme: 'dark', width: 1440, locale: 'id' },
    { colorScheme: 'light', width: 360, locale: 'id' },
    { colorScheme: 'dark', width: 360, locale: 'en' },
  ] as const)(
    'are accessible, fit and load nothing from elsewhere: $colorScheme, $width px',
    async (look) => {
      const { colorScheme, width, locale } = look;
      const { page, problems } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(url + path);
        expect([name, await axeViolations(page)]).toEqual([name, []]);
        expect([name, await overflowing(page)]).toEqual([name, []]);
        await screenshot(page, `${name}-${colorScheme}-${width}`);
      }
      expect(problems).toEqual([]);
    },
  );

  test.for([
    { colorScheme: 'light', width: 1440, locale: 'en' },
    { colorScheme: 'dark', width: 360, locale: 'id' },
  ] as const)('show the API reference in their look: $colorScheme, $width px', async (look) => {
    const { colorScheme, width, locale } = look;
    const { page, problems } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
    // A link of the list of requests opens its request.
    await page.goto(`${url}/docs`);
    await page.click('a[href$="/get_foreign_flow"]');
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await screenshot(page, `reference-${colorScheme}-${width}`);
    const isDark = () => page.locator('html.dark-mode').count();
    expect(await isDark()).toBe(colorScheme === 'dark' ? 1 : 0);
    await page.click(colorScheme === 'dark' ? '.to-light' : '.to-dark');
    expect(await isDark()).toBe(colorScheme === 'dark' ? 0 : 1);
    await page.click(locale === 'en' ? 'text=All guides' : 'text=Semua panduan');
    await page.waitForURL('**/docs');
    // Swagger UI takes the underscores in the names of requests for spaces, and opens them all the same.
    expect(problems.filter((each) => !each.includes('escaping deep link whitespace'))).toEqual([]);
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
    await page.click('main a >> text=All requests');
    await page.waitForURL('**/docs#requests');
  });
});
