import { describe, expect, test } from 'vitest';
import { TestAlir } from '../../support/alir.ts';
import { CHROMIUM, openBrowser, type WatchedPage } from '../../support/browser.ts';
import { csv, line } from '../../support/daily-files.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const BY = { actor: 'operator', reason: 'a test' };
const BUYER = 'budi@example.com';
const OPERATOR = 'ani@example.com';

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  test('a visitor signs up, makes a first call, buys a plan and prints the invoice', async () => {
    const mail = await mailServer();
    const alir = await TestAlir.open({
      environment: { ALIR_SIGNUP: 'open', ALIR_SMTP_URL: mail.url, ALIR_PUBLIC_DAY: 'newest' },
    });
    await alir.ingest('DT260130.csv', csv([line({ STK_CODE: 'BBCA', TRX_DATE: '2026-01-30' })]));
    await alir.stores.people.addOperator(OPERATOR, BY);
    const url = await alir.url();

    /** Signs in with the code of the e-mail that arrives, beginning on the page that is open. */
    const signIn = async ({ page }: WatchedPage, email: string) => {
      const before = mail.received.length;
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Send a code' }).click();
      const sent = () =>
        mail.received
          .slice(before)
          .map(textOf)
          .find((text) => text.includes(`To: ${email}`));
      await until('the e-mail with the code arrives', () => sent() !== undefined);
      const code = /Your sign-in code is (\d{8})/.exec(sent() ?? '')?.[1] ?? '';
      await page.getByLabel('Code').fill(code);
      await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.menu summary').waitFor();
    };
    const text = ({ page }: WatchedPage) =>
      page
        .locator('main')
        .textContent()
        .then((found) => found ?? '');

    const buyer = await openBrowser();
    await buyer.page.goto(url);
    await buyer.page.getByRole('link', { name: 'Sign in' }).first().click();
    expect(await text(buyer)).toContain('creates an account on the Free plan');
    await signIn(buyer, BUYER);

    await buyer.page.locator('.menu summary').click();
    await buyer.page.getByRole('link', { name: 'Keys', exact: true }).click();
    await buyer.page.getByLabel('Name').fill('laptop');
    await buyer.page.getByRole('button', { name: 'Create key' }).click();
    const secret = await buyer.page.locator('.secret').first().textContent();
    const key = /alir_live_[0-9A-Za-z]{38}/.exec(secret ?? '')?.[0] ?? '';
    expect(key).not.toBe('');
    await buyer.page.getByRole('link', { name: 'Keys', exact: true }).click();
    expect(await text(buyer)).toContain('laptop');
    expect(await text(buyer)).not.toContain(key);

    const path = '/foreign-flow?ticker=BBCA&from=2026-01-30&to=2026-01-30';
    const first = (await buyer.page.evaluate(
      `fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ${key}' } })
        .then(async (response) => [response.status, response.headers.get('x-request-cost'), (await response.json()).data])`,
    )) as unknown[];
    // One trade of 100 shares at 1260; the buyer is foreign.
    expect(first).toEqual([200, '1', { foreign_buy: 126_000, foreign_sell: 0, net_foreign: 126_000 }]);
    await buyer.page.getByRole('link', { name: 'Usage', exact: true }).click();
    expect(await text(buyer)).toMatch(/1\s*of 5/);
    expect(await text(buyer)).toContain('laptop');

    await buyer.page.getByRole('link', { name: 'Plan and billing', exact: true }).click();
    await buyer.page.getByLabel('Plan').selectOption('starter');
    await buyer.page.getByRole('button', { name: 'Show the price' }).click();
    await buyer.page.getByRole('button', { name: /^Order for Rp/ }).click();
    expect(await text(buyer)).toMatch(/Transfer Rp[\d,]+ to the operator of this service/);

    const operator = await openBrowser();
    await operator.page.goto(`${url}/operator`);
    await signIn(operator, OPERATOR);
    await operator.page.getByRole('link', { name: 'Orders', exact: true }).click();
    const [order] = await alir.stores.billing.orders.waiting();
    await operator.page.getByRole('link', { name: order?.order_id.slice(0, 8) ?? '' }).click();
    await operator.page.getByRole('button', { name: 'Confirm the payment' }).click();
    expect(await text(operator)).toContain('The payment is recorded.');
    await operator.page.getByRole('link', { name: /^INV-2026-/ }).click();
    expect(await operator.page.locator('h1').textContent()).toMatch(/invoice/i);

    await buyer.page.reload();
    expect(await text(buyer)).toContain('in force');
    await buyer.page
      .getByRole('link', { name: /INV-2026-/ })
      .first()
      .click();
    expect(await text(buyer)).toContain(BUYER);
    const pdf = (await buyer.page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await buyer.page.goto(`${url}/account/billing`);
    expect(await text(buyer)).toContain('you are on Starter');
    expect([buyer.problems, operator.problems]).toEqual([[], []]);
  });
});
