import { describe, expect } from 'vitest';
import { formIn, formOf, screenOf, urlOf } from '../../../src/console/pages/screens/screen-query.ts';
import { NAMED_SCREENS } from '../../../src/market/serving/screens/named-screens.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { testWithSharedAlir as base } from '../../support/fixtures.ts';
import { tradingDays } from '../../support/measure-market.ts';
import { measuredDays, professionalBrowser, remainingUnits } from '../../support/measured-pages.ts';
import { outlineOf } from '../../support/page-outline.ts';

const DAYS = tradingDays(3);

const test = base.extend('sharedSettings', { scope: 'file' }, () => measuredDays(DAYS));

const tickersIn = (html: string) => {
  const body = /<table id="screened"[\s\S]*?<\/table>/.exec(html)?.[0] ?? '';
  return [...body.matchAll(/href="\/explore\/([A-Z0-9-]+)"/g)].map(([, ticker]) => ticker);
};

const WHERE = {
  and: [
    { measure: 'value', gte: 1000 },
    { measure: 'close', between: [100, 20_000] },
  ],
};
const SORT = { measure: 'value', direction: 'desc' };
const ADDRESS = urlOf(formOf({ where: WHERE, sort: SORT as never }));

describe('the address of a screen', () => {
  test.each(Object.entries(NAMED_SCREENS))('has all of the named screen %s', (_, { where, sort }) => {
    expect(screenOf(formIn(urlOf(formOf({ where, sort }))) as never)).toEqual({ where, sort });
  });

  test('has conditions with or and not as JSON', () => {
    const where = { or: [{ measure: 'close', lt: 100 }, { not: { measure: 'value', top: 3 } }] };
    const form = formOf({ where, limit: 7 });
    expect([form.rows, JSON.parse(form.json)]).toEqual([[], where]);
    expect(screenOf(formIn(urlOf(form)) as never)).toEqual({ where, limit: 7 });
  });
});

