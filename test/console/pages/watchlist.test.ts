import { describe, expect } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { tradingDays } from '../../support/measure-market.ts';
import { measuredDays, remainingUnits } from '../../support/measured-pages.ts';
import { outlineOf } from '../../support/page-outline.ts';

const DAYS = tradingDays(3);
const LAST = DAYS.at(-1) as string;
const UNITS = 3;
const environment = { ALIR_WATCHLIST_UNITS: String(UNITS) };
const test = base
  .extend('sharedAlir', { scope: 'file' }, () =>
    TestAlir.open({ environment, ...measuredDays(DAYS) }, afterThisFile),
  )
  .extend('alir', ({ sharedAlir }) => {
    sharedAlir.beginTest();
    return sharedAlir;
  });

async function signIn(alir: TestAlir): Promise<BrowserSession> {
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  return browser;
}

/** The cells of each row of the table, by ticker, as texts. */
function rowsOf(html: string): Map<string, string[]> {
  const body = /<table id="watched"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  const rows = body.split('</tr>').filter((row) => row.includes('<th'));
  const cells = rows.map((row) =>
    row
      .replaceAll(/<small class="narrow-only[^>]*>.*?<\/small>/g, '')
      .split(/<\/t[hd]>/)
      .map((cell) =>
        cell
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
  );
  return new Map(cells.map((row) => [row[0]?.split(' ')[0] ?? '', row]));
}

describe('the home of who is signed in', () => {
  test('has the figures of the API, sorted, and is charged once for each publication', async ({ alir }) => {
    await alir.become('professional');
    const watchlist = { tickers: ['BBCA', 'GOTO', 'HALT', 'RARE', 'SEMI', 'NONE'], brokers: [] };
    await alir.post('/account/saved', { name: 'Mine', watchlist });
    const browser = await signIn(alir);
    expect((await browser.get('/')).headers.get('location')).toBe('/watchlist');
    const before = await remainingUnits(alir);
    const html = await (await browser.get('/watchlist?sort=ticker')).text();
    expect(html).toContain(`cost ${UNITS} units`);
    expect(await remainingUnits(alir)).toBe(before - UNITS);
    const again = await (await browser.get('/watchlist?sort=-close')).text();
    expect(again).not.toContain(`cost ${UNITS} units`);
    expect(again).toContain(`costs ${UNITS} units for each publication`);
    expect(await remainingUnits(alir)).toBe(before - UNITS);

    const rows = rowsOf(html);
    const changes = (await alir.get('/market/measures', { measures: 'change_1d' })).body.data.map(
      ({ change_1d }: { change_1d: number | null }) => change_1d,
    );
    const count = (matches: (change: number) => boolean) =>
      changes.filter((change: number | null) => change !== null && matches(change)).length;
    const [risen, fallen] = [count((change) => change > 0), count((change) => change < 0)];
    expect(risen).not.toBe(fallen);
    expect(html).toContain(`${risen} · ${fallen} · ${count((change) => change === 0)}`);
    expect([...rows.keys()]).toEqual(watchlist.tickers.toSorted());
    const { body } = await alir.get('/market/measures', { measures: 'close,change_1d,net_foreign_1d' });
    const number = (text = '') =>
      Number(
        text
          .replaceAll(',', '')
          .replace('−', '-')
          .replace(/[▲▼%+ ]/g, ''),
      );
    for (const row of body.data.filter(({ ticker }: { ticker: string }) => rows.has(ticker))) {
      const [, , close, change, , flow, buyer, seller] = rows.get(row.ticker) ?? [];
      expect(number(close)).toBe(row.close);
      const signed = change?.includes('−') ? -Math.abs(number(change?.replace('−', ''))) : number(change);
      expect(signed).toBeCloseTo(row.change_1d, 2);
      const [, digits = '', scale = ''] = /^([−+\d.,]+) ?([kMB]?)$/.exec(flow ?? '') ?? [];
      const factor = { k: 1e3, M: 1e6, B: 1e9 }[scale] ?? 1;
      expect(Math.abs(number(digits) * factor - row.net_foreign_1d)).toBeLessThanOrEqual(
        digits.includes('.') ? 0.05 * factor : 0.5 * factor,
      );
      const summary = await alir.get('/stocks/broker-summary', {
        ticker: row.ticker,
        from: LAST,
        to: LAST,
        investor: 'all',
      });
      const brokers = summary.body.data.map(
        (each: {
          code: string;
          buy_value: number;
          sell_value: number;
          buy_avg: number;
          sell_avg: number;
        }) => ({
          ...each,
          net: each.buy_value - each.sell_value,
        }),
      );
      const nets = brokers.map(({ net }: { net: number }) => net);
      const of = (text = '') => brokers.find(({ code }: { code: string }) => code === text.split(' ')[0]);
      expect(of(buyer).net).toBe(Math.max(...nets));
      expect(number(buyer?.split(' ')[1])).toBe(Math.round(of(buyer).buy_avg));
      expect(of(seller).net).toBe(Math.min(...nets));
      expect(number(seller?.split(' ')[1])).toBe(Math.round(of(seller).sell_avg));
    }
    expect(rows.get('NONE')?.slice(2, 4)).toEqual(['no trades', '–']);
  });

  test('starts with what is traded most, and adds stocks', async ({ alir }) => {
    await alir.become('professional');
    const browser = await signIn(alir);
    const html = await (await browser.get('/watchlist')).text();
    expect(html).toContain('No stocks yet');
    expect(html).toMatch(/name="ticker"[^>]*maxlength="12"/i);
    const _csrf = await browser.token('/watchlist');
    const bad = await browser.post('/watchlist/add', { _csrf, ticker: 'not a ticker' });
    expect(bad.status).toBe(400);
    expect(await bad.text()).toContain('Enter a ticker of 1 to 12 letters');
    const added = await browser.post('/watchlist/add', { _csrf, ticker: 'bbca' });
    expect(added.status).toBe(303);
    const [list] = (await alir.get('/account/saved', {})).body.data;
    expect(list.watchlist.tickers).toEqual(['BBCA']);
    await browser.post('/watchlist/add', { _csrf, ticker: 'GOTO', watchlist: list.saved_id });
    const rows = rowsOf(await (await browser.get(added.headers.get('location') ?? '')).text());
    expect([...rows.keys()].sort()).toEqual(['BBCA', 'GOTO']);
  });

  test('refuses the watchlist of another account, and ignores an unknown order', async ({ alir }) => {
    await alir.become('professional');
    const browser = await signIn(alir);
    expect((await browser.get('/watchlist?watchlist=8f0e')).status).toBe(404);
    expect((await browser.get('/watchlist?sort=-constructor&from=abc')).status).toBe(200);
  });

  test('has which stocks entered and left each saved screen since the day before', async ({ alir }) => {
    await alir.become('professional');
    const screens = ['gt', 'lt'].map((compared) => ({ where: { measure: 'change_1d', [compared]: 0 } }));
    for (const [place, screen] of screens.entries())
      await alir.post('/account/saved', { name: `Screen ${place}`, screen });
    await alir.post('/account/saved', { name: 'All', screen: { where: { measure: 'close', gt: 0 } } });
    const listed = await (await (await signIn(alir)).get('/account/saved')).text();
    expect(listed.match(/href="\/screens\?screen=[0-9a-f-]{36}"/g)).toHaveLength(3);
    for (const name of ['One', 'Two']) {
      alir.clock.time = new Date(alir.clock.time.getTime() + 1000);
      await alir.post('/account/saved', { name, watchlist: { tickers: ['BBCA'], brokers: [] } });
    }
    const browser = await signIn(alir);
    const outline = outlineOf(await (await browser.get('/watchlist')).text()).split('\n');
    const tickersOn = async (screen: object, date: string | undefined): Promise<string[]> =>
      (await alir.post('/market/screen', { ...screen, date })).body.data.rows.map(
        ({ ticker }: { ticker: string }) => ticker,
      );
    const expected = await Promise.all(
      screens.map(async (screen, place) => {
        const [now, before] = [await tickersOn(screen, LAST), await tickersOn(screen, DAYS.at(-2))];
        const marked = (tag: string, tickers: string[]) =>
          tickers.length > 0 ? [tag, ...tickers.map((ticker) => `[${ticker}](/explore/${ticker})`)] : [];
        const entered = now.filter((ticker) => !before.includes(ticker));
        const left = before.filter((ticker) => !now.includes(ticker));
        const page = await browser.get(`/screens?m=change_1d&op=${place === 0 ? 'gt' : 'lt'}&v=0`);
        const told = [entered, left].flatMap((tickers, index) =>
          tickers.length === 0 ? [] : [` · ${['in', 'out'][index]}: ${tickers.join(', ')}`],
        );
        expect(outlineOf(await page.text())).toMatch(new RegExp(`all investors${told.join('')}$`, 'm'));
        const change = [...marked('(ok) in', entered), ...marked('(info) out', left)];
        return `[Screen ${place}](/screens?screen=ID) ${now.length} stocks ${change.join(' ')}`;
      }),
    );
    expect(expected.join('\n')).toMatch(/\(ok\).*\n.*\(info\)|\(info\).*\n.*\(ok\)/);
    expect(outline.filter((line) => /^\[(Screen|All|One|Two)/.test(line)).toSorted()).toEqual([
      '[All](/screens?screen=ID) 4 stocks no change',
      '[One](/watchlist?watchlist=ID)*[Two](/watchlist?watchlist=ID)',
      ...expected,
    ]);
  });
});
