import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
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
import { startCli } from '../support/cli.ts';
import { writeTo } from '../support/daily-files.ts';
import { DATE, QUESTION, version } from '../support/day-versions.ts';
import { test } from '../support/fixtures.ts';
import { runKilledAt } from '../support/kill-at.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { someOf } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';

const ingest = (data_dir: string, file: string, kill_at: number) =>
  runKilledAt(kill_at, ['ingest', '--confirm', file], data_dir);

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

function foldersIn(base: string) {
  const folder = (name: string | number) => join(base, String(name));
  const copyOfOld = (name: string | number) => {
    cpSync(folder('old'), folder(name), { recursive: true });
    return folder(name);
  };
  return { folder, copyOfOld };
}

/**
 * Kills a command at some of its effects, each time in another folder.
 * @param ends how the command can end: each must be seen
 * @param killed runs the command, killed at an effect, and looks at what it left. @returns the folder, and how the command ended
 */
async function atSomeEffects<End extends string>(
  what: string,
  effects: readonly string[],
  ends: readonly End[],
  killed: (kill_at: number, effect: string) => Promise<readonly [data_dir: string, end: End]>,
): Promise<void> {
  const seen = new Map<string, number>();
  await sideBySide(someOf([...effects.entries()], KILLS), async ([place, effect]) => {
    const [data_dir, end] = await killed(place + 1, effect);
    seen.set(end, (seen.get(end) ?? 0) + 1);
    rmSync(data_dir, { recursive: true });
  });
  const counts = JSON.stringify(Object.fromEntries(seen));
  console.log(`${what}, killed at some or all of ${effects.length} effects: ${counts}`);
  expect([...seen.keys()].toSorted()).toEqual(ends.toSorted());
}

const versions = [version('one', 300), version('two', 300)] as const;

/** The version of the day that a data folder serves after a restart. */
async function servedVersion(data_dir: string, effect: string): Promise<'old' | 'new'> {
  const rows = await answerAfterRestart(data_dir, QUESTION);
  if (JSON.stringify(rows) === JSON.stringify(versions[1].rows)) return 'new';
  expect(rows, effect).toEqual(versions[0].rows);
  return 'old';
}

const count = (effects: readonly string[], kind: string) => effects.filter((name) => name === kind).length;

