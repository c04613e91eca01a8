import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Mock, vi } from 'vitest';
import { statusCommand } from '../../../src/cli/operation/status.ts';
import { ledgerBusy } from '../../../src/ledger/ledger-error.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { ServingHealer } from '../../../src/market/ingest/serving-healer.ts';
import { marketFilesOf } from '../../../src/market/serving/market-files.ts';
import type { DamagedFile } from '../../../src/market/serving/serving.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { revisionFile } from '../../support/revision-file.ts';
import { until } from '../../support/until.ts';

const PUBLISHED = { published: [[FILE_NAME, csv([line()])]] as const };
const test = base.extend('settings', () => PUBLISHED);

let healer: ServingHealer;
/** Called once by each rebuild, before it does anything. */
let checkPlace: Mock<() => void>;
let events: string[];
let path: string;
let bytes: Buffer;

test.beforeEach(async ({ alir }) => {
  const { ingest, ledger, manifest, folders } = alir.stores;
  events = [];
  checkPlace = vi.fn(() => ledger.checkPlace());
  healer = new ServingHealer(
    ingest,
    { checkPlace },
    {
      onDamage: ({ problem }) => events.push(`damage: ${problem}`),
      onRebuilt: () => events.push('rebuilt'),
      onFailure: (_file, error) => events.push(`failure: ${(error as Error).message}`),
    },
  );
  afterThisTest(() => healer.close());
  path = join(folders.serving, (await manifest.servingFiles())[0]?.file_name ?? '');
  bytes = await readFile(path);
});

async function damaged(alir: TestAlir): Promise<DamagedFile> {
  const [file] = await alir.stores.manifest.servingFiles();
  if (!file) throw new Error('No serving file is in force');
  return { ...file, problem: 'is missing' };
}

async function events_are(expected: unknown[]): Promise<void> {
  for (let looks = 0; events.length < expected.length && looks < 1000; looks++) await sleep(10);
  expect(events).toEqual(expected);
}

async function status(alir: TestAlir): Promise<{ isFine: boolean; text: string }> {
  let text = '';
  const isFine = await statusCommand(alir.stores, {
    record: (_fields, shown) => {
      text = shown;
    },
    notice: () => {},
  });
  return { isFine, text };
}

test('a damaged file is rebuilt once for any reports, and in alir status', async ({ alir }) => {
  alir.clock.time = new Date('2026-01-19T13:00:00Z');
  expect(await status(alir)).toMatchObject({ isFine: true, text: expect.stringMatching(/^damaged +none$/m) });
  await rm(path);
  const file = await damaged(alir);
  for (let reports = 0; reports < 5; reports++) await healer.report(file);
  expect(await status(alir)).toMatchObject({
    isFine: false,
    text: expect.stringMatching(/^damaged +1\n .*\.arrow is missing: not rebuilt yet$/m),
  });
  await events_are(['damage: is missing', 'rebuilt']);
  expect(await readFile(path)).toEqual(bytes);
  expect(await alir.stores.manifest.servingFiles()).toMatchObject([{ build: 2 }]);
  expect(await status(alir)).toMatchObject({
    isFine: true,
    text: expect.stringMatching(/^damaged +1\n .*\.arrow is missing: rebuilt at 2026-01-19/m),
  });
  // A report that comes late is of a build that is no longer in force.
  await healer.report(file);
  await healer.close();
  expect(events).toHaveLength(2);
  expect(await alir.stores.manifest.servingFiles()).toMatchObject([{ build: 2 }]);
});

test('a rebuild that a locked ledger prevents is retried after a second', async ({ alir }) => {
  await rm(path);
  checkPlace.mockImplementationOnce(() => {
    throw ledgerBusy();
  });
  const file = await damaged(alir);
  await healer.report(file);
  await expect.poll(() => checkPlace.mock.results).toMatchObject([{ type: 'throw' }]);
  await healer.report(file);
  expect(checkPlace).toHaveBeenCalledOnce();
  // The pause begins in the turn of the event loop in which the attempt fails. That after a failure would be 60 s.
  alir.clock.elapsed_ms += 999;
  await healer.report(file);
  expect(checkPlace).toHaveBeenCalledOnce();
  alir.clock.elapsed_ms += 1;
  await healer.report(file);
  await events_are(['damage: is missing', 'rebuilt']);
});

