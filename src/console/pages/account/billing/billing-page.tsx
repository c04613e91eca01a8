import type { FastifyInstance } from 'fastify';
import { oneOf, queryWith } from '../../../../api/http/requests/request-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import { type Entitlement, entitlementAt } from '../../../../commerce/accounts/entitlement.ts';
import { ordersInForce } from '../../../../commerce/accounts/subscriptions.ts';
import { PUBLIC_PLANS } from '../../../../commerce/billing/prices/prices.ts';
import { PLAN_MONTHS } from '../../../../core/commerce-terms.ts';
import { jakartaDate } from '../../../../core/dates.ts';
import { Card } from '../../components/card.tsx';
import { type Fact, KeyFigures } from '../../components/facts.tsx';
import { Field, Form, Submit, TextArea } from '../../components/forms.tsx';
import { useView } from '../../components/view.ts';
import { quotedOrRefused } from '../../offer/quote-sum.tsx';
import { accountForm, OwnersOnly } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage, useAccount } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { orderPages } from './order-page.tsx';
import { BILLING, InvoicesTable, ORDERS, OrdersTable, shownOrder } from './orders.tsx';
import { ChooseCard, purchaseOf, QuoteCard } from './purchase.tsx';

const PURCHASE = queryWith({
  plan: oneOf(PUBLIC_PLANS).optional(),
  months: oneOf(PLAN_MONTHS.map(String)).optional(),
});

/** The plan of an account, its orders, invoices and billing details. */
export function billingPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { orders, details } = services.billing;
  const overview = accountPage(scope, BILLING, 'billing', (context) => billingPage(services, context));
  orderPages(scope, services);

  accountForm(scope, ORDERS, overview, async (fields, { account_id, actor }) => {
    const purchase = purchaseOf(fields);
    if (purchase === undefined) return null;
    const { form_id, accept_forfeit_idr: accepted = '' } = fields;
    const order = await orders.create(account_id, purchase, {
      actor,
      idempotency_key: form_id?.slice(0, 128) ?? null,
      accepted_forfeit_idr: /^\d{1,16}$/.test(accepted) ? Number(accepted) : null,
    });
    return {
      to: `${ORDERS}/${order.order_id}`,
      done: order.state === 'applied' ? 'order_applied' : 'ordered',
    };
  });

  accountForm(
    scope,
    `${BILLING}/details`,
    overview,
    async ({ name, address, tax_id }, { account_id, actor }) => {
      const fields = {
        name: name ?? null,
        address: address?.replace(/\r\n?/g, '\n') ?? null,
        tax_id: tax_id ?? null,
      };
      await details.change(account_id, fields, { actor, reason: null });
      return 'details_saved';
    },
  );
}

async function billingPage({ accounts, billing, clock }: AccountPageServices, context: AccountContext) {
  const { view, account_id, query, refused, sent } = context;
  const { texts, dates } = view;
  const { billing: billingTexts } = texts.account;
  const now = clock.now();
  const account = await accounts.withId(account_id);
  const entitlement = entitlementAt(account, now);
  const { plan, quota_window, period_end } = entitlement;
  validated(PURCHASE, query);
  const purchase = purchaseOf(refused === 'orders' ? sent : query);
  const quoted = purchase && (await quotedOrRefused(billing, account_id, purchase));
  const offers = await billing.offers.openTo(account_id);
  const all = await billing.orders.of(account_id);
  const inForce = ordersInForce(await accounts.changes(account_id), account, now);
  const orders = await Promise.all(
    all.map(async (order) => shownOrder(order, await billing.offers.ofOrder(order), inForce)),
  );
  const until = quota_window === 'cycle' ? billingTexts.until(dates.time(period_end)) : billingTexts.no_end;
  return (
    <AccountPage tab="billing" remark={`${billingTexts.on_plan(texts.pricing.plans[plan])}, ${until}`}>
      <PlanFacts
        entitlement={entitlement}
        live_keys={await accounts.liveKeys(account_id, 'api', now)}
        credit_idr={await billing.orders.creditOf(account_id)}
      />
      <div class="grid">
        {purchase && quoted ? (
          <QuoteCard purchase={purchase} quoted={quoted} offers={offers} />
        ) : (
          <ChooseCard offers={offers} />
        )}
        <DetailsCard details={refused === 'details' ? sent : await billing.details.of(account_id)} />
        <section class="card c12" id="orders">
          <OrdersTable orders={orders} />
        </section>
        <section class="card c12" id="invoices">
          <InvoicesTable invoices={await billing.invoices.of(account_id)} />
        </section>
      </div>
    </AccountPage>
  );
}

/** What invoices say about the buyer. */
function DetailsCard({
  details: { name, address, tax_id },
}: {
  details: Partial<Readonly<Record<'name' | 'address' | 'tax_id', string | null>>>;
}) {
  const { view, isOwner, refused, problems } = useAccount();
  const { billing, problems: problemTexts } = view.texts.account;
  const isRefused = refused === 'details';
  return (
    <Card title={billing.billing_details} about={billing.details_about} span={5} id="details">
      {isOwner ? (
        <Form action={`${BILLING}/details`}>
          <Field
            name="name"
            label={billing.name}
            value={name ?? ''}
            problem={isRefused && problems.name !== undefined ? problemTexts.billing_name : undefined}
            maxLength={100}
            autocomplete="organization"
          />
          <TextArea
            name="address"
            label={billing.address}
            value={address ?? ''}
            rows={3}
            maxLength={200}
            autocomplete="street-address"
          />
          <Field
            name="tax_id"
            label={billing.tax_id}
            value={tax_id ?? ''}
            hint={billing.details_hint}
            maxLength={32}
            autocomplete="off"
          />
          <Submit>{billing.save}</Submit>
        </Form>
      ) : (
        <>
          <p class="address">{[name, address, tax_id].filter(Boolean).join('\n') || '–'}</p>
          <OwnersOnly />
        </>
      )}
    </Card>
  );
}

function PlanFacts({
  entitlement,
  live_keys,
  credit_idr,
}: {
  entitlement: Entitlement;
  live_keys: number;
  credit_idr: number;
}) {
  const { texts, numbers, dates } = useView();
  const { billing } = texts.account;
  const { plan, quota_window, period_end, units, requests_per_minute, keys } = entitlement;
  const isPaid = quota_window === 'cycle';
  const credit: Fact = [billing.credit, numbers.rupiah(credit_idr), billing.credit_hint];
  const owed: Fact = [billing.owed, numbers.rupiah(-credit_idr), billing.owed_hint];
  return (
    <KeyFigures
      facts={[
        [billing.plan, texts.pricing.plans[plan]],
        [billing.runs_until, isPaid ? dates.short(jakartaDate(period_end)) : billing.no_end],
        [billing.units, numbers.full(units), isPaid ? billing.per_cycle : billing.per_day],
        [billing.rate, numbers.full(requests_per_minute), billing.rate_unit],
        [billing.key_limit, billing.of_limit(numbers.full(live_keys), numbers.full(keys))],
        ...(credit_idr > 0 ? [credit] : []),
        ...(credit_idr < 0 ? [owed] : []),
      ]}
    />
  );
}
