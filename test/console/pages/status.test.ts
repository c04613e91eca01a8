import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { intake } from '../../support/operator-morning.ts';
import { outlineOf, seenPages } from '../../support/page-outline.ts';
import { fileName } from '../../support/small-market.ts';

const page = async (alir: TestAlir, path = '/status', language = 'en') =>
  (await alir.raw(path, {}, { accept: 'text/html', 'accept-language': language })).text();

const outline = async (alir: TestAlir, language?: string) => outlineOf(await page(alir, '/status', language));

/** The class of the cell of a day. */
const stateOf = (html: string, long: string) =>
  new RegExp(`class="day ([a-z]+)" title="${long}:`).exec(html)?.[1];

const BY = { actor: 'operator', reason: null };

describe('/status', () => {
  test('counts missing days, rejected and held files, and shows the condition of each day', async ({
    alir,
  }) => {
    const { see, areReviewed } = seenPages();
    await alir.ingest(FILE_NAME, csv([line()]));
    see('a day is late', await outline(alir));
    alir.clock.time = new Date('2026-01-23T00:00:00Z');
    await alir.ingest('DT260115.csv', csv([line({ TRX_DATE: '2026-01-15' })]));
    await alir.ingest('DT260121.csv', 'no trades');
    for (const day of ['20', '22'])
      await alir.ingest(`DT2601${day}.csv`, csv([line({ TRX_DATE: `2026-01-${day}` })]));
    see('earlier days are missing', await outline(alir), await outline(alir, 'id'));
    await areReviewed('status-missing');
  });

  // outlines.test.ts compares the whole page of a month with each condition.
  test('counts a day as published while its correction is held', async ({ alir }) => {
    const { see, areReviewed } = seenPages();
    await intake(alir, '2026-01-28');
    const { folders, ingest } = alir.stores;
    const path = join(folders.inbox, 'DT260129.csv');
    await writeFile(path, csv([line({ TRX_DATE: '2026-01-29', TRX_CODE: 1 })]));
    await ingestFiles(ingest, [{ path, command: 'update' }]);
    see('two corrections are held', await outline(alir), await outline(alir, 'id'));
    await areReviewed('status-held');
    const english = await page(alir);
    expect(stateOf(english, 'Thursday, 29 January 2026')).toBe('checking');
    expect(stateOf(english, 'Wednesday, 28 January 2026')).toBe('published');
    expect(stateOf(english, 'Sunday, 25 January 2026')).toBe('closed');
    expect(stateOf(english, 'Tuesday, 27 January 2026')).toBe('rejected');
    expect(stateOf(english, 'Tuesday, 3 February 2026')).toBe('future');
    expect(english).not.toMatch(/DT2601|STK_PRIC|script>alert/);
  });

  test('shows the days of one year', async ({ alir }) => {
    for (const day of ['2025-12-30', '2026-01-19']) {
      await alir.ingest(fileName(day), csv([line({ TRX_DATE: day })]));
    }
    const yearsOf = (html: string) => [
      ...new Set([...html.matchAll(/class="day [a-z]+" title="[^:"]*(\d{4}):/g)].map(([, year]) => year)),
    ];
    expect(yearsOf(await page(alir))).toEqual(['2026']);
    const earlier = await page(alir, '/status?year=2025');
    expect(yearsOf(earlier)).toEqual(['2025']);
    // The list has the missing days of all years.
    expect(earlier).toMatch(/<th scope="row">Friday,? 2 January 2026/);
  });

  test('names no missing day when all data is published, also during an incident', async ({ alir }) => {
    const { see, areReviewed } = seenPages();
    alir.clock.time = new Date('2026-01-20T00:00:00Z');
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.stores.incidents.add({ title: 'News is slow', details: '' }, BY);
    see('an incident', await outline(alir));
    await areReviewed('status-incident');
  });

  test('shows the news sources as of the last request', async ({ alir }) => {
    expect(await page(alir)).toContain('not requested yet');
    const log = await alir.log();
    await alir.request('/news');
    expect(await page(alir)).toContain('not reachable');
    expect(new Set(log)).toEqual(new Set(['warn: news feed omitted']));
  });
});
