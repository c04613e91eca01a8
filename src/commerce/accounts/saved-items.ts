import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { Watched } from '../../core/market/brief.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Accounts } from './accounts.ts';
import { planAt } from './entitlement.ts';

type StoredItem = Row<'saved_items_of_account'>;

/** A screen or a watchlist of an account. Its content is JSON that was validated when it was saved. */
export type SavedItem = Omit<StoredItem, 'account_id' | 'content'> & { readonly content: unknown };

/** The screens and watchlists of accounts. */
export class SavedItems {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor(ledger: Ledger, accounts: Accounts, clock: Clock) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** Oldest first. */
  async all(account_id: string): Promise<SavedItem[]> {
    const rows = await this.#ledger.all('saved_items_of_account', { account_id });
    return rows.map(({ account_id: _, content, ...row }) => ({ ...row, content: JSON.parse(content) }));
  }

  /** The number of screens and watchlists that the plan of an account allows. */
  async limit(account_id: string): Promise<number> {
    return planAt(await this.#accounts.withId(account_id), this.#clock.now()).saved_items;
  }

  /** @throws AlirError `unknown_saved_item`, also for an item of another `kind` */
  async find(account_id: string, saved_id: string, kind?: SavedItem['kind']): Promise<SavedItem> {
    const found = (await this.all(account_id)).find((item) => item.saved_id === saved_id);
    if (found && found.kind === (kind ?? found.kind)) return found;
    const message = 'The account has no such screen or watchlist. GET /account/saved lists them.';
    throw new AlirError('unknown_saved_item', message);
  }

  /** @throws AlirError `unknown_saved_item`, also for a screen */
  async watchlist(account_id: string, saved_id: string): Promise<{ name: string; content: Watched }> {
    const { name, content } = await this.find(account_id, saved_id, 'watchlist');
    return { name, content: content as Watched };
  }

  /** @throws AlirError `saved_limit_reached`, `account_deleted` */
  async create(
    account_id: string,
    { kind, name, content }: Pick<SavedItem, 'kind' | 'name' | 'content'>,
  ): Promise<SavedItem> {
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      const limit = await this.limit(account_id);
      const { length } = await this.all(account_id);
      if (length >= limit) {
        const message = `The account has ${length} screens and watchlists, and its plan allows ${limit}. Delete ${length - limit + 1}, or upgrade the plan.`;
        throw new AlirError('saved_limit_reached', message);
      }
      const now = this.#clock.now().toISOString();
      const item = { saved_id: randomUUID(), kind, name, content, created_at: now, changed_at: now };
      await this.#ledger.run('create_saved_item', { ...item, account_id, content: JSON.stringify(content) });
      return item;
    });
  }

  /** Changes the name, the content or both. @throws AlirError `unknown_saved_item` */
  async change(
    account_id: string,
    saved_id: string,
    changes: Partial<Pick<SavedItem, 'name' | 'content'>>,
  ): Promise<SavedItem> {
    return await this.#ledger.transaction(async () => {
      const item = await this.find(account_id, saved_id);
      const changed = { ...item, ...changes, changed_at: this.#clock.now().toISOString() };
      await this.#ledger.run('change_saved_item', { ...changed, content: JSON.stringify(changed.content) });
      if (!isDeepStrictEqual(selectionIn(changed), selectionIn(item))) {
        await this.#ledger.run('restart_alerts_of_saved_item', { saved_id });
      }
      if (changes.content !== undefined) await this.#ledger.run('restart_briefs_of_saved_item', { saved_id });
      return changed;
    });
  }

  /** @throws AlirError `unknown_saved_item` */
  async delete(account_id: string, saved_id: string): Promise<SavedItem> {
    return await this.#ledger.transaction(async () => {
      const item = await this.find(account_id, saved_id);
      await this.#ledger.run('delete_saved_item', { saved_id });
      return item;
    });
  }
}

/** What decides which stocks are members of the alerts of an item. */
function selectionIn({ kind, content }: SavedItem): unknown {
  if (kind === 'watchlist') return new Set((content as Watched).tickers);
  const { measures: _, ...selection } = content as { readonly measures?: unknown };
  return selection;
}
