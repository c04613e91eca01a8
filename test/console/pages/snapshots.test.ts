import { describe, expect, test } from 'vitest';
import { textsOf } from '../../../src/console/texts/texts.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { DATE, csv as dailyFile, FILE_NAME, line } from '../../support/daily-files.ts';

const PAGE = `/explore/BBCA?from=${DATE}&to=${DATE}&market=RG&investor=all`;
const SUMMARY = `/stocks/broker-summary?ticker=BBCA&from=${DATE}&to=${DATE}&investor=all&market=RG`;
/** Where the form of a page sends the picture that is shared. */
const shareOf = (page: string) => page.replace('?', '/share?');
const SAME = { 'sec-fetch-site': 'same-origin', accept: 'application/json' };

/** AK buys 1,250 shares of XL, in trades of some prices. */
const dayOf = (price: number) => dailyFile([line({ STK_CODE: 'BBCA', STK_VOLM: 1250, STK_PRIC: price })]);

async function opened(sharing: string) {
  const alir = await TestAlir.open({ environment: { ALIR_SNAPSHOTS: sharing } }, afterThisFile);
  await alir.ingest(FILE_NAME, dayOf(8000));
  return alir;
}

async function owner(alir: TestAlir, plan: 'free' | 'starter' = 'starter') {
  const account_id = await alir.become(plan);
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  const _csrf = await browser.token('/account/saved');
  const used = async () => (await alir.test_ledger.unitsOf(account_id)).account;
  /** @param fields other fields of the form */
  const share = async (fields: Record<string, string> = {}, path = PAGE) => {
    const response = await browser.post(shareOf(path), {
      _csrf,
      picture: 'brokers',
      charge: 'picture',
      ...fields,
    });
    return { status: response.status, address: response.headers.get('location') ?? '', response };
  };
  return { account_id, browser, _csrf, used, share };
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

const card = (html: string) => /<section class="card picture still">.*?<\/section>/s.exec(html)?.[0] ?? '';

describe('a snapshot', async () => {
  const alir = await opened('anyone');

  test('of a picture that was paid for costs nothing, and stays as it was after a correction', async () => {
    const { browser, used, share } = await owner(alir);
    await browser.get(`/explorer/data${SUMMARY}`, { ...SAME, 'idempotency-key': 'picture' });
    expect(await used()).toBe(1);
    const { status, address } = await share({ note: 'AK <script>alert(1)</script>' });
    expect([status, await used()]).toEqual([303, 1]);
    expect(address).toMatch(/^\/s\/[\w-]{22}$/);

    const visitor = new BrowserSession(alir);
    const read = async () => ({
      page: card(await (await browser.get(address)).text()),
      open: await (await visitor.get(address)).text(),
      preview: await bytesOf(await visitor.get(`${address}/preview.png`)),
    });
    const before = await read();
    // 1,250 shares for 8,000 IDR.
    expect(before.page).toContain('+10,000,000');
    expect(before.page).toContain('−10,000,000');
    expect(before.open).toContain(card(before.page));
    expect(before.open).toContain('AK &lt;script>alert(1)&lt;/script>');
    expect(before.open).not.toMatch(/<script>alert|explore\/BBCA|_csrf/);
    expect(before.page).not.toMatch(/<a |<button/);
    expect(before.preview.subarray(1, 4).toString()).toBe('PNG');
    expect([before.preview.readUInt32BE(16), before.preview.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(before.preview.length).toBeLessThan(300_000);

    await alir.ingest(FILE_NAME, dayOf(8100));
    const present = await (await alir.raw(SUMMARY)).json();
    expect(present.data[0].buy_value).toBe(10_125_000);
    expect(await read()).toEqual(before);
    await alir.ingest(FILE_NAME, dayOf(8000));
  });

  test('has a preview for chats, is not indexed, and shows nothing of its account', async () => {
    const { share, account_id } = await owner(alir);
    const { address } = await share({ note: 'Big day' });
    const response = await new BrowserSession(alir).get(address);
    const html = await response.text();
    const origin = await alir.url();
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    for (const meta of [
      'name="robots" content="noindex"',
      `property="og:image" content="${origin}${address}/preview.png"`,
      'property="og:description" content="Big day"',
      'name="twitter:card" content="summary_large_image"',
    ])
      expect(html).toContain(meta);
    const { email } = await alir.stores.accounts.withId(account_id);
    for (const secret of [email, account_id, alir.key]) expect(html).not.toContain(secret);
  });

  test('of a position names its stock and its time, and is called an estimate; one without rows is refused', async () => {
    const { browser, share } = await owner(alir);
    const known_at = alir.clock.time.toISOString();
    alir.clock.time = new Date(alir.clock.time.getTime() + 3_600_000);
    const position = PAGE.replace('BBCA', 'BBCA/broker/AK');
    const { address } = await share({ picture: 'position' }, `${position}&known_at=${known_at}`);
    const html = await (await browser.get(address)).text();
    expect(html).toContain(textsOf('en').snapshot.as_known('2 Feb 2026, 19:00 WIB'));
    expect(card(html)).toMatch(/AK.*before/);
    const stock = await share({ charge: 'other' });
    expect(await (await browser.get(stock.address)).text()).toContain('content="BBCA · Bank Central Asia · ');
    const empty = await share({ charge: 'empty' }, PAGE.replace('market=RG', 'market=NG'));
    expect([empty.status, await empty.response.text()]).toEqual([
      400,
      expect.stringContaining('has no rows'),
    ]);
  });

  test('is withdrawn by an owner of its account only, and its page says so', async () => {
    const mine = await owner(alir);
    const { address } = await mine.share();
    const snapshot_id = address.slice(3);
    const other = await owner(alir);
    expect(await (await other.browser.get('/account/saved')).text()).not.toContain(snapshot_id);
    expect((await other.browser.get(address)).status).toBe(200);
    const form = { _csrf: other._csrf, snapshot_id };
    expect((await other.browser.post('/account/saved/withdraw', form)).status).toBe(404);
    expect(await (await mine.browser.get('/account/saved')).text()).toContain(`href="${address}"`);
    const own = await mine.browser.post('/account/saved/withdraw', { ...form, _csrf: mine._csrf });
    expect(own.headers.get('location')).toBe('/account/saved?done=snapshot_withdrawn');
    const visitor = new BrowserSession(alir);
    const gone = await visitor.get(address);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('This picture is not available');
    expect((await visitor.get(`${address}/preview.png`)).status).toBe(404);
    for (const bad of ['/s/x', `/s/${'a'.repeat(22)}`, '/s/%00', `/s/${'é'.repeat(22)}`])
      expect([404, 400]).toContain((await visitor.get(bad)).status);
    const audit_log = await alir.test_ledger.rows('SELECT action FROM audit_log');
    expect(JSON.stringify(audit_log)).toMatch(/snapshot.created.*snapshot.revoked/);
  });

  test('ends with its account', async () => {
    const change = { actor: 'operator test', reason: 'test' };
    const { share, account_id } = await owner(alir);
    const { address } = await share();
    const visitor = new BrowserSession(alir);
    const { administration, billing } = alir.stores;
    await administration.suspend(account_id, change);
    expect((await visitor.get(address)).status).toBe(404);
    await administration.resume(account_id, change);
    expect((await visitor.get(address)).status).toBe(200);
    await billing.deletion.delete(account_id, change, true);
    expect((await visitor.get(address)).status).toBe(404);
    expect(await alir.test_ledger.rows(`SELECT 1 FROM snapshot WHERE account_id = '${account_id}'`)).toEqual(
      [],
    );
  });

  test('is charged once, also when its form is sent several times at once', async () => {
    const { share, used } = await owner(alir);
    const made = await Promise.all(Array.from({ length: 5 }, () => share()));
    expect(made.map(({ status }) => status)).toEqual(new Array(5).fill(303));
    expect(await used()).toBe(1);
  });

  test('is refused without a charge above the limit of the plan, or with a wrong field', async () => {
    const { share, used, browser } = await owner(alir, 'free');
    const refusals = [
      await share({ picture: 'nothing' }),
      await share({ charge: '' }),
      await share({ charge: 'x'.repeat(129) }),
      await share({ note: 'x'.repeat(281) }),
      await share({ note: 'two\nlines' }),
      await share({ picture: 'news' }),
      await share({}, PAGE.replace('BBCA', 'NONE')),
      await share({}, PAGE.replace(/from=[\d-]+/, 'from=abc')),
      await share({ _csrf: 'wrong' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 404, 400, 403]);
    expect((await new BrowserSession(alir).post(shareOf(PAGE))).headers.get('location')).toContain(
      '/sign-in',
    );
    expect(await used()).toBe(0);
    for (let made = 0; made < 5; made++) await share();
    const full = await share({ charge: 'another' });
    expect([full.status, await used()]).toEqual([409, 1]);
    expect((await browser.get('/account/saved')).status).toBe(200);
  });
});

test('without the permission of the operator, only people of the account open a snapshot', async () => {
  const alir = await opened('account');
  const mine = await owner(alir);
  const { address } = await mine.share();
  const html = await (await mine.browser.get(address)).text();
  expect(html).toContain('The people of your account can open this page.');
  expect(html).not.toContain('og:image');
  const stranger = await owner(alir);
  for (const path of [address, `${address}/preview.png`]) {
    expect((await mine.browser.get(path)).status).toBe(200);
    expect((await stranger.browser.get(path)).status).toBe(404);
    expect((await new BrowserSession(alir).get(path)).headers.get('location')).toContain('/sign-in');
  }
});

test('with ALIR_SNAPSHOTS=off nobody shares a picture', async () => {
  const alir = await opened('off');
  const { browser, share } = await owner(alir);
  expect((await share()).status).toBe(404);
  expect(await (await browser.get(PAGE)).text()).not.toContain('&quot;token&quot;');
});
