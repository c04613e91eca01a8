import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { LAKE_TABLES } from '../../src/core/folders.ts';
import type { DayContent } from '../../src/ledger/manifest.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { TestAlir, temporaryFolder } from '../support/alir.ts';
import { backUpTo, openFolder, restoreTo } from '../support/backups.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { revisionFile } from '../support/revision-file.ts';

const OTHER_DAY = '2026-01-20';

let corrected: TestAlir;
let content: DayContent;
let folder: string;
test.beforeEach(async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  await alir.ingest('DT260120.csv', csv([line({ TRX_DATE: OTHER_DAY })]));
  // The corrected day is made elsewhere, so that it can be moved into place at just the moment that is meant.
  corrected = await TestAlir.open();
  await corrected.ingest(FILE_NAME, csv([line({ STK_VOLM: 700 }), line()]));
  const published = await corrected.stores.manifest.published(DATE);
  if (!published) throw new Error('no day');
  const { revision: _, ...day } = published;
  content = day;
  folder = join(await temporaryFolder(), 'backup');
});

const manifest = (alir: TestAlir) => alir.stores.manifest;

/** Publishes the corrected day, as an ingest does. */
async function publish(alir: TestAlir): Promise<void> {
  const lake = new Lake(alir.stores.folders);
  await manifest(alir).intend(content, 2);
  for (const table of LAKE_TABLES) {
    copyFileSync(new Lake(corrected.stores.folders).file(table, content), lake.file(table, content));
  }
  await lake.nameFiles(content);
  await manifest(alir).publish(DATE, 2);
}

async function revisionInBackup(): Promise<number | undefined> {
  const data_dir = await temporaryFolder();
  await restoreTo(data_dir, folder);
  return (await (await openFolder(data_dir)).manifest.published(DATE))?.revision;
}

test.for(['onRound', 'onFile'] as const)(
  'a day that is replaced during a backup (%s) is in it in its old revision',
  async (event, { alir }) => {
    let publishing: Promise<void> | undefined;
    const result = await backUpTo(folder, alir, {
      [event]: () => {
        publishing ??= publish(alir);
      },
    });
    await publishing;
    expect(result).toMatchObject({ rounds: 1, days: 2, files: 7 });
    expect(await revisionInBackup()).toBe(1);
    expect((await manifest(alir).published(DATE))?.revision).toBe(2);
  },
);

describe('a lake file that differs from its publication', () => {
  const isRefused = (alir: TestAlir, onRound = () => {}) =>
    expect(backUpTo(folder, alir, { onRound })).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringMatching(`^${file} is missing or differs .* Run "alir verify"`),
    });
  let file: string;
  test.beforeEach(({ alir }) => {
    file = revisionFile(alir.stores.folders.root, 'trades', DATE);
  });
  test('fails the backup at once, and leaves no partial backup', async ({ alir }) => {
    const right = readFileSync(file);
    const wrong = Buffer.from(right);
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    writeFileSync(file, wrong);
    await isRefused(alir);
    rmSync(file);
    await isRefused(alir);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(file, right);
    expect(await backUpTo(folder, alir)).toMatchObject({ rounds: 1 });
  });

  test('also fails the backup while another day is published', async ({ alir }) => {
    await manifest(alir).intend({ ...content, trade_date: OTHER_DAY }, 2);
    rmSync(file);
    let rounds = 0;
    await isRefused(alir, () => {
      rounds += 1;
      writeFileSync(`${folder}/lake of another`, '');
    });
    expect(rounds).toBe(1);
    expect(readdirSync(folder)).toEqual(['lake of another']);
  });
});
