import { test as base } from 'vitest';
import { afterThisFile, emptyDataFolder, TestAlir, type TestSettings, temporaryFolder } from './alir.ts';
import { MeteredServer } from './metering.ts';
import { Publishers } from './publishers.ts';
import { Shop } from './shop.ts';

/**
 * The tests of Alir, with what most of them open. A fixture is opened for the test that names it, and closed after that test.
 *
 *     test('an unknown ticker has no rows', async ({ alir }) => {
 *       expect((await alir.get('/foreign-flow', { ticker: 'NONE', from, to })).status).toBe(200);
 *     });
 */
export const test = base
  /** The settings of `alir`; a group of tests changes them by `test.override('settings', ...)`. */
  .extend('settings', (): TestSettings => ({}))
  /** A complete Alir: real stores, a key without limits, and an HTTP server that starts with the first request. */
  .extend('alir', ({ settings }) => TestAlir.open(settings))
  /** The settings of `sharedAlir`; a file changes them by `base.extend('sharedSettings', { scope: 'file' }, ...)`. */
  .extend('sharedSettings', { scope: 'file' }, (): TestSettings => ({}))
  /** The same for all tests of a file, for tests that only read. */
  .extend('sharedAlir', { scope: 'file' }, ({ sharedSettings }) =>
    TestAlir.open(sharedSettings, afterThisFile),
  )
  /** An empty temporary folder. */
  .extend('folder', () => temporaryFolder())
  /** An empty temporary folder, for the operator's files beside a data folder. */
  .extend('outside', () => temporaryFolder())
  /** A data folder with a ledger and without published days. */
  .extend('data_dir', () => emptyDataFolder())
  /** The real admission, ledger and HTTP server with an operation of any cost. */
  .extend('server', () => MeteredServer.start())
  /** Accounts and billing over a real ledger, without HTTP. */
  .extend('shop', () => Shop.open())
  /** The id of an account of `shop` on the free plan. */
  .extend('account', ({ shop }) => shop.account())
  /** Simulated publishers and receivers on the internet. */
  .extend('publishers', () => Publishers.start());

/** The tests of a file that share one Alir: each has accounts of its own, or only reads. */
export const testWithSharedAlir = test.extend('alir', ({ sharedAlir }) => {
  sharedAlir.beginTest();
  return sharedAlir;
});
