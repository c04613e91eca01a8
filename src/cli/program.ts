import { Argument, Command, Option } from 'commander';
import { listPrice } from '../commerce/billing/prices.ts';
import { LAKE_TABLES } from '../core/folders.ts';
import { MARKETS } from '../core/market.ts';
import { VERSION } from '../core/package-files.ts';
import { ENGINES, type Engine } from '../operations/lake-ddl.ts';
import { readConfig } from '../server/config.ts';
import { pricesOf } from '../server/settings-files.ts';
import { type Stores, unknownDays, unknownDaysText } from '../server/stores.ts';
import { createAccount, showAccount } from './accounts.ts';
import { administrationCommands } from './administration.ts';
import { apiKey, date, email, httpUrl, rupiah, ticker } from './arguments.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { listPlans } from './billing.ts';
import { billingCommands } from './billing-commands.ts';
import type { BrokerOptions } from './brokers.ts';
import { type Common, command, onData, onDataOrNew } from './command.ts';
import { dataProtectionCommands } from './data-protection.ts';
import { EXIT_FAILURE, reportError, reportErrorsAsLogLines } from './exit.ts';
import { EXPORT_FORMATS, type ExportOptions, exportCommand } from './export.ts';
import { heldCommands } from './held.ts';
import { incidentCommands } from './incidents.ts';
import { filesToIngest, ingestCommand } from './ingest.ts';
import { invoiceCommands } from './invoices.ts';
import { keyCommands } from './key-commands.ts';
import { type DdlOptions, lakeBuildCommand, lakeDdlCommand } from './lake.ts';
import type { CopyOptions } from './ledger.ts';
import { mcpConfig } from './mcp.ts';
import { noticeCommands } from './notices.ts';
import { verifyOfficialCommand } from './official.ts';
import { type Output, output } from './output.ts';
import { type PlanOptions, planIn, planOptions } from './plan-options.ts';
import { dismissRejectedFiles, listRejectedFiles } from './rejected.ts';
import { SQL_FORMATS, type SqlOptions, sqlCommand } from './sql.ts';
import { statusCommand } from './status.ts';
import { updateCommand } from './update.ts';
import { showUsage, type UsageOptions, usageOptions } from './usage.ts';
import { verifyCommand } from './verify.ts';

interface NewAccountOptions extends PlanOptions {
  readonly email: string;
  readonly paid?: number;
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
  // The server sets it for a file that a person confirmed in the console.
  .addOption(new Option('--by <name>', 'who publishes the files; default: the user').hideHelp())
  .action(
    async (
      files: string[],
      options: Common & { date?: string; confirm: boolean; timings: boolean; by?: string },
    ) => {
      const paths = await filesToIngest(files, options.date);
      await onDataOrNew(options, async (stores, out) => {
        const { date, confirm: confirmed, timings, by } = options;
        if (!(await ingestCommand(stores, out, paths, date, { confirmed, timings, by })))
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

heldCommands(program);

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
    "compare published days with the exchange's Stock Summary instead: an .xlsx, CSV or JSON file, or a folder",
  )
  .addOption(
    new Option(
      '--brokers <file>',
      'compare a published day with a table by broker instead, such as the export of a terminal: .xlsx or CSV',
    ).conflicts('official'),
  )
  .option('--ticker <code>', 'with --brokers: the stock, if the table does not name it', ticker)
  .option('--date <yyyy-mm-dd>', 'with --brokers: the trading day, if the table does not name it', date)
  .addOption(
    new Option('--market <code>', 'with --brokers: the market, if the table does not name it').choices([
      ...Object.keys(MARKETS),
      'TN',
    ]),
  )
  .action((options: Common & Partial<BrokerOptions> & { official?: string }) => {
    const { official, brokers, ...choice } = options;
    if (brokers === undefined && (choice.ticker ?? choice.date ?? choice.market) !== undefined) {
      program.error('error: --ticker, --date and --market need --brokers');
    }
    return onData(options, async (stores, out) => {
      await warnIfLedgerIsEmpty(stores, out);
      let isVerified: boolean;
      if (brokers !== undefined) {
        const { verifyBrokersCommand } = await import('./brokers.ts');
        isVerified = await verifyBrokersCommand(stores, out, { ...choice, brokers });
      } else if (official !== undefined) isVerified = await verifyOfficialCommand(stores, out, official);
      else isVerified = await verifyCommand(stores, out);
      if (!isVerified) process.exitCode = EXIT_FAILURE;
    });
  });

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
  'build the files of ticker_day that are missing or damaged; run it again to continue an interrupted run',
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
const create = command(account, 'create', 'create an account with its first API key and its MCP key');
create.requiredOption('--email <address>', 'e-mail address; each account needs a different one', email);
for (const option of planOptions()) create.addOption(option);
create
  .option(
    '--paid <idr>',
    'amount paid for the period in IDR; default: the list price; 0 if the period is free',
    rupiah,
  )
  .action((options: Common & NewAccountOptions) =>
    onDataOrNew(options, async ({ accounts, billing, operator: actor }, out) => {
      const wanted = planIn(options);
      await createAccount(accounts, out, {
        ...wanted,
        email: options.email,
        actor,
        paid_idr: options.paid ?? listPrice(billing.prices, wanted.plan, wanted.months),
      });
    }),
  );
command(account, 'show', 'show an account: plan, limits and history')
  .argument('<account>', 'id or e-mail address of the account')
  .action((account: string, options: Common) =>
    onData(options, (stores, out) => showAccount(stores, out, account)),
  );

administrationCommands(program, account);
invoiceCommands(program, account);
dataProtectionCommands(account);

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
incidentCommands(program);

const plan = program.command('plan').description('show the public plans');
command(plan, 'list', 'list plans and prices').action((options: Common) =>
  listPlans(pricesOf(readConfig(process.env)), output(options.json), options),
);

billingCommands(program);
keyCommands(program);

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
