import { describe, expect, vi } from 'vitest';
import { AccountReads } from '../../src/api/http/admission/account-reads.ts';
import { type DailyText, TestAlir } from '../support/alir.ts';
import { briefOfFiles } from '../support/brief-oracle.ts';
import { BrowserSession, mailsOf, signInByMail } from '../support/browser-session.ts';
import { test as base } from '../support/fixtures.ts';
import { dailyFileOf, tradingDays } from '../support/measure-market.ts';
import { dispatcherOf, sendAll } from '../support/notices.ts';
import { outlineOf, seenPages } from '../support/page-outline.ts';
import { Publishers } from '../support/publishers.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = tradingDays(6);
const LAST = DAYS.at(-1) as string;
const TEXTS = DAYS.map((day, place) => dailyFileOf(day, place, 'brief 22', 1000));

const FILES = TEXTS.map((text, place): DailyText => [fileName(DAYS[place] as string), text]);

const test = base
  .extend('sharedSettings', { scope: 'file' }, () => ({ published: FILES, measured: true }))
  .extend('alir', ({ sharedAlir }) => {
    sharedAlir.beginTest();
    return sharedAlir;
  });

async function watchlist(alir: TestAlir, tickers: string[], brokers: string[] = []): Promise<string> {
  const { body } = await alir.post('/account/saved', { name: 'My <banks>', watchlist: { tickers, brokers } });
  return body.data.saved_id;
}

describe('GET /market/brief', () => {
  test('has the lines that an oracle computes from the trades', async ({ alir }) => {
    const { headers, body } = await alir.get('/market/brief', {});
    const lines = briefOfFiles(DAYS, TEXTS);
    expect(body.data).toEqual({ date: LAST, note: expect.stringContaining('do not say'), lines });
    expect(lines.length).toBeGreaterThan(2);
    expect(headers.get('x-data-publication')).toBe('6');
    expect(headers.get('x-request-cost')).toBe('0');
    const csv = await alir.raw('/market/brief', {}, { accept: 'text/csv' });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(1 + lines.length);
  });

  test('has no lines for a day without measures', async ({ alir }) => {
    const { headers, body } = await alir.get('/market/brief', { date: '2025-01-04' });
    expect(body.data).toMatchObject({ date: null, lines: [] });
    expect(headers.get('x-empty-reason')).toBe('no_trading_day');
  });

  test('has the lines of a watchlist of the caller, as it is now', async ({ alir }) => {
    const id = await watchlist(alir, ['BBCA']);
    const first = await alir.get('/market/brief', { watchlist: id });
    const linesOf = (name: string) => briefOfFiles(DAYS, TEXTS, ({ ticker }) => ticker === name);
    expect(first.body.data.lines).toEqual(linesOf('BBCA'));
    expect(first.headers.get('x-data-publication')).toBe('6');
    await alir.post(`/account/saved/${id}`, { watchlist: { tickers: ['GOTO'], brokers: [] } });
    expect((await alir.get('/market/brief', { watchlist: id })).body.data.lines).toEqual(linesOf('GOTO'));
    await alir.become('starter');
    expect((await alir.get('/market/brief', { watchlist: id })).body.code).toBe('unknown_saved_item');
  });
});

describe('a request for the brief of a watchlist', () => {
  test('counts in the limit of the reads of its account', async ({ alir }) => {
    const account_id = await alir.become('starter');
    const id = await watchlist(alir, ['BBCA']);
    const reads = vi.spyOn(AccountReads.prototype, 'run');
    await alir.get('/market/brief', { watchlist: id });
    expect(reads.mock.calls.map(([account]) => account)).toEqual([account_id]);
  });
});

