import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CONSOLE_POLICY } from '../../../src/console/pages/framework/render.tsx';
import { textsOf } from '../../../src/console/texts/texts.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf } from '../../support/browser-session.ts';
import { lines, outlineOf } from '../../support/page-outline.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let alir: TestAlir;
/** Pages are limited by address. */
beforeEach(() => {
  alir.clock.elapsed_ms += 600_000;
});

beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
});

describe('an error', () => {
  test('is a page for a browser, with its code, in the language of the visitor', async () => {
    for (const [language, title] of [
      ['en', 'This page does not exist'],
      ['id', 'Halaman ini tidak ada'],
    ] as const) {
      const response = await alir.raw('/none', {}, { ...BROWSER, 'accept-language': language });
      const html = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toBe(CONSOLE_POLICY);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(title);
      expect(html).toContain('<code>not_found</code>');
      expect(html).toContain(`<code>${response.headers.get('x-request-id')}</code>`);
    }
  });

  test('is JSON for a program, and for a browser that calls the API', async () => {
    expect((await alir.request('/none')).body.code).toBe('not_found');
    const response = await fetch(`${await alir.url()}/usage`, { headers: BROWSER });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
  });
});

describe('an asset', () => {
  const TYPES: Record<string, string> = {
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
  };

  test('is kept by browsers for ever, because its name has a hash of its content', async () => {
    const html = await (await alir.raw('/none', {}, BROWSER)).text();
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.length).toBeGreaterThanOrEqual(3);
    for (const path of assets) {
      const { status, headers } = await alir.raw(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      // A browser refuses a stylesheet or a script of another type.
      const type = TYPES[path.slice(path.lastIndexOf('.'))];
      expect([path, headers.get('content-type')]).toEqual([path, type]);
    }
    expect((await alir.raw('/assets/none.js')).status).toBe(404);
  });
});

/** The texts of a catalogue that are the same for every value. */
function fixedTexts(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' ? fixedTexts(value) : [],
  );
}

describe('every public page', () => {
  const PATHS = [
    '/',
    '/pricing',
    '/docs',
    '/docs?q=nosuchword',
    '/docs/limits',
    '/docs/reference',
    '/docs/reference/create_order',
    '/status',
    '/sign-in',
    '/none',
  ];

  test.each(PATHS)('%s has the policy of the console and loads nothing from elsewhere', async (path) => {
    const response = await alir.raw(path, {}, BROWSER);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toBe(CONSOLE_POLICY);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const loaded = [...html.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]*)"/g)];
    expect(loaded.length).toBeGreaterThanOrEqual(3);
    for (const [, url] of loaded) expect(url).toMatch(/^\/assets\//);
    expect(html).not.toMatch(/<style| style=| on\w+="|<script(?! type="module" src="\/assets\/)/);
    if (!path.startsWith('/docs/')) expect(html).not.toMatch(/https?:/);
    const head = await alir.raw(path, { method: 'HEAD' }, BROWSER);
    expect([head.status, await head.text()]).toEqual([response.status, '']);
  });

  test.each(PATHS)('%s has no English text of the catalogue in Indonesian, nor the reverse', async (path) => {
    const [english, indonesian] = [textsOf('en'), textsOf('id')].map((texts) => new Set(fixedTexts(texts)));
    for (const [language, foreign, own] of [
      ['id', english, indonesian],
      ['en', indonesian, english],
    ] as const) {
      const html = await (await alir.raw(path, {}, { ...BROWSER, 'accept-language': language })).text();
      const shown = html
        .replaceAll(/<(article|nav|ol|ul|td|h1|h2|p|a|span)\b[^>]* lang="\w+"[^>]*>.*?<\/\1>/gs, '')
        // Values and names of the API are the same in every language.
        .replaceAll(/<code>.*?<\/code>/gs, '')
        .split(/<[^>]*>|(?: title| aria-label| placeholder)="|"/)
        .map((text) => text.trim());
      expect(shown.filter((text) => text.length > 3 && foreign?.has(text) && !own?.has(text))).toEqual([]);
    }
  });
});

test('the choice of a language stays on this server', async () => {
  for (const path of ['/pricing?lang=id', '//evil.example/%2e%2e?lang=id', '/docs?q=x&theme=dark']) {
    const { headers } = await alir.raw(path, { redirect: 'manual' }, BROWSER);
    expect(headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
  }
  const { status, headers } = await alir.raw('/pricing?months=3&lang=id', { redirect: 'manual' }, BROWSER);
  expect([status, headers.get('location')]).toEqual([303, '/pricing?months=3']);
  expect(headers.get('set-cookie')).toContain('alir_lang=id; Path=/');
});

test('the pages of the sign-in keep the address that follows, and explain an error', async () => {
  const shop = await TestAlir.open({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } });
  mailsOf(shop);
  const browser = new BrowserSession(shop);
  const page = async (path: string, from = browser) => outlineOf(await (await from.get(path)).text());
  const wanted = 'next=%2Faccount%2Fkeys';
  const { headers } = await browser.post('/sign-in/code', { email: 'a@example.com', next: '/account/keys' });
  const shown = [
    await page(`/sign-in?${wanted}&error=unauthorized`),
    headers.get('location'),
    await page(`/sign-in/code?${wanted}&error=sign_in_refused`),
    await page(`/sign-in/link?${wanted}&email=a%40example.com&code=12345678`),
    await page('/sign-in?next=https%3A%2F%2Fevil.example', new BrowserSession(alir)),
  ];
  expect(shown.join('\n')).toBe(lines`
    # Sign in
    !bad This key is not valid: it is mistyped, unknown, revoked or expired.
    ## With an e-mail address
    POST /sign-in/code hidden next=/account/keys / E-mail address {email autocomplete=email type=email required} A new account needs an invitation to your address. / <Send a code primary>
    ## With an API key
    POST /sign-in/key hidden next=/account/keys / API key {key autocomplete=off type=password required} A key with the scope account has the rights of an owner. Revoking the key ends the session. / { type=checkbox}Use this key in the examples of this tab / <Sign in>
    /sign-in/code?next=%2Faccount%2Fkeys
    # Sign in
    !bad This code is not valid: it is mistyped, was used, or has expired. Request a new code.
    If a@example.com can sign in, a code is on its way to this address. It works once, within 10 minutes.
    If no e-mail arrives, this address got too many within an hour. Use the link or the longer code in the newest one, or try again later.
    POST /sign-in hidden next=/account/keys hidden email=a@example.com / Code {code autocomplete=one-time-code type=text inputmode=numeric maxlength=32 required} / <Sign in primary>
    [Use another address, or request a new code](/sign-in?next=%2Faccount%2Fkeys)
    # Sign in
    Press the button to sign in as a@example.com.
    POST /sign-in hidden next=/account/keys hidden email=a@example.com hidden code=12345678 <Sign in primary>
    # Sign in
    ## With an e-mail address
    !info This server sends no e-mail. Ask the operator for a link, or sign in with an API key.
    ## With an API key
    POST /sign-in/key / API key {key autocomplete=off type=password required} A key with the scope account has the rights of an owner. Revoking the key ends the session. / { type=checkbox}Use this key in the examples of this tab / <Sign in>
  `);
});
