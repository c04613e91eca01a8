import { expect, test } from 'vitest';
import { dataFolders, isWithin } from '../../src/core/folders.ts';

test('the data folder has the folders and files that the guides name', () => {
  expect(dataFolders('/data')).toEqual({
    root: '/data',
    inbox: '/data/inbox',
    rejected: '/data/inbox/rejected',
    held: '/data/inbox/held',
    measure_months: '/data/serving/measures',
    official: '/data/official',
    lake: '/data/lake',
    delta: '/data/delta',
    serving: '/data/serving',
    market_files: '/data/serving/market',
    staging: '/data/staging',
    downloads: '/data/downloads',
    ledgerFile: '/data/ledger.sqlite',
    restoringLedger: '/data/ledger.sqlite.restoring',
    lastBackupFile: '/data/last-backup.json',
    lastUpdateFile: '/data/last-update.json',
    failuresFile: '/data/failures.json',
    writerLockFile: '/data/writer.lock',
    serverLockFile: '/data/server.lock',
  });
});

test.each([
  ['/data', true],
  ['/data/x', true],
  ['/data/..x', true],
  ['/data/../x', false],
  ['/', false],
  ['/data2', false],
])('%s is within /data: %s', (path, expected) => {
  expect(isWithin(path, '/data')).toBe(expected);
});
