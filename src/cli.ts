#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PLAN_MONTHS, PLANS, type Plan, type PlanMonths, type PlanTerms } from './accounts/plans.ts';
import { listPrice } from './billing/prices.ts';
import {
  createAccount,
  createKey,
  listAccounts,
  listKeys,
  revokeKey,
  showAccount,
} from './commands/accounts.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import {
  cancelOrder,
  confirmOrder,
  createOffer,
  listOffers,
  listOrders,
  listPlans,
  showOrder,
} from './commands/billing.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { EXPORT_FORMATS, type ExportOptions, exportCommand } from './commands/export.ts';
import { ingestCommand } from './commands/ingest.ts';
import { mcpConfig } from './commands/mcp.ts';
import { type Output, output } from './commands/output.ts';
import { serveCommand } from './commands/serve.ts';
import { SQL_FORMATS, type SqlOptions, sqlCommand } from './commands/sql.ts';
import { statusCommand } from './commands/status.ts';
import { updateCommand } from './commands/update.ts';
import { verifyCommand } from './commands/verify.ts';
import { readConfig } from './config.ts';
import { systemClock } from './core/clock.ts';
import { isIsoDate } from './core/dates.ts';
import { AlirError, type ErrorCode } from './core/errors.ts';
import { LAKE_TABLES } from './core/folders.ts';
import { tickerOf } from './core/market.ts';
import { openStores, type Stores } from './main.ts';
import { VERSION } from './version.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const USAGE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'bad_configuration',
  'terms_needed',
  'terms_fixed',
  'bad_key_name',
]);

interface NewAccountOptions {
  readonly email: string;
  readonly plan: Plan;
  readonly months: string;
  readonly units?: number;
  readonly requestsPerMinute?: number;
  readonly keys?: number;
  readonly paid?: number;
}

interface NewOfferOptions {
  readonly account: string;
  readonly units: number;
  readonly requestsPerMinute: number;
  readonly keys: number;
  readonly price: number;
  readonly days: number;
  readonly recurring: boolean;
}

interface Common {
  readonly json: boolean;
}

const program = new Command('alir')
  .description('Market data of the Indonesia Stock Exchange: broker summary and foreign flow.')
  .version(VERSION)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

command(program, 'serve', 'serve the API').action(async (options: Common) => {
  await serveCommand(openStores(readConfig(process.env), systemClock), output(options.json));
});

command(program, 'ingest', 'publish daily trade files, in the order of their dates')
  .argument(
    '<file...>',
    'DTyymmdd.csv, .csv.gz or .csv.zip; a folder stands for those in it, * and ? for any characters',
  )
  .option('--date <yyyy-mm-dd>', 'the date that the file must have, where its name does not say it', date)
  .action(async (files: string[], options: Common & { date?: string }) => {
    await withStores(options, async (stores, out) => {
      if (!(await ingestCommand(stores, out, files, options.date))) process.exitCode = EXIT_FAILURE;
    });
  });

command(program, 'update', 'publish what the source has and is not published, once').action(
  (options: Common) =>
    withStores(options, async (stores, out) => {
      if (!(await updateCommand(stores, out))) process.exitCode = EXIT_FAILURE;
    }),
);

command(program, 'status', 'tell what is published, and what is missing; exit 1 when something is').action(
  (options: Common) =>
    withStores(options, async (stores, out) => {
      if (!(await statusCommand(stores, out))) process.exitCode = EXIT_FAILURE;
    }),
);

command(program, 'verify', 'compare every file with what was published; exit 1 when one differs').action(
  (options: Common) =>
    withStores(options, async (stores, out) => {
      if (!(await verifyCommand(stores, out))) process.exitCode = EXIT_FAILURE;
    }),
);

command(program, 'backup', 'copy the ledger and the lake, of one moment, to a new folder, also while serving')
  .argument('<dir>', 'a folder that is new or empty, on another disk')
  .action((folder: string, options: Common) =>
    backupCommand(readConfig(process.env), output(options.json), folder, VERSION),
  );

command(program, 'restore', 'bring a backup into a data folder that has no ledger and no lake yet')
  .argument('<dir>', 'a folder that "alir backup" made')
  .action((folder: string, options: Common) =>
    restoreCommand(readConfig(process.env), output(options.json), folder),
  );

command(program, 'sql', 'ask the lake in SQL, read-only; without a query, at a prompt')
  .argument('[query]', 'one question in SQL; - for standard input')
  .option('--file <file>', 'a file with the question')
  .addOption(new Option('--format <format>', 'how to write the answer').choices(SQL_FORMATS))
  .option('--output <file>', 'a file for the answer, which appears whole or not at all')
  .option('--force', 'replace that file if it is there', false)
  .action(async (query: string | undefined, options: SqlOptions) => {
    const isAnswered = await sqlCommand(readConfig(process.env), output(options.json), query, options);
    if (!isAnswered) process.exitCode = EXIT_FAILURE;
  });

