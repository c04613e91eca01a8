import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import { type AccountServices, type Accounts, notInFuture } from '../../accounts/accounts.ts';
import { type Change, recordAudit } from '../../accounts/audit-log.ts';
import type { PlanTerms } from '../../accounts/plans.ts';

import type { Product } from './quote.ts';

export interface OfferTerms extends PlanTerms {
  readonly price_idr: number;
  readonly days: number;
}

export type Offer = Row<'offer'>;

/** Private offers. An offer can be taken once. Taking a recurring offer creates the next one. */
export class Offers {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor({ ledger, accounts, clock }: AccountServices) {
    [this.#ledger, this.#accounts, this.#clock] = [ledger, accounts, clock];
  }

  /** @param expires_at from then on it cannot be ordered @throws AlirError `unknown_account`, `invalid_request` */
  async create(
    account_id: string,
    terms: OfferTerms,
    isRecurring: boolean,
    expires_at: Date | null = null,
    change: Change = { actor: 'server', reason: null },
  ): Promise<Offer> {
    const now = this.#clock.now();
    if (expires_at !== null && expires_at <= now) throw notInFuture(now);
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      const series = isRecurring ? randomUUID() : null;
      const offer = await this.#add(account_id, terms, series, expires_at?.toISOString() ?? null);
      const { offer_id, units, requests_per_minute, keys, price_idr, days, created_at } = offer;
      const details = { offer_id, units, requests_per_minute, keys, price_idr, days };
      await recordAudit(this.#ledger, {
        ...change,
        action: 'offer.created',
        at: new Date(created_at),
        account_id,
        details: { ...details, is_recurring: isRecurring, expires_at: offer.expires_at },
      });
      return offer;
    });
  }

  openTo(account_id: string): Promise<Offer[]> {
    return this.#ledger.all('open_offers', { account_id, now: this.#clock.now().toISOString() });
  }

  all(): Promise<Offer[]> {
    return this.#ledger.all('offers');
  }

  /** @throws AlirError `unknown_offer`, also for an offer to another account, so that its existence is not disclosed */
  async find(offer_id: string, account_id: string): Promise<Offer> {
    const offer = await this.#ledger.get('offer', { offer_id });
    if (offer?.account_id === account_id) return offer;
    throw new AlirError(
      'unknown_offer',
      'This account has no offer with this id. GET /billing/plans lists the available offers.',
    );
  }

  /** The offer that an order takes; null for a plan. */
  async ofOrder({ offer_id, account_id }: Row<'order'>): Promise<Offer | null> {
    return offer_id === null ? null : await this.find(offer_id, account_id);
  }

  /** Opens the offer again that an order had taken, in place of the next one of a recurring agreement. */
  async reopen({ order_id, offer_id, account_id }: Row<'order'>): Promise<void> {
    if (offer_id === null) return;
    const { series } = await this.find(offer_id, account_id);
    const withdrawn_at = this.#clock.now().toISOString();
    if (series !== null) await this.#ledger.run('withdraw_offers_of_series', { series, withdrawn_at });
    await this.#ledger.run('reopen_offer', { order_id });
  }

  /** Withdraws an offer: it cannot be ordered any more. @throws AlirError `unknown_offer`, `offer_not_open` */
  async withdraw(offer_id: string, change: Change): Promise<Offer> {
    return await this.#ledger.transaction(async () => {
      const now = this.#clock.now();
      const withdrawn_at = now.toISOString();
      const isOpen = (await this.#ledger.run('withdraw_offer', { offer_id, withdrawn_at })) === 1;
      const offer = await this.#ledger.get('offer', { offer_id });
      if (!offer) {
        throw new AlirError(
          'unknown_offer',
          `There is no offer with the id ${offer_id}. To see the ids, run: alir offer list`,
        );
      }
      if (!isOpen) {
        throw new AlirError(
          'offer_not_open',
          `The offer ${offer_id} was already ${offer.taken_by === null ? 'withdrawn' : 'accepted'}, so it cannot be withdrawn.`,
        );
      }
      const { account_id } = offer;
      const entry = { ...change, action: 'offer.withdrawn', at: now, account_id } as const;
      await recordAudit(this.#ledger, { ...entry, details: { offer_id } });
      return offer;
    });
  }

  /** Call it in the transaction that found the offer open. */
  async take(offer: Offer, order_id: string): Promise<void> {
    const { offer_id, account_id, series } = offer;
    if ((await this.#ledger.run('take_offer', { offer_id, order_id })) === 0) {
      throw new Error(`The offer ${offer_id} was already accepted`);
    }
    if (series !== null) await this.#add(account_id, offer, series, null);
  }

  async #add(
    account_id: string,
    terms: OfferTerms,
    series: string | null,
    expires_at: string | null,
  ): Promise<Offer> {
    const offer_id = randomUUID();
    const created_at = this.#clock.now().toISOString();
    await this.#ledger.run('create_offer', {
      ...terms,
      offer_id,
      account_id,
      series,
      created_at,
      expires_at,
    });
    return await this.find(offer_id, account_id);
  }
}

export function productOf(offer: Offer): Product {
  return { ...offer, plan: 'custom', months: null };
}
