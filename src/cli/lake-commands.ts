import { Argument, type Command, Option } from 'commander';
import { DELTA_TABLES } from '../core/folders.ts';
import { VERSION } from '../core/package-files.ts';
import { ENGINES, type Engine } from '../operations/lake-ddl.ts';
import { date, instant, ticker } from './arguments.ts';
import { type Common, command } from './command.ts';
import { EXPORT_FORMATS, SQL_FORMATS } from './file-formats.ts';
import type { Invocation } from './invocation.ts';
import type { ExportOptions } from './market/export.ts';
import type { DdlOptions } from './market/lake.ts';
import type { SqlOptions } from './market/sql.ts';
import type { CopyOptions } from './operation/ledger.ts';

const KNOWN_AT = 'read the days as they were published at this time, such as 2026-01-31T17:00:00+07:00';

/** The commands that copy, back up, convert and query what is stored. */
export function lakeCommands(cli: Invocation, program: Command): void {
  const ledger = program.command('ledger').description('manage the database with accounts and usage');
  command(ledger, 'copy', 'copy the ledger to an empty PostgreSQL database, or back; stop all servers first')
    .option('--to <url>', 'database, such as postgres://alir@db.example.com/alir')
    .option('--from <url>', 'database, to copy it into a data folder without a ledger')
    .action(async (options: Common & CopyOptions) => {
      const { copyLedgerCommand } = await import('./operation/ledger.ts');
      await cli.with(options, (config, out) => copyLedgerCommand(config, out, options));
    });

  const lake = program.command('lake').description('manage the Parquet files of published days');
  command(
    lake,
    'build',
    'build missing and damaged files of ticker_day and measure_day, and logs of the Delta tables; run it again to resume',
  ).action(async (options: Common) => {
    const { lakeBuildCommand } = await import('./market/lake.ts');
    await cli.onData(options, lakeBuildCommand);
  });

  command(
    lake,
    'vacuum',
    'delete the files of replaced revisions that are older than ALIR_KEEP_REPLACED_DAYS',
  ).action(async (options: Common) => {
    const { lakeVacuumCommand } = await import('./market/lake.ts');
    await cli.onData(options, lakeVacuumCommand);
  });

  command(lake, 'ddl', 'print the SQL that registers the lake in another engine')
    .addArgument(new Argument('<engine>', 'engine').choices(ENGINES))
    .option(
      '--location <url>',
      'address of the copied folder delta/ (DuckDB: lake/), such as s3://bucket/delta; default: this data folder',
    )
    .option('--schema <name>', 'schema, such as catalog.alir')
    .action(async (engine: Engine, options: Common & DdlOptions) => {
      const { lakeDdlCommand } = await import('./market/lake.ts');
      await cli.with(options, (config, out) => lakeDdlCommand(config, out, engine, options));
    });

  command(program, 'sync', 'copy new publications from another lake; run it again to resume')
    .argument('[source]', 'folder, server or bucket; default: ALIR_FOLLOW_URL')
    .option('--repair', 'also replace damaged files', false)
    .action(async (source: string | undefined, options: Common & { repair: boolean }) => {
      const { syncCommand } = await import('./market/copies.ts');
      await cli.onDataOrNew(options, (stores, out) => syncCommand(stores, out, source, options));
    });

  command(program, 'mirror', 'upload new publications to ALIR_MIRROR_URL; run it again to resume')
    .option('--verify', 'also replace damaged objects; exits with 1 for one', false)
    .action(async (options: Common & { verify: boolean }) => {
      const { mirrorCommand } = await import('./market/copies.ts');
      await cli.onData(options, (stores, out) => mirrorCommand(stores, out, options));
    });

  command(program, 'backup', 'copy the ledger and the lake to a new folder; safe while the server runs')
    .argument('<dir>', 'new or empty folder on another disk')
    .action(async (folder: string, options: Common) => {
      const { backupCommand } = await import('./operation/backup.ts');
      await cli.with(options, (config, out) => backupCommand(config, out, folder, VERSION));
    });

  command(program, 'restore', 'restore a backup into a data folder that has no ledger and no lake')
    .argument('<dir>', 'folder of the backup')
    .action(async (folder: string, options: Common) => {
      const { restoreCommand } = await import('./operation/backup.ts');
      await cli.with(options, (config, out) => restoreCommand(config, out, folder));
    });

  command(program, 'sql', 'query the lake in SQL, read-only; without a query, opens a prompt')
    .argument('[query]', 'one SQL query; - for standard input')
    .option('--file <file>', 'file that contains the query')
    .addOption(new Option('--format <format>', 'output format').choices(SQL_FORMATS))
    .option('--output <file>', 'write the result to a file')
    .option('--known-at <time>', KNOWN_AT, instant)
    .option('--force', 'replace the output file if it exists', false)
    .action(async (query: string | undefined, options: SqlOptions) => {
      const { sqlCommand } = await import('./market/sql.ts');
      await cli.with(options, (config, out) => sqlCommand(config, out, query, options));
    });

  command(program, 'export', 'export a range of days to one file')
    .requiredOption('--from <yyyy-mm-dd>', 'first day', date)
    .requiredOption('--to <yyyy-mm-dd>', 'last day', date)
    .addOption(new Option('--table <table>', 'table to export').choices(DELTA_TABLES).default('broker_day'))
    .option('--ticker <ticker>', 'only this ticker', ticker)
    .addOption(
      new Option('--format <format>', 'output format; by default inferred from the extension').choices(
        EXPORT_FORMATS,
      ),
    )
    .requiredOption('--output <file>', 'file to write')
    .option('--known-at <time>', KNOWN_AT, instant)
    .option('--force', 'replace the output file if it exists', false)
    .action(async (options: ExportOptions & Common) => {
      const { exportCommand } = await import('./market/export.ts');
      await cli.with(options, (config, out) => exportCommand(config, out, options));
    });
}
