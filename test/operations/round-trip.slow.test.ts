import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { repair } from '../../src/market/ingest/lake-writer.ts';
import { verify } from '../../src/operations/verify.ts';
import { type TestAlir, temporaryFolder } from '../support/alir.ts';
import {
  backedUp,
  backUpTo,
  filesBelow,
  openFolder,
  restoreTo,
  serveFolder,
  sha256,
} from '../support/backups.ts';
import { runCli } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

const EMAIL = 'test@example.com';
const LAKE = [
  `lake/broker_day/trade_date=${DATE}/broker_day.parquet`,
  `lake/ticker_day/trade_date=${DATE}/ticker_day.parquet`,
  `lake/trades/trade_date=${DATE}/trades.parquet`,
];

let data_dir: string;
beforeEach(async () => {
  data_dir = join(await temporaryFolder(), 'new', 'data');
});

const ingest = (alir: TestAlir, lines = 1) =>
  alir.ingest(FILE_NAME, csv(Array.from({ length: lines }, () => line())));

/** What is said of every ticker of the small market, over the turn of the year. */
async function answers(url: string, key: string): Promise<unknown[]> {
  const paths = ['BBCA', 'GOTO', 'BRMS', 'BRMS-W', 'GOTOM'].flatMap((ticker) => {
    const question = new URLSearchParams({ ticker, from: SMALL_DAYS[1], to: SMALL_DAYS[2] });
    return [`/stocks/broker-summary?${question}&investor=f`, `/foreign-flow?${question}`];
  });
  const headers = { authorization: `Bearer ${key}` };
  const responses = await Promise.all(paths.map((path) => fetch(url + path, { headers })));
  expect(responses.map(({ status }) => status)).toEqual(Array(paths.length).fill(200));
  return Promise.all(responses.map(async (response) => ((await response.json()) as any).data));
}

describe('a restored backup', () => {
  test('gives the same answers to the same keys with the same used units', async ({ alir }) => {
    const market = smallMarket();
    for (const day of SMALL_DAYS.slice(1, 3)) await alir.ingest(fileName(day), dailyFileText(market, day));
    const { accounts, folders } = alir.stores;
    const account = await accounts.withEmail(EMAIL);
    const account_id = account?.account_id ?? '';
    const second = (await accounts.createKey(account_id, 'second')).api_key;
    const revoked = await accounts.createKey(account_id, 'third');
    await accounts.revokeKey(revoked.key_id);
    const before = await answers(await alir.url(), alir.key);
    expect(before.every((each) => Object.keys(each as object).length > 0)).toBe(true);
    expect(await answers(await alir.url(), second)).toEqual(before);
    const used = counters(folders.ledgerFile, account_id);
    expect(used).toEqual({ account: 20, keys: 20 });

    await restoreTo(data_dir, await backedUp(alir));
    const ledger_file = join(data_dir, 'ledger.sqlite');
    expect(counters(ledger_file, account_id)).toEqual(used);
    const url = await serveFolder(data_dir);
    expect(await answers(url, alir.key)).toEqual(before);
    expect(await answers(url, second)).toEqual(before);
    expect(counters(ledger_file, account_id)).toEqual({ account: 40, keys: 40 });
    const headers = { authorization: `Bearer ${revoked.api_key}` };
    expect((await fetch(`${url}/usage`, { headers })).status).toBe(401);
    const restored = await openFolder(data_dir);
    expect(await restored.accounts.withEmail(EMAIL)).toEqual(account);
    const look = { patience_ms: 0, onWait: () => {}, onDay: () => {} };
    expect(await verify(restored.ingest, look)).toMatchObject({ days: 2, rebuilt_months: [], faults: [] });
  });

  test('has the ledger, the published files and backup.json, for its owner only', async ({ alir }) => {
    await ingest(alir);
    alir.clock.time = new Date('2026-02-03T04:05:06Z');
    const folder = await backedUp(alir);
    expect(filesBelow(folder)).toEqual(['backup.json', ...LAKE, 'ledger.sqlite']);
    const sizes = [...LAKE, 'ledger.sqlite'].map((name) => statSync(join(folder, name)).size);
    expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toEqual({
      format: 1,
      taken_at: '2026-02-03T04:05:06.000Z',
      alir_version: '0.0.0-test',
      ledger_sha256: sha256(join(folder, 'ledger.sqlite')),
      days: 1,
      files: 4,
      bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
      newest_day: DATE,
    });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(folder)).toBe('700');
    for (const name of ['ledger.sqlite', 'backup.json']) expect(mode(join(folder, name))).toBe('600');
    // As a copy by other tools may leave it.
    chmodSync(join(folder, 'ledger.sqlite'), 0o644);
    await restoreTo(data_dir, folder);
    expect(mode(join(data_dir, 'ledger.sqlite'))).toBe('600');
    const files = filesBelow(data_dir).filter((name) => !name.startsWith('delta/'));
    expect(files).toEqual([...LAKE, 'ledger.sqlite', 'writer.lock']);
  });

  test('has the state at the time of the backup', async ({ alir }) => {
    await ingest(alir, 1);
    const early = await backedUp(alir);
    await ingest(alir, 2);
    const late = await backedUp(alir);
    await restoreTo(`${data_dir}/early`, early);
    await restoreTo(`${data_dir}/late`, late);
    expect(await (await openFolder(`${data_dir}/early`)).manifest.published(DATE)).toMatchObject({
      trades_rows: 1,
    });
    expect(await (await openFolder(`${data_dir}/late`)).manifest.published(DATE)).toMatchObject({
      trades_rows: 2,
    });
  });

  test('contains no part of a day that is being published', async ({ alir }) => {
    await ingest(alir);
    const { manifest } = alir.stores;
    const published = await manifest.published(DATE);
    if (!published) throw new Error('no day');
    const { revision: _, ...content } = published;
    await manifest.intend({ ...content, trades_sha256: 'f'.repeat(64) }, 2);
    await restoreTo(data_dir, await backedUp(alir));
    expect(await manifest.intended()).toHaveLength(1);

    const restored = await openFolder(data_dir);
    await repair(restored.ingest);
    expect(await restored.manifest.intended()).toEqual([]);
    expect(await restored.manifest.published(DATE)).toEqual(published);
    expect(await restored.manifest.nextRevision(DATE)).toBe(3);
  });

  test('may contain only a ledger', async ({ alir }) => {
    const folder = join(await temporaryFolder(), 'b');
    expect(await backUpTo(folder, alir)).toMatchObject({ days: 0, files: 1 });
    expect(await restoreTo(data_dir, folder)).toMatchObject({ days: 0, files: 1 });
    expect(await (await openFolder(data_dir)).accounts.withEmail(EMAIL)).toBeDefined();
  });
});

