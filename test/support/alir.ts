import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { vi } from 'vitest';
import type { PlanTerms } from '../../src/commerce/accounts/plans.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { Plan, PlanMonths } from '../../src/core/commerce-terms.ts';
import { dataFolders } from '../../src/core/folders.ts';
import type { IngestResult } from '../../src/market/ingest/ingest.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../../src/market/ingest/measures.ts';
import type { Network } from '../../src/network/public-addresses.ts';
import { type Config, readConfig } from '../../src/server/config.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { type After, afterThisFile, afterThisTest } from './cleanups.ts';
import { writeTo } from './daily-files.ts';
import { madeOnce } from './made-once.ts';
import { newEmail } from './new-email.ts';
import { ON_POSTGRES, TestLedger } from './test-ledger.ts';

export { afterThisFile, afterThisTest };

/** Test settings for a data folder. */
export function configOf(data_dir: string, environment: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    ALIR_DATA_DIR: data_dir,
    ALIR_PORT: '0',
    ALIR_THREADS: '2',
    ALIR_LOG_LEVEL: 'silent',
    ALIR_UPDATE_MINUTES: '0',
    ...environment,
  });
}

export function temporaryFolder(): Promise<string> {
  return folderUntil(afterThisTest);
}

export function folderOfThisFile(): Promise<string> {
  return folderUntil(afterThisFile);
}

/** A data folder with a ledger and without published days. */
export async function emptyDataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await (await openStores(configOf(folder), new SetClock())).ledger.close();
  return folder;
}

export async function folderUntil(after: After): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alir-test-'));
  // A server that a failed test left may still be writing to it.
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A clock that changes only when a test sets it. */
export class SetClock implements Clock {
  time: Date;
  constructor(time = '2026-02-02T12:00:00Z') {
    this.time = new Date(time);
  }
  /** The monotonic time. It changes only by `wait` or by assignment. */
  elapsed_ms = 1_000_000;
  now(): Date {
    return this.time;
  }
  monotonic_ms(): number {
    return this.elapsed_ms;
  }
  /** @returns the time after that, as the ledger has times */
  pass(ms: number): string {
    this.time = new Date(this.time.getTime() + ms);
    return this.time.toISOString();
  }
  /** Advances the monotonic time without a real delay. */
  readonly wait = async (ms: number): Promise<void> => {
    this.elapsed_ms += ms;
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** Terms for tests that do not test limits. */
export const UNLIMITED = { units: 1e9, requests_per_minute: 1e9, keys: 1e3 };

/** A network that sends no packets. */
const offline: Network = {
  resolve: async () => [],
  dial(_options, _addresses, done) {
    done(new Error('A test has no network'), null);
    return new Socket();
  },
};

export type DailyText = readonly [name: string, text: string];

export interface TestSettings {
  readonly environment?: NodeJS.ProcessEnv;
  readonly network?: Network;
  /** Sends requests to the payment provider. */
  readonly send?: typeof fetch;
  /** A data folder of SQLite that it begins with. */
  readonly copied_from?: string;
  /** What is published when it begins. The test files of a run that begin with the same copy one lake. */
  readonly published?: readonly DailyText[];
  /** Whether this is measured too. */
  readonly measured?: boolean;
}

/** A data folder with published files, for all test files of a run. */
export function publishedData(files: readonly DailyText[], measured = false): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([files, measured]))
    .digest('hex');
  return madeOnce(name, async (data_dir) => {
    const stores = await openStores(configOf(data_dir), new SetClock());
    await ingestTexts(stores, await temporaryFolder(), files);
    if (measured) await measureUnlessBusy(stores.ingest, {});
    await stores.ledger.close();
  });
}

/** Copies what a folder contains. As in the folder, the fixed name of a day is another name of its file, which `fs.cp` would copy twice. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

async function ingestTexts({ ingest }: Stores, folder: string, files: readonly DailyText[]): Promise<void> {
  const paths = await Promise.all(
    // A correction has the name of the file that it corrects.
    files.map(async ([name, text]) => writeTo(await mkdtemp(join(folder, 'file-')), name, text)),
  );
  const results = await ingestFiles(
    ingest,
    paths.map((path) => ({ path, command: 'ingest', confirmed: true })),
  );
  const others = results.filter(({ status }) => status !== 'published');
  if (others.length > 0) throw new Error(`Not published: ${JSON.stringify(others)}`);
}

/** A complete Alir over a temporary folder: real stores, and a real server on a free port that starts with the first request. */
export class TestAlir {
  readonly stores: Stores;
  readonly test_ledger: TestLedger;
  /** The checks of the source that operators asked for. */
  source_checks = 0;
  readonly clock: SetClock;
  /** The key of the requests: at first that of an account without limits. */
  key: string;
  readonly #first_key: string;
  /** The folder of the operator's files before they are ingested. */
  readonly outside: string;
  readonly #network: Network;
  #server: Promise<RunningServer> | undefined;

