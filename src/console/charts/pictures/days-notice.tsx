import type { VNode } from 'preact';
import { absencesText, datesWhere, statusUrl } from '../axes/day-axis.tsx';
import { useLocale } from '../locale.ts';
import type { Day } from '../requests/rows.ts';

/** What is not as usual with the days of a range, once for all pictures of a page. Null if every day is. */
export function DaysNotice({ days }: { readonly days: readonly Day[] }): VNode | null {
  const locale = useLocale();
  const { days_notice, absence } = locale.texts;
  const past = days.filter(({ condition }) => condition !== 'future');
  const absent = past.filter((day) => day.absence !== null);
  const corrected = past.filter(({ is_corrected }) => is_corrected);
  const checked = past.filter(({ is_checked }) => is_checked);
  const [first] = [...absent, ...checked, ...corrected];
  if (!first) return null;
  const write = (each: readonly Day[]) => locale.numbers.full(each.length);
  const dates = (matches: (day: Day) => boolean) => datesWhere(past, matches, locale);
  const facts = [
    absent.length > 0 && {
      short: days_notice.missing_count(write(absent), absent.length === 1),
      text: days_notice.missing(absencesText(past, locale)),
    },
    corrected.length > 0 && {
      short: days_notice.corrected_count(write(corrected)),
      text: `◆ ${days_notice.corrected(dates((day) => day.is_corrected === true))}`,
    },
    checked.length > 0 && {
      short: days_notice.checking_count(write(checked)),
      text: `◇ ${days_notice.checking(dates((day) => day.is_checked === true))}`,
    },
  ].filter((fact) => fact !== false);
  const link = <a href={statusUrl(past, first.date)}>{absence.status}</a>;
  const kind = absent.length + checked.length === 0 ? 'info' : 'warn';
  const details = (
    <p>
      {facts.map(({ text }) => text).join(' · ')} {link}
    </p>
  );
  return (
    <div class={`notice days-notice ${kind}`}>
      <div class="wide-only">{details}</div>
      <details class="narrow-only">
        <summary>{facts.map(({ short }) => short).join(', ')}</summary>
        {details}
      </details>
    </div>
  );
}
