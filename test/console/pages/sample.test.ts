import { beforeAll, describe, expect, test } from 'vitest';
import { tickerRequests } from '../../../src/console/charts/requests/requests.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { islandProps } from '../../support/html.ts';
import fc from '../../support/properties.ts';
import { SMALL_DAYS, smallMarketData } from '../../support/small-market.ts';

const [, , LAST, HIDDEN, NEWEST] = SMALL_DAYS;

let alir: TestAlir;
let visitor: BrowserSession;

beforeAll(async () => {
  const environment = { ALIR_SAMPLE_TICKER: 'GOTO', ALIR_SAMPLE_DELAY_DAYS: '2' };
  alir = await TestAlir.open({ environment, copied_from: await smallMarketData() }, afterThisFile);
  visitor = new BrowserSession(alir);
});

/** Opens a page without waiting for the limits of its address. */
const open = async (path: string, browser = visitor) => {
  alir.clock.elapsed_ms += 60_000;
  return browser.get(path, { 'accept-language': 'en' });
};

describe('a visitor who is not signed in', () => {
  test('sees the stock of the sample and its brokers, up to its last day', async () => {
    expect((await open('/explore')).headers.get('location')).toBe('/explore/GOTO');
    expect((await open('/explore?q=goto.jk')).headers.get('location')).toBe('/explore/GOTO');
    for (const path of ['/explore/GOTO', '/explore/goto', '/explore/GOTO/broker/XL']) {
      const page = await open(path);
      expect([path, page.status]).toEqual([path, 200]);
      const html = await page.text();
      expect(html).toContain('GOTO up to Friday, 2 January 2026, 2 trading days late.');
      // Nothing on the page has a price in units.
      expect(html).not.toMatch(/\d units?\b/);
      const { isSample, selection, days, before } = islandProps(html);
      expect([isSample, selection.to]).toEqual([true, LAST]);
      const dates = [...days, ...before].map(({ date }) => date);
      expect(dates.filter((date) => date > LAST)).toEqual([]);
    }
  });

  test('sees the first pictures of the sample on the front page, and beside the sign-in that another page needs', async () => {
    for (const path of [
      '/explore/BBCA',
      '/market',
      '/brokers/XL',
      '/explore?q=BBCA',
      '/compare',
      '/market/news',
    ]) {
      const wall = await open(path);
      const location = wall.headers.get('location') ?? '';
      expect([path, wall.status, location]).toEqual([path, 303, `/sign-in?next=${encodeURIComponent(path)}`]);
      const page = await (await open(location)).text();
      expect(islandProps(page)).toMatchObject({
        isSample: true,
        subject: { ticker: 'GOTO', isPreview: true },
      });
      expect(page).toContain('<form method="post" action="/sign-in/key"');
    }
    const front = await (await open('/')).text();
    expect(islandProps(front)).toMatchObject({ isSample: true, selection: { to: LAST } });
    expect(front).toContain('href="/explore/GOTO"');
    expect(islandProps(await (await open('/sign-in')).text())).toBe(null);
    expect((await open('/explore/names')).status).toBe(303);
  });

  test('gets a page that says what is wrong with a query, and never a later day', async () => {
    const text = fc.oneof(
      fc.constantFrom(...SMALL_DAYS, '', 'abc', '2026-02-30', '9999-12-31', '2024-12-31', '2027-01-01'),
      fc.constantFrom('2026-01-10T12:00:00Z', 'splits', 'none', 'NG', 'f', '%00', '<b>', '1'),
      fc.string({ maxLength: 12 }),
    );
    const name = fc.constantFrom(
      'from',
      'to',
      'known_at',
      'adjust',
      'market',
      'investor',
      'pairs',
      'q',
      'date',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/explore/GOTO', '/explore/GOTO/broker/AK'),
        fc.dictionary(name, text, { maxKeys: 4 }),
        async (path, query) => {
          const page = await open(`${path}?${new URLSearchParams(query)}`);
          const html = await page.text();
          expect([query, [200, 400].includes(page.status)]).toEqual([query, true]);
          if (page.status === 400) expect(html).toContain('class="notice bad"');
          const props = islandProps(html);
          if (props === null) return;
          const { selection, days, before } = props;
          const requests = Object.values(tickerRequests('GOTO', selection));
          const lasts = requests.map((each) => new URLSearchParams(each.path.split('?')[1]).get('to'));
          const dates = [...lasts, ...[...days, ...before].map(({ date }) => date)];
          expect(dates.filter((date) => date > LAST)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    const late = await open(`/explore/GOTO?to=${HIDDEN}`);
    expect([late.status, await late.text()]).toEqual([
      200,
      expect.stringContaining('The sample ends on Friday, 2 January 2026.'),
    ]);
    expect((await open('/explore/GOTO/broker/QQ')).status).toBe(404);
  });
});

test('who is signed in sees every stock up to the newest day, and no sample', async () => {
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  for (const path of ['/explore/GOTO', '/explore/BBCA']) {
    const html = await (await open(path, browser)).text();
    expect(islandProps(html)).toMatchObject({ isSample: false, selection: { to: NEWEST } });
    expect(html).not.toContain('A sample without an account');
  }
});
