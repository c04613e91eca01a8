import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, vi } from 'vitest';
import type { Publication } from '../../../src/ledger/manifest.ts';
import {
  type CopiedFile,
  type CopySource,
  FolderCopy,
  LIST_NAME,
  type Lists,
  ServerCopy,
  withDigest,
} from '../../../src/market/ingest/copies/copy-source.ts';
import { listOf, writeList } from '../../../src/market/ingest/copies/publication-list.ts';
import { type SyncOptions, sync } from '../../../src/market/ingest/copies/sync.ts';
import { DamageWatch } from '../../../src/market/ingest/damage-watch.ts';
import { buildLake } from '../../../src/market/ingest/lake-build.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { vacuumLake } from '../../../src/market/ingest/vacuum.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { verifyOfficial } from '../../../src/operations/official/official.ts';
import { verify } from '../../../src/operations/verify.ts';
import { afterThisTest, TestAlir } from '../../support/alir.ts';
import { test as base } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import { DAY, fileOf, flowOf, NEXT, publish } from '../../support/published-days.ts';

const LOCK = { patience_ms: 10_000, onWait: () => {}, onDay: () => {} };

const COMPARISON = {
  ...{ trade_date: DAY, revision: 1, tickers: 1, differing_tickers: 0, patterns: '' },
  source: '/official/Stock Summary.xlsx',
  compared: 'freq,volume,value,foreign_buy,foreign_sell,every_ticker',
};

const test = base
  .extend('settings', () => ({ published: [fileOf(DAY, 1)] }))
  .extend('copy', () => TestAlir.open());

const folderOf = (alir: TestAlir) => new FolderCopy(alir.stores.folders.root);
const syncTo = (copy: TestAlir, source: CopySource, options: Partial<SyncOptions> = {}) =>
  sync(copy.stores.ingest, source, { ...LOCK, pause: async () => {}, ...options });

/** The logs of a lake, by their paths. */
function logsOf({ stores }: TestAlir): Record<string, string> {
  const { delta } = stores.folders;
  const names = readdirSync(delta, { recursive: true, encoding: 'utf8' });
  const logs = names.filter((name) => name.includes('_delta_log/') && name.endsWith('.json'));
  return Object.fromEntries(logs.map((name) => [name, readFileSync(join(delta, name), 'utf8')]));
}

async function timesOf({ stores }: TestAlir) {
  const history = await stores.manifest.history();
  return history.map(({ ingested_by, ...publication }) => publication);
}

test('a copy has the publications, files, logs and answers of its source, and moves each file once', async ({
  alir,
  copy,
}) => {
  // The clocks may differ by five minutes.
  copy.clock.time = new Date(alir.clock.time.getTime() - 300_000);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 1, files: 3 });
  copy.clock.time = alir.clock.time;
  expect(await syncTo(copy, folderOf(alir))).toEqual({ publications: 0, checks: 0, files: 0, bytes: 0 });
  expect(await flowOf(copy)).toEqual(await flowOf(alir));

  const before = await flowOf(alir);
  const known_at = alir.clock.now().toISOString();
  await publish(alir, NEXT, 5);
  await publish(alir, DAY, 2);
  const moved: number[] = [];
  const synced = await syncTo(copy, folderOf(alir), { onStart: (sizes) => void moved.push(...sizes) });
  expect(synced).toMatchObject({
    publications: 2,
    files: 6,
    bytes: moved.reduce((sum, bytes) => sum + bytes),
  });
  expect(await flowOf(copy)).toEqual(await flowOf(alir));
  copy.clock.time = alir.clock.time;
  expect(await flowOf(copy)).not.toEqual(before);
  expect(await flowOf(copy, known_at)).toEqual(before);
  expect(await copy.lakeFiles()).toEqual(await alir.lakeFiles());
  expect(logsOf(copy)).toEqual(logsOf(alir));
  expect(await timesOf(copy)).toEqual(await timesOf(alir));
  expect(await verify(copy.stores.ingest, LOCK)).toMatchObject({ days: 2, faults: [] });
  // A repair does not copy what was deleted here.
  copy.clock.pass(1000);
  await vacuumLake(copy.stores.ingest, 0, LOCK);
  expect(await syncTo(copy, folderOf(alir), { repair: true })).toMatchObject({ publications: 0, files: 0 });
});