command(program, 'export', 'write a range of days as one file')
  .requiredOption('--from <yyyy-mm-dd>', 'first day', date)
  .requiredOption('--to <yyyy-mm-dd>', 'last day', date)
  .addOption(new Option('--table <table>', 'what to write').choices(LAKE_TABLES).default('broker_day'))
  .option('--ticker <ticker>', 'of this ticker only', ticker)
  .addOption(
    new Option('--format <format>', 'parquet or csv; the ending of the file unless told').choices(
      EXPORT_FORMATS,
    ),
  )
  .requiredOption('--output <file>', 'the file, which appears whole or not at all')
  .option('--force', 'replace that file if it is there', false)
  .action((options: ExportOptions & Common) =>
    exportCommand(readConfig(process.env), output(options.json), options),
  );

const account = program.command('account').description('accounts of API callers');
command(account, 'create', 'make an account with its first API key and its MCP key')
  .requiredOption('--email <address>', 'e-mail address, one account each', email)
  .addOption(new Option('--plan <plan>', 'plan').choices(Object.keys(PLANS)).makeOptionMandatory())
  .addOption(
    new Option('--months <months>', 'length of the period').choices(PLAN_MONTHS.map(String)).default('1'),
  )
  .option('--units <number>', 'own units a cycle, for the plans enterprise and custom', wholeNumber)
  .option('--requests-per-minute <number>', 'own requests a minute, likewise', wholeNumber)
  .option('--keys <number>', 'own number of keys, likewise', wholeNumber)
  .option('--paid <idr>', 'what was paid for the period; its price unless told, 0 for a gift', rupiah)
  .action((options: Common & NewAccountOptions) =>
    withStores(options, ({ accounts, billing }, out) => {
      const months = Number(options.months) as PlanMonths;
      createAccount(accounts, out, {
        ...options,
        months,
        own_terms: ownTerms(options),
        paid_idr: options.paid ?? listPrice(billing.prices, options.plan, months),
      });
    }),
  );
command(account, 'list', 'list accounts').action((options: Common) =>
  withStores(options, ({ accounts }, out) => listAccounts(accounts, out, options)),
);
command(account, 'show', 'show what an account has, and how it came to it')
  .argument('<id>', 'account id')
  .action((account_id: string, options: Common) =>
    withStores(options, ({ accounts, clock }, out) =>
      showAccount(accounts, out, { account_id, now: clock.now() }),
    ),
  );

const plan = program.command('plan').description('plans that anybody may buy');
command(plan, 'list', 'list plans and prices').action((options: Common) =>
  withStores(options, ({ billing }, out) => listPlans(billing, out, options)),
);

const offer = program.command('offer').description('private offers to one account');
command(offer, 'create', 'make an offer')
  .requiredOption('--account <id>', 'account id')
  .requiredOption('--units <number>', 'units a cycle', wholeNumber)
  .requiredOption('--requests-per-minute <number>', 'requests a minute', wholeNumber)
  .requiredOption('--keys <number>', 'keys', wholeNumber)
  .requiredOption('--price <idr>', 'price of the period', rupiah)
  .requiredOption('--days <number>', 'length of the period, up to 3,660', days)
  .option('--recurring', 'make the next offer when this one is paid', false)
  .action((options: Common & NewOfferOptions) =>
    withStores(options, ({ billing }, out) => {
      const { requestsPerMinute: requests_per_minute, price: price_idr, ...rest } = options;
      createOffer(billing, out, { ...rest, requests_per_minute, price_idr });
    }),
  );
command(offer, 'list', 'list offers, taken ones too').action((options: Common) =>
  withStores(options, ({ billing }, out) => listOffers(billing, out, options)),
);

const order = program.command('order').description('orders of plans and offers');
command(order, 'list', 'list orders, the newest first').action((options: Common) =>
  withStores(options, ({ billing }, out) => listOrders(billing, out, options)),
);
command(order, 'show', 'show an order')
  .argument('<id>', 'order id')
  .action((id: string, options: Common) =>
    withStores(options, ({ billing }, out) => showOrder(billing, out, id)),
  );
command(order, 'confirm', 'say that an order is paid, and apply it; exit 1 when it does not fit any more')
  .argument('<id>', 'order id')
  .option('--accept', 'though the payment was late, of another amount, or for a cancelled order', false)
  .action((id: string, options: Common & { accept: boolean }) =>
    withStores(options, ({ billing }, out) => {
      if (!confirmOrder(billing, out, id, options.accept)) process.exitCode = EXIT_FAILURE;
    }),
  );
