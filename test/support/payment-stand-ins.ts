import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Fetch } from '../../src/commerce/billing/payments/provider-api.ts';
import { listen } from './listen.ts';

export const SERVER_KEY = 'SB-Mid-server-secret';
export const XENDIT_KEY = 'xnd_secret';
export const CALLBACK_TOKEN = 'callback-secret';

interface Asked {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly body: any;
}

/** A local server that simulates the APIs of the payment providers, and a `fetch` that sends Alir's requests to it. */
export class PaymentStandIns {
  readonly asked: Asked[] = [];
  /** Fields that override the default order status of Midtrans. */
  midtrans: Record<string, unknown> = {};
  /** Fields that override the default invoice of Xendit. */
  xendit: Record<string, unknown> = {};
  /** The refunds of each invoice of Xendit. */
  refunds: readonly Record<string, unknown>[] = [];
  isDown = false;
  /** The checkout is created, and its answer is lost. */
  losesAnswer = false;
  /** The response body instead of JSON, unless empty. */
  garbage = '';
  readonly #amounts = new Map<string, number>();
  #url = '';

  static async start(): Promise<PaymentStandIns> {
    const standIns = new PaymentStandIns();
    const server = createServer(async (request, response) => {
      const { status, body } = await standIns.#answer(request);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(standIns.garbage || JSON.stringify(body));
    });
    standIns.#url = `http://127.0.0.1:${await listen(server)}`;
    return standIns;
  }

  readonly send: Fetch = (input, init) => {
    const { host, pathname, search } = new URL(String(input));
    return fetch(`${this.#url}${pathname}${search}`, {
      ...init,
      headers: { ...(init?.headers as object), 'x-host': host },
    });
  };

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const host = String(request.headers['x-host']);
    const path = request.url ?? '';
    const body = text === '' ? undefined : JSON.parse(text);
    this.asked.push({ method: request.method ?? '', host, path, body });
    if (this.isDown) return { status: 502, body: {} };
    const secret = host.includes('midtrans') ? SERVER_KEY : XENDIT_KEY;
    if (request.headers.authorization !== `Basic ${Buffer.from(`${secret}:`).toString('base64')}`) {
      return { status: 401, body: {} };
    }
    if (path === '/snap/v1/transactions') {
      const { order_id, gross_amount } = body.transaction_details;
      if (this.#amounts.has(order_id)) return { status: 400, body: {} };
      this.#amounts.set(order_id, gross_amount);
      if (this.losesAnswer) return { status: 502, body: {} };
      return {
        status: 201,
        body: { token: 'snap-token', redirect_url: `https://app.midtrans.com/snap/${order_id}` },
      };
    }
    if (path.startsWith('/v2/invoices?external_id=')) {
      const id = `inv-${path.split('=')[1]}`;
      const invoices = [{ ...this.invoice(id), invoice_url: 'https://checkout.xendit.co/x' }];
      return { status: 200, body: this.#amounts.has(id) ? invoices : [] };
    }
    if (path === '/v2/invoices') {
      this.#amounts.set(`inv-${body.external_id}`, body.amount);
      if (this.losesAnswer) return { status: 502, body: {} };
      return {
        status: 200,
        body: {
          id: `inv-${body.external_id}`,
          invoice_url: 'https://checkout.xendit.co/x',
          status: 'PENDING',
        },
      };
    }
    if (path.startsWith('/refunds?')) return { status: 200, body: { data: this.refunds, has_more: false } };
    const [, , first = '', second = ''] = path.split('/');
    if (first === 'invoices') return { status: 200, body: this.invoice(second) };
    if (!this.#amounts.has(first)) return { status: 404, body: { status_code: '404' } };
    return { status: 200, body: this.status(first) };
  }

  status(order_id: string): Record<string, unknown> {
    return {
      order_id,
      transaction_id: `mid-${order_id}`,
      status_code: '200',
      transaction_status: 'settlement',
      fraud_status: 'accept',
      gross_amount: `${this.#amounts.get(order_id) ?? 0}.00`,
      currency: 'IDR',
      ...this.midtrans,
    };
  }

  invoice(id: string): Record<string, unknown> {
    const amount = this.#amounts.get(id) ?? 0;
    return {
      id,
      external_id: id.replace('inv-', ''),
      status: 'PAID',
      amount,
      paid_amount: amount,
      currency: 'IDR',
      ...this.xendit,
    };
  }

  /** The notification of Midtrans for an order, signed with SERVER_KEY over the order ID, status code and amount as sent. */
  notification(order_id: string, over: Record<string, unknown> = {}): Record<string, unknown> {
    const body = { ...this.status(order_id), ...over };
    const signed = `${body.order_id}${body.status_code}${body.gross_amount}${SERVER_KEY}`;
    return { signature_key: createHash('sha512').update(signed).digest('hex'), ...body };
  }
}
