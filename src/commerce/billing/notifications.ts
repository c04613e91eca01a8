import type { Order } from './order.ts';
import type { Orders } from './orders.ts';
import type { PaymentNotification, PaymentProvider } from './payment-provider.ts';

/**
 * What a provider tells of a payment. A repetition changes nothing; what is not (yet) paid is heard and left alone.
 * @returns the order that was paid, or null
 * @throws AlirError as the provider's paymentOf
 */
export async function paymentNotified(
  orders: Orders,
  provider: PaymentProvider,
  notification: PaymentNotification,
): Promise<Order | null> {
  const payment = await provider.paymentOf(notification, (order_id) => orders.knows(order_id));
  return payment && orders.pay(payment);
}
