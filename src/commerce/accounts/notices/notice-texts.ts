import type { EventKind, Language } from '../../../core/commerce-terms.ts';
import type { AlertEventData } from '../alerts/alerts.ts';
import type { SentBrief } from '../alerts/brief-subscriptions.ts';
import type { EventData, NoticeParagraphs, NoticeTexts } from './notice-catalogue.ts';
import { english } from './texts-en.ts';
import { indonesian } from './texts-id.ts';

/** An e-mail. */
export interface NoticeText {
  readonly subject: string;
  readonly text: string;
  /** The last paragraph of the text. A brief is before it. */
  readonly footer: string;
}

const TEXTS: Readonly<Record<Language, NoticeTexts>> = { en: english, id: indonesian };

/**
 * The e-mail about an event.
 * @param options.hasFooter false omits the paragraph about the choice of events
 * @param options.unsubscribe_link takes its place
 */
export function noticeText(
  language: Language,
  kind: EventKind,
  data: object,
  {
    hasFooter = true,
    unsubscribe_link = null,
  }: { readonly hasFooter?: boolean; readonly unsubscribe_link?: string | null } = {},
): NoticeText {
  const texts = TEXTS[language];
  const [subject, ...paragraphs] =
    kind === 'alert.changed'
      ? digestText(texts, data as AlertEventData)
      : texts[kind](data as EventData & SentBrief);
  const footer = unsubscribe_link === null ? texts.footer : `${texts.unsubscribe} ${unsubscribe_link}`;
  const all = hasFooter ? [...paragraphs, footer] : paragraphs;
  return { subject: `Alir: ${subject}`, text: `${all.join('\n\n')}\n`, footer };
}

/** A paragraph for each alert. */
function digestText({ alert: words }: NoticeTexts, data: AlertEventData): NoticeParagraphs {
  const { is_test, alerts } = data;
  const day = data.trade_date ?? '-';
  const isCorrected = alerts.every(({ is_correction }) => is_correction);
  const subject = isCorrected ? words.corrected(day) : words.changed(day);
  const paragraphs = alerts.map(({ name, rule, since, is_correction, entered, left }) => {
    const action = rule && (rule.side === 'buy' ? words.bought : words.sold)(rule.broker, rule.value_idr);
    const change = is_correction ? words.correction(day) : words.since(since ?? '-');
    return [
      action === null ? name : `${name}: ${action}`,
      ...(is_test
        ? [`${words.present}: ${entered.join(', ') || '-'}`]
        : [
            change,
            ...(entered.length > 0 ? [`${words.entered}: ${entered.join(', ')}`] : []),
            ...(left.length > 0 ? [`${words.left}: ${left.join(', ')}`] : []),
          ]),
    ].join('\n');
  });
  return [is_test ? words.test : subject, ...paragraphs];
}
