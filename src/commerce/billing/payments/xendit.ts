import * as z from 'zod';
import { isSameSecret } from '../../../core/secret.ts';
import type { PaymentProvider, PaymentReport } from './payment-provider.ts';
import {
  askProvider,
  type Fetch,
  invalidSignature,
  readNotification,
  unknownOrder,
  urlId,
} from './provider-api.ts';

/** Of an invoice. */
const notification = z.object({ id: urlId, external_id: urlId });

/** Of a refund. Some versions of the notification wrap the refund once more. */
const refundNotification = z.object({
  event: z.string().startsWith('refund.'),
  data: z.union([
    z.object({ invoice_id: urlId }),
    z.object({ data: z.object({ invoice_id: urlId }) }).transform(({ data }) => data),
  ]),
});

const refunds = z.object({
  data: z.array(z.object({ status: z.string(), amount: z.number(), currency: z.string() })),
  has_more: z.boolean().nullish(),
});

const created = z.object({ id: z.string(), invoice_url: z.url() });

const invoice = z.object({
  id: z.string(),
  external_id: z.string(),
  status: z.string(),
  amount: z.number(),
  paid_amount: z.number().nullish(),
  currency: z.string(),
  paid_at: z.iso.datetime({ offset: true }).nullish(),
});

interface XenditSettings {
  readonly secret_key: string;
  readonly callback_token: string;
  readonly send: Fetch;
}

/** Xendit: an invoice for each order, a callback with a token, and the invoice read back; docs.xendit.co. */
export function xendit({ secret_key, callback_token, send }: XenditSettings): PaymentProvider {
  const url = 'https://api.xendit.co/v2/invoices';
  const invoiceWithId = (id: string) =>
    askProvider(send, { url: `${url}/${encodeURIComponent(id)}`, secret: secret_key, schema: invoice });
  /** The total of the refunds of an invoice. */
  const refundReport = async (
    invoice_id: string,
    hasOrder: (order_id: string) => Promise<boolean>,
  ): Promise<PaymentReport | null> => {
    const { id, external_id: order_id } = await invoiceWithId(invoice_id);
    if (id !== invoice_id || !(await hasOrder(order_id))) return null;
    const { data, has_more } = await askProvider(send, {
      url: `https://api.xendit.co/refunds?invoice_id=${encodeURIComponent(invoice_id)}&limit=100`,
      secret: secret_key,
      schema: refunds,
    });
    const done = data.filter(({ status }) => status === 'SUCCEEDED');
    if (done.length === 0) return null;
    const total = done.reduce((sum, { amount }) => sum + amount, 0);
    const isExact =
      !has_more && done.every(({ currency }) => currency === 'IDR') && Number.isSafeInteger(total);
    const returned_idr = isExact ? total : null;
    return { kind: 'returned', order_id, payment_reference: invoice_id, returned_idr, cause: 'refund' };
  };
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
    async reportOf({ header, body }, hasOrder) {
      if (!isSameSecret(header('x-callback-token') ?? '', callback_token)) throw invalidSignature();
      const refund = refundNotification.safeParse(body);
      if (refund.success) return await refundReport(refund.data.data.invoice_id, hasOrder);
      const { id, external_id } = readNotification(notification, body);
      if (!(await hasOrder(external_id))) throw unknownOrder(external_id);
      const now = await invoiceWithId(id);
      const isPaid = now.status === 'PAID' || now.status === 'SETTLED';
      if (now.id !== id || now.external_id !== external_id || !isPaid) return null;
      const paid = now.paid_amount ?? now.amount;
      const amount_idr = now.currency === 'IDR' && Number.isSafeInteger(paid) ? paid : null;
      const paid_at = now.paid_at ? new Date(now.paid_at) : null;
      return { kind: 'paid', order_id: external_id, payment_reference: id, amount_idr, paid_at };
    },
  };
}
