import * as z from 'zod';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import type { Administration } from '../../commerce/accounts/administration.ts';
import type { Change } from '../../commerce/accounts/audit-log.ts';
import type { Order } from '../../commerce/billing/order.ts';
import type { Billing } from '../../commerce/billing/orders.ts';
import { revenueOf, totalOf } from '../../commerce/billing/revenue.ts';
import type { UsageHistory } from '../../commerce/usage/usage-history.ts';
import type { Clock } from '../../core/clock.ts';
import { MEMBER_ROLES, type MemberRole, PLAN_MONTHS, PLAN_NAMES } from '../../core/commerce-terms.ts';
import { instantOf, isIsoDate, jakartaDate, monthRange } from '../../core/dates.ts';
import { MAX_EMAIL_CHARACTERS } from '../../core/email.ts';
import { type OperatorEndpoint, operatorEndpoint } from '../http/operator-route.ts';
import { requestOf, wholeNumber } from '../http/request-fields.ts';
import { presentOrder } from './billing-schemas.ts';
import { historyFields } from './usage.ts';

/** What the operator's tools read and change. */
export interface AdminServices {
  readonly accounts: Accounts;
  readonly administration: Administration;
  /** Invites a person; null for a new account, and for the default role. */
  readonly invite: (
    invitation: { readonly email: string; readonly account: string | null; readonly role: MemberRole | null },
    change: Change,
  ) => Promise<{ readonly link: string | null }>;
  readonly billing: Billing;
  readonly usage_history: UsageHistory;
  readonly clock: Clock;
}

const MAX_IDR = 10_000_000_000;

export const reason = z
  .string({ error: 'is required: why, for the audit log' })
  .trim()
  .min(1, { error: 'must not be empty: why, for the audit log' })
  .max(500, { error: 'must have at most 500 characters' });
const account = z.string();
const order_id = z.string().max(64);
const idr = z
  .int({ error: 'must be a whole number of rupiah' })
  .min(0, { error: 'must be 0 or more' })
  .max(MAX_IDR, { error: `must be at most ${MAX_IDR}` });
export const email = z.email({ error: 'must be an e-mail address' }).max(MAX_EMAIL_CHARACTERS);
const instant = z.string().transform((text, context) => {
  const time = instantOf(text);
  if (time) return time;
  context.addIssue({
    code: 'custom',
    message: 'must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00',
  });
  return z.NEVER;
});
const date = z.string().refine(isIsoDate, { error: 'must be a date as YYYY-MM-DD' });
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month as YYYY-MM, such as 2026-01' });
const plan_decision = z.enum(['keep', 'undo'], { error: 'must be keep or undo' });
const reference = z.string().min(1).max(200);
const months = z.literal(PLAN_MONTHS, { error: `must be one of ${PLAN_MONTHS.join(', ')}` }).default(1);
const own_terms = {
  units: wholeNumber(1e12, 'Units per cycle').optional(),
  requests_per_minute: wholeNumber(1e6, 'Requests per minute').optional(),
  keys: wholeNumber(1e6, 'Keys').optional(),
};
const offer_terms = {
  units: wholeNumber(1e12, 'Units per cycle'),
  requests_per_minute: wholeNumber(1e6, 'Requests per minute'),
  keys: wholeNumber(1e6, 'Keys'),
  price_idr: idr,
  days: wholeNumber(3660, 'Days'),
};

/** The operator's tools over HTTP: the same as `alir account`, `alir order`, `alir offer`, `alir revenue` and `alir audit`. */
export function adminEndpoints(services: AdminServices): OperatorEndpoint<never>[] {
  return [
    ...accountEndpoints(services),
    ...orderEndpoints(services),
    ...offerEndpoints(services),
    ...reportEndpoints(services),
  ];
}

