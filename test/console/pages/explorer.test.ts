import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import {
  brokerRequest,
  costsOfPages,
  lastDays,
  marketRequests,
  positionRequest,
  tickerRequests,
} from '../../../src/console/charts/requests/requests.ts';
import { localeOf } from '../../../src/console/charts/views/explorer-app.tsx';
import { found, knownNames } from '../../../src/console/pages/explorer/explorer-names.ts';
import {
  nearestPublished,
  presets,
  selectionOf,
} from '../../../src/console/pages/explorer/explorer-selection.ts';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import { referenceFile } from '../../../src/server/settings-files.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { islandProps } from '../../support/html.ts';
import { intake } from '../../support/operator-morning.ts';

const calendar = tradingCalendar(referenceFile('holidays.csv'));
const all = presets('2025-01-02', '2026-01-30', calendar);
const en = localeOf('en');
/** A Saturday on which the exchange was open, which no calendar has. */
const EXTRA_DAY = '2026-01-17';
const OPEN = { calendar, published: [EXTRA_DAY] };

describe('the presets', () => {
  test('count trading days, over weekends and holidays', () => {
    const rangeOf = (name: string) => all.find((preset) => preset.name === name);
    expect(rangeOf('d1')).toMatchObject({ from: '2026-01-30', to: '2026-01-30' });
    expect(rangeOf('d5')).toMatchObject({ from: '2026-01-26' });
    expect(rangeOf('quarter')).toMatchObject({ from: '2025-10-31' });
    expect(rangeOf('year')).toMatchObject({ from: '2025-01-31' });
    for (const count of [5, 20]) {
      const { from, to } = rangeOf(`d${count}`) ?? { from: '', to: '' };
      expect(calendar.tradingDays(from, to)).toHaveLength(count);
    }
  });

  test('begin on the first published day at the earliest, and are not repeated', () => {
    const short = presets('2026-01-28', '2026-01-30', calendar);
    expect(short.map(({ name, from }) => [name, from])).toEqual([
      ['d1', '2026-01-30'],
      ['d5', '2026-01-28'],
    ]);
  });

  test('of months end with the months, also in February', () => {
    const quarter = presets('2025-01-02', '2025-05-31', calendar).find(({ name }) => name === 'quarter');
    expect(quarter?.from).toBe('2025-03-01');
  });
});

