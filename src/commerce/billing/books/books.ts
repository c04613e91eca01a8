import type { PaymentProviderName } from '../../../core/commerce-terms.ts';
import { dayRange, type IsoDate, jakartaDate, monthRange } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { AccountServices } from '../../accounts/accounts.ts';
import { type Change, recordAudit } from '../../accounts/audit-log.ts';
import { type InvoiceDocument, taxIn } from '../invoices/invoice-document.ts';
import { unusedValue } from '../prices/quote.ts';
import { type MoneyEntry, revenueOf, totalOf } from './revenue.ts';

/** Times are ISO-8601 in UTC; `until` is exclusive. */
interface BookRange {
  readonly since: string;
  readonly until: string;
}

/** A payout of a payment provider to the operator. */
interface Payout {
  readonly provider: Exclude<PaymentProviderName, 'manual'>;
  /** The provider's. */
  readonly reference: string;
  readonly amount_idr: number;
  readonly fee_idr: number;
  /** Default: now. */
  readonly paid_at?: Date | undefined;
}

export type BookReport = Awaited<ReturnType<Books['report']>>;

type Services = Pick<AccountServices, 'ledger' | 'clock'>;

/** The movements of money, as an accountant reads them. They are derived from payments, movements and invoices, which never change. */
export class Books {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The entries of a time range, oldest first. */
  async entries(range: BookRange): Promise<MoneyEntry[]> {
    const rows = await this.#services.ledger.all('money_moves', range);
    return rows.map(({ details, plan, booked_at, ...entry }) => ({
      booked_on: dayOf(booked_at),
      moved_on: dayOf(entry.moved_at),
      recorded_on: dayOf(entry.recorded_at),
      ...entry,
      plan: plan || planIn(details),
    }));
  }

  /** The figures of some days, and what the books and other records differ by. */
  async report(from: IsoDate, to: IsoDate) {
    const range = dayRange(from, to);
    const { ledger } = this.#services;
    const rows = revenueOf(await this.entries(range));
    const withheld = totalOf(rows.filter(({ method }) => method === 'withheld'));
    const { invoiced_idr = 0, tax_idr = 0 } = (await ledger.get('invoiced', range)) ?? {};
    const before = await this.#balances(range.since);
    const after = await this.#balances(range.until);
    const figures = {
      ...totalOf(rows),
      // Of the payments: income tax that buyers pay to the state.
      withheld_idr: withheld.payments_idr - withheld.voided_idr,
      invoiced_idr,
      tax_idr,
      // What was invoiced for days that passed.
      earned_idr: invoiced_idr - tax_idr + before.deferred_idr - after.deferred_idr,
      ...(await ledger.get('provider_payouts', range)),
    };
    const closed = await ledger.get('last_closed_month');
    const providers = await ledger.all('provider_balance', { at: range.until });
    const overdrawn = providers.filter(({ received_idr, paid_out_idr }) => received_idr < paid_out_idr);
    return {
      ...{ from, to, closed_until: closed ? dayOf(closed.ends_at) : null },
      ...{ before, figures, after },
      differences: [
        ...(await ledger.all('money_differences', range)),
        ...overdrawn.map(({ provider, received_idr: booked_idr, paid_out_idr: stated_idr }) => {
          const compared = `payouts of ${provider}`;
          return { compared, account_id: null, order_id: null, booked_idr, stated_idr };
        }),
      ],
    };
  }

  /** The money at a time, in IDR. */
  async #balances(at: string) {
    const { ledger } = this.#services;
    const periods = await ledger.all('periods', { at });
    const providers = await ledger.all('provider_balance', { at });
    const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
    const { held_idr = 0, credit_idr = 0, owed_idr = 0 } = (await ledger.get('balances', { at })) ?? {};
    return {
      ...{ held_idr, credit_idr, owed_idr },
      // What payment providers received, and did not pay out yet.
      at_provider_idr: sum(providers.map(({ received_idr, paid_out_idr }) => received_idr - paid_out_idr)),
      // What was invoiced for days that had not passed, without tax.
      deferred_idr: sum(periods.map((period) => deferredOf(period, new Date(at)))),
    };
  }

  /**
   * Closes a month that has ended, and those before it: what is recorded later is not booked in them.
   * @returns the figures of the month
   * @throws AlirError `month_not_open`
   */
  async close(month: string, change: Change) {
    const { ledger, clock } = this.#services;
    return await ledger.transaction(async () => {
      const at = clock.now();
      const { until: ends_at } = monthRange(month, month);
      const last = await ledger.get('last_closed_month');
      if (ends_at > at.toISOString() || (last && last.month >= month)) {
        const problem = ends_at > at.toISOString() ? 'has not ended yet in Jakarta' : 'is closed already';
        throw new AlirError('month_not_open', `The month ${month} cannot be closed: it ${problem}.`);
      }
      const report = await this.report(`${month}-01`, dayOf(new Date(Date.parse(ends_at) - 1).toISOString()));
      const details = { month, ...report.figures, ...report.after };
      const entry = { ...change, at, account_id: null, details };
      const audit_id = await recordAudit(ledger, { ...entry, action: 'books.closed' });
      await ledger.run('close_month', { month, ends_at, audit_id });
      return { ...report, closed_until: dayOf(ends_at) };
    });
  }

  /** Records what a payment provider paid out, and what it kept. Recorded again, it is corrected. @throws AlirError `bad_payment` */
  async recordPayout(stated: Payout, change: Change): Promise<void> {
    const { ledger, clock } = this.#services;
    await ledger.transaction(async () => {
      const at = clock.now();
      const { provider, reference, paid_at = at } = stated;
      if (paid_at > at) throw new AlirError('bad_payment', `The payout ${reference} is in the future.`);
      const known = await ledger.get('provider_payout', { provider, reference });
      const entry = { ...change, at, account_id: null, details: { ...stated } };
      const audit_id = await recordAudit(ledger, { ...entry, action: 'books.payout' });
      await ledger.run('record_provider_payout', {
        ...{ provider, reference, audit_id },
        amount_idr: stated.amount_idr - (known?.amount_idr ?? 0),
        fee_idr: stated.fee_idr - (known?.fee_idr ?? 0),
        paid_at: (known?.records === 0 ? paid_at : at).toISOString(),
      });
    });
  }
}

function dayOf(time: string): IsoDate {
  return jakartaDate(new Date(time));
}

/** The plan that the operator gave. */
function planIn(details: string): string {
  return (JSON.parse(details) as { plan?: string }).plan ?? '';
}

/** The value of the remaining days, as an upgrade counts it, without the tax at the rate of the newest invoice. */
function deferredOf(period: Row<'periods'>, at: Date): number {
  const { unused_idr } = unusedValue(period, at);
  const { document } = period;
  const rate = document === null ? 0 : (JSON.parse(document) as InvoiceDocument).tax_rate_percent;
  return unused_idr - taxIn(unused_idr, rate);
}
