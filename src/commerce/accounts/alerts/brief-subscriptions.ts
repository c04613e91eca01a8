import { createHash, randomUUID } from 'node:crypto';
import type { Language } from '../../../core/commerce-terms.ts';
import { MINUTE_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { type Brief, briefOf } from '../../../core/market/brief.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { AccountServices } from '../accounts.ts';
import { recordAudit } from '../audit-log.ts';
import { planAt } from '../entitlement.ts';
import { createNotice } from '../notices/webhooks.ts';
import type { SavedItems } from '../saved-items.ts';

/** A brief that a person gets by e-mail; `saved_id` null for that of the whole market. */
export type BriefSubscription = Row<'brief_subscriptions'>;

/** A person as a member of an account. */
export interface Subscriber {
  readonly account_id: string;
  readonly person_id: string;
}

/** The data of an event `brief.published`. Subscribers who get the same brief share the event. */
export interface SentBrief extends Brief {
  readonly is_test: boolean;
  /** Whether the brief of this day was sent before. */
  readonly is_correction: boolean;
  readonly watchlist: { readonly saved_id: string; readonly name: string } | null;
}

interface Services extends AccountServices {
  readonly saved: SavedItems;
}

/** The briefs that people get by e-mail. Each person decides for themselves. */
export class BriefSubscriptions {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Those of a person in an account, oldest first. */
  async of({ account_id, person_id }: Subscriber): Promise<BriefSubscription[]> {
    const all = await this.#services.ledger.all('brief_subscriptions', { account_id });
    return all.filter((each) => each.person_id === person_id);
  }

  /**
   * Has a brief sent to a person after each publication, beginning with the next one. If the person gets it already, changes the
   * language, and resumes it.
   * @param saved_id a watchlist; null for the whole market
   * @throws AlirError `unknown_saved_item`, `alert_limit_reached`, `account_deleted`
   */
  async subscribe(subscriber: Subscriber, saved_id: string | null, language: Language): Promise<void> {
    const { ledger, accounts, saved, clock } = this.#services;
    const { account_id } = subscriber;
    await ledger.transaction(async () => {
      const now = clock.now();
      const limit = planAt(await accounts.changeable(account_id), now).alerts;
      if (saved_id !== null) await saved.watchlist(account_id, saved_id);
      const same = (await this.of(subscriber)).find((each) => each.saved_id === saved_id);
      if (same) {
        await ledger.run('change_brief_subscription', { ...same, language, paused_at: null });
        return;
      }
      const { length } = await ledger.all('brief_subscriptions', { account_id });
      if (length >= limit) {
        const message = `The people of the account get ${length} briefs by e-mail, and its plan allows ${limit}. Stop ${length - limit + 1}, or upgrade the plan.`;
        throw new AlirError('alert_limit_reached', message);
      }
      await ledger.run('create_brief_subscription', {
        ...{ ...subscriber, subscription_id: randomUUID(), saved_id, language },
        created_at: now.toISOString(),
      });
      await this.#audit('brief.subscribed', { ...subscriber, saved_id });
    });
  }

  /** A brief that is resumed begins with the next publication. @throws AlirError `not_found` */
  async pause(subscriber: Subscriber, subscription_id: string, isPaused: boolean): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const subscription = await this.#find(subscriber, subscription_id);
      const paused_at = isPaused ? clock.now().toISOString() : null;
      await ledger.run('change_brief_subscription', { ...subscription, paused_at });
    });
  }

  /** Stops a brief of a person. Repeating it changes nothing. */
  async stop(subscriber: Subscriber, subscription_id: string): Promise<void> {
    await this.#services.ledger.transaction(async () => {
      const isOwn = (await this.of(subscriber)).some((each) => each.subscription_id === subscription_id);
      if (isOwn) await this.end(subscription_id);
    });
  }

  /** Stops a brief, with the e-mails that wait. Repeating it changes nothing. */
  async end(subscription_id: string): Promise<void> {
    const { ledger } = this.#services;
    await ledger.transaction(async () => {
      const ended = await ledger.get('delete_brief_subscription', { subscription_id });
      if (ended) await this.#audit('brief.unsubscribed', ended);
    });
  }

  /** Has a brief sent as a test, at most once a minute. @throws AlirError `not_found` */
  async test(subscriber: Subscriber, subscription_id: string, whole: Brief): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const subscription = await this.#find(subscriber, subscription_id);
      const at = clock.now();
      const occurrence = `test ${subscription_id} ${Math.floor(at.getTime() / MINUTE_MS)}`;
      const brief = sentBrief(subscription, whole, { is_test: true, is_correction: false });
      await recordBrief(ledger, subscription, { brief, occurrence, at });
    });
  }

  async #find(subscriber: Subscriber, subscription_id: string): Promise<BriefSubscription> {
    const found = (await this.of(subscriber)).find((each) => each.subscription_id === subscription_id);
    if (found) return found;
    throw new AlirError('not_found', 'You do not get this brief by e-mail.');
  }

  /** The person acts, also by the link in an e-mail. */
  async #audit(
    action: 'brief.subscribed' | 'brief.unsubscribed',
    { account_id, person_id, saved_id }: Subscriber & { readonly saved_id: string | null },
  ): Promise<void> {
    const { ledger, clock } = this.#services;
    const entry = { actor: `person ${person_id}`, reason: null, action, at: clock.now(), account_id };
    await recordAudit(ledger, { ...entry, details: { watchlist: saved_id } });
  }
}

