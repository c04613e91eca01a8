import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorPage } from '../../../src/console/pages/framework/error-page.tsx';
import { CONSOLE_POLICY } from '../../../src/console/pages/framework/render.tsx';
import { textsOf } from '../../../src/console/texts/texts.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';

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
  test('is JSON for a program, and for a browser that calls the API', async () => {
    expect((await alir.request('/none')).body.code).toBe('not_found');
    const response = await fetch(`${await alir.url()}/usage`, { headers: BROWSER });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
  });
});

describe('an error on a page', () => {
  test('has its reason in the language of the page only', async () => {
    const htmlIn = async (language: string) => {
      const page = await fetch(`${await alir.url()}/operator/%zz`, {
        headers: { ...BROWSER, 'accept-language': language },
      });
      return [page.status, await page.text()] as const;
    };
    const reason = 'url cannot be decoded';
    expect(await htmlIn('en')).toEqual([400, expect.stringContaining(reason)]);
    expect(await htmlIn('id')).toEqual([400, expect.not.stringContaining(reason)]);
  });
});

describe('the page of an error', () => {
  const shown = (error: AlirError, method = 'GET', url = '/path?x=1') => {
    const request = { headers: {}, url, method, server: {}, visitor: null, id: 'r1' };
    return errorPage(request as never, { headers: () => {} } as never, error);
  };

  test('leads to the page without its query, after a GET with one', () => {
    const invalid = new AlirError('invalid_request', 'x is wrong');
    expect(shown(invalid)).toContain('href="/path"');
    expect(shown(invalid, 'POST')).not.toContain('href="/path"');
    expect(shown(invalid, 'GET', '/path')).not.toContain('href="/path"');
  });

  test.each([
    ['overloaded', 503, 'unavailable'],
    ['rate_limited', 429, 'limited'],
    ['scope_missing', 403, 'forbidden'],
    ['unknown_order', 404, 'not_found'],
    ['invalid_request', 400, 'invalid'],
    ['internal_error', 500, 'internal'],
  ] as const)('says what kind of error it is: %s', (code, status, kind) => {
    const html = shown(new AlirError(code, 'x'));
    expect(html).toContain(`<p class="status">${status}</p><h1>${textsOf('en').errors.title[kind]}</h1>`);
  });
});

describe('a page that fails', () => {
  test('says that the service failed, not that the request is wrong', async () => {
    vi.spyOn(alir.stores.ledger, 'all').mockRejectedValue(new Error('no disk'));
    const response = await alir.raw('/status', {}, BROWSER);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('<h1>Something went wrong on this server</h1>');
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
});

test('a page has a link to the other language, and the choice stays on this server', async () => {
  for (const path of ['/pricing?lang=id', '//evil.example/%2e%2e?lang=id', '/docs?q=x&theme=dark']) {
    const { headers } = await alir.raw(path, { redirect: 'manual' }, BROWSER);
    expect(headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
  }
  for (const [cookie, other] of [
    ['alir_lang=en', 'id'],
    ['alir_lang=id', 'en'],
  ] as const) {
    const html = await (await alir.raw('/pricing?months=3', {}, { ...BROWSER, cookie })).text();
    expect(html).toContain(`<a href="/pricing?months=3&amp;lang=${other}" lang="${other}">`);
  }
  const { status, headers } = await alir.raw('/pricing?months=3&lang=id', { redirect: 'manual' }, BROWSER);
  expect([status, headers.get('location')]).toEqual([303, '/pricing?months=3']);
  expect(headers.get('set-cookie')).toBe('alir_lang=id; Path=/; Max-Age=31536000; SameSite=Lax');
});
