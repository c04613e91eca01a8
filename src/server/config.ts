import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { namesProxies } from '../api/http/requests/address.ts';
import { BILLING_FIELDS } from '../commerce/billing/invoices/seller.ts';
import { LANGUAGES, PAYMENT_PROVIDERS, PLAN_NAMES, SIGNUPS } from '../core/commerce-terms.ts';
import { isIsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import { LOG_LEVELS } from '../core/log-level.ts';
import { tickerOf } from '../core/market/market.ts';
import { looksLikeUrl, withoutSecrets } from '../core/urls.ts';
import { TYPED_LINE } from '../core/words.ts';

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.int().min(min, { error }).max(max, { error }));
};

/** A text that invoices state. */
const stated = (max: number) =>
  z
    .string()
    .trim()
    .regex(TYPED_LINE, { error: 'must not contain control characters' })
    .max(max, { error: `must have at most ${max} characters` });

const HOST_NAMES = 'must be host names such as api.example.com, without ports, separated by commas';

function isHostName(name: string): boolean {
  return /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(name) && URL.canParse(`http://${name}`);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

function isPublicUrl(text: string): boolean {
  return (
    /^https?:/.test(text) && URL.canParse(text) && ['/', ''].includes(text.slice(new URL(text).origin.length))
  );
}

function isPostgres(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

function isSmtp(text: string): boolean {
  return /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

/** Plain http would expose the secret header, and anyone on the network path could change the data. */
function isSource(text: string): boolean {
  if (!looksLikeUrl(text)) return true;
  if (!text.startsWith('https://') || !URL.canParse(text) || !/\{(yymmdd|date)\}/.test(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export const COPY_URL =
  'must be s3://bucket/prefix, or the https URL of a server without a path (http for a host name without dots, or 127.0.0.1)';

/** Another server, or a bucket. Plain http is for servers of one private network: it would expose the key. */
export function isCopyUrl(text: string): boolean {
  return (
    isBucket(text) ||
    /^http:\/\/([\w-]+|127\.0\.0\.1)(:\d+)?$/.test(text) ||
    (/^https:/.test(text) && isOrigin(text))
  );
}

function isBucket(text: string): boolean {
  return /^s3:\/\/[\w.-]+(\/[\w.=-]+)*$/.test(text);
}

const SECRETS: ReadonlySet<string> = new Set([
  'source_header',
  'follow_key',
  'payment_key',
  'payment_callback_token',
  'key',
  'metrics_token',
  'telegram_token',
]);

/** A value for output, without secrets. A URL is shown without its secret parts. */
export function shownValue<Value>(name: string, value: Value): Value | string {
  if (SECRETS.has(name) && value !== '') return '(secret)';
  if (typeof value !== 'string' || value === '') return value;
  // A source can be a folder. The others are URLs, also if they are mistyped.
  const isUrl = ['ledger_url', 'smtp_url'].includes(name) || (name === 'source' && looksLikeUrl(value));
  return isUrl ? withoutSecrets(value) : value;
}

/** Every setting: its environment variable, its default (`fallback`), its allowed values (`rule`) and its meaning. */
export const SETTINGS = {
  data_dir: {
    variable: 'ALIR_DATA_DIR',
    fallback: './data',
    // DuckDB would read * ? [ ] as a pattern, and a folder `name=value` as a column of every table below it.
    rule: z
      .string()
      .transform((path) => resolve(path))
      .refine((path) => !/[*?[\]=]/.test(path), {
        error: 'must be the path of a folder, without the characters * ? [ ] = in the path',
      }),
    meaning: 'data folder: inbox, lake, serving files and ledger',
  },
  ledger_url: {
    variable: 'ALIR_LEDGER_URL',
    fallback: '',
    rule: z.string().refine((text) => text === '' || isPostgres(text), {
      error:
        'must be the address of a PostgreSQL database, such as postgres://alir:PASSWORD@db.example.com/alir',
    }),
    meaning: 'PostgreSQL database for the ledger; empty: the SQLite file in the data folder',
  },
  host: {
    variable: 'ALIR_HOST',
    fallback: '127.0.0.1',
    rule: z.string().min(1),
    meaning: 'address to listen on; 0.0.0.0 for all addresses',
  },
  port: {
    variable: 'ALIR_PORT',
    fallback: '8080',
    rule: wholeNumber(0, 65_535),
    meaning: 'port to listen on; 0 for any free port',
  },
  allowed_hosts: {
    variable: 'ALIR_ALLOWED_HOSTS',
    fallback: '',
    rule: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
      .pipe(z.array(z.string().refine(isHostName, { error: HOST_NAMES }))),
    meaning: 'host names of this server for /mcp and the documentation, separated by commas',
  },
  public_url: {
    variable: 'ALIR_PUBLIC_URL',
    fallback: '',
    rule: z
      .string()
      .refine((text) => text === '' || isPublicUrl(text), {
        error: 'must be an http or https URL without a path, such as https://api.example.com',
      })
      .transform((text) => text.replace(/\/$/, '')),
    meaning: 'public address of this server, for e-mails and documentation; empty: e-mails contain no links',
  },
  signup: {
    variable: 'ALIR_SIGNUP',
    fallback: 'closed',
    rule: z.enum(SIGNUPS, { error: `must be one of ${SIGNUPS.join(', ')}` }),
    meaning:
      'who can create an account: closed (nobody), invite (people with an invitation) or open (everyone)',
  },
  cors_origins: {
    variable: 'ALIR_CORS_ORIGINS',
    fallback: '*',
    rule: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
      .refine((list) => ['*', 'none'].includes(list.join()) || list.every(isOrigin), {
        error: 'must be *, none, or origins such as https://app.example.com, separated by commas',
      })
      .transform((list) => (list[0] === '*' ? '*' : list[0] === 'none' ? [] : list)),
    meaning: 'origins that may call the API (CORS): *, none, or a list such as https://app.example.com',
  },
  trust_proxy: {
    variable: 'ALIR_TRUST_PROXY',
    fallback: '',
    rule: z.string().trim().refine(namesProxies, {
      error:
        'must be IP addresses or CIDR blocks such as 127.0.0.1,10.0.0.0/8, or the number of proxies from 1 to 9',
    }),
    meaning: 'trusted proxies: IP addresses or CIDR blocks, separated by commas, or the number of proxies',
  },
  metrics_token: {
    variable: 'ALIR_METRICS_TOKEN',
    fallback: '',
    rule: z.string().regex(/^$|^[\x21-\x7e]{16,256}$/, {
      error: 'must have 16 to 256 characters, without spaces',
    }),
    meaning: 'token that /metrics requires (Authorization: Bearer)',
  },
  metrics_port: {
    variable: 'ALIR_METRICS_PORT',
    fallback: '',
    rule: z.union([z.literal('').transform(() => null), wholeNumber(0, 65_535)], {
      error: 'must be a whole number from 0 to 65535',
    }),
    meaning: 'separate port for /metrics, on 127.0.0.1, or on ALIR_HOST if ALIR_METRICS_TOKEN is set',
  },
  source: {
    variable: 'ALIR_SOURCE',
    fallback: '',
    rule: z.string().refine(isSource, {
      error:
        'must be a folder, or an https:// URL with {yymmdd} or {date} in place of the date. The URL must not contain a user name or password (use ALIR_SOURCE_HEADER)',
    }),
    meaning:
      'source of the daily files: a folder (default: the inbox), or an https URL with {yymmdd} or {date}',
  },
  source_header: {
    variable: 'ALIR_SOURCE_HEADER',
    fallback: '',
    rule: z.string().regex(/^$|^[\w-]+:\s*[\x20-\x7e]+$/, { error: 'must have the form Name: value' }),
    meaning: 'secret header for requests to the source, as Name: value',
  },
  news_sources: {
    variable: 'ALIR_NEWS_SOURCES',
    fallback: '',
    rule: z.string(),
    meaning: 'file with your own news sources',
  },
  prices: {
    variable: 'ALIR_PRICES',
    fallback: '',
    rule: z.string(),
    meaning: 'file with your own prices',
  },
  corporate_actions: {
    variable: 'ALIR_CORPORATE_ACTIONS',
    fallback: '',
    rule: z.string(),
    meaning: 'file with stock splits, bonus shares and rights',
  },
  payment_provider: {
    variable: 'ALIR_PAYMENT_PROVIDER',
    fallback: 'manual',
    rule: z.enum(PAYMENT_PROVIDERS, { error: `must be one of ${PAYMENT_PROVIDERS.join(', ')}` }),
    meaning: 'payment of orders: manual (confirmed by the operator), midtrans or xendit',
  },
  payment_key: {
    variable: 'ALIR_PAYMENT_KEY',
    fallback: '',
    rule: z.string().trim(),
    meaning: 'secret key of the provider: the Server Key of Midtrans, the API key of Xendit',
  },
  payment_callback_token: {
    variable: 'ALIR_PAYMENT_CALLBACK_TOKEN',
    fallback: '',
    rule: z.string().trim(),
    meaning: 'secret token that Xendit sends with its callbacks',
  },
  payment_sandbox: {
    variable: 'ALIR_PAYMENT_SANDBOX',
    fallback: 'no',
    rule: z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((word) => word === 'yes'),
    meaning: 'yes: use the Midtrans sandbox; for Xendit, use a test key',
  },
  payment_instructions: {
    variable: 'ALIR_PAYMENT_INSTRUCTIONS',
    fallback: '',
    rule: stated(500),
    meaning: 'text on the page of an unpaid order: bank account and contact',
  },
  seller_name: {
    variable: 'ALIR_SELLER_NAME',
    fallback: '',
    rule: stated(100),
    meaning: 'name of the seller on invoices',
  },
  seller_address: {
    variable: 'ALIR_SELLER_ADDRESS',
    fallback: '',
    rule: stated(200),
    meaning: 'address of the seller on invoices',
  },
  seller_tax_id: {
    variable: 'ALIR_SELLER_TAX_ID',
    fallback: '',
    rule: z.string().refine((text) => text === '' || BILLING_FIELDS.tax_id.pattern.test(text), {
      error: `must have ${BILLING_FIELDS.tax_id.meaning}`,
    }),
    meaning: 'tax number (NPWP) of the seller on invoices',
  },
  tax_rate: {
    variable: 'ALIR_TAX_RATE',
    fallback: '0',
    rule: wholeNumber(0, 100),
    meaning: 'tax (PPN) that prices include, in whole percent',
  },
  smtp_url: {
    variable: 'ALIR_SMTP_URL',
    fallback: '',
    rule: z.string().refine((text) => text === '' || isSmtp(text), {
      error: 'must be the address of a mail server, such as smtps://USER:PASSWORD@mail.example.com',
    }),
    meaning: 'mail server: smtps:// with TLS, or smtp:// with STARTTLS if offered; empty: no e-mail is sent',
  },
  mail_from: {
    variable: 'ALIR_MAIL_FROM',
    fallback: 'alir@localhost',
    rule: z.string().regex(/^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>$/, {
      error: 'must be an e-mail address, such as alir@example.com or Alir <alir@example.com>',
    }),
    meaning: 'sender of the e-mails',
  },
  telegram_token: {
    variable: 'ALIR_TELEGRAM_TOKEN',
    fallback: '',
    rule: z
      .string()
      .regex(/^$|^\d+:[\w-]+$/, { error: 'must be the token of a bot, such as 123456:ABC-DEF' }),
    meaning: 'token of the Telegram bot that sends messages about alerts; empty: none',
  },
  telegram_url: {
    variable: 'ALIR_TELEGRAM_URL',
    fallback: 'https://api.telegram.org',
    rule: z.string().refine(isOrigin, { error: 'must be the address of a server without a path' }),
    meaning: 'server of the Telegram Bot API',
  },
  operator_email: {
    variable: 'ALIR_OPERATOR_EMAIL',
    fallback: '',
    rule: z.string().regex(/^$|^[^\s@]+@[^\s@]+$/, { error: 'must be an e-mail address' }),
    meaning: 'address for notices to the operator',
  },
  language: {
    variable: 'ALIR_LANGUAGE',
    fallback: 'en',
    rule: z.enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` }),
    meaning: 'language of e-mails to accounts that chose none: en or id',
  },
  keep_notice_days: {
    variable: 'ALIR_KEEP_NOTICE_DAYS',
    fallback: '60',
    // An event must not be forgotten within its quota window: it would be found again.
    rule: wholeNumber(35, 36_500),
    meaning: 'days after which settled notices, their events and ended invitations are deleted',
  },
  keep_usage_days: {
    variable: 'ALIR_KEEP_USAGE_DAYS',
    fallback: '730',
    rule: wholeNumber(35, 36_500),
    meaning: 'days after which the usage history is deleted',
  },
  keep_replaced_days: {
    variable: 'ALIR_KEEP_REPLACED_DAYS',
    fallback: '90',
    rule: wholeNumber(0, 36_500),
    meaning: 'days after which the files of replaced revisions of a day are deleted',
  },
  public_day: {
    variable: 'ALIR_PUBLIC_DAY',
    fallback: 'none',
    rule: z.string().refine((text) => ['newest', 'none'].includes(text) || isIsoDate(text), {
      error: 'must be newest, none, or a date such as 2026-01-30',
    }),
    meaning:
      'day whose foreign flow the front page shows: newest, none, or a date such as 2026-01-30; newest also opens /brief to all',
  },
  sample_ticker: {
    variable: 'ALIR_SAMPLE_TICKER',
    fallback: '',
    rule: z.string().refine((text) => text === '' || tickerOf(text) === text, {
      error: 'must be a ticker in capital letters, such as BBCA',
    }),
    meaning: 'stock that visitors without an account can look at and request below /sample; empty for none',
  },
  sample_delay_days: {
    variable: 'ALIR_SAMPLE_DELAY_DAYS',
    fallback: '5',
    rule: wholeNumber(0, 366),
    meaning: 'newest published days that the sample does not have',
  },
  snapshots: {
    variable: 'ALIR_SNAPSHOTS',
    fallback: 'account',
    rule: z.enum(['off', 'account', 'anyone'], { error: 'must be off, account or anyone' }),
    meaning:
      'who can open a shared picture: account (the people of its account), anyone (everyone who has its address, without signing in), or off (nobody; pictures cannot be shared)',
  },
  update_minutes: {
    variable: 'ALIR_UPDATE_MINUTES',
    fallback: '5',
    rule: wholeNumber(0, 1440),
    meaning: 'minutes between checks of the source; 0 disables automatic updates',
  },
  lake_plans: {
    variable: 'ALIR_LAKE_PLANS',
    fallback: 'none',
    rule: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((plan) => plan !== 'none'))
      .pipe(
        z.array(
          z.enum(PLAN_NAMES, {
            error: `must be none, or plans separated by commas: ${PLAN_NAMES.join(', ')}`,
          }),
        ),
      ),
    meaning: 'plans that may copy the lake, separated by commas, or none',
  },
  lake_units: {
    variable: 'ALIR_LAKE_UNITS',
    fallback: '1',
    rule: wholeNumber(0, 1_000_000),
    meaning: 'units for each file of the lake',
  },
  watchlist_units: {
    variable: 'ALIR_WATCHLIST_UNITS',
    fallback: '0',
    rule: wholeNumber(0, 1_000_000),
    meaning:
      'units for the view of a watchlist on the home page, charged once for each publication; 0 makes it free',
  },
  follow_url: {
    variable: 'ALIR_FOLLOW_URL',
    fallback: '',
    rule: z.string().refine((text) => text === '' || isCopyUrl(text), { error: COPY_URL }),
    meaning: 'lake that this server copies: https://HOST or s3://bucket/prefix',
  },
  follow_key: {
    variable: 'ALIR_FOLLOW_KEY',
    fallback: '',
    rule: z.string().regex(/^\w*$/, { error: 'must be a key that contains only letters, digits and _' }),
    meaning: 'API key for ALIR_FOLLOW_URL',
  },
  mirror_url: {
    variable: 'ALIR_MIRROR_URL',
    fallback: '',
    rule: z.string().refine((text) => text === '' || isBucket(text), { error: 'must be s3://bucket/prefix' }),
    meaning: 'bucket for a copy of the lake: s3://bucket/prefix',
  },
  lake_group_read: {
    variable: 'ALIR_LAKE_GROUP_READ',
    fallback: 'no',
    rule: z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((word) => word === 'yes'),
    meaning: 'yes: the group of the data folder can read the lake',
  },
  threads: {
    variable: 'ALIR_THREADS',
    fallback: String(availableParallelism()),
    rule: wholeNumber(1, 256),
    meaning: 'threads of an ingest and of alir sql',
  },
  serving_cache_mb: {
    variable: 'ALIR_SERVING_CACHE_MB',
    fallback: '256',
    rule: wholeNumber(16, 1_000_000),
    meaning: 'cache for market data in memory, in MB',
  },
  sql_memory_mb: {
    variable: 'ALIR_SQL_MEMORY_MB',
    fallback: '1000',
    rule: wholeNumber(100, 10_000_000),
    meaning: 'memory limit of alir sql, in MB',
  },
  sql_seconds: {
    variable: 'ALIR_SQL_SECONDS',
    fallback: '300',
    rule: wholeNumber(1, 604_800),
    meaning: 'time limit of alir sql, in seconds',
  },
  sql_disk_mb: {
    variable: 'ALIR_SQL_DISK_MB',
    fallback: '20000',
    rule: wholeNumber(1, 100_000_000),
    meaning: 'limit of temporary files and output of alir sql, in MB',
  },
  key: {
    variable: 'ALIR_KEY',
    fallback: '',
    rule: z.string().regex(/^\w*$/, { error: 'must be a key that contains only letters, digits and _' }),
    meaning: 'MCP key for alir mcp config',
  },
  log_level: {
    variable: 'ALIR_LOG_LEVEL',
    fallback: 'info',
    rule: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    meaning: 'level of the log on stderr: silent, error, warn, info or debug',
  },
} as const;

type Settings = typeof SETTINGS;
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['rule']> };

/**
 * Reads and checks the settings. An empty variable counts as not set.
 * @throws AlirError `bad_configuration` for a wrong value or an unknown variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment);
  const read = Object.entries(SETTINGS).map(([name, { variable, fallback, rule }]) => {
    const result = rule.safeParse(environment[variable] || fallback);
    if (result.success) return [name, result.data];
    const problem = result.error.issues[0]?.message;
    throw new AlirError(
      'bad_configuration',
      `${variable} ${problem}${SECRETS.has(name) ? '' : `; it is ${JSON.stringify(shownValue(name, environment[variable]))}`}.`,
    );
  });
  return Object.fromEntries(read) as Config;
}

/** Variables that are not settings. Programs that call the API read them: those of the guides, and the clients. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set(['ALIR_URL', 'ALIR_API_KEY', 'ALIR_BASE_URL']);
/** A prefix that settings never use. It is reserved for tests and for operators' scripts. */
const RESERVED_PREFIX = 'ALIR_TEST_';

/** Without this check, a mistyped name would silently leave its setting at the default. */
function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('ALIR_') || name.startsWith(RESERVED_PREFIX) || !value) continue;
    if (OTHER_VARIABLES.has(name) || known.some((variable) => variable === name)) continue;
    throw new AlirError(
      'bad_configuration',
      `${name} is not a setting of Alir. Did you mean ${nearest(name, known)}? Correct the name, or unset the variable. "alir config" lists all settings.`,
    );
  }
}

/** The most similar variable. Ignores letter case and the separators between words. */
function nearest(name: string, known: readonly string[]): string {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const distances = known.map((variable) => ({
    variable,
    distance: editDistance(plain(name), plain(variable)),
  }));
  return distances.reduce((best, each) => (each.distance < best.distance ? each : best)).variable;
}

/** The number of characters to insert, remove or replace to change one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [done, character] of [...from].entries()) {
    const next = [done + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
