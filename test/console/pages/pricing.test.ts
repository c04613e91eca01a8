import { expect } from 'vitest';
import { DAY_MS } from '../../../src/core/dates.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { test } from '../../support/fixtures.ts';
import { outlineOf, partOf, seenPages } from '../../support/page-outline.ts';

// outlines.test.ts compares the page of a visitor without an account, in both languages.
test('/pricing shows what each plan and offer costs now, and only the own offers', async ({ alir }) => {
  const { accounts, billing } = alir.stores;
  const { see, areReviewed } = seenPages();
  const end = new Date(alir.clock.time.getTime() + DAY_MS);
  const owner = async (email: string, plan: 'starter' | 'advanced', months: 1 | 3 | 6, paid: number) => {
    const { account, api_key } = await accounts.create(email, plan, months, null, paid);
    const browser = new BrowserSession(alir);
    const page = async (query = '', language = 'en', names = {}) => {
      await browser.signInWithKey(api_key);
      const html = await (await browser.get(`/pricing${query}`, { 'accept-language': language })).text();
      return partOf(outlineOf(html, names), '## Starter', language === 'en' ? '## How' : '## Cara');
    };
    return { account_id: account.account_id, page };
  };
  const terms = { requests_per_minute: 60, keys: 2, days: 45 };
  const small = await owner('small@example.com', 'starter', 1, 200_000);
  const wanted = { ...terms, units: 7000, price_idr: 400_000 };
  const { offer_id } = await billing.offers.create(small.account_id, wanted, true, end);
  see('one month of Starter, and an offer with an end', await small.page('', 'en', { offer: offer_id }));
  const large = await owner('large@example.com', 'advanced', 6, 3_735_000);
  const other = await billing.offers.create(
    large.account_id,
    { ...terms, units: 180_000, price_idr: 540_000 },
    false,
  );
  see('an offer that forfeits money', await large.page('', 'en', { offer: other.offer_id }));
  const { page } = await owner('three@example.com', 'starter', 3, 498_000);
  see('three months of Starter, on the prices of one month', await page('?months=1'));
  see('three months of Starter, on their prices', await page('?months=3'));
  expect(await page('?months=2')).toBe(await page('?months=1'));
  const later = await owner('later@example.com', 'starter', 1, 200_000);
  alir.clock.time = new Date(alir.clock.time.getTime() + 10 * DAY_MS);
  see('after 10 days, in Indonesian', await later.page('', 'id'));
  await areReviewed('pricing');
});
