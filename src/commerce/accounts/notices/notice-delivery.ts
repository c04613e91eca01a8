import type { Clock } from '../../../core/clock.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/dates.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Arguments, Parameters, Row } from '../../../ledger/queries.ts';
import type { AlertEventData } from '../alerts/alerts.ts';
import type { SentBrief } from '../alerts/brief-subscriptions.ts';
import { recordDueEvents } from './due-events.ts';
import { noticeSettings } from './notice-settings.ts';
import { type NoticeText, noticeText } from './notice-texts.ts';
import { stoppedBy } from './unsubscription.ts';
import { createNotice, type Receiver, signatureHeaders } from './webhooks.ts';

const SECOND_MS = 1000;

/** The waits after each failed attempt. After the last attempt, about a day after the first, a notice is given up. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
/** A receiver whose deliveries all failed for so long is disabled. */
const DISABLE_AFTER_MS = 3 * DAY_MS;
/** Attempts at the same time, at most one for each receiver. */
const MAX_CONCURRENT = 16;
/** Events and notices that one transaction handles. Requests run between two transactions. */
const BATCH = 100;
const MAX_ERROR_CHARACTERS = 300;
const NO_BOT = 'There is no Telegram bot: set ALIR_TELEGRAM_TOKEN.';
const SUSPENDED = 'The account is suspended.';
/** Why a message about alerts, or a brief, is not sent. */
const NOT_WANTED =
  'The account has deleted or paused the alerts, or does not want them in this way, or the brief is paused.';

type DueNotice = Row<'notices_due'>;
type ResultQuery = 'note_distributed' | 'note_attempt' | 'note_webhook_state';
type DistributedEvent = Row<'events_to_distribute'>;

interface Mail extends Pick<NoticeText, 'subject' | 'text'> {
  readonly to: string;
  readonly id: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DispatcherServices {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Sends a message to a webhook. @returns the HTTP status */
  readonly post: (
    message: { readonly url: string; readonly headers: Record<string, string>; readonly body: string },
    stopping: AbortSignal,
  ) => Promise<number>;
  /** Null without a mail server: no e-mail is sent. */
  readonly mailer: { send(mail: Mail): Promise<void> } | null;
  /** Null without a bot: nothing is sent by Telegram. */
  readonly telegram: { send(chat: string, text: string, stopping: AbortSignal): Promise<void> } | null;
  /** The code of a chat. It is computed for each attempt, because the ledger does not store it. */
  readonly telegramCode: (account_id: string, chat: string) => Promise<string>;
  /** The content of an e-mail with a brief. */
  readonly briefMail: (
    brief: SentBrief,
    options: Pick<NoticeText, 'footer'> & { readonly language: Language },
  ) => { readonly text: string; readonly html: string };
  /** The link that stops these e-mails; null if the server does not know its address. */
  readonly unsubscribeLink: (stopped: string) => Promise<string | null>;
  /** The address of the operator; empty without one. */
  readonly operator_email: string;
  /** Of accounts that chose none, and of the operator. */
  readonly language: Language;
}

/**
 * Sends the recorded events to their receivers, at least once each. Only one of the servers of a ledger runs it. Its state is in the
 * ledger, so the next server continues where this one stopped.
 */
export class NoticeDispatcher {
  readonly #services: DispatcherServices;
  /** The attempts that run, by their receivers. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(services: DispatcherServices) {
    this.#services = services;
  }

  /** Records the events that no transaction makes. Run it once a minute. */
  async sweep(): Promise<void> {
    const { ledger, clock } = this.#services;
    await recordDueEvents(ledger, clock);
  }

