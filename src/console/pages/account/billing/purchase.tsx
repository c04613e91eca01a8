import { randomUUID } from 'node:crypto';
import type { Purchase } from '../../../../commerce/billing/orders.ts';
import type { Offer } from '../../../../commerce/billing/prices/offers.ts';
import { dueOf } from '../../../../commerce/billing/prices/order-amounts.ts';
import { PUBLIC_PLANS } from '../../../../commerce/billing/prices/prices.ts';
import { PLAN_MONTHS } from '../../../../core/commerce-terms.ts';
import { Card } from '../../components/card.tsx';
import { KeyFigures } from '../../components/facts.tsx';
import { Checks, Form, Select, Submit } from '../../components/forms.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { useView } from '../../components/view.ts';
import type { Fields } from '../../framework/page-routes.tsx';
import { Effect, hasSum, isPriced, type Quoted } from '../../offer/quote-sum.tsx';
import { OwnersOnly } from '../account-form.tsx';
import { useAccount } from '../account-page.tsx';
import { BILLING, kindText, ORDERS, offerText } from './orders.tsx';

/** What a form or the URL of the page asks for; undefined without a known plan or an offer. */
export function purchaseOf(fields: Fields): Purchase | undefined {
  if (fields.offer_id !== undefined) return { offer_id: fields.offer_id.slice(0, 64) };
  const plan = PUBLIC_PLANS.find((each) => each === fields.plan);
  const months = PLAN_MONTHS.find((each) => String(each) === fields.months) ?? 1;
  return plan && { plan, months };
}

/** The choice of a plan or an offer. It changes nothing: the price comes next. */
export function ChooseCard({ offers }: { offers: readonly Offer[] }) {
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
      <form method="get" action={BILLING} class="columns">
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
                <a href={`${BILLING}?offer_id=${encodeURIComponent(offer_id)}`}>
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

export function QuoteCard({
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
  const other = <ButtonLink to={`${BILLING}#order`}>{billing.other}</ButtonLink>;
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
          {charge_idr === 0 && (
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