test('a copy has the comparisons with the exchange, also later ones of days that it has', async ({
  alir,
  copy,
}) => {
  const verifiedOf = async ({ stores }: TestAlir) =>
    (await stores.manifest.servedDays()).map(({ verified }) => verified);
  const compare = async (official_sha256: string, differences: number) => {
    await alir.stores.manifest.noteOfficialCheck({ ...COMPARISON, official_sha256, differences });
    await repair(alir.stores.ingest);
  };
  await compare('a'.repeat(64), 0);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 1, checks: 1 });
  expect(await verifiedOf(copy)).toEqual([1]);
  await compare('b'.repeat(64), 2);
  await compare('a'.repeat(64), 0);
  const page = await listOf(alir.stores.ingest)({ publication: 1, check: 2 }, 1);
  expect(page).toMatchObject({
    publications: [{ number: 1 }],
    checks: [{ official_sha256: 'b'.repeat(64) }],
  });
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 0, checks: 2 });
  const own = (await alir.stores.manifest.read.all('official_checks_from', { check_id: 1 })).map((check) => {
    return { ...check, source: 'Stock Summary.xlsx' };
  });
  expect(own).toHaveLength(3);
  expect(await copy.stores.manifest.read.all('official_checks_from', { check_id: 1 })).toEqual(own);
  const source = folderOf(alir);
  const syncWith = async (change: (checks: readonly object[]) => readonly object[]) => {
    const { publications, checks } = await source.list();
    const list = async () => ({ publications, checks: change(checks as readonly object[]) });
    return syncTo(copy, { name: 'other', list, read: (file, start) => source.read(file, start) });
  };
  for (const change of [{ official_sha256: 'c'.repeat(64) }, { checked_at: '2026-01-05T00:00:00.000Z' }])
    await expect(syncWith((checks) => checks.map((check) => ({ ...check, ...change })))).rejects.toThrow(
      'comparison 3 is another one in this data folder',
    );
  await expect(syncWith((checks) => checks.slice(0, 2))).rejects.toThrow('it has fewer comparisons');
  await expect(verifyOfficial({ ...copy.stores.ingest, follow_url: 'https://a' }, '/', LOCK)).rejects.toThrow(
    'is a copy of https://a',
  );
});

test('a copy of a lake whose old revisions were deleted begins with the kept ones', async ({
  alir,
  copy,
}) => {
  await publish(alir, DAY, 2);
  await publish(alir, NEXT, 3);
  alir.clock.pass(1000);
  await vacuumLake(alir.stores.ingest, 0, LOCK);
  const { publications } = await listOf(alir.stores.ingest)({ publication: 1, check: 1 }, 2);
  expect(publications).toMatchObject([
    { number: 1, trades_bytes: null, broker_day_bytes: null, ticker_day_bytes: null },
    { number: 2, trades_bytes: expect.any(Number) },
  ]);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 3, files: 6 });
  expect(logsOf(copy)).toEqual(logsOf(alir));
  expect(await timesOf(copy)).toEqual(await timesOf(alir));
  expect(await verify(copy.stores.ingest, LOCK)).toMatchObject({ days: 2, faults: [] });
});

test('a list that does not exist yet is empty, and one that cannot be read is an error', async ({
  folder,
}) => {
  const list = () => listOf({ folders: { root: folder } } as never)({ publication: 1, check: 1 }, 1);
  expect(await list()).toEqual({ publications: [], checks: [] });
  await mkdir(join(folder, 'delta', LIST_NAME), { recursive: true });
  await expect(list()).rejects.toThrow();
});

