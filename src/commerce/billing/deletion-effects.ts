import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import { placeholderEmail, removePersonalData } from '../accounts/account-deletion.ts';
import type { AccountServices } from '../accounts/accounts.ts';
import { type Change, recordAudit } from '../accounts/audit-log.ts';
import { orderAt, STATES } from './order-states.ts';
import type { Refunds } from './payments/refunds.ts';
import type { Order } from './prices/order-amounts.ts';

type Services = AccountServices & { readonly refunds: Refunds };

/** What a deletion does to an account. Money is whole rupiah. */
export interface DeletionEffects {
  readonly account_id: string;
  readonly email: string;
  readonly live_keys: number;
  readonly webhooks: number;
  /** Those who belong to the account. A person who belongs to another one, too, or is an operator, stays. */
  readonly people: number;
  /** Orders that wait for a payment. A deletion cancels them. */
  readonly open_orders: number;
  /** Orders whose payment waits for a decision of the operator. */
  readonly undecided_orders: number;
  readonly held_idr: number;
  readonly credit_idr: number;
  readonly owed_idr: number;
  /** They stay, with what they state about the buyer. */
  readonly invoices: number;
}

/** The deletion of accounts. */
export class AccountDeletion {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** What `delete` would do. @throws AlirError `unknown_account`, `account_deleted` */
  async effects(account_id: string): Promise<DeletionEffects> {
    const { ledger, accounts } = this.#services;
    const { email } = await accounts.changeable(account_id);
    const of = { account_id };
    const facts = await ledger.get('account_facts', of);
    const orders = await this.#ordersOf(account_id);
    return {
      account_id,
      email,
      live_keys: facts?.live_keys ?? 0,
      webhooks: (await ledger.all('webhooks_of_account', of)).length,
      people: (await ledger.all('people_of_account', of)).length,
      open_orders: orders.filter(isOpen).length,
      undecided_orders: orders.filter((order) => STATES[order.state].waits_for && !isOpen(order)).length,
      held_idr: facts?.held_idr ?? 0,
      credit_idr: Math.max(0, facts?.credit_idr ?? 0),
      owed_idr: Math.max(0, -(facts?.credit_idr ?? 0)),
      invoices: (await ledger.all('all_invoices_of_account', of)).length,
    };
  }

  async #ordersOf(account_id: string): Promise<Order[]> {
    const { ledger, clock } = this.#services;
    const orders = await ledger.all('all_orders_of_account', { account_id });
    return orders.map((order) => orderAt(order, clock.now()));
  }

  /**
   * Deletes an account: it stays without personal data, without open offers and suspended, so that money and usage still add up. Records of money, invoices and
   * counters stay. The e-mail address becomes `deleted-ID@invalid`, and can be used for a new account.
   * @param forfeits whether open orders are cancelled, and money that is held or credit stays without its owner
   * @throws AlirError `unknown_account`, `account_deleted`, `deletion_refused`
   */
  async delete(account_id: string, change: Change, forfeits: boolean): Promise<DeletionEffects> {
    const { ledger, accounts, refunds, clock } = this.#services;
    return await ledger.transaction(async () => {
      const account = await accounts.changeable(account_id);
      const effects = await this.effects(account_id);
      if (!forfeits) refuseForfeit(effects);
      const at = clock.now();
      for (const order of await this.#ordersOf(account_id)) {
        if (isOpen(order)) await refunds.cancel(order.order_id, change);
      }
      await ledger.run('withdraw_offers_of_account', { account_id, withdrawn_at: at.toISOString() });
      const { open_orders, undecided_orders, held_idr, credit_idr, owed_idr } = effects;
      await recordAudit(ledger, {
        ...change,
        action: 'account.deleted',
        at,
        account_id,
        details: {
          email: placeholderEmail(account_id),
          ...{ open_orders, undecided_orders, held_idr, credit_idr, owed_idr },
        },
      });
      await ledger.run('redact_orders', { account_id });
      await removePersonalData(ledger, account, at.toISOString());
      return effects;
    });
  }
}

function isOpen({ state }: Order): boolean {
  return STATES[state].waits_for === 'customer';
}

function refuseForfeit(effects: DeletionEffects): void {
  const { open_orders, undecided_orders, held_idr, credit_idr, owed_idr } = effects;
  const open = [
    open_orders > 0 ? `${counted(open_orders, 'order')} to pay` : null,
    undecided_orders > 0 ? `${counted(undecided_orders, 'order')} to decide` : null,
    held_idr > 0 ? `IDR ${held_idr} held` : null,
    credit_idr > 0 ? `IDR ${credit_idr} of credit` : null,
    owed_idr > 0 ? `IDR ${owed_idr} that it owes` : null,
  ].filter((each) => each !== null);
  if (open.length === 0) return;
  throw new AlirError(
    'deletion_refused',
    `The account cannot be deleted yet: it has ${open.join(', ')}. Settle this first (alir order list --waiting, alir order refund), or delete it all the same with --forfeit.`,
  );
}
