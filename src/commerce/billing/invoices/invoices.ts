import type { InvoiceKind, ReturnCause } from '../../../core/commerce-terms.ts';
import { DAY_MS, jakartaDate, yearOf } from '../../../core/dates.ts';
import { AlirError, invalidField } from '../../../core/errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { Account } from '../../accounts/accounts.ts';
import { type Change, recordAudit } from '../../accounts/audit-log.ts';
import { type Move, sumOf } from '../../accounts/money.ts';
import { givenReference, type Order } from '../prices/order-amounts.ts';
import type { Quote } from '../prices/quote.ts';
import type { BillingDetails } from './billing-details.ts';
import {
  describedProduct,
  type InvoiceDocument,
  type InvoiceLine,
  type InvoicePayment,
  taxIn,
} from './invoice-document.ts';
import type { InvoiceSettings } from './seller.ts';

/** An invoice or a credit note, as it is stored. */
export type Invoice = Omit<Row<'invoice'>, 'document'> & { readonly document: InvoiceDocument };

const PREFIX: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV', credit_note: 'CN' };

/** Movements of the money of an order, in their transaction. */
interface Moved {
  readonly order: Order;
  readonly moves: readonly Move[];
  readonly audit_id: number;
  readonly now: Date;
}

type Sale = Moved & { readonly account: Account; readonly quoted: Quote };

type Return = Moved & { readonly cause: ReturnCause };

type StoredDocument = Omit<InvoiceDocument, 'tax_invoice_number'>;

/** What a document is issued for. The order is null for money that was recorded with a plan. */
type Issue = Pick<Moved, 'audit_id' | 'now'> & Pick<Row<'invoice'>, 'account_id' | 'order_id'>;

type SoldPeriod = Pick<InvoiceLine, 'plan' | 'months' | 'days' | 'order_kind' | 'period_end'>;

type Sums = Pick<
  InvoiceDocument,
  'price_idr' | 'period_credit_idr' | 'waived_idr' | 'total_idr' | 'payments'
>;

interface InvoiceServices {
  readonly ledger: Ledger;
  readonly details: BillingDetails;
  readonly settings: InvoiceSettings;
}

/**
 * Invoices and credit notes. Each is issued in the transaction of the change of money that it documents, so the invoices of an account less
 * its credit notes are the money that is applied.
 */
export class Invoices {
  readonly #services: InvoiceServices;

  constructor(services: InvoiceServices) {
    this.#services = services;
  }

