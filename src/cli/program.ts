import { Argument, Command, Option } from 'commander';
import { MAX_IP_RANGES } from '../commerce/accounts/ip-ranges.ts';
import { DATA_ONLY } from '../commerce/accounts/key-terms.ts';
import { PLANS, type PlanTerms } from '../commerce/accounts/plans.ts';
import { listPrice } from '../commerce/billing/prices.ts';
import type { PlanDecision } from '../commerce/billing/refunds.ts';
import { type KeyScope, PLAN_MONTHS, type Plan, type PlanMonths } from '../core/commerce-terms.ts';
import { AlirError } from '../core/errors.ts';
import { LAKE_TABLES } from '../core/folders.ts';
import { VERSION } from '../core/package-files.ts';
import { ENGINES, type Engine } from '../operations/lake-ddl.ts';
import { readConfig } from '../server/config.ts';
import { pricesOf } from '../server/settings-files.ts';
import { type Stores, unknownDays, unknownDaysText } from '../server/stores.ts';
import {
  createAccount,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  rotateMcpKey,
  showAccount,
} from './accounts.ts';
import { administrationCommands } from './administration.ts';
import {
  apiKey,
  date,
  days,
  email,
  httpUrl,
  instant,
  ipRanges,
  keyScopes,
  rupiah,
  ticker,
  wholeNumber,
} from './arguments.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import {
  cancelOrder,
  confirmOrder,
  createOffer,
  listOffers,
  listOrders,
  listPlans,
  refundOrder,
  showOrder,
  voidOrder,
  withdrawOffer,
} from './billing.ts';
import { type Common, command, onData, onDataOrNew, reasonOption } from './command.ts';
import { EXIT_FAILURE, reportError, reportErrorsAsLogLines } from './exit.ts';
import { EXPORT_FORMATS, type ExportOptions, exportCommand } from './export.ts';
import { filesToIngest, ingestCommand } from './ingest.ts';
import { invoiceCommands } from './invoices.ts';
import { type DdlOptions, lakeBuildCommand, lakeDdlCommand } from './lake.ts';
import type { CopyOptions } from './ledger.ts';
import { mcpConfig } from './mcp.ts';
import { noticeCommands } from './notices.ts';
import { verifyOfficialCommand } from './official.ts';
import { type Output, output } from './output.ts';
import { dismissRejectedFiles, listRejectedFiles } from './rejected.ts';
import { SQL_FORMATS, type SqlOptions, sqlCommand } from './sql.ts';
import { statusCommand } from './status.ts';
import { updateCommand } from './update.ts';
import { showUsage, type UsageOptions, usageOptions } from './usage.ts';
import { verifyCommand } from './verify.ts';

interface NewAccountOptions {
  readonly email: string;
  readonly plan: Plan;
  readonly months: string;
  readonly units?: number;
  readonly requestsPerMinute?: number;
  readonly keys?: number;
  readonly paid?: number;
}

interface NewKeyOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expiresAt?: string;
  readonly allowedIps?: string[];
}

interface NewOfferOptions {
  readonly account: string;
  readonly units: number;
  readonly requestsPerMinute: number;
  readonly keys: number;
  readonly price: number;
  readonly days: number;
  readonly recurring: boolean;
  readonly until?: string;
}

interface ConfirmOptions {
  readonly paidAt?: string;
  readonly amount?: number;
  readonly reference?: string;
  readonly accept: boolean;
  readonly excess: 'credit' | 'return';
}

interface RefundOptions {
  readonly plan?: PlanDecision;
  readonly amount?: number;
  readonly reference?: string;
  readonly asCredit: boolean;
  readonly reason: string;
}

/** The command line. A command that fails sets the exit code or throws. The commands that need the server load it themselves. */
export const program = new Command('alir')
  .description('Market data of the Indonesia Stock Exchange: broker summary and foreign flow.')
  .version(VERSION)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('For usage, run the command with --help.');

command(program, 'serve', 'serve the API; writes its log as JSON lines').action(async () => {
  reportErrorsAsLogLines();
  process.on('uncaughtException', (error) => process.exit(reportError(error)));
  const { serveCommand } = await import('./serve.ts');
  await serveCommand(readConfig(process.env));
});