describe('on the command line', () => {
  test('backup and restore print one object each, accept relative folders with spaces, and build the serving files', async ({
    alir,
    folder: cwd,
  }) => {
    await ingest(alir);
    const { folders } = alir.stores;
    const backup = await runCli(['backup', '--json', 'my back ups/of today'], {
      data_dir: folders.root,
      cwd,
    });
    expect([backup.code, backup.stderr]).toEqual([0, '']);
    const folder = join(cwd, 'my back ups/of today');
    const [taken] = backup.json();
    const summary = {
      taken_at: expect.stringMatching(/^20.*Z$/),
      days: 1,
      files: 4,
      bytes: expect.any(Number),
    };
    const seconds = expect.any(Number);
    expect(taken).toEqual({ folder, ...summary, rounds: 1, seconds });

    const args = ['restore', '--json', 'my back ups/of today'];
    const restored = await runCli(args, { data_dir, cwd });
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    const { taken_at, bytes } = taken;
    expect(restored.json()).toEqual([
      { folder: data_dir, backup: folder, ...summary, taken_at, bytes, seconds },
    ]);
    expect(filesBelow(join(data_dir, 'serving'))).toEqual(filesBelow(folders.serving));

    const again = await runCli(['backup', 'in words'], { data_dir, cwd });
    expect(again.stdout).toMatch(
      /^Backed up 1 day and the ledger as of 20.*Z, \d\.\d MB, to .*\/in words \([\d.]+ s\)\.\n$/,
    );
  });

  test('a missing data folder is an error, and no folder is created', async () => {
    const folder = join(await temporaryFolder(), 'b');
    const { code, stderr } = await runCli(['backup', folder], { data_dir });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^alir: No Alir data at /)]);
    for (const path of [data_dir, folder]) expect(() => statSync(path)).toThrow(/ENOENT/);
  });
});
