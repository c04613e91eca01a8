import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import {
  axeViolations,
  CHROMIUM,
  letLimitsRecover,
  openBrowser,
  overflowing,
} from '../../support/browser.ts';
import { ON_POSTGRES } from '../../support/test-ledger.ts';

const WRONG_KEY = `alir_live_${'x'.repeat(38)}`;

let alir: TestAlir;
let url: string;
let api_key: string;

beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  ({ api_key } = await alir.stores.accounts.create('desk@example.com', 'starter', 1));
  url = await alir.url();
  letLimitsRecover(alir);
});

async function signIn(page: Page, { key = api_key, keeps = false } = {}): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.fill('input[name=key]', key);
  if (keeps) await page.getByLabel('Use this key in the examples of this tab').check();
  await page.press('input[name=key]', 'Enter');
  await page.waitForLoadState();
}

async function examples(page: Page): Promise<string> {
  await page.goto(`${url}/docs/caller`);
  return await examplesNow(page);
}

async function examplesNow(page: Page): Promise<string> {
  return (await page.locator('.docs-main pre').allTextContents()).join('\n');
}

/** Everything that requests carried, except the form of the sign-in. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/key')) return;
    sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers()));
  });
  return sent;
}

describe.skipIf(ON_POSTGRES || !CHROMIUM)('the own key of a reader', () => {
  test('fills the examples after a sign-in with it, until it is forgotten, and is not sent', async () => {
    const { page, problems } = await openBrowser({ locale: 'en' });
    const sent = sentBy(page);
    await signIn(page, { keeps: true });
    const filled = await examples(page);
    expect(filled).toContain(`export KEY=${api_key}`);
    expect(filled).toContain(`curl -s -H "Authorization: Bearer ${api_key}"`);
    expect(filled).toContain(`new Alir({ apiKey: '${api_key}', baseUrl`);
    expect(filled).toContain(`Alir('${api_key}', os.environ.get(`);
    expect(filled).not.toMatch(/\$KEY|process\.env\.KEY|os\.environ\[["']KEY["']\]/);
    // A response of the guide does not contain the key of the reader.
    expect(filled).toContain('"api_key":"alir_live_..."');
    const copied = page.locator('button[data-copy*="/foreign-flow?"]').first();
    expect(await copied.getAttribute('data-copy')).toContain(api_key);
    const note = page.locator('[data-own-key-note]');
    expect(await note.textContent()).toContain(`alir...${api_key.slice(-4)}`);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await overflowing(page)).toEqual([]);

    await note.getByRole('button', { name: 'Forget the key' }).click();
    expect(await note.isVisible()).toBe(false);
    for (const text of [await examplesNow(page), await examples(page)]) {
      expect(text).not.toContain(api_key);
      expect(text).toContain('curl -s -H "Authorization: Bearer $KEY"');
      expect(text).toContain('os.environ["KEY"]');
    }
    expect(await copied.getAttribute('data-copy')).toContain('$KEY');
    expect(sent.filter((each) => each.includes(api_key))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is offered where it is shown once, and stays in its tab', async () => {
    const { page, problems } = await openBrowser({ locale: 'en' });
    const sent = sentBy(page);
    await signIn(page);
    expect(await examples(page)).toContain('Bearer $KEY');

    await page.goto(`${url}/account/keys`);
    await page.locator('#new input[name=name]').fill('notebook');
    await page.locator('#new button[type=submit]').click();
    const own = (await page.locator('.secret pre').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Use this key in the examples of this tab' }).click();
    await page.getByRole('link', { name: 'Open the first requests' }).click();
    expect(await examplesNow(page)).toContain(`Bearer ${own}`);

    // Back opens the list of keys: the browser does not ask whether to send the form again.
    await page.goBack();
    expect(await page.locator('#new input[name=name]').isVisible()).toBe(true);
    expect(await page.content()).not.toContain(own);

    const other = await page.context().newPage();
    expect(await examples(other)).not.toContain(own);

    await page.goto(`${url}/account/mcp`);
    await page.getByRole('link', { name: 'Replace the MCP key' }).click();
    await page.getByRole('button', { name: 'Replace the MCP key' }).click();
    const mcp = (await page.locator('#mcp-key .secret pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'Use this key in the examples of this tab' }).click();
    expect(await examples(page)).toContain(`Bearer ${mcp}`);

    await page.locator('.menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForLoadState();
    expect(await examples(page)).not.toContain(mcp);
    expect(sent.filter((each) => each.includes(own) || each.includes(mcp))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is forgotten when a key of the account is revoked', async () => {
    const { page, problems } = await openBrowser({ locale: 'en' });
    await signIn(page, { keeps: true });
    await page.goto(`${url}/account/keys`);
    await page.locator('#new input[name=name]').fill('spare');
    await page.locator('#new button[type=submit]').click();
    const own = (await page.locator('.secret pre').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Use this key in the examples of this tab' }).click();
    expect(await examples(page)).toContain(`Bearer ${own}`);
    await page.goto(`${url}/account/keys`);
    await page.locator('tr', { hasText: 'spare' }).getByRole('link', { name: 'Revoke' }).click();
    await page.locator('.confirmation button[type=submit]').click();
    await page.waitForURL('**/account/keys?done=key_revoked');
    expect(await examples(page)).toContain('Bearer $KEY');
    expect(problems).toEqual([]);
  });

  test('is not kept if it is refused or is no key', async () => {
    const { page, problems } = await openBrowser({ locale: 'en' });
    await signIn(page, { key: WRONG_KEY, keeps: true });
    expect(new URL(page.url()).searchParams.get('error')).toBe('unauthorized');
    expect(await examples(page)).toContain('Bearer $KEY');
    await page.evaluate(`sessionStorage.setItem('alir_own_key', '<img src=x onerror=alert(1)>$(reboot)')`);
    expect(await examples(page)).toContain('Bearer $KEY');
    expect(await page.locator('[data-own-key-note]').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test('fills the examples of the API reference', async () => {
    const { page, problems } = await openBrowser({ locale: 'id' });
    const sent = sentBy(page);
    await page.goto(`${url}/sign-in`);
    await page.fill('input[name=key]', api_key);
    await page.locator('[data-own-key-choice] input').check();
    await page.press('input[name=key]', 'Enter');
    await page.waitForLoadState();
    await page.goto(`${url}/docs/reference/create_order`);
    const filled = await examplesNow(page);
    for (const line of [
      `-H "Authorization: Bearer ${api_key}"`,
      `authorization: \`Bearer ${api_key}\``,
      `"Authorization": f"Bearer ${api_key}"`,
    ]) {
      expect(filled).toContain(line);
    }
    expect(filled).not.toMatch(/\$KEY|process\.env\.KEY|os\.environ\['KEY'\]/);
    expect(await page.locator('[data-own-key-note]').isVisible()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    expect(sent.filter((each) => each.includes(api_key))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('is not mentioned without JavaScript', async () => {
    const { page, problems } = await openBrowser({ locale: 'en', javaScriptEnabled: false });
    await page.goto(`${url}/sign-in`);
    expect(await page.locator('[data-own-key-choice]').isVisible()).toBe(false);
    await page.fill('input[name=key]', api_key);
    await page.press('input[name=key]', 'Enter');
    await page.waitForURL('**/account/usage');
    expect(await examples(page)).toContain('Bearer $KEY');
    expect(await page.locator('[data-own-key-note]').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });
});