describe('/brief', () => {
  test('shows the brief of the market and of a watchlist, in both languages', async ({ alir }) => {
    const { see, areReviewed } = seenPages();
    await alir.become('starter');
    const id = await watchlist(alir, ['BBCA']);
    // A screen is not in the menu of watchlists.
    const screen = { where: { measure: 'close', gt: 0 } };
    expect((await alir.post('/account/saved', { name: 'A screen', screen })).status).toBe(200);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(alir.key);
    const outline = async (path: string, language: string) => {
      const html = await (await browser.get(path, { 'accept-language': language })).text();
      return outlineOf(html)
        .replaceAll(/(account|key)=[\w-]+/g, '$1=...')
        .replaceAll(id, 'ID');
    };
    see('the whole market', await outline('/brief', 'en'), await outline('/brief', 'id'));
    see('a watchlist', await outline(`/brief?watchlist=${id}`, 'en'));
    see('a day without measures', await outline('/brief?date=2025-01-04', 'en'));
    await areReviewed('brief');
    expect((await browser.get('/brief?date=today')).status).toBe(400);
    expect((await browser.get('/brief?watchlist=none')).status).toBe(404);
  });

  test('needs a sign-in, and its feed a key that an owner can replace', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    expect((await browser.get('/brief')).headers.get('location')).toBe('/sign-in?next=%2Fbrief');
    expect((await browser.get('/brief.atom')).status).toBe(404);
    const account_id = await alir.become('starter');
    const id = await watchlist(alir, ['BBCA']);
    await browser.signInWithKey(alir.key);
    const page = await (await browser.get(`/brief?watchlist=${id}`)).text();
    const feed = /href="(\/brief\.atom[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const read = (path: string) => new BrowserSession(alir).get(path);
    const atom = await (await read(feed)).text();
    expect(atom).toContain('<title>Alir: Morning brief, My &lt;banks&gt;</title>');
    expect(atom).toContain('/explore/BBCA?from=');
    // The identifiers outlive the key, which is a secret.
    expect(atom.match(/<id>[^<]*/g)?.join()).not.toContain('key=');
    expect(atom).not.toContain('/explore/GOTO');
    expect(atom).toContain(`/brief?date=${LAST}&amp;watchlist=${id}"/>`);
    expect(atom).toContain(`/brief?watchlist=${id}"/>`);
    expect((await read(feed.replace(/watchlist=[\w-]+&/, ''))).status).toBe(404);
    expect((await read(feed.replace(/account=[\w-]+/, 'account=other'))).status).toBe(404);
    const whole = /href="(\/brief\.atom[^"]*)"/.exec(await (await browser.get('/brief')).text())?.[1] ?? '';
    const market_feed = whole.replaceAll('&amp;', '&');
    const _csrf = await browser.token('/account/saved');
    const replace = (fields: object) => browser.post('/account/saved/replace-feed', { _csrf, ...fields });
    expect((await replace({ watchlist: 'none' })).status).toBe(404);
    expect((await replace({ watchlist: id })).status).toBe(303);
    expect([(await read(feed)).status, (await read(market_feed)).status]).toEqual([404, 200]);
    const again = await (await browser.get(`/brief?watchlist=${id}`)).text();
    const replaced = /href="(\/brief\.atom[^"]*)"/.exec(again)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await read(replaced)).status).toBe(200);
    expect((await replace({})).status).toBe(303);
    expect([(await read(replaced)).status, (await read(market_feed)).status]).toEqual([200, 404]);
    await alir.stores.administration.suspend(account_id, { actor: 'operator', reason: 'test' });
    expect((await read(replaced)).status).toBe(404);
  });

  test('is open with its feed if the front page shows the newest day', async () => {
    const environment = { ALIR_PUBLIC_DAY: 'newest' };
    const alir = await TestAlir.open({ environment, published: FILES.slice(0, 2), measured: true });
    const browser = new BrowserSession(alir);
    // An earlier day needs a sign-in.
    const page = await (await browser.get(`/brief?date=${DAYS[0]}`)).text();
    expect(outlineOf(page)).toContain('# Morning brief after the close of Friday, 3 January 2025');
    expect(page).not.toContain('key=');
    const atom = await (await browser.get('/brief.atom?language=id')).text();
    expect(atom).toContain('<title>ringkasan pagi 3 Jan 2025</title>');
    const updated = alir.clock.time.toISOString();
    expect(atom).toContain(`<updated>${updated}</updated>`);
    // A correction of an earlier day.
    alir.clock.pass(60_000);
    await alir.ingest(fileName(DAYS[0] as string), dailyFileOf(DAYS[0] as string, 0, 'corrected', 1000));
    await alir.measure();
    const corrected = await (await browser.get('/brief.atom?language=id')).text();
    expect(corrected).toContain('<title>ringkasan pagi 3 Jan 2025</title>');
    expect(corrected).toContain(`<updated>${alir.clock.time.toISOString()}</updated>`);
    expect(corrected).not.toContain(updated);
  });

  test('is sent as a test by its form, with the lines of an oracle and a link that stops it', async () => {
    const environment = { ALIR_SMTP_URL: 'smtp://localhost', ALIR_PUBLIC_URL: 'https://alir.example' };
    const alir = await TestAlir.open({ environment, published: FILES, measured: true });
    const { accounts, brief_subscriptions, ledger, people } = alir.stores;
    const mails = mailsOf(alir);
    const { account_id, email } = (await accounts.create('ani@example.com', 'starter', 1)).account;
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, email);
    ledger.isLeader = () => false;
    const _csrf = await browser.token('/brief');
    expect((await browser.post('/account/webhooks/brief', { _csrf })).status).toBe(303);
    const subscriber = { account_id, person_id: (await people.withEmail(email))?.person_id ?? '' };
    const [{ subscription_id } = { subscription_id: '' }] = await brief_subscriptions.of(subscriber);
    const form = `/account/webhooks/brief/${subscription_id}`;
    for (let time = 0; time < 2; time++) await browser.post(form, { _csrf, action: 'test' });
    await sendAll(dispatcherOf(alir.stores, await Publishers.start(), { mails }));
    const briefs = mails.filter(({ html }) => html !== undefined);
    expect(briefs.map(({ to, subject }) => [to, subject])).toEqual([
      [email, `Alir: test of the morning brief of ${LAST}`],
    ]);
    const pages = [...(briefs[0]?.text ?? '').matchAll(/ {2}https:\/\/alir\.example(\/\S+)$/gm)].map(
      ([, path]) => path,
    );
    expect(pages).toEqual(briefOfFiles(DAYS, TEXTS).map(({ page }) => page));
    const link =
      /<https:\/\/alir\.example(.*)>/.exec(briefs[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect((await alir.raw(link, { method: 'POST' })).status).toBe(200);
    expect(await brief_subscriptions.of(subscriber)).toEqual([]);
  });
});
