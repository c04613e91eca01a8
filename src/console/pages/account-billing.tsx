import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type PresentedOrder, presentOrder } from '../../api/endpoints/billing-schemas.ts';
import { queryOf } from '../../api/http/validation.ts';
import type { Accounts } from '../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../commerce/accounts/entitlement.ts';
import type { Invoice } from '../../commerce/billing/invoices.ts';
import type { Offer } from '../../commerce/billing/offers.ts';
import { isOutdated, type Order, ordersInForce, replacedBy } from '../../commerce/billing/order.ts';
import type { Billing, PricedQuote, Purchase } from '../../commerce/billing/orders.ts';
import { PUBLIC_PLANS } from '../../commerce/billing/prices.ts';
import type { Clock } from '../../core/clock.ts';
import { PLAN_MONTHS, type PlanMonths, type QuoteKind } from '../../core/commerce-terms.ts';
import { jakartaDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import {
  type AccountRequest,
  accountForm,
  accountPage,
  Card,
  Confirmation,
  type FormFields,
  NO_PROBLEMS,
  OwnersOnly,
  orCorrected,
  type Problems,
  redirected,
  sendAccountPage,
} from './account-page.tsx';
import { Checks, Field, Form, Select, Submit, TextArea } from './forms.tsx';
import { invoiceIn, sendInvoice } from './invoice.ts';
import { Empty, Notice, type NoticeKind, Tag } from './notice.tsx';
import { Effect, SumLines } from './pricing.tsx';
import { type Column, DataTable } from './table.tsx';
import type { View } from './view.ts';

const PATH = '/account/billing';
const ORDERS = `${PATH}/orders`;
const INVOICES = `${PATH}/invoices`;

export interface BillingServices {
  readonly accounts: Accounts;
  readonly billing: Billing;
  readonly clock: Clock;
  /** How to pay by bank transfer; empty if the operator set none. */
  readonly payment_instructions: string;
}

/** An applied order is shown as `ended` when another order replaced its period, or when its period is over. */
type ShownOrder = Omit<PresentedOrder, 'state'> & {
  readonly state: PresentedOrder['state'] | 'ended';
  /** The offer that it takes; null for a plan. */
  readonly offer: Offer | null;
};

const STATE_KINDS: Readonly<Record<ShownOrder['state'], NoticeKind>> = {
  pending: 'warn',
  expired: 'info',
  paid: 'ok',
  applied: 'ok',
  ended: 'info',
  paid_not_applied: 'warn',
  cancelled: 'info',
  refunded: 'info',
};

/** The plan of an account, its orders, invoices and billing details. */
export function billingPages(scope: FastifyInstance, services: BillingServices): void {
  const { accounts, billing, clock, payment_instructions } = services;
  const { orders, offers, invoices, details, refunds } = billing;

  accountPage(scope, PATH, 'billing', async (context) => sendBilling(context, services));

  accountForm(scope, ORDERS, async (context, form) => {
    const { account_id } = context;
    const purchase = purchaseOf(form);
    if (purchase === undefined) return context.reply.redirect(PATH, 303);
    const accepted = form.text('accept_forfeit_idr');
    return await orCorrected(
      context,
      async () => {
        const order = await orders.create(account_id, purchase, {
          idempotency_key: form.text('form_id').slice(0, 128) || null,
          accepted_forfeit_idr: /^\d{1,16}$/.test(accepted) ? Number(accepted) : null,
        });
        const done = order.state === 'applied' ? 'order_applied' : 'ordered';
        return redirected(context, `${ORDERS}/${order.order_id}`, done);
      },
      (problems, status) => sendBilling(context, services, { purchase, problems, status }),
    );
  });

  accountPage(scope, `${ORDERS}/:order_id`, 'billing', async (context) => {
    const order_id = orderIn(context);
    const { account_id } = context;
    const now = clock.now();
    const order = await orders.find(order_id, account_id);
    const account = await accounts.withId(account_id);
    const inForce = ordersInForce(await orders.of(account_id), account, now);
    const offer = await offers.ofOrder(order);
    return sendOrder(context, shownOrder(order, offer, inForce, now), {
      replaced: replacedBy(order),
      isOutdated: isOutdated(order, offer, account, now),
      documents: await invoices.ofOrder(order_id),
      payment_instructions,
    });
  });

  accountPage(scope, `${ORDERS}/:order_id/cancel`, 'billing', (context) =>
    sendCancellation(context, services),
  );

  accountForm(scope, `${ORDERS}/:order_id/cancel`, async (context) => {
    const order_id = orderIn(context);
    const { account_id, visitor } = context;
    return await orCorrected(
      context,
      async () => {
        await refunds.withdraw(order_id, account_id, { actor: visitor.actor, reason: null });
        return redirected(context, `${ORDERS}/${order_id}`, 'order_cancelled');
      },
      (problems, status) => sendCancellation(context, services, problems, status),
    );
  });

  accountPage(scope, `${INVOICES}/:number`, 'billing', async ({ request, reply, view, account_id }) => {
    const { number: name } = request.params as { readonly number: string };
    const { number, isJson } = invoiceIn(name);
    const { document } = await invoices.find(number, account_id);
    return sendInvoice(reply, document, view.language, isJson);
  });

  accountForm(scope, `${PATH}/details`, async (context, form) => {
    const sent = {
      name: form.text('name'),
      address: form.text('address').replace(/\r\n?/g, '\n'),
      tax_id: form.text('tax_id'),
    };
    const fields = { name: sent.name || null, address: sent.address || null, tax_id: sent.tax_id || null };
    return await orCorrected(
      context,
      async () => {
        await details.change(context.account_id, fields, { actor: context.visitor.actor, reason: null });
        return redirected(context, PATH, 'details_saved');
      },
      ({ notice, fields: { name, ...others } }, status) => {
        const { billing_name } = context.view.texts.account.problems;
        const problems = { notice, fields: { ...others, ...(name !== undefined && { name: billing_name }) } };
        return sendBilling(context, services, { details: sent, problems, status });
      },
    );
  });
}

function orderIn({ request }: AccountRequest): string {
  return (request.params as { readonly order_id: string }).order_id;
}

/** What a form or the URL of the page asks for; undefined without a known plan or an offer. */
function purchaseOf(fields: Pick<FormFields, 'text'>): Purchase | undefined {
  const offer_id = fields.text('offer_id').slice(0, 64);
  if (offer_id !== '') return { offer_id };
  const plan = PUBLIC_PLANS.find((each) => each === fields.text('plan'));
  const months = PLAN_MONTHS.find((each) => String(each) === fields.text('months')) ?? 1;
  return plan && { plan, months };
}

/** The fields of the query string, as those of a form. */
function queryFields({ request }: AccountRequest): Pick<FormFields, 'text'> {
  const query = queryOf(request) as Readonly<Record<string, unknown>>;
  return {
    text: (name) => {
      const value = query[name];
      return typeof value === 'string' ? value : '';
    },
  };
}

interface SentForm {
  readonly purchase?: Purchase;
  readonly details?: Readonly<Record<'name' | 'address' | 'tax_id', string>>;
  readonly problems: Problems;
  readonly status: number;
}

async function sendBilling(
  context: AccountRequest,
  { accounts, billing, clock }: BillingServices,
  sent: SentForm = { problems: NO_PROBLEMS, status: 200 },
): Promise<FastifyReply> {
  const { view, account_id, isOwner } = context;
  const { texts, dates } = view;
  const { billing: billingTexts } = texts.account;
  const now = clock.now();
  const account = await accounts.withId(account_id);
  const entitlement = entitlementAt(account, now);
  const { plan, quota_window, period_end } = entitlement;
  const purchase = sent.purchase ?? purchaseOf(queryFields(context));
  const quoted = purchase === undefined ? null : await quotedOrRefused(billing, account_id, purchase);
  const offers = await billing.offers.openTo(account_id);
  const all = await billing.orders.of(account_id);
  const inForce = ordersInForce(all, account, now);
  const orders = await Promise.all(
    all.map(async (order) => shownOrder(order, await billing.offers.ofOrder(order), inForce, now)),
  );
  const documents = await billing.invoices.of(account_id);
  const stored = await billing.details.of(account_id);
  const details = sent.details ?? {
    name: stored.name ?? '',
    address: stored.address ?? '',
    tax_id: stored.tax_id ?? '',
  };
  const until = quota_window === 'cycle' ? billingTexts.until(dates.time(period_end)) : billingTexts.no_end;
  return sendAccountPage(
    context,
    {
      tab: 'billing',
      title: billingTexts.title,
      remark: `${billingTexts.on_plan(texts.pricing.plans[plan])}, ${until}`,
      problems: sent.problems,
      url: PATH,
    },
    <>
      <PlanFacts
        view={view}
        entitlement={entitlement}
        live_keys={await accounts.liveApiKeys(account_id, now)}
        credit_idr={await billing.orders.creditOf(account_id)}
      />
      <div class="grid">
        {purchase !== undefined && quoted !== null ? (
          <QuoteCard
            context={context}
            purchase={purchase}
            quoted={quoted}
            offers={offers}
            problems={sent.problems}
          />
        ) : (
          <ChooseCard view={view} offers={offers} />
        )}
        <Card title={billingTexts.billing_details} about={billingTexts.details_about} span={5} id="details">
          {isOwner ? (
            <Form view={view} action={`${PATH}/details`}>
              <Field
                name="name"
                label={billingTexts.name}
                value={details.name}
                problem={sent.problems.fields.name}
                maxLength={100}
                autocomplete="organization"
              />
              <TextArea
                name="address"
                label={billingTexts.address}
                value={details.address}
                problem={sent.problems.fields.address}
                rows={3}
                maxLength={200}
                autocomplete="street-address"
              />
              <Field
                name="tax_id"
                label={billingTexts.tax_id}
                value={details.tax_id}
                problem={sent.problems.fields.tax_id}
                hint={billingTexts.details_hint}
                maxLength={32}
                autocomplete="off"
              />
              <Submit>{billingTexts.save}</Submit>
            </Form>
          ) : (
            <>
              <p class="address">
                {[details.name, details.address, details.tax_id].filter(Boolean).join('\n') || '–'}
              </p>
              <OwnersOnly view={view} isOwner={isOwner} />
            </>
          )}
        </Card>
        <section class="card c12" id="orders">
          <DataTable
            view={view}
            id="orders-table"
            caption={billingTexts.orders_caption}
            rows={orders}
            keyOf={({ order_id }) => order_id}
            columns={orderColumns(view)}
            empty={<Empty title={billingTexts.no_orders}>{billingTexts.no_orders_advice}</Empty>}
          />
        </section>
        <section class="card c12" id="invoices">
          {documents.length === 0 ? (
            <Empty title={billingTexts.no_invoices}>{billingTexts.no_invoices_advice}</Empty>
          ) : (
            <InvoiceTable view={view} documents={documents} />
          )}
        </section>
      </div>
    </>,
    sent.status,
  );
}

/** @param inForce see ordersInForce */
function shownOrder(order: Order, offer: Offer | null, inForce: ReadonlySet<string>, now: Date): ShownOrder {
  const presented = presentOrder(order, now);
  const hasEnded = presented.state === 'applied' && !inForce.has(order.order_id);
  return { ...presented, offer, state: hasEnded ? 'ended' : presented.state };
}

/** A quote, or why there is none. */
type Quoted = PricedQuote | AlirError;

async function quotedOrRefused(billing: Billing, account_id: string, purchase: Purchase): Promise<Quoted> {
  try {
    return await billing.orders.quote(account_id, purchase);
  } catch (error) {
    const isRefusal =
      error instanceof AlirError && (error.code === 'downgrade_refused' || error.code === 'renewal_too_long');
    if (isRefusal) return error;
    throw error;
  }
}

function PlanFacts({
  view,
  entitlement,
  live_keys,
  credit_idr,
}: {
  readonly view: View;
  readonly entitlement: ReturnType<typeof entitlementAt>;
  readonly live_keys: number;
  readonly credit_idr: number;
}) {
  const { texts, numbers, dates } = view;
  const { billing } = texts.account;
  const { plan, quota_window, period_end, units, requests_per_minute, keys } = entitlement;
  const isPaid = quota_window === 'cycle';
  return (
    <dl class="kpi">
      <div>
        <dt>{billing.plan}</dt>
        <dd>{texts.pricing.plans[plan]}</dd>
      </div>
      <div>
        <dt>{billing.runs_until}</dt>
        <dd>{isPaid ? dates.short(jakartaDate(period_end)) : billing.no_end}</dd>
      </div>
      <div>
        <dt>{billing.units}</dt>
        <dd>
          {numbers.full(units)} <small>{isPaid ? billing.per_cycle : billing.per_day}</small>
        </dd>
      </div>
      <div>
        <dt>{billing.rate}</dt>
        <dd>
          {numbers.full(requests_per_minute)} <small>{billing.rate_unit}</small>
        </dd>
      </div>
      <div>
        <dt>{billing.key_limit}</dt>
        <dd>{billing.of_limit(numbers.full(live_keys), numbers.full(keys))}</dd>
      </div>
      {credit_idr > 0 && (
        <div>
          <dt>{billing.credit}</dt>
          <dd>
            {numbers.rupiah(credit_idr)} <small>{billing.credit_hint}</small>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The choice of a plan or an offer. It changes nothing: the price comes next. */
function ChooseCard({ view, offers }: { readonly view: View; readonly offers: readonly Offer[] }) {
  const { texts, numbers } = view;
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
  context: { view, isOwner },
  purchase,
  quoted,
  offers,
  problems,
}: {
  readonly context: AccountRequest;
  readonly purchase: Purchase;
  readonly quoted: Quoted;
  readonly offers: readonly Offer[];
  readonly problems: Problems;
}) {
  const { texts, numbers } = view;
  const { billing, errors } = texts.account;
  const offer =
    'offer_id' in purchase ? offers.find((each) => each.offer_id === purchase.offer_id) : undefined;
  const product =
    'plan' in purchase
      ? billing.product(texts.pricing.plans[purchase.plan], String(purchase.months))
      : offerText(view, offer);
  const other = (
    <a class="btn" href={`${PATH}#order`}>
      {billing.other}
    </a>
  );
  if (quoted instanceof AlirError) {
    return (
      <Card title={product} about={billing.not_possible} span={7} id="order">
        <Notice kind="warn">{errors[quoted.code] ?? quoted.message}</Notice>
        <p class="buttons">{other}</p>
      </Card>
    );
  }
  const { kind, price_idr, charge_idr, balance_idr, forfeited_idr } = quoted;
  const due_idr = charge_idr - balance_idr;
  const mustConfirm = charge_idr === 0 || forfeited_idr > 0;
  return (
    <Card
      title={product}
      about={billing.quote_about(kindText(view, quoted.product.months, kind))}
      span={7}
      id="order"
    >
      {quoted.replaced === null && balance_idr === 0 && (
        <dl class="kpi">
          <div>
            <dt>{billing.due}</dt>
            <dd>{numbers.rupiah(price_idr)}</dd>
          </div>
        </dl>
      )}
      <Effect view={view} quote={quoted} />
      <OwnersOnly view={view} isOwner={isOwner} />
      {isOwner && (
        <Form view={view} action={ORDERS}>
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
              problem={problems.notice === errors.forfeit_not_confirmed ? problems.notice : undefined}
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

function orderColumns(view: View): Column<ShownOrder>[] {
  const { texts, numbers, dates } = view;
  const { billing } = texts.account;
  return [
    { key: 'created', title: billing.ordered_at, cell: ({ created_at }) => dates.time(created_at) },
    { key: 'what', title: billing.what, cell: (order) => productText(view, order) },
    { key: 'amount', title: billing.amount, isNumber: true, cell: ({ due_idr }) => numbers.full(due_idr) },
    {
      key: 'state',
      title: billing.state,
      cell: ({ state }) => <Tag kind={STATE_KINDS[state]}>{billing.states[state]}</Tag>,
    },
    {
      key: 'details',
      title: <span class="visually-hidden">{billing.details}</span>,
      cell: ({ order_id, state, created_at }) => (
        <span class="row-actions">
          <a href={`${ORDERS}/${order_id}`}>
            {state === 'pending' ? billing.pay : billing.details}
            <span class="visually-hidden"> {dates.time(created_at)}</span>
          </a>
        </span>
      ),
    },
  ];
}

function productText(view: View, { plan, months, kind, offer }: Omit<ShownOrder, 'state'>): string {
  const { texts } = view;
  const product =
    months === null
      ? offerText(view, offer)
      : texts.account.billing.product(texts.pricing.plans[plan], String(months));
  return `${product} (${kindText(view, months, kind)})`;
}

/** `Offer: 50,000 units a cycle, 30 days` */
function offerText({ texts, numbers }: View, offer: Offer | null | undefined): string {
  return texts.account.billing.offer_product(numbers.full(offer?.days ?? 0), numbers.full(offer?.units ?? 0));
}

/** An offer that replaces a plan can also be smaller than it, so it is not called an upgrade. */
function kindText({ texts }: View, months: PlanMonths | null, kind: QuoteKind): string {
  const { kinds } = texts.account.billing;
  return months === null && kind === 'upgrade' ? kinds.replacement : kinds[kind];
}

function InvoiceTable({ view, documents }: { readonly view: View; readonly documents: readonly Invoice[] }) {
  const { texts, numbers, dates } = view;
  const { billing } = texts.account;
  return (
    <DataTable
      view={view}
      id="invoices-table"
      caption={billing.invoices_caption}
      rows={documents}
      keyOf={({ number }) => number}
      columns={[
        {
          key: 'number',
          title: billing.number,
          cell: ({ number }) => <a href={`${INVOICES}/${number}`}>{number}</a>,
        },
        { key: 'kind', title: billing.kind, cell: ({ kind }) => billing.invoice_kinds[kind] },
        {
          key: 'issued',
          title: billing.issued,
          cell: ({ issued_at }) => dates.short(jakartaDate(new Date(issued_at))),
        },
        {
          key: 'total',
          title: billing.total,
          isNumber: true,
          cell: ({ total_idr }) => numbers.full(total_idr),
        },
        { key: 'tax', title: billing.tax, isNumber: true, cell: ({ tax_idr }) => numbers.full(tax_idr) },
        {
          key: 'files',
          title: <span class="visually-hidden">{billing.download}</span>,
          cell: ({ number }) => (
            <span class="row-actions">
              <a href={`${INVOICES}/${number}`}>
                {billing.print}
                <span class="visually-hidden"> {number}</span>
              </a>
              <a href={`${INVOICES}/${number}.json`}>
                JSON<span class="visually-hidden"> {number}</span>
              </a>
            </span>
          ),
        },
      ]}
    />
  );
}

interface OrderFacts extends Pick<BillingServices, 'payment_instructions'> {
  readonly replaced: ReturnType<typeof replacedBy>;
  /** Whether the plan changed since, so that the price holds no more. */
  readonly isOutdated: boolean;
  readonly documents: readonly Invoice[];
}

/** An order: how to pay it, and what it did. */
function sendOrder(
  context: AccountRequest,
  order: ShownOrder,
  { replaced, isOutdated, documents, payment_instructions }: OrderFacts,
): Promise<FastifyReply> {
  const { view, isOwner } = context;
  const { texts, numbers, dates } = view;
  const { billing } = texts.account;
  const { order_id, state, price_idr, charge_idr, balance_idr, due_idr } = order;
  const times = [
    [billing.ordered_at, order.created_at],
    ...(state === 'pending' ? [[billing.locked_until, order.expires_at]] : []),
    ...(order.paid_at === null ? [] : [[billing.paid_at, order.paid_at]]),
    ...(order.settled_at === null ? [] : [[billing.settled_at, order.settled_at]]),
  ] as const;
  return sendAccountPage(
    context,
    {
      tab: 'billing',
      title: productText(view, order),
      remark: <Tag kind={STATE_KINDS[state]}>{billing.states[state]}</Tag>,
      window: billing.order_page,
    },
    <div class="grid">
      {state === 'pending' && isOwner && (
        <Card title={isOutdated ? billing.cancel : billing.pay_title(numbers.rupiah(due_idr))} span={7}>
          {isOutdated ? (
            <Notice kind="warn">{billing.outdated}</Notice>
          ) : (
            <HowToPay view={view} order={order} instructions={payment_instructions} />
          )}
          <p class="buttons">
            <a class="btn danger" href={`${ORDERS}/${order_id}/cancel`}>
              {billing.cancel}
            </a>
          </p>
        </Card>
      )}
      {state === 'expired' && (
        <Card title={billing.states.expired} span={7}>
          <p>{billing.expired_advice}</p>
          <p class="buttons">
            <a class="btn" href={PATH}>
              {billing.order_title}
            </a>
          </p>
        </Card>
      )}
      {state === 'paid_not_applied' && (
        <Card title={billing.states.paid_not_applied} span={7}>
          <p>{billing.checked_advice}</p>
        </Card>
      )}
      <Card title={billing.order_page} about={billing.order_facts} span={5}>
        <SumLines view={view} sum={{ price_idr, charge_idr, balance_idr, replaced }} total={billing.amount} />
        <dl class="facts">
          {times.map(([name = '', time = '']) => (
            <>
              <dt>{name}</dt>
              <dd>{dates.time(time)}</dd>
            </>
          ))}
          <dt>{billing.order_id}</dt>
          <dd>
            <code>{order_id}</code>
          </dd>
          {documents.map(({ number, kind }) => (
            <>
              <dt>{billing.invoice_kinds[kind]}</dt>
              <dd>
                <a href={`${INVOICES}/${number}`}>{number}</a>
              </dd>
            </>
          ))}
        </dl>
      </Card>
    </div>,
  );
}

/** The payment page of the provider, or the instructions of the operator. */
function HowToPay({
  view: { texts, numbers, dates },
  order: { order_id, due_idr, payment_url, expires_at },
  instructions,
}: {
  readonly view: View;
  readonly order: ShownOrder;
  /** Empty if the operator set none. */
  readonly instructions: string;
}) {
  const { billing } = texts.account;
  return (
    <>
      {payment_url === null ? (
        <>
          <p>{billing.pay_manual(numbers.rupiah(due_idr), order_id)}</p>
          {instructions === '' ? (
            <p class="soft">{billing.pay_manual_contact}</p>
          ) : (
            <p class="address">{instructions}</p>
          )}
        </>
      ) : (
        <>
          <p class="buttons">
            <a class="btn primary" href={payment_url} rel="noreferrer">
              {billing.pay_link}
            </a>
          </p>
          <p class="soft">{billing.pay_link_advice}</p>
        </>
      )}
      <p class="soft">{billing.pay_before(dates.time(expires_at))}</p>
    </>
  );
}

/** Asks whether an order that waits for its payment is to be cancelled. */
async function sendCancellation(
  context: AccountRequest,
  { billing: { orders, offers }, clock }: BillingServices,
  problems: Problems = NO_PROBLEMS,
  status = 200,
): Promise<FastifyReply> {
  const { view, isOwner, account_id } = context;
  const { billing, cancel } = view.texts.account;
  const order = await orders.find(orderIn(context), account_id);
  const presented = presentOrder(order, clock.now());
  const path = `${ORDERS}/${order.order_id}`;
  const isPending = presented.state === 'pending';
  return sendAccountPage(
    context,
    {
      tab: 'billing',
      title: billing.cancel,
      remark: productText(view, { ...presented, offer: await offers.ofOrder(order) }),
      window: billing.cancel,
      problems,
      url: `${path}/cancel`,
    },
    <Confirmation>
      <p>{isPending ? billing.cancel_effect : billing.cancel_late}</p>
      <OwnersOnly view={view} isOwner={isOwner} />
      {isOwner && isPending && (
        <Form view={view} action={`${path}/cancel`}>
          <Submit kind="danger">{billing.cancel}</Submit>
        </Form>
      )}
      <p>
        <a href={path}>{cancel}</a>
      </p>
    </Confirmation>,
    status,
  );
}
