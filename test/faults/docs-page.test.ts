import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { CHROMIUM, openPage } from '../support/browser.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

async function opened(alir: TestAlir) {
  const page = await openPage({ viewport: { width: 1280, height: 1600 } });
  const hosts = new Set<string>();
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http')) hosts.add(url.host);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${await alir.url()}/docs/reference`);
  await page.waitForSelector('.opblock');
  return { page, hosts, problems };
}

describe.skipIf(CHROMIUM === undefined)('the documentation page, in a browser', () => {
  test('shows every operation, contacts no other host, and has no errors', async ({ alir }) => {
    const { page, hosts, problems } = await opened(alir);
    await page.waitForLoadState('networkidle');
    const shown = await page.locator('.opblock-summary-operation-id').allTextContents();
    const { body: document } = await alir.request('/openapi.json');
    const documented = Object.values<any>(document.paths).flatMap((methods) =>
      Object.values<any>(methods).map(({ operationId }) => operationId),
    );
    expect(shown.toSorted()).toEqual(documented.toSorted());
    expect([...hosts]).toEqual([new URL(await alir.url()).host]);
    expect(problems).toEqual([]);
    const { ALIR_SCREENSHOT: path } = process.env;
    if (path) await page.screenshot({ path, fullPage: true });
  });

  test('sends requests to its own server with the entered key', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const { page, hosts, problems } = await opened(alir);
    await page.click('.btn.authorize');
    await page.fill('.auth-container input', alir.key);
    await page.click('.auth-btn-wrapper .btn.authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click('#operations-Foreign_flow-get_foreign_flow .opblock-summary-control');
    const fields = page.locator('#operations-Foreign_flow-get_foreign_flow .parameters input');
    for (const [place, value] of ['BRMS', DATE, DATE].entries()) await fields.nth(place).fill(value);
    await page.click('#operations-Foreign_flow-get_foreign_flow .btn.execute');
    const answer = page.locator('#operations-Foreign_flow-get_foreign_flow .live-responses-table');
    await answer.waitFor();
    expect(await answer.textContent()).toContain('net_foreign');
    expect(await answer.locator('tbody .response-col_status').first().textContent()).toContain('200');
    expect([...hosts]).toEqual([new URL(await alir.url()).host]);
    expect(problems).toEqual([]);
    const { ALIR_SCREENSHOT: path } = process.env;
    if (path) await page.screenshot({ path: path.replace('.png', '-tried.png'), fullPage: true });
  });
});
