import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { backup } from '../../src/operations/backup/backup.ts';
import { writeContents } from '../../src/operations/backup/backup-contents.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, type TestAlir, temporaryFolder } from '../support/alir.ts';
import { backUpTo, filesBelow, openFolder, restoreTo, sha256 } from '../support/backups.ts';
import { runProcess } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { revisionFile } from '../support/revision-file.ts';
import { withMigration } from '../support/versions.ts';

const TRADES = `lake/trades/trade_date=${DATE}/trades.parquet`;

let folder: string;
let data_dir: string;
beforeEach(async () => {
  folder = join(await temporaryFolder(), 'backup');
  data_dir = await temporaryFolder();
});

describe('a refused backup folder', () => {
  const isRefused = (alir: TestAlir, place: string, expectedText: RegExp) =>
    expect(backUpTo(place, alir)).rejects.toMatchObject({
      code: 'unusable_folder',
      message: expect.stringMatching(expectedText),
    });

  test('is one with files, which are not changed', async ({ alir }) => {
    mkdirSync(folder);
    writeFileSync(`${folder}/mine`, '');
    await isRefused(alir, folder, /backup is not empty\. Use a new folder/);
    await isRefused(alir, `${folder}/mine`, /mine cannot be written \(EEXIST\)/);
    expect(filesBelow(folder)).toEqual(['mine']);
    expect(readdirSync(folder)).toEqual(['mine']);
  });

  test('is one with a backup', async ({ alir }) => {
    await backUpTo(folder, alir);
    const before = sha256(`${folder}/backup.json`);
    await isRefused(alir, folder, /is not empty/);
    expect(sha256(`${folder}/backup.json`)).toBe(before);
  });

  test('is one inside the data folder, by any path', async ({ alir }) => {
    const { root, lake } = alir.stores.folders;
    for (const path of ['.', 'backups', 'official', 'lake/of today'])
      await isRefused(alir, join(root, path), new RegExp(`A backup cannot be inside ${root}:`));
    symlinkSync(root, folder);
    await isRefused(alir, join(folder, 'of today'), /A backup cannot be inside /);
    const disk = await temporaryFolder();
    symlinkSync(disk, lake);
    await isRefused(alir, join(disk, 'of today'), new RegExp(`A backup cannot be inside ${lake}:`));
    await isRefused(alir, dirname(root), /The data folder .* is inside /);
    expect(readdirSync(disk)).toEqual([]);
  });

  test('two simultaneous backups: one succeeds and the other changes nothing', async ({ alir }) => {
    mkdirSync(folder);
    const [one, two] = await Promise.allSettled([backUpTo(folder, alir), backUpTo(folder, alir)]);
    expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await restoreTo(data_dir, folder)).toMatchObject({ files: 1 });
  });
});

test('a damaged ledger is not backed up, with the reason', async () => {
  const { folders, ledger } = await openStores(configOf(data_dir), new SetClock());
  await ledger.close();
  const db = new Database(folders.ledgerFile, { readonly: true });
  const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'publication'").pluck().get();
  db.close();
  const bytes = readFileSync(folders.ledgerFile);
  bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096);
  writeFileSync(folders.ledgerFile, bytes);

  const stores = await openStores(configOf(data_dir), new SetClock());
  afterThisTest(async () => stores.ledger.close());
  await expect(backup(stores, folder, 'x')).rejects.toMatchObject({
    code: 'ledger_damaged',
    message: expect.stringMatching(
      /ledger\.sqlite is damaged \(.*\)\. Check the disk, stop the server, .* restore your last backup/,
    ),
  });
  expect(readdirSync(folder)).toEqual([]);
});