  /** Makes the notices of new events, and starts the attempts that are due. Does not wait for the attempts. */
  async run(): Promise<void> {
    const { ledger, clock } = this.#services;
    for (const event of await ledger.all('events_to_distribute', { limit: BATCH })) {
      await this.#distribute(event);
    }
    const now = clock.now().toISOString();
    const due = await ledger.all('notices_due', { now, limit: MAX_CONCURRENT });
    for (const notice of due) {
      const { webhook_id, telegram_chat, subscription_id, account_id } = notice;
      const receiver = webhook_id ?? telegram_chat ?? subscription_id ?? account_id ?? '';
      if (this.#running.size >= MAX_CONCURRENT || this.#stopping.signal.aborted) return;
      if (this.#running.has(receiver)) continue;
      const attempt = this.#attempt(notice).finally(() => this.#running.delete(receiver));
      this.#running.set(receiver, attempt);
      // A failure to record the result leaves the notice due: it is sent again.
      attempt.catch(() => {});
    }
  }

  /** Resolves when no attempt runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /** Ends the running attempts. They are repeated by the next server. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  /** Makes the notices of an event. If it is interrupted, the next call makes those that are missing. */
  async #distribute(event: DistributedEvent): Promise<void> {
    const { ledger, clock } = this.#services;
    const { event_id } = event;
    const receivers = await this.#receiversOf(event);
    for (let start = 0; start < receivers.length; start += BATCH) {
      await ledger.transaction(async () => {
        for (const receiver of receivers.slice(start, start + BATCH)) {
          const refusal = this.#refusalFor(receiver);
          await createNotice(ledger, { event_id, ...receiver, at: clock.now() }, refusal);
        }
      });
    }
    await this.#write('note_distributed', { event_id, distributed_at: clock.now().toISOString() });
  }

  async #receiversOf({ kind, account_id, occurred_at, data }: DistributedEvent): Promise<Receiver[]> {
    const { ledger, language } = this.#services;
    if (kind === 'payment.needs_attention') return [{ account_id: null, webhook_id: null }];
    if (kind === 'webhook.disabled') return [{ account_id, webhook_id: null }];
    const webhooks = await ledger.all('webhooks_for_event', { kind, account_id, occurred_at });
    const byMail = (accounts: readonly string[]) =>
      accounts.map((each) => ({ account_id: each, webhook_id: null }));
    if (account_id === null) {
      const chosen = await ledger.all('accounts_with_email_event', { kind });
      return [...webhooks, ...byMail(chosen.map((account) => account.account_id))];
    }
    const { email_events, telegram_chat } = await noticeSettings(ledger, account_id, language);
    const hasChat = kind === 'alert.changed' && telegram_chat !== null;
    const chats = hasChat ? [{ account_id, webhook_id: null, telegram_chat }] : [];
    const { quota_window } = JSON.parse(data);
    const isMailed = (email_events as readonly string[]).includes(kind) && quota_window !== 'day';
    return [...webhooks, ...chats, ...byMail(isMailed ? [account_id] : [])];
  }

  /** Why a notice is not sent; null if it is. */
  #refusalFor({ account_id, webhook_id, telegram_chat = null }: Receiver): string | null {
    const { mailer, telegram, operator_email } = this.#services;
    if (telegram_chat !== null && telegram === null) return NO_BOT;
    if (webhook_id === null && telegram_chat === null && mailer === null)
      return 'There is no mail server: set ALIR_SMTP_URL.';
    const isUnknown = account_id === null && operator_email === '';
    return isUnknown ? 'There is no address of the operator: set ALIR_OPERATOR_EMAIL.' : null;
  }

  async #attempt(notice: DueNotice): Promise<void> {
    const { clock } = this.#services;
    const isSuspended = notice.suspended_at !== null;
    const data = isSuspended ? null : await this.#dataOf(notice);
    const attempted_at = clock.now().toISOString();
    if (data === null) {
      const settled = { state: 'not_sent', next_attempt_at: null, settled_at: attempted_at } as const;
      const { notice_id } = notice;
      const result = { attempted_at, last_status: null, last_error: isSuspended ? SUSPENDED : NOT_WANTED };
      return await this.#write('note_attempt', { notice_id, ...result, ...settled });
    }
    let last_status: number | null = null;
    let last_error: string | null = null;
    try {
      if (notice.telegram_chat !== null) await this.#message(notice, notice.telegram_chat, data);
      else if (notice.webhook_id === null) await this.#mail(notice, data);
      else last_status = await this.#post(notice, data);
      if (last_status !== null && (last_status < 200 || last_status > 299)) {
        last_error = `the receiver answered with status ${last_status}`;
      }
    } catch (error) {
      last_error = (error as Error).message.slice(0, MAX_ERROR_CHARACTERS);
    }
    // Nothing is known of an attempt that was ended by the stop of the server.
    if (this.#stopping.signal.aborted && last_error !== null) return;
    await this.#record(notice, { attempted_at, last_status, last_error });
  }

