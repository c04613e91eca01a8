import * as z from 'zod';
import { keyActor } from '../../../commerce/accounts/audit-log.ts';
import { PLANS } from '../../../commerce/accounts/plans.ts';
import type { Meter } from '../../../commerce/accounts/quota/meter.ts';
import type { Billing, Purchase } from '../../../commerce/billing/orders.ts';
import { PUBLIC_PLANS, publicProducts } from '../../../commerce/billing/prices/prices.ts';
import { PLAN_MONTHS, type PlanMonths } from '../../../core/commerce-terms.ts';
import { MAX_RENEWAL_DAYS, PRICE_LOCK_HOURS } from '../../../core/contract.ts';
import { type AnyEndpoint, endpoint, openEndpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { SOME_ID, text } from '../../http/responses/response-fields.ts';
import {
  offerSchema,
  orderSchema,
  planSchema,
  presentOffer,
  presentOrder,
  presentQuote,
  quoteSchema,
} from './billing-schemas.ts';

const MONTHS = PLAN_MONTHS.join(', ');

const purchaseFields = {
  plan: z
    .enum(PUBLIC_PLANS, { error: `must be one of ${PUBLIC_PLANS.join(', ')}` })
    .meta({ description: 'Plan to buy' })
    .optional(),
  months: z
    .literal(PLAN_MONTHS, { error: `must be one of ${MONTHS}` })
    .meta({ description: 'Months of 30 days. Default: 1' })
    .optional(),
  offer_id: z
    .string({ error: 'must be the id of an offer' })
    .max(64)
    .meta({ description: 'The offer to buy, instead of plan and months' })
    .optional(),
};

const purchaseObject = requestOf(purchaseFields);
type PurchaseFields = z.output<typeof purchaseObject>;

/** True for a plan, with or without months, or an offer; not both. */
function isPlanOrOffer({ plan, months, offer_id }: PurchaseFields): boolean {
  return offer_id === undefined ? plan !== undefined : plan === undefined && months === undefined;
}

const PLAN_OR_OFFER = {
  path: ['plan'],
  error: `is required unless you send offer_id: send either plan, with or without months (${MONTHS}), or offer_id`,
};

function purchaseOf({ plan, months = 1, offer_id }: PurchaseFields): Purchase {
  if (offer_id !== undefined) return { offer_id };
  if (plan === undefined) throw new Error('The schema accepted a purchase without a plan or an offer');
  return { plan, months: months as PlanMonths };
}

/** The same rule for the OpenAPI document: the fields of each alternative, under the schema name that clients use. */
const alternatives = (name: string, more: object = {}) => ({
  anyOf: [
    { title: `Plan${name}`, properties: { plan: {}, months: {}, ...more }, required: ['plan'] },
    { title: `Offer${name}`, properties: { offer_id: {}, ...more }, required: ['offer_id'] },
  ],
});

const quoteInput = purchaseObject.refine(isPlanOrOffer, PLAN_OR_OFFER).meta(alternatives('Purchase'));

const idempotencyKey = z
  .string({
    error:
      'is required: send a header with any text that is unique to this order, so that a retry does not create a second order',
  })
  .min(1)
  .max(128)
  .meta({
    description:
      'Any text that is unique to the order. A repeated request with the same text returns the same order',
  });

const acceptForfeit = z
  .int({ error: 'must be a whole number of rupiah, as forfeited_idr of the quote' })
  .min(0)
  .meta({
    description:
      'Confirms that this amount of the value of the current period is lost: forfeited_idr of the quote. Required for an order that costs nothing',
  })
  .optional();

const orderInput = requestOf({
  ...purchaseFields,
  accept_forfeit_idr: acceptForfeit,
  idempotency_key: idempotencyKey,
})
  .refine(isPlanOrOffer, PLAN_OR_OFFER)
  .meta(alternatives('Order', { accept_forfeit_idr: {} }));

const orderId = text('Identifier of the order');

const plansAndOffers = z.strictObject({ plans: z.array(planSchema), offers: z.array(offerSchema) });

const FREE = { group: 'Plans and orders', units: 0, depends_on: 'caller' } as const;
const MANAGED = { ...FREE, scope: 'account' } as const;

/** Plans, quotes and orders. With a key, the plans include the offers to its account. */
export function orderEndpoints({ offers, orders, prices }: Billing, meter: Meter): AnyEndpoint[] {
  const plans = publicProducts(prices).map(({ plan, months, days, price_idr }) => {
    const { requests_per_minute, units, keys } = PLANS[plan].terms;
    return { plan, months, days, price_idr, units_per_cycle: units, requests_per_minute, keys };
  });
  return [
    openEndpoint({
      ...FREE,
      route: 'GET /billing/plans',
      name: 'list_plans',
      title: 'Plans and offers',
      description:
        'Lists the public plans. With a key, also lists the private offers to its account. No key is needed. Free.',
      scope: 'any',
      output: plansAndOffers,
      answer: async (_input, caller) => ({
        plans,
        offers: caller ? (await offers.openTo(caller.account_id)).map(presentOffer) : [],
      }),
    }),
    endpoint({
      ...MANAGED,
      route: 'POST /billing/quotes',
      name: 'create_quote',
      title: 'Quote for a plan or an offer',
      description: `Calculates what a plan or an offer costs the account now, and what changes. If the account has no active paid plan, the order is a purchase. An order for the same plan for the same number of months is a renewal: it extends the period by the days of the plan, and does not refill the units. It is refused (\`renewal_too_long\`) if the period would then end more than ${MAX_RENEWAL_DAYS} days from now or, for an offer, more than twice the length of the offer from now. If the account has a recurring offer, the next offer of its series is also a renewal. An order for a higher plan, for the same plan for more months, for another offer, or for any plan after an offer is an upgrade: a new period starts, and the value of the unused days is subtracted from the price. Any other change is refused (\`downgrade_refused\`) until the period ends. Free.`,
      errors: ['downgrade_refused', 'renewal_too_long', 'unknown_offer'],
      example: { plan: 'professional', months: 3 },
      input: quoteInput,
      output: quoteSchema,
      answer: async (purchase, caller) => {
        const entitlement = meter.entitlement(caller);
        const left = entitlement.units - (await meter.used(caller, entitlement));
        return presentQuote(
          await orders.quote(caller.account_id, purchaseOf(purchase)),
          left,
          entitlement.window_end,
        );
      },
    }),
    endpoint({
      ...MANAGED,
      route: 'POST /billing/orders',
      name: 'create_order',
      title: 'Order a plan or an offer',
      description: `Creates an order at the current price, which is locked for ${PRICE_LOCK_HOURS} hours. An order that costs nothing takes effect at once, so it needs \`accept_forfeit_idr\`. The fields \`provider\` and \`payment_url\` show how to pay. Free.`,
      errors: [
        'downgrade_refused',
        'renewal_too_long',
        'unknown_offer',
        'too_many_orders',
        'forfeit_not_confirmed',
        'idempotency_conflict',
        'payment_unavailable',
      ],
      example: { plan: 'professional', months: 3, idempotency_key: 'invoice-2026-02' },
      headers: { idempotency_key: 'idempotency-key' },
      input: orderInput,
      output: orderSchema,
      answer: async (purchase, caller) =>
        presentOrder(
          await orders.create(caller.account_id, purchaseOf(purchase), {
            actor: keyActor(caller),
            idempotency_key: purchase.idempotency_key,
            accepted_forfeit_idr: purchase.accept_forfeit_idr ?? null,
          }),
        ),
    }),
    endpoint({
      ...MANAGED,
      route: 'GET /billing/orders',
      name: 'list_orders',
      title: 'Orders of the account',
      description: 'Lists the orders of the account, newest first. Free.',
      output: z.array(orderSchema),
      answer: async (_input, { account_id }) =>
        (await orders.of(account_id)).map((order) => presentOrder(order)),
    }),
    endpoint({
      ...MANAGED,
      route: 'GET /billing/orders/:order_id',
      name: 'get_order',
      title: 'An order',
      description: 'Returns one order of the account, with its payment state. Free.',
      errors: ['unknown_order'],
      example: { order_id: SOME_ID },
      input: requestOf({ order_id: orderId }),
      output: orderSchema,
      answer: async ({ order_id }, { account_id }) => presentOrder(await orders.find(order_id, account_id)),
    }),
  ];
}
