import { type Command, Option } from 'commander';
import type { Account } from '../commerce/accounts/accounts.ts';
import type { RecordedEntry } from '../commerce/accounts/audit-log.ts';
import type { OperatorKey } from '../commerce/accounts/operator-keys.ts';
import type { AccountOverview } from '../commerce/accounts/overview.ts';
import { type MoneyEntry, type RevenueRow, revenueOf, totalOf } from '../commerce/billing/revenue.ts';
import { jakartaDate, monthRange } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import type { Stores } from '../server/stores.ts';
import { date, days, email, month, percent, rupiah, wholeNumber } from './arguments.ts';
import { type Common, command, formatOption, reasonOption } from './command.ts';
import type { Invocation } from './invocation.ts';
import { type Columns, listAs, type Output, type TableFormat } from './output.ts';
import { peopleCommands } from './people.ts';
import { type PlanOptions, planIn, planOptions } from './plan-options.ts';

interface Reason {
  readonly reason: string;
}

interface Range {
  readonly from?: string;
  readonly to?: string;
}

interface Formatted extends Common {
  readonly format: TableFormat;
}

/**
 * The commands with which an operator runs the business: the accounts, the money and the audit log.
 * @param account the group `alir account`
 */
export function administrationCommands(cli: Invocation, program: Command, account: Command): void {
  command(account, 'list', 'list accounts with their use, plan and money')
    .option('--search <text>', 'only accounts whose e-mail address or id contains this text')
    .option('--near-quota <percent>', 'only accounts that used at least this percent of their quota', percent)
    .option('--ending <days>', 'only accounts whose paid period ends within this number of days', days)
    .addOption(formatOption())
    .action((options: Formatted & { search?: string; nearQuota?: number; ending?: number }) =>
      cli.onData(options, async (stores, out) => {
        const { search, nearQuota, ending } = options;
        const listed = await stores.administration.overviews({
          ...(search !== undefined && { search }),
          ...(nearQuota !== undefined && { near_quota: nearQuota }),
          ...(ending !== undefined && { ending_days: ending }),
        });
        listAs(out, options, ACCOUNT_COLUMNS, listed);
      }),
    );

  change(account, 'suspend', 'refuse the requests of all keys of an account').action(
    (wanted: string, options: Common & Reason) =>
      changeAccount(cli, options, wanted, (stores, id, by) => stores.administration.suspend(id, by)),
  );
  change(account, 'resume', 'accept the requests of a suspended account again').action(
    (wanted: string, options: Common & Reason) =>
      changeAccount(cli, options, wanted, (stores, id, by) => stores.administration.resume(id, by)),
  );
  change(account, 'email', 'change the e-mail address of an account')
    .requiredOption('--email <address>', 'new e-mail address', email)
    .action((wanted: string, options: Common & Reason & { email: string }) =>
      changeAccount(cli, options, wanted, (stores, id, by) =>
        stores.administration.changeEmail(id, options.email, by),
      ),
    );
  change(account, 'grant', 'add units to the present quota of an account, or days to its paid period')
    .addOption(new Option('--units <number>', 'units; they end with the quota window').argParser(wholeNumber))
    .addOption(new Option('--days <number>', 'days').argParser(days).conflicts('units'))
    .action((wanted: string, options: Common & Reason & { units?: number; days?: number }) =>
      changeAccount(cli, options, wanted, (stores, id, by) => {
        const { administration } = stores;
        if (options.days !== undefined) return administration.grantDays(id, options.days, by);
        if (options.units !== undefined) return administration.grantUnits(id, options.units, by);
        throw new AlirError('bad_configuration', 'Pass --units or --days.');
      }),
    );
  const plan = change(account, 'plan', 'give an account a plan from now on, without an order');
  for (const option of planOptions()) plan.addOption(option);
  plan
    .option('--paid <idr>', 'what the customer paid for it, in IDR', rupiah, 0)
    .action((wanted: string, options: Common & Reason & PlanOptions & { paid: number }) =>
      changeAccount(cli, options, wanted, (stores, id, by) =>
        stores.administration.assignPlan(id, { ...planIn(options), paid_idr: options.paid }, by),
      ),
    );

  const operator = program
    .command('operator')
    .description('manage operators: their keys, for requests under /admin, and the people who sign in');
  command(operator, 'create', 'create a key for an operator')
    .argument('<name>', 'who uses it, for the audit log')
    .action((name: string, options: Common) =>
      cli.onDataOrNew(options, async ({ operators }, out) => {
        const created = await operators.create(name);
        out.record(
          created,
          `key id        ${created.operator_key_id}\noperator key  ${created.operator_key}`,
        );
        out.notice('Store the key now: Alir stores only its hash and cannot show it again.');
      }),
    );
  command(operator, 'list', 'list the keys of operators')
    .addOption(formatOption())
    .action((options: Formatted) =>
      cli.onData(options, async ({ operators }, out) =>
        listAs(out, options, OPERATOR_COLUMNS, await operators.all()),
      ),
    );
  command(operator, 'revoke', 'revoke a key of an operator, from the next request on')
    .argument('<id>', 'id of the key')
    .action((id: string, options: Common) =>
      cli.onData(options, async ({ operators }, out) =>
        listAs(out, { json: options.json, format: 'table' }, OPERATOR_COLUMNS, [await operators.revoke(id)]),
      ),
    );
  peopleCommands(cli, account, operator);

  command(program, 'revenue', 'show payments, refunds and credit by month, plan and method of payment')
    .option('--from <month>', 'first month, YYYY-MM; default: the present month', month)
    .option('--to <month>', 'last month, YYYY-MM; default: the present month', month)
    .option('--entries', 'list each movement of money, for the accounting', false)
    .addOption(formatOption())
    .action((options: Formatted & Range & { entries: boolean }) =>
      cli.onData(options, revenueCommand(options)),
    );

  command(program, 'audit', 'show who changed money, plans, units and access, when and why')
    .option('--account <account>', 'only this account: its id or e-mail address')
    .option('--from <date>', 'first day, YYYY-MM-DD; default: 30 days ago', date)
    .option('--to <date>', 'last day; default: today', date)
    .addOption(formatOption())
    .action((options: Formatted & Range & { account?: string }) =>
      cli.onData(options, async ({ administration, accounts }, out) => {
        const { account, from, to } = options;
        const account_id = account === undefined ? null : (await accounts.find(account)).account_id;
        listAs(out, options, AUDIT_COLUMNS, await administration.audit({ account_id, from, to }));
      }),
    );
}

