import { beforeAll, describe, expect, test } from 'vitest';
import { verifyOfficial } from '../../../src/operations/official/official.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, type Line, line, writeTo } from '../../support/daily-files.ts';
import { decoded } from '../../support/html.ts';
import { exchangeRows, summaryJson } from '../../support/stock-summary.ts';

const opened = async (public_day: string, lines: Line[]) => {
  const alir = await TestAlir.open({ environment: { ALIR_PUBLIC_DAY: public_day } }, afterThisFile);
  await alir.ingest(FILE_NAME, csv(lines));
  return alir;
};

const page = async (alir: TestAlir, language = 'en') =>
  (await alir.raw('/', {}, { accept: 'text/html', 'accept-language': language })).text();

/** The texts of the first element that begins and ends so. */
const partOf = (html: string, begin: string, end: string) => {
  const start = html.indexOf(begin);
  const texts = html
    .slice(start, html.indexOf(end, start))
    .split(/<[^>]*>/)
    .map((text) => decoded(text.trim()))
    .filter((text) => text !== '');
  // The comma depends on the version of Node.
  return texts.join(' | ').replaceAll(/\s+/g, ' ').replaceAll('Monday,', 'Monday');
};

/** A foreign purchase of 100 shares at 500, and a foreign sale of BBCA. */
const BOUGHT = line({ INV_TYP1: 'F', INV_TYP2: 'D', STK_VOLM: 100, STK_PRIC: 500 });
const SOLD = line({
  TRX_CODE: 2,
  STK_CODE: 'BBCA',
  INV_TYP1: 'D',
  INV_TYP2: 'F',
  STK_VOLM: 10,
  STK_PRIC: 7000,
});

describe('the front page', () => {
  let shown: TestAlir;
  beforeAll(async () => {
    shown = await opened('newest', [BOUGHT, SOLD]);
  });

  test('shows the newest day and its foreign flow, as the API gives it', async () => {
    const html = await page(shown);
    expect(html).toContain('2 trades');
    const { body } = await shown.request('/foreign-flow/ranking?from=2026-01-19&to=2026-01-19');
    expect(body.data.map((row: any) => [row.ticker, row.net_foreign])).toEqual([
      ['BRMS', 50_000],
      ['BBCA', -70_000],
    ]);
    expect(html).toMatch(/BRMS<\/a><\/th>.*\+0\.05/);
    expect(html).toMatch(/BBCA<\/a><\/th>.*−0\.07/);
    expect(await page(shown, 'id')).toMatch(/BRMS<\/a><\/th>.*\+0,05/);
    const origin = await shown.url();
    expect(partOf(html, '<section class="card', '</section>')).toBe(
      `Foreign flow | net value in IDR million, and its share of all trades in the stock; Monday 19 January 2026, all markets | Net buying by foreign investors | Stock | Net value | Share | BRMS | +0.05 | +100.0% | Net selling by foreign investors | Stock | Net value | Share | BBCA | −0.07 | −100.0% | API call | curl -H "Authorization: Bearer $KEY" '${origin}/foreign-flow/ranking?from=2026-01-19&to=2026-01-19&market=ALL' | Copy | 5 units · 2 of 2 stocks`,
    );
    // The scale of both sides is that of the largest value.
    expect([...html.matchAll(/<rect width="([^"]*)"/g)].map(([, width]) => width)).toEqual([
      '71.4%',
      '100.0%',
    ]);
    expect(partOf(html, '<pre class="example"', '</pre>')).toBe(
      `$ curl -H 'Authorization: Bearer | alir_live_… | ' \\ '${origin.slice('http://'.length)}/foreign-flow?ticker=BBCA&from=2026-01-19&to=2026-01-19' { "success": true, "data": { "foreign_buy": | 0 | , "foreign_sell": | 70000 | , "net_foreign": | -70000 | }, "error": null } | x-request-cost: 1 x-monthly-remaining: 24999 x-data-through: 2026-01-19 x-data-days: 1/1`,
    );
    expect(partOf(html, '<dl class="kpi">', '</dl>')).toBe(
      'Free | Rp0 | 5 units a day, until midnight in Jakarta | Starter | Rp200,000 | 25,000 units per cycle of 30 days | Professional | Rp350,000 | 100,000 units per cycle of 30 days | Advanced | Rp750,000 | 250,000 units per cycle of 30 days',
    );
    expect(partOf(html, '<p class="newest">', '</p>')).toBe(
      'Newest day: | Monday 19 January 2026 | , 2 trades, published 2 Feb 2026, 19:00 WIB',
    );
  });

  test('says in which markets the newest day matches the exchange', async () => {
    const rows = exchangeRows(
      csv([
        { ...BOUGHT, INV_TYP1: 'A' },
        { ...SOLD, INV_TYP2: 'A' },
      ]),
    );
    const tagsAfter = async (summary: ReturnType<typeof exchangeRows>) => {
      const file = await writeTo(shown.outside, 'summary.json', summaryJson(summary));
      await verifyOfficial(shown.stores.ingest, file, { patience_ms: 0 });
      const [, newest = ''] = /<p class="newest">(.*?)<\/p>/s.exec(await page(shown)) ?? [];
      return [...newest.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, tag]) => tag);
    };
    const regular = rows.map(({ NonRegularVolume, NonRegularValue, NonRegularFrequency, ...row }) => row);
    expect(await tagsAfter(regular)).toEqual(['regular market matches the exchange']);
    expect(await tagsAfter(rows)).toEqual(['matches the exchange']);
    expect(await tagsAfter(rows.map((row) => ({ ...row, Frequency: 9 })))).toEqual([
      'differs from the exchange',
    ]);
  });

  test('shows no numbers of a day unless the operator allows it', async () => {
    const html = await page(await opened('none', [BOUGHT]));
    expect(html).not.toContain('BRMS');
    expect(html).toContain('/foreign-flow?ticker=BBCA');
    expect(await page(await opened('2026-01-20', [BOUGHT]))).not.toContain('BRMS');
    // Ten of the twelve that foreign investors bought have a row, and the largest is the example.
    const many = Array.from({ length: 12 }, (_, place) => ({
      ...{
        ...BOUGHT,
        TRX_CODE: place + 10,
        STK_CODE: `AA${String.fromCharCode(65 + place)}A`,
        STK_VOLM: 100 * (place + 1),
      },
    }));
    const html_of_day = await page(
      await opened('2026-01-19', [BOUGHT, ...many, { ...SOLD, STK_CODE: 'ZZZZ' }]),
    );
    expect(html_of_day.match(/href="\/explore\/AA\wA"/g)).toHaveLength(10);
    expect(html_of_day).toContain('/foreign-flow?ticker=AALA');
    expect(html_of_day).toContain('11 of 14');
  });
});
