import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { midtrans } from '../../../src/commerce/billing/payments/midtrans.ts';
import { askIfKnown, askProvider } from '../../../src/commerce/billing/payments/provider-api.ts';
import { xendit } from '../../../src/commerce/billing/payments/xendit.ts';
import { listen } from '../../support/listen.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server on a free port. @returns its URL, and the requests that reached it */
async function live(answer: RequestListener): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, paths };
}

const QUESTION = { secret: 'secret', schema: z.object({}) };
const ask = (url: string, body?: object) =>
  askProvider(fetch, { url, ...QUESTION, ...(body ? { body } : {}) });

describe('a request to the payment provider', () => {
  test.each([301, 302, 303, 307, 308])('does not follow a redirect with status %i', async (status) => {
    const other = await live((_request, response) => response.end('{}'));
    const provider = await live((_request, response) =>
      response.writeHead(status, { location: `${other.url}/elsewhere` }).end(),
    );
    for (const body of [undefined, {}]) {
      await expect(ask(provider.url, body)).rejects.toMatchObject({ code: 'payment_unavailable' });
    }
    expect(provider.paths).toHaveLength(2);
    expect(other.paths).toEqual([]);
  });

  test.each([400, 401, 403, 404, 409, 429, 500, 503])(
    'fails with status %i, whatever the body',
    async (status) => {
      const send = async () => new Response('{}', { status });
      const asked = (statuses: number[]) =>
        askIfKnown(send, { url: 'http://provider', ...QUESTION }, statuses);
      await expect(asked([])).rejects.toMatchObject({
        code: 'payment_unavailable',
        message: expect.stringContaining(`(status ${status})`),
        retry_after_s: 60,
      });
      expect(await asked([status])).toBeNull();
    },
  );

  test.each([
    ['does not answer', () => {}],
    ['does not finish its answer', (_request, response) => response.write('{')],
  ] as [string, RequestListener][])('has a time limit when the provider %s', async (_what, answer) => {
    const { url } = await live(answer);
    const timeout = AbortSignal.timeout;
    const limits_ms: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits_ms.push(ms);
      return timeout.call(AbortSignal, 50);
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'payment_unavailable' });
    expect(limits_ms).toEqual([10_000]);
  });
});

test.each(['..', '.', '../v2/invoices', 'a/b', 'a?b', 'a%2fb', '', 'a#b', 'x'.repeat(65)])(
  'the id %j in a notification never becomes part of a URL',
  async (id) => {
    const provider = await live((_request, response) => response.end('{}'));
    const urls: string[] = [];
    const { reportsOf } = xendit({
      secret_key: 'secret',
      callback_token: 'token',
      send: (input, init) => {
        urls.push(String(input));
        return fetch(provider.url, init);
      },
    });
    const message = { header: () => 'token', body: { id, external_id: 'known' } };
    await expect(reportsOf(message, async () => true)).rejects.toMatchObject({ code: 'malformed_request' });
    expect(urls).toEqual([]);
  },
);

