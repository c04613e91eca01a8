import * as z from 'zod';
import type { Order } from '../../../commerce/billing/prices/order-amounts.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { presentOrder } from '../account/billing-schemas.ts';
import { amount_idr, instant, preview, reason, reference } from './admin-fields.ts';
import { type AdminServices, operation, option } from './admin-operation.ts';

const order_id = option(z.string().max(64), '<order>', 'id from the list, or the reference of the transfer');
const plan_decision = z.enum(['keep', 'undo'], { error: 'must be keep or undo' }).optional();

/** An order with its payments, and where their money is. */
export type HandledOrder = Awaited<ReturnType<typeof handled>>;

async function handled({ billing }: AdminServices, order: Order) {
  const { refunds, payments } = billing;
  const { account_id, order_id } = order;
  const shown = presentOrder(order);
  return {
    account_id,
    ...shown,
    // What the operator has to decide about an applied order.
    attention: shown.state === order.state ? null : order.reason,
    money: await refunds.moneyOf(order_id),
    payments: (await payments.of(order_id)).map(({ payment_id: _, ...payment }) => payment),
  };
}

function idOf({ billing }: AdminServices, id_or_reference: string): Promise<string> {
  return billing.orders.idOf(id_or_reference);
}

export const listOrders = operation({
  route: 'GET /admin/orders',
  command: 'order list',
  about: 'list orders, newest first',
  input: requestOf({
    waiting: option(
      z.enum(['true', 'false']).default('false'),
      '--waiting',
      'only orders that wait for a payment or a decision, oldest first',
    ),
  }),
  run: async (services, { waiting }) => {
    const { orders } = services.billing;
    const listed = waiting === 'true' ? await orders.waiting() : await orders.all();
    return Promise.all(listed.map((order) => handled(services, order)));
  },
});

export const showOrder = operation({
  route: 'GET /admin/orders/:order_id',
  command: 'order show',
  about: 'show an order',
  input: requestOf({ order_id }),
  run: async (services, input) =>
    handled(services, await services.billing.orders.find(await idOf(services, input.order_id))),
});

export const confirmOrder = operation({
  route: 'POST /admin/orders/:order_id/confirm',
  command: 'order confirm',
  about: 'record a payment and apply the order; exits with 1 if it can no longer be applied',
  input: requestOf({
    order_id,
    paid_at: option(instant.optional(), '--paid-at <time>', 'when the payment was received; default: now'),
    amount_idr: option(amount_idr.optional(), '--amount <idr>', 'what was paid; default: the amount to pay'),
    payment_reference: option(
      reference.optional(),
      '--reference <text>',
      'reference of the payment, such as the number of the transfer',
    ),
    accept: option(
      z.boolean().default(false),
      '--accept',
      'apply a late payment, another amount, or a payment for a cancelled order',
    ),
    withheld: option(
      z.boolean().default(false),
      '--withheld',
      'the payment is income tax withheld by the buyer (PPh 23); --reference is the number of its slip',
    ),
    transfer: option(
      reference.optional(),
      '--transfer <text>',
      'pay the order with a recorded transfer of the account, by its reference',
    ),
    excess: option(
      z.enum(['credit', 'return']).default('credit'),
      '--excess <use>',
      'with --accept, what to do with the excess',
    ),
    preview,
  }),
  run: async (services, { order_id, accept: isAccepted, withheld: isWithheld, ...paid }, { actor }) => {
    const confirmation = { ...paid, isAccepted, isWithheld };
    const order = await services.billing.payments.confirm(
      await idOf(services, order_id),
      confirmation,
      actor,
    );
    return handled(services, order);
  },
});

export const askAboutOrder = operation({
  route: 'POST /admin/orders/:order_id/ask',
  command: 'order ask',
  about: 'ask the payment provider about an order, and record its answer',
  input: requestOf({ order_id }),
  isLong: true,
  run: async (services, { order_id }) =>
    handled(services, await services.billing.reconciliation.ask(await idOf(services, order_id))),
});

export const cancelOrder = operation({
  route: 'POST /admin/orders/:order_id/cancel',
  command: 'order cancel',
  about: 'cancel an unpaid order, or record the refund of an order that was not applied',
  input: requestOf({ order_id, reason, preview }),
  run: async (services, { order_id }, change) =>
    handled(services, await services.billing.refunds.cancel(await idOf(services, order_id), change)),
});

export const refundOrder = operation({
  route: 'POST /admin/orders/:order_id/refund',
  command: 'order refund',
  about: 'record money that was returned to the customer',
  input: requestOf({
    order_id,
    plan: option(
      plan_decision,
      '--plan <decision>',
      'for an applied payment: keep the plan, or undo the order; without it, held money is returned',
    ),
    amount_idr: option(amount_idr.optional(), '--amount <idr>', 'default: all'),
    payment_reference: option(
      reference.optional(),
      '--reference <text>',
      'only money of this payment, such as a duplicate one',
    ),
    as_credit: option(
      z.boolean().default(false),
      '--as-credit',
      'keep the money as credit of the account for later orders',
    ),
    reason,
    preview,
  }),
  run: async (services, { order_id, as_credit: asCredit, ...request }, change) => {
    const order = await services.billing.refunds.refund(
      await idOf(services, order_id),
      { ...request, asCredit },
      change,
    );
    return handled(services, order);
  },
});

export const voidOrder = operation({
  route: 'POST /admin/orders/:order_id/void',
  command: 'order void',
  about: 'take back a payment that was recorded and never made',
  input: requestOf({
    order_id,
    plan: option(
      plan_decision,
      '--plan <decision>',
      'for an applied order: keep the plan, or undo the order',
    ),
    payment_reference: option(
      reference.optional(),
      '--reference <text>',
      'which payment; needed if the order has several',
    ),
    reason,
    preview,
  }),
  run: async (services, { order_id, ...request }, change) =>
    handled(services, await services.billing.refunds.void(await idOf(services, order_id), request, change)),
});