  /** What is sent about an event; null if the receiver must not get it any more. */
  async #dataOf(notice: DueNotice): Promise<object | null> {
    const { kind, data, account_id, webhook_id, telegram_chat, paused_at } = notice;
    const { ledger, language, telegramCode } = this.#services;
    const event = JSON.parse(data);
    if (kind === 'telegram.code') return { code: await telegramCode(account_id ?? '', telegram_chat ?? '') };
    const isBrief = kind === 'brief.published';
    if ((kind !== 'alert.changed' && !isBrief) || account_id === null) return event;
    if (paused_at !== null && !event.is_test) return null;
    if (isBrief) return event;
    const chosen = await noticeSettings(ledger, account_id, language);
    const { alerts, ...rest } = event as AlertEventData;
    const isByMail = webhook_id === null && telegram_chat === null;
    const isWanted = isByMail
      ? chosen.email_events.includes('alert.changed')
      : webhook_id !== null || telegram_chat === chosen.telegram_chat;
    const current = isWanted ? await ledger.all('alerts_of_account', { account_id }) : [];
    const sent = alerts.filter((change) =>
      current.some(
        ({ alert_id, paused_at }) => alert_id === change.alert_id && (rest.is_test || paused_at === null),
      ),
    );
    return sent.length === 0 ? null : { ...rest, alerts: sent };
  }

  async #post({ event_id, url, secret, kind, occurred_at }: DueNotice, data: object): Promise<number> {
    const { post, clock } = this.#services;
    const body = JSON.stringify({ type: kind, timestamp: occurred_at, data });
    const signed = signatureHeaders(secret ?? '', { id: event_id, body, at: clock.now() });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Alir-Webhooks/1', ...signed };
    return await post({ url: url ?? '', headers, body }, this.#stopping.signal);
  }

  async #message({ language, kind }: DueNotice, chat: string, data: object): Promise<void> {
    const { telegram, language: standard } = this.#services;
    if (!telegram) throw new Error(NO_BOT);
    const { subject, text } = noticeText(language ?? standard, kind, data, { hasFooter: false });
    await telegram.send(chat, `${subject}\n\n${text}`, this.#stopping.signal);
  }

  async #mail(
    { event_id, account_id, subscription_id, email, language: chosen, kind }: DueNotice,
    data: object,
  ): Promise<void> {
    const { mailer, operator_email, unsubscribeLink, briefMail } = this.#services;
    const language = chosen ?? this.#services.language;
    if (!mailer) throw new Error('There is no mail server: set ALIR_SMTP_URL.');
    const isForOperator = account_id === null;
    const isBrief = kind === 'brief.published';
    const hasLink = isBrief || kind === 'alert.changed';
    const link = hasLink ? await unsubscribeLink(stoppedBy(account_id, subscription_id)) : null;
    const options = { hasFooter: !isForOperator, unsubscribe_link: link };
    const { subject, text, footer } = noticeText(language, kind, data, options);
    await mailer.send({
      to: isForOperator ? operator_email : (email ?? ''),
      // Mail servers recognize a repeated message by its id.
      id: `${event_id}.${subscription_id ?? account_id ?? 'operator'}`,
      subject,
      ...(isBrief ? briefMail(data as SentBrief, { footer, language }) : { text }),
      ...(link !== null && { headers: unsubscribeHeaders(link) }),
    });
  }

  async #record(
    notice: DueNotice,
    result: Pick<Parameters<'note_attempt'>, 'attempted_at' | 'last_status' | 'last_error'>,
  ): Promise<void> {
    const { clock } = this.#services;
    const { notice_id, attempts } = notice;
    const now = clock.now();
    const wait_ms = RETRY_AFTER_MS[attempts];
    const isDelivered = result.last_error === null;
    const isRetried = !isDelivered && wait_ms !== undefined;
    const row = {
      notice_id,
      ...result,
      state: isDelivered ? 'delivered' : isRetried ? 'pending' : 'failed',
      next_attempt_at: isRetried ? new Date(now.getTime() + wait_ms).toISOString() : null,
      settled_at: isRetried ? null : now.toISOString(),
    } as const;
    await this.#write('note_attempt', row);
    if (notice.webhook_id !== null) {
      await this.#noteHealth(notice, notice.webhook_id, result.last_error, now);
    }
  }

  /** Notes since when a receiver fails, and disables it after 3 days. */
  async #noteHealth(
    { account_id, failing_since, url }: DueNotice,
    webhook_id: string,
    error: string | null,
    now: Date,
  ): Promise<void> {
    const { ledger } = this.#services;
    const at = now.toISOString();
    const failing = error === null ? null : (failing_since ?? at);
    if (failing !== failing_since) {
      await this.#write('note_webhook_state', { webhook_id, failing_since: failing, disabled_at: null });
    }
    if (failing === null || now.getTime() - Date.parse(failing) < DISABLE_AFTER_MS) return;
    await ledger.transaction(async () => {
      await ledger.run('note_webhook_state', { webhook_id, failing_since, disabled_at: at });
      const last_error = 'The webhook was disabled, because its receiver failed for 3 days.';
      await ledger.run('fail_notices_of_webhook', { webhook_id, settled_at: at, last_error });
      const data = { webhook_id, url, failing_since, error };
      const event = { kind: 'webhook.disabled', occurrence: webhook_id, account_id, at: now, data } as const;
      await recordEvent(ledger, event);
    });
  }

  /** Writes without a change of version(), so that the cached reads of requests stay valid. */
  async #write<Name extends ResultQuery>(name: Name, row: Parameters<Name>): Promise<void> {
    const { ledger } = this.#services;
    try {
      await ledger.countAll(name, [row]);
    } catch {
      // Another process is writing: wait for it.
      await ledger.run(name, ...([row] as unknown as Arguments<Name>));
    }
  }
}

/** RFC 8058: a mail program stops the e-mails by one POST, after its user pressed its button. */
function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
