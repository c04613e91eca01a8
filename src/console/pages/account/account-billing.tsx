import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { oneOf, queryWith } from '../../../api/http/requests/request-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import { type Entitlement, entitlementAt } from '../../../commerce/accounts/entitlement.ts';
import { ordersInForce } from '../../../commerce/accounts/subscriptions.ts';
import type { Purchase } from '../../../commerce/billing/orders.ts';
import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import { dueOf } from '../../../commerce/billing/prices/order-amounts.ts';
import { PUBLIC_PLANS } from '../../../commerce/billing/prices/prices.ts';
import { PLAN_MONTHS } from '../../../core/commerce-terms.ts';
import { jakartaDate } from '../../../core/dates.ts';
import { Card } from '../components/card.tsx';
import { type Fact, KeyFigures } from '../components/facts.tsx';
import { Checks, Field, Form, Select, Submit, TextArea } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { Notice } from '../components/notice.tsx';
import { useView } from '../components/view.ts';
import type { Fields } from '../framework/page-routes.tsx';
import { Effect, hasSum, isPriced, type Quoted, quotedOrRefused } from '../offer/quote-sum.tsx';
import {
  InvoicesTable,
  kindText,
  ORDERS,
  type OrderServices,
  OrdersTable,
  offerText,
  orderPages,
  shownOrder,
} from './account-orders.tsx';
import {
  type AccountContext,
  AccountPage,
  accountForm,
  accountPage,
  OwnersOnly,
  useAccount,
} from './account-page.tsx';

const PATH = '/account/billing';
const PURCHASE = queryWith({
  plan: oneOf(PUBLIC_PLANS).optional(),
  months: oneOf(PLAN_MONTHS.map(String)).optional(),
});

/** The plan of an account, its orders, invoices and billing details. */
export function billingPages(scope: FastifyInstance, services: OrderServices): void {
  const { orders, details } = services.billing;
  const overview = { back: PATH, show: (context: AccountContext) => billingPage(services, context) };
  accountPage(scope, PATH, 'billing', overview.show);
  orderPages(scope, services);

  accountForm(scope, ORDERS, {
    ...overview,
    async run(fields, { account_id, actor }) {
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
    },
  });

  accountForm(scope, `${PATH}/details`, {
    ...overview,
    async run({ name, address, tax_id }, { account_id, actor }) {
      const fields = {
        name: name ?? null,
        address: address?.replace(/\r\n?/g, '\n') ?? null,
        tax_id: tax_id ?? null,
      };
      await details.change(account_id, fields, { actor, reason: null });
      return 'details_saved';
    },
  });
}

/** What a form or the URL of the page asks for; undefined without a known plan or an offer. */
function purchaseOf(fields: Fields): Purchase | undefined {
  if (fields.offer_id !== undefined) return { offer_id: fields.offer_id.slice(0, 64) };
  const plan = PUBLIC_PLANS.find((each) => each === fields.plan);
  const months = PLAN_MONTHS.find((each) => String(each) === fields.months) ?? 1;
  return plan && { plan, months };
}

async function billingPage({ accounts, billing, clock }: OrderServices, context: AccountContext) {
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
    <AccountPage
      context={context}
      tab="billing"
      remark={`${billingTexts.on_plan(texts.pricing.plans[plan])}, ${until}`}
    >
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
        <Form action={`${PATH}/details`}>
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

/** The choice of a plan or an offer. It changes nothing: the price comes next. */
function ChooseCard({ offers }: { offers: readonly Offer[] }) {
  const { texts, numbers } = useView();
  const { billing } = texts.account;
  return (
    <Card
      title={billing.order_title}
      about={billing.order_about}
      span={7}
      id="order"
      footer={<a href="/pricing">{billing.all_plans}</a>}
    >
      <form method="get" action={PATH} class="columns">
        <Select
          name="plan"
          label={billing.plan}
          options={PUBLIC_PLANS.map((plan) => ({ value: plan, title: texts.pricing.plans[plan] }))}
        />
        <Select
          name="months"
          label={billing.months}
          options={PLAN_MONTHS.map((months) => ({ value: String(months), title: String(months) }))}
        />
        <div class="buttons">
          <Submit kind="primary">{billing.show_price}</Submit>
        </div>
      </form>
      {offers.length > 0 && (
        <>
          <h3>{billing.offers}</h3>
          <ul class="plain">
            {offers.map(({ offer_id, days, units, price_idr }) => (
              <li key={offer_id}>
                <a href={`${PATH}?offer_id=${encodeURIComponent(offer_id)}`}>
                  {billing.offer_product(numbers.full(days), numbers.full(units))}
                </a>
                {' · '}
                {numbers.rupiah(price_idr)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function QuoteCard({
  purchase,
  quoted,
  offers,
}: {
  purchase: Purchase;
  quoted: Quoted;
  offers: readonly Offer[];
}) {
  const { view, isOwner } = useAccount();
  const { texts, numbers } = view;
  const { billing, errors } = texts.account;
  const offer =
    'offer_id' in purchase ? offers.find((each) => each.offer_id === purchase.offer_id) : undefined;
  const product =
    'plan' in purchase
      ? billing.product(texts.pricing.plans[purchase.plan], String(purchase.months))
      : offerText(view, offer);
  const other = <ButtonLink to={`${PATH}#order`}>{billing.other}</ButtonLink>;
  if (!isPriced(quoted)) {
    return (
      <Card title={product} about={billing.not_possible} span={7} id="order">
        <Notice kind="warn">{errors[quoted]}</Notice>
        <p class="buttons">{other}</p>
      </Card>
    );
  }
  const { kind, price_idr, charge_idr, forfeited_idr } = quoted;
  const due_idr = dueOf(quoted);
  const mustConfirm = charge_idr === 0 || forfeited_idr > 0;
  return (
    <Card
      title={product}
      about={billing.quote_about(kindText(view, quoted.product.months, kind))}
      span={7}
      id="order"
    >
      {!hasSum(quoted) && <KeyFigures facts={[[billing.due, numbers.rupiah(price_idr)]]} />}
      <Effect quote={quoted} />
      <OwnersOnly />
      {isOwner && (
        <Form action={ORDERS}>
          <input type="hidden" name="form_id" value={randomUUID()} />
          {'plan' in purchase ? (
            <>
              <input type="hidden" name="plan" value={purchase.plan} />
              <input type="hidden" name="months" value={purchase.months} />
            </>
          ) : (
            <input type="hidden" name="offer_id" value={purchase.offer_id} />
          )}
          {mustConfirm && (
            <Checks
              name="accept_forfeit_idr"
              chosen={[]}
              options={[
                {
                  value: String(forfeited_idr),
                  title:
                    forfeited_idr > 0 ? billing.accept(numbers.rupiah(forfeited_idr)) : billing.accept_free,
                },
              ]}
            />
          )}
          <p class="buttons">
            <Submit kind="primary">
              {due_idr === 0 ? billing.place_free : billing.place(numbers.rupiah(due_idr))}
            </Submit>
            {other}
          </p>
        </Form>
      )}
      {!isOwner && <p class="buttons">{other}</p>}
    </Card>
  );
}
