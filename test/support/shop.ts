import { readFileSync } from 'node:fs';
import { Accounts } from '../../src/commerce/accounts/accounts.ts';
import { Administration } from '../../src/commerce/accounts/administration.ts';
import type { InvoiceSettings } from '../../src/commerce/billing/invoices/seller.ts';
import { type Billing, billingOf, type Purchase } from '../../src/commerce/billing/orders.ts';
import type { Payment, PaymentProvider } from '../../src/commerce/billing/payments/payment-provider.ts';
import type { Confirmation } from '../../src/commerce/billing/payments/payments.ts';
import { manual } from '../../src/commerce/billing/payments/providers.ts';
import type { RefundRequest, VoidRequest } from '../../src/commerce/billing/payments/refunds.ts';
import type { Order } from '../../src/commerce/billing/prices/order-amounts.ts';
import { listPrice, readPrices } from '../../src/commerce/billing/prices/prices.ts';
import type { Plan, PlanMonths } from '../../src/core/commerce-terms.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { afterThisTest, SetClock, temporaryFolder } from './alir.ts';
import { newEmail } from './new-email.ts';
import { TestLedger } from './test-ledger.ts';

const PRICES = readPrices(
  readFileSync(new URL('../../data/reference/prices.json', import.meta.url), 'utf8'),
  'prices.json',
);

/** Who changes something in these tests, and why. */
export const CHANGE = { actor: 'operator ani', reason: 'a test' };
export const STARTER = { plan: 'starter', months: 1 } as const;
export const PROFESSIONAL = { plan: 'professional', months: 1 } as const;
export const ADVANCED = { plan: 'advanced', months: 1 } as const;

/** Of the invoices of tests that set nothing else. */
export const NO_TAX: InvoiceSettings = {
  seller: { name: 'PT Contoh Data', address: 'Jl. Contoh 1, Jakarta 10110', tax_id: '01.234.567.8-901.000' },
  tax_rate_percent: 0,
};

/** Accounts and billing over a real ledger. */
export class Shop {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly administration: Administration;
  readonly billing: Billing;
  readonly clock: SetClock;

  /** The shop over an open ledger. */
  constructor(ledger: Ledger, provider: PaymentProvider = manual, invoice_settings = NO_TAX) {
    this.clock = new SetClock('2026-01-05T03:00:00Z');
    this.ledger = ledger;
    this.accounts = new Accounts(this.ledger, this.clock);
    const { accounts, clock } = this;
    this.administration = new Administration(ledger, accounts, clock);
    this.billing = billingOf({ ledger, accounts, prices: PRICES, provider, invoice_settings, clock });
  }

  static async open(provider: PaymentProvider = manual): Promise<Shop> {
    return (await Shop.openWithRows(provider)).shop;
  }

  /**
   * @returns `rows`: runs a query of the test on the same ledger; `open`: a second process on it; `write`: writes to it as another process
   * does; `end`: for a test that opens many shops, when it has finished with this one
   */
  static async openWithRows(
    provider: PaymentProvider = manual,
    settings = NO_TAX,
  ): Promise<
    Pick<TestLedger, 'rows' | 'write'> & { shop: Shop; open: () => Promise<Shop>; end: () => Promise<void> }
  > {
    const test_ledger = await TestLedger.create(`${await temporaryFolder()}/ledger.sqlite`);
    const open = async () => {
      const ledger = await test_ledger.open();
      afterThisTest(() => ledger.close());
      return new Shop(ledger, provider, settings);
    };
    const shop = await open();
    const end = async () => {
      await shop.ledger.close();
      await test_ledger.release();
    };
    return {
      shop,
      open,
      rows: (sql, ...parameters) => test_ledger.rows(sql, ...parameters),
      write: (sql) => test_ledger.write(sql),
      end,
    };
  }

  async account(plan: Plan = 'free', months: PlanMonths = 1): Promise<string> {
    const paid = listPrice(PRICES, plan, months);
    return (await this.accounts.create(newEmail(), plan, months, null, paid)).account.account_id;
  }

  /** Orders for an account, without an Idempotency-Key. */
  order(account: string, wanted: Purchase, accepted_forfeit_idr: number | null = null): Promise<Order> {
    const request = { idempotency_key: null, accepted_forfeit_idr };
    return this.billing.orders.create(account, wanted, request);
  }

  /** Orders, and confirms the payment at once. */
  async buy(account: string, wanted: Purchase, confirmation: Confirmation = {}): Promise<Order> {
    return await this.confirm((await this.order(account, wanted)).order_id, confirmation);
  }

  refund(order_id: string, request: RefundRequest = {}): Promise<Order> {
    return this.billing.refunds.refund(order_id, request, CHANGE);
  }

  void(order_id: string, request: VoidRequest = {}): Promise<Order> {
    return this.billing.refunds.void(order_id, request, CHANGE);
  }

  /** The money of an order, in rupiah: held, applied and returned. */
  async moneyOf(order_id: string): Promise<[held: number, applied: number, returned: number]> {
    const { held, applied, returned } = await this.billing.refunds.moneyOf(order_id);
    return [held, applied, returned];
  }

  confirm(order_id: string, confirmation: Confirmation = {}): Promise<Order> {
    return this.billing.payments.confirm(order_id, confirmation, 'operator ani');
  }

  /** Records a payment that the provider reports. */
  pay(payment: Omit<Payment, 'paid_at'> & { readonly paid_at?: Date }): Promise<Order> {
    return this.billing.payments.pay({ paid_at: null, ...payment }, 'midtrans');
  }

  cancel(order_id: string): Promise<Order> {
    return this.billing.refunds.cancel(order_id, { actor: 'operator ani', reason: null });
  }

  /** Advances the clock by a number of days. */
  pass(days: number): void {
    this.clock.pass(days * 86_400_000);
  }
}