command(program, 'ingest', 'publish daily trade files in date order')
  .argument(
    '<file...>',
    'DTyymmdd.csv, .csv.gz or .csv.zip; or a folder with such files, or a pattern with * and ?',
  )
  .option('--date <yyyy-mm-dd>', 'trading day of the file, if its name does not contain the date', date)
  .option('--confirm', 'also publish files that would be held as suspicious; check them first', false)
  .option('--timings', 'show the seconds of each stage', false)
  .action(
    async (files: string[], options: Common & { date?: string; confirm: boolean; timings: boolean }) => {
      const paths = await filesToIngest(files, options.date);
      await onDataOrNew(options, async (stores, out) => {
        const { date, confirm: confirmed, timings } = options;
        if (!(await ingestCommand(stores, out, paths, date, { confirmed, timings })))
          process.exitCode = EXIT_FAILURE;
      });
    },
  );

command(program, 'update', 'publish new and corrected files from the source once, then exit').action(
  (options: Common) =>
    onDataOrNew(options, async (stores, out) => {
      if (!(await updateCommand(stores, out))) process.exitCode = EXIT_FAILURE;
    }),
);

command(
  program,
  'status',
  'show published and missing days; exits with 1 if something needs attention',
).action((options: Common) =>
  onData(options, async (stores, out) => {
    const isAllKnown = await warnIfLedgerIsEmpty(stores, out);
    if (!(await statusCommand(stores, out)) || !isAllKnown) process.exitCode = EXIT_FAILURE;
  }),
);

command(
  program,
  'doctor',
  'show everything that needs attention, with what to do; exits with 1 if something is a problem',
).action(async (options: Common) => {
  const { doctorCommand } = await import('./doctor.ts');
  if (!(await doctorCommand(readConfig(process.env), output(options.json)))) process.exitCode = EXIT_FAILURE;
});

const rejected = program.command('rejected').description('manage rejected files');
command(rejected, 'list', 'list rejected files whose day is still not published').action((options: Common) =>
  onData(options, (stores, out) => listRejectedFiles(stores, out, options)),
);
command(rejected, 'dismiss', 'remove rejected files from the list; does not delete the files')
  .argument('<file...>', 'source or file name from "alir rejected list", or the trading day')
  .action((files: string[], options: Common) =>
    onData(options, (stores, out) => dismissRejectedFiles(stores, out, files)),
  );

command(
  program,
  'verify',
  'compare every published file with its recorded checksum; exits with 1 if one differs',
)
  .option(
    '--official <path>',
    "compare published days with the exchange's Stock Summary instead: a JSON or CSV file, or a folder",
  )
  .action((options: Common & { official?: string }) =>
    onData(options, async (stores, out) => {
      await warnIfLedgerIsEmpty(stores, out);
      const { official } = options;
      const isVerified = await (official === undefined
        ? verifyCommand(stores, out)
        : verifyOfficialCommand(stores, out, official));
      if (!isVerified) process.exitCode = EXIT_FAILURE;
    }),
  );

const ledger = program.command('ledger').description('manage the database with accounts and usage');
command(
  ledger,
  'copy',
  'copy the ledger of the data folder to an empty PostgreSQL database, or back; stop all servers first',
)
  .option('--to <url>', 'the database to copy to, such as postgres://alir@db.example.com/alir')
  .option('--from <url>', 'the database to copy from, into a data folder without a ledger')
  .action(async (options: Common & CopyOptions) => {
    const { copyLedgerCommand } = await import('./ledger.ts');
    await copyLedgerCommand(readConfig(process.env), output(options.json), options);
  });

const lake = program.command('lake').description('manage the Parquet files of published days');
command(
  lake,
  'build',
  'bring the files of days that an older version published to the current form; run it again to continue an interrupted run',
).action((options: Common) =>
  onData(options, async (stores, out) => {
    if (!(await lakeBuildCommand(stores, out))) process.exitCode = EXIT_FAILURE;
  }),
);

command(
  lake,
  'ddl',
  'print the SQL that registers the tables and views of the lake in another engine, with one partition per day',
)
  .addArgument(new Argument('<engine>', 'engine').choices(ENGINES))
  .option(
    '--location <url>',
    'where the engine finds the lake, such as s3://bucket/lake; default: the lake of this data folder',
  )
  .option('--schema <name>', 'schema for the tables, such as alir or catalog.alir')
  .action((engine: Engine, options: Common & DdlOptions) =>
    lakeDdlCommand(readConfig(process.env), output(options.json), engine, options),
  );

command(program, 'backup', 'copy the ledger and the lake to a new folder; safe while the server runs')
  .argument('<dir>', 'a new or empty folder, on another disk')
  .action((folder: string, options: Common) =>
    backupCommand(readConfig(process.env), output(options.json), folder, VERSION),
  );

command(program, 'restore', 'restore a backup into a data folder that has no ledger and no lake')
  .argument('<dir>', 'a folder written by "alir backup"')
  .action((folder: string, options: Common) =>
    restoreCommand(readConfig(process.env), output(options.json), folder),
  );

