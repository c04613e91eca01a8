import fs, { chmodSync, writeFileSync } from 'node:fs';
import { describe, expect, vi } from 'vitest';
import type { DataFolders } from '../../src/core/folders.ts';
import { ledgerError } from '../../src/ledger/ledger-error.ts';
import { lockForServer } from '../../src/ledger/locks.ts';
import { openFolderNotice } from '../../src/ledger/private-folder.ts';
import { quickCheck } from '../../src/ledger/sqlite/quick-check.ts';
import { Database, isBusy, SqliteError } from '../../src/ledger/sqlite/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { afterThisTest } from '../support/alir.ts';
import { fakeTimers } from '../support/cleanups.ts';
import { test } from '../support/fixtures.ts';
import { replaceBuiltins } from '../support/replaced-builtins.ts';

function open(folder: string): SqliteLedger {
  const ledger = new SqliteLedger(`${folder}/ledger.sqlite`);
  afterThisTest(() => ledger.close());
  return ledger;
}

const RESTORE = 'stop the server, move the data folder away, and restore your last backup: alir restore DIR';
const PERMISSIONS =
  'Check the permissions of the file and of its folder, and whether the disk is mounted read-only.';

test.for([
  ['SQLITE_BUSY', true],
  ['SQLITE_BUSY_SNAPSHOT', true],
  ['SQLITE_LOCKED', false],
] as const)('%s means that another process was writing: %s', ([code, expected]) => {
  expect(isBusy(new SqliteError('x', code))).toBe(expected);
});

describe('an error of SQLite', () => {
  test.for([
    [
      'SQLITE_NOTADB',
      'ledger_foreign',
      `is not a SQLite database. Check that ALIR_DATA_DIR is the right folder. If it is, ${RESTORE}`,
    ],
    ['SQLITE_CORRUPT_VTAB', 'ledger_damaged', `is damaged (why). Check the disk, ${RESTORE}`],
    [
      'SQLITE_READONLY_DIRECTORY',
      'ledger_read_only',
      `cannot be written (SQLITE_READONLY_DIRECTORY). ${PERMISSIONS}`,
    ],
    ['SQLITE_CANTOPEN', 'ledger_read_only', `cannot be written (SQLITE_CANTOPEN). ${PERMISSIONS}`],
    ['SQLITE_PERM', 'ledger_read_only', `cannot be written (SQLITE_PERM). ${PERMISSIONS}`],
    [
      'SQLITE_IOERR_READ',
      'unusable_folder',
      'cannot be read or written (SQLITE_IOERR_READ). Check the disk and the system log.',
    ],
  ] as const)('%s says what to do', ([code, refusal, text], { folder }) => {
    const cause = new SqliteError('why', code);
    expect(ledgerError(cause, folder)).toMatchObject({ code: refusal, message: `${folder} ${text}`, cause });
  });

  test('of a full disk or a busy file says what to do, and other errors stay', () => {
    expect(ledgerError(new SqliteError('x', 'SQLITE_FULL'), '/data/ledger.sqlite')).toMatchObject({
      code: 'disk_full',
      message:
        'The disk of /data is full. The ledger is unchanged. Free some space, then run the command again.',
    });
    expect(ledgerError(new SqliteError('x', 'SQLITE_BUSY_SNAPSHOT'), '/data/l')).toMatchObject({
      code: 'overloaded',
      message: 'Another process is writing to /data/l. Try again in a second.',
      retry_after_s: 1,
    });
    for (const code of ['SQLITE_CONSTRAINT_UNIQUE', 'ENOENT'])
      expect(ledgerError(new SqliteError('x', code), '/data')).toBeUndefined();
  });
});

describe('a ledger', () => {
  const at = (checked_at: string) => ({ checked_at });

  test('accepts no write after a flush has failed', async ({ folder }) => {
    const ledger = open(folder);
    const error = Object.assign(new Error('x'), { code: 'EIO' });
    vi.spyOn(fs, 'fdatasync').mockImplementation((_fd, end) => end(error));
    replaceBuiltins();
    const failures: string[] = [];
    ledger.onFlushFailure(({ code }) => failures.push(code));
    const refused = expect.objectContaining({ code: 'not_ready' });
    ledger.countAll('note_health_check', [at('one')]);
    await expect(ledger.flush()).rejects.toThrow(refused);
    expect(() => ledger.countAll('note_health_check', [at('two')])).toThrow(refused);
    await expect(ledger.run('note_health_check', at('two'))).rejects.toThrow(refused);
    await expect(ledger.transaction(async () => {})).rejects.toThrow(refused);
    expect(failures).toEqual(['not_ready']);
  });

  test('keeps nothing of counts that fail, and counts nothing within a transaction', async ({ folder }) => {
    const ledger = open(folder);
    const reader = new Database(ledger.path, { readonly: true });
    afterThisTest(async () => void reader.close());
    const checked = () => reader.prepare('SELECT checked_at FROM health_check').pluck().all();
    const without = { checked_at: null } as unknown as { checked_at: string };
    expect(() => ledger.countAll('note_health_check', [at('one'), without])).toThrow(/NOT NULL/);
    expect(checked()).toEqual([]);
    await ledger.transaction(async () => {
      expect(() => ledger.countAll('note_health_check', [at('two')])).toThrow(
        expect.objectContaining({ code: 'SQLITE_BUSY' }),
      );
    });
    ledger.countAll('note_health_check', [at('three')]);
    expect(checked()).toEqual(['three']);
  });

  test('serves one server at a time', async ({ folder }) => {
    const path = `${folder}/server.lock`;
    const release = await lockForServer(path, 0);
    await expect(lockForServer(path, 0)).rejects.toMatchObject({
      code: 'server_running',
      message: `Another server is using this data folder (${path} is locked). A SQLite ledger serves one server, because the rate limits are counted in its memory. Stop the other server, or let several servers share a PostgreSQL database: set ALIR_LEDGER_URL.`,
    });
    const next = lockForServer(path, 3_600_000);
    release();
    (await next)();
  });
});

describe('the quick check', () => {
  test('reports damage, and a check that takes too long', async ({ folder }) => {
    const { path } = open(folder);
    expect(await quickCheck(path, 60_000)).toBeNull();
    writeFileSync(`${folder}/other`, 'x'.repeat(5000));
    expect(await quickCheck(`${folder}/other`, 60_000)).toBe('file is not a database');
    expect(await quickCheck(`${folder}/missing`, 60_000)).toBe('unable to open database file');
    fakeTimers({ toFake: ['setTimeout'] });
    const check = quickCheck(path, 5000);
    vi.advanceTimersByTime(5000);
    await expect(check).rejects.toThrow('the check took longer than 5 seconds');
  });
});

test('a data folder that others can enter is reported with the command that closes it', ({ folder }) => {
  const notice = (mode: number, lake_group_read: boolean) => {
    chmodSync(folder, mode);
    return openFolderNotice({ root: folder } as DataFolders, lake_group_read);
  };
  const others = `Other users of this machine can open the data folder ${folder} (mode 0755). `;
  expect(notice(0o755, true)).toBe(`${others}To make the folder private, run: chmod 710 ${folder}`);
  expect(notice(0o755, false)).toBe(
    `${others}To let only the group of the folder read the lake, set ALIR_LAKE_GROUP_READ=yes. To make the folder private, run: chmod 700 ${folder}`,
  );
  expect([notice(0o710, true), notice(0o700, false)]).toEqual([null, null]);
  expect(notice(0o710, false)).toContain('(mode 0710)');
});
