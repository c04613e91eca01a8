import { userInfo } from 'node:os';
import { Accounts } from '../commerce/accounts/accounts.ts';
import { Administration } from '../commerce/accounts/administration.ts';
import { Alerts } from '../commerce/accounts/alerts/alerts.ts';
import { BriefSubscriptions } from '../commerce/accounts/alerts/brief-subscriptions.ts';
import { OperatorKeys } from '../commerce/accounts/keys/operator-keys.ts';
import { TelegramChats } from '../commerce/accounts/notices/telegram-chats.ts';
import { Unsubscription } from '../commerce/accounts/notices/unsubscription.ts';
import { Webhooks } from '../commerce/accounts/notices/webhooks.ts';
import { Invitations } from '../commerce/accounts/people/invitation-links.ts';
import { People } from '../commerce/accounts/people/people.ts';
import { SignIn } from '../commerce/accounts/people/sign-in.ts';
import { UsageHistory } from '../commerce/accounts/quota/usage-history.ts';
import { SavedItems } from '../commerce/accounts/saved-items.ts';
import { Snapshots } from '../commerce/accounts/snapshots.ts';
import { billingOf } from '../commerce/billing/orders.ts';
import { paymentProvider } from '../commerce/billing/payments/providers.ts';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import { dataFolders } from '../core/folders.ts';
import { tradingCalendar } from '../core/market/calendar.ts';
import { whenKnown } from '../core/maybe-promise.ts';
import { ledgerError } from '../ledger/ledger-error.ts';
import { Manifest } from '../ledger/manifest.ts';
import { openFolderNotice } from '../ledger/private-folder.ts';
import { Sources } from '../ledger/source-files.ts';
import { BucketCopy, type CopySource, FolderCopy, ServerCopy } from '../market/ingest/copies/copy-source.ts';
import type { BucketWriter } from '../market/ingest/copies/mirror.ts';
import { ingestServices } from '../market/ingest/services.ts';
import { FolderSource } from '../market/ingest/sources/folder-source.ts';
import type { Source } from '../market/ingest/sources/source.ts';
import { UrlSource } from '../market/ingest/sources/url-source.ts';
import type { MarketDatabaseSettings } from '../market/serving/market-database.ts';
import { type Mailer, SmtpMailer } from '../network/mailer.ts';
import { TelegramBot } from '../network/telegram.ts';
import { openLedgerIn, requireLedgerIn } from '../operations/data-folder.ts';
import { DayRevisions } from '../operations/day-revisions.ts';
import { Incidents } from '../operations/incidents.ts';
import { COPY_URL, type Config, isCopyUrl } from './config.ts';
import { clockOf } from './data-clock.ts';
import { invoiceSettings } from './invoice-settings.ts';
import { pricesOf, referenceFile } from './settings-files.ts';

export { linkedLake } from '../market/serving/linked-lake.ts';

/** The services that commands use, over one data folder. */
export type Stores = Readonly<Awaited<ReturnType<typeof openStores>>>;

/**
 * Opens the data folder and its ledger. Creates them if they do not exist.
 * @param send sends requests to the payment provider
 * @throws AlirError `bad_configuration`, `unusable_folder`, and the errors of the ledger
 */