command(program, 'sql', 'query the lake in SQL, read-only; without a query, opens a prompt')
  .argument('[query]', 'one SQL query; - for standard input')
  .option('--file <file>', 'file that contains the query')
  .addOption(new Option('--format <format>', 'output format').choices(SQL_FORMATS))
  .option('--output <file>', 'write the result to a file; if the query fails, no file is written')
  .option('--force', 'replace the output file if it exists', false)
  .action(async (query: string | undefined, options: SqlOptions) => {
    const isAnswered = await sqlCommand(readConfig(process.env), output(options.json), query, options);
    if (!isAnswered) process.exitCode = EXIT_FAILURE;
  });

command(program, 'export', 'export a range of days to one file')
  .requiredOption('--from <yyyy-mm-dd>', 'first day', date)
  .requiredOption('--to <yyyy-mm-dd>', 'last day', date)
  .addOption(new Option('--table <table>', 'table to export').choices(LAKE_TABLES).default('broker_day'))
  .option('--ticker <ticker>', 'only this ticker', ticker)
  .addOption(
    new Option('--format <format>', 'output format; by default inferred from the extension').choices(
      EXPORT_FORMATS,
    ),
  )
  .requiredOption('--output <file>', 'file to write; if the export fails, no file is written')
  .option('--force', 'replace the output file if it exists', false)
  .action((options: ExportOptions & Common) =>
    exportCommand(readConfig(process.env), output(options.json), options),
  );

const account = program.command('account').description('manage the accounts of API callers');
command(account, 'create', 'create an account with its first API key and its MCP key')
  .requiredOption('--email <address>', 'e-mail address; each account needs a different one', email)
  .addOption(new Option('--plan <plan>', 'plan').choices(Object.keys(PLANS)).makeOptionMandatory())
  .addOption(
    new Option('--months <months>', 'length of the period').choices(PLAN_MONTHS.map(String)).default('1'),
  )
  .option('--units <number>', 'units per cycle; only for the plans enterprise and custom', wholeNumber)
  .option(
    '--requests-per-minute <number>',
    'requests per minute; only for the plans enterprise and custom',
    wholeNumber,
  )
  .option('--keys <number>', 'maximum number of keys; only for the plans enterprise and custom', wholeNumber)
  .option(
    '--paid <idr>',
    'amount paid for the period in IDR; default: the list price; 0 if the period is free',
    rupiah,
  )
  .action((options: Common & NewAccountOptions) =>
    onDataOrNew(options, async ({ accounts, billing, operator: actor }, out) => {
      const months = Number(options.months) as PlanMonths;
      await createAccount(accounts, out, {
        ...options,
        months,
        own_terms: ownTerms(options),
        actor,
        paid_idr: options.paid ?? listPrice(billing.prices, options.plan, months),
      });
    }),
  );
command(account, 'show', 'show an account: plan, limits and history')
  .argument('<account>', 'id or e-mail address of the account')
  .action((account: string, options: Common) =>
    onData(options, (stores, out) => showAccount(stores, out, account)),
  );

administrationCommands(program, account, ownTerms);
invoiceCommands(program, account);

const usage = command(
  program,
  'usage',
  'show the units and requests that an account was charged, and when its quota will be used up',
)
  .argument('[account]', 'id or e-mail address of the account')
  .option('--all', 'all accounts; without --by, one row for each account', false)
  .option('--from <date>', 'first day in Jakarta, YYYY-MM-DD; default: 30 days with the last day', date)
  .option('--to <date>', 'last day; default: today', date);
for (const option of usageOptions()) usage.addOption(option);
usage.action((account: string | undefined, options: UsageOptions) =>
  onData(options, (stores, out) => showUsage(stores, out, account, options)),
);
noticeCommands(program, account);

const plan = program.command('plan').description('show the public plans');
command(plan, 'list', 'list plans and prices').action((options: Common) =>
  listPlans(pricesOf(readConfig(process.env)), output(options.json), options),
);

