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
import { nearest } from '../core/nearest.ts';
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

const oneOf = <const Words extends readonly string[]>(words: Words, shown = `one of ${words.join(', ')}`) =>
  z.enum(words, { error: `must be ${shown}` });

const yesOrNo = oneOf(['yes', 'no'], 'yes or no').transform((word) => word === 'yes');

const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });

/** A text of this form, or none. */
const optional = (isAllowed: (text: string) => boolean, error: string) =>
  z.string().refine((text) => text === '' || isAllowed(text), { error });

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

/** The environment variable of a setting. */
export function variableOf(name: string): string {
  return `ALIR_${name.toUpperCase()}`;
}

function setting<Rule extends z.ZodType>(meaning: string, rule: Rule, fallback = '') {
  return { meaning, rule, fallback };
}

/** Every setting: its meaning, its allowed values (`rule`) and its default (`fallback`). */
export const SETTINGS = {
  // DuckDB would read * ? [ ] as a pattern, and a folder `name=value` as a column of every table below it.
  data_dir: setting(
    'data folder: inbox, lake, serving files and ledger',
    z
      .string()
      .transform((path) => resolve(path))
      .refine((path) => !/[*?[\]=]/.test(path), {
        error: 'must be the path of a folder, without the characters * ? [ ] = in the path',
      }),
    './data',
  ),
  ledger_url: setting(
    'PostgreSQL database for the ledger; empty: the SQLite file in the data folder',
    optional(
      isPostgres,
      'must be the address of a PostgreSQL database, such as postgres://alir:PASSWORD@db.example.com/alir',
    ),
  ),
  host: setting('address to listen on; 0.0.0.0 for all addresses', z.string().min(1), '127.0.0.1'),
  port: setting('port to listen on; 0 for any free port', wholeNumber(0, 65_535), '8080'),
  allowed_hosts: setting(
    'host names of this server for /mcp and the documentation, separated by commas',
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
      .pipe(z.array(z.string().refine(isHostName, { error: HOST_NAMES }))),
  ),
  public_url: setting(
    'public address of this server, for documentation and links in e-mails',
    optional(
      isPublicUrl,
      'must be an http or https URL without a path, such as https://api.example.com',
    ).transform((text) => text.replace(/\/$/, '')),
  ),
  signup: setting(
    'who can create an account: closed (nobody), invite (invited people) or open (everyone)',
    oneOf(SIGNUPS),
    'closed',
  ),
  cors_origins: setting(
    'origins that may call the API (CORS): *, none, or a list such as https://app.example.com',
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
      .refine((list) => ['*', 'none'].includes(list.join()) || list.every(isOrigin), {
        error: 'must be *, none, or origins such as https://app.example.com, separated by commas',
      })
      .transform((list) => (list[0] === '*' ? '*' : list[0] === 'none' ? [] : list)),
    '*',
  ),
  trust_proxy: setting(
    'trusted proxies: IP addresses or CIDR blocks, separated by commas, or the number of proxies',
    z.string().trim().refine(namesProxies, {
      error:
        'must be IP addresses or CIDR blocks such as 127.0.0.1,10.0.0.0/8, or the number of proxies from 1 to 9',
    }),
  ),
  metrics_token: setting(
    'token that /metrics requires (Authorization: Bearer)',
    matching(/^$|^[\x21-\x7e]{16,256}$/, 'must have 16 to 256 characters, without spaces'),
  ),
  metrics_port: setting(
    'separate port for /metrics: on 127.0.0.1, with ALIR_METRICS_TOKEN on ALIR_HOST',
    z.union([z.literal('').transform(() => null), wholeNumber(0, 65_535)], {
      error: 'must be a whole number from 0 to 65535',
    }),
  ),
  source: setting(
    'source of the daily files: a folder (default: the inbox), or an https URL with {yymmdd} or {date}',
    z.string().refine(isSource, {
      error:
        'must be a folder, or an https:// URL with {yymmdd} or {date} in place of the date. The URL must not contain a user name or password (use ALIR_SOURCE_HEADER)',
    }),
  ),
  source_header: setting(
    'secret header for requests to the source, as Name: value',
    matching(/^$|^[\w-]+:\s*[\x20-\x7e]+$/, 'must have the form Name: value'),
  ),
  news_sources: setting('file with your own news sources', z.string()),
  prices: setting('file with your own prices', z.string()),
  corporate_actions: setting('file with stock splits, bonus shares and rights', z.string()),
  payment_provider: setting(
    'payment of orders: manual (confirmed by the operator), midtrans or xendit',
    oneOf(PAYMENT_PROVIDERS),
    'manual',
  ),
  payment_key: setting(
    'secret key of the provider: the Server Key of Midtrans, the API key of Xendit',
    z.string().trim(),
  ),
  payment_callback_token: setting('secret token that Xendit sends with its callbacks', z.string().trim()),
  payment_sandbox: setting('yes: use the Midtrans sandbox; for Xendit, use a test key', yesOrNo, 'no'),
  payment_instructions: setting('text on the page of an unpaid order: bank account and contact', stated(500)),
  seller_name: setting('name of the seller on invoices', stated(100)),
  seller_address: setting('address of the seller on invoices', stated(200)),
  seller_tax_id: setting(
    'tax number (NPWP) of the seller on invoices',
    optional(
      (text) => BILLING_FIELDS.tax_id.pattern.test(text),
      `must have ${BILLING_FIELDS.tax_id.meaning}`,
    ),
  ),
  tax_rate: setting('tax (PPN) that prices include, in whole percent', wholeNumber(0, 100), '0'),
  smtp_url: setting(
    'mail server: smtps:// with TLS, or smtp:// with STARTTLS if offered',
    optional(isSmtp, 'must be the address of a mail server, such as smtps://USER:PASSWORD@mail.example.com'),
  ),
  mail_from: setting(
    'sender of the e-mails',
    matching(
      /^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>$/,
      'must be an e-mail address, such as alir@example.com or Alir <alir@example.com>',
    ),
    'alir@localhost',
  ),
  telegram_token: setting(
    'token of the Telegram bot for alerts',
    matching(/^$|^\d+:[\w-]+$/, 'must be the token of a bot, such as 123456:ABC-DEF'),
  ),
  telegram_url: setting(
    'server of the Telegram Bot API',
    z.string().refine(isOrigin, { error: 'must be the address of a server without a path' }),
    'https://api.telegram.org',
  ),
  operator_email: setting(
    'address for notices to the operator',
    matching(/^$|^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  ),
  language: setting('language of e-mails to accounts that chose none: en or id', oneOf(LANGUAGES), 'en'),
  // An event must not be forgotten within its quota window: it would be found again.
  keep_notice_days: setting(
    'days after which settled notices, their events and ended invitations are deleted',
    wholeNumber(35, 36_500),
    '60',
  ),
  keep_usage_days: setting('days after which the usage history is deleted', wholeNumber(35, 36_500), '730'),
  keep_replaced_days: setting(
    'days after which files of replaced revisions are deleted',
    wholeNumber(0, 36_500),
    '90',
  ),
  public_day: setting(
    'day whose foreign flow the front page shows: newest (also opens /brief to all), none, or a date such as 2026-01-30',
    z.string().refine((text) => ['newest', 'none'].includes(text) || isIsoDate(text), {
      error: 'must be newest, none, or a date such as 2026-01-30',
    }),
    'none',
  ),
  sample_ticker: setting(
    'stock that visitors without an account can request below /sample; empty: none',
    optional((text) => tickerOf(text) === text, 'must be a ticker in capital letters, such as BBCA'),
  ),
  sample_delay_days: setting('newest published days that the sample does not have', wholeNumber(0, 366), '5'),
  snapshots: setting(
    'who can open a shared picture: account (the people of its account, signed in), anyone (who has the address), or off (nobody)',
    oneOf(['off', 'account', 'anyone'], 'off, account or anyone'),
    'account',
  ),
  update_minutes: setting(
    'minutes between checks of the source; 0 disables automatic updates',
    wholeNumber(0, 1440),
    '5',
  ),
  lake_plans: setting(
    'plans that may copy the lake, separated by commas, or none',
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((plan) => plan !== 'none'))
      .pipe(
        z.array(
          z.enum(PLAN_NAMES, {
            error: `must be none, or plans separated by commas: ${PLAN_NAMES.join(', ')}`,
          }),
        ),
      ),
    'none',
  ),
  lake_units: setting('units for each file of the lake', wholeNumber(0, 1_000_000), '1'),
  watchlist_units: setting(
    'units for the watchlist on the home page, once for each publication',
    wholeNumber(0, 1_000_000),
    '0',
  ),
  follow_url: setting(
    'lake that this server copies: https://HOST or s3://bucket/prefix',
    optional(isCopyUrl, COPY_URL),
  ),
  follow_key: setting(
    'API key for ALIR_FOLLOW_URL',
    matching(/^\w*$/, 'must be a key that contains only letters, digits and _'),
  ),
  mirror_url: setting(
    'bucket for a copy of the lake: s3://bucket/prefix',
    optional(isBucket, 'must be s3://bucket/prefix'),
  ),
  lake_group_read: setting('yes: the group of the data folder can read the lake', yesOrNo, 'no'),
  threads: setting(
    'threads of an ingest and of alir sql',
    wholeNumber(1, 256),
    String(availableParallelism()),
  ),
  serving_cache_mb: setting('cache for market data in memory, in MB', wholeNumber(16, 1_000_000), '256'),
  sql_memory_mb: setting('memory limit of alir sql, in MB', wholeNumber(100, 10_000_000), '1000'),
  sql_seconds: setting('time limit of alir sql, in seconds', wholeNumber(1, 604_800), '300'),
  sql_disk_mb: setting(
    'limit of temporary files and output of alir sql, in MB',
    wholeNumber(1, 100_000_000),
    '20000',
  ),
  key: setting(
    'MCP key for alir mcp config',
    matching(/^\w*$/, 'must be a key that contains only letters, digits and _'),
  ),
  log_level: setting(
    'level of the log on stderr: silent, error, warn, info or debug',
    oneOf(LOG_LEVELS),
    'info',
  ),
};

type Settings = typeof SETTINGS;
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['rule']> };

/**
 * Reads and checks the settings. An empty variable counts as not set.
 * @throws AlirError `bad_configuration` for a wrong value or an unknown variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment);
  const read = Object.entries(SETTINGS).map(([name, { fallback, rule }]) => {
    const variable = variableOf(name);
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
  const known = Object.keys(SETTINGS).map(variableOf);
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('ALIR_') || name.startsWith(RESERVED_PREFIX) || !value) continue;
    if (OTHER_VARIABLES.has(name) || known.includes(name)) continue;
    const near = nearest(name, known);
    throw new AlirError(
      'bad_configuration',
      `${name} is not a setting of Alir.${near ? ` Did you mean ${near}?` : ''} Correct the name, or unset the variable. "alir config" lists all settings.`,
    );
  }
}
