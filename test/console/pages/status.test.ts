import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { intake } from '../../support/operator-morning.ts';

const page = async (alir: TestAlir, path = '/status', language = 'en') =>
  (await alir.raw(path, {}, { accept: 'text/html', 'accept-language': language })).text();

/** The class of the cell of a day. */
const stateOf = (html: string, long: string) =>
  new RegExp(`class="day ([a-z]+)" title="${long}:`).exec(html)?.[1];

const BY = { actor: 'operator', reason: null };

describe('/status', () => {
  test('says that a trading day is late', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    expect(await page(alir)).toContain('A trading day is late.');
  });

  test('counts the earlier days that are missing and the files that are rejected', async ({ alir }) => {
    alir.clock.time = new Date('2026-01-23T00:00:00Z');
    await alir.ingest('DT260115.csv', csv([line({ TRX_DATE: '2026-01-15' })]));
    await alir.ingest(FILE_NAME, 'no trades');
    await alir.ingest('DT260120.csv', csv([line({ TRX_DATE: '2026-01-20' })]));
    await alir.ingest('DT260122.csv', csv([line({ TRX_DATE: '2026-01-22' })]));
    const english = await page(alir);
    expect(english).toContain('The newest data is published, but earlier data is incomplete.');
    expect(english).toContain('The newest day is Thursday, 22 January 2026. 2 earlier days are missing.');
    expect(english).toContain('1 file is rejected, and its day is not published.');
    expect(english).not.toContain('up to date');
    const fact = (name: string, value: string) => `<dt>${name}</dt><dd>${value}</dd>`;
    expect(english.replaceAll(/>\s+</g, '><')).toContain(
      [
        fact('Newest day', '22 Jan 2026'),
        fact('Age of the newest day', '1 day'),
        fact('Missing trading days', '2'),
        fact('Rejected files', '1'),
      ]
        .map((each) => `<div>${each}</div>`)
        .join(''),
    );
    const indonesian = await page(alir, '/status', 'id');
    expect(indonesian).toContain('2 hari sebelumnya belum ada.');
    expect(indonesian).toContain('1 berkas ditolak, dan harinya belum terbit.');
    expect(indonesian).not.toContain('mutakhir');
  });

  // outlines.test.ts compares the whole page.
  test('shows the condition of each day, and says why one is missing, rejected or held', async ({ alir }) => {
    await intake(alir, '2026-01-19');
    const english = await page(alir);
    expect(english).toContain('No valid file has arrived.');
    expect(english).toContain('The file was rejected: it contains invalid values.');
    expect(english).toContain('A correction is not published yet: it differs a lot from the published data.');
    expect(english).toContain('A corrected file replaced an earlier one.');
    expect(english).not.toMatch(/DT2601|STK_PRIC|script>alert/);
    expect(stateOf(english, 'Monday, 19 January 2026')).toBe('published');
    expect(stateOf(english, 'Wednesday, 21 January 2026')).toBe('missing');
    expect(stateOf(english, 'Tuesday, 27 January 2026')).toBe('rejected');
    expect(stateOf(english, 'Sunday, 25 January 2026')).toBe('closed');
    expect(stateOf(english, 'Friday, 16 January 2026')).toBe('closed');
    expect(stateOf(english, 'Thursday, 15 January 2026')).toBe('before');
    expect(stateOf(english, 'Tuesday, 3 February 2026')).toBe('future');
    const indonesian = await page(alir, '/status', 'id');
    expect(indonesian).toContain('1 dikoreksi');
    expect(indonesian).toContain('Belum ada berkas yang benar.');
    expect(indonesian).toContain('Berkasnya ditolak: ada isi yang tidak sah.');
  });

  test('counts a day as published while its correction is held', async ({ alir }) => {
    await intake(alir, '2026-01-28');
    const { folders, ingest } = alir.stores;
    const path = join(folders.inbox, 'DT260129.csv');
    await writeFile(path, csv([line({ TRX_DATE: '2026-01-29', TRX_CODE: 1 })]));
    await ingestFiles(ingest, [{ path, command: 'update' }]);
    const english = await page(alir);
    expect(stateOf(english, 'Thursday, 29 January 2026')).toBe('checking');
    expect(english).toContain('published; a correction is being checked');
    const published = (await alir.stores.manifest.allPublishedDays()).length;
    expect(published).toBeGreaterThan(1);
    expect(english).toContain(`${published} published (2 with a correction being checked)`);
    expect(await page(alir, '/status', 'id')).toContain(
      `${published} terbit (2 dengan koreksi yang sedang diperiksa)`,
    );
  });

  test('names no missing day when all data is published, also during an incident', async ({ alir }) => {
    alir.clock.time = new Date('2026-01-20T00:00:00Z');
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.stores.incidents.add({ title: 'News is slow', details: '' }, BY);
    const html = await page(alir);
    expect(html).toContain('News is slow');
    expect(html).toContain('All data is up to date.');
    expect(html).not.toContain('incomplete');
  });

  test('shows the incidents of the operator, as text', async ({ alir }) => {
    const { incidents } = alir.stores;
    const title = '<script>alert(1)</script>';
    const { incident_id } = await incidents.add({ title, details: '<img src=x> & "late"' }, BY);
    const open = await page(alir);
    expect(open).toContain('role="alert"');
    expect(open).not.toMatch(/<script>alert|<img/);
    expect(open).toContain('&lt;script>alert(1)&lt;/script>');
    alir.clock.time = new Date(alir.clock.time.getTime() + 90 * 60_000);
    await incidents.resolve(incident_id, BY);
    const resolved = await page(alir);
    expect(resolved).not.toContain('role="alert"');
    expect(resolved).toMatch(/19:00 WIB to [^<]*20:30 WIB/);
    await expect(incidents.resolve(incident_id, BY)).rejects.toMatchObject({ code: 'unknown_incident' });
    await expect(incidents.add({ title: ' ', details: '' }, BY)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('shows the news sources as of the last request', async ({ alir }) => {
    expect(await page(alir)).toContain('not requested yet');
    await alir.request('/news');
    expect(await page(alir)).toContain('not reachable');
  });
});
