import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, vi } from 'vitest';
import type { Accounts } from '../../src/commerce/accounts/accounts.ts';
import type { Clock } from '../../src/core/clock.ts';
import { LAKE_TABLES, type LakeTable } from '../../src/core/folders.ts';
import type { ServingFile } from '../../src/ledger/manifest.ts';
import { Database, type SqliteDatabase } from '../../src/ledger/sqlite/sqlite.ts';
import { aloneInLake, ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { MARKET_TABLES, type MarketTable, marketFileName } from '../../src/market/serving/market-files.ts';
import { statusOf } from '../../src/operations/status.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, folderOfThisFile, temporaryFolder, UNLIMITED } from '../support/alir.ts';
import { writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { counters } from '../support/metering.ts';
import { Oracle } from '../support/oracle.ts';
import { revisionFile } from '../support/revision-file.ts';
import { someOf } from '../support/size.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { dailyFileText, fileName, SMALL_DAYS, smallMarket } from '../support/small-market.ts';

/** What the readiness promises. */
const SEEN_WITHIN_MS = 3000;
const HEALED_WITHIN_MS = 30_000;
const POLL_MS = 40;
const SMALL_DISK_MB = 24;
/** The blocks of the first ticker are in memory once a server has started; those of the second are not. */
const [ASKED, NOT_ASKED] = ['BBCA', 'GOTO'];
const [FIRST_DAY, , NEW_YEAR_DAY] = SMALL_DAYS;

/** The time of day stands still; what is measured goes on, and can be moved ahead. */
class MovableClock implements Clock {
  ahead_ms = 0;
  now(): Date {
    return new Date('2026-01-07T12:00:00Z');
  }
  monotonic_ms(): number {
    return performance.now() + this.ahead_ms;
  }
}

/** A server over a copy of a small lake of two years. */
class Victim {
  readonly folder: string;
  readonly clock: MovableClock;
  readonly stores: Stores;
  readonly key: string;
  readonly account_id: string;
  /** The serving file of January 2026, and that of December 2025. */
  readonly file: string;
  readonly other_file: string;
  charged = 0;
  #server: RunningServer | undefined;
  #questions = 0;

  static async open(folder: string, log_level: string): Promise<Victim> {
    const clock = new MovableClock();
    const stores = await openStores(configOf(folder, { ALIR_LOG_LEVEL: log_level }), clock);
    const owner = await stores.accounts.create('a@example.com', 'enterprise', 1, UNLIMITED);
    return new Victim(folder, { clock, stores }, owner, await stores.manifest.servingFiles());
  }

  private constructor(
    folder: string,
    { clock, stores }: Pick<Victim, 'clock' | 'stores'>,
    { account, api_key }: Awaited<ReturnType<Accounts['create']>>,
    [december, january]: readonly ServingFile[],
  ) {
    this.folder = folder;
    this.clock = clock;
    this.stores = stores;
    this.key = api_key;
    this.account_id = account.account_id;
    this.file = join(folder, 'serving', january?.file_name ?? '');
    this.other_file = join(folder, 'serving', december?.file_name ?? '');
  }

  get ledger(): string {
    return this.stores.folders.ledgerFile;
  }

  /** Found before they are damaged. */
  readonly #lake_files = new Map<LakeTable, string>();

  get lake_file(): string {
    return this.lakeFile('broker_day');
  }

  lakeFile(table: LakeTable): string {
    const found = this.#lake_files.get(table) ?? revisionFile(this.folder, table, NEW_YEAR_DAY);
    this.#lake_files.set(table, found);
    return found;
  }

  /** The path of a market file of January 2026. */
  async marketFile(table: MarketTable): Promise<string> {
    const january = (await this.stores.manifest.marketFiles()).find(({ month }) => month === '2026-01');
    return join(this.stores.folders.market_files, marketFileName(january?.name ?? '', table));
  }

  /** Requests what DuckDB computes from `trades`. @returns the status */
  askTrades(): Promise<number> {
    return this.#statusOf(`stocks/counterparties?ticker=${ASKED}&from=${NEW_YEAR_DAY}&to=${NEW_YEAR_DAY}`);
  }

  /** Makes the same request each time, so that its response is cached. @returns its status */
  askAgain(): Promise<number> {
    return this.#statusOf(`foreign-flow?ticker=${ASKED}&from=${FIRST_DAY}&to=${NEW_YEAR_DAY}`);
  }

  async #statusOf(path: string): Promise<number> {
    const response = await this.#get(path);
    await response.text();
    if (response.status === 200) this.charged += 1;
    return response.status;
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#server?.url}/${path}`, { headers: { authorization: `Bearer ${this.key}` } });
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.stores);
    afterThisTest(() => this.stop());
    expect((await this.ask()).status).toBe(200);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }

  async ready(): Promise<{ status: number; message: string }> {
    const response = await fetch(`${this.#server?.url}/health/ready`);
    const body = (await response.json()) as { error?: string; code?: string };
    if (response.status !== 200) {
      expect([body.code, response.headers.get('retry-after')]).toEqual(['not_ready', '5']);
      expect(body.error).not.toContain(this.folder);
    }
    return { status: response.status, message: body.error ?? '' };
  }

  /** Requests the sums of both years. No response is cached, because each request has another last day. */
  async ask(ticker = ASKED): Promise<{ status: number; data: unknown }> {
    const to = new Date(Date.UTC(2026, 0, 7 + (this.#questions++ % 300))).toISOString().slice(0, 10);
    const question = { ticker, from: FIRST_DAY, to, investor: 'all', market: 'ALL' };
    const response = await this.#get(`stocks/broker-summary?${new URLSearchParams(question)}`);
    const { data, code = '' } = (await response.json()) as { data: unknown; code?: string };
    if (response.status === 200) {
      this.charged += 1;
      expect(data).toEqual(oracle.brokerSummary(question));
    } else {
      expect(response.status).toBeGreaterThanOrEqual(500);
      if (['data_unavailable', 'not_ready'].includes(code)) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    return { status: response.status, data };
  }

  /** Waits until the readiness is as expected. Only the pauses count: on a busy machine, the requests take most of the time. */
  async readyIs(
    status: number,
    within_ms: number,
    message = /^/,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<void> {
    for (let waited_ms = 0; ; waited_ms += POLL_MS) {
      await meanwhile();
      const now = await this.ready();
      if (now.status === status && message.test(now.message)) return;
      if (waited_ms > within_ms) throw new Error(`Still ${now.status} ${now.message} after ${waited_ms} ms`);
      await sleep(POLL_MS);
    }
  }
}

const oracle = new Oracle();
let template: string;
/** The serving file of January 2026 before its last day was published. */
let older: Buffer;

beforeAll(async () => {
  template = await folderOfThisFile();
  const stores = await openStores(configOf(template), new MovableClock());
  const market = smallMarket();
  const outside = await folderOfThisFile();
  for (const day of SMALL_DAYS) {
    const [, file] = await stores.manifest.servingFiles();
    if (file) older = await readFile(join(stores.folders.serving, file.file_name));
    const text = dailyFileText(market, day);
    oracle.read(text);
    const path = await writeTo(outside, fileName(day), text);
    const [result] = await ingestFiles(stores.ingest, [{ path, command: 'ingest', confirmed: true }]);
    expect(result?.status, day).toBe('published');
  }
  await stores.ledger.close();
});

async function victim(folder?: string, log_level = 'silent'): Promise<Victim> {
  const own = folder ?? (await temporaryFolder());
  await cp(template, own, { recursive: true });
  const started = await Victim.open(own, log_level);
  await started.start();
  return started;
}

/** Inverts one byte in the block of a ticker that is not in memory. */
async function flipInBlock(path: string): Promise<void> {
  const index = new RegExp(`"ticker":"${NOT_ASKED}","offset":(\\d+)`);
  const [, offset] = index.exec(await readFile(path, 'latin1')) ?? [];
  await flip(path, Number(offset) + 100);
}

interface Row {
  readonly what: string;
  readonly harm: (victim: Victim) => Promise<unknown>;
}

const SERVING: Row[] = [
  { what: 'deleted', harm: ({ file }) => rm(file) },
  { what: 'emptied', harm: ({ file }) => truncate(file, 0) },
  { what: 'cut in half', harm: async ({ file }) => truncate(file, Math.floor((await stat(file)).size / 2)) },
  { what: 'longer than it was built', harm: ({ file }) => writeFile(file, 'more', { flag: 'a' }) },
  { what: 'changed in the first byte', harm: ({ file }) => flip(file, 0) },
  { what: 'changed in a block', harm: ({ file }) => flipInBlock(file) },
  { what: 'changed in its footer', harm: ({ file }) => flip(file, -100) },
  { what: 'changed in its last byte', harm: ({ file }) => flip(file, -1) },
  { what: 'with another length of its footer', harm: ({ file }) => flip(file, -8) },
  {
    what: 'filled with zeros',
    harm: async ({ file }) => writeFile(file, Buffer.alloc((await stat(file)).size), { flag: 'r+' }),
  },
  {
    what: 'overwritten by that of another month',
    harm: ({ file, other_file }) => copyFile(other_file, file),
  },
  {
    what: 'replaced by that of another month',
    harm: async ({ file, other_file, folder }) => {
      await copyFile(other_file, join(folder, 'copy'));
      await rename(join(folder, 'copy'), file);
    },
  },
  { what: 'overwritten by an older one of its month', harm: ({ file }) => writeFile(file, older) },
  {
    what: 'replaced by a folder',
    harm: async ({ file }) => {
      await rm(file);
      await mkdir(join(file, 'with', 'folders'), { recursive: true });
    },
  },
  {
    what: 'replaced by a link to itself',
    harm: async ({ file }) => {
      await rm(file);
      await symlink(file, file);
    },
  },
  {
    what: 'lost with its folder',
    harm: ({ file }) => rm(dirname(file), { recursive: true }),
  },
];

/** Damage that reading a block of an open file detects. */
const MET_BY_READS = SERVING.filter(({ what }) => /emptied|in a block|zeros|overwritten/.test(what));

describe('a serving file', () => {
  test.each(someOf(SERVING, 8))('$what is detected and rebuilt, and no answer is wrong', async ({ harm }) => {
    const it = await victim();
    await harm(it);
    await it.readyIs(503, SEEN_WITHIN_MS, /the serving file of (2025-12, )?2026-01 is damaged\./);
    // Each of these is a right number or an error; ask() makes sure of it.
    await it.readyIs(200, HEALED_WITHIN_MS, /^/, () => it.ask());
    expect((await it.ask()).status).toBe(200);
    const damages = await it.stores.manifest.servingDamages();
    expect(damages.map(({ rebuilt_at, failure }) => [rebuilt_at !== null, failure])).toEqual(
      damages.map(() => [true, null]),
    );
    expect(damages.length).toBeGreaterThanOrEqual(1);
  });

  test.each(someOf(MET_BY_READS, 3))('$what is detected by a request that must read it', async ({ harm }) => {
    const it = await victim();
    await harm(it);
    const deadline_ms = performance.now() + HEALED_WITHIN_MS;
    expect((await it.ask(NOT_ASKED)).status).toBe(503);
    expect((await it.ask(ASKED)).status).toBe(200);
    while ((await it.ask(NOT_ASKED)).status !== 200) {
      expect(performance.now()).toBeLessThan(deadline_ms);
      await sleep(POLL_MS);
    }
    expect(await it.stores.manifest.servingDamages()).toMatchObject([{ rebuilt_at: expect.any(String) }]);
    await it.readyIs(200, HEALED_WITHIN_MS);
  });

  test('without read permission is detected and rebuilt', async ({ skip }) => {
    if (process.getuid?.() === 0) skip('root may read any file');
    const it = await victim();
    await chmod(it.file, 0);
    await it.readyIs(503, SEEN_WITHIN_MS, /the serving file of 2026-01 is damaged/);
    await it.readyIs(200, HEALED_WITHIN_MS);
  });

  test('and its lake file deleted are reported, not retried in a loop, and rebuilt once the lake is complete', async () => {
    const lines: string[] = [];
    const stderr = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => lines.push(String(text)) > 0);
    afterThisTest(async () => stderr.mockRestore());
    const logged = (message: string) => lines.filter((text) => text.includes(`"msg":"${message}`));
    const it = await victim(undefined, 'warn');
    const saved = `${it.lake_file}.saved`;
    await rename(it.lake_file, saved);
    await flipInBlock(it.file);
    await it.readyIs(503, SEEN_WITHIN_MS, /the serving file of 2026-01 is damaged/);
    const deadline_ms = performance.now() + HEALED_WITHIN_MS;
    while ((await it.stores.manifest.servingDamages())[0]?.failure === null) {
      expect(performance.now()).toBeLessThan(deadline_ms);
      await sleep(POLL_MS);
    }
    expect(await it.stores.manifest.servingDamages()).toMatchObject([
      { failure: expect.stringContaining(it.lake_file), rebuilt_at: null },
    ]);
    await rename(saved, it.lake_file);
    expect((await it.ask(NOT_ASKED)).status).toBe(503);
    expect((await it.ready()).status).toBe(503);
    it.clock.ahead_ms += 60_000;
    await it.readyIs(200, HEALED_WITHIN_MS);
    expect((await it.ask()).status).toBe(200);
    expect(await it.stores.manifest.servingDamages()).toMatchObject([{ rebuilt_at: expect.any(String) }]);
    for (const message of [
      'serving file damaged',
      'serving file cannot be rebuilt',
      'serving file rebuilt',
    ]) {
      expect(logged(message), message).toHaveLength(1);
    }
    expect(logged('serving file cannot be rebuilt')[0]).toContain('.parquet is missing');
  });

  test('damaged while another process writes the lake is reported, and rebuilt when that process ends', async () => {
    const it = await victim();
    const writer = new Database(it.stores.folders.writerLockFile);
    afterThisTest(async () => void writer.close());
    writer.exec('BEGIN EXCLUSIVE');
    await flipInBlock(it.file);
    await it.readyIs(503, SEEN_WITHIN_MS, /the serving file of 2026-01 is damaged/);
    expect((await it.ask(NOT_ASKED)).status).toBe(503);
    writer.exec('ROLLBACK');
    await it.readyIs(200, HEALED_WITHIN_MS);
    expect((await it.ask()).status).toBe(200);
  });
});

/** Damage to a file that is written once and never changed. */
const FILE_DAMAGE: { readonly what: string; readonly harm: (path: string) => Promise<unknown> }[] = [
  { what: 'deleted', harm: (path) => rm(path) },
  { what: 'deleted with its folder', harm: (path) => rm(dirname(path), { recursive: true }) },
  { what: 'emptied', harm: (path) => truncate(path, 0) },
  { what: 'cut in half', harm: async (path) => truncate(path, Math.floor((await stat(path)).size / 2)) },
  { what: 'longer than it was built', harm: (path) => writeFile(path, 'more', { flag: 'a' }) },
  {
    what: 'changed in one byte, with its old time',
    harm: async (path) => {
      const { atime, mtime, size } = await stat(path);
      await flip(path, Math.floor(size / 2));
      await utimes(path, atime, mtime);
    },
  },
  {
    what: 'replaced by a folder',
    harm: async (path) => {
      await rm(path);
      await mkdir(path);
    },
  },
  {
    what: 'replaced by a link to itself',
    harm: async (path) => {
      await rm(path);
      await symlink(path, path);
    },
  },
];

test.each(someOf(FILE_DAMAGE, 5))(
  'files of the lake: $what are reported until they are put back',
  async ({ harm }) => {
    const it = await victim();
    const files = LAKE_TABLES.map((table, place) => ({
      path: it.lakeFile(table),
      saved: join(it.folder, `saved-${place}`),
    }));
    for (const { path, saved } of files) await copyFile(path, saved);
    for (const { path } of files) await harm(path);
    const named = `the lake files of ${NEW_YEAR_DAY} (${LAKE_TABLES.join(', ')}) are damaged`;
    await it.readyIs(503, SEEN_WITHIN_MS, new RegExp(named.replaceAll(/[()]/g, '\\$&')));
    const names = files.map(({ path }) => relative(it.folder, path)).toSorted();
    const inStatus = async () => {
      const { damaged } = await statusOf(it.stores.ingest);
      return damaged.map(({ file_name, rebuilt_at }) => `${file_name} ${rebuilt_at === null}`).toSorted();
    };
    const areReported = async (isOpen: boolean) =>
      expect(await inStatus()).toEqual(names.map((name) => `${name} ${isOpen}`));
    await vi.waitFor(() => areReported(true), { timeout: HEALED_WITHIN_MS });
    expect(await it.askTrades()).toBe(503);
    for (const { path, saved } of files) {
      await rm(path, { recursive: true, force: true });
      await mkdir(dirname(path), { recursive: true });
      await copyFile(saved, path);
    }
    await it.readyIs(200, SEEN_WITHIN_MS);
    expect(await it.askTrades()).toBe(200);
    await vi.waitFor(() => areReported(false), { timeout: HEALED_WITHIN_MS });
  },
);

test('a file of the lake that was damaged while no server ran is repaired by another ingest of its day', async () => {
  const folder = await temporaryFolder();
  await cp(template, folder, { recursive: true });
  const it = await Victim.open(folder, 'silent');
  await flip(it.lakeFile('trades'), 1000);
  await it.start();
  await it.readyIs(503, SEEN_WITHIN_MS, /the lake files of .* \(trades\) are damaged/);
  const text = dailyFileText(smallMarket(), NEW_YEAR_DAY);
  const path = await writeTo(await temporaryFolder(), fileName(NEW_YEAR_DAY), text);
  await ingestFiles(it.stores.ingest, [{ path, command: 'ingest', confirmed: true }]);
  await it.readyIs(200, SEEN_WITHIN_MS);
  const { damaged } = await statusOf(it.stores.ingest);
  expect(damaged).toMatchObject([{ rebuilt_at: expect.any(String) }]);
});

const [DELETED, WITH_FOLDER, ...OTHERS] = FILE_DAMAGE;

test.each([[WITH_FOLDER], [DELETED, ...OTHERS.slice(0, 2)], OTHERS.slice(2, 5), OTHERS.slice(5)])(
  'market files that no request has read are rebuilt: $what and others',
  async (...damages) => {
    const it = await victim();
    const areNoted = async (rebuilt_at: unknown) => {
      const noted = MARKET_TABLES.slice(0, damages.length).map(async (table) =>
        expect.objectContaining({
          file_name: basename(await it.marketFile(table)),
          rebuilt_at,
          failure: null,
        }),
      );
      expect(await it.stores.manifest.servingDamages()).toEqual(
        expect.arrayContaining(await Promise.all(noted)),
      );
    };
    // A rebuild replaces all three files, so none may begin before each damage is found.
    await aloneInLake(it.stores.ingest, { patience_ms: HEALED_WITHIN_MS }, async () => {
      for (const [place, damage] of damages.entries()) {
        await damage?.harm(await it.marketFile(MARKET_TABLES[place] ?? 'broker_rows'));
      }
      await vi.waitFor(() => areNoted(null), { timeout: HEALED_WITHIN_MS, interval: POLL_MS });
    });
    const areRebuilt = () => areNoted(expect.any(String));
    await vi.waitFor(areRebuilt, { timeout: HEALED_WITHIN_MS, interval: POLL_MS });
    await it.readyIs(200, SEEN_WITHIN_MS);
  },
);

/** Tampers with the ledger by commands: a descriptor that this process closes would drop SQLite's locks. */
const LEDGER: (Row & { readonly named: RegExp; readonly undo: (victim: Victim) => Promise<unknown> })[] = [
  {
    what: 'deleted',
    harm: async ({ ledger }) => {
      await link(ledger, `${ledger}.saved`);
      await rm(ledger);
    },
    named: /the ledger file was deleted or replaced/,
    undo: ({ ledger }) => rename(`${ledger}.saved`, ledger),
  },
  {
    what: 'replaced by a copy of itself',
    harm: async ({ ledger }) => {
      execFileSync('cp', [ledger, `${ledger}.copy`]);
      await link(ledger, `${ledger}.saved`);
      await rename(`${ledger}.copy`, ledger);
    },
    named: /the ledger file was deleted or replaced/,
    undo: ({ ledger }) => rename(`${ledger}.saved`, ledger),
  },
  {
    what: 'replaced by an empty file',
    harm: async ({ ledger }) => {
      await rename(ledger, `${ledger}.saved`);
      execFileSync('touch', [ledger]);
    },
    named: /the ledger file was deleted or replaced/,
    undo: ({ ledger }) => rename(`${ledger}.saved`, ledger),
  },
  {
    what: 'moved with the data folder',
    harm: ({ folder }) => rename(folder, `${folder}-moved`),
    named: /the ledger file was deleted or replaced/,
    undo: async ({ folder }) => {
      // Nothing was made in the place of the folder.
      expect(existsSync(folder)).toBe(false);
      await rename(`${folder}-moved`, folder);
    },
  },
  {
    what: 'locked by another process',
    harm: async (it) => {
      const other = new Database(it.ledger);
      afterThisTest(async () => void other.close());
      other.exec('BEGIN IMMEDIATE');
      locks.set(it, other);
    },
    named: /the ledger is locked by another process/,
    undo: async (it) => locks.get(it)?.exec('ROLLBACK'),
  },
  {
    what: 'without a table',
    harm: async ({ ledger }) => inLedger(ledger, 'ALTER TABLE account_usage RENAME TO saved'),
    named: /the ledger is damaged/,
    undo: async ({ ledger }) => inLedger(ledger, 'ALTER TABLE saved RENAME TO account_usage'),
  },
];
const locks = new Map<Victim, SqliteDatabase>();

function inLedger(path: string, statement: string): void {
  const db = new Database(path);
  db.exec(statement);
  db.close();
}

async function chargesNothingMeanwhile(it: Victim): Promise<void> {
  const before = it.charged;
  await Promise.all([it.ask(), it.ask(), it.ask()]);
  expect(it.charged).toBe(before);
}

describe('the ledger', () => {
  test.each(LEDGER)(
    '$what is reported, requests are refused, and the server continues once it is back',
    async (row) => {
      const it = await victim();
      expect(await it.ready()).toEqual({ status: 200, message: '' });
      await row.harm(it);
      await it.readyIs(503, SEEN_WITHIN_MS, row.named);
      await chargesNothingMeanwhile(it);
      await row.undo(it);
      await it.readyIs(200, HEALED_WITHIN_MS);
      expect((await it.ask()).status).toBe(200);
      await it.stop();
      expect(counters(it.ledger, it.account_id)).toEqual({ account: it.charged, keys: it.charged });
    },
  );

  test.each(['-wal', '-shm'])('without its %s is reported, and a stop loses no data', async (suffix) => {
    const it = await victim();
    await rm(`${it.ledger}${suffix}`);
    await it.readyIs(503, SEEN_WITHIN_MS, /the ledger file was deleted or replaced/);
    await chargesNothingMeanwhile(it);
    await it.stop();
    expect(counters(it.ledger, it.account_id)).toEqual({ account: it.charged, keys: it.charged });
  });

  test.each([
    ['cut in half', '', 'fs.ftruncateSync(fd, size / 2)'],
    ['with changed bytes', '', 'for (let at = 4096; at < size; at += 4096) fs.writeSync(fd, "\\0", at)'],
    ['whose -wal is cut in half', '-wal', 'fs.ftruncateSync(fd, size / 2)'],
    ['whose -wal has a changed byte', '-wal', 'fs.writeSync(fd, "damage", size - 100)'],
  ])(
    '%s by another program is seen and logged; nothing is answered or charged, also not after a restart',
    async (_, suffix, harm) => {
      const lines: string[] = [];
      const stderr = vi
        .spyOn(process.stderr, 'write')
        .mockImplementation((text) => lines.push(String(text)) > 0);
      afterThisTest(async () => stderr.mockRestore());
      const it = await victim(undefined, 'error');
      const cached = await it.askAgain();
      expect(await it.askAgain()).toBe(cached);
      const file = `${it.ledger}${suffix}`;
      const script = `const fd = fs.openSync(process.argv[1], 'r+'); const { size } = fs.fstatSync(fd); ${harm}`;
      execFileSync(process.execPath, ['-e', script, file]);
      await it.readyIs(503, SEEN_WITHIN_MS, /the ledger is damaged/);
      await chargesNothingMeanwhile(it);
      expect(await it.askAgain()).toBe(503);
      expect(lines.filter((line) => line.includes('the ledger is damaged; nothing is read'))).toHaveLength(1);
      await it.stop();
      const refused = { code: 'ledger_damaged', message: expect.stringContaining('alir restore DIR') };
      await expect(openStores(configOf(it.folder), it.clock)).rejects.toMatchObject(refused);
    },
  );

  test('truncated to 0 bytes is reported, and requests are refused', async () => {
    const it = await victim();
    execFileSync('cp', ['/dev/null', it.ledger]);
    await it.readyIs(503, SEEN_WITHIN_MS, /the ledger file was deleted or replaced/);
    await chargesNothingMeanwhile(it);
  });

  test('on a full disk is reported, and the server continues once there is space', async ({
    folder,
    skip,
  }) => {
    if (!mountSmallDisk(folder, SMALL_DISK_MB)) skip('a file system can only be mounted by root');
    const it = await victim(folder);
    const makeRoom = await fillDisk(folder, 0);
    await it.readyIs(503, SEEN_WITHIN_MS, /the disk is full/);
    for (let asked = 0; asked < 3; asked++) await it.ask();
    await makeRoom();
    await it.readyIs(200, HEALED_WITHIN_MS);
    expect((await it.ask()).status).toBe(200);
    await it.stop();
    expect(counters(it.ledger, it.account_id)).toEqual({ account: it.charged, keys: it.charged });
  });

  test('on an unmounted disk is reported, and requests are refused', async ({ folder, skip }) => {
    if (!mountSmallDisk(folder, SMALL_DISK_MB)) skip('a file system can only be mounted by root');
    const it = await victim(folder);
    execFileSync('umount', ['-l', folder]);
    afterThisTest(async () => void execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]));
    await it.readyIs(503, SEEN_WITHIN_MS, /the ledger file was deleted or replaced/);
    await chargesNothingMeanwhile(it);
    expect(await readdir(folder)).toEqual([]);
  });
});
