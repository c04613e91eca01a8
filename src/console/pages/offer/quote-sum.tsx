import type { Billing, PricedQuote, Purchase } from '../../../commerce/billing/orders.ts';
import { dueOf, type replacedBy } from '../../../commerce/billing/prices/order-amounts.ts';
import { AlirError } from '../../../core/errors.ts';
import { useView } from '../components/view.ts';

/** What a product costs the account now, or the reason why it cannot be bought now. */
export type Quoted = PricedQuote | Refusal;
type Refusal = 'downgrade_refused' | 'renewal_too_long';

export async function quotedOrRefused(
  billing: Billing,
  account_id: string,
  purchase: Purchase,
): Promise<Quoted> {
  try {
    return await billing.orders.quote(account_id, purchase);
  } catch (error) {
    if (error instanceof AlirError && isRefusal(error.code)) return error.code;
    throw error;
  }
}

function isRefusal(code: string): code is Refusal {
  return code === 'downgrade_refused' || code === 'renewal_too_long';
}

export function isPriced(quote: Quoted | null): quote is PricedQuote {
  return quote !== null && typeof quote !== 'string';
}

/**
 * What the purchase changes: the sum, what would be lost, and the new period.
 * @param isFolded whether only the amount to pay is visible, and the sum opens below it
 */
export function Effect({ quote, isFolded = false }: { quote: Quoted | null; isFolded?: boolean }) {
  const { texts, numbers, dates } = useView();
  if (!isPriced(quote)) return null;
  const { pricing } = texts;
  return (
    <>
      <Sum quote={quote} isFolded={isFolded} />
      {quote.forfeited_idr > 0 && <p class="warn">{pricing.lost(numbers.rupiah(quote.forfeited_idr))}</p>}
      {quote.replaced !== null && quote.replaced.period_end > quote.period_end && (
        <p class="warn">
          {pricing.ends_earlier(dates.time(quote.replaced.period_end), dates.time(quote.period_end))}
        </p>
      )}
      <p class="soft">
        {pricing.period_until(dates.time(quote.period_end))}{' '}
        {quote.refills_quota ? pricing.refills : pricing.does_not_refill}
      </p>
    </>
  );
}

function Sum({ quote, isFolded }: { quote: PricedQuote; isFolded: boolean }) {
  const { texts, numbers } = useView();
  const { due } = texts.pricing.sum;
  if (!hasSum(quote)) return null;
  const lines = <SumLines sum={quote} total={due} />;
  if (!isFolded) return lines;
  return (
    <details class="more">
      <summary>
        {due}: <strong>{numbers.rupiah(dueOf(quote))}</strong>
      </summary>
      {lines}
    </details>
  );
}

/** Whether the amount to pay differs from the price. */
export function hasSum({ replaced, balance_idr, owed_idr }: PricedQuote): boolean {
  return replaced !== null || balance_idr > 0 || owed_idr > 0;
}

interface SumOf extends Pick<PricedQuote, 'price_idr' | 'charge_idr' | 'balance_idr' | 'owed_idr'> {
  /** Null if the unused part is not known, or if there is none. */
  readonly replaced: ReturnType<typeof replacedBy>;
}

/** The arithmetic of a quote or an order, line by line. */
export function SumLines({
  sum: { price_idr, charge_idr, balance_idr, owed_idr, replaced },
  total,
}: {
  sum: SumOf;
  total: string;
}) {
  const { texts, numbers } = useView();
  const { sum } = texts.pricing;
  const credit_idr = replaced?.unused_idr ?? price_idr - charge_idr;
  const credit_text = replaced
    ? sum.unused(
        numbers.full(replaced.remaining_days),
        numbers.full(replaced.period_days),
        numbers.rupiah(replaced.period_price_idr),
      )
    : sum.period_credit;
  const rounded_idr = price_idr - credit_idr - charge_idr;
  const lines = [
    { text: sum.price, amount_idr: price_idr },
    ...(credit_idr > 0 ? [{ text: credit_text, amount_idr: -credit_idr }] : []),
    ...(rounded_idr > 0 ? [{ text: sum.rounded, amount_idr: -rounded_idr }] : []),
    ...(rounded_idr < 0 ? [{ text: sum.not_refunded, amount_idr: -rounded_idr }] : []),
    ...(balance_idr > 0 ? [{ text: sum.balance, amount_idr: -balance_idr }] : []),
    ...(owed_idr > 0 ? [{ text: sum.owed, amount_idr: owed_idr }] : []),
  ];
  return (
    <dl class="sum">
      {lines.map(({ text, amount_idr }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{numbers.full(amount_idr)}</dd>
        </div>
      ))}
      <div class="total">
        <dt>{total}</dt>
        <dd>{numbers.rupiah(dueOf({ charge_idr, balance_idr, owed_idr }))}</dd>
      </div>
    </dl>
  );
}
