import { Accounts } from '../../commerce/accounts/accounts.ts';
import { entitlementAt } from '../../commerce/accounts/entitlement.ts';
import { DATA_ONLY } from '../../commerce/accounts/keys/key-terms.ts';
import { SavedItems } from '../../commerce/accounts/saved-items.ts';
import type { InvoiceSettings } from '../../commerce/billing/invoices/seller.ts';
import { type Billing, billingOf } from '../../commerce/billing/orders.ts';
import { manual } from '../../commerce/billing/payments/providers.ts';
import type { Prices } from '../../commerce/billing/prices/prices.ts';
import type { Clock } from '../../core/clock.ts';
import { COSTS } from '../../core/costs.ts';
import { DAY_MS, HOUR_MS, jakartaDate } from '../../core/dates.ts';
import type { Stores } from '../../server/stores.ts';
import { Random } from './random.ts';

/** The account whose keys the demo shows. */
export const DEMO_EMAIL = 'demo@example.com';

/** The operator of the demo, as the audit log shows it. */
const OPERATOR = 'demo';
/** The most requests of a key on a day, and on a Saturday or Sunday. */
const REQUESTS_A_DAY = 60;
const REQUESTS_A_WEEKEND_DAY = 8;
const TICKERS_A_BATCH = 20;
/** The endpoints that made-up requests call, the most used first. */
const BATCH = 'get_broker_summary_batch';
const ENDPOINTS = [
  BATCH,
  'get_broker_summary',
  'get_foreign_flow',
  'get_ohlcv',
  'get_broker_inventory',
  'get_accumulation',
  'get_counterparties',
] as const satisfies readonly (keyof typeof COSTS)[];

/** What the home page of the demo shows. */
const WATCHLIST = {
  tickers: [
    ...['TLKM', 'ASII', 'MEDC', 'BRIS', 'PTRO', 'INCO'],
    ...['GOTO', 'BBRI', 'COIN', 'BMRI', 'BBCA', 'MDKA'],
  ],
  brokers: [],
};
const SCREENS = {
  'Foreign in, price flat': {
    where: {
      and: [
        { measure: 'foreign_share_5d', gte: 10 },
        { measure: 'change_5d', between: [-5, 2] },
      ],
    },
    sort: { measure: 'foreign_share_5d', direction: 'desc' },
  },
  'High volume': { where: { measure: 'volume_ratio_20d', gte: 2 } },
};

interface DemoServices extends Pick<Stores, 'ledger' | 'clock'> {
  readonly prices: Prices;
  readonly invoice_settings: InvoiceSettings;
}

interface PastAccount {
  readonly account_id: string;
  /** The keys that made-up requests use. */
  readonly key_ids: readonly string[];
  /** Days since its creation. */
  readonly days: number;
}

/**
 * Writes made-up accounts into an empty ledger, as if they had been created and used in the last weeks: paid orders with their invoices,
 * an order that waits for the operator, an offer, and usage. The addresses are of example.com, and the names say that they are made up.
 * @returns the keys of the account DEMO_EMAIL
 */
