import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '../../../core/secret.ts';
import type { PaymentProvider, PaymentReport, ReturnedPayment } from './payment-provider.ts';
import {
  askProvider,
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

const status = z.object({
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

type Status = z.output<typeof status>;

/** The states of a transaction whose money went back, with what happened. `partial`: only a part of it. */
const RETURNED: Readonly<
  Record<string, { readonly cause: ReturnedPayment['cause']; readonly partial: boolean } | undefined>
> = {
  refund: { cause: 'refund', partial: false },
  partial_refund: { cause: 'refund', partial: true },
  chargeback: { cause: 'chargeback', partial: false },
  partial_chargeback: { cause: 'chargeback', partial: true },
  cancel: { cause: 'void', partial: false },
};

interface MidtransSettings {
  readonly server_key: string;
  readonly sandbox: boolean;
  readonly send: Fetch;
}

/** Midtrans: a Snap page for each order, signed notifications, and its status call; docs.midtrans.com. */
export function midtrans({ server_key, sandbox, send }: MidtransSettings): PaymentProvider {
  const host = (name: string) => `https://${name}.${sandbox ? 'sandbox.' : ''}midtrans.com`;
  return {
    name: 'midtrans',
    async request({ order_id, charge_idr, description, email, expires_in_s }) {
      const { token, redirect_url } = await askProvider(send, {
        url: `${host('app')}/snap/v1/transactions`,
        secret: server_key,
        body: {
          transaction_details: { order_id, gross_amount: charge_idr },
          item_details: [{ name: description.slice(0, 50), price: charge_idr, quantity: 1 }],
          customer_details: { email },
          expiry: { unit: 'minute', duration: Math.ceil(expires_in_s / 60) },
        },
        schema: transaction,
      });
      return { payment_url: redirect_url, payment_reference: token };
    },
    async reportOf({ body }, hasOrder) {
      const { order_id, status_code, gross_amount, signature_key } = readNotification(notification, body);
      const signed = `${order_id}${status_code}${gross_amount}${server_key}`;
      if (!isSameSecret(signature_key.toLowerCase(), createHash('sha512').update(signed).digest('hex'))) {
        throw invalidSignature();
      }
      if (!(await hasOrder(order_id))) throw unknownOrder(order_id);
      const now = await askProvider(send, {
        url: `${host('api')}/v2/${encodeURIComponent(order_id)}/status`,
        secret: server_key,
        schema: status,
      });
      return now.order_id === order_id ? reportOf(now) : null;
    },
  };
}

function reportOf(now: Status): PaymentReport | null {
  const { order_id, transaction_id: payment_reference, transaction_status, gross_amount } = now;
  const currency = now.currency ?? 'IDR';
  const amount_idr = rupiah(gross_amount, currency);
  const returned = RETURNED[transaction_status];
  if (returned) {
    const { cause, partial } = returned;
    const refunded_idr = now.refund_amount ? rupiah(now.refund_amount, currency) : null;
    const returned_idr = refunded_idr ?? (partial ? null : amount_idr);
    return { kind: 'returned', order_id, payment_reference, returned_idr, cause };
  }
  if (!isFulfilled(now)) return null;
  const paid_at = jakartaTime(now.settlement_time ?? now.transaction_time ?? '');
  return { kind: 'paid', order_id, payment_reference, amount_idr, paid_at };
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