describe('kill -9 at a write, fsync or rename, one run for each', { timeout: TIMEOUT_MS }, () => {
  const written = async (which: 0 | 1) =>
    writeTo(await temporaryFolder(), fileName(DATE), versions[which].text);

  test('of a new day: the day is complete or absent, and the next run completes it', async ({
    folder: base,
  }) => {
    const { folder } = foldersIn(base);
    const file = await written(0);
    const effects = await ingest(folder('counted'), file, 0);
    expect(count(effects, 'rename')).toBe(22);
    expect(count(effects, 'fsync')).toBeGreaterThan(6);
    await atSomeEffects('a new day', effects, ['nothing', 'day'], async (kill_at, effect) => {
      const data_dir = folder(kill_at);
      await ingest(data_dir, file, kill_at);
      const rows = (await answerAfterRestart(data_dir, QUESTION)) as unknown[];
      const isThere = rows.length > 0;
      if (isThere) expect(rows, effect).toEqual(versions[0].rows);
      await ingestAgain(data_dir, file);
      expect(await answerAfterRestart(data_dir, QUESTION), effect).toEqual(versions[0].rows);
      return [data_dir, isThere ? 'day' : 'nothing'];
    });
  });

  test('of a correction: the old or the new day is complete, and the next run completes the correction', async ({
    folder: base,
  }) => {
    const { folder, copyOfOld } = foldersIn(base);
    await ingest(folder('old'), await written(0), 0);
    const correction = await written(1);
    const effects = await ingest(copyOfOld('counted'), correction, 0);
    expect(count(effects, 'rename')).toBe(22);
    await atSomeEffects('a correction', effects, ['old', 'new'], async (kill_at, effect) => {
      const data_dir = copyOfOld(kill_at);
      await ingest(data_dir, correction, kill_at);
      const served = await servedVersion(data_dir, effect);
      await ingestAgain(data_dir, correction);
      expect(await servedVersion(data_dir, effect)).toBe('new');
      return [data_dir, served];
    });
  });

  test('of a rebuild of the serving files: the next start builds them', async ({ folder: base }) => {
    const { folder, copyOfOld } = foldersIn(base);
    const file = await written(0);
    await ingest(folder('old'), file, 0);
    const copyThatLost = (name: string | number) => {
      const data_dir = copyOfOld(name);
      rmSync(join(data_dir, 'serving'), { recursive: true });
      return data_dir;
    };
    const effects = await ingest(copyThatLost('counted'), file, 0);
    await atSomeEffects('a rebuild of serving', effects, ['old'], async (kill_at, effect) => {
      const data_dir = copyThatLost(kill_at);
      await ingest(data_dir, file, kill_at);
      return [data_dir, await servedVersion(data_dir, effect)];
    });
  });

  test('of a vacuum: the next run deletes the remaining files, and the published day never changes', async ({
    folder: base,
  }) => {
    const { folder, copyOfOld } = foldersIn(base);
    const vacuum = (data_dir: string, kill_at: number) =>
      runKilledAt(kill_at, ['lake', 'vacuum'], data_dir, { ALIR_KEEP_REPLACED_DAYS: '0' });
    for (const which of [0, 1] as const) await ingest(folder('old'), await written(which), 0);
    const effects = await vacuum(copyOfOld('counted'), 0);
    expect(count(effects, 'rm')).toBeGreaterThan(3);
    await atSomeEffects('a vacuum', effects, ['new'], async (kill_at, effect) => {
      const data_dir = copyOfOld(kill_at);
      await vacuum(data_dir, kill_at);
      const served = await servedVersion(data_dir, effect);
      await vacuum(data_dir, 0);
      expect(await verifyIn(data_dir), effect).toMatchObject({ faults: [], lake_files: 3 });
      const trades = join(data_dir, 'delta/trades', `trade_date=${DATE}`);
      expect(readdirSync(trades), effect).toHaveLength(1);
      return [data_dir, served];
    });
  });

  test('of a copy: the publications of the source are there, all or none, and the next run completes it', async ({
    folder: base,
  }) => {
    const { folder, copyOfOld } = foldersIn(base);
    const syncTo = (data_dir: string, kill_at: number) =>
      runKilledAt(kill_at, ['sync', folder('source')], data_dir);
    await ingest(folder('source'), await written(0), 0);
    await syncTo(folder('old'), 0);
    await ingest(folder('source'), await written(1), 0);
    const effects = await syncTo(copyOfOld('counted'), 0);
    expect(effects).toEqual(expect.arrayContaining(['write', 'fsync', 'rename', 'link', 'sqlite COMMIT']));
    await atSomeEffects('a copy', effects, ['old', 'new'], async (kill_at, effect) => {
      const data_dir = copyOfOld(kill_at);
      await syncTo(data_dir, kill_at);
      const served = await servedVersion(data_dir, effect);
      const fixes = (await verifyIn(data_dir)).faults.map(({ fix }) => fix);
      // Files that no publication lists yet, which the next run uses.
      for (const fix of fixes) expect(fix, effect).toBe('Delete it: alir lake vacuum');
      await syncTo(data_dir, 0);
      expect(await servedVersion(data_dir, effect)).toBe('new');
      expect(await verifyIn(data_dir), effect).toMatchObject({ faults: [], lake_files: 3 });
      return [data_dir, served];
    });
  });

  test('of an upload: the bucket has all publications or those before, and the next run completes it', async ({
    folder: base,
  }) => {
    const { folder } = foldersIn(base);
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
    await ingest(folder('lake'), await written(0), 0);
    await upload(0, 'none');
    const old = await keep();
    await ingest(folder('lake'), await written(1), 0);
    await runKilledAt(0, ['lake', 'vacuum'], folder('lake'), { ALIR_KEEP_REPLACED_DAYS: '0' });
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
    const { folder, copyOfOld } = foldersIn(base);
    await ingest(folder('old'), await written(0), 0);
    await buildIn(folder('old'));
    const copyWithout = (name: string | number) => {
      const data_dir = copyOfOld(name);
      for (const root of ['lake', 'delta'])
        rmSync(join(data_dir, root, 'ticker_day', `trade_date=${DATE}`), { recursive: true });
      return data_dir;
    };
    const effects = await runKilledAt(0, ['lake', 'build'], copyWithout('counted'));
    expect(count(effects, 'rename')).toBe(3);
    await atSomeEffects('a build of ticker_day', effects, ['missing', 'built'], async (kill_at, effect) => {
      const data_dir = copyWithout(kill_at);
      await runKilledAt(kill_at, ['lake', 'build'], data_dir);
      const killed = await verifyIn(data_dir);
      for (const { fix } of killed.faults) expect(fix, effect).toMatch(/alir lake build$/);
      await buildIn(data_dir);
      expect(await servedVersion(data_dir, effect)).toBe('old');
      expect(await verifyIn(data_dir), effect).toMatchObject({ faults: [], lake_files: 3 });
      return [data_dir, killed.faults.length > 0 ? 'missing' : 'built'];
    });
  });

  test('of the measures of a corrected day: the old or the new ones are in force, and the next run completes them', async ({
    folder: base,
  }) => {
    const { folder, copyOfOld } = foldersIn(base);
    await ingest(folder('old'), await written(0), 0);
    await ingestAgain(folder('old'), await written(1));
    const measuresIn = (data_dir: string) =>
      readFileSync(join(data_dir, 'lake/measure_day', `trade_date=${DATE}`, 'measure_day.parquet'));
    const before = measuresIn(folder('old'));
    const effects = await runKilledAt(0, ['lake', 'build'], copyOfOld('counted'));
    const after = measuresIn(folder('counted'));
    expect(after.equals(before)).toBe(false);
    await atSomeEffects('measures', effects, ['old', 'new'], async (kill_at, effect) => {
      const data_dir = copyOfOld(kill_at);
      await runKilledAt(kill_at, ['lake', 'build'], data_dir);
      expect(await servedVersion(data_dir, effect)).toBe('new');
      const isNew = measuresIn(data_dir).equals(after);
      if (!isNew) expect(measuresIn(data_dir).equals(before), effect).toBe(true);
      await inThisProcess(data_dir, (ingest) => measureUnlessBusy(ingest, {}));
      expect(measuresIn(data_dir).equals(after), effect).toBe(true);
      expect((await verifyIn(data_dir)).faults, effect).toEqual([]);
      return [data_dir, isNew ? 'new' : 'old'];
    });
  });
});
