import type { FastifyInstance } from 'fastify';
import { refreshed } from '../api/http/responses/stale-while-revalidate.ts';
import { paymentProvider } from '../commerce/billing/payments/providers.ts';
import { AlirError } from '../core/errors.ts';
import { dataFolders } from '../core/folders.ts';
import { once } from '../core/once.ts';
import { lockForServer } from '../ledger/locks.ts';
import { refuseUnusable } from '../ledger/open-ledger.ts';
import { DamageWatch } from '../market/ingest/damage-watch.ts';
import { ingestFiles, repair } from '../market/ingest/lake-writer.ts';
import { measureUnlessBusy } from '../market/ingest/measures.ts';
import { ServingHealer } from '../market/ingest/serving-healer.ts';
import { MarketDatabase } from '../market/serving/market-database.ts';
import { AdjustedMeasures } from '../market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../market/serving/queries/brief.ts';
import { Serving } from '../market/serving/serving.ts';
import { withLocalHosts } from '../network/local-hosts.ts';
import type { Network } from '../network/public-addresses.ts';
import { unknownDays, unknownDaysText } from '../operations/data-folder.ts';
import { DayRevisions } from '../operations/day-revisions.ts';
import { type Confirm, Intake } from '../operations/intake.ts';
import type { Config } from './config.ts';
import { CorporateActionsFile } from './corporate-actions-file.ts';
import { examineServed, servedGaps } from './doctor.ts';
import { invoiceSettings } from './invoice-settings.ts';
import { checkAddress, listen, listenForMetrics } from './listen.ts';
import { startNotices } from './notice-timer.ts';
import { askProviderRegularly } from './payment-timer.ts';
import { startRetention } from './retention-timer.ts';
import { corporateActionsOf, newsSettingsOf, pricesOf } from './settings-files.ts';
import { closeStores, marketSettings, permissionNotice, type Stores } from './stores.ts';

/** Concurrent block reads. Each uses one of the 4 threads of Node's pool, which other file operations and DNS look-ups need too. */
const CONCURRENT_READS = 3;
const BYTES_OF_MB = 1_000_000;

/** For a question about earlier data, with the wait for other ones: the first question reads and verifies each file of its days. */
const KNOWN_TIMEOUT_MS = 20_000;

/** How often the pages of the operator ask the payment provider what was not recorded, at most. */
const UNRECORDED = { interval_ms: 600_000, wait_ms: 2000 };

/**
 * Refuses the settings that a server would refuse at its start. Accepts a port in use, because a running Alir may be using it.
 * @throws AlirError `bad_configuration`, `unusable_folder`, `port_in_use`
 */
export async function checkSettings(config: Config): Promise<void> {
  pricesOf(config);
  newsSettingsOf(config);
  corporateActionsOf(config);
  paymentProvider(config, fetch);
  invoiceSettings(config);
  refuseUnusable(dataFolders(config.data_dir));
  await checkAddress({ ...config, port: 0 });
}

export interface RunningServer {
  /** The listening address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The address of the metrics if they have a separate port; otherwise null. */
  readonly metrics_url: string | null;
  readonly app: FastifyInstance;
  /** Resolves when the ledger can no longer be written. Only a new process can write to it again. */
  readonly failed: Promise<AlirError>;
  /** Lets running requests finish and be charged, answers new ones with 503, then closes. */
  close(): Promise<void>;
}

interface ServerOptions {
  readonly network: Network | undefined;
  /** The ports of servers on this machine that stand for hosts of the internet, by host name. */
  readonly local_hosts: ReadonlyMap<string, number>;
  readonly confirm: Confirm;
  /** Computes the measures after a revert, or starts a process that does. */
  readonly measure: () => Promise<void>;
  /** Starts to check the source for new files. */
  readonly check: (() => void) | null;
}

/**
 * Repairs the data after a crash, then listens. Closing the server also closes the stores.
 * @throws AlirError `server_running`, `port_in_use`, `bad_configuration`
 */
