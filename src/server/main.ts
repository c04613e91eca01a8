import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Accounts } from '../commerce/accounts/accounts.ts';
import { type Billing, billingOf } from '../commerce/billing/orders.ts';
import { type Prices, readPrices } from '../commerce/billing/prices.ts';
import { paymentProvider } from '../commerce/billing/providers.ts';
import { type TradingCalendar, tradingCalendar } from '../core/calendar.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { type DataFolders, dataFolders } from '../core/folders.ts';
import { counted } from '../core/words.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ledgerError } from '../ledger/ledger-error.ts';
import { Manifest } from '../ledger/manifest.ts';
import { daysInLake, openLedger, refuseUnusable, requireLake, requireLedger } from '../ledger/open-ledger.ts';
import { openFolderNotice } from '../ledger/private-folder.ts';
import { Sources } from '../ledger/sources.ts';
import { FolderSource } from '../market/ingest/folder-source.ts';
import type { IngestServices } from '../market/ingest/ingest.ts';
import { repair } from '../market/ingest/lake-writer.ts';
import { ServingHealer } from '../market/ingest/serving-healer.ts';
import type { Source } from '../market/ingest/source.ts';
import { UrlSource } from '../market/ingest/url-source.ts';
import { Serving } from '../market/serving/serving.ts';
import type { Network } from '../news/network.ts';
import { type NewsSettings, readNewsSettings } from '../news/sources.ts';
import type { Config } from './config.ts';

/** Concurrent block reads. Each uses one of the 4 threads of Node's pool, which other file operations and DNS look-ups need too. */
const READ_LANES = 3;

/** Interval between two checks for payments that are recorded but not applied. */
const SWEEP_MS = 60_000;
/** A write waits this long for a command that is writing, and blocks the event loop meanwhile. */
const WRITE_WAIT_MS = 250;

/** The services that commands use, over one data folder. */
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
 * Opens the data folder and its ledger. Creates them if they do not exist.
 * @param send sends requests to the payment provider
 * @throws AlirError `bad_configuration`, `unusable_folder`, and the errors of the ledger
 */
export function openStores(config: Config, clock: Clock, send: typeof fetch = fetch): Stores {
  const prices = pricesOf(config);
  const provider = paymentProvider(config, send);
  const folders = dataFolders(config.data_dir);
  const calendar = tradingCalendar(referenceFile('holidays.csv'));
  const ledger = openLedger(folders, config.lake_group_read);
  const manifest = new Manifest(ledger, clock);
  const accounts = new Accounts(ledger, clock);
  const sources = new Sources(ledger, clock);
  const billing = billingOf({ ledger, accounts, prices, provider, clock });
  const { threads, lake_group_read } = config;
  const ingest = {
    folders,
    intake_folders: isUrl(config.source) ? [folders.inbox] : [folders.inbox, config.source || folders.inbox],
    manifest,
    sources,
    calendar,
    clock,
    threads,
    lake_group_read,
    user: userName(),
  };
  return { config, folders, calendar, clock, ledger, manifest, sources, accounts, billing, ingest };
}

/**
 * Runs a command on the stores of a data folder, then closes the stores.
 * @param options.creates false for a command that refuses a missing data folder
 * @throws AlirError `no_data`, and the errors of the ledger for SQLite errors during the command
 */
export async function withStores<Result>(
  config: Config,
  { creates }: { readonly creates: boolean },
  work: (stores: Stores) => Result | Promise<Result>,
): Promise<Result> {
  const folders = dataFolders(config.data_dir);
  if (!creates) requireLedger(folders);
  const stores = openStores(config, systemClock);
  try {
    return await work(stores);
  } catch (error) {
    throw ledgerError(error, folders.ledgerFile) ?? error;
  } finally {
    stores.ledger.close();
  }
}

/** The path of the lake. @throws AlirError `no_data` if the data folder has neither a lake nor a ledger */
export function existingLake({ data_dir }: Config): string {
  const folders = dataFolders(data_dir);
  requireLake(folders);
  return folders.lake;
}

/** The number of days in the lake if the ledger contains none, such as after the loss of a ledger; otherwise 0. */
export function unknownDays({ folders, manifest }: Stores): number {
  if (manifest.newestDay() !== null || manifest.intended().length > 0) return 0;
  return daysInLake(folders);
}

