import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '../../../core/secret.ts';
import type { PaymentProvider, PaymentReport, ReturnedPayment } from './payment-provider.ts';
import {
  askIfKnown,
  type Fetch,
  invalidSignature,
  readNotification,
  unknownOrder,
  urlId,
} from './provider-api.ts';

/** Kept as the strings that were sent, because the signature covers them. */
const notification = z.object({
  order_id: urlId,
  status_code: z.string().max(8),
  gross_amount: z.string().max(32),
  signature_key: z.string().max(256),
});

const transaction = z.object({ token: z.string(), redirect_url: z.url() });

const known = z.object({
  order_id: z.string(),
  transaction_id: z.string(),
  status_code: z.string(),
  transaction_status: z.string(),
  fraud_status: z.string().nullish(),
  gross_amount: z.string(),
  currency: z.string().nullish(),
  transaction_time: z.string().nullish(),
  settlement_time: z.string().nullish(),
  /** The total of all refunds. */
  refund_amount: z.string().nullish(),
});

type Status = z.output<typeof known>;

/** Midtrans does not know an order before its customer has chosen how to pay. */
const status = z.union([known, z.object({ status_code: z.literal('404') }).transform(() => null)]);

/** Alir's part of an order id at Midtrans. A further checkout of the order has a suffix. */
const orderOf = (midtrans_id: string) => midtrans_id.slice(0, 36);

/** The states of a transaction whose money went back, with what happened. */
const RETURNED: Readonly<Record<string, ReturnedPayment['cause'] | undefined>> = {
  refund: 'refund',
  partial_refund: 'refund',
  chargeback: 'chargeback',
  partial_chargeback: 'chargeback',
  cancel: 'void',
};

interface MidtransSettings {
  readonly server_key: string;
  readonly sandbox: boolean;
  readonly send: Fetch;
}

/** Midtrans: a Snap page for each order, signed notifications, and its status call; docs.midtrans.com. */
export function midtrans({ server_key, sandbox, send }: MidtransSettings): PaymentProvider {
  const host = (name: string) => `https://${name}.${sandbox ? 'sandbox.' : ''}midtrans.com`;
  const reportsAbout = async (midtrans_id: string) => {
    const url = `${host('api')}/v2/${encodeURIComponent(midtrans_id)}/status`;
    const now = await askIfKnown(send, { url, secret: server_key, schema: status }, [404]);
    return now?.order_id === midtrans_id ? reportsIn(now) : [];
  };
  return {
    name: 'midtrans',
    async request({ order_id, charge_idr, description, email, expires_in_s }, isRepeated) {
      const checkout = async (checkout_id: string, refusals: readonly number[]) => {
        const question = {
          url: `${host('app')}/snap/v1/transactions`,
          secret: server_key,
          body: {
            transaction_details: { order_id: checkout_id, gross_amount: charge_idr },
            item_details: [{ name: description.slice(0, 50), price: charge_idr, quantity: 1 }],
            customer_details: { email },
            expiry: { unit: 'minute', duration: Math.ceil(expires_in_s / 60) },
          },
          idempotency_key: checkout_id,
          schema: transaction,
        };
        const made = await askIfKnown(send, question, refusals);
        return made && { payment_url: made.redirect_url, payment_reference: made.token, checkout_id };
      };
      if (!isRepeated) return await checkout(order_id, []);
      // Within 5 minutes, Midtrans repeats its answer. Later, it refuses the id of a checkout that nobody has seen.
      return (
        (await checkout(order_id, [400, 406, 409])) ??
        (await checkout(`${order_id}-${randomUUID().slice(0, 8)}`, []))
      );
    },
    ask: ({ order_id, checkout_id }) => reportsAbout(checkout_id ?? order_id),
    async reportsOf({ body }, hasOrder) {
      const { order_id, status_code, gross_amount, signature_key } = readNotification(notification, body);
      const signed = `${order_id}${status_code}${gross_amount}${server_key}`;
      if (!isSameSecret(signature_key.toLowerCase(), createHash('sha512').update(signed).digest('hex'))) {
        throw invalidSignature();
      }
      if (!(await hasOrder(orderOf(order_id)))) throw unknownOrder(order_id);
      return await reportsAbout(order_id);
    },
  };
}

function reportsIn(now: Status): PaymentReport[] {
  const { transaction_id: payment_reference, transaction_status, gross_amount } = now;
  const order_id = orderOf(now.order_id);
  const currency = now.currency ?? 'IDR';
  const amount_idr = rupiah(gross_amount, currency);
  const paid_at = jakartaTime(now.settlement_time ?? now.transaction_time ?? '');
  const paid = { kind: 'paid', order_id, payment_reference, amount_idr, paid_at } as const;
  const cause = RETURNED[transaction_status];
  if (!cause) return isFulfilled(now) ? [paid] : [];
  const refunded_idr = now.refund_amount ? rupiah(now.refund_amount, currency) : null;
  const returned_idr = refunded_idr ?? (transaction_status.startsWith('partial') ? null : amount_idr);
  const report = { kind: 'returned', order_id, payment_reference, returned_idr, cause } as const;
  // A cancelled transaction was perhaps never paid.
  return cause === 'void' ? [report] : [paid, report];
}

function isFulfilled({ status_code, transaction_status, fraud_status }: Status): boolean {
  const isPaid = transaction_status === 'settlement' || transaction_status === 'capture';
  return status_code === '200' && isPaid && (fraud_status ?? 'accept') === 'accept';
}

/** `2026-01-19 16:15:01`, the time in Jakarta, as Midtrans writes it. */
function jakartaTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const time = new Date(`${text.replace(' ', 'T')}+07:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** `200000.00`, as Midtrans writes it. */
function rupiah(amount: string, currency: string): number | null {
  return currency === 'IDR' && /^\d{1,12}(?:\.0{1,2})?$/.test(amount) ? Number(amount) : null;
}
