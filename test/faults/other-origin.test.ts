import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { TestAlir } from '../support/alir.ts';
import { CHROMIUM, openPage } from '../support/browser.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';

/** A page of another server. */
async function otherPage(): Promise<{ page: Page; origin: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Other</title>');
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const page = await openPage();
  await page.goto(origin);
  return { page, origin };
}

interface Call {
  readonly url: string;
  readonly init: RequestInit;
}

/** What the page can read of each response; the error of the browser where it may read none. */
function called(page: Page, calls: readonly Call[]) {
  return page.evaluate(async (calls) => {
    const answers = [];
    for (const { url, init } of calls) {
      try {
        const response = await fetch(url, init);
        const names = [
          'x-request-id',
          'x-request-cost',
          'x-monthly-remaining',
          'retry-after',
          'www-authenticate',
        ];
        const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
        answers.push({ status: response.status, headers, body: await response.json() });
      } catch (error) {
        answers.push({ status: 0, headers: {}, body: String(error) });
      }
    }
    return answers;
  }, calls);
}

describe.skipIf(CHROMIUM === undefined)('a page on another origin, in a browser', () => {
  test('can call the API and read bodies, headers and errors', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const url = await alir.url();
    const { page } = await otherPage();
    const authorization = `Bearer ${alir.key}`;
    const headers = { authorization, 'content-type': 'application/json', 'x-request-id': 'page-1' };
    const range = `from=${DATE}&to=${DATE}`;
    const body = JSON.stringify({ tickers: ['BRMS'], from: DATE, to: DATE });
    const [flow, batch, quote, plans, wrong, unauthorized, unknown] = await called(page, [
      { url: `${url}/foreign-flow?ticker=BRMS&${range}`, init: { headers } },
      { url: `${url}/foreign-flow/batch/`, init: { method: 'POST', headers, body } },
      {
        url: `${url}/billing/orders`,
        init: { method: 'POST', headers: { ...headers, 'idempotency-key': 'page' }, body: '{}' },
      },
      { url: `${url}/billing/plans`, init: {} },
      { url: `${url}/foreign-flow`, init: { headers } },
      { url: `${url}/usage`, init: { headers: { authorization: 'Bearer wrong' } } },
      { url: `${url}/nowhere`, init: { headers } },
    ]);
    expect(flow).toMatchObject({
      status: 200,
      headers: { 'x-request-id': 'page-1', 'x-request-cost': '1', 'x-monthly-remaining': expect.any(String) },
      body: { data: { foreign_buy: 126_000 } },
    });
    expect(batch).toMatchObject({ status: 200, body: { data: { BRMS: { foreign_buy: 126_000 } } } });
    expect(quote).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(plans).toMatchObject({ status: 200 });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(unauthorized).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('can read nothing if its origin is not in ALIR_CORS_ORIGINS', async () => {
    const { page, origin } = await otherPage();
    for (const [listed, status] of [
      ['https://app.example.com', 0],
      [`https://app.example.com, ${origin}`, 200],
    ] as const) {
      const alir = await TestAlir.open({ environment: { ALIR_CORS_ORIGINS: listed } });
      const headers = { authorization: `Bearer ${alir.key}` };
      const [usage] = await called(page, [{ url: `${await alir.url()}/usage`, init: { headers } }]);
      expect([listed, usage?.status]).toEqual([listed, status]);
    }
  });

  test('the page at / has no errors, contacts no other host, and links to the reference', async ({
    alir,
  }) => {
    const { page } = await otherPage();
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => {
      if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host);
    });
    await page.goto(`${await alir.url()}/`);
    expect(await page.locator('nav a').count()).toBe(7);
    const { ALIR_SCREENSHOT: path } = process.env;
    if (path) await page.screenshot({ path: path.replace('.png', '-home.png'), fullPage: true });
    await page.click('a[href="/docs/reference"]');
    await page.click('main a[href="/docs/reference/get_foreign_flow"]');
    await page.waitForSelector('h1:has-text("Foreign flow of a stock")');
    expect([...hosts]).toEqual([new URL(await alir.url()).host]);
    expect(problems).toEqual([]);
  });
});
