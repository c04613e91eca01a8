import type { PaymentProviderName, ReturnCause } from '../../../core/commerce-terms.ts';

interface Bill {
  readonly order_id: string;
  readonly charge_idr: number;
  readonly description: string;
  readonly email: string;
  readonly expires_in_s: number;
}

interface Checkout {
  readonly payment_url: string;
  readonly payment_reference: string;
  /** The identifier for requests to the provider. */
  readonly checkout_id: string;
}

/** A payment that was made, confirmed by a request to the provider. */
export interface Payment {
  readonly order_id: string;
  readonly payment_reference: string;
  /** Null for another currency or a fraction of a rupiah. */
  readonly amount_idr: number | null;
  /** When the provider received it; null if that is now. */
  readonly paid_at: Date | null;
}

/** Money that the provider gave back to a customer, confirmed by a request to the provider. */
export interface ReturnedPayment {
  readonly order_id: string;
  readonly payment_reference: string;
  /** The total that was returned of this payment so far; null if the provider does not report the amount. */
  readonly returned_idr: number | null;
  readonly cause: ReturnCause;
}

export type PaymentReport =
  | ({ readonly kind: 'paid' } & Payment)
  | ({ readonly kind: 'returned' } & ReturnedPayment);

/** A message that claims to come from the provider. */
export interface PaymentNotification {
  header(name: string): string | undefined;
  /** The JSON that was sent. */
  readonly body: unknown;
}

/** A payment method. Notifications can repeat, arrive in any order, and be forged. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /**
   * Requests a checkout. Null if the customer pays outside Alir and the operator confirms it.
   * @param isRepeated the provider may have a checkout of this order, whose answer was lost
   * @throws AlirError `payment_unavailable`
   */
  request(bill: Bill, isRepeated: boolean): Promise<Checkout | null>;
  /**
   * @param knows whether the order exists: the provider is not asked about other orders
   * @returns what happened to the payment, confirmed by a request to the provider: a payment before its refund
   * @throws AlirError `payment_refused` for a notification that is not the provider's, `unknown_order`, `payment_unavailable`
   */
  reportsOf(
    notification: PaymentNotification,
    hasOrder: (order_id: string) => Promise<boolean>,
  ): Promise<PaymentReport[]>;
  /** What happened to the checkout of an order: a payment before its refund. @throws AlirError `payment_unavailable` */
  ask(order: { readonly order_id: string; readonly checkout_id: string | null }): Promise<PaymentReport[]>;
}
