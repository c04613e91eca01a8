import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../core/secret.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { serverSecret } from '../../../ledger/server-secret.ts';
import type { Accounts } from '../accounts.ts';
import { stopEmails } from './notice-settings.ts';

/** The path of the page that stops e-mails about alerts, and the brief. */
export const UNSUBSCRIBE = '/unsubscribe';

/** Links that stop the e-mails about the alerts of an account and its brief, for readers who are not signed in. */
export class Unsubscription {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;

  constructor(ledger: Ledger, accounts: Accounts) {
    this.#ledger = ledger;
    this.#accounts = accounts;
  }

  /** @param public_url where readers reach the server; empty if it is not known: null, because a link needs it */
  async link(public_url: string, account_id: string): Promise<string | null> {
    if (public_url === '') return null;
    const token = `${account_id}.${await this.#signature(account_id)}`;
    return new URL(`${UNSUBSCRIBE}?${new URLSearchParams({ token })}`, public_url).href;
  }

  /** The account of a link; null for a token that no link has. */
  async accountOf(token: unknown): Promise<string | null> {
    const [account_id = '', signature = ''] = typeof token === 'string' ? token.split('.') : [];
    return isSameSecret(signature, await this.#signature(account_id)) ? account_id : null;
  }

  /** Stops the e-mails about alerts, and the brief. Repeating it changes nothing. */
  async stop(account_id: string): Promise<void> {
    const [ledger, accounts] = [this.#ledger, this.#accounts];
    await ledger.transaction(async () => {
      const { deleted_at } = await accounts.withId(account_id);
      if (deleted_at !== null) return;
      await stopEmails({ ledger, accounts }, account_id, ['alert.changed', 'brief.published']);
    });
  }

  async #signature(account_id: string): Promise<string> {
    const secret = await serverSecret(this.#ledger, 'unsubscribe links');
    return createHmac('sha256', secret).update(account_id).digest('base64url');
  }
}
