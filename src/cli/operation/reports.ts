import type { Command } from 'commander';
import type { RecordedEntry } from '../../commerce/accounts/audit-log.ts';
import {
  type MoneyEntry,
  type RevenueRow,
  revenueOf,
  totalOf,
} from '../../commerce/billing/books/revenue.ts';
import { jakartaDate, monthOf, monthRange } from '../../core/dates.ts';
import { date, month } from '../arguments.ts';
import { command, type Formatted, formatOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { type Columns, listAs } from '../output.ts';

interface Range extends Formatted {
  readonly from?: string;
  readonly to?: string;
}

/** The commands that report the money, and who changed what. */
export function reportCommands(cli: Invocation, program: Command): void {
  command(program, 'revenue', 'show payments, refunds and credit by month, plan and method')
    .option('--from <month>', 'first month, YYYY-MM; default: the last one', month)
    .option('--to <month>', 'last month, YYYY-MM; default: this month', month)
    .option('--entries', 'list each movement of money', false)
    .addOption(formatOption())
    .action((options: Range & { entries: boolean }) =>
      cli.onData(options, async ({ billing, clock }, out) => {
        const { to = monthOf(jakartaDate(clock.now())), from = to } = options;
        const entries = await billing.books.entries(monthRange(from, to));
        if (options.entries) return listAs(out, options, ENTRY_COLUMNS, entries);
        const rows = revenueOf(entries);
        const total = { month: 'total', plan: '', method: '', ...totalOf(rows) };
        listAs(out, options, REVENUE_COLUMNS, [...rows, total]);
      }),
    );

  command(program, 'audit', 'show who changed money, plans, units and access, when and why')
    .option('--account <account>', 'id or e-mail address of the account')
    .option('--from <date>', 'first day; default: 30 days before the last', date)
    .option('--to <date>', 'last day; default: today', date)
    .addOption(formatOption())
    .action((options: Range & { account?: string }) =>
      cli.onData(options, async ({ administration, accounts }, out) => {
        const { account, from, to } = options;
        const account_id = await accounts.idOf(account);
        listAs(out, options, AUDIT_COLUMNS, await administration.audit({ account_id, from, to }));
      }),
    );
}

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
  booked_on: 'BOOKED',
  moved_on: 'MOVED',
  recorded_on: 'RECORDED',
  account_id: 'ACCOUNT',
  email: 'E-MAIL',
  order_id: 'ORDER',
  invoice_number: 'INVOICE',
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
