import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { refreshed } from '../api/http/responses/stale-while-revalidate.ts';
import { paymentProvider } from '../commerce/billing/payments/providers.ts';
import type { Clock } from '../core/clock.ts';
import type { Unrecorded } from '../core/commerce-terms.ts';
import { AlirError } from '../core/errors.ts';
import { type DataFolders, dataFolders } from '../core/folders.ts';
import type { CorporateAction } from '../core/market/corporate-actions.ts';
import type { OpeningGap } from '../core/market/price-jumps.ts';
import { VERSION } from '../core/package-files.ts';
import { looksLikeUrl, withoutSecrets } from '../core/urls.ts';
import { ledgerError } from '../ledger/ledger-error.ts';
import { MarketDatabase } from '../market/serving/market-database.ts';
import { openingGaps } from '../market/serving/queries/opening-gaps.ts';
import { requireLedgerIn, unknownDays } from '../operations/data-folder.ts';
import { type Certificate, certificateOf } from '../operations/doctor/certificate.ts';
import { type Diagnosis, diagnose, type Trouble } from '../operations/doctor/doctor.ts';
import { doctorFacts, troubleOf } from '../operations/doctor/doctor-facts.ts';
import type { Config } from './config.ts';
import { FOLLOW_MINUTES } from './follow.ts';
import { corporateActionsOf, pricesOf } from './settings-files.ts';
import { closeStores, marketSettings, openStores, permissionNotice, type Stores } from './stores.ts';

/** How often the pages of the operator look for unexplained jumps of prices, at most. */
const GAPS = { interval_ms: 600_000, wait_ms: 2000 };

/** Reads the certificate of the source; tests pass their own. */
export type ReadCertificate = (url: string) => Promise<Certificate>;

/**
 * Opens the data folder of the settings, examines it and closes it. Creates nothing, and does not throw if the data folder or the ledger
 * cannot be used: the diagnosis says so.
 */
export async function examineDataFolder(
  config: Config,
  clock: Clock,
  readCertificate: ReadCertificate = certificateOf,
): Promise<Diagnosis> {
  const folders = dataFolders(config.data_dir);
  let stores: Stores | null = null;
  let error: unknown = null;
  try {
    stores = await openExisting(config, folders, clock);
  } catch (thrown) {
    error = ledgerError(thrown, folders.ledgerFile) ?? thrown;
  }
  try {
    return await examine(config, clock, { stores, error, readCertificate });
  } finally {
    if (stores) await closeStores(stores);
  }
}

/**
 * Examines the data folder of a running server.
 * @param served.unrecorded what the payment provider reports and Alir did not record
 */
export function examineServed(
  stores: Stores,
  served: {
    readonly unrecorded: () => Promise<readonly Unrecorded[]>;
    readonly openingGaps: () => Promise<readonly OpeningGap[]>;
  },
): Promise<Diagnosis> {
  const { config, clock } = stores;
  return examine(config, clock, { stores, error: null, readCertificate: certificateOf, ...served });
}

/** @returns a function that reads the large gaps of prices for `examineServed`, and throws why they cannot be read */
export function servedGaps(
  market: Parameters<typeof openingGaps>[0],
  clock: Clock,
): () => Promise<readonly OpeningGap[]> {
  const read = () =>
    openingGaps(market).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  const gaps = refreshed(read, GAPS, clock);
  return async () => {
    const known = await gaps();
    if (!known) throw new Error('the prices of all days are still being read');
    if ('error' in known) throw known.error;
    return known.value;
  };
}

/** Settings that cannot be used, such as a missing file of prices, must not hide the rest. */
function openExisting(config: Config, folders: DataFolders, clock: Clock): Promise<Stores> {
  if (config.ledger_url === '') requireLedgerIn(folders);
  else if (!existsSync(folders.root)) throw missingFolder(folders);
  const usable = paymentTrouble(config)
    ? { ...config, prices: '', payment_provider: 'manual' as const }
    : config;
  return openStores(usable, clock);
}