describe('the selection of a page', () => {
  const select = (query: Record<string, string>) => selectionOf(query, all, OPEN, en);

  test('is the last 20 trading days by default', () => {
    expect(select({})).toEqual({
      selection: { from: all[2]?.from, to: '2026-01-30', market: 'RG', investor: 'all' },
      problems: [],
      nearest_day: null,
    });
    expect(select({ from: ' ', market: 'ng', investor: 'F' }).selection).toMatchObject({
      from: all[2]?.from,
      market: 'NG',
      investor: 'f',
    });
    // A last day before these 20 days is a range of one day.
    expect(select({ to: '2025-06-30' }).selection).toMatchObject({ from: '2025-06-30', to: '2025-06-30' });
    expect(select({ to: '2026-01-29' }).selection).toMatchObject({ from: all[2]?.from, to: '2026-01-29' });
  });

  test('offers the kept revisions that were replaced, until they were replaced', async ({ alir }) => {
    const revisions = async () => {
      const browser = new BrowserSession(alir);
      await browser.signInWithKey(alir.key);
      const text = await (await browser.get('/market?from=2026-01-19&to=2026-01-19')).text();
      return [...text.matchAll(/<option value="(2026-[^"]+)"[^>]*>([^<]+)/g)].map(([, ...found]) => found);
    };
    await alir.ingest(FILE_NAME, csv([line()]));
    expect(await revisions()).toEqual([]);
    alir.clock.time = new Date('2026-02-02T12:30:00Z');
    await alir.ingest(FILE_NAME, csv([line(), line({ STK_VOLM: 300 })]));
    const first = ['2026-02-02T12:29:59.999Z', '19 Jan 2026, revision 1: 2 Feb 2026, 19:29 WIB'];
    expect(await revisions()).toEqual([first]);
    // Revision 2 was in no answer before revision 3.
    await alir.ingest(FILE_NAME, csv([line(), line({ STK_VOLM: 500 })]));
    expect(await revisions()).toEqual([first]);
    expect(select({ known_at: 'yesterday' }).problems).toEqual(['“yesterday” is not one of the choices.']);
  });

  test('has at most 366 days, from 2025-01-01 on', () => {
    expect(select({ from: '2025-01-01', to: '2026-01-01' }).problems).toEqual([]);
    expect(select({ from: '2025-01-01', to: '2026-01-02' }).problems).toEqual([
      'A range has at most 366 days.',
    ]);
    expect(select({ from: '2024-01-01', to: '2025-01-30', market: 'x', investor: 'y' }).problems).toEqual([
      'A range has at most 366 days.',
      'The data starts on 2025-01-01.',
      '“X” is not one of the choices.',
      '“y” is not one of the choices.',
    ]);
    expect(select({ from: 'x', to: 'x' }).problems).toEqual(['“x” is not a date. Write it as YYYY-MM-DD.']);
    expect(select({ from: 'x', to: 'y' }).problems).toHaveLength(2);
  });

  test('without data leads to the newest published day before it, or else to the first one', () => {
    const published = ['2026-01-05', '2026-01-06', '2026-01-09'];
    const nearest = (from: string) => nearestPublished({ from }, published);
    expect(['2026-01-01', '2026-01-05', '2026-01-06', '2026-01-08', '2026-01-12'].map(nearest)).toEqual([
      ...['2026-01-05', '2026-01-05', '2026-01-05', '2026-01-06', '2026-01-09'],
    ]);
  });

  test.each([
    [{ from: '2026-02-30' }, '“2026-02-30” is not a date. Write it as YYYY-MM-DD.'],
    [{ from: '2026-01-30', to: '2026-01-05' }, 'The first day is after the last day.'],
    [{ from: '2025-01-01', to: '2026-01-30' }, 'A range has at most 366 days.'],
    [{ from: '2024-12-31', to: '2025-01-30' }, 'The data starts on 2025-01-01.'],
    [{ market: 'TN' }, '“TN” is not one of the choices.'],
    [{ investor: 'x' }, '“X” is not one of the choices.'.toLowerCase()],
  ])('names what is wrong: %j', (query, problem) => {
    expect(select(query as Record<string, string>).problems.map((each) => each.toLowerCase())).toEqual([
      problem.toLowerCase(),
    ]);
  });
});

describe('a range without a trading day', () => {
  const select = (from: string, to = from, locale = en) => selectionOf({ from, to }, all, OPEN, locale);

  test.each([
    ['2026-01-24', '2026-01-25', '2026-01-23'],
    ['2026-01-25', '2026-01-25', '2026-01-26'],
    // Idul Fitri with the weekends around it.
    ['2025-03-29', '2025-04-06', '2025-03-27'],
    ['2025-04-02', '2025-04-02', '2025-03-27'],
    // No day is before the first one of the contract.
    ['2025-01-01', '2025-01-01', '2025-01-02'],
    ['2026-01-18', '2026-01-18', EXTRA_DAY],
  ])('names the nearest trading day: %s to %s', (from, to, nearest) => {
    const { problems, nearest_day } = select(from, to);
    expect(nearest_day).toBe(nearest);
    expect(problems).toEqual([expect.stringContaining(en.dates.long(nearest))]);
  });

  test('is one of closed days only', () => {
    for (const [from, to] of [
      ['2026-01-24', '2026-01-26'],
      [EXTRA_DAY, '2026-01-18'],
      ['2026-02-30', '2026-02-28'],
    ]) {
      expect(select(from ?? '', to).nearest_day).toBeNull();
    }
  });

  test('is explained in Indonesian', () => {
    expect(select('2026-01-25', '2026-01-25', localeOf('id')).problems).toEqual([
      expect.stringContaining('Hari bursa terdekat adalah Senin, 26 Januari 2026.'),
    ]);
  });
});

