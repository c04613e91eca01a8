import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { FULL_ACCESS } from '../../../src/commerce/accounts/keys/key-terms.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { customers, incidents, intake, operatorBrowser } from '../../support/operator-morning.ts';
import { foreignTexts } from '../../support/page-language.ts';
import { OUTLINES, outlineOf } from '../../support/page-outline.ts';

const RANGE = 'from=2026-01-22&to=2026-01-29';
const MARKET = [
  `/market?${RANGE}`,
  `/explore/BRMS?${RANGE}`,
  `/explore/BBCA?from=2026-01-24&to=2026-01-25`,
  `/brokers/YP?${RANGE}`,
];
const MAX_PAGES = 200;
/** Links that only change the language or the theme, the guides, files, and the operator's first page, which depends on the machine. */
const WITHOUT = /[?&](?:lang|theme)\b|^\/operator$|^\/docs\/(?!reference)|^\/llms|\.(?:csv|json|txt|atom)/;
const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** The kind of a page: its address without identifiers, names and values. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const path = pathname
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, 'DATE')
    .replace(/^\/explore\/.+/, '/explore/TICKER')
    .replace(/^\/brokers\/.+/, '/brokers/BROKER')
    .replace(/^\/docs\/reference\/.+/, '/docs/reference/OPERATION')
    .replace(/DT\d+\.csv/, 'FILE');
  const query = [...searchParams.keys()].toSorted().join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Follows the links from a page to one page of each kind. @returns their outlines, by kind */
async function outlinesFrom(
  alir: TestAlir,
  browser: BrowserSession,
  starts: readonly string[],
  within: RegExp,
): Promise<[kind: string, outline: string][]> {
  const outlines = new Map<string, string>();
  const next = [...starts];
  for (const address of next) {
    const kind = kindOf(address);
    if (outlines.has(kind) || WITHOUT.test(kind)) continue;
    // Pages are limited by address and session.
    alir.clock.elapsed_ms += 60_000;
    const response = await browser.get(address);
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !type.startsWith('text/html')) {
      outlines.set(kind, `${response.status} ${type} ${response.headers.get('location') ?? ''}`);
      continue;
    }
    const html = await response.text();
    const language = browser.cookies.get('alir_lang') ?? 'en';
    // The operator writes incidents in one language, and the reference has its titles in English.
    const written = html.replaceAll(/<title>[^<]*|The day is late|The file has not arrived\./g, '');
    expect.soft([language, address, foreignTexts(written, language)]).toEqual([language, address, []]);
    const title = /<title>([^<]*)/.exec(html)?.[1];
    outlines.set(
      kind,
      `${title}\n${outlineOf(html.replaceAll(alir.stores.folders.root, 'DATA')).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')}`,
    );
    for (const [, href = ''] of html.matchAll(/ href="(\/[^"#]*)/g)) {
      const link = href.replaceAll('&amp;', '&');
      if (within.test(link)) next.push(link);
    }
    expect(outlines.size).toBeLessThan(MAX_PAGES);
  }
  return [...outlines].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Identifiers are numbers until the end of the test: rows of one time are ordered by their identifiers. */
function countIds(): void {
  let count = 0;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    count += 1;
    return `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`;
  });
  syncBuiltinESMExports();
  afterThisTest(async () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

const textOf = (outlines: [string, string][]) =>
  outlines.map(([kind, outline]) => `=== ${kind}\n${outline}\n`).join('\n');

test('the check of a page finds a sentence in the other language', () => {
  const html =
    '<p>Paket <b>Anda</b></p><p>This is not <i>it</i></p><p lang="en">This is it</p><pre>the</pre>';
  expect(foreignTexts(html, 'id')).toEqual(['This is not it']);
});

test('each page is as it was reviewed, in both languages', async ({ alir }) => {
  await intake(alir, '2026-01-19');
  countIds();
  const { quant } = await customers(alir);
  await incidents(alir);
  const { api_key } = await alir.stores.accounts.createKey(quant, 'notebook', FULL_ACCESS);
  const operator = await operatorBrowser(alir);
  const owner = new BrowserSession(alir);
  await owner.signInWithKey(api_key);
  const visitor = new BrowserSession(alir);
  for (const language of ['en', 'id']) {
    for (const browser of [visitor, owner, operator]) browser.cookies.set('alir_lang', language);
    for (const [name, browser, starts, within] of [
      ['visitor', visitor, ['/', '/market/news'], /^\/(?!account|operator|assets|openapi)/],
      ['market', owner, MARKET, /^\/(explore|market|brokers)/],
      ['account', owner, ['/account/usage'], /^\/account/],
      ['operator', operator, ['/operator/accounts'], /^\/operator/],
    ] as const) {
      const outlines = await outlinesFrom(alir, browser, starts, within);
      await expect(textOf(outlines)).toMatchFileSnapshot(join(OUTLINES, `${name}.${language}.txt`));
    }
  }
});
