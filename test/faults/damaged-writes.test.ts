import { copyFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { LAKE_TABLES } from '../../src/core/folders.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { summaryOf } from '../support/oracle.ts';

// Runs between writing and reading back, for a corrected day only: here the disk keeps the old bytes of one of its files.
const fault = vi.hoisted(() => ({ table: '' }));
vi.mock('../../src/market/lake/kept-pages.ts', () => ({
  keepPages: async (file: string, previous: string) => {
    if (file.endsWith(`${fault.table}.parquet`)) await copyFile(previous, file);
  },
}));

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };

test.for(LAKE_TABLES)(
  'a written %s file with wrong content is found before publication',
  async (table, { alir }) => {
    fault.table = table;
    const right = csv([line(), line({ STK_VOLM: 300 })]);
    await alir.ingest(FILE_NAME, right);
    const before = await alir.lakeFiles();

    const corrected = csv([line({ STK_VOLM: 9900 }), line({ BRK_COD1: 'CC' })]);
    await expect(alir.ingest(FILE_NAME, corrected)).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringContaining('Nothing was published'),
    });

    expect(await alir.lakeFiles()).toEqual(before);
    expect(await alir.stores.manifest.published(DATE)).toMatchObject({ revision: 1 });
    const { body } = await alir.get('/stocks/broker-summary', QUESTION);
    expect(body.data).toEqual(summaryOf(right, QUESTION));
  },
);
