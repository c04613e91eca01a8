import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../../commerce/accounts/accounts.ts';
import { type Entitlement, entitlementAt } from '../../../commerce/accounts/entitlement.ts';
import { PLANS, type PlanTerms } from '../../../commerce/accounts/plans.ts';
import type { Billing, Purchase } from '../../../commerce/billing/orders.ts';
import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import { PUBLIC_PLANS } from '../../../commerce/billing/prices/prices.ts';
import { PLAN_MONTHS, type PlanMonths } from '../../../core/commerce-terms.ts';
import { signInPath } from '../../sessions/local-path.ts';
import { ButtonLink, Choices } from '../components/links.tsx';
import { Heading, Tag } from '../components/notice.tsx';
import { urlWith, useView, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { OpenPages } from '../framework/render.tsx';
import { Effect, isPriced, type Quoted, quotedOrRefused } from './quote-sum.tsx';

export interface PricingServices {
  readonly accounts: Accounts;
  readonly billing: Billing;
  readonly pages: OpenPages;
}

/** `GET /pricing`: the public plans; after sign-in also the offers to the account, each with what it costs now and why. */
export function pricingRoute(app: FastifyInstance, services: PricingServices): void {
  app.get('/pricing', { config: PAGE_ROUTE }, (request, reply) => {
    const months = monthsOf(new URLSearchParams(request.url.split('?', 2)[1]).get('months'));
    return services.pages.send(request, reply, {
      url: months === 1 ? '/pricing' : `/pricing?months=${months}`,
      write: (view) => pricingPage(services, view, months),
    });
  });
}

async function pricingPage({ accounts, billing }: PricingServices, view: View, months: PlanMonths) {
  const account_id = view.visitor?.account_id ?? undefined;
  const own =
    account_id === undefined ? null : entitlementAt(await accounts.withId(account_id), billing.clock.now());
  const quoted = (purchase: Purchase) =>
    account_id === undefined ? null : quotedOrRefused(billing, account_id, purchase);
  const plans = await Promise.all(
    PUBLIC_PLANS.map(async (plan) => ({
      title: view.texts.pricing.plans[plan],
      terms: PLANS[plan].terms,
      price_idr: billing.prices[plan][months],
      usual_idr: billing.prices[plan][1] * months,
      quote: await quoted({ plan, months }),
      own: own?.plan === plan ? own : null,
      order: `/account/billing?plan=${plan}&months=${months}#order`,
    })),
  );
  const open = account_id === undefined ? [] : await billing.offers.openTo(account_id);
  const offers = await Promise.all(
    open.map(async (offer) => ({ offer, quote: await quoted({ offer_id: offer.offer_id }) })),
  );
  const { pricing } = view.texts;
  return (
    <Page title={pricing.title} active="pricing">
      <Heading title={pricing.title} remark={pricing.remark}>
        <Choices
          values={PLAN_MONTHS}
          current={months}
          href={(each) => urlWith(view.url, { months: String(each) })}
          text={(each) => pricing.months(view.numbers.full(each), each === 1)}
        />
      </Heading>
      <div class="plans">
        <FreePlan isOwn={own?.plan === 'free'} />
        {plans.map((plan) => (
          <PlanCard key={plan.order} months={months} {...plan} />
        ))}
        {offers.map(({ offer, quote }) => (
          <OfferCard key={offer.offer_id} offer={offer} quote={quote} />
        ))}
      </div>
      <Rules />
    </Page>
  );
}

function monthsOf(text: string | null): PlanMonths {
  return PLAN_MONTHS.find((months) => String(months) === text) ?? 1;
}

function FreePlan({ isOwn }: { isOwn: boolean }) {
  const { texts, numbers } = useView();
  const { terms } = PLANS.free;
  return (
    <section class={isOwn ? 'card plan current' : 'card plan'}>
      <h2>
        {texts.pricing.plans.free} {isOwn && <Tag kind="ok">{texts.pricing.current}</Tag>}
      </h2>
      <p class="price">{numbers.rupiah(0)}</p>
      <p class="soft">{texts.pricing.units_a_day(numbers.full(terms.units))}</p>
      <p class="soft">{texts.pricing.free_uses}</p>
      <Limits terms={terms} />
      <div class="effect-of">{!isOwn && <p class="soft">{texts.pricing.free_about}</p>}</div>
    </section>
  );
}

interface PlanCardProps {
  readonly months: PlanMonths;
  readonly title: string;
  readonly terms: PlanTerms;
  readonly price_idr: number;
  /** The price of the same number of single months. */
  readonly usual_idr: number;
  readonly quote: Quoted | null;
  /** The plan of the account, if it is this one. */
  readonly own: Entitlement | null;
  /** The page that orders it. */
  readonly order: string;
}

function PlanCard({ months, title, terms, price_idr, usual_idr, quote, own, order }: PlanCardProps) {
  const view = useView();
  const { texts, numbers } = view;
  const { pricing } = texts;
  return (
    <section class={own ? 'card plan current' : 'card plan'}>
      <h2>
        {title} {own && <Tag kind="ok">{pricing.current}</Tag>}
      </h2>
      <p class="price">
        {numbers.rupiah(price_idr)}{' '}
        {usual_idr > price_idr && (
          <small>
            <s>{numbers.rupiah(usual_idr)}</s> {numbers.signed(price_idr / usual_idr - 1, percent(view))}
          </small>
        )}
      </p>
      <p class="soft">
        {pricing.units_a_cycle(numbers.full(terms.units))}
        {months > 1 && `, ${pricing.cycles(numbers.full(months))}`}
      </p>
      <Limits terms={terms} />
      <div class="effect-of">
        <Effect quote={quote} isFolded />
      </div>
      {own && quote === 'downgrade_refused' ? (
        <p class="soft refusal">{pricing.other_months(view.dates.time(own.period_end))}</p>
      ) : (
        <OrderButton quote={quote} href={order} />
      )}
    </section>
  );
}

function OfferCard({ offer, quote }: { offer: Offer; quote: Quoted | null }) {
  const { texts, numbers, dates } = useView();
  const { pricing } = texts;
  return (
    <section class="card plan offer">
      <h2>
        {pricing.offer}{' '}
        {offer.expires_at !== null && (
          <Tag kind="warn">{pricing.offer_until(dates.time(offer.expires_at))}</Tag>
        )}
      </h2>
      <p class="price">{numbers.rupiah(offer.price_idr)}</p>
      <p class="soft">
        {pricing.units_a_cycle(numbers.full(offer.units))} · {pricing.days(numbers.full(offer.days))}
        {offer.series !== null && ` · ${pricing.recurring}`}
      </p>
      <Limits terms={offer} />
      <div class="effect-of">
        <Effect quote={quote} isFolded />
      </div>
      <OrderButton
        quote={quote}
        href={`/account/billing?offer_id=${encodeURIComponent(offer.offer_id)}#order`}
      />
    </section>
  );
}

function Limits({ terms }: { terms: PlanTerms }) {
  const view = useView();
  const { pricing } = view.texts;
  return (
    <ul>
      <li>{pricing.requests_a_minute(view.numbers.full(terms.requests_per_minute))}</li>
      <li>{pricing.keys(view.numbers.full(terms.keys), terms.keys === 1)}</li>
    </ul>
  );
}

function OrderButton({ quote, href }: { quote: Quoted | null; href: string }) {
  const { visitor, texts } = useView();
  const { pricing } = texts;
  if (quote === null) {
    // A person without an account cannot order.
    return visitor === null ? <ButtonLink to={signInPath(href)}>{pricing.sign_in}</ButtonLink> : null;
  }
  if (!isPriced(quote)) return <p class="soft refusal">{pricing.refusals[quote]}</p>;
  // An offer can be worth less than the rest of the period that it replaces.
  const order = quote.kind === 'upgrade' && quote.forfeited_idr > 0 ? 'replacement' : quote.kind;
  return (
    <a class={order === 'upgrade' ? 'btn primary' : 'btn'} href={href}>
      {pricing.order[order]}
    </a>
  );
}

/** How units, periods and changes of plans work. */
function Rules() {
  const { pricing } = useView().texts;
  return (
    <section class="prose rules">
      <h2>{pricing.rules.title}</h2>
      <ul>
        {pricing.rules.list.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>
        <a href="/docs/limits">{pricing.more}</a>
      </p>
    </section>
  );
}

function percent({ numbers }: View): (share: number) => string {
  return (share) => numbers.percent(share, 0);
}
