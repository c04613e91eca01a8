import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PlanTerms } from '../accounts/plans.ts';
import type { Product } from './quote.ts';

/** The terms of an offer to one account. */
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

  constructor(ledger: Ledger, accounts: Accounts, clock: Clock) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** @throws AlirError `unknown_account` */
  async create(account_id: string, terms: OfferTerms, isRecurring: boolean): Promise<Offer> {
    await this.#accounts.withId(account_id);
    return await this.#add(account_id, terms, isRecurring ? randomUUID() : null);
  }

  /** The offers that an account can take. */
  openTo(account_id: string): Promise<Offer[]> {
    return this.#ledger.all('open_offers', { account_id });
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

  /** Call it in the transaction that found the offer open. */
  async take(offer: Offer, order_id: string): Promise<void> {
    const { offer_id, account_id, series } = offer;
    if ((await this.#ledger.run('take_offer', { offer_id, order_id })) === 0) {
      throw new Error(`The offer ${offer_id} was already accepted`);
    }
    if (series !== null) await this.#add(account_id, offer, series);
  }

  async #add(account_id: string, terms: OfferTerms, series: string | null): Promise<Offer> {
    const { units, requests_per_minute, keys, price_idr, days } = terms;
    const offer: Offer = {
      offer_id: randomUUID(),
      account_id,
      series,
      units,
      requests_per_minute,
      keys,
      price_idr,
      days,
      created_at: this.#clock.now().toISOString(),
      taken_by: null,
    };
    await this.#ledger.run('create_offer', offer);
    return offer;
  }
}

export function productOf({
  offer_id,
  series,
  units,
  requests_per_minute,
  keys,
  price_idr,
  days,
}: Offer): Product {
  return {
    plan: 'custom',
    months: null,
    days,
    price_idr,
    terms: { units, requests_per_minute, keys },
    offer_id,
    series,
  };
}
