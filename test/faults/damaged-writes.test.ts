import promises, { copyFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { LAKE_TABLES, type LakeTable } from '../../src/core/folders.ts';
import { dayFile } from '../../src/market/lake/lake.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { summaryOf } from '../support/oracle.ts';
import { replaceBuiltins } from '../support/replaced-builtins.ts';

/** A corrected day is joined with the pages of its day before it is read back. Here the disk keeps the old bytes of one of its files. */
function keepOldBytes(table: LakeTable, published: string): void {
  const { rename } = promises;
  vi.spyOn(promises, 'rename').mockImplementation((from, to) =>
    `${from}`.endsWith(`${table}.parquet.joined`) ? copyFile(published, to) : rename(from, to),
  );
  replaceBuiltins();
}

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };

test.for(LAKE_TABLES)(
  'a written %s file with wrong content is found before publication',
  async (table, { alir }) => {
    const right = csv([line(), line({ STK_VOLM: 300 })]);
    await alir.ingest(FILE_NAME, right);
    const before = await alir.lakeFiles();

    keepOldBytes(table, dayFile(alir.stores.folders.lake, table, DATE));
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
