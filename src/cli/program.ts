import { Command, Help, Option } from 'commander';
import { USAGE_GROUPINGS } from '../core/commerce-terms.ts';
import { VERSION } from '../core/package-files.ts';
import { apiKey, date, httpUrl } from './arguments.ts';
import { type Common, command, formatOption } from './command.ts';
import type { UsageOptions } from './commerce/usage.ts';
import { dayCommands } from './day-commands.ts';
import type { Invocation } from './invocation.ts';
import { lakeCommands } from './lake-commands.ts';
import { reportCommands } from './operation/reports.ts';

type AddCommands = (cli: Invocation, group: Command) => void;

/**
 * The command line. Each command loads what it needs when it runs.
 * @param args the arguments, so that only the groups which they name are loaded; by default all groups are
 */
export async function programOf(cli: Invocation, args?: readonly string[]): Promise<Command> {
  const program = new Command('alir')
    .description('Market data of the Indonesia Stock Exchange: broker summary and foreign flow.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void cli.io.stdout.write(text),
      writeErr: (text) => void cli.io.stderr.write(text),
    })
    .configureHelp({ showGlobalOptions: true, optionDescription: describedOption })
    .showHelpAfterError('For usage, run the command with --help.');
  const group = async (
    name: string,
    about: string,
    load: () => Promise<{ readonly commands: AddCommands }>,
  ) => {
    const added = program.command(name).description(about);
    if (args === undefined || args.includes(name)) (await load()).commands(cli, added);
  };

  command(program, 'serve', 'serve the API').action(async () => {
    cli.logErrors();
    const { serveCommand } = await import('./operation/serve.ts');
    await serveCommand(await cli.config(), cli.io);
  });
  dayCommands(cli, program);
  lakeCommands(cli, program);

  await group('account', 'manage the accounts of API callers', () => import('./commerce/accounts.ts'));
  await group(
    'operator',
    'manage operators: their keys, for requests under /admin, and the people who sign in',
    () => import('./commerce/operators.ts'),
  );
  reportCommands(cli, program);
  await group('invoice', 'list and print invoices and credit notes', () => import('./commerce/invoices.ts'));
  await group('books', 'show and close the books of a month', () => import('./commerce/books.ts'));
  usageCommand(cli, program);
  await group(
    'notice',
    'show and test notices by e-mail and webhooks',
    () => import('./commerce/notices.ts'),
  );
  await group(
    'incident',
    'tell customers about troubles, on the status page',
    () => import('./operation/incidents.ts'),
  );
  await group('plan', 'show the public plans', () => import('./commerce/plans.ts'));
  await group('offer', 'manage private offers to accounts', () => import('./commerce/offers.ts'));
  await group('order', 'manage orders of plans and offers', () => import('./commerce/orders.ts'));
  await group('key', 'manage API keys', () => import('./commerce/keys.ts'));

  const mcp = program.command('mcp').description('configure clients of the Model Context Protocol (MCP)');
  command(mcp, 'config', 'print the configuration of common MCP clients')
    .option('--url <url>', 'public URL of the server, such as https://api.example.com', httpUrl)
    .option('--key <key>', 'MCP key, or - for standard input; default: ALIR_KEY', apiKey)
    .action(async (options: Common & { url?: string; key?: string }) => {
      const { mcpConfig } = await import('./operation/mcp.ts');
      await cli.with(options, (config, out) => mcpConfig(config, out, options));
    });

  command(program, 'config', 'check the settings and print them').action(async (options: Common) => {
    const { configCommand } = await import('./operation/config.ts');
    await cli.with(options, configCommand);
  });
  command(program, 'demo', 'generate a made-up market in ./demo-data, and serve it').action(
    async (options: Common) => {
      const { demoCommand } = await import('./demo/demo.ts');
      await cli.with(options, demoCommand);
    },
  );
  return program;
}

function describedOption(option: Option): string {
  return new Help().optionDescription(option) + (option.mandatory ? ' (required)' : '');
}

function usageCommand(cli: Invocation, program: Command): void {
  command(program, 'usage', 'show what an account was charged, and when its quota will be used up')
    .argument('[account]', 'id or e-mail address of the account')
    .option('--all', 'all accounts; without --by, one row for each account', false)
    .option('--from <date>', 'first day in Jakarta; default: 30 days with the last day', date)
    .option('--to <date>', 'last day; default: today', date)
    .addOption(new Option('--by <group>', 'what each row stands for').choices(USAGE_GROUPINGS))
    .addOption(formatOption())
    .action(async (account: string | undefined, options: UsageOptions) => {
      const { showUsage } = await import('./commerce/usage.ts');
      await cli.onData(options, (stores, out) => showUsage(stores, out, account, options));
    });
}
