import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { LAKE_TABLES } from '../src/core/folders.ts';
import { Lake } from '../src/market/lake/lake.ts';
import { temporaryFolder } from './support/alir.ts';
import { rowsOf, sessionOver } from './support/analyst.ts';
import { backUpTo, filesBelow, openFolder, restoreTo, sha256 } from './support/backups.ts';
import { csv, DATE, FILE_NAME, line } from './support/daily-files.ts';
import { test } from './support/fixtures.ts';

// The short form of what the slow suites test at length, so that no change breaks it unseen.

const NEXT = '2026-01-20';

test('alir sql writes no file, and reads only the lake', async ({ folder }) => {
  const lake = join(folder, 'lake');
  await writeFile(join(folder, 'secret.csv'), 'a\n1\n');
  const answers = await temporaryFolder();
  const session = await sessionOver(lake, {}, answers);
  // hardening.test.ts has all other statements that are refused.
  const refused = [
    `COPY (SELECT 1) TO '${answers}/out.csv'`,
    `SELECT * FROM '${folder}/secret.csv'`,
    `SELECT * FROM read_text('${folder}/secret.csv')`,
  ];
  for (const statement of refused) {
    await expect(rowsOf(session, statement), statement).rejects.toMatchObject({ code: 'bad_query' });
  }
  expect(await rowsOf(session, 'SELECT count(*) AS n FROM trades')).toEqual([{ n: '0' }]);
  expect([filesBelow(folder), filesBelow(answers)]).toEqual([['secret.csv'], []]);
});

test('a restored backup has the newest day, byte for byte', async ({ alir, folder: data_dir }) => {
  const days = [DATE, NEXT] as const;
  await alir.ingest(FILE_NAME, csv([line()]));
  await alir.ingest('DT260120.csv', csv([line({ TRX_DATE: NEXT }), line({ TRX_DATE: NEXT })]));
  const folder = join(await temporaryFolder(), 'backup');
  expect(await backUpTo(folder, alir)).toMatchObject({ days: 2, files: 7 });
  expect(await restoreTo(data_dir, folder)).toMatchObject({ days: 2 });
  const restored = await openFolder(data_dir);
  expect(await restored.manifest.allPublishedDays()).toEqual(days);
  for (const day of days) {
    for (const table of LAKE_TABLES) {
      const path = new Lake(restored.folders).fixedName(table, day);
      const original = new Lake(alir.stores.folders).fixedName(table, day);
      expect(existsSync(path) && sha256(path)).toBe(sha256(original));
    }
  }
});
