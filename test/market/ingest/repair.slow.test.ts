import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { LAKE_TABLES } from '../../../src/core/folders.ts';
import type { DayContent } from '../../../src/ledger/manifest.ts';
import { Database } from '../../../src/ledger/sqlite/sqlite.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { writeDayFiles } from '../../../src/market/lake/day-files.ts';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { replaceFile, sha256OfFile } from '../../../src/market/lake/durable.ts';
import { Lake, stagedFile } from '../../../src/market/lake/lake.ts';
import type { TestAlir } from '../../support/alir.ts';
import { COLUMNS, csv, DATE, FILE_NAME, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { summaryOf } from '../../support/oracle.ts';
import { someOf } from '../../support/size.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const OLD = csv([line(), line()]);
/** A day in each of two years. */
const TWO_YEARS = {
  published: [
    [FILE_NAME, OLD],
    ['DT251230.csv', csv([line({ TRX_DATE: '2025-12-30' })])],
  ] as const,
};
const NEW = csv([line({ STK_VOLM: 5000 }), line({ BRK_COD1: 'CC' }), line()]);

const answer = async (alir: TestAlir) => (await alir.get('/stocks/broker-summary', QUESTION)).body.data;

const expected = (text: string) => summaryOf(text, QUESTION);

/** Does what an ingest does, up to the intent and `moves` of its three renames, as if it were killed there. */
async function ingestUntil(
  alir: TestAlir,
  text: string,
  revision: number,
  moves: 0 | 1 | 2 | 3,
): Promise<string> {
  const { folders, manifest } = alir.stores;
  const staging = new Lake(folders).stagingFolder(DATE, revision);
  await mkdir(staging, { recursive: true });
  const file = await writeTo(staging, 'daily-file.csv', text);
  const data_lines = text.trim().split('\n').length - 1;
  const duck = await Duck.open({ folders: [staging], memory_limit_mb: 200, threads: 2 });
  const day = await writeDayFiles(
    await duck.connect(),
    { csv: file, columns: COLUMNS, data_lines, is_canonical: true, trade_date: DATE },
    staging,
  );
  duck.close();
  const content: DayContent = {
    trade_date: DATE,
    source_name: FILE_NAME,
    source_sha256: await sha256OfFile(file),
    duplicates: 0,
    trades_rows: day.trade_rows,
    trades_digest: day.facts.digest,
    value: day.facts.value,
    trades_sha256: day.trades_sha256,
    broker_day_rows: day.broker_day_rows,
    broker_day_sha256: day.broker_day_sha256,
    ticker_day_sha256: day.ticker_day_sha256,
    ingested_by: 'a test',
  };
  await manifest.intend(content, revision);
  for (const table of LAKE_TABLES.slice(0, moves)) {
    await replaceFile(stagedFile(staging, table), new Lake(folders).file(table, content));
  }
  return staging;
}

describe.each([
  { before: 'no day', revision: 1 },
  { before: 'an older revision', revision: 2 },
])('a publication that was killed, over $before', ({ revision }) => {
  test.override('settings', revision === 2 ? { published: [[FILE_NAME, OLD]] } : {});

  // Between two renames always; before the first and after the last in the full size.
  test.for(someOf([1, 0, 3, 2] as const, 2))(
    'after %i of 3 renames is completed at the next start',
    async (moves, { alir }) => {
      await ingestUntil(alir, NEW, revision, moves);
      expect(await answer(alir)).toEqual(expected(NEW));
      expect(await alir.stores.manifest.published(DATE)).toMatchObject({ revision, trades_rows: 3 });
      expect(await alir.stores.manifest.intended()).toEqual([]);
      expect(await readdir(alir.stores.folders.staging)).toEqual([]);
      expect(Object.keys(await alir.lakeFiles())).toHaveLength(LAKE_TABLES.length);
    },
  );

  test.for([0, 1] as const)(
    'after %i renames, with its staged files lost, leaves the published day in place',
    async (moves, { alir }) => {
      const before = await alir.lakeFiles();
      await rm(await ingestUntil(alir, NEW, revision, moves), { recursive: true });
      expect(await answer(alir)).toEqual(revision === 1 ? [] : expected(OLD));
      expect(await alir.lakeFiles()).toEqual(before);
      expect(await alir.stores.manifest.intended()).toEqual([]);
      const next = await alir.ingest(FILE_NAME, NEW);
      expect(next).toMatchObject({ status: 'published', revision: revision + 1 });
    },
  );
});

describe('serving files', () => {
  const servingFiles = async ({ stores }: TestAlir) =>
    (await readdir(stores.folders.serving)).filter((name) => name.endsWith('.arrow'));

  test.override('settings', TWO_YEARS);

  test('are one per month, named by their content', async ({ alir }) => {
    expect(await servingFiles(alir)).toEqual([
      expect.stringMatching(/^2025-12-[0-9a-f]{16}\.arrow$/),
      expect.stringMatching(/^2026-01-[0-9a-f]{16}\.arrow$/),
    ]);
  });

  test.for([
    { what: 'absent', harm: (folder: string) => rm(folder, { recursive: true }) },
    { what: 'damaged', harm: async (folder: string) => harmEach(folder) },
  ])('$what at start are rebuilt from the lake', async ({ harm }, { alir }) => {
    const before = await servingFiles(alir);
    await harm(alir.stores.folders.serving);
    expect(await answer(alir)).toEqual(expected(OLD));
    expect(await servingFiles(alir)).toEqual(before);
  });

  test('stale at start, after an ingest was killed after its publication, are rebuilt', async ({ alir }) => {
    await ingestUntil(alir, NEW, 2, 3);
    await alir.stores.manifest.publish(DATE, 2);
    expect(await answer(alir)).toEqual(expected(NEW));
  });

  test('are rebuilt only for the month of a new day, and old files are deleted', async ({ alir }) => {
    const [of2025, of2026] = await servingFiles(alir);
    await writeFile(join(alir.stores.folders.serving, '2024-01-0000000000000000.arrow'), 'stray');
    await alir.ingest(FILE_NAME, NEW);
    const after = await servingFiles(alir);
    expect(after).toHaveLength(2);
    expect(after[0]).toBe(of2025);
    expect(after[1]).not.toBe(of2026);
  });

  test('of a year with a damaged lake file stay in use, and the others are rebuilt', async ({ alir }) => {
    await writeFile(new Lake(alir.stores.folders).fixedName('broker_day', '2025-12-30'), 'x');
    await expect(alir.ingest('DT251229.csv', csv([line({ TRX_DATE: '2025-12-29' })]))).rejects.toMatchObject({
      code: 'lake_damaged',
    });
    const [of2025] = await servingFiles(alir);
    await expect(alir.ingest(FILE_NAME, NEW)).rejects.toMatchObject({ code: 'lake_damaged' });
    expect(await answer(alir)).toEqual(expected(NEW));
    expect((await servingFiles(alir))[0]).toBe(of2025);
  });

  test('of a month that is lost in the lake too do not prevent those of a later month', async ({ alir }) => {
    const { folders, manifest } = alir.stores;
    await alir.ingest('DT260202.csv', csv([line({ TRX_DATE: '2026-02-02', STK_VOLM: 20 })]));
    const [, january] = await manifest.servingFiles();
    await rm(join(folders.serving, january?.file_name ?? ''));
    await writeFile(new Lake(folders).fixedName('broker_day', DATE), 'x');
    const march = csv([line({ TRX_DATE: '2026-03-02', STK_VOLM: 300 })]);
    await expect(alir.ingest('DT260302.csv', march)).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringContaining(`trade_date=${DATE}`),
    });
    const range = { ...QUESTION, from: '2026-03-01', to: '2026-03-31' };
    const { status, body } = await alir.get('/stocks/broker-summary', range);
    expect([status, body.data]).toEqual([200, summaryOf(march, range)]);
    expect((await alir.get('/stocks/broker-summary', QUESTION)).status).toBe(503);
  });

  test('that a migrated ledger lacks, of a damaged lake, are an error in every range that needs them', async ({
    alir,
  }) => {
    const { folders } = alir.stores;
    const ledger = new Database(folders.ledgerFile);
    ledger.exec('DELETE FROM serving_file');
    ledger.close();
    const file = new Lake(folders).fixedName('broker_day', '2025-12-30');
    const intact = await readFile(file);
    await writeFile(file, 'x');
    const both = { ...QUESTION, from: '2025-12-30' };
    expect((await alir.get('/stocks/broker-summary', both)).status).toBe(503);
    expect(await answer(alir)).toEqual(expected(OLD));
    await writeFile(file, intact);
    await repair(alir.stores.ingest);
    expect((await alir.get('/stocks/broker-summary', both)).status).toBe(200);
  });

  test('are never built from a damaged lake', async ({ alir }) => {
    await writeFile(new Lake(alir.stores.folders).fixedName('broker_day', '2025-12-30'), 'x');
    await rm(alir.stores.folders.serving, { recursive: true });
    await expect(repair(alir.stores.ingest)).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringMatching(/trade_date=2025-12-30.* To repair it, ingest DT251230\.csv again/),
    });
  });
});

async function harmEach(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await writeFile(join(entry.parentPath, entry.name), 'not a database');
  }
}
