import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { type AccountEvent, accountEvents } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { Accounts } from '../accounts.ts';
import { recordAudit } from '../audit-log.ts';

export const MAX_WEBHOOKS = 5;
/** Deliveries that may wait for one webhook. */
const MAX_PENDING = 1000;
/** E-mails that may wait for an account, and messages that may wait for its Telegram chats. */
export const MAX_PENDING_MESSAGES = 50;
/** Length of the delivery log that a request returns. */
export const MAX_DELIVERIES_SHOWN = 100;
/** Tests that may wait for one webhook, with its other deliveries. */
const MAX_PENDING_WITH_TEST = 10;
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export type Webhook = Omit<Row<'webhooks_of_account'>, 'events'> & {
  readonly events: readonly AccountEvent[];
};

export type Delivery = Row<'deliveries_of_webhook'>;

/**
 * Who gets an event; `account_id` null for the operator. Without `webhook_id`, it is an e-mail, to the person of a subscription or to the
 * account, or with a chat a message by Telegram.
 */
export interface Receiver {
  readonly account_id: string | null;
  readonly webhook_id: string | null;
  readonly telegram_chat?: string | null;
  readonly subscription_id?: string | null;
}

export class Webhooks {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor(ledger: Ledger, accounts: Accounts, clock: Clock) {
    [this.#ledger, this.#accounts, this.#clock] = [ledger, accounts, clock];
  }

  async all(account_id: string): Promise<Webhook[]> {
    const rows = await this.#ledger.all('webhooks_of_account', { account_id });
    return rows.map((row) => ({ ...row, events: accountEvents(row.events.split(',')) }));
  }

