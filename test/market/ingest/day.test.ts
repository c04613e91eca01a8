import { readdir, truncate } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import type { Publication } from '../../../src/ledger/manifest.ts';
import { keptFiles } from '../../../src/market/ingest/ingest.ts';
import type { WriterServices } from '../../../src/market/ingest/services.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { Oracle, summaryOf } from '../../support/oracle.ts';
import { fileName } from '../../support/small-market.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };

const answer = async (alir: TestAlir, query: Record<string, string> = QUESTION) =>
  (await alir.get('/stocks/broker-summary', query)).body.data;

describe('repeated trades', () => {
  const first = line({ BRK_COD1: 'CC' });
  const second = line({ STK_VOLM: 300 });

  test('with the same number and content are dropped and counted', async ({ alir }) => {
    const result = await alir.ingest(FILE_NAME, csv([first, second, second, first, second]));
    expect(result).toMatchObject({ status: 'published', trades: 2, duplicates: 3 });
    expect(await answer(alir)).toEqual(summaryOf(csv([first, second]), QUESTION));
  });

  test('with the same number and different content reject the file', async ({ alir }) => {
    const result = await alir.ingest(FILE_NAME, csv([first, second, { ...first, STK_VOLM: 101 }]));
    expect(result).toMatchObject({ status: 'rejected', revision: null });
    expect(await alir.stores.manifest.published(DATE)).toBeUndefined();
  });

  test('with different numbers and the same content are all trades', async ({ alir }) => {
    const result = await alir.ingest(FILE_NAME, csv([first, { ...first, TRX_CODE: 999_999 }]));
    expect(result).toMatchObject({ status: 'published', trades: 2, duplicates: 0 });
  });
});

test('a corrected day replaces the old one, and a running server serves it', async ({ alir }) => {
  const old = csv([line(), line({ STK_VOLM: 300 })]);
  const corrected = csv([line({ STK_VOLM: 9900 }), line({ BRK_COD1: 'CC' })]);
  await alir.ingest(FILE_NAME, old);
  expect(await answer(alir)).toEqual(summaryOf(old, QUESTION));
  expect(await alir.ingest(FILE_NAME, corrected)).toMatchObject({ status: 'published', revision: 2 });
  expect(await answer(alir)).toEqual(summaryOf(corrected, QUESTION));
  expect(summaryOf(corrected, QUESTION)).not.toEqual(summaryOf(old, QUESTION));
  expect((await alir.stores.manifest.read.all('corrected_days')).map(({ state }) => state)).toEqual([
    'replaced',
    'published',
  ]);
  // For an hour, a query may read the pages of the replaced revision.
  const { ingest, manifest, clock } = alir.stores;
  const published = (await manifest.published(DATE)) as Publication;
  const files = await ingest.lake.intactFiles(published);
  const replaced_ms = clock.now().getTime();
  const keptAfter = async (ms: number) => {
    const services = { ...ingest, clock: { ...clock, now: () => new Date(replaced_ms + ms) } };
    const { trades } = await keptFiles(services as WriterServices, published, files);
    return trades?.length;
  };
  expect([await keptAfter(3_600_000), await keptAfter(3_600_001)]).toEqual([2, 1]);
});

test('the same file again changes nothing, except files that are damaged', async ({ alir }) => {
  const text = csv([line(), line({ STK_VOLM: 300 })]);
  await alir.ingest(FILE_NAME, text);
  expect(await alir.ingest(FILE_NAME, text)).toMatchObject({ status: 'unchanged', revision: 1 });
  const folder = `${alir.stores.folders.lake}/broker_day/trade_date=${DATE}`;
  for (const file of await readdir(folder)) await truncate(`${folder}/${file}`, 100);
  expect(await alir.ingest(FILE_NAME, text)).toMatchObject({ status: 'published', revision: 2 });
  expect(await answer(alir)).toEqual(summaryOf(text, QUESTION));
});

describe('December 31st and January 1st', () => {
  const days = ['2024-12-31', '2025-01-01', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'];
  const texts = days.map((day, place) =>
    csv([line({ TRX_DATE: day, STK_VOLM: 100 * 2 ** place }), line({ TRX_DATE: day, BRK_COD1: 'CC' })]),
  );

  test('are trading days unless they are holidays', () => {
    const calendar = tradingCalendar('date,name,status\n2026-01-01,New Year,announced\n');
    expect(calendar.tradingDays('2025-12-31', '2025-12-31')).toEqual(['2025-12-31']);
    expect(calendar.tradingDays('2025-12-30', '2026-01-02')).toEqual([
      '2025-12-30',
      '2025-12-31',
      '2026-01-02',
    ]);
    expect(calendar.tradingDays('2024-12-31', '2025-01-01')).toEqual(['2024-12-31', '2025-01-01']);
  });

  test('count in every range that contains them, also across the turn of the year', async ({ alir }) => {
    const oracle = Oracle.of(texts);
    await alir.publish(days.map((day, place) => [fileName(day), texts[place] ?? '']));
    const { manifest } = alir.stores;
    expect(await manifest.allPublishedDays()).toEqual(days);
    expect((await manifest.publishedDays(2025)).map((day) => day.trade_date)).toEqual(days.slice(1, 4));
    const served = days.slice(2);
    for (const from of served) {
      for (const to of served.filter((day) => from <= day)) {
        const question = { ...QUESTION, from, to };
        expect(await answer(alir, question), `${from} to ${to}`).toEqual(oracle.brokerSummary(question));
      }
    }
  });
});
