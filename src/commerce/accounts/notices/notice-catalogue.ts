import type { EventKind } from '../../../core/commerce-terms.ts';
import { type IsoDate, JAKARTA_OFFSET_MS } from '../../../core/dates.ts';
import type { SentBrief } from '../alerts/brief-subscriptions.ts';

/** The data of an event, as it was recorded. */
export type EventData = Readonly<Record<string, string | number | null>>;

/** The subject, and the paragraphs of the body. */
export type NoticeParagraphs = readonly [subject: string, ...paragraphs: string[]];

export type NoticeTexts = {
  readonly [Kind in Exclude<EventKind, 'alert.changed' | 'brief.published'>]: (
    data: EventData,
  ) => NoticeParagraphs;
} & {
  /** Only the subject: the brief is the body. */
  readonly 'brief.published': (brief: SentBrief) => NoticeParagraphs;
  readonly alert: AlertWords;
  /** The last paragraph of each e-mail to an account. */
  readonly footer: string;
  /** Before the link that stops e-mails about alerts, or a brief. */
  readonly unsubscribe: string;
};

/** What e-mails about alerts say. */
interface AlertWords {
  readonly changed: (day: IsoDate) => string;
  readonly corrected: (day: IsoDate) => string;
  readonly test: string;
  readonly bought: (broker: string, value_idr: number) => string;
  readonly sold: (broker: string, value_idr: number) => string;
  readonly since: (day: IsoDate) => string;
  readonly correction: (day: IsoDate) => string;
  readonly entered: string;
  readonly left: string;
  /** Of the members in a test. */
  readonly present: string;
}

/** A time in Jakarta, such as `2026-02-02 19:00 WIB`. */
export function inJakarta(time: EventData[string] | undefined): string {
  if (typeof time !== 'string') return '-';
  const local = new Date(Date.parse(time) + JAKARTA_OFFSET_MS);
  return `${local.toISOString().slice(0, 16).replace('T', ' ')} WIB`;
}
