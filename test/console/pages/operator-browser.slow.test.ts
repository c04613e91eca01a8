import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { CHROMIUM, expectGoodLook, LOOKS, openBrowser } from '../../support/browser.ts';
import type { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import {
  BY,
  customers,
  HELD_FILE,
  incidents,
  intake,
  operatorBrowser,
} from '../../support/operator-morning.ts';

const environment = { ALIR_SMTP_URL: 'smtp://localhost' };
const test = base.extend('settings', () => ({ environment }));

/** Lets a page of a browser use a session. @returns the address of the server */
async function useSession(alir: TestAlir, { cookies }: BrowserSession, page: Page): Promise<string> {
  const url = await alir.url();
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  return url;
}

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  test('the morning of an operator needs no JavaScript', async ({ alir }) => {
    await intake(alir, '2026-01-20');
    const { orders, desk } = await customers(alir);
    const { page, problems } = await openBrowser({ javaScriptEnabled: false });
    const url = await useSession(alir, await operatorBrowser(alir), page);
    await page.goto(`${url}/operator`);

    await page.getByRole('button', { name: 'Keep revision 1' }).waitFor();
    await page.getByText('Details', { exact: true }).first().click();
    await page.getByRole('link', { name: 'Compare, publish or dismiss the file' }).click();
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

  test('a preview keeps the form, and a second click does not send it again', async ({ alir }) => {
    const { desk } = await customers(alir);
    const transfer = { amount_idr: 150_000, payment_reference: 'BCA <b>1</b>' };
    await alir.stores.administration.recordTransfer(desk, transfer, BY);
    const { page, problems } = await openBrowser({ locale: 'id' });
    const url = await useSession(alir, await operatorBrowser(alir), page);
    await page.goto(`${url}/operator/accounts/${desk}`);
    const form = page.locator('details#payouts');
    await form.locator('summary').click();
    await form.getByLabel('Transfer yang ditahan').selectOption(transfer.payment_reference);
    await form.getByLabel('Jumlah (Rp)').fill('50000');
    await form.getByLabel('Alasan').fill('sent back');
    await form.getByRole('button', { name: 'Pratinjau' }).click();
    expect(await page.locator('.notice').textContent()).toContain('Ditahan: Rp150.000 → Rp100.000');
    await form.getByRole('button', { name: 'Bayarkan' }).dblclick();
    expect(await page.locator('.notice.ok').textContent()).toContain('Uang dicatat');
    expect((await alir.stores.administration.overview(desk)).held_idr).toBe(100_000);
    const isSent = await form.locator('form').evaluate((element) => {
      const submit = () =>
        element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
      return [submit(), submit()];
    });
    expect(isSent).toEqual([true, false]);
    expect(problems).toEqual([]);
  });

  test('Ctrl K finds an order by its reference, and a customer by the e-mail address', async ({ alir }) => {
    const { orders } = await customers(alir);
    const { page, problems } = await openBrowser();
    const url = await useSession(alir, await operatorBrowser(alir), page);
    await page.goto(`${url}/operator`);
    const reference = orders.pending.slice(0, 8);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(/orders\?search=/);
    expect(await page.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining(reference)]);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('desk@example.com');
    await page.getByRole('option', { name: 'Search accounts for “desk@example.com”' }).waitFor();
    await expectGoodLook(page, 'palette-of-an-operator');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/accounts\?search=/);
    expect(await page.locator('tbody tr').allTextContents()).toEqual([
      expect.stringContaining('desk@example.com'),
    ]);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/operator\/audit$/);

    // Without the script, the field itself searches accounts.
    await page.locator('search input[type="search"]').evaluate((field) => {
      field.setAttribute('value', 'student@');
      field.closest('form')?.submit();
    });
    await page.waitForURL(/accounts\?search=student/);
    expect(problems).toEqual([]);
  });

  test('a page refreshes what changed, and leaves the focus, what is open and hidden tabs', async ({
    alir,
  }) => {
    await intake(alir, '2026-01-26');
    const { page, problems } = await openBrowser();
    await page.clock.install();
    const url = await useSession(alir, await operatorBrowser(alir), page);
    await page.goto(`${url}/operator`);
    const held = page.locator('.todo li', { hasText: '30 Jan 2026: a correction is held' });
    await held.locator('summary').first().click();
    await held.locator('summary').first().focus();
    await page.evaluate(`document.querySelector('.todo').dataset.same = 'yes'`);
    await alir.stores.accounts.create('new@example.com', 'starter', 1, null, 200_000);
    const money = page.locator('#money dd').first();
    expect(await money.textContent()).toBe('Rp0');
    await page.clock.runFor(60_000);
    await expect.poll(() => money.textContent()).toBe('Rp200,000');
    expect(await held.locator('details').first().getAttribute('open')).not.toBeNull();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    expect(await page.locator('.todo').getAttribute('data-same')).toBe('yes');

    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })`);
    await page.clock.runFor(300_000);
    await page.evaluate('new Promise((done) => queueMicrotask(done))');
    expect(requested).toEqual([]);
    await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => false })`);
    await page.clock.runFor(60_000);
    await expect.poll(() => requested).toEqual([`${url}/operator`]);
    expect(problems).toEqual([]);
  });

  test('the days to look at are one stop of Tab, and the arrow keys move between them', async ({ alir }) => {
    await intake(alir, '2026-01-20');
    const { page, problems } = await openBrowser();
    const url = await useSession(alir, await operatorBrowser(alir), page);
    await page.goto(`${url}/operator/days`);
    const stop = page.locator('.day-calendar a[tabindex="0"]');
    await stop.focus();
    const focused = () => page.evaluate<string>('document.activeElement.hash');
    expect(await focused()).toBe('#day-2026-01-30');
    for (const [key, day] of [
      ['ArrowRight', '30'],
      ['ArrowLeft', '27'],
      ['ArrowUp', '21'],
      ['ArrowRight', '22'],
      ['ArrowDown', '30'],
      ['Home', '21'],
      ['End', '30'],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, `#day-2026-01-${day}`]);
      expect(await stop.count()).toBe(1);
    }
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest(".day-calendar")')).toBeNull();
    expect(problems).toEqual([]);
  });

  describe('every page is accessible and fits', () => {
    let alir: TestAlir;
    let session: BrowserSession;
    let paths: Record<string, string>;
    beforeAll(async () => {
      alir = await TestAlir.open({ environment }, afterThisFile);
      await intake(alir, '2026-01-20');
      const { desk, orders } = await customers(alir);
      await incidents(alir);
      session = await operatorBrowser(alir);
      paths = {
        ...{
          today: '',
          days: '/days',
          accounts: '/accounts',
          account: `/accounts/${desk}`,
          orders: '/orders',
        },
        'order-to-confirm': `/orders/${orders.pending}`,
        'order-applied': `/orders/${orders.applied}`,
        ...{ offers: '/offers', revenue: '/revenue', incidents: '/incidents', audit: '/audit' },
      };
    });

    test.for(LOOKS)('$width pixels, $colorScheme, in $locale', async ({ width, colorScheme, locale }) => {
      const { page, problems } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
      const url = await useSession(alir, session, page);
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(`${url}/operator${path}`);
        await page.evaluate(
          `for (const each of document.querySelectorAll('details.action')) each.open = true`,
        );
        await expectGoodLook(page, `operator-${name}-${width}-${colorScheme}-${locale}`);
      }
      expect(problems).toEqual([]);
    });
  });
});