async function examine(
  config: Config,
  clock: Clock,
  opened: {
    readonly stores: Stores | null;
    readonly error: unknown;
    readonly readCertificate: ReadCertificate;
    readonly unrecorded?: () => Promise<readonly Unrecorded[]>;
    readonly openingGaps?: () => Promise<readonly OpeningGap[]>;
  },
): Promise<Diagnosis> {
  const { stores, error, readCertificate } = opened;
  const { unrecorded = async () => (await stores?.billing.reconciliation.unrecorded()) ?? [] } = opened;
  const { openingGaps: gaps = async () => (stores ? gapsOf(stores) : []) } = opened;
  const { payment_provider } = config;
  const folders = dataFolders(config.data_dir);
  const folder_trouble = folderTrouble(folders, error);
  return diagnose(
    await doctorFacts({
      folders,
      clock,
      alir_version: VERSION,
      stores: stores && { ...stores, unknownDays: () => unknownDays(stores), unrecorded, openingGaps: gaps },
      actions: actionsOf(config),
      trouble: ledgerTrouble(error, folder_trouble),
      folder_trouble,
      permission_notice: stores && permissionNotice(stores),
      isOnServer: config.ledger_url !== '',
      ...sourceOf(config, folders, readCertificate),
      payment: {
        provider: payment_provider,
        isSandbox: payment_provider === 'midtrans' && config.payment_sandbox,
        trouble: paymentTrouble(config),
      },
    }),
  );
}

/** A copy reads the lake that it copies; its own inbox is not used. */
function sourceOf(
  { source, update_minutes, follow_url }: Config,
  folders: DataFolders,
  readCertificate: ReadCertificate,
): Pick<Parameters<typeof doctorFacts>[0], 'source' | 'certificate'> {
  if (follow_url !== '') {
    const name = withoutSecrets(follow_url);
    return {
      source: { name, command: 'sync', folder: null, update_minutes: FOLLOW_MINUTES },
      certificate: /^https:/i.test(follow_url) ? () => readCertificate(follow_url) : null,
    };
  }
  const isUrl = looksLikeUrl(source);
  const folder = isUrl ? null : source || folders.inbox;
  const name = folder === null ? withoutSecrets(source) : resolve(folder);
  return {
    source: { name, command: 'update', folder, update_minutes },
    certificate: isUrl ? () => readCertificate(source) : null,
  };
}

function folderTrouble(folders: DataFolders, error: unknown): Trouble | null {
  if (error instanceof AlirError && error.code === 'unusable_folder') return troubleOf(error);
  return existsSync(folders.root) ? null : troubleOf(missingFolder(folders));
}

function ledgerTrouble(error: unknown, folder_trouble: Trouble | null): Trouble | null {
  if (error === null) return null;
  if (folder_trouble === null) return troubleOf(error);
  return { what: 'The ledger cannot be opened.', fix: 'First solve the problem of the data folder.' };
}

function missingFolder({ root }: DataFolders): AlirError {
  return new AlirError(
    'no_data',
    `The data folder ${root} does not exist. Set ALIR_DATA_DIR to your data folder, and check that its disk is mounted. If all data is lost, restore your last backup: alir restore DIR`,
  );
}

async function gapsOf(stores: Stores): Promise<OpeningGap[]> {
  const market = new MarketDatabase(marketSettings(stores));
  try {
    return await openingGaps(market);
  } finally {
    await market.close();
  }
}

function actionsOf(config: Config): readonly CorporateAction[] | Trouble {
  try {
    return corporateActionsOf(config);
  } catch (error) {
    return troubleOf(error);
  }
}

function paymentTrouble(config: Config): Trouble | null {
  try {
    pricesOf(config);
    paymentProvider(config, fetch);
    return null;
  } catch (error) {
    return troubleOf(error);
  }
}