describe('a refused target of a restore', () => {
  const isRefused = (expectedText: string) =>
    expect(restoreTo(data_dir, folder)).rejects.toMatchObject({
      code: 'unusable_folder',
      message: expect.stringContaining(expectedText),
    });
  test.beforeEach(async ({ alir }) => void (await backUpTo(folder, alir)));

  test.each(['ledger.sqlite', 'ledger.sqlite-wal', 'lake/trades/mine.parquet', 'delta/trades/mine.parquet'])(
    'is a folder with a %s',
    async (name) => {
      mkdirSync(dirname(join(data_dir, name)), { recursive: true });
      writeFileSync(join(data_dir, name), 'mine');
      await isRefused(
        'already exists, and a restore never replaces files. Move it away, or set ALIR_DATA_DIR to another folder.',
      );
      expect(filesBelow(data_dir)).toEqual([name, 'writer.lock']);
    },
  );

  test('two simultaneous restores: the second fails at once and changes nothing', async () => {
    const both = [restoreTo(data_dir, folder), restoreTo(data_dir, folder)];
    const [one, two] = await Promise.allSettled(both);
    expect([one?.status, two?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await (await openFolder(data_dir)).accounts.withEmail('test@example.com')).toBeDefined();
  });

  test('is a folder inside the backup', async () => {
    data_dir = join(folder, 'data');
    await isRefused(`The data folder ${data_dir} is inside ${folder}`);
    expect(filesBelow(folder)).toEqual(['backup.json', 'ledger.sqlite']);
    for (const name of filesBelow(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('is a file', async () => {
    data_dir = `${data_dir}/file`;
    writeFileSync(data_dir, '');
    await isRefused(`The data folder ${data_dir} cannot be written (EEXIST)`);
  });
});

describe('a refused backup', () => {
  const lake_file = /trades\.parquet is missing or differs from the file that was backed up/;
  const ledger = /ledger\.sqlite is missing or differs from the file that was backed up/;

  function flip(path: string): void {
    const bytes = readFileSync(path);
    const place = bytes.length >> 1;
    bytes[place] = (bytes[place] ?? 0) ^ 4;
    writeFileSync(path, bytes);
  }

  const DAMAGES: [string, (backup: string) => void, RegExp][] = [
    ['a flipped bit in a lake file', (backup) => flip(`${backup}/${TRADES}`), lake_file],
    ['a lake file that is gone', (backup) => rmSync(`${backup}/${TRADES}`), lake_file],
    [
      'a link in place of a lake file',
      (backup) => {
        renameSync(`${backup}/${TRADES}`, `${backup}.elsewhere`);
        symlinkSync(`${backup}.elsewhere`, `${backup}/${TRADES}`);
      },
      lake_file,
    ],
    ['a flipped bit in the ledger', (backup) => flip(`${backup}/ledger.sqlite`), ledger],
    ['a ledger that is cut', (backup) => truncateSync(`${backup}/ledger.sqlite`, 8192), ledger],
    ['a ledger that is gone', (backup) => rmSync(`${backup}/ledger.sqlite`), ledger],
    [
      'no backup.json',
      (backup) => rmSync(`${backup}/backup.json`),
      /backup\.json cannot be read \(ENOENT\)\. A backup writes this file last/,
    ],
    ['half a backup.json', (backup) => truncateSync(`${backup}/backup.json`, 40), /backup\.json is damaged/],
    [
      'a backup.json of a newer form',
      (backup) => writeFileSync(`${backup}/backup.json`, '{"format": 2}'),
      /backup\.json has invalid content \(format: .*a newer version of Alir/,
    ],
    [
      'a file too many',
      (backup) => writeFileSync(`${backup}/lake/more.parquet`, ''),
      /lake\/more\.parquet in .* is not part of the backup/,
    ],
    [
      'a file beside the ledger',
      (backup) => writeFileSync(`${backup}/ledger.sqlite-wal`, ''),
      /ledger\.sqlite-wal in .* is not part of the backup/,
    ],
  ];

  test('is refused with its defect, and the data folder is not changed', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    await backUpTo(folder, alir);
    for (const [place, [what, harm, expectedText]] of DAMAGES.entries()) {
      const harmed = `${folder}.${place}`;
      cpSync(folder, harmed, { recursive: true });
      harm(harmed);
      await expect(restoreTo(data_dir, harmed), what).rejects.toMatchObject({
        code: 'bad_backup',
        message: expect.stringMatching(expectedText),
      });
      expect(filesBelow(data_dir).filter((name) => name !== 'writer.lock')).toEqual([]);
    }
    expect(await restoreTo(data_dir, folder)).toMatchObject({ days: 1 });
  });
});

describe('the ledger of another version', () => {
  /** Puts another ledger into a backup, and its SHA-256 into the page about it. */
  async function backUpWith(alir: TestAlir, change: (path: string) => void): Promise<void> {
    await backUpTo(folder, alir);
    const path = join(folder, 'ledger.sqlite');
    change(path);
    const { format: _, ...contents } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'));
    await writeContents(folder, { ...contents, ledger_sha256: sha256(path) });
  }

  test('that is older is migrated', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    await backUpTo(folder, alir);
    const cli = await withMigration(
      'sqlite',
      "ALTER TABLE account ADD COLUMN country TEXT NOT NULL DEFAULT 'ID'",
    );
    expect(await runProcess(['restore', folder], { data_dir, cli })).toMatchObject({ code: 0 });
    expect(filesBelow(data_dir)).toContain(TRADES);
    const ledger = new Database(join(data_dir, 'ledger.sqlite'));
    expect(ledger.prepare('SELECT email, country FROM account').all()).toEqual([
      { email: 'test@example.com', country: 'ID' },
    ]);
    ledger.close();
  });

  test('that is newer is refused', async ({ alir }) => {
    await backUpWith(alir, (path) => {
      const newer = new Database(path);
      newer.pragma('user_version = 999');
      newer.close();
    });
    await expect(restoreTo(data_dir, folder)).rejects.toMatchObject({
      code: 'bad_backup',
      message: expect.stringMatching(
        /written by a newer version of Alir.* \(its schema is 999; this version supports schemas up to \d+\)\. Use the newer version/,
      ),
    });
    expect(filesBelow(data_dir)).toEqual(['writer.lock']);
  });

  test('that is inconsistent is refused', async ({ alir }) => {
    await backUpWith(alir, (path) => {
      const db = new Database(path);
      db.pragma('ignore_check_constraints = ON');
      db.exec("UPDATE api_key SET kind = 'none that there is'");
      db.close();
    });
    await expect(restoreTo(data_dir, folder)).rejects.toMatchObject({
      code: 'bad_backup',
      message: expect.stringMatching(
        /ledger\.sqlite cannot be used \(CHECK constraint failed in api_key\)\. Use another backup\./,
      ),
    });
  });
});

describe('an interrupted restore', () => {
  test.beforeEach(async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    await backUpTo(folder, alir);
    mkdirSync(`${data_dir}/lake/trades/trade_date=2020-01-01`, { recursive: true });
    writeFileSync(`${data_dir}/lake/trades/trade_date=2020-01-01/trades.parquet`, 'of another backup');
    for (const end of ['', '-wal', '-shm'])
      writeFileSync(`${data_dir}/ledger.sqlite.restoring${end}`, 'cut off');
  });

  test('is refused as a data folder by every command', async () => {
    await expect(() => openStores(configOf(data_dir), new SetClock())).rejects.toThrow(
      `A restore into ${data_dir} is running or was interrupted. If it is running, wait until it ends. If it was interrupted, run it again: alir restore DIR`,
    );
    expect(filesBelow(data_dir)).not.toContain('ledger.sqlite');
  });

  test('is started again by the next restore', async () => {
    await restoreTo(data_dir, folder);
    const tables = ['broker_day', 'ticker_day', 'trades'] as const;
    expect(filesBelow(data_dir)).toEqual([
      ...tables.map((table) => relative(data_dir, revisionFile(data_dir, table, DATE))),
      `lake/broker_day/trade_date=${DATE}/broker_day.parquet`,
      `lake/ticker_day/trade_date=${DATE}/ticker_day.parquet`,
      TRADES,
      'ledger.sqlite',
      'writer.lock',
    ]);
    expect(await (await openFolder(data_dir)).manifest.published(DATE)).toBeDefined();
  });
});
