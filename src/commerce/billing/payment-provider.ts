import type { PaymentProviderName } from '../../core/commerce-terms.ts';

/** What is to be paid. */
interface Bill {
  readonly order_id: string;
  readonly charge_idr: number;
  readonly description: string;
  readonly email: string;
  readonly expires_in_s: number;
}

/** Where a bill is paid. */
interface Checkout {
  readonly payment_url: string;
  readonly payment_reference: string;
}

/** A payment that has been made, as the provider itself says when it is asked. */
export interface Payment {
  readonly order_id: string;
  readonly payment_reference: string;
  /** Null for another currency, or parts of a rupiah. */
  readonly amount_idr: number | null;
}

/** A message that claims to come from the provider. */
export interface PaymentNotification {
  header(name: string): string | undefined;
  /** The JSON that was sent. */
  readonly body: unknown;
}

/** One way of being paid. Notifications may repeat, come in any order, and be forged. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** Asks for a payment. Null where it is made outside, and the operator confirms it. @throws AlirError `payment_unavailable` */
  request(bill: Bill): Promise<Checkout | null>;
  /**
   * @param knows whether there is such an order: of others nothing is asked
   * @returns the payment of which it tells, confirmed by asking the provider; null where none is made (yet)
   * @throws AlirError `payment_refused` for what is not the provider's, `unknown_order`, `payment_unavailable`
   */
  paymentOf(notification: PaymentNotification, knows: (order_id: string) => boolean): Promise<Payment | null>;
}
