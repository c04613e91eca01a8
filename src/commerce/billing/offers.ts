import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { PlanTerms } from '../accounts/plans.ts';
import type { Product } from './quote.ts';

/** What an operator offers one account. */
export interface OfferTerms extends PlanTerms {
  readonly price_idr: number;
  readonly days: number;
}

export type Offer = Row<'offer'>;

/** Private offers. One is taken once; of a recurring one the next is made when it is. */
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
  create(account_id: string, terms: OfferTerms, isRecurring: boolean): Offer {
    this.#accounts.withId(account_id);
    return this.#add(account_id, terms, isRecurring ? randomUUID() : null);
  }

  /** Those that an account can take. */
  openTo(account_id: string): Offer[] {
    return this.#ledger.all('open_offers', { account_id });
  }

  all(): Offer[] {
    return this.#ledger.all('offers');
  }

  /** @throws AlirError `unknown_offer`, also for one to another account: that there is one is nobody else's business */
  find(offer_id: string, account_id: string): Offer {
    const offer = this.#ledger.get('offer', { offer_id });
    if (offer?.account_id === account_id) return offer;
    throw new AlirError(
      'unknown_offer',
      'There is no such offer to this account. GET /billing/plans lists those there are.',
    );
  }

  /** For an offer that is still open, in the transaction in which that was seen. */
  take(offer: Offer, order_id: string): void {
    const { offer_id, account_id, series } = offer;
    if (this.#ledger.run('take_offer', { offer_id, order_id }) === 0) {
      throw new Error(`The offer ${offer_id} was taken before`);
    }
    if (series !== null) this.#add(account_id, offer, series);
  }

  #add(account_id: string, terms: OfferTerms, series: string | null): Offer {
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
    this.#ledger.run('create_offer', offer);
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