  /** Issues the invoice of an order, unless no money was applied. */
  async issue({ order, account, quoted, moves, audit_id, now }: Sale): Promise<void> {
    const { account_id, order_id, kind: order_kind, price_idr, credit_idr, charge_idr } = order;
    const applied = moves.filter((move) => move.target === 'applied' && move.amount_idr > 0);
    const total_idr = sumOf(applied);
    if (total_idr === 0) return;
    const { product, period_end } = quoted;
    await this.#invoice(
      { account_id, order_id, audit_id, now },
      { ...product, order_kind, period_end },
      {
        email: account.email,
        price_idr,
        period_credit_idr: credit_idr,
        waived_idr: charge_idr - total_idr,
        total_idr,
        payments: await this.#paymentsOf(order, applied, now),
      },
    );
  }

  /**
   * Runs a change of an account that can record money without an order, and issues the invoice of the plan that it paid. Money that was
   * mistyped has a credit note.
   */
  async covering<Result>(work: () => Promise<Result>): Promise<Result> {
    const { ledger } = this.#services;
    return await ledger.transaction(async () => {
      const result = await work();
      for (const { target, amount_idr, document, ...move } of await ledger.all('moves_to_invoice')) {
        const { plan, months, period_start, period_end, email, paid_at, account_id, audit_id } = move;
        const issue = { account_id, order_id: null, audit_id, now: new Date(move.recorded_at) };
        if (target !== 'applied') {
          const stated = JSON.parse(document ?? '') as StoredDocument;
          const credited = { ...stated, invoice_number: stated.number, cause: 'void' } as const;
          await this.#record({ ...issue, kind: 'credit_note' }, credited);
          continue;
        }
        const days = Math.round((Date.parse(period_end) - Date.parse(period_start)) / DAY_MS);
        await this.#invoice(
          issue,
          { plan, months, days, order_kind: 'purchase', period_end },
          {
            email,
            ...{ price_idr: amount_idr, period_credit_idr: 0, waived_idr: 0, total_idr: amount_idr },
            payments: [{ method: 'manual', reference: null, paid_at, amount_idr }],
          },
        );
      }
      return result;
    });
  }

  async #invoice(
    issue: Issue,
    { plan, months, days, order_kind, period_end }: SoldPeriod,
    { email, payments, ...sums }: Sums & { readonly email: string },
  ): Promise<void> {
    const { details, settings } = this.#services;
    const { price_idr, total_idr } = sums;
    await this.#record(
      { ...issue, kind: 'invoice' },
      {
        invoice_number: null,
        cause: null,
        seller: settings.seller,
        buyer: { email, ...(await details.of(issue.account_id)) },
        lines: [
          {
            description: describedProduct({ plan, months, days }, 'en'),
            plan,
            months,
            days,
            order_kind,
            // A renewal keeps the start of the period, and sells its last days.
            period_start: new Date(Date.parse(period_end) - days * DAY_MS).toISOString(),
            period_end,
            quantity: 1,
            unit_price_idr: price_idr,
            amount_idr: price_idr,
          },
        ],
        ...sums,
        tax_rate_percent: settings.tax_rate_percent,
        tax_idr: taxIn(total_idr, settings.tax_rate_percent),
        payments,
      },
    );
  }

  /**
   * Issues a credit note for applied money that is taken back. It has the rate of the invoice, and the tax by which the tax of the
   * remaining total is lower, so the credit notes of a whole invoice have its tax.
   */
  async credit({ order, cause, moves, audit_id, now }: Return): Promise<void> {
    const { ledger } = this.#services;
    const taken = moves.filter((move) => move.source === 'applied' && move.amount_idr > 0);
    const total_idr = sumOf(taken);
    const row = await ledger.get('invoice_of_order', { order_id: order.order_id });
    if (total_idr === 0 || !row) return;
    const { document } = withDocument(row);
    const { number, seller, buyer, lines, tax_rate_percent } = document;
    const credited_idr = (await ledger.get('credited_of_invoice', { number }))?.total_idr ?? 0;
    const before_idr = document.total_idr - credited_idr;
    // Other payments of the order are held again.
    const given = taken.filter(({ target }) => target !== 'held');
    const returned = await this.#paymentsOf(order, given, now);
    await this.#record(
      { ...order, audit_id, now, kind: 'credit_note' },
      {
        invoice_number: number,
        cause,
        seller,
        buyer,
        lines: lines.map((line) => ({ ...line, unit_price_idr: total_idr, amount_idr: total_idr })),
        price_idr: total_idr,
        period_credit_idr: 0,
        waived_idr: 0,
        total_idr,
        tax_rate_percent,
        tax_idr: taxIn(before_idr, tax_rate_percent) - taxIn(before_idr - total_idr, tax_rate_percent),
        payments: returned.map((payment, index) => {
          // Credit of the account that paid the order can be paid out.
          const method = payment.method === 'credit' ? 'manual' : payment.method;
          const isCredit = given[index]?.target === 'credit';
          return { ...payment, method: isCredit ? 'credit' : method, paid_at: now.toISOString() };
        }),
      },
    );
  }

  /** The payments that movements for an order come from. Those of other orders became credit. */
  async #paymentsOf({ order_id }: Order, moves: readonly Move[], now: Date): Promise<InvoicePayment[]> {
    const known = await this.#services.ledger.all('payments_of_order', { order_id });
    return moves.map(({ payment_id, amount_idr }) => {
      const payment = known.find((each) => each.payment_id === payment_id);
      if (!payment || payment.provider === 'outside')
        return { method: 'credit', reference: null, paid_at: now.toISOString(), amount_idr };
      const { provider: method, payment_reference, paid_at } = payment;
      return { method, reference: givenReference(payment_reference), paid_at, amount_idr };
    });
  }

  /** @throws AlirError `unknown_invoice`, also for an invoice of another account */
  async find(number: string, account_id?: string): Promise<Invoice> {
    const row = await this.#services.ledger.get('invoice', { number });
    if (row && (account_id === undefined || row.account_id === account_id)) return withDocument(row);
    const list =
      account_id === undefined
        ? 'To see the numbers, run: alir invoice list'
        : 'GET /billing/invoices lists them.';
    throw new AlirError(
      'unknown_invoice',
      `There is no invoice with the number ${number.slice(0, 20)}. ${list}`,
    );
  }

  /** The newest 200 of an account, newest first. */
  async of(account_id: string): Promise<Invoice[]> {
    return (await this.#services.ledger.all('invoices_of_account', { account_id })).map(withDocument);
  }

  /** The invoice of an order and its credit notes, oldest first. */
  async ofOrder(order_id: string): Promise<Invoice[]> {
    return (await this.#services.ledger.all('invoices_of_order', { order_id })).map(withDocument);
  }

  /** Invoices issued in [from, to), oldest first. */
  async issued(from: Date, to: Date): Promise<Invoice[]> {
    const times = { from: from.toISOString(), to: to.toISOString() };
    return (await this.#services.ledger.all('invoices', times)).map(withDocument);
  }

  /** Records the number of the tax invoice that was made elsewhere, or corrects it. @throws AlirError `unknown_invoice`, `invalid_request` */
  async noteTaxInvoice(
    number: string,
    tax_invoice_number: string,
    { at, ...change }: Change & { readonly at: Date },
  ): Promise<Invoice> {
    const { ledger } = this.#services;
    return await ledger.transaction(async () => {
      const { account_id, order_id } = await this.find(number);
      if ((await ledger.run('note_tax_invoice', { number, tax_invoice_number })) === 0) {
        throw invalidField('tax_invoice_number', 'is the number of the tax invoice of another document');
      }
      const entry = { ...change, at, account_id, order_id, details: { number, tax_invoice_number } };
      await recordAudit(ledger, { ...entry, action: 'invoice.tax_invoice' });
      return await this.find(number);
    });
  }

  /** Gives the document the next number of its kind and year. Transactions of a ledger run one after another. */
  async #record(
    { account_id, order_id, audit_id, now, kind }: Issue & { readonly kind: InvoiceKind },
    stated: Omit<StoredDocument, 'number' | 'kind' | 'issued_at' | 'order_id' | 'currency'>,
  ): Promise<void> {
    const { ledger } = this.#services;
    const year = yearOf(jakartaDate(now));
    const sequence = (await ledger.get('next_invoice', { kind, year }))?.sequence ?? 1;
    const number = `${PREFIX[kind]}-${year}-${String(sequence).padStart(6, '0')}`;
    const issued_at = now.toISOString();
    const own = { number, kind, issued_at, order_id, currency: 'IDR' } as const;
    // A credit note that states what its invoice does keeps the order of the fields.
    const document: StoredDocument = { ...own, ...stated, ...own };
    const row = { ...document, year, sequence, account_id, audit_id };
    await ledger.run('record_invoice', { ...row, document: JSON.stringify(document) });
  }
}

function withDocument(row: Row<'invoice'>): Invoice {
  const { tax_invoice_number } = row;
  return { ...row, document: { ...(JSON.parse(row.document) as StoredDocument), tax_invoice_number } };
}
