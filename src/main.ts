import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Accounts } from './accounts/accounts.ts';
import { type Billing, billingOf } from './billing/billing.ts';
import { readPrices } from './billing/prices.ts';
import { paymentProvider } from './billing/providers.ts';
import type { Config } from './config.ts';
import { type TradingCalendar, tradingCalendar } from './core/calendar.ts';
import type { Clock } from './core/clock.ts';
import { AlirError } from './core/errors.ts';
import { BACKUP_CONTENTS, type DataFolders, dataFolders } from './core/folders.ts';
import { FolderSource } from './ingest/folder-source.ts';
import type { IngestServices } from './ingest/ingest.ts';
import { repair } from './ingest/lake-writer.ts';
import type { Source } from './ingest/source.ts';
import { UrlSource } from './ingest/url-source.ts';
import { Ledger } from './ledger/ledger.ts';
import { Manifest } from './ledger/manifest.ts';
import { Sources } from './ledger/sources.ts';
import type { Network } from './news/network.ts';
import { readNewsSettings } from './news/sources.ts';
import { Serving } from './serving/serving.ts';

/** Blocks that are read at the same time. Each takes a thread of Node's pool of 4, which other files and look-ups need too. */
const READ_LANES = 3;

/** Between two looks for payments that were recorded and not applied. */
const SWEEP_MS = 60_000;

/** What every command works with, over one data folder. */
export interface Stores {
  readonly config: Config;
  readonly folders: DataFolders;
  readonly calendar: TradingCalendar;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly manifest: Manifest;
  readonly sources: Sources;
  readonly accounts: Accounts;
  readonly billing: Billing;
  readonly ingest: IngestServices;
}

/**
 * Opens, or makes, the data folder and its ledger.
 * @param send how the payment provider is asked
 * @throws AlirError `unusable_folder`, `bad_configuration`
 */
export function openStores(config: Config, clock: Clock, send: typeof fetch = fetch): Stores {
  const prices = settingsFile(config.prices, 'prices.json', readPrices);
  const provider = paymentProvider(config, send);
  const folders = dataFolders(config.data_dir);
  const calendar = tradingCalendar(referenceFile('holidays.csv'));
  const ledger = openLedger(folders);
  const manifest = new Manifest(ledger, clock);
  const accounts = new Accounts(ledger, clock);
  const sources = new Sources(ledger, clock);
  const billing = billingOf({ ledger, accounts, prices, provider, clock });
  const { threads } = config;
  const ingest = { folders, manifest, sources, calendar, clock, threads, user: userName() };
  return { config, folders, calendar, clock, ledger, manifest, sources, accounts, billing, ingest };
}

/** Where daily files come from, as configured: a folder, by default the inbox, or a server. */
export function sourceOf({ config, folders, manifest, sources, clock }: Stores): Source {
  const { source, source_header } = config;
  if (!source.includes('://')) return new FolderSource(source || folders.inbox, sources, clock);
  return new UrlSource({
    template: source,
    header: source_header,
    downloads: folders.downloads,
    published: (day) => manifest.published(day) !== undefined,
    sources,
    clock,
  });
}

/** A container may run as a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A file of facts that comes with Alir. */
export function referenceFile(name: string): string {
  return readFileSync(referencePath(name), 'utf8');
}

/** Where a file of facts lies; the folder of all of them for no name. */
export function referencePath(name: string): string {
  return fileURLToPath(new URL(`../data/reference/${name}`, import.meta.url));
}

/** The settings in a file of the operator, or where none is named in one that comes with Alir. @throws AlirError `bad_configuration` */
function settingsFile<Settings>(
  own: string,
  otherwise: string,
  read: (text: string, path: string) => Settings,
): Settings {
  const path = own || referencePath(otherwise);
  return read(contentOf(path), path);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AlirError(
      'bad_configuration',
      `${path} cannot be read (${code}). Check the setting that names it, and who may read the file.`,
    );
  }
}

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly app: FastifyInstance;
  /** Lets running requests end, and be charged, while new ones get 503; then closes. */
  close(): Promise<void>;
}

/**
 * Repairs what a crash left, then listens. Closes the stores when it is closed.
 * @param onProblem told what could not be repaired
 * @throws AlirError `port_in_use`, `bad_configuration`
 */
export async function startServer(
  stores: Stores,
  { onProblem = () => {}, network }: { onProblem?: (problem: string) => void; network?: Network } = {},
): Promise<RunningServer> {
  const { config, folders, manifest, ledger } = stores;
  const news_settings = settingsFile(config.news_sources, 'news-sources.json', readNewsSettings);
  await repairIfPossible(stores, onProblem);
  const sweep = applyPaidNowAndThen(stores);
  const serving = new Serving({
    folder: folders.serving,
    lanes: READ_LANES,
    filesInForce: () => manifest.servingFiles(),
  });
  // Loaded here, since no other command needs what a server does: they start a third faster.
  const [{ buildApp }, { internet }] = await Promise.all([import('./app.ts'), import('./news/network.ts')]);
  const { app, drain } = buildApp({
    ...stores,
    serving,
    news_settings,
    network: network ?? internet,
  });
  app.addHook('onClose', async () => {
    clearInterval(sweep);
    await serving.close();
    ledger.close();
  });
  const url = await listen(app, config);
  const close = async () => {
    await drain.drain();
    await app.close();
  };
  return { url, app, close };
}

/** What a killed process left between a payment and what it pays for. */
function applyPaidNowAndThen({ billing }: Stores): NodeJS.Timeout {
  billing.orders.applyPaid();
  return setInterval(() => {
    try {
      billing.orders.applyPaid();
    } catch (error) {
      // Another process is writing; the next time will do.
      if (!(error instanceof AlirError)) throw error;
    }
  }, SWEEP_MS).unref();
}

/** What cannot be repaired now does not keep from being served what is whole. */
async function repairIfPossible({ ingest }: Stores, onProblem: (problem: string) => void): Promise<void> {
  try {
    await repair(ingest);
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    // Whoever is writing repairs at its start and brings serving up to date at its end.
    if (error.code !== 'writer_busy') onProblem(error.message);
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code ?? '')) throw error;
    throw new AlirError(
      'port_in_use',
      `Cannot listen on ${host}:${port} (${code}). Choose another address or port with ALIR_HOST and ALIR_PORT.`,
    );
  }
}

function openLedger(folders: DataFolders): Ledger {
  // In this order: a restore ends by giving the first file the name of the second.
  if (existsSync(folders.restoringLedger) && !existsSync(folders.ledgerFile)) {
    throw new AlirError(
      'unusable_folder',
      `A restore into ${folders.root} is running, or was cut short. Wait for its end, or start it again: alir restore DIR.`,
    );
  }
  if (existsSync(join(folders.root, BACKUP_CONTENTS))) {
    throw new AlirError(
      'unusable_folder',
      `${folders.root} is a backup, and would be none any more once it is used. Restore it into another folder: alir restore ${folders.root}`,
    );
  }
  try {
    mkdirSync(folders.root, { recursive: true });
    return new Ledger(folders.ledgerFile);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new AlirError(
      'unusable_folder',
      `The data folder ${folders.root} cannot be used (${code ?? message}). Check its owner and its disk, or name another with ALIR_DATA_DIR.`,
      { cause: error },
    );
  }
}