const offer = program.command('offer').description('manage private offers to accounts');
command(offer, 'create', 'create an offer')
  .requiredOption('--account <account>', 'id or e-mail address of the account')
  .requiredOption('--units <number>', 'units per cycle', wholeNumber)
  .requiredOption('--requests-per-minute <number>', 'requests per minute', wholeNumber)
  .requiredOption('--keys <number>', 'keys', wholeNumber)
  .requiredOption('--price <idr>', 'price of the period in IDR', rupiah)
  .requiredOption('--days <number>', 'length of the period in days, at most 3,660', days)
  .option('--recurring', 'create the same offer again when this one is paid', false)
  .option('--until <time>', 'last time at which it can be ordered; default: no limit', instant)
  .action((options: Common & NewOfferOptions) =>
    onData(options, async ({ accounts, billing }, out) => {
      const { requestsPerMinute: requests_per_minute, price: price_idr, ...rest } = options;
      const account = (await accounts.find(options.account)).account_id;
      await createOffer(billing, out, {
        ...rest,
        account,
        requests_per_minute,
        price_idr,
        until: options.until === undefined ? null : new Date(options.until),
      });
    }),
  );
command(offer, 'list', 'list offers, including accepted ones').action((options: Common) =>
  onData(options, ({ billing }, out) => listOffers(billing, out, options)),
);

command(offer, 'withdraw', 'withdraw an offer that was not accepted')
  .argument('<id>', 'offer id')
  .addOption(reasonOption())
  .action((offer_id: string, options: Common & { reason: string }) =>
    onData(options, ({ billing, operator }, out) =>
      withdrawOffer(billing, out, { offer_id, actor: operator, reason: options.reason }),
    ),
  );

const order = program.command('order').description('manage orders of plans and offers');
command(order, 'list', 'list orders, newest first')
  .option('--waiting', 'only orders that wait for a payment or for a decision, oldest first', false)
  .action((options: Common & { waiting: boolean }) =>
    onData(options, ({ billing }, out) => listOrders(billing, out, options)),
  );
command(order, 'show', 'show an order')
  .argument('<id>', 'order id')
  .action((id: string, options: Common) =>
    onData(options, ({ billing }, out) => showOrder(billing, out, id)),
  );
command(
  order,
  'confirm',
  'record the payment of an order and apply the order; exits with 1 if it can no longer be applied',
)
  .argument('<id>', 'order id')
  .option('--paid-at <time>', 'when the payment was received; default: now', instant)
  .option('--amount <idr>', 'what was paid; default: the amount to pay', rupiah)
  .option('--reference <text>', 'reference of the payment, such as the number of the bank transfer')
  .option(
    '--accept',
    'apply it even if the payment was late, of a different amount, or for a cancelled order',
    false,
  )
  .addOption(
    new Option('--excess <use>', 'with --accept, what to do with the part above the amount to pay')
      .choices(['credit', 'return'])
      .default('credit'),
  )
  .action((order_id: string, options: Common & ConfirmOptions) =>
    onData(options, async ({ billing, operator }, out) => {
      const { paidAt, amount: amount_idr, reference: payment_reference, accept, excess } = options;
      const isApplied = await confirmOrder(billing, out, {
        order_id,
        actor: operator,
        isAccepted: accept,
        excess,
        ...(paidAt !== undefined && { paid_at: new Date(paidAt) }),
        ...(amount_idr !== undefined && { amount_idr }),
        ...(payment_reference !== undefined && { payment_reference }),
      });
      if (!isApplied) process.exitCode = EXIT_FAILURE;
    }),
  );
command(order, 'cancel', 'cancel an unpaid order, or record the refund of an order that was not applied')
  .argument('<id>', 'order id')
  .option('--reason <text>', 'why, for the audit log')
  .action((order_id: string, options: Common & { reason?: string }) =>
    onData(options, ({ billing, operator }, out) =>
      cancelOrder(billing, out, { order_id, actor: operator, reason: options.reason ?? null }),
    ),
  );
command(order, 'refund', 'record money that was returned to the customer')
  .argument('<id>', 'order id')
  .addOption(
    new Option(
      '--plan <decision>',
      'for an applied payment: keep the plan, or undo what the order changed; without it, money that is held is returned',
    ).choices(['keep', 'undo']),
  )
  .option('--amount <idr>', 'default: all', rupiah)
  .option('--reference <text>', 'only money of this payment, such as a duplicate one')
  .option('--as-credit', 'keep the money as credit of the account for later orders', false)
  .addOption(reasonOption())
  .action((order_id: string, options: Common & RefundOptions) =>
    onData(options, ({ billing, operator }, out) => {
      const { plan, amount: amount_idr, reference: payment_reference, asCredit, reason } = options;
      return refundOrder(billing, out, {
        order_id,
        actor: operator,
        reason,
        asCredit,
        ...(plan && { plan }),
        ...(amount_idr !== undefined && { amount_idr }),
        ...(payment_reference !== undefined && { payment_reference }),
      });
    }),
  );
