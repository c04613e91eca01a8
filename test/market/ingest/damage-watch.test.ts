import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { dataFolders } from '../../../src/core/folders.ts';
import { DamageWatch } from '../../../src/market/ingest/damage-watch.ts';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { measureUnlessBusy } from '../../../src/market/ingest/measures.ts';
import type { IngestServices } from '../../../src/market/ingest/services.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { afterThisTest } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import { revisionFile } from '../../support/revision-file.ts';
import { blockOffset } from '../../support/serving.ts';
import { until } from '../../support/until.ts';

const OTHER_DATE = '2026-01-20';
const TWO_DAYS = [
  [FILE_NAME, csv([line()])],
  ['DT260120.csv', csv([line({ TRX_DATE: OTHER_DATE })])],
] as const;

test('a file that was written to is damaged until it is right again, and another file is not', async ({
  alir,
}) => {
  await alir.publish(TWO_DAYS);
  const { manifest, folders } = alir.stores;
  const files = [DATE, OTHER_DATE].map((day) => revisionFile(folders.root, 'trades', day));
  const [, damaged = ''] = files;
  const right = await readFile(damaged);
  await writeFile(damaged, 'other trades');

  const events: unknown[] = [];
  const watch = new DamageWatch(alir.stores.ingest, {
    onDamage: (damage) => events.push(damage),
    onRepaired: (file) => events.push({ ...file, isRepaired: true }),
    onDamagedMarketFile: () => {},
  });
  afterThisTest(() => watch.close());
  // Both are read in the first inspection.
  for (const file of files) watch.doubt(file);
  await watch.start();
  await expect.poll(() => events.length, { timeout: 60_000 }).toBeGreaterThan(0);
  const file_name = relative(folders.root, damaged);
  const repair = 'Ingest DT260120.csv again.';
  const damage = { file_name, problem: 'was changed after it was published', repair };
  expect(events).toEqual([damage]);
  await expect(watch.check()).rejects.toMatchObject({
    code: 'not_ready',
    message: `the lake files of ${OTHER_DATE} (trades) are damaged`,
    cause: { message: `${damaged} ${damage.problem}` },
  });
  expect(await manifest.servingDamages()).toMatchObject([
    { file_name, problem: damage.problem, failure: repair, rebuilt_at: null },
  ]);

  // A server that starts now knows the damage, and logs it when the file is right again.
  await watch.close();
  await writeFile(damaged, right);
  const log = await alir.log();
  await expect.poll(() => log, { timeout: 60_000 }).toEqual(['warn: lake file repaired']);
  expect((await alir.request('/health/ready')).status).toBe(200);
  await expect.poll(async () => (await manifest.servingDamages())[0]?.rebuilt_at).not.toBeNull();
  await writeFile(damaged, 'other trades');
  const [serving_file] = await manifest.servingFiles();
  const path = join(folders.serving, serving_file?.file_name ?? '');
  await flip(path, await blockOffset(path));
  expect((await alir.get('/foreign-flow', { ticker: 'BRMS', from: DATE, to: DATE })).status).toBe(503);
  const damages = [
    'error: lake file damaged; the server is not ready until it is repaired',
    'error: serving file damaged; rebuilding it from the lake',
    'warn: serving file rebuilt',
  ];
  await expect.poll(() => log, { timeout: 60_000 }).toEqual(expect.arrayContaining(damages));
});

test('a damaged file of measures is found, until it is built again', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
  const { ingest, folders, manifest } = alir.stores;
  await measureUnlessBusy(ingest, {});
  const [measured] = (await manifest.measures()).files;
  const file_name = `delta/measure_day/trade_date=${DATE}/${measured?.sha256}.parquet`;
  const events: unknown[] = [];
  const watch = new DamageWatch(ingest, {
    onDamage: (damage) => events.push(damage),
    onRepaired: (file) => events.push({ ...file, isRepaired: true }),
    onDamagedMarketFile: () => {},
  });
  afterThisTest(() => watch.close());
  await rm(join(folders.root, file_name));
  await watch.start();
  await expect.poll(() => events.length, { timeout: 60_000 }).toBe(1);
  await expect(watch.check()).rejects.toMatchObject({
    message: `the lake files of ${DATE} (measure_day) are damaged`,
  });
  expect(await buildLake(ingest, { patience_ms: 0 })).toMatchObject({ measured: [DATE] });
  await expect.poll(() => events.length, { timeout: 60_000 }).toBe(2);
  const repair = 'Run "alir lake build".';
  expect(events).toEqual([
    { file_name, problem: 'is missing', repair },
    { file_name, isRepaired: true },
  ]);
});

