import type { EventKind, Language } from '../../../core/commerce-terms.ts';
import type { EventData, NoticeTexts } from './notice-catalogue.ts';
import { english } from './texts-en.ts';
import { indonesian } from './texts-id.ts';

/** An e-mail. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Language, NoticeTexts>> = { en: english, id: indonesian };

/** The e-mail about an event. @param isForOperator omits the paragraph about the choice of events */
export function noticeText(
  language: Language,
  kind: EventKind,
  data: EventData,
  isForOperator = false,
): NoticeText {
  const texts = TEXTS[language];
  const [subject, ...paragraphs] = texts[kind](data);
  const all = isForOperator ? paragraphs : [...paragraphs, texts.footer];
  return { subject: `Alir: ${subject}`, text: `${all.join('\n\n')}\n` };
}