function accountEndpoints({
  accounts,
  administration,
  invite,
  billing,
  usage_history,
}: AdminServices): OperatorEndpoint<never>[] {
  const idOf = async (wanted: string) => (await accounts.find(wanted)).account_id;
  const overview = (account_id: string) => administration.overview(account_id);
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/accounts',
      input: requestOf({
        search: z.string().max(MAX_EMAIL_CHARACTERS).optional(),
        near_quota: wholeNumber(100, 'Used percent of the quota').optional(),
        ending_days: wholeNumber(3660, 'Days').optional(),
      }),
      answer: (filter) => administration.overviews(withoutUndefined(filter)),
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/accounts/:account',
      input: requestOf({ account }),
      answer: async (input) => {
        const account_id = await idOf(input.account);
        return {
          ...(await overview(account_id)),
          keys: await accounts.keys(account_id),
          changes: await accounts.changes(account_id),
        };
      },
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/accounts/:account/usage',
      input: requestOf({ account, ...historyFields }),
      answer: async ({ account: wanted, ...query }) => {
        const found = await accounts.find(wanted);
        return {
          account_id: found.account_id,
          ...(await usage_history.of(found, query)),
          forecast: await usage_history.forecast(found),
        };
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/accounts',
      input: requestOf({ email, plan: z.enum(PLAN_NAMES), months, paid_idr: idr.default(0), ...own_terms }),
      answer: async ({ email, plan, months, paid_idr, ...terms }, operator) => {
        const created = await accounts.create(email, plan, months, termsOf(terms), paid_idr, operator);
        const { account, api_key, mcp_key } = created;
        return { ...(await overview(account.account_id)), api_key, mcp_key };
      },
    }),
    ...(['suspend', 'resume'] as const).map((action) =>
      operatorEndpoint({
        method: 'POST',
        path: `/admin/accounts/:account/${action}`,
        input: requestOf({ account, reason }),
        answer: async (input, actor) => {
          const account_id = await idOf(input.account);
          await administration[action](account_id, { actor, reason: input.reason });
          return overview(account_id);
        },
      }),
    ),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/invitations',
      input: requestOf({ email, account: account.optional(), role: z.enum(MEMBER_ROLES).optional() }),
      answer: ({ email, account = null, role = null }, actor) =>
        invite({ email, account, role }, { actor, reason: null }),
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/accounts/:account/invoices',
      input: requestOf({ account }),
      answer: async (input) =>
        (await billing.invoices.of(await idOf(input.account))).map(({ document }) => document),
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/accounts/:account/export',
      input: requestOf({ account }),
      answer: async (input, actor) =>
        administration.export(await idOf(input.account), { actor, reason: null }),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/accounts/:account/delete',
      input: requestOf({ account, reason, forfeit: z.boolean().default(false) }),
      answer: async ({ account, reason, forfeit }, actor) =>
        billing.deletion.delete(await idOf(account), { actor, reason }, forfeit),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/accounts/:account/email',
      input: requestOf({ account, reason, email }),
      answer: async (input, actor) => {
        const account_id = await idOf(input.account);
        await administration.changeEmail(account_id, input.email, { actor, reason: input.reason });
        return overview(account_id);
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/accounts/:account/grants',
      input: requestOf({
        account,
        reason,
        units: wholeNumber(1e9, 'Units').optional(),
        days: wholeNumber(3660, 'Days').optional(),
      }).refine(({ units, days }) => (units === undefined) !== (days === undefined), {
        path: ['units'],
        error: 'is required unless you send days: send either units or days',
      }),
      answer: async ({ account, reason, units, days }, actor) => {
        const account_id = await idOf(account);
        if (units !== undefined) await administration.grantUnits(account_id, units, { actor, reason });
        if (days !== undefined) await administration.grantDays(account_id, days, { actor, reason });
        return overview(account_id);
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/accounts/:account/plan',
      input: requestOf({
        account,
        reason,
        plan: z.enum(PLAN_NAMES),
        months,
        paid_idr: idr.default(0),
        ...own_terms,
      }),
      answer: async ({ account, reason, plan, months, paid_idr, ...terms }, actor) => {
        const account_id = await idOf(account);
        const assigned = { plan, months, paid_idr, own_terms: termsOf(terms) };
        await administration.assignPlan(account_id, assigned, { actor, reason });
        return overview(account_id);
      },
    }),
  ];
}