describe('Xendit', () => {
  const invoice = (id: string, status: string) => ({
    ...{ id, external_id: 'order', status, amount: 200_000, currency: 'IDR', invoice_url: `https://x/${id}` },
  });
  const refund = { status: 'SUCCEEDED', amount: 50_000, currency: 'IDR' };

  /** Xendit with the invoices of an order, and the refunds of each. */
  function withInvoices(invoices: readonly ReturnType<typeof invoice>[], refunds: object) {
    const asked: string[] = [];
    const send = async (input: unknown, init?: RequestInit) => {
      const { pathname, search } = new URL(String(input));
      asked.push(`${init?.method ?? 'GET'} ${pathname}${search}`);
      if (pathname === '/refunds') return Response.json(refunds);
      const [id] = pathname.split('/v2/invoices/').slice(1);
      if (id === undefined)
        return Response.json(init?.method === 'POST' ? invoice('new', 'PENDING') : invoices);
      return Response.json(invoices.find((each) => each.id === id));
    };
    return { asked, provider: xendit({ secret_key: 'secret', callback_token: 'token', send }) };
  }

  test('gets a request for every invoice of an order if it is unknown which one the customer has', async () => {
    const { provider } = withInvoices([invoice('a', 'EXPIRED'), invoice('b', 'PAID')], { data: [] });
    const paid = [{ kind: 'paid', order_id: 'order', payment_reference: 'b', amount_idr: 200_000 }];
    expect(await provider.ask({ order_id: 'order', checkout_id: null })).toMatchObject(paid);
    expect(await provider.ask({ order_id: 'order', checkout_id: 'b' })).toMatchObject(paid);
    expect(await provider.ask({ order_id: 'order', checkout_id: 'a' })).toEqual([]);
  });

  test.each<[string, object, object, object]>([
    ['payment', { id: 'b' }, {}, { id: 'a', external_id: 'order' }],
    ['payment', { external_id: 'other' }, {}, { id: 'a', external_id: 'order' }],
    ['refund', { id: 'b' }, { data: [refund] }, { event: 'refund.succeeded', data: { invoice_id: 'a' } }],
  ])(
    'a notification of a %s about another invoice than %j reports nothing',
    async (_, other, refunds, body) => {
      const answering = (found: object) => {
        const send = async (url: unknown) =>
          Response.json(String(url).includes('/refunds') ? refunds : { ...invoice('a', 'PAID'), ...found });
        return xendit({ secret_key: 'secret', callback_token: 'token', send });
      };
      const message = { header: () => 'token', body };
      expect(await answering({}).reportsOf(message, async () => true)).not.toEqual([]);
      expect(await answering(other).reportsOf(message, async () => true)).toEqual([]);
    },
  );

  test.for([
    [{ data: [refund, refund, { ...refund, status: 'FAILED' }] }, 100_000],
    [{ data: [{ ...refund, status: 'PENDING' }] }, undefined],
    [{ data: [refund], has_more: true }, null],
    [{ data: [refund, { ...refund, currency: 'USD' }] }, null],
    [{ data: [{ ...refund, amount: 0.5 }] }, null],
  ] as const)('with the refunds %j has returned %s', async ([refunds, returned_idr]) => {
    const { provider } = withInvoices([invoice('a', 'SETTLED')], refunds);
    const [, ...returned] = await provider.ask({ order_id: 'order', checkout_id: 'a' });
    expect(returned.map((report) => (report as { returned_idr?: unknown }).returned_idr)).toEqual(
      returned_idr === undefined ? [] : [returned_idr],
    );
  });

  test.for([
    [['EXPIRED', 'PENDING'], true, 'invoice-1'],
    [['EXPIRED'], true, 'new'],
    [['PENDING'], false, 'new'],
  ] as const)(
    'with invoices %j, repeated %s, asks the customer to pay %s',
    async ([states, isRepeated, id]) => {
      const { provider } = withInvoices(
        states.map((state, index) => invoice(`invoice-${index}`, state)),
        {},
      );
      const bill = {
        order_id: 'order',
        charge_idr: 200_000,
        description: 'x',
        email: 'a@b.c',
        expires_in_s: 60,
      };
      expect(await provider.request(bill, isRepeated)).toMatchObject({ checkout_id: id });
    },
  );
});

describe('Midtrans', () => {
  const TRANSACTION = {
    ...{ order_id: 'order', transaction_id: 'paid', status_code: '200', currency: 'IDR' },
    gross_amount: '200000.00',
  };

  function withTransaction(transaction: object) {
    const bodies: unknown[] = [];
    const send = async (_url: unknown, init?: RequestInit) => {
      if (init?.method !== 'POST') return Response.json({ ...TRANSACTION, ...transaction });
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({ token: 'token', redirect_url: 'https://x/' });
    };
    return { bodies, provider: midtrans({ server_key: 'secret', sandbox: true, send }) };
  }

  test('gets whole minutes that last until the end of the price, and a name of 50 characters', async () => {
    const { bodies, provider } = withTransaction({});
    const bill = { order_id: 'order', charge_idr: 200_000, description: 'x'.repeat(51), email: 'a@b.c' };
    await provider.request({ ...bill, expires_in_s: 61 }, false);
    expect(bodies).toEqual([
      {
        transaction_details: { order_id: 'order', gross_amount: 200_000 },
        item_details: [{ name: 'x'.repeat(50), price: 200_000, quantity: 1 }],
        customer_details: { email: 'a@b.c' },
        expiry: { unit: 'minute', duration: 2 },
      },
    ]);
  });

  test.for([
    ['refund', 'refund', 200_000],
    ['partial_refund', 'refund', null],
    ['chargeback', 'chargeback', 200_000],
    ['partial_chargeback', 'chargeback', null],
    ['cancel', 'void', 200_000],
  ] as const)('reports the state %s as a %s of %s', async ([transaction_status, cause, returned_idr]) => {
    const { provider } = withTransaction({ transaction_status });
    const reports = await provider.ask({ order_id: 'order', checkout_id: null });
    expect(reports.at(-1)).toMatchObject({ kind: 'returned', cause, returned_idr });
    expect(reports).toHaveLength(cause === 'void' ? 1 : 2);
  });
});
