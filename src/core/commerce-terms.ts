/** The names of the plans. Their limits are in `commerce/accounts/plans.ts`. */
export const PLAN_NAMES = ['free', 'starter', 'professional', 'advanced', 'enterprise', 'custom'] as const;
export type Plan = (typeof PLAN_NAMES)[number];

/** The number of months that one order can buy. A month is a cycle of 30 days. */
export const PLAN_MONTHS = [1, 3, 6] as const;
export type PlanMonths = (typeof PLAN_MONTHS)[number];

/** `console`: requests of people who are signed in are charged to it; nobody knows the key. `link`: it answers one request, as CSV. */
export const KEY_KINDS = ['api', 'mcp', 'console', 'link'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** What a key permits. `data`: market data, news and MCP. `account`: the keys, quotes and orders of the account. */
export const KEY_SCOPES = ['data', 'account'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope that a request needs; `any` for one that every valid key permits. */
export type RequiredScope = KeyScope | 'any';

/** What the rows of the usage history stand for. */
export const USAGE_GROUPINGS = ['day', 'key', 'endpoint'] as const;
export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

/** How a product changes the period of an account. */
export const QUOTE_KINDS = ['purchase', 'renewal', 'upgrade'] as const;
export type QuoteKind = (typeof QUOTE_KINDS)[number];

/**
 * Where money is. `customer` is the outside; `held` is received and not applied; `applied` paid for a plan; `credit` pays later orders of
 * the account; `returned` was given back.
 */
export type MoneyPlace = 'customer' | 'held' | 'applied' | 'credit' | 'returned';

/** What a person may do in an account: an owner also manages the people. */
export const MEMBER_ROLES = ['owner', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Who may create an account by a first sign-in: nobody, people with an invitation, or everyone. */
export const SIGNUPS = ['closed', 'invite', 'open'] as const;
export type Signup = (typeof SIGNUPS)[number];

/** `src/commerce/billing/order-states.ts` says what they mean. */
export const ORDER_STATES = [
  'pending',
  'expired',
  'paid',
  'applied',
  'attention',
  'paid_not_applied',
  'cancelled',
  'refunded',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** An invoice is made for an order, a credit note for what is taken back of it. */
export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Why money goes back to a customer. `void`: the payment was not made. */
export const RETURN_CAUSES = ['refund', 'void', 'chargeback'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** The payment providers: the values of ALIR_PAYMENT_PROVIDER. */
export const PAYMENT_PROVIDERS = ['manual', 'midtrans', 'xendit'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** How an order is paid. `credit`: the unused part of the current period covers the whole price, so Alir contacts no provider. */
export const PAYMENT_METHODS = [...PAYMENT_PROVIDERS, 'credit'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How an invoice is paid. `withheld`: income tax (PPh 23) that the buyer pays to the state, with the number of its slip. */
export const INVOICE_METHODS = [...PAYMENT_METHODS, 'withheld'] as const;
export type InvoiceMethod = (typeof INVOICE_METHODS)[number];

/** How money came in. `outside`: for a plan without an order. */
export type MoneySource = InvoiceMethod | 'outside';

/** What accounts are notified of, by e-mail or by webhooks. */
export const ACCOUNT_EVENTS = [
  'day.published',
  'day.corrected',
  'quota.80',
  'quota.100',
  'plan.ending',
  'plan.ended',
  'payment.applied',
  'key.created',
  'alert.changed',
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** The known events among these, each once, in the order of the contract. */
export function accountEvents(events: readonly string[]): AccountEvent[] {
  return ACCOUNT_EVENTS.filter((event) => events.includes(event));
}

/**
 * All events. `brief.published` is for people, by e-mail; `payment.needs_attention` is for the operator; `webhook.disabled` is always sent by
 * e-mail, `telegram.code` by Telegram.
 */
export const EVENT_KINDS = [
  ...ACCOUNT_EVENTS,
  'brief.published',
  'payment.needs_attention',
  'webhook.disabled',
  'webhook.test',
  'telegram.code',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const NOTICE_STATES = ['pending', 'delivered', 'failed', 'not_sent'] as const;

/** The languages of e-mails. */
export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a provider reports of an order, and Alir did not record. */
export interface Unrecorded {
  readonly order_id: string;
  readonly kind: 'paid' | 'returned';
  readonly payment_reference: string;
  /** What was paid, or what was returned in all; null for another currency. */
  readonly amount_idr: number | null;
}
