import { expect, test } from 'vitest';
import { keyEndpoints } from '../../../src/api/endpoints/account/accounts.ts';
import { alertEndpoints } from '../../../src/api/endpoints/account/alerts.ts';
import { orderEndpoints } from '../../../src/api/endpoints/account/billing.ts';
import { billingDetailsEndpoints, invoiceEndpoints } from '../../../src/api/endpoints/account/invoices.ts';
import { noticeSettingsEndpoints, webhookEndpoints } from '../../../src/api/endpoints/account/notices.ts';
import { savedEndpoints } from '../../../src/api/endpoints/account/saved.ts';
import { OPERATIONS } from '../../../src/api/endpoints/admin/admin.ts';
import { pricesOf } from '../../../src/server/settings-files.ts';
import { SetClock } from '../../support/alir.ts';

/** A value for each field, unlike those of the others. */
const SENT: Record<string, unknown> = {
  ...{
    account: 'ani',
    person: 'budi@example.com',
    email: 'ani@example.com',
    role: 'viewer',
    name: 'notebook',
  },
  ...{ plan: 'starter', months: 3, units: 11, requests_per_minute: 12, keys: 13, paid_idr: 14, days: 15 },
  ...{
    amount_idr: 16,
    fee_idr: 17,
    price_idr: 18,
    overlap_hours: 19,
    max_units: 20,
    revision: 21,
    since: 22,
  },
  ...{
    reference: 'reference 1',
    payment_reference: 'transfer 1',
    transfer: 'transfer 2',
    provider: 'xendit',
  },
  ...{
    paid_at: new Date(1),
    expires_at: new Date(2),
    started_at: new Date(3),
    from: '2026-01-05',
    to: '2026-01-09',
  },
  ...{
    key_id: 'key 2',
    order_id: 'order 1',
    offer_id: 'offer 1',
    incident_id: 'incident 1',
    saved_id: 'saved 1',
  },
  ...{
    alert_id: 'alert 1',
    webhook_id: 'webhook 1',
    number: 'INV-1',
    tax_invoice_number: '0123',
    month: '2026-01',
  },
  ...{ search: 'text', near_quota: 80, ending_days: 7, waiting: 'true', trade_date: '2026-01-19', by: 'key' },
  ...{ as_credit: true, forfeit: true, accept: true, withheld: false, excess: 'return', is_recurring: true },
  ...{ title: 'Title', details: 'Details', scopes: ['data'], allowed_ips: ['192.0.2.1'], request: '/news' },
  ...{ address: 'Jl. A 1', tax_id: 'tax 1', url: 'https://a.example.com', events: ['day.published'] },
  ...{
    language: 'id',
    email_events: [],
    telegram_chat: '42',
    telegram_code: 'code 1',
    chat: '43',
    paused: true,
  },
  ...{ idempotency_key: 'invoice 1', accept_forfeit_idr: 23 },
  ...{ even_if_in_use: 'yes', lang: 'id', rule: { broker: 'YP' }, watchlist: { tickers: ['BBCA'] } },
};

const MONTHS = { from: '2025-11', to: '2026-01' };

/** What every function of a service answers: a list and a record in one. */
const known = {
  account_id: 'account 1',
  person_id: 'person 1',
  email: 'budi@example.com',
  kind: 'watchlist',
};
const RESULT = Object.assign([{ ...known, key_id: 'key 2', payment_id: 'payment 1', document: {} }], {
  ...{ ...known, order_id: 'order 2', state: 'applied', document: {}, account: known, resets_at: '' },
});

const textOf = (arg: unknown) => JSON.stringify(arg, (_, value) => (value === RESULT ? 'the answer' : value));