test('a fixed name that was deleted is found, because readers by pattern lack the day, until it is built again', async ({
  alir,
}) => {
  await alir.publish(TWO_DAYS);
  const { ingest } = alir.stores;
  const nameOf = (table: string, day: string) => `lake/${table}/trade_date=${day}/${table}.parquet`;
  const names = [nameOf('trades', DATE), nameOf('ticker_day', DATE), nameOf('trades', OTHER_DATE)];
  for (const name of names) await rm(join(ingest.folders.root, name));
  const { market_files } = ingest.folders;
  const market_file = (await readdir(market_files)).find((name) => name.includes('ticker_rows')) ?? '';
  await rm(join(market_files, market_file));
  const damaged_market_files: unknown[] = [];
  const events: unknown[] = [];
  const open = async () => {
    const watch = new DamageWatch(ingest, {
      onDamage: (damage) => events.push(damage),
      onRepaired: (file) => events.push({ ...file, isRepaired: true }),
      onDamagedMarketFile: (file) => damaged_market_files.push(file),
    });
    afterThisTest(() => watch.close());
    await watch.start();
    return watch;
  };
  const watch = await open();
  await expect.poll(() => events.length, { timeout: 60_000 }).toBe(3);
  await expect(watch.check()).rejects.toMatchObject({
    code: 'not_ready',
    message: `the lake files of ${DATE} (trades, ticker_day) are damaged; the lake files of ${OTHER_DATE} (trades) are damaged; the serving file of 2026-01 is damaged`,
  });
  expect(damaged_market_files[0]).toMatchObject({ file_name: market_file, problem: 'is missing' });
  await watch.close();
  expect(await buildLake(ingest, { patience_ms: 0 })).toMatchObject({ damaged_days: [] });
  await open();
  await expect.poll(() => events.length, { timeout: 60_000 }).toBe(6);
  const repair = 'Run "alir lake build".';
  expect(events.slice(0, 3)).toEqual(
    names.map((file_name) => ({ file_name, problem: 'is missing', repair })),
  );
  expect(events.slice(3)).toEqual(
    expect.arrayContaining(names.map((file_name) => ({ file_name, isRepaired: true }))),
  );
});

test('of many damages, 20 are noted, and 5 days are named', async ({ folder }) => {
  const folders = dataFolders(folder);
  const sha256 = (digit: string) => digit.repeat(64);
  const published = [5, 6, 7, 8, 9, 12, 13].map((day) => ({
    ...{ trade_date: `2026-01-${String(day).padStart(2, '0')}`, source_name: 'a.csv', state: 'published' },
    ...{ trades_sha256: sha256('a'), broker_day_sha256: sha256('b'), ticker_day_sha256: sha256('c') },
  }));
  const measures = { publications: 0, files: [] };
  const noted: string[] = [];
  const manifest = {
    servingDamages: async () => [],
    lakeContents: () => published,
    measures: () => measures,
    marketFiles: () => measures.files,
    noteServingDamage: async (file_name: string) => void noted.push(file_name),
    noteFailedRebuild: async () => {},
  };
  const services = { manifest, folders, lake: new Lake(folders), follow_url: '' };
  const events: unknown[] = [];
  const watch = new DamageWatch(services as unknown as IngestServices, {
    onDamage: (damage) => events.push(damage),
    onRepaired: () => {},
    onDamagedMarketFile: () => {},
  });
  afterThisTest(() => watch.close());
  await watch.start();
  await until('the damages are noted', () => noted.length >= 20);
  const error = await watch.check().catch((reason) => reason);
  expect([events.length, noted.length, error.cause.message.split('; ').length]).toEqual([20, 20, 20]);
  const damaged = published.slice(0, 5).map(({ trade_date }) => `the lake files of ${trade_date}`);
  expect(error.message.split('; ')).toEqual([
    ...damaged.map((start) => expect.stringMatching(new RegExp(`^${start} .* are damaged$`))),
    'and 2 more',
  ]);
});