command(order, 'cancel', 'give up an order that is not paid, or whose money went back')
  .argument('<id>', 'order id')
  .action((id: string, options: Common) =>
    withStores(options, ({ billing }, out) => cancelOrder(billing, out, id)),
  );

const key = program.command('key').description('API keys');
command(key, 'create', 'make a further key for an account')
  .requiredOption('--account <id>', 'account id')
  .requiredOption('--name <name>', 'a name to tell the key by')
  .action((options: Common & { account: string; name: string }) =>
    withStores(options, ({ accounts }, out) => createKey(accounts, out, options)),
  );
command(key, 'list', 'list keys')
  .option('--account <id>', 'of this account only')
  .action((options: Common & { account?: string }) =>
    withStores(options, ({ accounts }, out) => listKeys(accounts, out, options)),
  );
command(key, 'revoke', 'revoke a key, from the next request on')
  .requiredOption('--key <id>', 'key id, as "alir key list" shows it')
  .action((options: Common & { key: string }) =>
    withStores(options, ({ accounts }, out) => revokeKey(accounts, out, options)),
  );

const mcp = program.command('mcp').description('the Model Context Protocol, for agents');
command(mcp, 'config', 'print what common clients need to know to ask this server')
  .option('--url <url>', 'where clients reach the server, such as https://api.example.com', httpUrl)
  .option('--key <key>', 'the MCP key of an account', apiKey)
  .action((options: Common & { url?: string; key?: string }) =>
    mcpConfig(readConfig(process.env), output(options.json), options),
  );

command(program, 'config', 'print the settings in force').action((options: Common) =>
  configCommand(readConfig(process.env), output(options.json)),
);

command(program, 'demo', 'make a small market of made-up numbers in ./demo-data, and serve it').action(
  (options: Common) => demoCommand(readConfig(process.env), output(options.json)),
);

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Whoever reads the output may have read enough.
  if (code !== 'EPIPE') process.stderr.write(`alir: The output cannot be written: ${message}.\n`);
  process.exit(EXIT_FAILURE);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // What nobody takes of its output would keep it from ending.
  if (error instanceof AlirError && error.code === 'query_stopped') process.exit();
}

function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'print JSON, one object a line', false);
}

async function withStores(
  options: Common,
  work: (stores: Stores, out: Output) => void | Promise<void>,
): Promise<void> {
  const stores = openStores(readConfig(process.env), systemClock);
  try {
    await work(stores, output(options.json));
  } finally {
    stores.ledger.close();
  }
}

function exitCodeOf(error: unknown): number {
  // Commander has printed what was wrong with the usage, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  if (!(error instanceof AlirError)) {
    // The system's own errors say enough; of any other, who mends it needs the stack.
    const { syscall, message, stack } = error as NodeJS.ErrnoException;
    process.stderr.write(
      `alir: ${syscall === undefined ? stack : `${message}. What was published before is untouched.`}\n`,
    );
    return EXIT_FAILURE;
  }
  process.stderr.write(`alir: ${error.message}\n`);
  return USAGE_ERRORS.has(error.code) ? EXIT_USAGE : EXIT_FAILURE;
}

function date(text: string): string {
  if (!isIsoDate(text)) throw new InvalidArgumentError('Give a day of the calendar as YYYY-MM-DD.');
  return text;
}

function apiKey(text: string): string {
  if (!/^\w+$/.test(text)) throw new InvalidArgumentError('A key has letters, digits and _ only.');
  return text;
}

function httpUrl(text: string): string {
  if (!/^https?:\/\/[^\s"'`$\\]+$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('Write it as https://api.example.com.');
  }
  return text;
}

function ticker(text: string): string {
  const known = tickerOf(text);
  if (known === undefined) throw new InvalidArgumentError('It must be 1 to 12 letters, digits or dashes.');
  return known;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

function rupiah(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of rupiah.');
  return Number(text);
}

function days(text: string): number {
  const number = wholeNumber(text);
  if (number > 3660) throw new InvalidArgumentError('It must be 3660 at most.');
  return number;
}

/** All three figures, or none. */
function ownTerms({ units, requestsPerMinute, keys }: NewAccountOptions): PlanTerms | null {
  if (units === undefined && requestsPerMinute === undefined && keys === undefined) return null;
  if (units !== undefined && requestsPerMinute !== undefined && keys !== undefined) {
    return { units, requests_per_minute: requestsPerMinute, keys };
  }
  throw new AlirError('bad_configuration', 'Give all of --units, --requests-per-minute and --keys, or none.');
}

function email(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new InvalidArgumentError('That is not an e-mail address.');
  return text;
}
