import { readFileSync } from 'node:fs';
import { Accounts } from '../../src/commerce/accounts/accounts.ts';
import { type Billing, billingOf } from '../../src/commerce/billing/orders.ts';
import type { PaymentProvider } from '../../src/commerce/billing/payment-provider.ts';
import { listPrice, readPrices } from '../../src/commerce/billing/prices.ts';
import { manual } from '../../src/commerce/billing/providers.ts';
import type { Plan, PlanMonths } from '../../src/core/commerce-terms.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { afterThisTest, SetClock, temporaryFolder } from './alir.ts';

const PRICES = readPrices(
  readFileSync(new URL('../../data/reference/prices.json', import.meta.url), 'utf8'),
  'prices.json',
);

/** Accounts and billing over a real ledger. */
export class Shop {
  readonly ledger_file: string;
  readonly ledger: SqliteLedger;
  readonly accounts: Accounts;
  readonly billing: Billing;
  readonly clock: SetClock;

  private constructor(ledger_file: string, provider: PaymentProvider) {
    this.ledger_file = ledger_file;
    this.clock = new SetClock('2026-01-05T03:00:00Z');
    this.ledger = new SqliteLedger(ledger_file);
    this.accounts = new Accounts(this.ledger, this.clock);
    const { ledger, accounts, clock } = this;
    this.billing = billingOf({ ledger, accounts, prices: PRICES, provider, clock });
  }

  static async open(provider: PaymentProvider = manual): Promise<Shop> {
    const shop = new Shop(`${await temporaryFolder()}/ledger.sqlite`, provider);
    afterThisTest(async () => shop.ledger.close());
    return shop;
  }

  async account(plan: Plan = 'free', months: PlanMonths = 1): Promise<string> {
    const paid = listPrice(PRICES, plan, months);
    return (await this.accounts.create(`${Math.random()}@example.com`, plan, months, null, paid)).account
      .account_id;
  }

  /** Advances the clock by a number of days. */
  pass(days: number): void {
    this.clock.time = new Date(this.clock.time.getTime() + days * 86_400_000);
  }

  /** The rows of a query on the ledger file, on a separate read-only connection. */
  rows(sql: string): any[] {
    const db = new Database(this.ledger_file, { readonly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  }
}
