import type { Command } from 'commander';
import {
  askAboutOrder,
  cancelOrder,
  confirmOrder,
  type HandledOrder,
  listOrders,
  refundOrder,
  showOrder,
  voidOrder,
} from '../../api/endpoints/admin/admin-orders.ts';
import type { Common } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { idrText, list, type Output } from '../output.ts';

export function commands(cli: Invocation, order: Command): void {
  operationCommand(cli, order, listOrders, printOrders);
  operationCommand(cli, order, showOrder, printOrder);
  operationCommand(cli, order, confirmOrder, (confirmed, out) => {
    printOrder(confirmed, out);
    const { state, reason, order_id } = confirmed;
    if (state === 'applied') return true;
    out.notice(
      `The payment is recorded, but the order is not applied: ${reason} To apply the order, run: alir order confirm ${order_id} (add --accept if the payment was late or had a different amount; for a missing part, --amount and --reference, and --withheld if it is income tax). If you return the payment, run: alir order refund ${order_id} --reason TEXT`,
    );
    return false;
  });
  operationCommand(cli, order, askAboutOrder, printOrder);
  operationCommand(cli, order, cancelOrder, printOrder, { optional: ['reason'] });
  operationCommand(cli, order, refundOrder, printOrder);
  operationCommand(cli, order, voidOrder, printOrder);
}

const HEADINGS = ['ORDER', 'ACCOUNT', 'KIND', 'PLAN', 'TO PAY', 'HELD', 'STATE', 'CREATED', 'WHY'];

export function printOrders(orders: readonly HandledOrder[], out: Output, options: Common): void {
  const rows = orders.map(({ attention, money, payments, ...order }) => ({
    ...order,
    payments: payments.length,
    held_idr: money.held,
    attention,
  }));
  list(out, options, HEADINGS, rows, (order) => [
    order.order_id,
    order.account_id,
    order.kind,
    order.months === null ? order.plan : `${order.plan}, ${order.months} x 30 days`,
    idrText(order.due_idr),
    idrText(order.held_idr),
    order.payments > 1 ? `${order.state}, ${order.payments} payments` : order.state,
    order.created_at,
    order.attention ?? order.reason ?? '-',
  ]);
}

/** Prints an order with its payments, and where their money is. */
export function printOrder(order: HandledOrder, out: Output): void {
  const { money, payments, ...fields } = order;
  const lines = [
    ...Object.entries(fields).filter(([, value]) => value !== null),
    ...payments.map((payment) => ['payment', Object.values(payment).join(' ')]),
    ...Object.entries(money)
      .filter(([, amount]) => amount > 0)
      .map(([place, amount]) => [place, idrText(amount)]),
  ];
  out.record(order, lines.map(([name, value]) => `${String(name).padEnd(20)} ${value}`).join('\n'));
}
