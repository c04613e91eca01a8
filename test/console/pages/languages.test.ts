import { Parser } from 'htmlparser2';
import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import type { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { customers, intake, operatorBrowser } from '../../support/operator-morning.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** Words that every English sentence has some of, and no Indonesian one. */
const ENGLISH = /\b(the|of|is|are|was|were|and|with|not|this|that|from|your|for|has|have)\b/i;
const INDONESIAN = /\b(yang|dan|dari|untuk|tidak|dengan|ini|adalah|atau|pada|belum|sudah)\b/i;

/** The texts of a page in its own language: not code, and nothing in an element with another `lang`. */
function textsOf(html: string, language: string): string[] {
  const texts: string[] = [];
  const open: boolean[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, { lang, title = '', placeholder = '', 'aria-label': label = '' }) {
      const isOwn = (open.at(-1) ?? true) && !['code', 'pre', 'script'].includes(name);
      open.push(isOwn && (lang === undefined || lang === language));
      if (open.at(-1)) texts.push(title, placeholder, label);
    },
    ontext(part) {
      if (open.at(-1)) text += part;
    },
    onclosetag() {
      if (text.trim() !== '') texts.push(text.trim());
      text = '';
      open.pop();
    },
  });
  parser.end(html);
  return texts;
}

async function foreign(browser: BrowserSession, alir: TestAlir, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [language, words] of [
    ['id', ENGLISH],
    ['en', INDONESIAN],
  ] as const) {
    alir.clock.elapsed_ms += 10_000;
    const answer = await browser.get(path, { 'accept-language': language });
    expect([path, answer.status]).toEqual([path, path === '/none' ? 404 : 200]);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${language}"`);
    // The names of documents and of their chapters are English.
    const own = textsOf(html, language).map((text) => text.replaceAll(/("[^"]*" di )?docs\/\w+\.md/g, ''));
    found.push(...own.filter((text) => words.test(text)));
  }
  return found;
}

test('the check of a page finds a sentence in the other language', () => {
  const html =
    '<p>Paket <b>Anda</b></p><p>This is not <i>it</i></p><p lang="en">This is it</p><pre>the</pre>';
  expect(textsOf(html, 'id').filter((text) => ENGLISH.test(text))).toEqual(['This is not it']);
});

test('public pages have one language', async ({ alir }) => {
  const browser = await operatorBrowser(alir);
  for (const path of [
    '/',
    '/pricing?months=3',
    '/docs',
    '/docs?q=nosuchword',
    '/docs/limits',
    '/docs/reference',
    '/docs/reference/create_order',
    '/status',
    '/none',
  ]) {
    expect([path, await foreign(browser, alir, path)]).toEqual([path, []]);
  }
});

test('pages of the operator have one language, with the findings of alir doctor', async ({ alir }) => {
  const { desk, orders } = await customers(alir);
  await intake(alir, '2026-01-26');
  const browser = await operatorBrowser(alir);
  const paths = ['', '/days', '/accounts', `/accounts/${desk}`, '/orders', '/offers', '/revenue', '/audit'];
  for (const path of [...paths, `/orders/${orders.short}`, `/orders/${orders.pending}`]) {
    expect([path, await foreign(browser, alir, `/operator${path}`)]).toEqual([path, []]);
  }
});

test('pages of an account have one language', async ({ alir }) => {
  const { stores } = alir;
  const { account } = await stores.accounts.create('quant@example.com', 'starter', 1, null, 200_000);
  await stores.billing.orders.create(
    account.account_id,
    { plan: 'professional', months: 1 },
    { idempotency_key: null },
  );
  await stores.people.invite('ani@example.com', account.account_id, 'owner', {
    actor: 'operator',
    reason: null,
  });
  const browser = await operatorBrowser(alir);
  for (const tab of [
    'usage',
    'keys',
    'billing',
    'billing?plan=professional&months=1',
    'people',
    'webhooks',
    'mcp',
  ]) {
    const path = `/account/${tab}`;
    expect([path, await foreign(browser, alir, path)]).toEqual([path, []]);
  }
});
