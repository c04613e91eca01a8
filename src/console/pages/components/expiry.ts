import { dayRange, jakartaDate } from '../../../core/dates.ts';
import type { View } from './view.ts';

/** When a key expires. A key that is valid until midnight in Jakarta has the words of the form: the end of the day before. */
export function expiryText({ texts, dates }: View, expires_at: string): string {
  const end_ms = Date.parse(expires_at);
  const last_day = jakartaDate(new Date(end_ms - 1));
  const isEndOfDay = Date.parse(dayRange(last_day, last_day).until) === end_ms;
  return isEndOfDay ? texts.account.keys.end_of(dates.short(last_day)) : dates.time(expires_at);
}
