import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { Market } from '../../src/cli/demo/market.ts';
import { dataFolders } from '../../src/core/folders.ts';
import { BucketCopy } from '../../src/market/ingest/copies/copy-source.ts';
import { sync } from '../../src/market/ingest/copies/sync.ts';
import { buildLake } from '../../src/market/ingest/lake-build.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import type { IngestServices } from '../../src/market/ingest/services.ts';
import { verify } from '../../src/operations/verify.ts';
import { openStores } from '../../src/server/stores.ts';
import { answerAfterRestart } from '../support/after-restart.ts';
import { configOf, SetClock, temporaryFolder } from '../support/alir.ts';
import { CREDENTIALS, contentOf, expectSame, type Fault, faultyBucket } from '../support/bucket.ts';
import { runProcess, startCli } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { summaryOf } from '../support/oracle.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { someOf } from '../support/size.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../support/small-market.ts';

const DATE = '2026-01-05';
const QUESTION = { ticker: 'BBCA', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const HOOK = resolve(import.meta.dirname, '../support/kill-at.mjs');

function version(seed: string): { text: string; rows: unknown } {
  const text = dailyFileText(new Market({ ...SMALL_PLAN, trades_a_day: 300, seed }), DATE);
  return { text, rows: summaryOf(text, QUESTION) };
}

/** Runs a command that is killed at its n-th effect; 0: that is not killed. @returns what it did to the disk, where it came to its end */
async function run(
  args: readonly string[],
  data_dir: string,
  kill_at: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const counts = `${data_dir}.effects.json`;
  const env = {
    ...settings,
    NODE_OPTIONS: `--import=${HOOK}`,
    ALIR_TEST_KILL_AT: String(kill_at),
    ALIR_TEST_KILL_COUNT: counts,
  };
  const { code, stderr } = await runProcess(args, { data_dir, env });
  if (kill_at > 0) {
    expect(code).toBeNull();
    return [];
  }
  expect([code, stderr]).toEqual([0, '']);
  const effects = JSON.parse(readFileSync(counts, 'utf8'));
  rmSync(counts);
  return effects;
}

const ingest = (data_dir: string, file: string, kill_at: number) =>
  run(['ingest', '--confirm', file], data_dir, kill_at);

/** What the next runs do to the data folder, in this process, which needs no new one to start. */
async function inThisProcess<Result>(
  data_dir: string,
  work: (ingest: IngestServices) => Promise<Result>,
  clock = new SetClock(),
): Promise<Result> {
  const stores = await openStores(configOf(data_dir), clock);
  try {
    return await work(stores.ingest);
  } finally {
    await stores.ledger.close();
  }
}

const ingestAgain = (data_dir: string, path: string) =>
  inThisProcess(data_dir, (ingest) => ingestFiles(ingest, [{ path, command: 'ingest', confirmed: true }]));

/** Of about 40 effects of a command. */
const KILLS = 4;
const LOCK = { patience_ms: 10_000, onWait: () => {}, onDay: () => {} };
const verifyIn = (data_dir: string) => inThisProcess(data_dir, (ingest) => verify(ingest, LOCK));
const buildIn = (data_dir: string) => inThisProcess(data_dir, (ingest) => buildLake(ingest, LOCK));

/** For all effects, on a busy machine. */
const TIMEOUT_MS = 1_800_000;

describe('kill -9 at a write, fsync or rename, one run for each', { timeout: TIMEOUT_MS }, () => {
  const versions = [version('one'), version('two')] as const;
  const write = async (folder: string, which: number) =>
    writeTo(folder, fileName(DATE), versions[which]?.text ?? '');

  test('of a new day: the day is complete or absent, and the next run completes it', async ({
    folder: base,
  }) => {
    const file = await write(await temporaryFolder(), 0);
    const folder = (name: string | number) => join(base, String(name));
    const effects = await ingest(folder('counted'), file, 0);
    expect(effects.filter((name) => name === 'rename')).toHaveLength(22);
    expect(effects.filter((name) => name === 'fsync').length).toBeGreaterThan(6);
    const ends = { nothing: 0, day: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = folder(place + 1);
      await ingest(data_dir, file, place + 1);
      const rows = (await answerAfterRestart(data_dir, QUESTION)) as unknown[];
      const isThere = rows.length > 0;
      if (isThere) expect(rows, effect).toEqual(versions[0].rows);
      ends[isThere ? 'day' : 'nothing'] += 1;
      await ingestAgain(data_dir, file);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a new day, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.nothing, ends.day)).toBeGreaterThan(0);
  });

  test('of a correction: the old or the new day is complete, and the next run completes the correction', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    await ingest(folder('old'), await write(await temporaryFolder(), 0), 0);
    const correction = await write(await temporaryFolder(), 1);
    const copyOfOld = (name: string | number) => {
      cpSync(folder('old'), folder(name), { recursive: true });
      return folder(name);
    };
    const effects = await ingest(copyOfOld('counted'), correction, 0);
    expect(effects.filter((name) => name === 'rename')).toHaveLength(22);
    const ends = { old: 0, new: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyOfOld(place + 1);
      await ingest(data_dir, correction, place + 1);
      const rows = await answerAfterRestart(data_dir, QUESTION);
      const isNew = JSON.stringify(rows) === JSON.stringify(versions[1].rows);
      if (!isNew) expect(rows, effect).toEqual(versions[0].rows);
      ends[isNew ? 'new' : 'old'] += 1;
      await ingestAgain(data_dir, correction);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[1].rows);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a correction, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(0);
  });

  test('of a rebuild of the serving files: the next start builds them', async ({ folder: base }) => {
    const folder = (name: string | number) => join(base, String(name));
    const file = await write(await temporaryFolder(), 0);
    await ingest(folder('old'), file, 0);
    const copyThatLost = (name: string | number) => {
      cpSync(folder('old'), folder(name), { recursive: true });
      rmSync(join(folder(name), 'serving'), { recursive: true });
      return folder(name);
    };
    const effects = await ingest(copyThatLost('counted'), file, 0);
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyThatLost(place + 1);
      await ingest(data_dir, file, place + 1);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a rebuild of serving, killed at some or all of ${effects.length} effects`);
  });

  test('of a vacuum: the next run deletes the remaining files, and the published day never changes', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    const settings = { ALIR_KEEP_REPLACED_DAYS: '0' };
    for (const which of [0, 1]) await ingest(folder('old'), await write(await temporaryFolder(), which), 0);
    const copyOfOld = (name: string | number) => {
      cpSync(folder('old'), folder(name), { recursive: true });
      return folder(name);
    };
    const effects = await run(['lake', 'vacuum'], copyOfOld('counted'), 0, settings);
    expect(effects.filter((name) => name === 'rm').length).toBeGreaterThan(3);
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyOfOld(place + 1);
      await run(['lake', 'vacuum'], data_dir, place + 1, settings);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[1].rows);
      await run(['lake', 'vacuum'], data_dir, 0, settings);
      expect(await verifyIn(data_dir), effect).toMatchObject({ faults: [], lake_files: 3 });
      const trades = join(data_dir, 'delta/trades', `trade_date=${DATE}`);
      expect(readdirSync(trades), effect).toHaveLength(1);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a vacuum, killed at some or all of ${effects.length} effects`);
  });

  test('of a copy: the publications of the source are there, all or none, and the next run completes it', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    await ingest(folder('source'), await write(await temporaryFolder(), 0), 0);
    await run(['sync', folder('source')], folder('old'), 0);
    await ingest(folder('source'), await write(await temporaryFolder(), 1), 0);
    const copyOfOld = (name: string | number) => {
      cpSync(folder('old'), folder(name), { recursive: true });
      return folder(name);
    };
    const effects = await run(['sync', folder('source')], copyOfOld('counted'), 0);
    expect(effects).toEqual(expect.arrayContaining(['write', 'fsync', 'rename', 'link', 'sqlite COMMIT']));
    const ends = { old: 0, new: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyOfOld(place + 1);
      await run(['sync', folder('source')], data_dir, place + 1);
      const rows = await answerAfterRestart(data_dir, QUESTION);
      const isNew = JSON.stringify(rows) === JSON.stringify(versions[1].rows);
      if (!isNew) expect(rows, effect).toEqual(versions[0].rows);
      ends[isNew ? 'new' : 'old'] += 1;
      const fixes = (await verifyIn(data_dir)).faults.map(({ fix }) => fix);
      // Files that no publication lists yet, which the next run uses.
      for (const fix of fixes) expect(fix, effect).toBe('Delete it: alir lake vacuum');
      await run(['sync', folder('source')], data_dir, 0);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[1].rows);
      expect(await verifyIn(data_dir), effect).toMatchObject({ faults: [], lake_files: 3 });
      rmSync(data_dir, { recursive: true });
    });
    console.log(`a copy, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(0);
  });

  test('of an upload: the bucket has all publications or those before, and the next run completes it', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    const server = await faultyBucket();
    const bucket = server.client();
    const env = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: server.url, ALIR_MIRROR_URL: server.address };
    /** Uploads, and is killed at a request that changes the bucket: before it, or half-way. @returns the number of these requests */
    const upload = async (kill_at: number, fault: Fault) => {
      let changes = 0;
      const child = startCli(['mirror'], { data_dir: folder('lake'), env });
      server.fault = (method) => {
        if (method === 'GET' || ++changes !== kill_at) return 'none';
        child.kill('SIGKILL');
        return fault;
      };
      const [code] = await once(child, 'exit');
      server.fault = () => 'none';
      expect(code).toBe(kill_at === 0 ? 0 : null);
      return changes;
    };
    const keep = async () => {
      const objects = new Map<string, Buffer>();
      for (const key of (await bucket.list('')).keys()) objects.set(key, await contentOf(bucket, key));
      return objects;
    };
    const reset = async (objects: ReadonlyMap<string, Buffer>) => {
      for (const key of (await bucket.list('')).keys()) await bucket.delete(key);
      for (const [key, content] of objects) {
        await bucket.put(key, content, createHash('sha256').update(content).digest('hex'));
      }
    };
    const source = () => new BucketCopy('s3://lake', server.client());
    await ingest(folder('lake'), await write(await temporaryFolder(), 0), 0);
    await upload(0, 'none');
    const old = await keep();
    await ingest(folder('lake'), await write(await temporaryFolder(), 1), 0);
    await run(['lake', 'vacuum'], folder('lake'), 0, { ALIR_KEEP_REPLACED_DAYS: '0' });
    const changes = await upload(0, 'none');
    const kills = Array.from({ length: changes }, (_, place) => place + 1).flatMap((place) => [
      [place, 'cut'] as const,
      [place, 'cut upload'] as const,
    ]);
    const ends = { old: 0, new: 0 };
    for (const [place, fault] of someOf(kills, KILLS)) {
      await reset(old);
      await upload(place, fault);
      const data_dir = folder(`copy ${place} ${fault}`);
      // The other processes have the time of the machine, and a copy refuses later times than its own.
      const late = new SetClock('2099-01-01');
      const copied = await inThisProcess(data_dir, (services) => sync(services, source(), LOCK), late);
      ends[copied.publications === 2 ? 'new' : 'old'] += 1;
      expect(await answerAfterRestart(data_dir, QUESTION)).toEqual(versions[copied.publications - 1]?.rows);
      expect(await verifyIn(data_dir)).toMatchObject({ faults: [] });
      // Each version of a log comes after its files.
      const keys = [...(await bucket.list('delta/')).keys()];
      const isThere = (path: string) => keys.some((key) => key.endsWith(path));
      for (const key of keys.filter((each) => each.endsWith('.json') && each.includes('_delta_log')))
        for (const [, path = ''] of String(await contentOf(bucket, key)).matchAll(/"add":{"path":"([^"]+)"/g))
          expect(isThere(decodeURIComponent(path)), key).toBe(true);
      await upload(0, 'none');
      await expectSame(dataFolders(folder('lake')), bucket);
      rmSync(data_dir, { recursive: true });
    }
    console.log(`an upload, killed at some or all of ${kills.length} places: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(0);
  });

  test('of a build of ticker_day: the day has the file or lacks it, and the next run completes it', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    await ingest(folder('complete'), await write(await temporaryFolder(), 0), 0);
    await buildIn(folder('complete'));
    const copyOfOld = (name: string | number) => {
      cpSync(folder('complete'), folder(name), { recursive: true });
      for (const root of ['lake', 'delta'])
        rmSync(join(folder(name), root, 'ticker_day', `trade_date=${DATE}`), { recursive: true });
      return folder(name);
    };
    const effects = await run(['lake', 'build'], copyOfOld('counted'), 0);
    expect(effects.filter((name) => name === 'rename')).toHaveLength(3);
    const ends = { missing: 0, built: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyOfOld(place + 1);
      await run(['lake', 'build'], data_dir, place + 1);
      const killed = await verifyIn(data_dir);
      const isMissing = killed.faults.length > 0;
      for (const { fix } of killed.faults) expect(fix, effect).toMatch(/alir lake build$/);
      ends[isMissing ? 'missing' : 'built'] += 1;
      await buildIn(data_dir);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
      const completed = await verifyIn(data_dir);
      expect(completed, effect).toMatchObject({ faults: [], lake_files: 3 });
      rmSync(data_dir, { recursive: true });
    });
    console.log(
      `a build of ticker_day, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`,
    );
    expect(Math.min(ends.missing, ends.built)).toBeGreaterThan(0);
  });

  test('of the measures of a corrected day: the old or the new ones are in force, and the next run completes them', async ({
    folder: base,
  }) => {
    const folder = (name: string | number) => join(base, String(name));
    await ingest(folder('old'), await write(await temporaryFolder(), 0), 0);
    await ingestAgain(folder('old'), await write(await temporaryFolder(), 1));
    const copyOfOld = (name: string | number) => {
      cpSync(folder('old'), folder(name), { recursive: true });
      return folder(name);
    };
    const measuresIn = (data_dir: string) =>
      readFileSync(join(data_dir, 'lake/measure_day', `trade_date=${DATE}`, 'measure_day.parquet'));
    const before = measuresIn(folder('old'));
    const effects = await run(['lake', 'build'], copyOfOld('counted'), 0);
    const after = measuresIn(folder('counted'));
    expect(after.equals(before)).toBe(false);
    const ends = { old: 0, new: 0 };
    await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
      const data_dir = copyOfOld(place + 1);
      await run(['lake', 'build'], data_dir, place + 1);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[1].rows);
      const isNew = measuresIn(data_dir).equals(after);
      if (!isNew) expect(measuresIn(data_dir).equals(before), effect).toBe(true);
      ends[isNew ? 'new' : 'old'] += 1;
      await inThisProcess(data_dir, (ingest) => measureUnlessBusy(ingest, {}));
      expect(measuresIn(data_dir).equals(after), effect).toBe(true);
      expect((await verifyIn(data_dir)).faults, effect).toEqual([]);
      rmSync(data_dir, { recursive: true });
    });
    console.log(`measures, killed at some or all of ${effects.length} effects: ${JSON.stringify(ends)}`);
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(0);
  });
});
