import {
  ACCOUNT_EVENTS,
  type AccountEvent,
  accountEvents,
  type Language,
} from '../../../core/commerce-terms.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { AccountServices } from '../accounts.ts';

/** The events that are sent by e-mail unless the account chose others: all but those of each trading day. */
export const DEFAULT_EMAIL_EVENTS = ACCOUNT_EVENTS.filter((event) => !event.startsWith('day.'));

/** What an account chose about its notices. */
export interface NoticeSettings {
  readonly language: Language;
  readonly email_events: readonly AccountEvent[];
  /** The chat that gets messages about alerts; null for none. */
  readonly telegram_chat: string | null;
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
      chosen?.email_events == null ? DEFAULT_EMAIL_EVENTS : accountEvents(chosen.email_events.split(',')),
    telegram_chat: chosen?.telegram_chat ?? null,
  };
}

/** Changes the given settings, and leaves the others. @throws AlirError `unknown_account`, `account_deleted` */
export async function changeNoticeSettings(
  { ledger, accounts }: Pick<AccountServices, 'ledger' | 'accounts'>,
  account_id: string,
  { language, email_events, telegram_chat }: Partial<NoticeSettings>,
): Promise<void> {
  await ledger.transaction(async () => {
    await accounts.changeable(account_id);
    const before = await ledger.get('notice_settings', { account_id });
    await ledger.run('set_notice_settings', {
      account_id,
      language: language ?? before?.language ?? null,
      email_events: email_events ? accountEvents(email_events).join() : (before?.email_events ?? null),
      telegram_chat: telegram_chat === undefined ? (before?.telegram_chat ?? null) : telegram_chat,
    });
  });
}