export async function startServer(
  stores: Stores,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const unlock = stores.ledger.sharesUsage ? () => {} : await lockForServer(stores.folders.serverLockFile);
  try {
    const defaults = {
      network: undefined,
      local_hosts: new Map(),
      confirm: inThisProcess(stores),
      measure: () => measureInThisProcess(stores),
      check: null,
    };
    return await start(stores, { ...defaults, ...options }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The status lists measures that cannot be computed. */
function measureInThisProcess({ ingest }: Stores): Promise<void> {
  return measureUnlessBusy(ingest, {}).then(
    () => {},
    () => {},
  );
}

/** Publishes and measures a held file in the process of the server. `alir serve` does it in another process, with a low priority. */
function inThisProcess(stores: Stores): Confirm {
  return async (path, trade_date, by) => {
    const file = { path, command: 'ingest', confirmed: true } as const;
    const [result] = await ingestFiles({ ...stores.ingest, user: by }, [
      trade_date === null ? file : { ...file, explicit_date: trade_date },
    ]);
    if (!result) throw new Error('The file was not ingested.');
    await measureInThisProcess(stores);
    return result;
  };
}

/** @param unlock lets another server use the data folder */
async function start(
  stores: Stores,
  { network: given, local_hosts, confirm, measure, check }: ServerOptions,
  unlock: () => void,
): Promise<RunningServer> {
  const { config, folders, manifest, ledger } = stores;
  const failed = new Promise<AlirError>((resolve) => ledger.onFlushFailure(resolve));
  const news_settings = newsSettingsOf(config);
  const actions = new CorporateActionsFile(config, stores.clock, (err) =>
    app.log.error({ err }, 'the changed corporate actions cannot be used; the earlier ones stay in force'),
  );
  const unrepaired = await repairIfPossible(stores);
  await startLog(stores);
  const healer = new ServingHealer(stores.ingest, ledger, {
    onDamage: ({ file_name, problem }) =>
      app.log.error({ file_name, problem }, 'serving file damaged; rebuilding it from the lake'),
    onRebuilt: ({ file_name }, seconds) => app.log.warn({ file_name, seconds }, 'serving file rebuilt'),
    onFailure: ({ file_name }, err) =>
      app.log.error({ file_name, err }, 'serving file cannot be rebuilt; requests that need it fail'),
  });
  const serving = new Serving({
    folder: folders.serving,
    concurrent_reads: CONCURRENT_READS,
    clock: stores.clock,
    cache_bytes: config.serving_cache_mb * BYTES_OF_MB,
    filesInForce: () => manifest.servingFiles(),
    // Without a failed repair, another process is about to build them.
    unbuilt_months: unrepaired === undefined ? [] : await manifest.monthsWithoutServingFile(),
    onDamage: (file) => void healer.report(file),
  });
  const market = new MarketDatabase({
    ...marketSettings(stores),
    unbuilt_months: unrepaired === undefined ? [] : await manifest.monthsWithoutMarketFiles(),
    onDamage: (file) => void healer.report(file),
    onDamagedTrades: (path) => damage_watch.doubt(path),
  });
  const known_market = new MarketDatabase({
    ...marketSettings(stores),
    reads: 'lake_files',
    threads: 1,
    timeout_ms: KNOWN_TIMEOUT_MS,
  });
  const damage_watch = new DamageWatch(stores.ingest, {
    onDamage: (file) =>
      app.log.error(file, 'lake file damaged; the server is not ready until it is repaired'),
    onRepaired: (file) => app.log.warn(file, 'lake file repaired'),
    onDamagedMarketFile: (file) => void healer.report(file),
  });
  // Loaded when the first feed or notice needs it.
  const network = once(async () => {
    if (given) return given;
    const { internet } = await import('../network/internet.ts');
    return withLocalHosts(internet, local_hosts);
  });
  const unrecorded = refreshed(() => stores.billing.reconciliation.unrecorded(), UNRECORDED, stores.clock);
  const gaps = servedGaps(market, stores.clock);
  const adjusted = new AdjustedMeasures(market, actions);
  const briefs = new Briefs(adjusted, () => manifest.measures());
  // Imported here because only the server needs this module: other commands start a third faster without it.
  const { buildApp } = await import('./app.ts');
  const { app, drain, metricsApp } = buildApp({
    ...stores,
    serving,
    market,
    known_market,
    damage_watch,
    news_settings,
    actions,
    adjusted,
    briefs,
    network,
    intake: new Intake(stores.ingest, confirm, check),
    day_revisions: new DayRevisions(stores.ingest, stores.administration, measure),
    diagnose: () =>
      examineServed(stores, {
        unrecorded: async () => (await unrecorded()) ?? [],
        openingGaps: gaps,
      }),
  });
  ledger.watch((err) => app.log.error({ err }, 'the ledger is damaged; nothing is read from it or charged'));
  await damage_watch.start();
  if (unrepaired !== undefined) app.log.warn(unrepaired);
  const unknown_days = await unknownDays(stores);
  if (unknown_days > 0) app.log.warn(unknownDaysText(folders, unknown_days));
  const notice = permissionNotice(stores);
  if (notice !== null) app.log.warn(notice);
  const payment_checks = askProviderRegularly(stores, app.log);
  const notices = await startNotices(stores, adjusted, briefs, network, app.log);
  const retention = startRetention(stores, app.log);
  app.addHook('onClose', async () => {
    clearInterval(payment_checks);
    await retention.close();
    await notices.close();
    await serving.close();
    await market.close();
    await known_market.close();
    await healer.close();
    await damage_watch.close();
    await closeStores(stores);
    unlock();
  });
  const metrics_url = metricsApp && (await listenForMetrics(app, metricsApp, config));
  const url = await listen(app, config);
  const close = async () => {
    await drain.drain();
    await app.close();
  };
  return { url, metrics_url, app, failed, close };
}

/** The first write to an empty log flushes the disk. It is made at the start, so that no charge has to wait for it. */
async function startLog({ ledger, clock }: Stores): Promise<void> {
  try {
    await ledger.confirm(clock);
  } catch {
    // GET /health/ready reports the problem.
  }
}

/** Damage that cannot be repaired now must not stop the service of intact data. @returns the damage and its reason, if any */
async function repairIfPossible({ ingest }: Stores): Promise<string | undefined> {
  try {
    await repair(ingest);
    return undefined;
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    // The process that is writing repaired the lake when it started, and updates the serving files when it ends.
    return error.code === 'writer_busy' ? undefined : error.message;
  }
}
