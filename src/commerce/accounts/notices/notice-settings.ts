import { EMAIL_EVENTS, type EmailEvent, type Language } from '../../../core/commerce-terms.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { AccountServices } from '../accounts.ts';

/** The events that are sent by e-mail unless the account chose others. */
export const DEFAULT_EMAIL_EVENTS: readonly EmailEvent[] = [
  'quota.80',
  'quota.100',
  'plan.ending',
  'plan.ended',
  'payment.applied',
  'key.created',
  'alert.changed',
];

/** What an account chose about its notices. */
export interface NoticeSettings {
  readonly language: Language;
  readonly email_events: readonly EmailEvent[];
  /** The chat that gets messages about alerts; null for none. */
  readonly telegram_chat: string | null;
  /** The watchlist of the brief that is sent; null for the whole market. */
  readonly brief_watchlist: string | null;
}

/** @param language of accounts that chose none */
export async function noticeSettings(
  ledger: Ledger,
  account_id: string,
  language: Language,
): Promise<NoticeSettings> {
  const chosen = await ledger.get('notice_settings', { account_id });
  return {
    language: chosen?.language ?? language,
    email_events:
      chosen?.email_events == null ? DEFAULT_EMAIL_EVENTS : emailEvents(chosen.email_events.split(',')),
    telegram_chat: chosen?.telegram_chat ?? null,
    brief_watchlist: chosen?.brief_watchlist ?? null,
  };
}

/** No brief was made. */
const NO_BRIEF = { brief_publication: null, brief_date: null, brief_sha256: null };
const NOTHING_CHOSEN = {
  ...NO_BRIEF,
  language: null,
  email_events: null,
  telegram_chat: null,
  brief_watchlist: null,
};

/** Stops e-mails about these events. Repeating it changes nothing. */
export async function stopEmails(
  services: Pick<AccountServices, 'ledger' | 'accounts'>,
  account_id: string,
  stopped: readonly EmailEvent[],
): Promise<void> {
  const { email_events } = await noticeSettings(services.ledger, account_id, 'en');
  const others = email_events.filter((event) => !stopped.includes(event));
  if (others.length === email_events.length) return;
  await changeNoticeSettings(services, account_id, { email_events: others });
}

/** Changes the given settings, and leaves the others. @throws AlirError `unknown_account`, `account_deleted` */
export async function changeNoticeSettings(
  { ledger, accounts }: Pick<AccountServices, 'ledger' | 'accounts'>,
  account_id: string,
  { language, email_events, telegram_chat, brief_watchlist }: Partial<NoticeSettings>,
): Promise<void> {
  await ledger.transaction(async () => {
    await accounts.changeable(account_id);
    const chosen = await ledger.get('notice_settings', { account_id });
    const before = chosen ?? NOTHING_CHOSEN;
    const events = email_events ? emailEvents(email_events).join() : before.email_events;
    const list = brief_watchlist === undefined ? before.brief_watchlist : brief_watchlist;
    const hasBrief = events?.split(',').includes('brief.published') ?? false;
    const isSameBrief = before.brief_publication !== null && list === before.brief_watchlist;
    await ledger.run('set_notice_settings', {
      ...before,
      ...(!(hasBrief && isSameBrief) && NO_BRIEF),
      ...(hasBrief && !isSameBrief && { brief_publication: 0 }),
      account_id,
      language: language ?? before.language,
      email_events: events,
      telegram_chat: telegram_chat === undefined ? before.telegram_chat : telegram_chat,
      brief_watchlist: list,
    });
  });
}

/** The known events among these, each once, in the order of the contract. */
function emailEvents(events: readonly string[]): EmailEvent[] {
  return EMAIL_EVENTS.filter((event) => events.includes(event));
}