command(order, 'void', 'take back a payment that was recorded and never made')
  .argument('<id>', 'order id')
  .addOption(
    new Option(
      '--plan <decision>',
      'for an applied order: keep the plan, or undo what the order changed',
    ).choices(['keep', 'undo']),
  )
  .addOption(reasonOption())
  .action((order_id: string, options: Common & { plan?: PlanDecision; reason: string }) =>
    onData(options, ({ billing, operator }, out) =>
      voidOrder(billing, out, { order_id, plan: options.plan, actor: operator, reason: options.reason }),
    ),
  );

const key = program.command('key').description('manage API keys');
command(key, 'create', 'create another key for an account')
  .requiredOption('--account <account>', 'id or e-mail address of the account')
  .requiredOption('--name <name>', 'name of the key')
  .addOption(
    new Option('--scopes <scopes>', 'what the key permits: data, account (keys and billing), or data,account')
      .argParser(keyScopes)
      .default(DATA_ONLY.scopes, 'data'),
  )
  .option(
    '--expires-at <time>',
    'time from which the key is invalid, with a time zone, such as 2026-12-31T23:59:59+07:00',
    instant,
  )
  .option(
    '--allowed-ips <list>',
    `1 to ${MAX_IP_RANGES} IP addresses or CIDR blocks from which the key can be used, separated by commas`,
    ipRanges,
  )
  .action((options: Common & NewKeyOptions) =>
    onData(options, ({ accounts }, out) => {
      const { account, name, scopes, expiresAt: expires_at = null, allowedIps: allowed_ips = null } = options;
      return createKey(accounts, out, { account, name, scopes, expires_at, allowed_ips });
    }),
  );
command(key, 'rotate', 'replace a key by a new one with the same name and terms; the old key is revoked')
  .requiredOption('--key <id>', 'key id, from "alir key list"')
  .action((options: Common & { key: string }) =>
    onData(options, ({ accounts }, out) => rotateKey(accounts, out, options)),
  );
command(key, 'rotate-mcp', 'replace the MCP key of an account; the old one is revoked')
  .argument('<account>', 'id or e-mail address of the account')
  .action((account: string, options: Common) =>
    onData(options, ({ accounts }, out) => rotateMcpKey(accounts, out, account)),
  );
command(key, 'list', 'list keys')
  .option('--account <account>', 'only the keys of this account: its id or e-mail address')
  .action((options: Common & { account?: string }) =>
    onData(options, ({ accounts }, out) => listKeys(accounts, out, options)),
  );
command(key, 'revoke', 'revoke a key, effective from the next request')
  .requiredOption('--key <id>', 'key id, from "alir key list"')
  .action((options: Common & { key: string }) =>
    onData(options, ({ accounts }, out) => revokeKey(accounts, out, options)),
  );

const mcp = program.command('mcp').description('configure clients of the Model Context Protocol (MCP)');
command(mcp, 'config', 'print the configuration of common MCP clients for this server')
  .option('--url <url>', 'public URL of the server, such as https://api.example.com', httpUrl)
  .option('--key <key>', 'MCP key of an account; - reads it from standard input; default: ALIR_KEY', apiKey)
  .action((options: Common & { url?: string; key?: string }) =>
    mcpConfig(readConfig(process.env), output(options.json), options),
  );

command(program, 'config', 'check the settings and print them').action(async (options: Common) => {
  const { configCommand } = await import('./config.ts');
  await configCommand(readConfig(process.env), output(options.json));
});

command(program, 'demo', 'generate a small market with random numbers in ./demo-data, and serve it').action(
  async (options: Common) => {
    const { demoCommand } = await import('./demo.ts');
    await demoCommand(readConfig(process.env), output(options.json));
  },
);

/** @returns false if the lake holds days that the ledger does not know */
async function warnIfLedgerIsEmpty(stores: Stores, out: Output): Promise<boolean> {
  const days = await unknownDays(stores);
  if (days > 0) out.notice(`warning: ${unknownDaysText(stores.folders, days)}`);
  return days === 0;
}

/** All three figures, or none. */
function ownTerms({
  units,
  requestsPerMinute,
  keys,
}: Pick<NewAccountOptions, 'units' | 'requestsPerMinute' | 'keys'>): PlanTerms | null {
  if (units === undefined && requestsPerMinute === undefined && keys === undefined) return null;
  if (units !== undefined && requestsPerMinute !== undefined && keys !== undefined) {
    return { units, requests_per_minute: requestsPerMinute, keys };
  }
  throw new AlirError(
    'bad_configuration',
    'Pass all of --units, --requests-per-minute and --keys, or none of them.',
  );
}