/** The message for days that are in the lake and not in the ledger. */
export function unknownDaysText({ lake, root }: DataFolders, days: number): string {
  return `The ledger knows of no published day, but ${lake} holds ${counted(days, 'day')}. If the ledger was lost, move ${root} away and restore your last backup: alir restore DIR. If not, move ${lake} away and ingest the daily files again.`;
}

/** The message for the operator if other users of the machine may enter the data folder; null if none may. */
export function permissionNotice({ folders, config }: Stores): string | null {
  return openFolderNotice(folders, config.lake_group_read);
}

/** The configured source of daily files: a folder (default: the inbox) or a server. */
export function sourceOf({ config, folders, manifest, sources, clock }: Stores): Source {
  const { source, source_header } = config;
  if (!isUrl(source)) return new FolderSource(source || folders.inbox, sources, clock);
  return new UrlSource({
    template: source,
    header: source_header,
    downloads: folders.downloads,
    published: (day) => manifest.published(day) !== undefined,
    sources,
    clock,
  });
}

function isUrl(source: string): boolean {
  return source.includes('://');
}

/** A container may run as a user ID without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The text of a reference file of the package. */
export function referenceFile(name: string): string {
  return readFileSync(referencePath(name), 'utf8');
}

/** The path of a reference file; the folder of the reference files if the name is empty. */
export function referencePath(name: string): string {
  return fileURLToPath(new URL(`../../data/reference/${name}`, import.meta.url));
}

/** @throws AlirError `bad_configuration` */
export function pricesOf({ prices }: Config): Prices {
  return settingsFile('ALIR_PRICES', prices, 'prices.json', readPrices);
}

/** @throws AlirError `bad_configuration` */
function newsSettingsOf({ news_sources }: Config): NewsSettings {
  return settingsFile('ALIR_NEWS_SOURCES', news_sources, 'news-sources.json', readNewsSettings);
}

/** Reads the settings file that a variable names, or the default file of the package. @throws AlirError `bad_configuration` */
function settingsFile<Settings>(
  variable: string,
  own: string,
  default_name: string,
  read: (text: string, path: string) => Settings,
): Settings {
  if (own === '') return read(referenceFile(default_name), referencePath(default_name));
  try {
    return read(readFileSync(own, 'utf8'), own);
  } catch (error) {
    if (error instanceof AlirError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'which does not exist' : `which cannot be read (${code})`;
    throw new AlirError(
      'bad_configuration',
      `${variable} names ${resolve(own)}, ${problem}. Check the path and the permissions of the file.`,
    );
  }
}

/**
 * Refuses the settings that a server would refuse at its start. Accepts a port in use, because a running Alir may be using it.
 * @throws AlirError `bad_configuration`, `unusable_folder`, `port_in_use`
 */
export async function checkSettings(config: Config): Promise<void> {
  pricesOf(config);
  newsSettingsOf(config);
  paymentProvider(config, fetch);
  refuseUnusable(dataFolders(config.data_dir));
  await checkAddress({ ...config, port: 0 });
}

/** Listens briefly to detect an unusable address before any other work. @throws AlirError `port_in_use` */
export async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw cannotListen(error, { host, port }) ?? error;
  } finally {
    probe.close();
  }
}

export interface RunningServer {
  /** The listening address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The address of the metrics if they have a separate port; otherwise null. */
  readonly metrics_url: string | null;
  readonly app: FastifyInstance;
  /** Lets running requests finish and be charged, answers new ones with 503, then closes. */
  close(): Promise<void>;
}

/**
 * Repairs the data after a crash, then listens. Closing the server also closes the stores.
 * @throws AlirError `port_in_use`, `bad_configuration`
 */