export async function openStores(config: Config, clock: Clock, send: typeof fetch = fetch) {
  const prices = pricesOf(config);
  const provider = paymentProvider(config, send);
  const invoice_settings = invoiceSettings(config);
  const folders = dataFolders(config.data_dir);
  const calendar = tradingCalendar(referenceFile('holidays.csv'));
  const { ledger_url: url, lake_group_read } = config;
  const ledger = await openLedgerIn(folders, { url, lake_group_read });
  const hasOwnManifest = config.follow_url !== '' && url !== '';
  // The ledger of the manifest: a follower whose accounts are in PostgreSQL has its own.
  const market_ledger = hasOwnManifest ? await openLedgerIn(folders, { url: '', lake_group_read }) : ledger;
  const manifest = new Manifest(market_ledger, clock);
  const accounts = new Accounts(ledger, clock);
  const administration = new Administration(ledger, accounts, clock);
  const sources = new Sources(ledger, clock);
  const billing = billingOf({ ledger, accounts, prices, provider, invoice_settings, clock });
  const people = new People({ ledger, accounts, clock, signup: config.signup });
  const sign_in = new SignIn({ ledger, people, clock });
  const mailer: Mailer | null =
    config.smtp_url === '' ? null : new SmtpMailer(config.smtp_url, config.mail_from);
  const { public_url, language } = config;
  const local_url = `http://${config.host}:${config.port}`;
  const invitations = new Invitations({
    ...{ ledger, accounts, people, sign_in, clock, mailer },
    ...{ public_url, local_url, language },
  });
  const { threads, telegram_url, telegram_token } = config;
  const telegram = telegram_token === '' ? null : new TelegramBot(telegram_url, telegram_token);
  const saved = new SavedItems(ledger, accounts, clock);
  const brief_subscriptions = new BriefSubscriptions({ ledger, accounts, saved, clock });
  const user = userName();
  const ingest = ingestServices({
    folders,
    intake_folders: isUrl(config.source) ? [folders.inbox] : [folders.inbox, config.source || folders.inbox],
    manifest,
    sources,
    calendar,
    clock,
    threads,
    lake_group_read,
    follow_url: config.follow_url,
    user,
  });
  return {
    config,
    folders,
    calendar,
    clock,
    ledger,
    market_ledger,
    manifest,
    sources,
    accounts,
    administration,
    operators: new OperatorKeys(ledger, clock),
    billing,
    usage_history: new UsageHistory(ledger, clock),
    webhooks: new Webhooks(ledger, accounts, clock),
    saved,
    snapshots: new Snapshots({ ledger, accounts, clock }),
    alerts: new Alerts(ledger, accounts, saved, clock),
    brief_subscriptions,
    unsubscription: new Unsubscription(ledger, accounts, brief_subscriptions),
    telegram_chats: new TelegramChats(ledger, accounts, clock, telegram !== null),
    telegram,
    people,
    sign_in,
    invitations,
    mailer,
    incidents: new Incidents({ ledger, clock, audit: administration }),
    day_revisions: new DayRevisions(ingest, administration),
    ingest,
    /** Who runs the command, for the audit log. */
    operator: `operator ${user}`,
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
  if (!creates && config.ledger_url === '') requireLedgerIn(folders);
  const stores = await openStores(config, clockOf(config.data_dir));
  try {
    return await work(stores);
  } catch (error) {
    throw ledgerError(error, folders.ledgerFile) ?? error;
  } finally {
    await closeStores(stores);
  }
}

export async function closeStores({ ledger, market_ledger }: Stores): Promise<void> {
  await ledger.close();
  if (market_ledger !== ledger) await market_ledger.close();
}

/** A bucket, with the variables of AWS. Its client is loaded when it is used, because it is large. */
export async function bucketOf(url: string): Promise<BucketWriter> {
  const { bucketAt } = await import('../network/bucket.ts');
  return bucketAt(url, process.env);
}

/** The lake that a folder, a server or a bucket has. @throws AlirError `bad_configuration` */
export async function copySourceOf({ config }: Stores, source: string): Promise<CopySource> {
  if (!isUrl(source)) return new FolderCopy(source);
  if (!isCopyUrl(source)) throw new AlirError('bad_configuration', `The source ${COPY_URL}.`);
  if (!source.startsWith('s3:')) return new ServerCopy(source, config.follow_key);
  return new BucketCopy(source, await bucketOf(source));
}

/** The message for the operator if other users of the machine may enter the data folder; null if none may. */
export function permissionNotice({ folders, config }: Stores): string | null {
  return openFolderNotice(folders, config.lake_group_read);
}

/** The settings of a market database over the published days of a data folder. */
export function marketSettings({ config, folders, manifest }: Stores): MarketDatabaseSettings {
  return {
    folders,
    threads: config.threads,
    monthsInForce: () => manifest.marketFiles(),
    measureFiles: () => whenKnown(manifest.measures(), ({ files }) => files),
    tradesSha256: async (day) => (await manifest.published(day))?.trades_sha256,
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