  private constructor(
    stores: Stores,
    test_ledger: TestLedger,
    key: string,
    clock: SetClock,
    outside: string,
    network: Network,
  ) {
    this.test_ledger = test_ledger;
    this.#network = network;
    this.stores = stores;
    this.clock = clock;
    this.outside = outside;
    this.key = key;
    this.#first_key = key;
  }

  /** Prepares a shared Alir for the next test: sets the first time and the first key, and resets the limits of addresses. */
  beginTest(): void {
    this.clock.time = new SetClock().time;
    this.clock.elapsed_ms += 60_000;
    this.key = this.#first_key;
  }

  /** Creates an account. Its key is that of the requests from here on. @returns its id */
  async become(plan: Plan, months: PlanMonths = 1, terms: PlanTerms | null = null): Promise<string> {
    const { account, api_key } = await this.stores.accounts.create(newEmail(), plan, months, terms);
    this.key = api_key;
    return account.account_id;
  }

  /** @param after registers its close: after the test, or after the test file if its tests share it */
  static async open(
    { environment, network = offline, send, copied_from, published, measured }: TestSettings = {},
    after: After = afterThisTest,
  ): Promise<TestAlir> {
    const outside = await folderUntil(after);
    const clock = new SetClock();
    const folder = await folderUntil(after);
    const copied = published && !ON_POSTGRES ? await publishedData(published, measured) : copied_from;
    if (copied !== undefined) copyFolder(copied, folder);
    const test_ledger = await TestLedger.create(dataFolders(folder).ledgerFile);
    const config = configOf(folder, { ...test_ledger.environment, ...environment });
    const stores = await openStores(config, clock, send);
    test_ledger.inform(stores.ledger);
    const { api_key } = await stores.accounts.create('test@example.com', 'enterprise', 1, UNLIMITED);
    const alir = new TestAlir(stores, test_ledger, api_key, clock, outside, network);
    after(() => alir.close());
    if (published && ON_POSTGRES) {
      await alir.publish(published);
      if (measured) await alir.measure();
    }
    return alir;
  }

  /** Writes a file and ingests it as `alir ingest --confirm` does. */
  async ingest(name: string, content: string | Buffer, explicit_date?: string): Promise<IngestResult> {
    const path = await writeTo(this.outside, name, content);
    const [result] = await ingestFiles(this.stores.ingest, [
      { path, command: 'ingest', confirmed: true, ...(explicit_date ? { explicit_date } : {}) },
    ]);
    if (!result) throw new Error('no result');
    return result;
  }

  /** Publishes daily files together: the serving files are built once, which takes half of the CPU time of a small file. */
  publish(files: readonly DailyText[]): Promise<void> {
    return ingestTexts(this.stores, this.outside, files);
  }

  /** Ingests existing files, as `alir ingest --confirm` does. */
  ingestPaths(...paths: string[]): Promise<IngestResult[]> {
    return ingestFiles(
      this.stores.ingest,
      paths.map((path) => ({ path, command: 'ingest', confirmed: true })),
    );
  }

  /** Computes the measures of all publications, as an update does. */
  async measure(): Promise<void> {
    await measureUnlessBusy(this.stores.ingest, {});
  }

  async url(): Promise<string> {
    this.#server ??= startServer(this.stores, {
      network: this.#network,
      check: () => {
        this.source_checks++;
      },
    });
    return (await this.#server).url;
  }

  /** Every route of the server, with `:name` for a parameter. */
  async routes(): Promise<RunningServer['app']['declaredRoutes']> {
    await this.url();
    return (await this.#server)?.app.declaredRoutes ?? [];
  }

  /** What the server logs as warnings and errors from here on, as `error: a message`. */
  async log(): Promise<string[]> {
    await this.url();
    const log = (await this.#server)?.app.log;
    if (!log) throw new Error('no log');
    const lines: string[] = [];
    for (const level of ['warn', 'error'] as const) {
      // The first argument is a string if there are no fields.
      vi.spyOn(log, level).mockImplementation((fields: unknown, message?: string) => {
        lines.push(`${level}: ${message ?? fields}`);
      });
    }
    return lines;
  }

  /** The unparsed response to an authenticated request. */
  async raw(path: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> {
    const own = { authorization: `Bearer ${this.key}`, ...headers };
    return fetch(`${await this.url()}${path}`, { ...init, headers: { ...own, ...(init.headers as object) } });
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await this.raw(path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  get(path: string, query: Record<string, string>): Promise<Answer> {
    return this.request(`${path}?${new URLSearchParams(query)}`);
  }

  post(path: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return this.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** The SHA-256 of every file of the lake, by its path. */
  async lakeFiles(): Promise<Record<string, string>> {
    const { lake } = this.stores.folders;
    const files: Record<string, string> = {};
    if (!existsSync(lake)) return files;
    for (const entry of await readdir(lake, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files[relative(lake, path)] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    }
    return files;
  }

  async close(): Promise<void> {
    const server = await this.#server?.catch(() => undefined);
    if (server) await server.close();
    else await this.stores.ledger.close();
  }
}