const ACCOUNT_COLUMNS: Columns<AccountOverview> = {
  account_id: 'ACCOUNT',
  email: 'E-MAIL',
  plan: 'PLAN',
  period_end: 'UNTIL',
  used: 'USED',
  units: 'UNITS',
  used_percent: 'USED %',
  live_keys: 'KEYS',
  last_request_at: 'LAST REQUEST',
  applied_idr: 'PAID IDR',
  credit_idr: 'CREDIT IDR',
  held_idr: 'HELD IDR',
  suspended_at: 'SUSPENDED',
};

const OPERATOR_COLUMNS: Columns<OperatorKey> = {
  operator_key_id: 'KEY ID',
  name: 'NAME',
  masked: 'KEY',
  created_at: 'CREATED',
  revoked_at: 'REVOKED',
};

const AUDIT_COLUMNS: Columns<RecordedEntry> = {
  recorded_at: 'WHEN',
  actor: 'WHO',
  action: 'ACTION',
  account_id: 'ACCOUNT',
  order_id: 'ORDER',
  reason: 'REASON',
  details: 'DETAILS',
};

const REVENUE_COLUMNS: Columns<RevenueRow> = {
  month: 'MONTH',
  plan: 'PLAN',
  method: 'METHOD',
  payments_idr: 'PAYMENTS IDR',
  voided_idr: 'VOIDED IDR',
  returned_idr: 'RETURNED IDR',
  applied_idr: 'APPLIED IDR',
  credit_idr: 'CREDIT IDR',
  held_idr: 'HELD IDR',
};

const ENTRY_COLUMNS: Columns<MoneyEntry> = {
  moved_at: 'WHEN',
  account_id: 'ACCOUNT',
  email: 'E-MAIL',
  order_id: 'ORDER',
  plan: 'PLAN',
  method: 'METHOD',
  payment_reference: 'REFERENCE',
  source: 'FROM',
  target: 'TO',
  amount_idr: 'IDR',
  action: 'ACTION',
  actor: 'WHO',
  reason: 'REASON',
};

function revenueCommand(options: Formatted & Range & { entries: boolean }) {
  return async ({ billing, clock }: Stores, out: Output): Promise<void> => {
    const present = jakartaDate(clock.now()).slice(0, 7);
    const entries = await billing.moneyEntries(monthRange(options.from ?? present, options.to ?? present));
    if (options.entries) {
      listAs(out, options, ENTRY_COLUMNS, entries);
      return;
    }
    const rows = revenueOf(entries);
    const total = { month: 'total', plan: '', method: '', ...totalOf(rows) };
    listAs(out, options, REVENUE_COLUMNS, [...rows, total]);
  };
}

/** A command that changes an account. */
function change(account: Command, name: string, description: string): Command {
  return command(account, name, description)
    .argument('<account>', 'id or e-mail address of the account')
    .addOption(reasonOption());
}

function changeAccount(
  cli: Invocation,
  options: Common & Reason,
  wanted: string,
  work: (stores: Stores, account_id: string, by: { actor: string; reason: string }) => Promise<Account>,
): Promise<void> {
  return cli.onData(options, async (stores, out) => {
    const { account_id } = await stores.accounts.find(wanted);
    await work(stores, account_id, { actor: stores.operator, reason: options.reason });
    const overview = await stores.administration.overview(account_id);
    listAs(out, { json: options.json, format: 'table' }, ACCOUNT_COLUMNS, [overview]);
  });
}
