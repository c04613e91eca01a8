import { Command, Option } from 'commander';
import { USAGE_GROUPINGS } from '../core/commerce-terms.ts';
import { VERSION } from '../core/package-files.ts';
import { administrationCommands } from './administration.ts';
import { apiKey, date, email, httpUrl, rupiah } from './arguments.ts';
import { billingCommands } from './billing-commands.ts';
import { type Common, command, formatOption } from './command.ts';
import { dataProtectionCommands } from './data-protection.ts';
import { dayCommands } from './day-commands.ts';
import { incidentCommands } from './incidents.ts';
import type { Invocation } from './invocation.ts';
import { invoiceCommands } from './invoices.ts';
import { keyCommands } from './key-commands.ts';
import { lakeCommands } from './lake-commands.ts';
import { noticeCommands } from './notices.ts';
import { type PlanOptions, planIn, planOptions } from './plan-options.ts';
import type { UsageOptions } from './usage.ts';

interface NewAccountOptions extends Common, PlanOptions {
  readonly email: string;
  readonly paid?: number;
}

/** The command line. Each command loads what it needs when it runs. */
export function programOf(cli: Invocation): Command {
  const program = new Command('alir')
    .description('Market data of the Indonesia Stock Exchange: broker summary and foreign flow.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void cli.io.stdout.write(text),
      writeErr: (text) => void cli.io.stderr.write(text),
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('For usage, run the command with --help.');

  command(program, 'serve', 'serve the API; writes its log as JSON lines').action(async () => {
    cli.logErrors();
    const { serveCommand } = await import('./serve.ts');
    await serveCommand(await cli.config(), cli.io);
  });
  dayCommands(cli, program);
  lakeCommands(cli, program);

  const account = program.command('account').description('manage the accounts of API callers');
  accountCommands(cli, account);
  administrationCommands(cli, program, account);
  invoiceCommands(cli, program, account);
  dataProtectionCommands(cli, account);
  usageCommand(cli, program);
  noticeCommands(cli, program, account);
  incidentCommands(cli, program);

  const plan = program.command('plan').description('show the public plans');
  command(plan, 'list', 'list plans and prices').action(async (options: Common) => {
    const { listPlans } = await import('./billing.ts');
    const { pricesOf } = await import('../server/settings-files.ts');
    await cli.with(options, (config, out) => listPlans(pricesOf(config), out, options));
  });
  billingCommands(cli, program);
  keyCommands(cli, program);

  const mcp = program.command('mcp').description('configure clients of the Model Context Protocol (MCP)');
  command(mcp, 'config', 'print the configuration of common MCP clients for this server')
    .option('--url <url>', 'public URL of the server, such as https://api.example.com', httpUrl)
    .option('--key <key>', 'MCP key of an account; - reads it from standard input; default: ALIR_KEY', apiKey)
    .action(async (options: Common & { url?: string; key?: string }) => {
      const { mcpConfig } = await import('./mcp.ts');
      await cli.with(options, (config, out) => mcpConfig(config, out, options));
    });

  command(program, 'config', 'check the settings and print them').action(async (options: Common) => {
    const { configCommand } = await import('./config.ts');
    await cli.with(options, configCommand);
  });
  command(program, 'demo', 'generate a small market with random numbers in ./demo-data, and serve it').action(
    async (options: Common) => {
      const { demoCommand } = await import('./demo.ts');
      await cli.with(options, demoCommand);
    },
  );
  return program;
}

function accountCommands(cli: Invocation, account: Command): void {
  const create = command(account, 'create', 'create an account with its first API key and its MCP key');
  create.requiredOption('--email <address>', 'e-mail address; each account needs a different one', email);
  for (const option of planOptions()) create.addOption(option);
  create
    .option(
      '--paid <idr>',
      'amount paid for the period in IDR; default: the list price; 0 if the period is free',
      rupiah,
    )
    .action(async (options: NewAccountOptions) => {
      const { createAccount } = await import('./accounts.ts');
      const { listPrice } = await import('../commerce/billing/prices.ts');
      await cli.onDataOrNew(options, async ({ accounts, billing, operator: actor }, out) => {
        const wanted = planIn(options);
        await createAccount(accounts, out, {
          ...wanted,
          email: options.email,
          actor,
          paid_idr: options.paid ?? listPrice(billing.prices, wanted.plan, wanted.months),
        });
      });
    });
  command(account, 'show', 'show an account: plan, limits and history')
    .argument('<account>', 'id or e-mail address of the account')
    .action(async (wanted: string, options: Common) => {
      const { showAccount } = await import('./accounts.ts');
      await cli.onData(options, (stores, out) => showAccount(stores, out, wanted));
    });
}

function usageCommand(cli: Invocation, program: Command): void {
  command(
    program,
    'usage',
    'show the units and requests that an account was charged, and when its quota will be used up',
  )
    .argument('[account]', 'id or e-mail address of the account')
    .option('--all', 'all accounts; without --by, one row for each account', false)
    .option('--from <date>', 'first day in Jakarta, YYYY-MM-DD; default: 30 days with the last day', date)
    .option('--to <date>', 'last day; default: today', date)
    .addOption(new Option('--by <group>', 'what each row stands for').choices(USAGE_GROUPINGS))
    .addOption(formatOption())
    .action(async (account: string | undefined, options: UsageOptions) => {
      const { showUsage } = await import('./usage.ts');
      await cli.onData(options, (stores, out) => showUsage(stores, out, account, options));
    });
}