describe('the requests of a page', () => {
  const SHOWN = { day: '2026-01-30', span: 20 } as const;
  const selection = { from: '2025-12-01', to: '2026-01-30', market: 'RG', investor: 'all' };

  test('know their costs before they are sent', () => {
    const requests = tickerRequests('BBCA', selection);
    expect(Object.values(requests).map(({ units }) => units)).toEqual([2, 2, 1, 2, 1, 5]);
    expect(requests.prices.path).toBe('/stocks/ohlcv?ticker=BBCA&from=2025-11-30&to=2026-01-30&market=RG');
    expect(Object.values(marketRequests(selection, SHOWN)).map(({ units }) => units)).toEqual([0, 5, 5]);
    // Prices and the inventory of two months cost 2 units each; who traded with whom and the brokers are loaded on request.
    expect(costsOfPages(selection)).toEqual({ stock: 7, broker: 5, market: 5 });
    expect(requests.counterparties.path).toBe(
      '/stocks/counterparties?ticker=BBCA&from=2025-12-31&to=2026-01-30&market=RG',
    );
    expect(positionRequest('BBCA', 'AK', { ...selection, adjust: 'splits' })).toEqual({
      path: '/stocks/broker-position?ticker=BBCA&broker=AK&from=2025-12-01&to=2026-01-30&investor=all&market=RG&adjust=splits',
      units: 2,
      file: 'BBCA-AK-RG-2025-12-01-2026-01-30',
    });
    const investor = tickerRequests('BBCA', { ...selection, investor: 'f' });
    expect([
      requests.prices.file,
      investor.prices.file,
      investor.summary.file,
      investor.counterparties.file,
    ]).toEqual([
      'BBCA-prices-RG-2025-11-30-2026-01-30',
      'BBCA-prices-RG-2025-11-30-2026-01-30',
      'BBCA-brokers-RG-f-2025-12-01-2026-01-30',
      'BBCA-counterparties-RG-2025-12-31-2026-01-30',
    ]);
    expect([investor.inventory.file, investor.accumulation.file]).toEqual([
      'BBCA-inventory-RG-f-2025-12-01-2026-01-30',
      'BBCA-accumulation-RG-f-2025-12-01-2026-01-30',
    ]);
    const { daily, measures, brokers } = marketRequests({ ...selection, investor: 'd' }, SHOWN);
    expect([daily.file, measures.file, brokers.file]).toEqual([
      'market-RG-2025-12-01-2026-01-30',
      'measures-2026-01-30',
      'brokers-RG-d-2025-12-01-2026-01-30',
    ]);
  });

  test('ask for the answers of a time, and say so in the names of files', () => {
    const known_at = '2026-01-31T10:00:00.000Z';
    const selection = { from: '2026-01-05', to: '2026-01-30', market: 'RG', investor: 'f', known_at };
    const requests = [
      ...Object.values(tickerRequests('BBCA', selection)),
      ...Object.values(marketRequests(selection, SHOWN)),
      brokerRequest('AK', selection),
      positionRequest('BBCA', 'AK', selection),
    ];
    // Measures are those of the newest revisions.
    for (const { path, file } of requests.filter((each) => !each.path.includes('/measures'))) {
      expect(path).toContain(`known_at=${encodeURIComponent(known_at)}`);
      expect(file).toContain('-known-20260131T100000000Z');
    }
  });

  test('for counterparties have at most 31 days', () => {
    expect(lastDays(selection)).toEqual({ from: '2025-12-31', to: '2026-01-30' });
    expect(lastDays({ from: '2026-01-01', to: '2026-01-31' }).from).toBe('2026-01-01');
  });
});

describe('the search', () => {
  const names = knownNames(referenceFile('companies.csv'), [
    { code: 'AK', name: 'UBS Sekuritas Indonesia', foreign_parent: true },
  ]);

  test.each([
    ['bbca', 'BBCA'],
    ['bank central', 'BBCA'],
    ['telkom', 'TLKM'],
    ['ubs', 'AK'],
    ['ak', 'AK'],
  ])('finds a code or a name: %s', (text, code) => {
    expect(found(text, names).map((each) => each.code)).toEqual([code]);
  });

  test('finds all that a text can mean, first the codes that begin with it', () => {
    const codes = found('bri', [
      { code: 'OD', name: 'BRI Danareksa Sekuritas', isBroker: true },
      { code: 'BBRI', name: 'Bank Rakyat Indonesia', isBroker: false },
      { code: 'BRIS', name: 'Bank Syariah Indonesia', isBroker: false },
      { code: 'TLKM', name: 'Telkom Indonesia', isBroker: false },
    ]).map(({ code }) => code);
    expect(codes).toEqual(['BRIS', 'OD', 'BBRI']);
    expect([found('', names), found('nothing like this', names)]).toEqual([[], []]);
    // A text that is too short has at most 30 matches.
    expect(found('i', names)).toHaveLength(30);
    expect(names.slice(-1)).toEqual([{ code: 'AK', name: 'UBS Sekuritas Indonesia', isBroker: true }]);
    expect(names.find(({ code }) => code === 'BBCA')).toEqual({
      code: 'BBCA',
      name: 'Bank Central Asia',
      isBroker: false,
    });
  });
});

