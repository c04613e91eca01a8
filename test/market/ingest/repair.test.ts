import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { statusOf } from '../../../src/operations/status.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { summaryOf } from '../../support/oracle.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const OLD = csv([line(), line()]);
const NEW = csv([line({ STK_VOLM: 5000 }), line({ BRK_COD1: 'CC' }), line()]);

const answer = async (alir: TestAlir) => (await alir.get('/stocks/broker-summary', QUESTION)).body.data;

// repair.slow.test.ts repairs days whose publication was interrupted.
test('a repair empties staging of what an interrupted ingest left', async ({ alir }) => {
  const { staging } = alir.stores.folders;
  mkdirSync(join(staging, 'day'), { recursive: true });
  writeFileSync(join(staging, 'day', 'trades.parquet'), 'PAR1');
  await repair(alir.stores.ingest);
  expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([]);
});

test('a publication whose staged files are lost is abandoned, and the published one stays', async ({
  alir,
}) => {
  await alir.ingest(FILE_NAME, OLD);
  const { manifest, ingest } = alir.stores;
  const published = await manifest.published(DATE);
  if (!published) throw new Error('The day is not published');
  await manifest.intend({ ...published, trades_sha256: 'f'.repeat(64) }, 2);
  expect((await statusOf(ingest)).unfinished).toEqual([DATE]);
  await repair(ingest);
  expect((await statusOf(ingest)).unfinished).toEqual([]);
  expect(await manifest.published(DATE)).toEqual(published);
});

test('a publication that fails at a rename is completed from the manifest at the next start', async ({
  alir,
}) => {
  await alir.ingest(FILE_NAME, OLD);
  const place = new Lake(alir.stores.folders).fixedName('broker_day', DATE);
  await rm(place);
  await mkdir(`${place}/in-the-way`, { recursive: true });
  await expect(alir.ingest(FILE_NAME, NEW)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await alir.stores.manifest.intended()).toEqual([
    expect.objectContaining({ trade_date: DATE, revision: 2 }),
  ]);
  await rm(place, { recursive: true });
  await repair(alir.stores.ingest);
  expect(await answer(alir)).toEqual(summaryOf(NEW, QUESTION));
  expect(await alir.stores.manifest.published(DATE)).toMatchObject({ revision: 2 });
});

test('the files of a correction with a damaged month are not used until all its months can be', async ({
  alir,
}) => {
  await alir.ingest(FILE_NAME, OLD);
  await alir.ingest('DT251230.csv', csv([line({ TRX_DATE: '2025-12-30' })]));
  const february = csv([line({ TRX_DATE: '2026-02-02', STK_VOLM: 20 })]);
  const trades = february.slice(february.indexOf('\n') + 1);
  await alir.ingest('DT260202.csv', february);
  await writeFile(new Lake(alir.stores.folders).fixedName('broker_day', '2026-02-02'), 'x');
  await expect(alir.ingest(FILE_NAME, NEW)).rejects.toMatchObject({ code: 'lake_damaged' });
  const range = { ...QUESTION, from: DATE, to: '2026-02-28' };
  const data = async () => (await alir.get('/stocks/broker-summary', range)).body.data;
  expect(await data()).toEqual(summaryOf(OLD + trades, range));
  await alir.ingest('DT260202.csv', february);
  expect(await data()).toEqual(summaryOf(NEW + trades, range));
});
