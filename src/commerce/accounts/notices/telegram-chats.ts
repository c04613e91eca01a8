import { createHmac } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import { isSameSecret } from '../../../core/secret.ts';
import { isRecorded, recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { serverSecret } from '../../../ledger/server-secret.ts';
import type { Accounts } from '../accounts.ts';
import { createNotice } from './webhooks.ts';

const MINUTE_MS = 60_000;
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

  /** Has a code sent to a chat, at most one a minute. @throws AlirError `account_deleted`, `invalid_request` */
  async sendCode(account_id: string, chat: string): Promise<void> {
    if (!this.isAvailable) throw refused('chat', 'is not possible: this server has no Telegram bot');
    const code = await this.#code(account_id, chat);
    const at = this.#clock.now();
    const occurrence = `${account_id} ${Math.floor(at.getTime() / MINUTE_MS)}`;
    await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      if (await isRecorded(this.#ledger, 'telegram.code', occurrence)) return;
      const event = { kind: 'telegram.code', occurrence, account_id, at, data: { code } } as const;
      const event_id = await recordEvent(this.#ledger, event, true);
      await createNotice(this.#ledger, { event_id, account_id, webhook_id: null, telegram_chat: chat, at });
    });
  }

  /** @throws AlirError `invalid_request` for a wrong code */
  async check(account_id: string, chat: string, code: string): Promise<void> {
    if (isSameSecret(code.trim().toLowerCase(), await this.#code(account_id, chat))) return;
    throw refused('telegram_code', 'is not the code that this chat got');
  }

  async #code(account_id: string, chat: string): Promise<string> {
    const secret = await serverSecret(this.#ledger, 'telegram codes');
    const mac = createHmac('sha256', secret).update(`${account_id} ${chat}`);
    return mac.digest('hex').slice(0, CODE_CHARACTERS);
  }
}

function refused(field: string, message: string): AlirError {
  return new AlirError('invalid_request', `${field} ${message}`, { fields: [{ field, message }] });
}
