import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { axeViolations, CHROMIUM, openBrowser, overflowing, screenshot } from '../../support/browser.ts';
import { test as base } from '../../support/fixtures.ts';
import { customers, HELD_FILE, incidents, intake, operatorBrowser } from '../../support/operator-morning.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** Signs an operator in, and lets a page of a browser use the session. */
async function signIn(alir: TestAlir, page: Page, cookies: Record<string, string> = {}): Promise<string> {
  const session = await operatorBrowser(alir);
  const url = await alir.url();
  const all = [...session.cookies, ...Object.entries(cookies)];
  await page.context().addCookies(all.map(([name, value]) => ({ name, value, url })));
  return url;
}

describe.skipIf(CHROMIUM === undefined)('in a browser', { timeout: 240_000 }, () => {
  test('the morning of an operator needs no JavaScript', async ({ alir }) => {
    await intake(alir, '2026-01-20');
    const { orders, desk } = await customers(alir);
    const { page, problems } = await openBrowser({ javaScriptEnabled: false });
    const url = await signIn(alir, page);
    await page.goto(`${url}/operator`);

    await page.getByRole('link', { name: 'Compare: Held files' }).click();
    const held = page.locator('article', { hasText: HELD_FILE });
    expect(await held.textContent()).toContain('fewer than 98% of the 2 trades');
    const publish = held.locator('details', { hasText: 'Publish this file' });
    await publish.locator('summary').click();
    await publish.getByLabel('Reason').fill('a short session');
    await publish.getByRole('button', { name: 'Publish this file' }).click();
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.locator('main').textContent();
        },
        { timeout: 60_000 },
      )
      .toContain('was published as revision 2. Trades: 1');

    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: orders.pending.slice(0, 8) }).click();
    expect(await page.locator('main').textContent()).toContain('Records Rp150,000 as received.');
    await page.getByLabel('Reference of the transfer').fill('BCA 0202');
    await page.getByRole('button', { name: 'Confirm the payment' }).click();
    expect(await page.locator('.notice').textContent()).toContain('The payment is recorded.');
    expect((await alir.stores.billing.orders.find(orders.pending)).state).toBe('applied');

    await page.getByRole('link', { name: 'Revenue', exact: true }).click();
    expect(await page.locator('#revenue tr').last().textContent()).toContain('1,423,000');

    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('link', { name: 'desk@example.com' }).click();
    const suspend = page.locator('details#suspend');
    await suspend.locator('summary').click();
    await suspend.getByLabel('Reason').fill('does not pay');
    await suspend.getByRole('button', { name: 'Suspend' }).click();
    expect(await page.locator('.notice').textContent()).toContain('The account is suspended.');
    expect((await alir.stores.accounts.withId(desk)).suspended_at).not.toBeNull();

    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    expect(await page.locator('#audit tbody tr').first().textContent()).toContain('does not pay');
    expect(problems).toEqual([]);
  });

  test.for([
    { width: 1440, theme: 'light', language: 'en' },
    { width: 1440, theme: 'dark', language: 'id' },
    { width: 360, theme: 'light', language: 'id' },
    { width: 360, theme: 'dark', language: 'en' },
  ])(
    'every page is accessible and fits a window of $width pixels, $theme, in $language',
    async ({ width, theme, language }, { alir }) => {
      await intake(alir, '2026-01-20');
      const { desk, orders } = await customers(alir);
      await incidents(alir);
      const { page, problems } = await openBrowser({ viewport: { width, height: 900 } });
      const url = await signIn(alir, page, { alir_theme: theme, alir_lang: language });
      for (const [name, path] of [
        ['today', ''],
        ['days', '/days'],
        ['accounts', '/accounts'],
        ['account', `/accounts/${desk}`],
        ['orders', '/orders'],
        ['order-to-confirm', `/orders/${orders.pending}`],
        ['order-applied', `/orders/${orders.applied}`],
        ['offers', '/offers'],
        ['revenue', '/revenue'],
        ['incidents', '/incidents'],
        ['audit', '/audit'],
      ] as const) {
        await page.goto(`${url}/operator${path}`);
        await page.evaluate(
          `for (const each of document.querySelectorAll('details.action')) each.open = true`,
        );
        expect([name, await overflowing(page)]).toEqual([name, []]);
        await screenshot(page, `operator-${name}-${width}-${theme}-${language}`);
        expect([name, await axeViolations(page)]).toEqual([name, []]);
      }
      expect(problems).toEqual([]);
    },
  );
});