describe('a copy publishes nothing', () => {
  test('of a file with a flipped bit, and continues after its repair', async ({ alir, copy }) => {
    const [published] = await alir.stores.manifest.history();
    const file = new Lake(alir.stores.folders).file('broker_day', published as never);
    await flip(file, 100);
    await expect(syncTo(copy, folderOf(alir))).rejects.toThrow('its content differs from its SHA-256');
    expect(await copy.stores.manifest.history()).toEqual([]);
    await flip(file, 100);
    expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 1, files: 1 });
    expect(await flowOf(copy)).toEqual(await flowOf(alir));
  });

  test('of a file that is longer, shorter or missing', async ({ alir, copy }) => {
    const source = folderOf(alir);
    const endings = [
      (content: Buffer) => Buffer.concat([content, content]),
      (content: Buffer) => content.subarray(0, 10),
    ];
    for (const changed of endings) {
      const read = async (file: CopiedFile, start: number) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of await source.read(file, 0)) chunks.push(chunk);
        return Readable.from([changed(Buffer.concat(chunks)).subarray(start)]);
      };
      const broken: CopySource = { name: 'broken', list: () => source.list(), read };
      await expect(syncTo(copy, broken)).rejects.toMatchObject({ code: 'copy_failed' });
    }
    rmSync(join(alir.stores.folders.delta, 'trades'), { recursive: true });
    await expect(syncTo(copy, source)).rejects.toMatchObject({ code: 'copy_failed' });
    expect(await copy.stores.manifest.history()).toEqual([]);
  });

  test('of a list that is wrong, or leads out of the data folder', async ({ alir, copy }) => {
    const {
      publications: [listed],
      checks,
    } = (await folderOf(alir).list()) as { publications: any[]; checks: unknown[] };
    const { trades_bytes, ...incomplete } = listed;
    const next = { ...listed, number: 2 };
    const check = { ...COMPARISON, check_id: 1, official_sha256: 'a'.repeat(64), differences: 0 };
    const later = new Date(copy.clock.time.getTime() + 300_001).toISOString();
    const read = 'The publications of hostile cannot be read: ';
    const lists: [publications: unknown, message: string, checks?: unknown[]][] = [
      [null, read],
      [{}, `${read}it is no list`],
      [[{}], `${read}0.number`],
      [[incomplete], `${read}0.trades_bytes`],
      [[{ ...listed, trades_sha256: '../../../etc/passwd' }], `${read}0.trades_sha256`],
      [[{ ...listed, trade_date: '../../x' }], `${read}0.trade_date`],
      [[{ ...listed, trade_date: '2026-02-30' }], `${read}0.trade_date`],
      [[{ ...listed, trades_bytes: 10_000_000_001 }], `${read}0.trades_bytes`],
      [[{ ...listed, trades_bytes: 10_000_000_000 }, {}], `${read}1.number`],
      [[{ ...listed, trades_bytes: -1 }], `${read}0.trades_bytes`],
      [[{ ...listed, published_at: '2026-01-05T19:00:00+07:00' }], `${read}0.published_at`],
      [[{ ...listed, published_at: 'now' }], `${read}0.published_at`],
      [[next], 'its list has no publication 1.'],
      [[listed, listed], 'its list has no publication 2.'],
      [[listed, next], `its revisions of ${DAY} are not in order.`],
      [[listed, { ...next, revision: 0 }], `${read}1.revision`],
      [
        [{ ...listed, deleted_at: listed.published_at }],
        `the files of the published day ${DAY} were deleted.`,
      ],
      [
        [listed, { ...next, revision: 2, deleted_at: listed.published_at }],
        `the files of the published day ${DAY} were deleted.`,
      ],
      [[{ ...listed, trades_bytes: null }], `The source lost a file of ${DAY}.`],
      ...['intended_at', 'published_at', 'served_at', 'market_served_at'].map(
        (name): (typeof lists)[number] => [[{ ...listed, [name]: later }], `it lists the time ${later}`],
      ),
      [[listed], `it lists the time ${later}`, [{ ...check, checked_at: later }]],
      [
        [listed],
        'its list has no comparison 1.',
        [{ ...check, check_id: 2, checked_at: listed.published_at }],
      ],
    ];
    for (const [list, message, itsChecks = checks] of lists) {
      const source = {
        name: 'hostile',
        list: async () => ({ publications: list, checks: itsChecks }) as Lists,
        read: async () => Readable.from([]),
      };
      const failure = await syncTo(copy, source).catch((error) => [error.code, error.message]);
      expect(failure, JSON.stringify(list)).toEqual(['copy_failed', expect.stringContaining(message)]);
    }
    expect(await copy.stores.manifest.history()).toEqual([]);
  });

  test('of a server that lists publications without end, or thousands of mistakes', async ({ copy }) => {
    const [endless, mistakes] = [1000, 999].map(
      (length) =>
        new ServerCopy('http://127.0.0.1', 'key', async () =>
          Response.json({ data: withDigest({ publications: Array(length).fill({}), checks: [] }) }),
        ),
    ) as [ServerCopy, ServerCopy];
    await expect(syncTo(copy, endless)).rejects.toThrow('the list is too long');
    const failure = await syncTo(copy, mistakes).catch((error: Error) => error.message);
    expect(failure).toMatch(/^The publications of .{1,200} Nothing was changed\.$/);
  });

  test('of a source with other publications, or with fewer', async ({ alir, copy }) => {
    await publish(copy, DAY, 7);
    await expect(syncTo(copy, folderOf(alir))).rejects.toThrow('is another one in this data folder');
    const none = {
      name: 'older',
      list: async () => ({ publications: [], checks: [] }),
      read: async () => Readable.from([]),
    };
    await expect(syncTo(copy, none)).rejects.toThrow('fewer publications');
  });
});

