import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { dataFolders, LAKE_TABLES } from '../../../src/core/folders.ts';
import { isFile } from '../../../src/market/lake/durable.ts';
import { Lake, repairOf, stagedFile } from '../../../src/market/lake/lake.ts';
import { test as base } from '../../support/fixtures.ts';

const test = base.extend('lake', ({ folder }) => lakeIn(folder));

const DAY = '2026-01-19';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const REVISION = {
  trade_date: DAY,
  revision: 2,
  source_name: 'DT260119.csv.gz',
  state: 'published',
  trades_sha256: sha256('new trades'),
  broker_day_sha256: sha256('new broker_day'),
  ticker_day_sha256: sha256('new ticker_day'),
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('only a file with its bytes is a file of the lake', async ({ folder }) => {
  write(`${folder}/file`, 'bytes');
  symlinkSync(`${folder}/loop`, `${folder}/loop`);
  const found = ['file', '.', 'loop', 'missing'].map((name) => isFile(join(folder, name), sha256('bytes')));
  expect(await Promise.all(found)).toEqual([true, false, false, false]);
  expect(await isFile(`${folder}/file`, sha256('others'))).toBe(false);
  await expect(isFile(`${folder}/file/below`, '')).rejects.toThrow('ENOTDIR');
});

const FIRST = {
  ...REVISION,
  revision: 1,
  trades_sha256: sha256('old trades'),
  broker_day_sha256: sha256('old broker_day'),
  ticker_day_sha256: sha256('old ticker_day'),
};

/** A lake with the first revision of a day, and the second one in staging. */
async function lakeIn(folder: string): Promise<Lake> {
  const lake = new Lake(dataFolders(folder));
  for (const table of LAKE_TABLES) {
    write(lake.file(table, FIRST), `old ${table}`);
    write(stagedFile(lake.stagingFolder(DAY, 2), table), `new ${table}`);
  }
  await lake.nameFiles(FIRST);
  return lake;
}

const contents = (lake: Lake) => LAKE_TABLES.map((table) => readFileSync(lake.fixedName(table, DAY), 'utf8'));
const all = (revision: string) => LAKE_TABLES.map((table) => `${revision} ${table}`);

test('a revision is recorded after it is staged, and before the first file is moved', async ({ lake }) => {
  const moved = () => Object.values(lake.files(REVISION)).filter((path) => existsSync(path)).length;
  let atIntent = -1;
  await lake.addFiles(REVISION, async () => {
    atIntent = moved();
  });
  expect([atIntent, moved()]).toEqual([0, 3]);
  expect(contents(lake)).toEqual(all('old'));
  await lake.nameFiles(REVISION);
  expect(contents(lake)).toEqual(all('new'));
  expect(await lake.isIntact(FIRST)).toBe(true);
});

test('a fixed name is a second name of the same file, and is repaired if it is not', async ({ lake }) => {
  const name = lake.fixedName('trades', DAY);
  expect(statSync(name).ino).toBe(statSync(lake.file('trades', FIRST)).ino);
  rmSync(name);
  expect(await lake.misnamed([FIRST], [])).toEqual([
    { name, table: 'trades', trade_date: DAY, file: lake.file('trades', FIRST) },
  ]);
  write(name, 'other');
  expect(await lake.misnamed([FIRST], [])).toHaveLength(1);
  await lake.nameFiles(FIRST);
  expect(await lake.misnamed([FIRST], [])).toEqual([]);
});

describe('an interrupted move', () => {
  const lost = (lake: Lake, table: 'trades' | 'broker_day') =>
    rmSync(stagedFile(lake.stagingFolder(DAY, 2), table));

  test('is finished with the files that are still staged', async ({ lake }) => {
    write(lake.file('broker_day', REVISION), 'new broker_day');
    lost(lake, 'broker_day');
    expect(await lake.completeMove(REVISION)).toBe(true);
    expect(await lake.isIntact(REVISION)).toBe(true);
    expect(await lake.completeMove(REVISION)).toBe(true);
  });

  test('leaves the earlier revision if a file is lost or changed', async ({ lake }) => {
    lost(lake, 'trades');
    expect(await lake.completeMove(REVISION)).toBe(false);
    write(stagedFile(lake.stagingFolder(DAY, 2), 'trades'), 'half of');
    expect(await lake.completeMove(REVISION)).toBe(false);
    expect(contents(lake)).toEqual(all('old'));
  });

  test('leaves no staged file behind', async ({ lake }) => {
    expect(existsSync(lake.stagingFolder(DAY, 2))).toBe(true);
    await lake.clearStaging();
    expect(existsSync(lake.stagingFolder(DAY, 2))).toBe(false);
  });
});

test('the files of a day are intact while they have the bytes that were published', async ({ lake }) => {
  await lake.addFiles(REVISION, async () => {});
  expect(await lake.intactFiles(REVISION)).toEqual(lake.files(REVISION));
  expect(await lake.isIntact(REVISION)).toBe(true);
  await lake.requireIntact([REVISION], LAKE_TABLES, '');
  for (const [table, repair] of [
    ['trades', 'ingest DT260119.csv.gz again'],
    ['ticker_day', 'run "alir lake build"'],
  ] as const) {
    const { [table]: path, ...others } = lake.files(REVISION);
    write(path, 'changed');
    expect(await lake.intactFiles(REVISION)).toEqual(others);
    expect(await lake.isIntact(REVISION)).toBe(false);
    const message = `${path} is missing or differs from the file that was published. To repair it, ${repair}.`;
    await expect(lake.requireIntact([REVISION], LAKE_TABLES, '')).rejects.toMatchObject({
      code: 'lake_damaged',
      message,
    });
    await lake.requireIntact([REVISION], ['broker_day'], '');
    rmSync(path);
    await expect(lake.requireIntact([REVISION], [table], '')).rejects.toMatchObject({ message });
    write(path, `new ${table}`);
  }
});

test.each([
  ['trades', 'published', '', 'ingest a.csv again'],
  ['broker_day', 'published', '', 'ingest a.csv again'],
  ['ticker_day', 'published', '', 'run "alir lake build"'],
  [
    ...(['ticker_day', 'replaced', ''] as const),
    'copy it from a backup, or delete all replaced revisions: ALIR_KEEP_REPLACED_DAYS=0 alir lake vacuum',
  ],
  ['ticker_day', 'replaced', 'https://a.example', 'run "alir sync --repair"'],
] as const)(
  'a damaged file of %s of a %s revision that follows "%s": %s',
  (table, state, follow_url, repair) => {
    expect(repairOf({ table, state, source_name: 'a.csv' }, follow_url)).toBe(repair);
  },
);

test('a file of no published day, and any other file in the lake, is an orphan', async ({ folder, lake }) => {
  const others = [
    lake.fixedName('trades', '2026-01-20'),
    join(folder, 'lake', 'trades', `trade_date=${DAY}`, 'copy.parquet'),
  ];
  for (const path of others) write(path, 'x');
  expect((await lake.orphans([DAY])).toSorted()).toEqual(others.toSorted());
  expect(await lake.orphans([])).toHaveLength(5);
});