/** A service that records its calls. A function among the arguments is called. */
function recorded(path: string, calls: string[]): never {
  const call = async (...args: unknown[]) => {
    const given = args.map((arg) => (typeof arg === 'function' ? 'work' : textOf(arg)));
    calls.push(`  ${path}(${given.join(', ')})`);
    for (const arg of args) if (typeof arg === 'function') return arg();
    return path === 'billing.orders.idOf' ? `id of ${args[0]}` : RESULT;
  };
  const get = (_: unknown, name: string) =>
    path === '' && name === 'clock'
      ? new SetClock()
      : recorded(path === '' ? name : `${path}.${name}`, calls);
  return new Proxy(call, { get }) as never;
}

/** The calls of an action with all of its fields. An answer that cannot be made of RESULT does not matter. */
async function callsOf(
  title: string,
  fields: readonly string[],
  run: (services: never, input: never) => unknown,
): Promise<string> {
  const unknown = fields.filter((name) => !['reason', 'preview', 'screen'].includes(name) && !(name in SENT));
  expect(unknown, title).toEqual([]);
  const sent: typeof SENT = { ...SENT, ...(title.includes('/revenue') && MONTHS) };
  const input = Object.fromEntries(fields.filter((name) => name in sent).map((name) => [name, sent[name]]));
  const calls: string[] = [];
  await Promise.resolve(run(recorded('', calls), input as never)).catch(() => {});
  return [title, ...calls].join('\n');
}

test('each action of an operator calls the services with its fields as it was reviewed', async () => {
  const change = { actor: 'operator', reason: 'why' };
  const texts = OPERATIONS.map(({ route, input, run }) =>
    callsOf(route, Object.keys(input.shape), async (services, sent) => run(services, sent, change)),
  );
  await expect(`${(await Promise.all(texts)).join('\n\n')}\n`).toMatchFileSnapshot('operator-calls.txt');
});

test('each request of an account calls the services with its fields as it was reviewed', async () => {
  const caller = { account_id: 'account 1', key_id: 'key 1', name: 'notebook' } as never;
  const prices = pricesOf({ prices: '' } as never);
  const endpointsOf = (services: any) => [
    ...keyEndpoints(services.accounts, services.links),
    ...webhookEndpoints(services.webhooks),
    ...noticeSettingsEndpoints(services.notices),
    ...savedEndpoints(services.saved),
    ...alertEndpoints(services.alerts),
    ...invoiceEndpoints(services.billing),
    ...billingDetailsEndpoints(services.billing),
    ...orderEndpoints(
      { offers: services.billing.offers, orders: services.billing.orders, prices } as never,
      services.meter,
    ),
  ];
  const texts = endpointsOf(recorded('', [])).map(({ method, path, input }, place) =>
    callsOf(`${method} ${path}`, Object.keys((input as any).shape), async (services, sent) =>
      endpointsOf(services)[place]?.answer(sent, caller, new AbortController().signal),
    ),
  );
  await expect(`${(await Promise.all(texts)).join('\n\n')}\n`).toMatchFileSnapshot('account-calls.txt');
});

test.for([
  [4, /^The payment extends the period\. It does not refill the quota\.$/],
  [5, /To get more units before 2026-01-31T17:00:00\.000Z, upgrade the plan/],
] as const)('a quote for a renewal after %i of 5 units', async ([used, note]) => {
  const entitlement = {
    ...{
      units: 5,
      window_end: new Date('2026-01-31T17:00:00Z'),
      period_end: new Date('2026-03-01T17:00:00Z'),
    },
  };
  const quote = {
    product: { plan: 'starter' },
    refills_quota: false,
    replaced: null,
    price_idr: 1,
    credit_idr: 0,
  };
  const orders = { quote: async () => quote };
  const meter = { entitlement: () => entitlement, used: async () => used };
  const endpoints = orderEndpoints(
    { orders, prices: pricesOf({ prices: '' } as never) } as never,
    meter as never,
  );
  const create = endpoints.find(({ path }) => path === '/billing/quotes');
  const answer = await create?.answer(
    { plan: 'starter' } as never,
    {} as never,
    new AbortController().signal,
  );
  expect(answer).toMatchObject({ plan: 'starter', note: expect.stringMatching(note) });
});
