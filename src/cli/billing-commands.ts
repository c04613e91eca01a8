import { type Command, Option } from 'commander';
import type { PlanDecision } from '../commerce/billing/refunds.ts';
import { days, instant, rupiah, wholeNumber } from './arguments.ts';
import { type Common, command, reasonOption } from './command.ts';
import type { Invocation } from './invocation.ts';

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

/** They load the rules of prices. */
const loaded = () => import('./billing.ts');

/** The commands with which an operator makes offers and handles orders. */
export function billingCommands(cli: Invocation, program: Command): void {
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
      cli.onData(options, async ({ accounts, billing, operator }, out) => {
        const { requestsPerMinute: requests_per_minute, price: price_idr, ...rest } = options;
        const account = (await accounts.find(options.account)).account_id;
        await (await loaded()).createOffer(billing, out, {
          ...rest,
          account,
          requests_per_minute,
          price_idr,
          until: options.until === undefined ? null : new Date(options.until),
          actor: operator,
        });
      }),
    );
  command(offer, 'list', 'list offers, including accepted ones').action((options: Common) =>
    cli.onData(options, async ({ billing }, out) => (await loaded()).listOffers(billing, out, options)),
  );

  command(offer, 'withdraw', 'withdraw an offer that was not accepted')
    .argument('<id>', 'offer id')
    .addOption(reasonOption())
    .action((offer_id: string, options: Common & { reason: string }) =>
      cli.onData(options, async ({ billing, operator }, out) =>
        (await loaded()).withdrawOffer(billing, out, { offer_id, actor: operator, reason: options.reason }),
      ),
    );

  const order = program.command('order').description('manage orders of plans and offers');
  command(order, 'list', 'list orders, newest first')
    .option('--waiting', 'only orders that wait for a payment or for a decision, oldest first', false)
    .action((options: Common & { waiting: boolean }) =>
      cli.onData(options, async ({ billing }, out) => (await loaded()).listOrders(billing, out, options)),
    );
  command(order, 'show', 'show an order')
    .argument('<id>', 'order id')
    .action((id: string, options: Common) =>
      cli.onData(options, async ({ billing }, out) => (await loaded()).showOrder(billing, out, id)),
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
      cli.onData(options, async ({ billing, operator }, out) => {
        const { paidAt, amount: amount_idr, reference: payment_reference, accept, excess } = options;
        return (await loaded()).confirmOrder(billing, out, {
          order_id,
          actor: operator,
          isAccepted: accept,
          excess,
          ...(paidAt !== undefined && { paid_at: new Date(paidAt) }),
          ...(amount_idr !== undefined && { amount_idr }),
          ...(payment_reference !== undefined && { payment_reference }),
        });
      }),
    );
  command(order, 'cancel', 'cancel an unpaid order, or record the refund of an order that was not applied')
    .argument('<id>', 'order id')
    .option('--reason <text>', 'why, for the audit log')
    .action((order_id: string, options: Common & { reason?: string }) =>
      cli.onData(options, async ({ billing, operator }, out) =>
        (await loaded()).cancelOrder(billing, out, {
          order_id,
          actor: operator,
          reason: options.reason ?? null,
        }),
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
      cli.onData(options, async ({ billing, operator }, out) => {
        const { plan, amount: amount_idr, reference: payment_reference, asCredit, reason } = options;
        return (await loaded()).refundOrder(billing, out, {
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
      cli.onData(options, async ({ billing, operator }, out) =>
        (await loaded()).voidOrder(billing, out, {
          order_id,
          plan: options.plan,
          actor: operator,
          reason: options.reason,
        }),
      ),
    );
}