export async function startServer(
  stores: Stores,
  { network }: { network?: Network } = {},
): Promise<RunningServer> {
  const { config, folders, manifest, ledger } = stores;
  ledger.limitWriteWait(WRITE_WAIT_MS);
  const news_settings = newsSettingsOf(config);
  const unrepaired = await repairIfPossible(stores);
  stores.billing.orders.applyPaid();
  const healer = new ServingHealer(stores.ingest, ledger, {
    onDamage: ({ file_name, problem }) =>
      app.log.error({ file_name, problem }, 'serving file damaged; rebuilding it from the lake'),
    onRebuilt: ({ file_name }, seconds) => app.log.warn({ file_name, seconds }, 'serving file rebuilt'),
    onFailure: ({ file_name }, err) =>
      app.log.error({ file_name, err }, 'serving file cannot be rebuilt; its year is not served'),
  });
  const serving = new Serving({
    folder: folders.serving,
    lanes: READ_LANES,
    filesInForce: () => manifest.servingFiles(),
    onDamage: (file) => healer.report(file),
  });
  // Imported here because only the server needs these modules: other commands start a third faster without them.
  const [{ buildApp }, { internet }] = await Promise.all([import('./app.ts'), import('../news/network.ts')]);
  const { app, drain, metricsApp } = buildApp({
    ...stores,
    serving,
    news_settings,
    network: network ?? internet,
  });
  if (unrepaired !== undefined) app.log.warn(unrepaired);
  const unknown_days = unknownDays(stores);
  if (unknown_days > 0) app.log.warn(unknownDaysText(folders, unknown_days));
  const notice = permissionNotice(stores);
  if (notice !== null) app.log.warn(notice);
  const sweep = applyPaidNowAndThen(stores, app.log);
  app.addHook('onClose', async () => {
    clearInterval(sweep);
    await serving.close();
    await healer.close();
    ledger.close();
  });
  const metrics_url = metricsApp && (await listenForMetrics(app, metricsApp, config));
  const url = await listen(app, config);
  const close = async () => {
    await drain.drain();
    await app.close();
  };
  return { url, metrics_url, app, close };
}

/** Regularly applies payments that a killed process recorded but did not apply. */
function applyPaidNowAndThen({ billing }: Stores, log: FastifyInstance['log']): NodeJS.Timeout {
  return setInterval(() => {
    try {
      billing.orders.applyPaid();
    } catch (err) {
      // The next run tries again. A full disk or a locked ledger must not stop the server.
      log.error({ err }, 'recorded payments could not be applied; the next try is in a minute');
    }
  }, SWEEP_MS).unref();
}

/** Damage that cannot be repaired now must not stop the service of intact data. @returns the damage and its reason, if any */
async function repairIfPossible({ ingest }: Stores): Promise<string | undefined> {
  try {
    await repair(ingest);
    return undefined;
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    // The other writer repairs at its start and updates the serving files at its end.
    return error.code === 'writer_busy' ? undefined : error.message;
  }
}

/** Other machines can reach the metrics only if a token is required. The metrics server closes with the main server. */
async function listenForMetrics(
  app: FastifyInstance,
  metricsApp: FastifyInstance,
  { host, metrics_port, metrics_token }: Config,
): Promise<string> {
  app.addHook('onClose', () => metricsApp.close());
  try {
    return await listen(metricsApp, {
      host: metrics_token === '' ? '127.0.0.1' : host,
      port: metrics_port ?? 0,
      variable: 'ALIR_METRICS_PORT',
    });
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function listen(app: FastifyInstance, address: Address): Promise<string> {
  try {
    return await app.listen({ host: address.host, port: address.port });
  } catch (error) {
    await app.close();
    throw cannotListen(error, address) ?? error;
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port. */
  readonly variable?: 'ALIR_PORT' | 'ALIR_METRICS_PORT';
}

const NO_ADDRESS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or set {port} to another port',
  EACCES: 'this user may not use the port. Set {port} to 1024 or above',
  EADDRNOTAVAIL:
    'this machine does not have the address. Set ALIR_HOST to one of its addresses, or to 0.0.0.0 for all',
  ENOTFOUND: 'the name cannot be resolved. Set ALIR_HOST to an address of this machine',
  EAI_AGAIN: 'the name cannot be resolved now. Set ALIR_HOST to an address of this machine',
};

function cannotListen(
  error: unknown,
  { host, port, variable = 'ALIR_PORT' }: Address,
): AlirError | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = NO_ADDRESS[code];
  if (reason === undefined) return undefined;
  return new AlirError(
    'port_in_use',
    `Cannot listen on ${host}:${port} (${code}): ${reason.replace('{port}', variable)}.`,
  );
}
