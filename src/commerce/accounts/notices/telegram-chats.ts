import { createHmac } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { isSameSecret } from '../../../core/secret.ts';
import { isRecorded, recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { serverSecret } from '../../../ledger/server-secret.ts';
import type { Accounts } from '../accounts.ts';
import { createNotice, MAX_PENDING_MESSAGES } from './webhooks.ts';

/** A code of this hour or of the one before is valid. */
const VALID_HOURS = 2;
const CODE_CHARACTERS = 10;

/** The Telegram chats of accounts. A chat gets messages only after its code was entered, so nobody can write to the chat of another person. */
export class TelegramChats {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  /** Whether the server has a bot. */
  readonly isAvailable: boolean;

  constructor(ledger: Ledger, accounts: Accounts, clock: Clock, isAvailable: boolean) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#clock = clock;
    this.isAvailable = isAvailable;
  }

  /** Has a code sent to a chat, at most one a minute. @throws AlirError `account_deleted`, `invalid_request`, `rate_limited` */
  async sendCode(account_id: string, chat: string): Promise<void> {
    if (!this.isAvailable) {
      const message = 'This server has no Telegram bot';
      throw new AlirError('invalid_request', message, { fields: [{ field: 'chat', message }] });
    }
    const at = this.#clock.now();
    const occurrence = `${account_id} ${chat} ${Math.floor(at.getTime() / MINUTE_MS)}`;
    await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      if (await isRecorded(this.#ledger, 'telegram.code', occurrence)) {
        const message = 'A code was sent to this chat less than a minute ago. Try again in a minute.';
        throw new AlirError('rate_limited', message, { retry_after_s: MINUTE_MS / 1000 });
      }
      const receiver = { account_id, webhook_id: null, telegram_chat: chat, subscription_id: null };
      const waiting = await this.#ledger.get('count_pending_notices', receiver);
      if ((waiting?.notices ?? 0) >= MAX_PENDING_MESSAGES) {
        const message = `${MAX_PENDING_MESSAGES} messages already wait for the Telegram chats of the account. Try again in an hour.`;
        throw new AlirError('rate_limited', message, { retry_after_s: HOUR_MS / 1000 });
      }
      const event = { kind: 'telegram.code', occurrence, account_id, at, data: { chat } } as const;
      const event_id = await recordEvent(this.#ledger, event, true);
      await createNotice(this.#ledger, { event_id, ...receiver, at });
    });
  }

  /** @throws AlirError `invalid_request` for a wrong code */
  async check(account_id: string, chat: string, code: string): Promise<void> {
    for (let age = 0; age < VALID_HOURS; age++) {
      if (isSameSecret(code.trim().toLowerCase(), await this.code(account_id, chat, age))) return;
    }
    const message = 'is not a valid code of this chat. A code expires after one to two hours';
    const fields = [{ field: 'telegram_code', message }];
    throw new AlirError('invalid_request', `telegram_code ${message}`, { fields });
  }

  /** The code of a chat in this hour. @param age hours before it */
  async code(account_id: string, chat: string, age = 0): Promise<string> {
    const secret = await serverSecret(this.#ledger, 'telegram codes');
    const hour = Math.floor(this.#clock.now().getTime() / HOUR_MS) - age;
    const mac = createHmac('sha256', secret).update(`${account_id} ${chat} ${hour}`);
    return mac.digest('hex').slice(0, CODE_CHARACTERS);
  }
}
