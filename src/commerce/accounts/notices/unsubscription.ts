import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../core/secret.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { serverSecret } from '../../../ledger/server-secret.ts';
import type { Accounts } from '../accounts.ts';
import type { BriefSubscriptions } from '../alerts/brief-subscriptions.ts';
import { changeNoticeSettings, noticeSettings } from './notice-settings.ts';

/** The path of the page that stops e-mails about alerts, or a brief. */
export const UNSUBSCRIBE = '/unsubscribe';

/** What the link of a brief stops. Without this prefix, a link stops the e-mails about the alerts of the account with this id. */
const BRIEF = 'brief-';

export function isBrief(stopped: string): boolean {
  return stopped.startsWith(BRIEF);
}

/** What is stopped by the link in an e-mail to an account, or to the person of a subscription. */
export function stoppedBy(account_id: string | null, subscription_id: string | null): string {
  return subscription_id === null ? String(account_id) : `${BRIEF}${subscription_id}`;
}

/** Links that stop e-mails about alerts, or a brief, for readers who are not signed in. */
export class Unsubscription {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #briefs: BriefSubscriptions;

  constructor(ledger: Ledger, accounts: Accounts, briefs: BriefSubscriptions) {
    [this.#ledger, this.#accounts, this.#briefs] = [ledger, accounts, briefs];
  }

  /** @param public_url where readers reach the server; empty if it is not known: null, because a link needs it */
  async link(public_url: string, stopped: string): Promise<string | null> {
    if (public_url === '') return null;
    const token = `${stopped}.${await this.#signature(stopped)}`;
    return new URL(`${UNSUBSCRIBE}?${new URLSearchParams({ token })}`, public_url).href;
  }

  /** What a link stops; null for a token that no link has. */
  async stoppedBy(token: unknown): Promise<string | null> {
    const [stopped = '', signature = ''] = typeof token === 'string' ? token.split('.') : [];
    return isSameSecret(signature, await this.#signature(stopped)) ? stopped : null;
  }

  /** Repeating it changes nothing. */
  async stop(stopped: string): Promise<void> {
    if (isBrief(stopped)) return await this.#briefs.end(stopped.slice(BRIEF.length));
    const [ledger, accounts] = [this.#ledger, this.#accounts];
    await ledger.transaction(async () => {
      const { account_id, deleted_at } = await accounts.withId(stopped);
      if (deleted_at !== null) return;
      const { email_events } = await noticeSettings(ledger, account_id, 'en');
      const others = email_events.filter((event) => event !== 'alert.changed');
      await changeNoticeSettings({ ledger, accounts }, account_id, { email_events: others });
    });
  }

  async #signature(stopped: string): Promise<string> {
    const secret = await serverSecret(this.#ledger, 'unsubscribe links');
    return createHmac('sha256', secret).update(stopped).digest('base64url');
  }
}
