import { userInfo } from 'node:os';
import { Accounts } from '../commerce/accounts/accounts.ts';
import { Administration } from '../commerce/accounts/administration.ts';
import { OperatorKeys } from '../commerce/accounts/keys/operator-keys.ts';
import { Webhooks } from '../commerce/accounts/notices/webhooks.ts';
import { Invitations } from '../commerce/accounts/people/invitations.ts';
import { People } from '../commerce/accounts/people/people.ts';
import { SignIn } from '../commerce/accounts/people/sign-in.ts';
import { UsageHistory } from '../commerce/accounts/quota/usage-history.ts';
import { invoiceSettings } from '../commerce/billing/invoices/seller.ts';
import { type Billing, billingOf } from '../commerce/billing/orders.ts';
import { paymentProvider } from '../commerce/billing/payments/providers.ts';
import type { Clock } from '../core/clock.ts';
import { type DataFolders, dataFolders } from '../core/folders.ts';
import { type TradingCalendar, tradingCalendar } from '../core/market/calendar.ts';
import { counted } from '../core/words.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ledgerError } from '../ledger/ledger-error.ts';
import { Manifest } from '../ledger/manifest.ts';
import { openLedger, requireLake, requireLedger } from '../ledger/open-ledger.ts';
import { openFolderNotice } from '../ledger/private-folder.ts';
import { Sources } from '../ledger/source-files.ts';
import type { IngestServices } from '../market/ingest/ingest.ts';
import { FolderSource } from '../market/ingest/sources/folder-source.ts';
import type { Source } from '../market/ingest/sources/source.ts';
import { UrlSource } from '../market/ingest/sources/url-source.ts';
import { countDays, Lake } from '../market/lake/lake.ts';
import type { MarketDatabaseSettings } from '../market/serving/market-database.ts';
import { type Mailer, SmtpMailer } from '../network/mailer.ts';
import { Incidents } from '../operations/incidents.ts';
import type { Config } from './config.ts';
import { clockOf } from './data-clock.ts';
import { pricesOf, referenceFile } from './settings-files.ts';

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
  readonly administration: Administration;
  readonly operators: OperatorKeys;
  readonly billing: Billing;
  readonly usage_history: UsageHistory;
  readonly webhooks: Webhooks;
  readonly people: People;
  readonly sign_in: SignIn;
  readonly invitations: Invitations;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  readonly incidents: Incidents;
  readonly ingest: IngestServices;
  /** Who runs the command, for the audit log. */
  readonly operator: string;
}

/**
 * Opens the data folder and its ledger. Creates them if they do not exist.
 * @param send sends requests to the payment provider
 * @throws AlirError `bad_configuration`, `unusable_folder`, and the errors of the ledger
 */
export async function openStores(config: Config, clock: Clock, send: typeof fetch = fetch): Promise<Stores> {
  const prices = pricesOf(config);
  const provider = paymentProvider(config, send);
  const invoice_settings = invoiceSettings(config);
  const folders = dataFolders(config.data_dir);
  const calendar = tradingCalendar(referenceFile('holidays.csv'));
  const { ledger_url: url, lake_group_read } = config;
  const ledger = await openLedger(folders, countDays(folders.lake), { url, lake_group_read });
  const manifest = new Manifest(ledger, clock);
  const accounts = new Accounts(ledger, clock);
  const administration = new Administration(ledger, accounts, clock);
  const sources = new Sources(ledger, clock);
  const billing = billingOf({ ledger, accounts, prices, provider, invoice_settings, clock });
  const usage_history = new UsageHistory(ledger, clock);
  const people = new People({ ledger, accounts, clock, signup: config.signup });
  const sign_in = new SignIn({ ledger, people, clock });
  const mailer = config.smtp_url === '' ? null : new SmtpMailer(config.smtp_url, config.mail_from);
  const { public_url, language } = config;
  const local_url = `http://${config.host}:${config.port}`;
  const invitations = new Invitations({
    ...{ ledger, accounts, people, sign_in, clock, mailer },
    ...{ public_url, local_url, language },
  });
  const { threads } = config;
  const user = userName();
  const ingest = {
    folders,
    intake_folders: isUrl(config.source) ? [folders.inbox] : [folders.inbox, config.source || folders.inbox],
    manifest,
    sources,
    calendar,
    clock,
    threads,
    lake_group_read,
    user,
  };
  const operator = `operator ${user}`;
  return {
    config,
    folders,
    calendar,
    clock,
    ledger,
    manifest,
    sources,
    accounts,
    administration,
    operators: new OperatorKeys(ledger, clock),
    billing,
    usage_history,
    webhooks: new Webhooks(ledger, clock),
    people,
    sign_in,
    invitations,
    mailer,
    incidents: new Incidents({ ledger, clock, audit: administration }),
    ingest,
    operator,
  };
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
  if (!creates && config.ledger_url === '') requireLedger(folders, countDays(folders.lake));
  const stores = await openStores(config, clockOf(config.data_dir));
  try {
    return await work(stores);
  } catch (error) {
    throw ledgerError(error, folders.ledgerFile) ?? error;
  } finally {
    await stores.ledger.close();
  }
}

/** The path of the lake. @throws AlirError `no_data` if the data folder has neither a lake nor a ledger */
export function existingLake({ data_dir }: Config): string {
  const folders = dataFolders(data_dir);
  requireLake(folders, countDays(folders.lake));
  return folders.lake;
}

/** The number of days in the lake if the ledger contains none, such as after the loss of a ledger; otherwise 0. */
export async function unknownDays({ folders, manifest }: Stores): Promise<number> {
  if ((await manifest.newestDay()) !== null || (await manifest.intended()).length > 0) return 0;
  return countDays(folders.lake);
}

/** The message for days that are in the lake and not in the ledger. */
export function unknownDaysText({ lake, root }: DataFolders, days: number): string {
  return `The ledger has no published day, but ${lake} contains ${counted(days, 'day')}. If the ledger was lost, move ${root} away and restore your last backup: alir restore DIR. Otherwise, move ${lake} away and ingest the daily files again.`;
}

/** The message for the operator if other users of the machine may enter the data folder; null if none may. */
export function permissionNotice({ folders, config }: Stores): string | null {
  return openFolderNotice(folders, config.lake_group_read);
}

/** The settings of a market database over the published days of a data folder. */
export function marketSettings({ config, folders, manifest }: Stores): MarketDatabaseSettings {
  const lake = new Lake(folders);
  return {
    folder: folders.market_files,
    lake: lake.folder,
    threads: config.threads,
    monthsInForce: () => manifest.marketFiles(),
    tradesOf: async (day) => {
      const published = await manifest.published(day);
      return published && { path: lake.file('trades', day), sha256: published.trades_sha256 };
    },
    unbuilt_months: [],
  };
}

/** The configured source of daily files: a folder (default: the inbox) or a server. */
export function sourceOf({ config, folders, manifest, sources, clock }: Stores): Source {
  const { source, source_header } = config;
  if (!isUrl(source)) return new FolderSource(source || folders.inbox, sources, clock);
  return new UrlSource({
    template: source,
    header: source_header,
    downloads: folders.downloads,
    published: async (day) => (await manifest.published(day)) !== undefined,
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
