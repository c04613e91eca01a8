import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import type { Administration } from '../../../commerce/accounts/administration.ts';
import { entitlementAt } from '../../../commerce/accounts/entitlement.ts';
import type { Billing } from '../../../commerce/billing/orders.ts';
import type { Clock } from '../../../core/clock.ts';
import { jakartaDate } from '../../../core/dates.ts';
import { presentOrder } from '../account/billing-schemas.ts';

type Value = string | number | null;

interface Services {
  readonly accounts: Accounts;
  readonly administration: Administration;
  readonly billing: Billing;
  readonly clock: Clock;
}

/** Without an account and an order: the books. */
interface Target {
  readonly account?: string;
  readonly order_id?: string;
}

/** What an account and its order have, or the books. Money is whole IDR; times are ISO-8601 in UTC. */
export type PreviewField =
  | keyof Awaited<ReturnType<typeof accountFacts>>
  | keyof Awaited<ReturnType<typeof bookFacts>>;

export interface Effect {
  readonly field: PreviewField;
  readonly now: Value;
  readonly after: Value;
}

/** What an operation would change, without the audit log. */
export interface Preview {
  readonly preview: readonly Effect[];
}

export function isPreview(result: unknown): result is Preview {
  return typeof result === 'object' && result !== null && 'preview' in result;
}

/** Runs an operation, and takes everything back that it changed. @throws AlirError as the operation */
export function previewOf(services: Services, target: Target, run: () => Promise<unknown>): Promise<Preview> {
  return services.administration.rolledBack(async () => {
    const before = await factsOf(services, target);
    await run();
    const after = await factsOf(services, target);
    const fields = Object.keys(before) as PreviewField[];
    const effects = fields.map((field) => ({
      field,
      now: before[field] ?? null,
      after: after[field] ?? null,
    }));
    return { preview: effects.filter((effect) => effect.now !== effect.after) };
  });
}

function factsOf(services: Services, target: Target): Promise<Partial<Record<PreviewField, Value>>> {
  const isOfBooks = target.account === undefined && target.order_id === undefined;
  return isOfBooks ? bookFacts(services) : accountFacts(services, target);
}

async function bookFacts({ billing, clock }: Services) {
  const today = jakartaDate(clock.now());
  const { closed_until, after, differences } = await billing.books.report(today, today);
  return { closed_until, at_provider_idr: after.at_provider_idr, differences: differences.length };
}

async function accountFacts(
  { accounts, administration, billing }: Services,
  { account = '', order_id }: Target,
) {
  const order = order_id === undefined ? null : await billing.orders.find(order_id);
  const found = await accounts.find(order?.account_id ?? account);
  const { plan, period_end, units, resets_at, ...money } = await administration.overview(found.account_id);
  const next = entitlementAt(found, new Date(resets_at));
  const invoices = order
    ? await billing.invoices.ofOrder(order.order_id)
    : (await billing.invoices.of(found.account_id)).filter((each) => each.order_id === null).toReversed();
  return {
    order_state: order ? presentOrder(order).state : null,
    reason: order?.reason ?? null,
    invoices: invoices.map(({ number }) => number).join(', '),
    plan,
    period_end,
    units,
    resets_at,
    plan_after_reset: next.plan,
    units_after_reset: next.units,
    value_idr: found.period_price_idr,
    applied_idr: money.applied_idr,
    credit_idr: money.credit_idr,
    owed_idr: money.owed_idr,
    held_idr: money.held_idr,
  };
}