export async function addDemoAccounts(services: DemoServices): Promise<{ api_key: string; mcp_key: string }> {
  const past = new PastClock(services.clock);
  const { ledger, prices, invoice_settings } = services;
  const accounts = new Accounts(ledger, past);
  const billing = billingOf({ ledger, accounts, prices, provider: manual, invoice_settings, clock: past });

  past.goBackTo(24 * DAY_MS);
  const demo = await accounts.create(DEMO_EMAIL, 'free', 1, null, 0, OPERATOR);
  const { account_id } = demo.account;
  await billing.details.change(
    account_id,
    { name: 'PT Contoh Riset (made up)', address: 'Jl. Contoh 2\nJakarta 10110' },
    { actor: DEMO_EMAIL, reason: null },
  );
  await buy(billing, past, { account_id, plan: 'starter', months: 3 }, 23 * DAY_MS);
  const [own] = await accounts.keys(account_id);
  const dashboard = await accounts.createKey(account_id, 'dashboard', DATA_ONLY);

  const saved = new SavedItems(ledger, accounts, past);
  await saved.create(account_id, { kind: 'watchlist', name: 'Banks and more', content: WATCHLIST });
  for (const [name, content] of Object.entries(SCREENS)) {
    await saved.create(account_id, { kind: 'screen', name, content });
  }

  past.goBackTo(16 * DAY_MS);
  const desk = await accounts.create('desk@example.com', 'free', 1, null, 0, OPERATOR);
  const desk_id = desk.account.account_id;
  await buy(billing, past, { account_id: desk_id, plan: 'professional', months: 1 }, 15 * DAY_MS);
  const terminal = await accounts.createKey(desk_id, 'terminal', DATA_ONLY);

  past.goBackTo(4 * DAY_MS);
  const terms = { units: 60_000, requests_per_minute: 240, keys: 6, price_idr: 450_000, days: 60 };
  await billing.offers.create(account_id, terms, false);

  past.goBackTo(5 * HOUR_MS);
  const student = await accounts.create('student@example.com', 'free', 1, null, 0, OPERATOR);
  past.goBackTo(3 * HOUR_MS);
  const waiting = { plan: 'starter', months: 1 } as const;
  await billing.orders.create(student.account.account_id, waiting, { idempotency_key: null });

  const random = new Random('usage of the demo');
  const key_ids = [own?.key_id ?? '', dashboard.key_id];
  await addUsage(services, accounts, past, { account_id, key_ids, days: 22 }, random);
  const used_by_desk = { account_id: desk_id, key_ids: [terminal.key_id], days: 14 };
  await addUsage(services, accounts, past, used_by_desk, random);
  return { api_key: demo.api_key, mcp_key: demo.mcp_key };
}

/** The clock of the demo's history, which is set to a time before now. */
class PastClock implements Clock {
  readonly #clock: Clock;
  #ms_ago = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  goBackTo(ms_ago: number): void {
    this.#ms_ago = ms_ago;
  }

  now(): Date {
    return new Date(this.#clock.now().getTime() - this.#ms_ago);
  }

  monotonic_ms(): number {
    return this.#clock.monotonic_ms();
  }
}

/** Orders a plan. The operator confirms the payment two hours later. */
async function buy(
  { orders, payments }: Billing,
  past: PastClock,
  { account_id, ...purchase }: { account_id: string; plan: 'starter' | 'professional'; months: 1 | 3 },
  ms_ago: number,
): Promise<void> {
  past.goBackTo(ms_ago);
  const { order_id } = await orders.create(account_id, purchase, { idempotency_key: null });
  past.goBackTo(ms_ago - 2 * HOUR_MS);
  await payments.confirm(order_id, {}, OPERATOR);
}

/** Charges the requests of each day before today. */
async function addUsage(
  { ledger }: DemoServices,
  accounts: Accounts,
  past: PastClock,
  { account_id, key_ids, days }: PastAccount,
  random: Random,
): Promise<void> {
  const account = await accounts.withId(account_id);
  for (let day = days; day > 0; day--) {
    past.goBackTo(day * DAY_MS);
    const now = past.now();
    const { window, units: limit } = entitlementAt(account, now);
    const usage_date = jakartaDate(now);
    const isWeekend = [0, 6].includes(new Date(`${usage_date}T00:00:00Z`).getUTCDay());
    const most = isWeekend ? REQUESTS_A_WEEKEND_DAY : REQUESTS_A_DAY;
    const charges = key_ids.flatMap((key_id, place) => {
      const requests = Math.floor(((0.3 + 0.7 * random.next()) * most) / (place + 1));
      return Array.from({ length: requests }, () => {
        const endpoint = ENDPOINTS[Math.floor(ENDPOINTS.length * random.next() ** 2)] ?? BATCH;
        const tickers = Array<string>(endpoint === BATCH ? 1 + random.below(TICKERS_A_BATCH) : 1).fill('');
        return {
          account_id,
          key_id,
          window,
          limit,
          key_limit: null,
          units: COSTS[endpoint].units({ tickers, from: usage_date, to: usage_date }),
          charged_at: now.toISOString(),
          usage_date,
          endpoint,
          idempotency: null,
        };
      });
    });
    await ledger.charge(charges);
  }
  await ledger.flush();
}
