import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, test } from 'vitest';
import { dataFolders } from '../../src/core/folders.ts';
import { ledgerError } from '../../src/ledger/ledger-error.ts';
import { openLedger, requireLake, requireLedger } from '../../src/ledger/open-ledger.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { countDays } from '../../src/market/lake/lake.ts';
import { unknownDays } from '../../src/operations/data-folder.ts';
import { withStores } from '../../src/server/stores.ts';
import { configOf, emptyDataFolder, temporaryFolder } from '../support/alir.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});

/** The permissions of a file do not bind root. */
function asAnotherUser<Result>(work: () => Result): Result {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const folders = () => dataFolders(root);
const IN_THE_FOLDER = { url: '', lake_group_read: false };
const day = () => mkdirSync(`${root}/lake/trades/trade_date=2026-01-19`, { recursive: true });

describe('a data folder that does not exist', () => {
  const commands: [string, () => unknown][] = [
    ['a command that reads the ledger', () => requireLedger(folders(), 0)],
    ['a command that reads the lake', () => requireLake(folders(), 0)],
    ['a command that uses the stores', () => withStores(configOf(root), { creates: false }, () => {})],
  ];

  test.each(commands)('%s refuses it and creates no file', async (_, command) => {
    root = join(root, 'mistyped');
    const refused = async () => command();
    await expect(refused()).rejects.toMatchObject({
      code: 'no_data',
      message: expect.stringMatching(
        /^No Alir data at \S+mistyped: the folder does not exist\. Set ALIR_DATA_DIR/,
      ),
    });
    expect(readdirSync(join(root, '..'))).toEqual([]);
    mkdirSync(root);
    await expect(refused()).rejects.toMatchObject({ message: expect.stringContaining('there is no ') });
    expect(readdirSync(root)).toEqual([]);
  });

  test('a command that writes creates it', async () => {
    root = join(root, 'new');
    expect(await withStores(configOf(root), { creates: true }, ({ accounts }) => accounts.all())).toEqual([]);
    expect(() => requireLedger(folders(), 0)).not.toThrow();
  });

  test('a file in its place is refused by every command', async () => {
    root = join(root, 'file');
    writeFileSync(root, '');
    const expectedText = `The data folder ${root} cannot be used (ENOTDIR). Check its owner`;
    for (const command of [requireLedger, requireLake])
      expect(() => command(folders(), 0)).toThrow(expectedText);
    await expect(openLedger(folders(), 0, IN_THE_FOLDER)).rejects.toThrow(expectedText);
  });
});

describe('a lake without a ledger', () => {
  test.each([
    ['missing', () => {}],
    ['empty', () => writeFileSync(`${root}/ledger.sqlite`, '')],
  ])('whose ledger is %s gets no new one', async (_, prepare) => {
    day();
    prepare();
    const before = readdirSync(root);
    const days = countDays(folders().lake);
    const expectedText =
      /ledger\.sqlite is missing or empty, but \S+lake contains 1 day\. Move \S+ away and restore/;
    expect(() => requireLedger(folders(), days)).toThrow(expectedText);
    await expect(openLedger(folders(), days, IN_THE_FOLDER)).rejects.toThrow(expectedText);
    expect(readdirSync(root)).toEqual(before);
  });

  test('can be queried, since it may be a copy for an analyst', () => {
    day();
    expect(() => requireLake(folders(), countDays(folders().lake))).not.toThrow();
  });

  test('is distinguished from a lake whose days are published', async () => {
    root = await emptyDataFolder();
    const days = () => withStores(configOf(root), { creates: false }, unknownDays);
    expect(await days()).toBe(0);
    day();
    expect(await days()).toBe(1);
  });
});

describe('a ledger that cannot be used', () => {
  beforeEach(async () => {
    root = await emptyDataFolder();
  });
  const path = () => join(root, 'ledger.sqlite');
  const bytes = () => readFileSync(path());
  const isRefused = async (code: string, expectedText: RegExp) => {
    const before = bytes();
    await expect(openLedger(folders(), 0, IN_THE_FOLDER)).rejects.toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(expectedText) }),
    );
    expect(bytes().equals(before)).toBe(true);
  };

  test('that is not SQLite', async () => {
    writeFileSync(path(), 'my shopping list\n'.repeat(100));
    await isRefused('ledger_foreign', /ledger\.sqlite is not a SQLite database\. .*restore your last backup/);
  });

  test('that is the database of another program', async () => {
    rmSync(path());
    const other = new Database(path());
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    await isRefused(
      'ledger_foreign',
      /ledger\.sqlite is a SQLite database, but another program created it\. Check that ALIR_DATA_DIR/,
    );
  });

  test("that is another program's database with a schema number", async () => {
    rmSync(path());
    const other = new Database(path());
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.pragma('user_version = 3');
    other.close();
    await isRefused('ledger_foreign', /another program created it/);
  });

  test('of a newer Alir, or from before the first release', async () => {
    const newer = new Database(path());
    newer.pragma('user_version = 36');
    newer.pragma('journal_mode = DELETE');
    newer.close();
    await isRefused(
      'ledger_newer',
      /written by a newer version of Alir, or before the first release \(its schema is 36; this version supports schemas up to \d\)\. Use the newer version .* start with a new data folder, .* and ingest the daily files again$/,
    );
  });

  test('that is damaged', async () => {
    const damaged = bytes();
    damaged.fill(0xff, 100, 4096);
    writeFileSync(path(), damaged);
    await isRefused('ledger_damaged', /ledger\.sqlite is damaged \(.+\)\. Check the disk, stop the server/);
  });

  test('that is truncated', async () => {
    truncateSync(path(), 4096);
    await isRefused('ledger_damaged', /ledger\.sqlite is damaged/);
  });

  test.skipIf(process.platform === 'win32')('that this user may not write', async () => {
    chmodSync(root, 0o755);
    chmodSync(path(), 0o444);
    await asAnotherUser(() =>
      isRefused('ledger_read_only', /ledger\.sqlite cannot be written \(SQLITE_\w+\)\. \w+/),
    );
  });

  test.skipIf(process.platform === 'win32')('whose folder this user may not enter', () => {
    chmodSync(root, 0o000);
    asAnotherUser(() =>
      expect(() => requireLedger(folders(), 0)).toThrow(/data folder \S+ cannot be used \(EACCES\)\. \w+/),
    );
    chmodSync(root, 0o700);
  });

  test.runIf(process.geteuid?.() === 0)('of another user is used as that user', () => {
    asAnotherUser(() =>
      expect(() => requireLedger(folders(), 0)).toThrow(/Run the command as the owner: sudo -u '#0'/),
    );
  });

  test('whose damage is found while a command runs', async () => {
    const damaged = bytes();
    const db = new Database(path(), { readonly: true });
    const page = Number(
      db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'account'").pluck().get(),
    );
    db.close();
    damaged.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(path(), damaged);
    await expect(
      withStores(configOf(root), { creates: false }, ({ accounts }) => accounts.all()),
    ).rejects.toMatchObject({ code: 'ledger_damaged' });
  });

  test.each([
    ['SQLITE_FULL', 'disk_full', /The disk of \/data is full\. The ledger is unchanged\. Free some space/],
    [
      'SQLITE_IOERR_READ',
      'unusable_folder',
      /cannot be read or written \(SQLITE_IOERR_READ\)\. Check the disk/,
    ],
    ['SQLITE_READONLY_DBMOVED', 'ledger_read_only', /cannot be written/],
    ['SQLITE_CANTOPEN', 'ledger_read_only', /cannot be written/],
    ['SQLITE_BUSY_SNAPSHOT', 'overloaded', /^Another process is writing to /],
  ])('%s is explained', (code, ours, expectedText) => {
    const error = Object.assign(new Error('x'), { code });
    expect(ledgerError(error, '/data/ledger.sqlite')).toMatchObject({
      code: ours,
      message: expect.stringMatching(expectedText),
    });
  });

  test('other errors are not changed', () => {
    expect(
      ledgerError(Object.assign(new Error(), { code: 'SQLITE_CONSTRAINT_UNIQUE' }), '/l'),
    ).toBeUndefined();
    expect(ledgerError(Object.assign(new Error(), { code: 'ENOENT' }), '/l')).toBeUndefined();
  });
});