describe('the page of screens', () => {
  test('has the stocks of the API, is charged once, and saves its conditions', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    const html = await (await browser.get(ADDRESS)).text();
    expect(await remainingUnits(alir)).toBe(before - 5);
    await browser.get(ADDRESS);
    const file = await browser.get(ADDRESS.replace('/screens?', '/screens.csv?'));
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="screen-${DAYS.at(-1)}.csv"`);
    const csv = await file.text();
    expect(await remainingUnits(alir)).toBe(before - 5);
    const { data } = (await alir.post('/market/screen', { where: WHERE, sort: SORT })).body;
    expect(data.rows.length).toBeGreaterThan(1);
    const tickers = data.rows.map(({ ticker }: { ticker: string }) => ticker);
    expect(tickersIn(html)).toEqual(tickers);
    expect(html).toContain(`href="/compare?tickers=${tickers.slice(0, 4)}"`);
    const none = await (await browser.get('/screens?m=close&d=&op=gt&v=1000000000')).text();
    expect([tickersIn(none), none.includes('"/compare?tickers=')]).toEqual([[], false]);
    const lines = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = lines[0]?.indexOf('value') ?? -1;
    expect(lines.slice(1).map((cells) => Number(cells[column]))).toEqual(
      data.rows.map(({ value }: { value: number }) => value),
    );

    const _csrf = await browser.token('/screens');
    const saved = await browser.post('/screens/save', { _csrf, name: 'Mine', url: ADDRESS });
    const [item] = (await alir.get('/account/saved', {})).body.data;
    expect(item).toMatchObject({ name: 'Mine', screen: { where: WHERE, sort: SORT } });
    const shown = await (await browser.get(saved.headers.get('location') ?? '')).text();
    expect([tickersIn(shown), shown.includes(`/account/saved/${item.saved_id}#alerts`)]).toEqual([
      tickers,
      true,
    ]);
    expect(shown).toContain(`/screens?screen=${item.saved_id}" data-copied`);
    expect(shown).toContain(`href="/screens.csv?screen=${item.saved_id}"`);
    const list = await browser.get('/explore/screens');
    expect(list.headers.get('cache-control')).toBe('no-store');
    expect(await list.json()).toEqual([{ name: 'Mine', href: `/screens?screen=${item.saved_id}` }]);
  });

  test('charges nothing for a name that is refused, and is saved only by an owner', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const _csrf = await browser.token('/screens');
    const before = await remainingUnits(alir);
    const refused = await browser.post(ADDRESS.replace('?', '/save?'), { _csrf, name: 'x'.repeat(65) });
    expect([refused.status, await remainingUnits(alir)]).toEqual([400, before]);
    const terms = { scopes: ['data' as const], expires_at: null, allowed_ips: null };
    const { account_id } = await alir.stores.accounts.find('test@example.com');
    const { api_key } = await alir.stores.accounts.createKey(account_id, 'reader', terms);
    const reader = new BrowserSession(alir);
    await reader.signInWithKey(api_key);
    const html = await (await reader.get(ADDRESS)).text();
    expect([html.includes('id="screened"'), html.includes('/screens/save')]).toEqual([true, false]);
    // Two measures have four percentiles; a table has those of the first one.
    const two = 'm=change_1d&op=gt&v=-99&m=value_ratio_20d&op=gt&v=0&sort=close';
    const both = await (await reader.get(`/screens?${two}`)).text();
    const [sql = ''] = both.match(/<pre.*?<\/pre>/s) ?? [];
    expect(new Set(sql.match(/\w+_p(60|250)\b/g))).toEqual(new Set(['change_1d_p60', 'change_1d_p250']));
  });

  test('leads to the prices without enough units', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    await alir.become('custom', 1, { units: 1, requests_per_minute: 100, keys: 1 });
    await browser.signInWithKey(alir.key);
    const response = await browser.get(ADDRESS);
    const notice = outlineOf(await response.text())
      .split('\n')
      .find((line) => line.startsWith('!'));
    expect([response.status, notice]).toEqual([403, expect.stringContaining('](/pricing)')]);
  });

  test('has the conditions of each named screen', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const formAt = async (address: string) =>
      /<form method="get" action="\/screens"[\s\S]*?<\/form>/.exec(
        await (await browser.get(address)).text(),
      )?.[0];
    for (const [name, { where, sort }] of Object.entries(NAMED_SCREENS).slice(0, 3)) {
      const form = await formAt(`/screens?named=${name}`);
      expect(form).toMatch(/ selected/);
      expect(form?.replaceAll(/<small>.*?<\/small>/g, '')).toBe(
        (await formAt(urlOf(formOf({ where, sort }))))?.replaceAll(/<small>.*?<\/small>/g, ''),
      );
    }
  });

  test('is free without conditions, and after a link of another site', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    await browser.get('/screens');
    const html = await (await browser.get(ADDRESS, { 'sec-fetch-site': 'cross-site' })).text();
    expect(html).toContain('selected');
    expect(tickersIn(html)).toEqual([]);
    expect(await remainingUnits(alir)).toBe(before);
  });

  test('says in the language of the page what is wrong with a condition, and what to do', async ({
    alir,
  }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    for (const [language, query, problem] of [
      ['en', 'm=close&v=1&m=value&v=abc', 'Condition 2: “abc” is not a limit. Enter a number such as 10,'],
      ['id', 'm=close&v=1&m=value&v=abc', 'Syarat 2: “abc” bukan batas. Isi angka seperti 10,'],
      ['id', 'm=nothing&v=1', 'Syarat 1: tidak ada ukuran “nothing”. Pilih dari daftar.'],
      ['id', 'm=close&d=x&v=1', 'Syarat 1: “x” bukan jumlah hari. Isi bilangan bulat sampai 250.'],
      ['id', 'where=%7B', 'Ada isian yang tidak sah. Perbaiki, lalu kirim lagi. (where)'],
    ]) {
      await browser.get(`/?lang=${language}`);
      const html = await (await browser.get(`/screens?${query}`)).text();
      const notice = /<div class="notice bad"[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
      expect(notice).toContain(problem);
    }
    expect(await remainingUnits(alir)).toBe(before);
  });

  test('says what is wrong with an address', async ({ alir }) => {
    const browser = await professionalBrowser(alir);
    const before = await remainingUnits(alir);
    const wrong = {
      ...{
        'm=foo&op=gte&v=1': 400,
        'm=close&op=constructor&v=1': 400,
        'm=close&v=abc': 400,
        'm=close&v=close@x': 400,
      },
      ...{ 'm=close&op=between&v=1': 400, 'm=close&v=1&d=-1': 400, 'm=close&v=1&limit=many': 400 },
      ...{ 'sort=__proto__': 400, 'where={': 400, 'where=[1]': 400, 'm=%F0%9F&v=%00': 400 },
      ...{ 'screen=none': 404, 'named=constructor': 200, 'm[]=close': 200 },
    };
    const statuses: Record<string, number> = {};
    const said: string[] = [];
    for (const query of Object.keys(wrong)) {
      const response = await browser.get(`/screens?${query}`);
      statuses[query] = response.status;
      const notices = outlineOf(await response.text())
        .split('\n')
        .filter((line) => line.startsWith('!'));
      said.push(...notices.map((notice) => `${query}: ${notice}`));
    }
    expect(statuses).toEqual(wrong);
    expect(said).toMatchInlineSnapshot(`
      [
        "m=foo&op=gte&v=1: !bad The conditions are not valid. Condition 1: there is no measure “foo”. Choose one from the list. [Start again](/screens)",
        "m=close&op=constructor&v=1: !bad The conditions are not valid. Condition 1: “1” is not a limit. Enter a number such as 10, two numbers for "between", or a measure such as close. [Start again](/screens)",
        "m=close&v=abc: !bad The conditions are not valid. Condition 1: “abc” is not a limit. Enter a number such as 10, two numbers for "between", or a measure such as close. [Start again](/screens)",
        "m=close&v=close@x: !bad The conditions are not valid. Condition 1: “close@x” is not a limit. Enter a number such as 10, two numbers for "between", or a measure such as close. [Start again](/screens)",
        "m=close&op=between&v=1: !bad The conditions are not valid. Condition 1: “1” is not a limit. Enter a number such as 10, two numbers for "between", or a measure such as close. [Start again](/screens)",
        "m=close&v=1&d=-1: !bad The conditions are not valid. Condition 1: “-1” is not a number of days. Enter a whole number up to 250. [Start again](/screens)",
        "m=close&v=1&limit=many: !bad The conditions are not valid. limit must be a whole number from 1 to 2000 [Start again](/screens)",
        "sort=__proto__: !bad The conditions are not valid. sort.measure is not a measure: the API reference lists all names [Start again](/screens)",
        "where={: !bad The conditions are not valid. where is not JSON, such as {"measure":"change_1d","gt":5} [Start again](/screens)",
        "where=[1]: !bad The conditions are not valid. where must be a condition, such as {"measure":"change_1d","gt":5} [Start again](/screens)",
      ]
    `);
    expect(await remainingUnits(alir)).toBe(before);
  });
});
