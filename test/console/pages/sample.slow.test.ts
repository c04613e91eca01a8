import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { CHROMIUM, expectGoodLook, LOOKS, letLimitsRecover, openBrowser } from '../../support/browser.ts';
import { smallMarketData } from '../../support/small-market.ts';

let alir: TestAlir;

beforeAll(async () => {
  const environment = { ALIR_SAMPLE_TICKER: 'BBCA', ALIR_SAMPLE_DELAY_DAYS: '2' };
  alir = await TestAlir.open({ environment, copied_from: await smallMarketData() }, afterThisFile);
  letLimitsRecover(alir);
});

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  test('the pages of the sample have pictures, fit the window and are accessible', async () => {
    for (const { width, ...look } of LOOKS) {
      const viewport = { width, height: 800 };
      const { page, problems } = await openBrowser({ baseURL: await alir.url(), viewport, ...look });
      for (const path of ['/', '/explore/BBCA', '/explore/BBCA/broker/XL', '/explore/GOTO']) {
        await page.goto(path);
        await page.waitForSelector('.picture svg');
        await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
        expect(await page.locator('.state.failed').count()).toBe(0);
        await expectGoodLook(page, `sample-${path.replaceAll('/', '-')}-${width}-${look.colorScheme}`);
      }
      await page.goto('/playground');
      await page.getByText('200 OK').waitFor();
      await expectGoodLook(page, `playground-${width}-${look.colorScheme}`);
      expect(problems).toEqual([]);
    }
  });

  test('a request is chosen, changed and sent with the keyboard', async () => {
    const { page, problems } = await openBrowser({ baseURL: await alir.url(), locale: 'en' });
    await page.goto('/playground');
    await page.getByText('200 OK').waitFor();
    await page.focus('#play-request');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.locator('#play-request').selectOption('get_ohlcv');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('BBCA');
    await page.keyboard.press('Enter');
    await page.getByText('200 OK').waitFor();
    expect(await page.locator('[aria-label=Answer] pre').last().textContent()).toContain('"close"');
    expect(await page.locator('[aria-label=Code]').textContent()).toContain('alir.ohlcv({');
    expect(problems).toEqual([]);
    // Another stock is refused, and the answer says why.
    await page.fill('#play-ticker', 'GOTO');
    await page.keyboard.press('Enter');
    await page.getByText('must be BBCA').first().waitFor();
  });

  test('who is signed in sees the cost before, and is charged only for what is sent', async () => {
    await alir.become('starter');
    const { page, problems } = await openBrowser({ baseURL: await alir.url(), locale: 'en' });
    await page.goto('/sign-in?next=/playground');
    await page.fill('input[name="key"]', alir.key);
    await page.locator('form:has(input[name="key"]) button').click();
    await page.waitForURL('**/playground');
    const used = async () => (await alir.request('/usage')).body.data.account.current_usage;
    await page.locator('#play-request').selectOption('get_broker_ranking');
    await page.getByText('Cost in units: 5').waitFor();
    expect(await used()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('200 OK').waitFor();
    expect(await used()).toBe(5);
    await page.getByText('Headers', { exact: true }).click();
    expect(await page.locator('details pre').textContent()).toContain('x-request-cost: 5');
    expect(problems).toEqual([]);
  });

  test('without JavaScript, the form shows the code of its fields', async () => {
    const { page } = await openBrowser({
      baseURL: await alir.url(),
      locale: 'en',
      javaScriptEnabled: false,
    });
    await page.goto('/playground');
    await page.locator('#play-request').selectOption('get_foreign_flow');
    await page.getByRole('button', { name: 'Show the code' }).click();
    expect(await page.locator('[aria-label=Code]').textContent()).toContain('alir.foreignFlow({');
  });
});
