import { type Command, Option } from 'commander';
import { MARKETS } from '../core/market/market.ts';
import type { Stores } from '../server/stores.ts';
import { date, ticker, wholeNumber } from './arguments.ts';
import { type Common, command, reasonOption } from './command.ts';
import type { Invocation } from './invocation.ts';
import type { BrokerOptions } from './market/brokers.ts';
import { heldCommands } from './market/held.ts';
import type { Output } from './output.ts';

interface IngestOptions extends Common {
  readonly date?: string;
  readonly confirm: boolean;
  readonly timings: boolean;
  readonly by?: string;
}

/** The commands that publish daily files, check them, and show what is published. */
export function dayCommands(cli: Invocation, program: Command): void {
  command(program, 'ingest', 'publish daily trade files in date order')
    .argument('<file...>', 'DTyymmdd.csv, .csv.gz or .csv.zip; or a folder, or a pattern with * and ?')
    .option('--date <yyyy-mm-dd>', 'trading day, if the file name has none', date)
    .option('--confirm', 'also publish suspicious files; check them first', false)
    .option('--timings', 'show the seconds of each stage', false)
    // The server sets it for a file that a person confirmed in the console.
    .addOption(new Option('--by <name>', 'who publishes the files; default: the user').hideHelp())
    .action(async (files: string[], options: IngestOptions) => {
      const { filesToIngest, ingestCommand } = await import('./market/ingest.ts');
      const { date, confirm: confirmed, timings, by } = options;
      const paths = await filesToIngest(files, date);
      await cli.onDataOrNew(options, (stores, out) =>
        ingestCommand(stores, out, paths, date, { confirmed, timings, by }),
      );
    });

  command(program, 'revert', 'publish a replaced revision of a day again, as a new revision')
    .argument('<yyyy-mm-dd>', 'trading day', date)
    .requiredOption('--to <number>', 'replaced revision, from alir status', wholeNumber)
    .addOption(reasonOption())
    .action(
      async (trade_date: string, options: Common & { readonly to: number; readonly reason: string }) => {
        const { revertCommand } = await import('./market/revert.ts');
        const { to: revision, reason } = options;
        await cli.onData(options, (stores, out) =>
          revertCommand(stores, out, { trade_date, revision, reason }),
        );
      },
    );

  command(program, 'update', 'publish new and corrected files from the source once').action(
    async (options: Common) => {
      const { updateCommand } = await import('./market/update.ts');
      await cli.onDataOrNew(options, updateCommand);
    },
  );

  command(
    program,
    'status',
    'show published and missing days; exits with 1 if something needs attention',
  ).action(async (options: Common) => {
    const { statusCommand } = await import('./operation/status.ts');
    await cli.onData(options, async (stores, out) => {
      const isAllKnown = await warnIfLedgerIsEmpty(stores, out);
      return (await statusCommand(stores, out)) && isAllKnown;
    });
  });

  command(program, 'doctor', 'show what needs attention and what to do; exits with 1 for a problem').action(
    async (options: Common) => {
      const { doctorCommand } = await import('./operation/doctor.ts');
      await cli.with(options, doctorCommand);
    },
  );

  heldCommands(cli, program);

  const rejected = program.command('rejected').description('manage rejected files');
  command(rejected, 'list', 'list rejected files whose day is still not published').action(
    async (options: Common) => {
      const { listRejectedFiles } = await import('./market/rejected.ts');
      await cli.onData(options, (stores, out) => listRejectedFiles(stores, out, options));
    },
  );
  command(rejected, 'dismiss', 'remove rejected files from the list without deleting them')
    .argument('<file...>', 'source or file name from the list, or trading day')
    .action(async (files: string[], options: Common) => {
      const { dismissRejectedFiles } = await import('./market/rejected.ts');
      await cli.onData(options, (stores, out) => dismissRejectedFiles(stores, out, files));
    });

  command(program, 'verify', 'compare published files with their checksums; exits with 1 if one differs')
    .option('--official <path>', "compare with the exchange's Stock Summary: .xlsx, CSV, JSON, or a folder")
    .addOption(
      new Option('--brokers <file>', 'compare with a table by broker: .xlsx or CSV').conflicts('official'),
    )
    .option('--ticker <code>', 'stock of the table of --brokers', ticker)
    .option('--date <yyyy-mm-dd>', 'trading day of the table of --brokers', date)
    .addOption(
      new Option('--market <code>', 'market of the table of --brokers').choices([
        ...Object.keys(MARKETS),
        'TN',
      ]),
    )
    .action(async (options: Common & Partial<BrokerOptions> & { official?: string }) => {
      const { official, brokers, ...choice } = options;
      if (brokers === undefined && (choice.ticker ?? choice.date ?? choice.market) !== undefined) {
        program.error('error: --ticker, --date and --market need --brokers');
      }
      await cli.onData(options, async (stores, out) => {
        await warnIfLedgerIsEmpty(stores, out);
        if (brokers !== undefined) {
          const { verifyBrokersCommand } = await import('./market/brokers.ts');
          return verifyBrokersCommand(stores, out, { ...choice, brokers });
        }
        if (official !== undefined) {
          const { verifyOfficialCommand } = await import('./market/official.ts');
          return verifyOfficialCommand(stores, out, official);
        }
        const { verifyCommand } = await import('./market/verify.ts');
        return verifyCommand(stores, out);
      });
    });
}

/** @returns false if the lake holds days that the ledger does not know */
async function warnIfLedgerIsEmpty(stores: Stores, out: Output): Promise<boolean> {
  const { unknownDays, unknownDaysText } = await import('../operations/data-folder.ts');
  const days = await unknownDays(stores);
  if (days > 0) out.notice(`warning: ${unknownDaysText(stores.folders, days)}`);
  return days === 0;
}
