import { describe, expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import {
  CHROMIUM,
  expectGoodLook,
  letLimitsRecover,
  openBrowser,
  type WatchedPage,
} from '../../support/browser.ts';
import { testWithSharedAlir as test } from '../../support/fixtures.ts';
import { dailyFileOf, tradingDays } from '../../support/measure-market.ts';
import { fileName } from '../../support/small-market.ts';

const DAYS = tradingDays(3);
const PAGES = {
  brief: '/brief',
  watchlist: '/watchlist',
  screens: '/screens?m=value&op=gte&v=1&sort=value',
  'screens-empty': '/screens?named=fall_on_4_days',
  compare: `/compare?tickers=BBCA,GOTO,SEMI&from=${DAYS[0]}&to=${DAYS.at(-1)}`,
};

test.beforeAll(async ({ sharedAlir }) => {
  for (const [place, day] of DAYS.entries()) await sharedAlir.ingest(fileName(day), dailyFileOf(day, place));
  await sharedAlir.measure();
  letLimitsRecover(sharedAlir);
});

async function signedIn(
  alir: TestAlir,
  options: Parameters<typeof openBrowser>[0] = {},
): Promise<WatchedPage & { readonly paths: Readonly<Record<string, string>> }> {
  await alir.become('professional');
  const watchlist = { tickers: ['BBCA', 'GOTO', 'HALT', 'RARE'], brokers: [] };
  const where = { measure: 'value', gte: 1 };
  const saved = async (item: object) =>
    (await alir.post('/account/saved', item)).body.data.saved_id as string;
  // The longest names, and words that must be broken.
  const list = await saved({ name: 'W'.repeat(64), watchlist });
  const screen = await saved({ name: `Large values ${'M'.repeat(51)}`, screen: { where } });
  await alir.post('/account/alerts', { saved_id: screen });
  await alir.post('/account/alerts', {
    saved_id: list,
    rule: { broker: 'YP', side: 'buy', value_idr: 10_000_000_000 },
  });
  const paths = {
    ...PAGES,
    'saved-screen': `/account/saved/${screen}`,
    'saved-watchlist': `/account/saved/${list}`,
    'screens-saved': `/screens?screen=${screen}`,
  };
  const opened = await openBrowser({ baseURL: await alir.url(), ...options });
  await opened.page.goto('/sign-in');
  await opened.page.fill('input[name="key"]', alir.key);
  await opened.page.locator('form:has(input[name="key"]) button').click();
  await opened.page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  return { ...opened, paths };
}

describe.skipIf(CHROMIUM === undefined)('the watchlist, screens and the comparison in a browser', () => {
  test('fit a phone and a large screen, and are accessible', async ({ alir }) => {
    const looks = [
      { width: 360, colorScheme: 'light', locale: 'id' },
      { width: 1280, colorScheme: 'dark', locale: 'en' },
      { width: 1920, colorScheme: 'light', locale: 'en' },
    ] as const;
    for (const { width, ...look } of looks) {
      const { page, problems, paths } = await signedIn(alir, { viewport: { width, height: 900 }, ...look });
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(path);
        await page.evaluate(`for (const each of document.querySelectorAll('.fold')) each.open = true`);
        await expectGoodLook(page, `${name}-${width}`);
      }
      await page.keyboard.press('Control+k');
      await page.keyboard.type('bank central');
      await page.getByRole('option', { name: /Central Asia/ }).waitFor();
      await expectGoodLook(page, `palette-${width}`);
      expect(problems).toEqual([]);
    }
  });

  test('work with the keyboard only', async ({ alir }) => {
    const { page, problems } = await signedIn(alir);
    await page.goto('/watchlist?sort=ticker');
    await page.locator('#watched tbody th a').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('GOTO');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('BBCA');

    // Misspelled, and chosen by keys.
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /Find/ });
    await page.keyboard.type('lagre vlaues');
    await page.getByRole('option', { name: /Large values/ }).waitFor();
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/screens\?screen=/);
    expect(await page.locator('#screened tbody tr').count()).toBeGreaterThan(0);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('bbca goto');
    await page.getByRole('option', { name: /BBCA, GOTO/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/compare\?tickers=BBCA,GOTO/);

    // A ticker without a name.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('SEMI');
    await page.getByRole('option', { name: /^SEMI/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/explore\/SEMI/);
    // Enter without a match searches on the server.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('GOTO.JK');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/explore\/GOTO/);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    expect(await field.isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test('the palette stays open after the finger that opened it', async ({ alir }) => {
    const { page, problems } = await signedIn(alir, {
      viewport: { width: 390, height: 844 },
      ...{ hasTouch: true, isMobile: true },
    });
    await page.goto('/watchlist');
    await page.locator('form[data-palette] input').tap();
    await page.keyboard.type('bcba');
    await page.getByRole('option', { name: /^BBCA/ }).tap();
    await page.waitForURL(/\/explore\/BBCA/);
    expect(problems).toEqual([]);
  });

  test('the watchlist, screens and the comparison do not move while they load', async ({ alir }) => {
    const { page, paths } = await signedIn(alir);
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    for (const path of Object.values(paths)) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect([path, await page.evaluate('window.shift')]).toEqual([
        path,
        expect.toSatisfy((shift) => shift <= 0.05),
      ]);
    }
  });
});
