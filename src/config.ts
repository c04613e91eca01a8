import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PAYMENT_PROVIDERS } from './billing/payment-provider.ts';
import { AlirError } from './core/errors.ts';
import { LOG_LEVELS } from './core/log-level.ts';

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.int().min(min, { error }).max(max, { error }));
};

const HOST_NAMES = 'must be names such as api.example.com, without port, with commas between';

function isHostName(name: string): boolean {
  return /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(name) && URL.canParse(`http://${name}`);
}

/** Plain http would show the secret header, and let anybody on the way write the numbers. */
function isSource(text: string): boolean {
  if (!text.includes('://')) return true;
  return text.startsWith('https://') && URL.canParse(text) && /\{(yymmdd|date)\}/.test(text);
}

/** What `alir config` shows in place of a value. */
export const SECRETS: ReadonlySet<string> = new Set([
  'source_header',
  'payment_key',
  'payment_callback_token',
]);

/** Every setting: the variable it is read from, its value where that is not set, what it may be, and what it means. */
export const SETTINGS = {
  data_dir: {
    variable: 'ALIR_DATA_DIR',
    fallback: './data',
    // DuckDB would read the first four as a pattern, and `name=value` as a column of every table below it.
    rule: z
      .string()
      .transform((path) => resolve(path))
      .refine((path) => !/[*?[\]=]/.test(path), {
        error: 'must name a folder without * ? [ ] or = in its whole path',
      }),
    meaning: 'folder of the inbox, the lake, the serving files and the ledger',
  },
  host: {
    variable: 'ALIR_HOST',
    fallback: '127.0.0.1',
    rule: z.string().min(1),
    meaning: 'address to listen on; 0.0.0.0 for all',
  },
  port: {
    variable: 'ALIR_PORT',
    fallback: '8080',
    rule: wholeNumber(0, 65_535),
    meaning: 'port to listen on; 0 for any free one',
  },
  allowed_hosts: {
    variable: 'ALIR_ALLOWED_HOSTS',
    fallback: '',
    rule: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
      .pipe(z.array(z.string().refine(isHostName, { error: HOST_NAMES }))),
    meaning: 'host names under which /mcp is reached, besides those of this machine, with commas between',
  },
  source: {
    variable: 'ALIR_SOURCE',
    fallback: '',
    rule: z.string().refine(isSource, {
      error: 'must be a folder, or an https:// URL with {yymmdd} or {date} where the date stands',
    }),
    meaning: 'where daily files come from: a folder (the inbox unless told), or an https URL with {yymmdd}',
  },
  source_header: {
    variable: 'ALIR_SOURCE_HEADER',
    fallback: '',
    rule: z.string().regex(/^$|^[\w-]+:\s*[\x20-\x7e]+$/, { error: 'must read Name: value' }),
    meaning: 'a secret header for the source, as Name: value',
  },
  news_sources: {
    variable: 'ALIR_NEWS_SOURCES',
    fallback: '',
    rule: z.string(),
    meaning: 'a file of news sources in place of those that come with Alir',
  },
  prices: {
    variable: 'ALIR_PRICES',
    fallback: '',
    rule: z.string(),
    meaning: 'a file of prices in place of those that come with Alir',
  },
  payment_provider: {
    variable: 'ALIR_PAYMENT_PROVIDER',
    fallback: 'manual',
    rule: z.enum(PAYMENT_PROVIDERS, { error: `must be one of ${PAYMENT_PROVIDERS.join(', ')}` }),
    meaning: 'how orders are paid: manual (confirmed by the operator), midtrans or xendit',
  },
  payment_key: {
    variable: 'ALIR_PAYMENT_KEY',
    fallback: '',
    rule: z.string().trim(),
    meaning:
      'the secret key that the payment provider gave: the Server Key of Midtrans, the API key of Xendit',
  },
  payment_callback_token: {
    variable: 'ALIR_PAYMENT_CALLBACK_TOKEN',
    fallback: '',
    rule: z.string().trim(),
    meaning: 'the secret token by which callbacks of Xendit are known',
  },
  payment_sandbox: {
    variable: 'ALIR_PAYMENT_SANDBOX',
    fallback: 'no',
    rule: z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((word) => word === 'yes'),
    meaning: 'yes for the test system of Midtrans; with Xendit the key tells',
  },
  update_minutes: {
    variable: 'ALIR_UPDATE_MINUTES',
    fallback: '5',
    rule: wholeNumber(0, 1440),
    meaning: 'minutes between two looks at the source, besides the one at 12:00 GMT; 0 for none at all',
  },
  threads: {
    variable: 'ALIR_THREADS',
    fallback: String(availableParallelism()),
    rule: wholeNumber(1, 256),
    meaning: 'threads that an ingest, or a query of an analyst, may use',
  },
  sql_memory_mb: {
    variable: 'ALIR_SQL_MEMORY_MB',
    fallback: '1000',
    rule: wholeNumber(100, 10_000_000),
    meaning: 'memory that a query of alir sql may use',
  },
  sql_seconds: {
    variable: 'ALIR_SQL_SECONDS',
    fallback: '300',
    rule: wholeNumber(1, 604_800),
    meaning: 'how long a query of alir sql may work',
  },
  sql_disk_mb: {
    variable: 'ALIR_SQL_DISK_MB',
    fallback: '20000',
    rule: wholeNumber(1, 100_000_000),
    meaning:
      'disk that a query of alir sql may use for what does not fit its memory, and again for its output',
  },
  log_level: {
    variable: 'ALIR_LOG_LEVEL',
    fallback: 'info',
    rule: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    meaning: 'how much the server tells on stderr: silent, error, warn, info or debug',
  },
} as const;

type Settings = typeof SETTINGS;
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]['rule']> };

/** The settings, checked. An empty variable counts as one that is not set. @throws AlirError `bad_configuration` */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = Object.entries(SETTINGS).map(([name, { variable, fallback, rule }]) => {
    const result = rule.safeParse(environment[variable] || fallback);
    if (result.success) return [name, result.data];
    const problem = result.error.issues[0]?.message;
    throw new AlirError(
      'bad_configuration',
      `${variable} ${problem}${SECRETS.has(name) ? '' : `; it is ${JSON.stringify(environment[variable])}`}.`,
    );
  });
  return Object.fromEntries(read) as Config;
}
