import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import type { Plan } from '../../../core/commerce-terms.ts';
import { jakartaDate } from '../../../core/dates.ts';
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

/** Why a file is rejected or held, as sentences in the language of the page. */
export function causeTexts({ texts }: View, causes: readonly FileCause[]): string[] {
  return causes.map((cause) => {
    const text = causeText(cause, texts.causes.of);
    return cause.place === undefined ? text : texts.causes.at(cause.place, text);
  });
}

/** Who made an entry of the audit log. @param names e-mail addresses of people, by the actor */
export function actorText({ texts }: View, actor: string, names: ReadonlyMap<string, string>): string {
  const email = names.get(actor);
  return email === undefined ? actor : texts.operator.audit.operator_named(email);
}
