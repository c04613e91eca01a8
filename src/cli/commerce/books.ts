import type { Command } from 'commander';
import { closeBooks, recordPayout, showBooks } from '../../api/endpoints/admin/admin-books.ts';
import type { BookReport } from '../../commerce/billing/books/books.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { idrText, type Output, table } from '../output.ts';

export function commands(cli: Invocation, books: Command): void {
  operationCommand(cli, books, showBooks, printReport);
  operationCommand(cli, books, closeBooks, printReport);
  operationCommand(cli, books, recordPayout, (payout, out) => {
    const { provider, reference, amount_idr, fee_idr } = payout;
    out.record(
      payout,
      `${provider} ${reference}: ${idrText(amount_idr)} paid out, ${idrText(fee_idr)} kept.`,
    );
  });
}

/** @returns whether the books agree with the invoices and the payments */
export function printReport(report: BookReport, out: Output): boolean {
  const { from, to, closed_until, before, figures, after, differences } = report;
  const amounts = (of: object) =>
    Object.entries(of).map(([name, idr]) => [name.replace('_idr', ''), (idr as number).toLocaleString('en')]);
  const text = [
    `${from} to ${to}${closed_until === null ? '' : `; the months before ${closed_until} are closed`}`,
    table(['IN THESE DAYS', 'IDR'], amounts(figures)),
    table(
      ['BALANCE', 'BEFORE', 'AFTER'],
      amounts(before).map((row, index) => [...row, amounts(after)[index]?.[1] ?? '']),
    ),
    differences.length === 0 ? 'No differences: payments, entries and invoices agree.' : '',
    ...differences.map(
      ({ compared, account_id, order_id, booked_idr, stated_idr }) =>
        `Difference in the ${compared}${account_id === null ? '' : ` of account ${account_id}, order ${order_id ?? '-'}`}: ${idrText(booked_idr)} in the books, ${idrText(stated_idr)} in the ${compared}.`,
    ),
  ];
  out.record(report, text.filter((line) => line !== '').join('\n'));
  return differences.length === 0;
}