function orderEndpoints({ billing, clock }: AdminServices): OperatorEndpoint<never>[] {
  const { orders, payments, refunds } = billing;
  const present = async (order: Order) => ({
    account_id: order.account_id,
    ...presentOrder(order, clock.now()),
    attention: order.attention,
    money: await refunds.moneyOf(order.order_id),
    payments: await payments.of(order.order_id),
  });
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/orders',
      input: requestOf({ waiting: z.enum(['true', 'false']).default('false') }),
      answer: async ({ waiting }) => {
        const listed = waiting === 'true' ? await orders.waiting() : await orders.all();
        return await Promise.all(listed.map(present));
      },
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/orders/:order_id',
      input: requestOf({ order_id }),
      answer: async (input) => present(await orders.find(input.order_id)),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/orders/:order_id/confirm',
      input: requestOf({
        order_id,
        paid_at: instant.optional(),
        amount_idr: idr.optional(),
        payment_reference: reference.optional(),
        accept: z.boolean().default(false),
        excess: z.enum(['credit', 'return']).default('credit'),
      }),
      answer: async ({ order_id, accept: isAccepted, excess, ...paid }, actor) =>
        present(await payments.confirm(order_id, { ...withoutUndefined(paid), isAccepted, excess }, actor)),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/orders/:order_id/cancel',
      input: requestOf({ order_id, reason }),
      answer: async ({ order_id, reason }, actor) =>
        present(await refunds.cancel(order_id, { actor, reason })),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/orders/:order_id/refund',
      input: requestOf({
        order_id,
        reason,
        plan: plan_decision.optional(),
        amount_idr: idr.optional(),
        payment_reference: reference.optional(),
        as_credit: z.boolean().default(false),
      }),
      answer: async ({ order_id, reason, as_credit: asCredit, ...request }, actor) =>
        present(
          await refunds.refund(order_id, { ...withoutUndefined(request), asCredit }, { actor, reason }),
        ),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/orders/:order_id/void',
      input: requestOf({ order_id, reason, plan: plan_decision.optional() }),
      answer: async ({ order_id, reason, plan }, actor) =>
        present(await refunds.void(order_id, plan, { actor, reason })),
    }),
  ];
}

function offerEndpoints({ accounts, billing }: AdminServices): OperatorEndpoint<never>[] {
  const { offers } = billing;
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/offers',
      input: requestOf({}),
      answer: () => offers.all(),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/offers',
      input: requestOf({
        account,
        is_recurring: z.boolean().default(false),
        expires_at: instant.optional(),
        ...offer_terms,
      }),
      answer: async ({ account, is_recurring, expires_at = null, ...terms }, actor) => {
        const { account_id } = await accounts.find(account);
        return offers.create(account_id, terms, is_recurring, expires_at, { actor, reason: null });
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/offers/:offer_id/withdraw',
      input: requestOf({ offer_id: z.string().max(64), reason }),
      answer: ({ offer_id, reason }, actor) => offers.withdraw(offer_id, { actor, reason }),
    }),
  ];
}

function reportEndpoints({
  accounts,
  administration,
  billing,
  clock,
}: AdminServices): OperatorEndpoint<never>[] {
  const monthsFrom = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => {
    const present = jakartaDate(clock.now()).slice(0, 7);
    return monthRange(from ?? present, to ?? present);
  };
  const range = requestOf({ from: month.optional(), to: month.optional() });
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/revenue',
      input: range,
      answer: async (input) => {
        const rows = revenueOf(await billing.moneyEntries(monthsFrom(input)));
        return { rows, total: totalOf(rows) };
      },
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/revenue/entries',
      input: range,
      answer: (input) => billing.moneyEntries(monthsFrom(input)),
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/audit',
      input: requestOf({ account: account.optional(), from: date.optional(), to: date.optional() }),
      answer: async ({ account, from, to }) => {
        const account_id = account === undefined ? null : (await accounts.find(account)).account_id;
        const entries = await administration.audit({ account_id, from, to });
        return entries.map(({ details, ...entry }) => ({
          ...entry,
          details: JSON.parse(details) as unknown,
        }));
      },
    }),
  ];
}

interface OwnTerms {
  readonly units?: number | undefined;
  readonly requests_per_minute?: number | undefined;
  readonly keys?: number | undefined;
}

/** All three limits; null if one is missing, which is an error for a plan that needs them. */
function termsOf({ units, requests_per_minute, keys }: OwnTerms) {
  if (units === undefined || requests_per_minute === undefined || keys === undefined) return null;
  return { units, requests_per_minute, keys };
}

type Present<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };

function withoutUndefined<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>;
}
