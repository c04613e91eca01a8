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

/** Moves the corrected day into the lake, as an ingest does between its intent and its publication. */
function move(alir: TestAlir): void {
  for (const table of LAKE_TABLES) {
    copyFileSync(
      new Lake(corrected.stores.folders).file(table, DATE),
      new Lake(alir.stores.folders).file(table, DATE),
    );
  }
}

async function revisionInBackup(): Promise<number | undefined> {
  const data_dir = await temporaryFolder();
  await restoreTo(data_dir, folder);
  return (await (await openFolder(data_dir)).manifest.published(DATE))?.revision;
}

describe('a day that is replaced during a backup', () => {
  test('between the copies of the ledger and of its files is copied again alone', async ({ alir }) => {
    const copied: number[] = [];
    const result = await backUpTo(folder, alir, {
      onRound: async (sizes) => {
        if (copied.push(sizes.length) > 1) return;
        await manifest(alir).intend(content, 2);
        move(alir);
        await manifest(alir).publish(DATE, 2);
      },
    });
    expect(result).toMatchObject({ rounds: 2, days: 2, files: 7 });
    expect(copied).toEqual([6, 3]);
    expect(await revisionInBackup()).toBe(2);
  });

  test('whose files have moved and which is not published yet delays the backup', async ({ alir }) => {
    await manifest(alir).intend(content, 2);
    move(alir);
    const copied: number[] = [];
    const { rounds } = await backUpTo(folder, alir, {
      onRound: async (sizes) => {
        if (copied.push(sizes.length) === 3) await manifest(alir).publish(DATE, 2);
      },
    });
    expect([rounds, copied]).toEqual([4, [6, 3, 3, 3]]);
    expect(await revisionInBackup()).toBe(2);
  });

  test('after its own copy is in the backup in its old revision', async ({ alir }) => {
    let files = 0;
    const { rounds } = await backUpTo(folder, alir, {
      onFile: async () => {
        files += 1;
        if (files !== LAKE_TABLES.length) return;
        await manifest(alir).intend(content, 2);
        move(alir);
        await manifest(alir).publish(DATE, 2);
      },
    });
    expect([rounds, files]).toEqual([1, 6]);
    expect(await revisionInBackup()).toBe(1);
  });
});

describe('a lake file that differs from its publication', () => {
  const file = (alir: TestAlir) => new Lake(alir.stores.folders).file('trades', DATE);
  const isRefused = (alir: TestAlir, onRound = () => {}) =>
    expect(backUpTo(folder, alir, { onRound })).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringMatching(`^${file(alir)} is missing or differs .* Run "alir verify"`),
    });
  test('fails the backup at once, and leaves no partial backup', async ({ alir }) => {
    const right = readFileSync(file(alir));
    const wrong = Buffer.from(right);
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    writeFileSync(file(alir), wrong);
    await isRefused(alir);
    rmSync(file(alir));
    await isRefused(alir);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(file(alir), right);
    expect(await backUpTo(folder, alir)).toMatchObject({ rounds: 1 });
  });

  test('also fails the backup while another day is published', async ({ alir }) => {
    await manifest(alir).intend({ ...content, trade_date: OTHER_DAY }, 2);
    rmSync(file(alir));
    let rounds = 0;
    await isRefused(alir, () => {
      rounds += 1;
      writeFileSync(`${folder}/lake of another`, '');
    });
    expect(rounds).toBe(1);
    expect(readdirSync(folder)).toEqual(['lake of another']);
  });
});