test('a file that cannot be rebuilt is reported once, and retried later', async ({ alir }) => {
  const lake = revisionFile(alir.stores.folders.root, 'broker_day', DATE);
  await rename(lake, `${lake}.saved`);
  await writeFile(path, 'x');
  const file = await damaged(alir);
  const failure = expect.stringMatching(/^failure: .*broker_day.*\.parquet is missing or differs/);
  await healer.report(file);
  await events_are(['damage: is missing', failure]);
  expect((await status(alir)).text).toMatch(/: cannot be rebuilt\. .*broker_day.*\.parquet is missing/);

  await rename(`${lake}.saved`, lake);
  alir.clock.elapsed_ms += 59_999;
  await healer.report(file);
  expect(checkPlace).toHaveBeenCalledTimes(1);
  alir.clock.elapsed_ms += 1;
  await healer.report(file);
  expect(checkPlace).toHaveBeenCalledTimes(2);
  await events_are(['damage: is missing', failure, 'rebuilt']);
  expect(await readFile(path)).toEqual(bytes);

  await rm(lake);
  await writeFile(path, 'x');
  await healer.report(await damaged(alir));
  await events_are(['damage: is missing', failure, 'rebuilt', 'damage: is missing', failure]);
  alir.clock.time = new Date('2026-02-03T12:00:00Z');
  await alir.ingest(FILE_NAME, csv([line()]));
  await healer.report(await damaged(alir));
  await events_are([
    ...['damage: is missing', failure, 'rebuilt'],
    ...['damage: is missing', failure, 'rebuilt'],
  ]);
  expect(await readFile(path)).toEqual(bytes);
});

test('a file that was restored meanwhile, a market file and a measure month are in force again', async ({
  alir,
}) => {
  const { folders, manifest } = alir.stores;
  // The file is right again: servers only open it again.
  await healer.report(await damaged(alir));
  await events_are(['damage: is missing', 'rebuilt']);
  expect([await readFile(path), await manifest.servingFiles()]).toMatchObject([bytes, [{ build: 2 }]]);

  const [market_file] = marketFilesOf(folders.market_files, await manifest.marketFiles());
  await alir.measure();
  const [month] = await readdir(folders.measure_months);
  const others = [
    { file_name: market_file?.file_name ?? '', build: 1, path: market_file?.path ?? '' },
    { file_name: month ?? '', build: 0, path: join(folders.measure_months, month ?? '') },
  ];
  for (const { path, ...file } of others) {
    const right = await readFile(path);
    await writeFile(path, 'x');
    events = [];
    await healer.report({ ...file, problem: 'is damaged' });
    await events_are(['damage: is damaged', 'rebuilt']);
    expect(await readFile(path)).toEqual(right);
    // Neither another file nor an earlier build is rebuilt.
    await healer.report({ ...file, file_name: 'other', problem: 'is damaged' });
    if (file.build === 1) await healer.report({ ...file, problem: 'is damaged' });
    expect(events).toHaveLength(2);
  }
  expect(await manifest.servingDamages()).toMatchObject(
    others.map(() => ({ rebuilt_at: expect.any(String) })).concat({ rebuilt_at: expect.any(String) }),
  );
  // A repair finds that noted damages are gone.
  for (const { file_name } of [...others, await damaged(alir)])
    await manifest.noteServingDamage(file_name, 'is damaged');
  const open = async () =>
    (await manifest.servingDamages()).filter(({ rebuilt_at }) => rebuilt_at === null).length;
  expect(await open()).toBe(3);
  await repair(alir.stores.ingest);
  expect(await open()).toBe(0);
});

test('a file whose month before is damaged too is rebuilt together with that', async ({ alir }) => {
  const { folders, manifest } = alir.stores;
  await alir.ingest('DT260202.csv', csv([line({ TRX_DATE: '2026-02-02' })]));
  const files = await manifest.servingFiles();
  const paths = files.map(({ file_name }) => join(folders.serving, file_name));
  const before = await Promise.all(paths.map((each) => readFile(each)));
  for (const each of paths) await writeFile(each, 'damaged');
  for (const file of files.toReversed()) await healer.report({ ...file, problem: 'is damaged' });
  await events_are(['damage: is damaged', 'damage: is damaged', 'rebuilt']);
  await healer.close();
  expect(await Promise.all(paths.map((each) => readFile(each)))).toEqual(before);
  expect(await manifest.servingFiles()).toMatchObject([{ build: 2 }, { build: 2 }]);
  expect(await manifest.servingDamages()).toMatchObject([
    { rebuilt_at: expect.any(String) },
    { rebuilt_at: expect.any(String) },
  ]);
});

test('a failure that repeats is logged once', async ({ alir }) => {
  await rm(path);
  checkPlace.mockImplementation(() => {
    throw new Error('no place');
  });
  const file = await damaged(alir);
  await until('a second attempt', async () => {
    alir.clock.elapsed_ms += 60_000;
    await healer.report(file);
    return checkPlace.mock.calls.length === 2;
  });
  await healer.close();
  expect(events).toEqual(['damage: is missing', 'failure: no place']);
});

test('a file that is damaged again is rebuilt after nine times as long as the rebuild before took', async ({
  alir,
}) => {
  checkPlace.mockImplementationOnce(() => {
    alir.clock.elapsed_ms += 1000;
  });
  await rm(path);
  await healer.report(await damaged(alir));
  await events_are(['damage: is missing', 'rebuilt']);
  await rm(path);
  alir.clock.elapsed_ms += 8999;
  await healer.report(await damaged(alir));
  expect(checkPlace).toHaveBeenCalledTimes(1);
  alir.clock.elapsed_ms += 1;
  await healer.report(await damaged(alir));
  await events_are(['damage: is missing', 'rebuilt', 'damage: is missing', 'rebuilt']);
});