test('a damaged list is written again after a publication, or by a build', async ({ alir, copy }) => {
  const list = join(alir.stores.folders.delta, 'manifest.json');
  await flip(list, 300);
  await expect(syncTo(copy, folderOf(alir))).rejects.toThrow('To write it again: alir lake build');
  await buildLake(alir.stores.ingest, LOCK);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 1 });
  const { manifest } = alir.stores;
  const history = await manifest.history();
  for (const [served_at, market_served_at, listed] of [
    [null, 'x', 0],
    ['x', null, 0],
    ['x', 'x', 1],
  ]) {
    // What is not in all answers yet is not copied.
    const unserved = history.map((each) => ({ ...each, served_at, market_served_at }) as Publication);
    const spy = vi.spyOn(manifest, 'history').mockResolvedValue(unserved);
    await writeList(alir.stores.ingest, 'all');
    spy.mockRestore();
    expect((await folderOf(alir).list()).publications).toHaveLength(Number(listed));
  }
  writeFileSync(list, '[]');
  await publish(alir, NEXT, 2);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ publications: 1 });
});

test('a copy that is interrupted publishes nothing', async ({ alir, copy }) => {
  const source = folderOf(alir);
  for (const step of ['list', 'files', 'read'] as const) {
    const stopping = new AbortController();
    const stop = (at: typeof step) => {
      if (at === step) stopping.abort(new Error('stopped'));
      stopping.signal.throwIfAborted();
    };
    const stopped: CopySource = {
      name: 'stopped',
      async list() {
        stop('list');
        return source.list();
      },
      async read(file, start) {
        stop('read');
        return source.read(file, start);
      },
    };
    const options = { signal: stopping.signal, onStart: () => step === 'files' && stopping.abort() };
    await expect(syncTo(copy, stopped, options)).rejects.toMatchObject({ code: 'interrupted' });
  }
  expect(await copy.stores.manifest.history()).toEqual([]);
});

test('an interrupted copy continues with the part of a file', async ({ alir, copy }) => {
  const source = folderOf(alir);
  const starts: number[] = [];
  const slow: CopySource = {
    name: 'slow',
    list: () => source.list(),
    async read(file, start) {
      starts.push(start);
      const content = await source.read(file, start);
      return (async function* () {
        for await (const chunk of content) {
          yield chunk.subarray(0, 50);
          throw new Error('cut');
        }
      })();
    },
  };
  await expect(syncTo(copy, slow)).rejects.toThrow('cut');
  expect([...new Set(starts)].toSorted((a, b) => a - b)).toEqual([0, 50, 100, 150, 200]);
  const reads = vi.spyOn(source, 'read');
  expect(await syncTo(copy, source)).toMatchObject({ publications: 1, files: 3 });
  // No file is read again from its start.
  expect(reads).toHaveBeenCalledTimes(3);
});

test('a repair replaces damaged files of a copy, and every message about them names it', async ({
  alir,
  copy,
}) => {
  await syncTo(copy, folderOf(alir));
  const [published] = (await copy.stores.manifest.history()) as [Publication];
  const lake = new Lake(copy.stores.folders);
  const file = lake.file('trades', published);
  await flip(file, 10);
  const follower = { ...copy.stores.ingest, follow_url: 'https://alir.example.com' };
  const command = 'un "alir sync --repair"';
  await expect(lake.requireIntact([published], ['trades'], follower.follow_url)).rejects.toThrow(command);
  expect((await verify(follower, LOCK)).faults).toMatchObject([
    { file, fix: 'Copy the file again: alir sync --repair' },
  ]);
  const found = new Promise<{ repair: string }>((onDamage) => {
    const watch = new DamageWatch(follower, {
      onDamage,
      onRepaired: () => {},
      onDamagedMarketFile: () => {},
    });
    afterThisTest(() => watch.close());
    watch.doubt(file);
    void watch.start();
  });
  expect((await found).repair).toBe(`R${command}.`);
  expect(await syncTo(copy, folderOf(alir))).toMatchObject({ files: 0 });
  expect(await syncTo(copy, folderOf(alir), { repair: true })).toMatchObject({ publications: 0, files: 1 });
  expect(await verify(copy.stores.ingest, LOCK)).toMatchObject({ faults: [] });
});

test('a copy that was killed after its ledger was written gets its names and logs at the next start', async ({
  alir,
  copy,
}) => {
  await syncTo(copy, folderOf(alir));
  const { lake, delta } = copy.stores.folders;
  rmSync(lake, { recursive: true });
  for (const table of ['trades', 'broker_day', 'ticker_day'])
    rmSync(join(delta, table, '_delta_log', `${'1'.padStart(20, '0')}.json`));
  await repair(copy.stores.ingest);
  expect(await verify(copy.stores.ingest, LOCK)).toMatchObject({ faults: [] });
});
