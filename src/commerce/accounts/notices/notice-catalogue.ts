import type { EventKind } from '../../../core/commerce-terms.ts';
import { JAKARTA_OFFSET_MS } from '../../../core/dates.ts';

/** The data of an event, as it was recorded. */
export type EventData = Readonly<Record<string, string | number | null>>;

/** All texts of a language. */
export type NoticeTexts = {
  /** @returns the subject, and the paragraphs of the body */
  readonly [Kind in EventKind]: (data: EventData) => readonly [subject: string, ...paragraphs: string[]];
} & {
  /** The last paragraph of each e-mail to an account. */
  readonly footer: string;
};

/** A time in Jakarta, such as `2026-02-02 19:00 WIB`. */
export function inJakarta(time: EventData[string] | undefined): string {
  if (typeof time !== 'string') return '-';
  const local = new Date(Date.parse(time) + JAKARTA_OFFSET_MS);
  return `${local.toISOString().slice(0, 16).replace('T', ' ')} WIB`;
}
