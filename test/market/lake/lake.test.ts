import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { LAKE_TABLES } from '../../../src/core/folders.ts';
import { Lake, stagedFile } from '../../../src/market/lake/lake.ts';
import { test } from '../../support/fixtures.ts';

const DAY = '2026-01-19';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const REVISION = {
  trade_date: DAY,
  revision: 2,
  source_name: 'DT260119.csv.gz',
  trades_sha256: sha256('new trades'),
  broker_day_sha256: sha256('new broker_day'),
  ticker_day_sha256: sha256('new ticker_day'),
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A lake with the first revision of a day, and the second one in staging. */
function lakeIn(folder: string): Lake {
  const lake = new Lake({ lake: join(folder, 'lake'), staging: join(folder, 'staging') });
  for (const table of LAKE_TABLES) {
    write(lake.file(table, DAY), `old ${table}`);
    write(stagedFile(lake.stagingFolder(DAY, 2), table), `new ${table}`);
  }
  return lake;
}

const contents = (lake: Lake) => LAKE_TABLES.map((table) => readFileSync(lake.file(table, DAY), 'utf8'));
const all = (revision: string) => LAKE_TABLES.map((table) => `${revision} ${table}`);

test('a revision is recorded after it is staged, and before the first file is moved', async ({ folder }) => {
  const lake = lakeIn(folder);
  let atIntent: string[] = [];
  await lake.publish(DAY, 2, async () => {
    atIntent = contents(lake);
  });
  expect(atIntent).toEqual(all('old'));
  expect(contents(lake)).toEqual(all('new'));
  expect(LAKE_TABLES.map((table) => existsSync(stagedFile(lake.stagingFolder(DAY, 2), table)))).toEqual([
    false,
    false,
    false,
  ]);
});

describe('an interrupted move', () => {
  const moved = (lake: Lake) => write(lake.file('broker_day', DAY), 'new broker_day');
  const lost = (lake: Lake, table: 'trades' | 'broker_day') =>
    rmSync(stagedFile(lake.stagingFolder(DAY, 2), table));

  test('is finished with the files that are still staged', async ({ folder }) => {
    const lake = lakeIn(folder);
    moved(lake);
    lost(lake, 'broker_day');
    expect(await lake.completeMove(REVISION)).toBe(true);
    expect(contents(lake)).toEqual(all('new'));
    expect(await lake.completeMove(REVISION)).toBe(true);
  });

  test('leaves the earlier revision if no file was moved, and one is lost or changed', async ({ folder }) => {
    const lake = lakeIn(folder);
    lost(lake, 'trades');
    expect(await lake.completeMove(REVISION)).toBe(false);
    write(stagedFile(lake.stagingFolder(DAY, 2), 'trades'), 'half of');
    expect(await lake.completeMove(REVISION)).toBe(false);
    expect(contents(lake)).toEqual(all('old'));
  });

  test('with files of two revisions is an error that says what to delete', async ({ folder }) => {
    const lake = lakeIn(folder);
    moved(lake);
    lost(lake, 'trades');
    const folders = LAKE_TABLES.map((table) => join(folder, 'lake', table, `trade_date=${DAY}`)).join(', ');
    await expect(lake.completeMove(REVISION)).rejects.toMatchObject({
      code: 'lake_damaged',
      message: `The lake files of ${DAY} belong to different revisions, and the staged files are missing. Delete the folders ${folders}, then ingest the day's file again.`,
    });
    expect(contents(lake)).toContain('old trades');
  });

  test('leaves no staged file behind', async ({ folder }) => {
    const lake = lakeIn(folder);
    expect(await lake.isStaged(REVISION)).toBe(true);
    expect(await lake.isStaged({ ...REVISION, revision: 3 })).toBe(false);
    await lake.clearStaging();
    expect(await lake.isStaged(REVISION)).toBe(false);
  });
});

test('the files of a day are intact while they have the bytes that were published', async ({ folder }) => {
  const lake = lakeIn(folder);
  await lake.publish(DAY, 2, async () => {});
  expect(await lake.intactFiles(REVISION)).toEqual(lake.files(DAY));
  expect(await lake.isIntact(REVISION)).toBe(true);
  await lake.requireIntact([REVISION], LAKE_TABLES);
  for (const [table, repair] of [
    ['trades', 'ingest DT260119.csv.gz again'],
    ['ticker_day', 'run "alir lake build"'],
  ] as const) {
    const { [table]: path, ...others } = lake.files(DAY);
    write(path, 'changed');
    expect(await lake.intactFiles(REVISION)).toEqual(others);
    expect(await lake.isIntact(REVISION)).toBe(false);
    const message = `${path} is missing or differs from the file that was published. To repair it, ${repair}.`;
    await expect(lake.requireIntact([REVISION], LAKE_TABLES)).rejects.toMatchObject({
      code: 'lake_damaged',
      message,
    });
    await lake.requireIntact([REVISION], ['broker_day']);
    rmSync(path);
    await expect(lake.requireIntact([REVISION], [table])).rejects.toMatchObject({ message });
    write(path, `new ${table}`);
  }
});

test('a file of no published day, and any other file in the lake, is an orphan', async ({ folder }) => {
  const lake = lakeIn(folder);
  const others = [
    lake.file('trades', '2026-01-20'),
    join(folder, 'lake', 'trades', `trade_date=${DAY}`, 'copy.parquet'),
  ];
  for (const path of others) write(path, 'x');
  expect((await lake.orphans([DAY])).toSorted()).toEqual(others.toSorted());
  expect(await lake.orphans([])).toHaveLength(5);
});
