import { beforeAll, describe, expect, test } from 'vitest';
import { verifyOfficial } from '../../../src/operations/official.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, type Line, line, writeTo } from '../../support/daily-files.ts';
import { exchangeRows, summaryJson } from '../../support/stock-summary.ts';

const opened = async (public_day: string, lines: Line[]) => {
  const alir = await TestAlir.open({ environment: { ALIR_PUBLIC_DAY: public_day } }, afterThisFile);
  await alir.ingest(FILE_NAME, csv(lines));
  return alir;
};

const page = async (alir: TestAlir, language = 'en') =>
  (await alir.raw('/', {}, { accept: 'text/html', 'accept-language': language })).text();

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
    expect(await page(await opened('2026-01-19', [BOUGHT]))).toContain('BRMS');
  });
});
