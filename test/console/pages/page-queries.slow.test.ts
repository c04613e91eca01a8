import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { customers, HELD_DAY, incidents, intake, operatorBrowser } from '../../support/operator-morning.ts';
import fc from '../../support/properties.ts';
import { sized } from '../../support/size.ts';

const SEED = 20261124;
/** Requests for each page and visitor. */
const QUERIES = sized(4, 20);
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
