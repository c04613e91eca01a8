import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { intake } from '../../support/operator-morning.ts';
import { lines, outlineOf, partOf } from '../../support/page-outline.ts';

const page = async (alir: TestAlir, path = '/status', language = 'en') =>
  (await alir.raw(path, {}, { accept: 'text/html', 'accept-language': language })).text();

/** The class of the cell of a day. */
const stateOf = (html: string, long: string) =>
  new RegExp(`class="day ([a-z]+)" title="${long}:`).exec(html)?.[1];

const BY = { actor: 'operator', reason: null };

describe('/status', () => {
  test('shows the condition of each day', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const html = await page(alir);
    expect(stateOf(html, 'Monday, 19 January 2026')).toBe('published');
    expect(stateOf(html, 'Tuesday, 20 January 2026')).toBe('missing');
    expect(stateOf(html, 'Sunday, 25 January 2026')).toBe('closed');
    expect(stateOf(html, 'Friday, 16 January 2026')).toBe('closed');
    expect(stateOf(html, 'Thursday, 15 January 2026')).toBe('before');
    expect(stateOf(html, 'Tuesday, 3 February 2026')).toBe('future');
    expect(html).toContain('A trading day is late.');
    await alir.ingest(FILE_NAME, csv([line({ STK_PRIC: 501 })]));
    expect(await page(alir, '/status', 'id')).toContain('1 dikoreksi');
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

  test('names no missing day when all data is published', async ({ alir }) => {
    alir.clock.time = new Date('2026-01-20T00:00:00Z');
    await alir.ingest(FILE_NAME, csv([line()]));
    const html = await page(alir);
    expect(html).toContain('All data is up to date.');
    expect(html).not.toContain('incomplete');
  });

  test('names no file, although a file that is rejected or held is a condition of its day', async ({
    alir,
  }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.ingest('DT260120.csv', 'no trades');
    const html = await page(alir);
    expect(stateOf(html, 'Tuesday, 20 January 2026')).toBe('rejected');
    expect(html).not.toContain('DT260120');
  });

  test('says in one sentence why a day is missing, rejected or held', async ({ alir }) => {
    await intake(alir, '2026-01-19');
    const english = await page(alir);
    expect(english).toContain('No valid file has arrived.');
    expect(english).toContain('The file was rejected: it contains invalid values.');
    expect(english).toContain('A correction is not published yet: it differs a lot from the published data.');
    expect(english).toContain('A corrected file replaced an earlier one.');
    expect(english).not.toMatch(/DT2601|STK_PRIC|script>alert/);
    const content = outlineOf(english).split('\n');
    const month = content.findIndex((each) => each.startsWith('January'));
    expect([...content.slice(0, month + 6), '...', partOf(content.join('\n'), '+')].join('\n')).toBe(lines`
    # Status as of 2 Feb 2026, 19:00 WIB
    !warn The newest data is published, but earlier data is incomplete. The newest day is Friday, 30 January 2026. 2 earlier days are missing. 1 file is rejected, and its day is not published.
    Newest day: 30 Jan 2026 / Age of the newest day: 3 days / Missing trading days: 2 / Rejected files: 1
    -- 12 ## Days / 8 published (1 corrected, 1 with a correction being checked), 1 missing, 1 with a rejected file, 1 due today
    published
    corrected
    differs from the exchange
    published; a correction is being checked
    missing
    file held for a check, not published
    file rejected
    due today
    closed
    January 2026
    Mon | Tue | Wed | Thu | Fri | Sat | Sun
    | | | 1 Tahun Baru 2026 Masehi | 2 before the first day | 3 closed | 4 closed
    5 before the first day | 6 before the first day | 7 before the first day | 8 before the first day | 9 before the first day | 10 closed | 11 closed
    12 before the first day | 13 before the first day | 14 before the first day | 15 before the first day | 16 Isra Mikraj Nabi Muhammad SAW | 17 closed | 18 closed
    19 published, 2 trades | 20 published, 2 trades | 21 missing | 22 corrected, 2 trades | 23 published, 2 trades | 24 closed | 25 closed
    ...
    ++List of the missing, held and corrected days (4)
    #attention Days that are missing, held, rejected, corrected, or that differ from the exchange
    Day | Condition | Reason | Revision # | Trades # | Published
    Wednesday, 21 January 2026 | missing | No valid file has arrived. | – | – | –
    Thursday, 22 January 2026 | corrected | A corrected file replaced an earlier one. | 2 | 2 | 2 Feb 2026, 19:00 WIB
    Tuesday, 27 January 2026 | file rejected | The file was rejected: it contains invalid values. | – | – | –
    Friday, 30 January 2026 | published; a correction is being checked | A correction is not published yet: it differs a lot from the published data. The operator is checking it. The published data stays until then. | 1 | 2 | 2 Feb 2026, 19:00 WIB
  `);
    const indonesian = await page(alir, '/status', 'id');
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

  test('shows how recent the data is, also during an incident', async ({ alir }) => {
    alir.clock.time = new Date('2026-01-20T00:00:00Z');
    await alir.ingest(FILE_NAME, csv([line()]));
    await alir.stores.incidents.add({ title: 'News is slow', details: '' }, BY);
    const html = await page(alir);
    expect(html).toContain('News is slow');
    expect(html).toContain('All data is up to date.');
  });

  test('shows the incidents of the operator, as text', async ({ alir }) => {
    const { incidents } = alir.stores;
    const title = '<script>alert(1)</script>';
    const { incident_id } = await incidents.add({ title, details: '<img src=x> & "late"' }, BY);
    const open = await page(alir);
    expect(open).toContain('role="alert"');
    expect(open).not.toMatch(/<script>alert|<img/);
    expect(open).toContain('&lt;script>alert(1)&lt;/script>');
    await incidents.resolve(incident_id, BY);
    expect(await page(alir)).not.toContain('role="alert"');
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
