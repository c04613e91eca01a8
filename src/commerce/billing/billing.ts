import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { Offers } from './offers.ts';
import { Orders } from './orders.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Prices } from './prices.ts';

/** What is sold, to whom, and how it is paid. */
export interface Billing {
  readonly orders: Orders;
  readonly offers: Offers;
  readonly prices: Prices;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

export interface BillingServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly prices: Prices;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

export function billingOf({ ledger, accounts, prices, provider, clock }: BillingServices): Billing {
  const offers = new Offers(ledger, accounts, clock);
  const orders = new Orders({ ledger, accounts, offers, prices, provider, clock });
  return { orders, offers, prices, provider, clock };
}
