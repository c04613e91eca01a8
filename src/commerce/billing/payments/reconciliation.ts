import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../core/clock.ts';
import type { Unrecorded } from '../../../core/commerce-terms.ts';
import { DAY_MS, HOUR_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { type Ledger, rolledBack } from '../../../ledger/ledger.ts';
import { STATES } from '../order-states.ts';
import type { Order } from '../prices/order-amounts.ts';
import type { PaymentProvider, PaymentReport } from './payment-provider.ts';
import { findOrder } from './payments.ts';

/** After as many failures in a row, the run ends. The next one begins with the orders that it did not reach. */
const MAX_FAILURES = 3;
const COMPARED_DAYS = 30;

interface ReconciliationServices {
  readonly ledger: Ledger;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  /** Records what the provider reports. Idempotent. */
  readonly record: (reports: readonly PaymentReport[]) => Promise<void>;
}

/**
 * The time of the next request to a provider about a checkout: each hour until it is paid, at its expiry, and a day later. Null if there
 * will be none.
 */
export function nextQuestion(
  { state, expires_at }: Pick<Order, 'state' | 'expires_at'>,
  now: Date,
): string | null {
  const now_ms = now.getTime();
  const expires_ms = Date.parse(expires_at);
  const isOpen = STATES[state].waits_for === 'customer';
  const times = [isOpen ? Math.min(now_ms + HOUR_MS, expires_ms) : expires_ms, expires_ms + DAY_MS];
  const next = times.find((time) => time > now_ms);
  return next === undefined ? null : new Date(next).toISOString();
}

/** Asks the provider about checkouts, so that a payment counts whose notification was lost. */
export class Reconciliation {
  readonly #services: ReconciliationServices;

  constructor(services: ReconciliationServices) {
    this.#services = services;
  }

  /**
   * Asks about the orders that are due.
   * @param all asks about each order that will still be asked about, as at the start of a server
   * @returns the orders that changed
   */
  async run(all = false): Promise<Order[]> {
    const { ledger, clock } = this.#services;
    const until = all ? '~' : clock.now().toISOString();
    const changed: Order[] = [];
    let failures = 0;
    for (const { order_id } of await ledger.all('checkouts_to_ask', { until })) {
      const before = await findOrder(this.#services, order_id);
      try {
        await this.ask(order_id);
        failures = 0;
      } catch (error) {
        if (!(error instanceof AlirError)) throw error;
        await ledger.run('note_asked', { order_id, ask_at: clock.now().toISOString() });
        if (++failures === MAX_FAILURES) throw error;
        continue;
      }
      const after = await ledger.transaction(() => this.#asked(order_id));
      if (after.state !== before.state) changed.push(after);
    }
    return changed;
  }

  /** Asks about one order, and records what the provider reports. @throws AlirError `unknown_order`, `payment_unavailable` */
  async ask(order_id: string): Promise<Order> {
    const { provider, record } = this.#services;
    const order = await findOrder(this.#services, order_id);
    if (order.provider === provider.name) await record(await provider.ask(order));
    return await findOrder(this.#services, order_id);
  }

  /**
   * What the provider reports of the newest orders and Alir would now record. It is not recorded.
   * @throws AlirError `payment_unavailable`
   */
  async unrecorded(): Promise<Unrecorded[]> {
    const { ledger, provider, clock } = this.#services;
    const since = new Date(clock.now().getTime() - COMPARED_DAYS * DAY_MS).toISOString();
    const found: Unrecorded[] = [];
    for (const order of await ledger.all('newest_checkouts', { provider: provider.name, since })) {
      const reports = await provider.ask(order);
      if (reports.length > 0) found.push(...(await rolledBack(ledger, () => this.#changing(reports))));
    }
    return found;
  }

  /** The reports that change something when they are recorded. */
  async #changing(reports: readonly PaymentReport[]): Promise<Unrecorded[]> {
    const { ledger, record } = this.#services;
    const found: Unrecorded[] = [];
    for (const report of reports) {
      const { order_id, kind, payment_reference } = report;
      const recorded = async () => [
        await ledger.all('payments_of_order', { order_id }),
        await ledger.all('moves_of_order', { order_id }),
      ];
      const before = await recorded();
      await record([report]);
      if (isDeepStrictEqual(before, await recorded())) continue;
      const amount_idr = report.kind === 'paid' ? report.amount_idr : report.returned_idr;
      found.push({ order_id, kind, payment_reference, amount_idr });
    }
    return found;
  }

  /** Notes the next question. With the last one, a price that has ended is recorded as expired. */
  async #asked(order_id: string): Promise<Order> {
    const { ledger, clock } = this.#services;
    const now = clock.now();
    const order = await findOrder(this.#services, order_id);
    const ask_at = nextQuestion(order, now);
    await ledger.run('note_asked', { order_id, ask_at });
    if (ask_at === null && STATES[order.state].shown === 'expired') await ledger.run('change_order', order);
    return order;
  }
}