  /** @throws AlirError `webhook_limit_reached`, `account_deleted` @returns the webhook with its secret, which is shown once */
  async create(
    account_id: string,
    url: string,
    events: readonly AccountEvent[],
    actor = 'operator',
  ): Promise<Webhook & { readonly secret: string }> {
    const secret = newSecret();
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      if ((await this.all(account_id)).length >= MAX_WEBHOOKS) {
        throw new AlirError(
          'webhook_limit_reached',
          `The account already has ${MAX_WEBHOOKS} webhooks. Delete one, then try again.`,
        );
      }
      const created_at = this.#clock.now().toISOString();
      const webhook = {
        webhook_id: randomUUID(),
        account_id,
        url,
        events: accountEvents(events),
        created_at,
      };
      await this.#ledger.run('create_webhook', { ...webhook, events: webhook.events.join(), secret });
      await this.#record('webhook.created', webhook, actor);
      return { ...webhook, failing_since: null, disabled_at: null, secret };
    });
  }

  /** Replaces the secret. The next delivery is signed with the new one. @throws AlirError `unknown_webhook` */
  async rotate(
    account_id: string,
    webhook_id: string,
    actor = 'operator',
  ): Promise<Webhook & { readonly secret: string }> {
    const secret = newSecret();
    return await this.#ledger.transaction(async () => {
      const webhook = await this.#find(account_id, webhook_id);
      await this.#ledger.run('set_webhook_secret', { webhook_id, secret });
      await this.#record('webhook.secret_replaced', webhook, actor);
      return { ...webhook, secret };
    });
  }

  /** Deletes a webhook with its delivery log. @throws AlirError `unknown_webhook` */
  async delete(account_id: string, webhook_id: string, actor = 'operator'): Promise<Webhook> {
    return await this.#ledger.transaction(async () => {
      const webhook = await this.#find(account_id, webhook_id);
      await this.#ledger.run('delete_webhook', { webhook_id });
      await this.#record('webhook.deleted', webhook, actor);
      return webhook;
    });
  }

  /**
   * Has a `webhook.test` event sent.
   * @returns its identifier @throws AlirError `unknown_webhook`, `webhook_not_ready`
   */
  async test(account_id: string, webhook_id: string): Promise<string> {
    return await this.#ledger.transaction(async () => {
      await this.#checkReady(account_id, webhook_id);
      const at = this.#clock.now();
      const event_id = await recordEvent(
        this.#ledger,
        { kind: 'webhook.test', account_id, at, data: { webhook_id } },
        true,
      );
      await createNotice(this.#ledger, { event_id, account_id, webhook_id, at });
      return event_id;
    });
  }

  /** Sends a delivery again that was given up. @throws AlirError `unknown_webhook`, `webhook_not_ready` */
  async sendAgain(account_id: string, webhook_id: string, notice_id: string): Promise<void> {
    await this.#ledger.transaction(async () => {
      await this.#checkReady(account_id, webhook_id);
      const next_attempt_at = this.#clock.now().toISOString();
      await this.#ledger.run('send_notice_again', { webhook_id, notice_id, next_attempt_at });
    });
  }

  /** The newest deliveries, newest first. @throws AlirError `unknown_webhook` */
  async deliveries(account_id: string, webhook_id: string): Promise<Delivery[]> {
    await this.#find(account_id, webhook_id);
    return await this.#ledger.all('deliveries_of_webhook', { webhook_id, limit: MAX_DELIVERIES_SHOWN });
  }

  async #checkReady(account_id: string, webhook_id: string): Promise<void> {
    const { disabled_at } = await this.#find(account_id, webhook_id);
    if (disabled_at !== null) {
      throw new AlirError(
        'webhook_not_ready',
        'The webhook is disabled, because its receiver failed for 3 days. Delete it, and create a new one.',
      );
    }
    const receiver = { account_id, webhook_id, telegram_chat: null, subscription_id: null };
    const waiting = await this.#ledger.get('count_pending_notices', receiver);
    if ((waiting?.notices ?? 0) < MAX_PENDING_WITH_TEST) return;
    throw new AlirError(
      'webhook_not_ready',
      `${waiting?.notices} deliveries wait for this webhook. Try again when they have been made.`,
    );
  }

  /** The audit log does not contain addresses of receivers, which can be personal data. */
  async #record(
    action: 'webhook.created' | 'webhook.secret_replaced' | 'webhook.deleted',
    {
      account_id,
      webhook_id,
      events,
    }: Pick<Webhook, 'webhook_id' | 'events'> & { readonly account_id: string },
    actor: string,
  ): Promise<void> {
    const entry = { actor, reason: null, action, at: this.#clock.now(), account_id };
    await recordAudit(this.#ledger, { ...entry, details: { webhook_id, events } });
  }

  async #find(account_id: string, webhook_id: string): Promise<Webhook> {
    const found = (await this.all(account_id)).find((webhook) => webhook.webhook_id === webhook_id);
    if (found) return found;
    throw new AlirError(
      'unknown_webhook',
      'The account has no webhook with this id. GET /account/webhooks lists its webhooks.',
    );
  }
}

/** Records once that an event is to be sent to a receiver. @param refusal why it will not be sent */
export async function createNotice(
  ledger: Ledger,
  {
    event_id,
    account_id,
    webhook_id,
    telegram_chat = null,
    subscription_id = null,
    at,
  }: Receiver & { readonly event_id: string; readonly at: Date },
  refusal: string | null = null,
): Promise<void> {
  const created_at = at.toISOString();
  const receiver = { webhook_id, telegram_chat, subscription_id };
  const waiting =
    account_id !== null && (await ledger.get('count_pending_notices', { ...receiver, account_id }));
  const limit = webhook_id === null ? MAX_PENDING_MESSAGES : MAX_PENDING;
  const isFull = waiting && waiting.notices >= limit;
  const last_error = refusal ?? (isFull ? `${limit} notices already wait for this receiver.` : null);
  await ledger.run('create_notice', {
    ...{ ...receiver, account_id, event_id, created_at, last_error },
    notice_id: `${event_id} ${webhook_id ?? telegram_chat ?? subscription_id ?? account_id ?? 'operator'}`,
    state: last_error === null ? 'pending' : 'not_sent',
    next_attempt_at: last_error === null ? created_at : null,
    settled_at: last_error === null ? null : created_at,
  });
}

/**
 * The headers of a delivery, as the specification Standard Webhooks 1.0 defines them.
 * @param at time of the attempt
 */
export function signatureHeaders(
  secret: string,
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}
