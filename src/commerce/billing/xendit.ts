import { z } from 'zod';
import { isSameSecret } from '../../core/secret.ts';
import type { PaymentProvider } from './payment-provider.ts';
import {
  askProvider,
  type Fetch,
  invalidSignature,
  readNotification,
  unknownOrder,
  urlId,
} from './provider-api.ts';

const notification = z.object({ id: urlId, external_id: urlId });

const created = z.object({ id: z.string(), invoice_url: z.url() });

const invoice = z.object({
  id: z.string(),
  external_id: z.string(),
  status: z.string(),
  amount: z.number(),
  paid_amount: z.number().nullish(),
  currency: z.string(),
});

interface XenditSettings {
  readonly secret_key: string;
  readonly callback_token: string;
  readonly send: Fetch;
}

/** Xendit: an invoice for each order, a callback with a token, and the invoice read back; docs.xendit.co. */
export function xendit({ secret_key, callback_token, send }: XenditSettings): PaymentProvider {
  const url = 'https://api.xendit.co/v2/invoices';
  return {
    name: 'xendit',
    async request({ order_id, charge_idr, description, email, expires_in_s }) {
      const { id, invoice_url } = await askProvider(send, {
        url,
        secret: secret_key,
        body: {
          external_id: order_id,
          amount: charge_idr,
          currency: 'IDR',
          description,
          payer_email: email,
          invoice_duration: expires_in_s,
        },
        schema: created,
      });
      return { payment_url: invoice_url, payment_reference: id };
    },
    async paymentOf({ header, body }, hasOrder) {
      if (!isSameSecret(header('x-callback-token') ?? '', callback_token)) throw invalidSignature();
      const { id, external_id } = readNotification(notification, body);
      if (!(await hasOrder(external_id))) throw unknownOrder(external_id);
      const now = await askProvider(send, {
        url: `${url}/${encodeURIComponent(id)}`,
        secret: secret_key,
        schema: invoice,
      });
      const isPaid = now.status === 'PAID' || now.status === 'SETTLED';
      if (now.id !== id || now.external_id !== external_id || !isPaid) return null;
      const paid = now.paid_amount ?? now.amount;
      const amount_idr = now.currency === 'IDR' && Number.isSafeInteger(paid) ? paid : null;
      return { order_id: external_id, payment_reference: id, amount_idr };
    },
  };
}