describe('the scripts of the console', () => {
  test('have at most 100 kB together, so each page has', () => {
    const folder = new URL('../../../dist/console/assets/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const bytes = files.map((file) => gzipSync(readFileSync(new URL(file, folder))).length);
    expect(files.length).toBeGreaterThan(3);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(100_000);
  });
});

describe('the pages of the explorer', () => {
  // transcripts/explorer.txt compares the choices, costs and links of these pages.
  test('give their pictures the choices of the URL and what is known of each day', async ({ alir }) => {
    await intake(alir, '2026-01-28');
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(alir.key);
    const propsOf = async (path: string) => islandProps(await (await browser.get(path)).text());
    const props = await propsOf('/explore/BRMS?from=2026-01-26&to=2026-02-03&market=ng&investor=F&pairs=1');
    expect(props).toMatchObject({
      language: 'en',
      subject: { page: 'ticker', ticker: 'BRMS', pairs: true },
      selection: { from: '2026-01-26', to: '2026-02-03', market: 'NG', investor: 'f' },
      days: [
        { date: '2026-01-26', condition: 'missing', absence: 'before' },
        { date: '2026-01-27', condition: 'missing', absence: 'rejected' },
        { date: '2026-01-28', condition: 'published', absence: null, is_checked: false },
        { date: '2026-01-29', condition: 'published', absence: null, is_checked: false },
        { date: '2026-01-30', condition: 'published', absence: null, is_checked: true },
        { date: '2026-02-02', condition: 'due', absence: 'due' },
        { date: '2026-02-03', condition: 'future', absence: 'future' },
      ],
    });
    expect(props.brokers.YP).toEqual({ name: 'Mirae Asset Sekuritas Indonesia', foreign_parent: true });
    expect(props.brokers.AD).toEqual({ name: 'Sukadana Prima Sekuritas', foreign_parent: false });
    // Days before the first published one are no comparison.
    const day = await propsOf('/explore/BRMS?from=2026-01-29&to=2026-01-29');
    expect(day.before.map(({ date }: { date: string }) => date)).toEqual(['2026-01-28']);
    expect(day.token).toMatch(/^\S+$/);
    const reader = new BrowserSession(alir);
    const { account_id } = await alir.stores.accounts.find('test@example.com');
    const terms = { scopes: ['data' as const], expires_at: null, allowed_ips: null };
    await reader.signInWithKey((await alir.stores.accounts.createKey(account_id, 'reader', terms)).api_key);
    expect(await (await reader.get('/explore/BRMS')).text()).not.toContain('&quot;token&quot;');
    const known = await (await browser.get('/market?known_at=2026-02-02T12:00:00.000Z')).text();
    expect(known).toContain('href="/compare?known_at=');
    expect(await (await browser.get('/brokers/ad')).text()).toContain(
      '<small>Sukadana Prima Sekuritas</small>',
    );
    for (const [path, subject] of [
      ['/explore/BRMS?pairs=0', { page: 'ticker', ticker: 'BRMS', pairs: false }],
      ['/brokers/yp', { page: 'broker', code: 'YP' }],
      ['/market?brokers=1', { page: 'market', brokers: true }],
      ['/market', { page: 'market', brokers: false }],
      ['/market/news', { page: 'news' }],
    ] as const)
      expect((await propsOf(path)).subject).toMatchObject(subject);
    const names = (await (await browser.get('/explore/names')).json()) as { code: string }[];
    expect(names.filter(({ code }) => ['BBCA', 'YP'].includes(code))).toEqual([
      { code: 'BBCA', name: 'Bank Central Asia', isBroker: false },
      { code: 'YP', name: 'Mirae Asset Sekuritas Indonesia', isBroker: true },
    ]);
  });

  test('have the SQL of the selection', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ STK_CODE: 'BBCA' })]));
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(alir.key);
    const response = await browser.get('/explore/BBCA?from=2026-01-19&to=2026-01-20&market=ALL&investor=f');
    const text = await response.text();
    for (const condition of [
      "ticker = 'BBCA'",
      "BETWEEN '2026-01-19' AND '2026-01-20'",
      "market IN ('RG', 'NG')\\n",
      "investor IN ('f')\\n",
    ]) {
      expect(text).toContain(condition);
    }
  });
});
