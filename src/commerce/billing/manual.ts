import { AlirError } from '../../core/errors.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Payment outside, such as by bank transfer: the operator confirms it with `alir order confirm`. */
export const manual: PaymentProvider = {
  name: 'manual',
  request: async () => null,
  paymentOf: async () => {
    throw new AlirError('payment_refused', 'Payments are confirmed by the operator here.');
  },
};
