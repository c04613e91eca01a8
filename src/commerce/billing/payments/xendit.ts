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

const found = z.array(z.object({ id: z.string(), invoice_url: z.url(), status: z.string() }));

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
  const ask = <Answer>(path: string, schema: z.ZodType<Answer>, question: { readonly body?: object } = {}) =>
    askProvider(send, { ...question, url: `https://api.xendit.co/${path}`, secret: secret_key, schema });
  const invoiceWithId = (id: string) => ask(`v2/invoices/${encodeURIComponent(id)}`, invoice);
  const invoicesOf = (order_id: string) =>
    ask(`v2/invoices?external_id=${encodeURIComponent(order_id)}`, found);
  const refundReports = async (order_id: string, invoice_id: string): Promise<PaymentReport[]> => {
    const path = `refunds?invoice_id=${encodeURIComponent(invoice_id)}&limit=100`;
    const { data, has_more } = await ask(path, refunds);
    const done = data.filter(({ status }) => status === 'SUCCEEDED');
    if (done.length === 0) return [];
    const total = done.reduce((sum, { amount }) => sum + amount, 0);
    const isExact =
      !has_more && done.every(({ currency }) => currency === 'IDR') && Number.isSafeInteger(total);
    const returned_idr = isExact ? total : null;
    return [{ kind: 'returned', order_id, payment_reference: invoice_id, returned_idr, cause: 'refund' }];
  };
  const withRefunds = async (now: z.output<typeof invoice>): Promise<PaymentReport[]> => {
    const paid = paidReports(now);
    return paid.length === 0 ? [] : [...paid, ...(await refundReports(now.external_id, now.id))];
  };
  return {
    name: 'xendit',
    async request({ order_id, charge_idr, description, email, expires_in_s }, isRepeated) {
      const known = isRepeated ? await invoicesOf(order_id) : [];
      const body = {
        external_id: order_id,
        amount: charge_idr,
        currency: 'IDR',
        description,
        payer_email: email,
        invoice_duration: expires_in_s,
      };
      const open = known.find(({ status }) => status === 'PENDING');
      const { id, invoice_url } = open ?? (await ask('v2/invoices', created, { body }));
      return { payment_url: invoice_url, payment_reference: id, checkout_id: id };
    },
    async ask({ order_id, checkout_id }) {
      const ids = checkout_id === null ? (await invoicesOf(order_id)).map(({ id }) => id) : [checkout_id];
      const reports: PaymentReport[] = [];
      for (const id of ids) reports.push(...(await withRefunds(await invoiceWithId(id))));
      return reports;
    },
    async reportsOf({ header, body }, hasOrder) {
      if (!isSameSecret(header('x-callback-token') ?? '', callback_token)) throw invalidSignature();
      const refund = refundNotification.safeParse(body);
      if (refund.success) {
        const { invoice_id } = refund.data.data;
        const now = await invoiceWithId(invoice_id);
        return now.id === invoice_id && (await hasOrder(now.external_id)) ? await withRefunds(now) : [];
      }
      const { id, external_id } = readNotification(notification, body);
      if (!(await hasOrder(external_id))) throw unknownOrder(external_id);
      const now = await invoiceWithId(id);
      return now.id === id && now.external_id === external_id ? paidReports(now) : [];
    },
  };
}

function paidReports(now: z.output<typeof invoice>): PaymentReport[] {
  if (now.status !== 'PAID' && now.status !== 'SETTLED') return [];
  const paid = now.paid_amount ?? now.amount;
  const amount_idr = now.currency === 'IDR' && Number.isSafeInteger(paid) ? paid : null;
  const paid_at = now.paid_at ? new Date(now.paid_at) : null;
  return [{ kind: 'paid', order_id: now.external_id, payment_reference: now.id, amount_idr, paid_at }];
}