/** Whether a brief was not made for a publication. */
export function isDue({ paused_at, publication }: BriefSubscription, published: number): boolean {
  return paused_at === null && publication < published;
}

/**
 * Makes the briefs of an account for a publication, in the transaction of the caller: nobody gets one twice.
 * @param limit of the plan: newer subscriptions get none
 */
export async function recordBriefs(
  ledger: Ledger,
  whole: Brief,
  {
    account_id,
    publication,
    limit,
    at,
  }: { account_id: string; publication: number; limit: number; at: Date },
): Promise<void> {
  const all = await ledger.all('brief_subscriptions', { account_id });
  for (const [place, subscription] of all.entries()) {
    if (!isDue(subscription, publication)) continue;
    const { subscription_id, saved_id, trade_date, sha256: last } = subscription;
    const is_correction = trade_date === whole.date;
    const brief = sentBrief(subscription, whole, { is_test: false, is_correction });
    const sha256 = createHash('sha256').update(JSON.stringify(brief.lines)).digest('hex');
    // The brief of an earlier day follows the withdrawal of a day.
    const isMade = place < limit && (trade_date === null || trade_date <= whole.date);
    const made = isMade ? { trade_date: whole.date, sha256 } : { trade_date, sha256: last };
    const isNoted = (await ledger.run('note_brief', { subscription_id, publication, ...made })) > 0;
    const isSame = is_correction && (last === null || last === sha256);
    if (!isNoted || !isMade || trade_date === null || isSame) continue;
    const occurrence = [saved_id, publication, is_correction, sha256].join(' ');
    await recordBrief(ledger, subscription, { brief, occurrence, at });
  }
}

function sentBrief(
  { saved_id, name, content }: BriefSubscription,
  whole: Brief,
  sent: Pick<SentBrief, 'is_test' | 'is_correction'>,
): SentBrief {
  const brief = briefOf(whole, content === null ? null : JSON.parse(content));
  return { ...brief, ...sent, watchlist: saved_id === null ? null : { saved_id, name: name ?? '' } };
}

async function recordBrief(
  ledger: Ledger,
  { account_id, subscription_id, saved_id }: BriefSubscription,
  { brief, occurrence, at }: { readonly brief: SentBrief; readonly occurrence: string; readonly at: Date },
): Promise<void> {
  const owner = saved_id === null ? null : account_id;
  const event = { kind: 'brief.published', occurrence, account_id: owner, at, data: { ...brief } } as const;
  const event_id = await recordEvent(ledger, event, true);
  await createNotice(ledger, { event_id, account_id, webhook_id: null, subscription_id, at });
}
