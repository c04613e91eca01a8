import type { Wording } from '../../../api/endpoints/admin/wording.ts';
import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import type { Order } from '../../../commerce/billing/prices/order-amounts.ts';
import type { Plan } from '../../../core/commerce-terms.ts';
import { type IsoDate, jakartaDate } from '../../../core/dates.ts';
import { causeText, type FileCause } from '../../../core/market/file-causes.ts';
import type { View } from '../components/view.ts';

const GB = 1e9;

/** `Starter, 3 × 30 days` */
export function planText(
  { numbers, texts: { operator } }: View,
  plan: string,
  months: number | null,
): string {
  const name = operator.plans[plan as Plan] ?? plan;
  return months === null ? name : `${name}, ${operator.months(numbers.full(months))}`;
}

/** `upgrade: Starter, 3 × 30 days` */
export function orderText(
  view: View,
  { kind, plan, months }: Pick<Order, 'kind' | 'plan' | 'months'>,
): string {
  return `${view.texts.operator.account.kinds[kind]}: ${planText(view, plan, months)}`;
}

/** What an offer sells: its limits and its length. */
export function offerText(view: View, offer: Offer): string {
  return `${termsText(view, offer)}, ${lengthText(view, offer)}`;
}

/** `90.000 units per cycle, 600 requests per minute, 5 keys` */
export function termsText({ numbers, texts }: View, { units, requests_per_minute, keys }: Offer): string {
  const full = (value: number) => numbers.full(value);
  return texts.operator.offers.terms_text(full(units), full(requests_per_minute), full(keys));
}

/** `30 days` */
export function lengthText({ numbers, texts }: View, { days }: Offer): string {
  return texts.operator.days_of(numbers.full(days), days === 1);
}

/** `46,2 GB` */
export function bytesText({ numbers }: View, bytes: number): string {
  if (bytes < 1e5) return `${numbers.full(bytes / 1e3, 1)} kB`;
  return bytes >= GB ? `${numbers.full(bytes / GB, 1)} GB` : `${numbers.full(bytes / 1e6, 1)} MB`;
}

/** A time in Jakarta; a dash without one. */
export function timeText({ dates, texts }: View, time: string | null | undefined): string {
  return time ? dates.time(time) : texts.operator.none;
}

/** The day of a time in Jakarta; a dash without one. */
export function dayText({ dates, texts }: View, time: string | null): string {
  return time ? dates.short(jakartaDate(new Date(time))) : texts.operator.none;
}

export function fileOf(date: IsoDate): string {
  return `DT${date.slice(2).replaceAll('-', '')}.csv`;
}

/** Why a file is rejected or held, as sentences in the language of the page. */
export function causeTexts({ texts }: View, causes: readonly FileCause[]): string[] {
  return causes.map((cause) => {
    const text = causeText(cause, texts.causes.of);
    return cause.place === undefined ? text : texts.causes.at(cause.place, text);
  });
}

/** How the forms name what operators type. A command that shows something is a page, such as `/operator/orders/1f0c`. */
export function wordingOf({ texts, language }: View): Wording {
  const { accounts, account, orders, offers, incidents, revenue, reason } = texts.operator;
  const labels: Readonly<Record<string, string>> = {
    ...{ plan: accounts.plan, months: accounts.months, paid_idr: accounts.paid_outside, reason },
    ...{ units: account.units, requests_per_minute: accounts.rpm, keys: accounts.keys_allowed },
    ...{ account: offers.account_field, email: accounts.email, days: account.days, forfeit: account.forfeit },
    ...{ amount_idr: account.amount, paid_at: orders.paid_at_field, payment_reference: orders.reference },
    ...{ transfer: account.held_transfer, withheld: orders.withheld, accept: orders.accept },
    ...{ excess: orders.excess, as_credit: orders.as_credit, price_idr: offers.price_field },
    ...{
      expires_at: offers.expires_field,
      month: revenue.month,
      fee_idr: revenue.books.names.fees_idr,
    },
    ...{ reference: revenue.books.reference, tax_invoice_number: revenue.books.tax_invoice },
    ...{ title: incidents.what, details: incidents.details, started_at: incidents.started },
  };
  const forms: Readonly<Record<string, string>> = {
    ...{ 'order confirm': orders.confirm, 'order refund': orders.refund, 'order void': orders.void },
    ...{ 'account plan': account.plan, 'account transfer': account.transfer },
    ...{ 'account correct': account.correct },
  };
  const field: Wording['field'] = ({ name }) => (labels[name] ? `“${labels[name]}”` : name);
  return {
    run: 'open: ',
    field,
    command({ command = '', route, texts: own }, given) {
      if (route.startsWith('GET')) {
        const [one] = given.values();
        return `/operator/${route.split('/')[2]}${route.includes(':') && one ? `/${one}` : ''}`;
      }
      const title = own?.[language].title ?? forms[command];
      const sent = [...given].filter(([{ name }]) => !route.includes(`:${name}`) && name !== 'reason');
      const values = sent.map(([part, value]) => [field(part), value ?? ''].join(' ').trim());
      return title === undefined ? null : `“${title}”${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
    },
  };
}
