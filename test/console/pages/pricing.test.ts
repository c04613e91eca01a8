import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/dates.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { lines, outlineOf, partOf } from '../../support/page-outline.ts';

let alir: TestAlir;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
});

describe('/pricing', () => {
  test.each([
    ['en', 1, ['Rp200,000', 'Rp350,000', 'Rp750,000', '25,000 units per cycle of 30 days']],
    ['id', 3, ['Rp498.000', 'Rp872.000', 'Rp1.868.000', '25.000 unit per siklus 30 hari']],
  ])('shows the public plans in the language %s for %d months', async (language, months, texts) => {
    const response = await alir.raw(
      `/pricing?months=${months}`,
      {},
      { 'accept-language': String(language), accept: 'text/html' },
    );
    const html = await response.text();
    expect(response.status).toBe(200);
    for (const text of texts) expect(html).toContain(text);
    expect(html).toContain(
      `/sign-in?next=${encodeURIComponent(`/account/billing?plan=starter&months=${months}`)}`,
    );
  });

  test('marks the plan of the account, and says how to renew it', async () => {
    const { api_key } = await alir.stores.accounts.create('owner-of-starter@example.com', 'starter', 3);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const page = async (months: number) => (await browser.get(`/pricing?months=${months}`)).text();
    const one = await page(1);
    expect(one).toMatch(/Starter <span class="tag ok">current</);
    expect(one).toContain('choose the number of months that you ordered');
    expect(await page(3)).not.toContain('choose the number of months');
  });

  test('ignores an unknown number of months', async () => {
    expect(await (await alir.raw('/pricing?months=2')).text()).toContain('Rp200,000');
  });

  test('shows a visitor what each plan and offer costs now, line by line', async () => {
    const { accounts, billing } = alir.stores;
    const { account, api_key } = await accounts.create('buyer@example.com', 'starter', 1, null, 200_000);
    alir.clock.time = new Date(alir.clock.time.getTime() + 10 * DAY_MS);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const html = await (await browser.get('/pricing', { 'accept-language': 'id' })).text();
    const sums = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
      ([, dt, dd]) => `${dt}: ${dd}`,
    );
    const { due } = {
      due: await billing.orders.quote(account.account_id, { plan: 'professional', months: 1 }),
    };
    expect(due.charge_idr).toBe(216_000);
    expect(sums.slice(0, 4)).toEqual([
      'Harga: 350.000',
      'Sisa 20 dari 30 hari masa seharga Rp200.000 (hari yang sudah mulai dihitung penuh): −133.334',
      'Dibulatkan ke bawah ke kelipatan 1.000: −666',
      'Anda bayar sekarang: Rp216.000',
    ]);
    expect(html).toContain('dipakai sekarang');
    expect(html).toContain('href="/account/billing?plan=professional&amp;months=1#order"');
  });

  test('shows only the own offers, and what an offer would forfeit before its button', async () => {
    const { accounts, billing } = alir.stores;
    const { account, api_key } = await accounts.create('big@example.com', 'advanced', 6, null, 3_735_000);
    const terms = { units: 180_000, requests_per_minute: 250, keys: 12 };
    await billing.offers.create(account.account_id, { ...terms, price_idr: 540_000, days: 45 }, false);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const html = await (await browser.get('/pricing')).text();
    expect(html).toContain('Rp3,195,000 more than this plan');
    expect(html.indexOf('more than this plan')).toBeLessThan(html.lastIndexOf('offer_id='));
    expect(html).toContain('Replace my plan');
    expect(html).not.toContain('Upgrade now');
    expect(html).toContain('Not during your current period');
    expect(await (await alir.raw('/pricing')).text()).not.toContain('180,000');
  });

  test('lists each plan with its limits, and an offer with its end', async () => {
    const shop = await TestAlir.open();
    const { accounts, billing } = shop.stores;
    const { account, api_key } = await accounts.create('buyer@example.com', 'starter', 1, null, 200_000);
    const terms = { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 400_000, days: 45 };
    const end = new Date(shop.clock.time.getTime() + DAY_MS);
    const { offer_id } = await billing.offers.create(account.account_id, terms, true, end);
    const browser = new BrowserSession(shop);
    const open = await (await browser.get('/pricing?months=3')).text();
    await browser.signInWithKey(api_key);
    const own = await (await browser.get('/pricing')).text();
    expect(partOf(outlineOf(open), '## Starter', '## Professional')).toBe(lines`
    ## Starter
    Rp498,000 Rp600,000 −17%
    25,000 units per cycle of 30 days, 3 cycles
    120 requests a minute
    3 keys and an MCP key
    [Sign in to order](/sign-in?next=%2Faccount%2Fbilling%3Fplan%3Dstarter%26months%3D3)
  `);
    expect(partOf(outlineOf(own, { offer: offer_id }), '## Starter', '## How')).toBe(lines`
    ## Starter (ok) current
    Rp200,000
    25,000 units per cycle of 30 days
    120 requests a minute
    3 keys and an MCP key
    Runs until 3 Apr 2026, 19:00 WIB. It extends the period and does not refill the units of this cycle.
    [Renew](/account/billing?plan=starter&months=1#order)
    ## Professional
    Rp150,000 Rp350,000
    100,000 units per cycle of 30 days
    300 requests a minute
    10 keys and an MCP key
    Price: 350,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / You pay now: Rp150,000
    Runs until 4 Mar 2026, 19:00 WIB. The units start afresh when you pay.
    [Upgrade now](/account/billing?plan=professional&months=1#order primary)
    ## Advanced
    Rp550,000 Rp750,000
    250,000 units per cycle of 30 days
    500 requests a minute
    20 keys and an MCP key
    Price: 750,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / You pay now: Rp550,000
    Runs until 4 Mar 2026, 19:00 WIB. The units start afresh when you pay.
    [Upgrade now](/account/billing?plan=advanced&months=1#order primary)
    ## Offer for you (warn) until 3 Feb 2026, 19:00 WIB
    Rp200,000 Rp400,000
    7,000 units per cycle of 30 days · 45 days · renews by offer
    60 requests a minute
    2 keys and an MCP key
    Price: 400,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / You pay now: Rp200,000
    Runs until 19 Mar 2026, 19:00 WIB. The units start afresh when you pay.
    [Upgrade now](/account/billing?offer_id=OFFER#order primary)
  `);
  });
});
