import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import {
  BY,
  customers,
  HELD_DAY,
  incidents,
  intake,
  OPERATOR,
  operatorBrowser,
} from '../../support/operator-morning.ts';
import fc from '../../support/properties.ts';
import { sized } from '../../support/size.ts';

const SEED = 20261124;
/** Requests for each page and visitor. */
const QUERIES = sized(4, 20);
/** Links of one page with the same parameters that are followed. */
const SAME_KIND = sized(2, 10);
/** Parameters that no link and no form of a page has. */
const MORE_NAMES = ['from', 'to', 'error', 'email', 'code', 'next', 'done', 'lang', 'x'];

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

const date = fc.oneof(
  fc.constantFrom('2026-02-30', '0000-00-00', '2026-13-01', '1999-12-31', '2024-12-31', '2025-01-01'),
  fc.constantFrom('9999-12-31', '2026-01-30T00:00', '2026-1-5', '20260105', '2026-01', '2026-W01'),
  fc
    .date({ min: new Date('2024-11-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map((each) => each.toISOString().slice(0, 10)),
);
const value = fc.oneof(
  { weight: 4, arbitrary: date },
  {
    weight: 3,
    arbitrary: fc.constantFrom('', ' ', 'abc', '1', '0', '-1', '1e308', 'NaN', 'true', '\0', '%', '..', '[]'),
  },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'RG', 'ALL', 'f', 'BBCA') },
  { weight: 1, arbitrary: fc.constantFrom('9'.repeat(400), 'x'.repeat(3000), '💥'.repeat(200), 'ا﷽\u202e') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

/** A query string: parameters that are missing, repeated, arrays, or not encoded well. */
const queryOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('', '', '', '[]', '[a]'), value), {
      minLength: 1,
      maxLength: 5,
    })
    .map((pairs) =>
      pairs.map(([name, suffix, text]) => `${name}${suffix}=${encodeURIComponent(text)}`).join('&'),
    );

/** The names in the links and the forms of a page. */
function namesIn(html: string): string[] {
  const inLinks = [...html.matchAll(/href="[^"?]*\?([^"#]*)"/g)].flatMap(([, query = '']) => [
    ...new URLSearchParams(query.replaceAll('&amp;', '&')).keys(),
  ]);
  return [...inLinks, ...[...html.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name)];
}

/** The paths of all pages, with values for their parameters. */
async function pagePaths(alir: TestAlir): Promise<string[]> {
  const routes = (await alir.routes()).filter(({ isPage, methods }) => isPage && methods.includes('GET'));
  const made = await customers(alir);
  const { open } = await incidents(alir);
  const values = ['BBCA', 'YP', HELD_DAY, made.quant, made.orders.pending, made.offer_id, open, '%00', 'x'];
  return [...new Set(routes.map(({ path }) => path))].flatMap((path) =>
    path.includes(':') ? values.map((each) => path.replaceAll(/:\w+/g, each)) : [path],
  );
}

/** The addresses of this server in the links of a page, without fragments. */
function linksIn(html: string, path: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*? href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  return hrefs
    .map((href) => new URL(href, `http://alir.test${path}`))
    .filter(({ origin }) => origin === 'http://alir.test')
    .map(({ pathname, search }) => pathname + search);
}

test('no link of any page leads to an error, for any visitor', async ({ alir }) => {
  await alir.stores.accounts.create(OPERATOR, 'starter', 1);
  const mails = mailsOf(alir);
  const operator = await operatorBrowser(alir, mails);
  await alir.stores.people.addOperator('dewi@example.com', BY);
  const withoutAccount = new BrowserSession(alir);
  await signInByMail(withoutAccount, mails, 'dewi@example.com');
  await alir.ingest(FILE_NAME, csv([line({ STK_CODE: 'BBRI' })]));
  await intake(alir, '2026-01-29');
  await customers(alir);
  await incidents(alir);
  await alir.become('professional');
  await alir.post('/account/saved', { name: 'Banks', watchlist: { tickers: ['BBRI'], brokers: ['YP'] } });
  await alir.post('/account/saved', { name: 'Any', screen: { where: { measure: 'value', gte: 1 } } });
  const visitors = {
    operator,
    withoutAccount,
    person: new BrowserSession(alir),
    nobody: new BrowserSession(alir),
  };
  await visitors.person.signInWithKey(alir.key);
  const failed: string[] = [];
  for (const [visitor, browser] of Object.entries(visitors)) {
    const known = new Set([
      '/',
      '/operator',
      ...(browser === withoutAccount ? [] : ['/explore', '/account']),
    ]);
    /** Links that differ only in the values of their parameters lead to the same page. */
    const kinds = new Map<string, number>();
    for (const path of known) {
      alir.clock.elapsed_ms += 5000;
      const response = await browser.get(path);
      const type = response.headers.get('content-type') ?? '';
      if (response.status >= 400 && !['/account', '/operator'].includes(path))
        failed.push(`${visitor} ${response.status} ${path}`);
      const target = response.headers.get('location');
      const found = target
        ? linksIn(`<a href="${target}">`, path)
        : type.startsWith('text/html')
          ? linksIn(await response.text(), path)
          : [];
      for (const link of found) {
        const [page = '', query = ''] = link.split('?', 2);
        const kind = [page, ...new Set(new URLSearchParams(query).keys())].join(' ');
        const count = kinds.get(kind) ?? 0;
        if (count >= SAME_KIND || known.has(link)) continue;
        kinds.set(kind, count + 1);
        known.add(link);
      }
    }
    expect([visitor, known.size]).toEqual([visitor, expect.toSatisfy((size) => size > 60)]);
  }
  expect(failed).toEqual([]);
});

test('no query of any page is a 500, for any visitor', async ({ alir }) => {
  await intake(alir, '2026-01-29');
  const visitors = {
    operator: await operatorBrowser(alir),
    person: new BrowserSession(alir),
    nobody: new BrowserSession(alir),
  };
  const paths = await pagePaths(alir);
  await visitors.person.signInWithKey(alir.key);
  const failed: string[] = [];
  const random = { seed: SEED, numRuns: QUERIES };
  let opened = 0;
  for (const [visitor, browser] of Object.entries(visitors)) {
    const open = async (path: string) => {
      // Each visitor has two requests in a second, and some pages count as ten.
      alir.clock.elapsed_ms += 5000;
      const response = await browser.get(path);
      if (response.status >= 500) failed.push(`${visitor} ${path}`);
      return { status: response.status, html: await response.text() };
    };
    for (const path of paths) {
      const { status, html } = await open(path);
      // Pages that do not exist, or that another visitor may open, are the same for all queries.
      const queries = fc.sample(queryOf([...MORE_NAMES, ...namesIn(html)]), {
        ...random,
        seed: ++random.seed,
      });
      for (const query of status === 200 ? queries : status === 303 ? queries.slice(0, 1) : [])
        await open(`${path}?${query}`);
      if (status === 200) opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(60);
  expect(failed).toEqual([]);
});
