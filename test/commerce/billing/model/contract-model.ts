// A model of the money of one account, from docs/contract.md part 8, docs/sell.md and docs/order-states.txt. It shares no code with Alir.
// To undo a change of the plan is to remove it. Each rupiah of a payment is held, credit, returned, or in an order that it paid.

import { check, DAY_MS, QuotaModel } from './quota-model.ts';

const RANK = { starter: 1, professional: 2, advanced: 3, custom: 4 };
type Plan = keyof typeof RANK;
type Kind = 'purchase' | 'renewal' | 'upgrade';
type State = 'pending' | 'expired' | 'applied' | 'attention' | 'paid_not_applied' | 'cancelled' | 'refunded';
export type Acceptance = 'credit' | 'return' | undefined;

/** What an order or a command gives. `months`: 0 for an offer. `series`: its name, which a recurring one keeps; else empty. */
export type Bought = Record<'units' | 'days' | 'price' | 'months', number> & { plan: Plan; series: string };
type Offer = Bought & { isRecurring: boolean; state: 'open' | 'taken' | 'withdrawn' };
type Wanted = { bought: Bought; offer: Offer | null };
type Due = Record<'charge' | 'balance' | 'owed', number>;
/** `credited`: the period whose value the upgrade uses. `documented`: the total of its invoices minus the total of its credit notes. */
export type Order = Wanted & Due & Record<'credit' | 'created' | 'expires' | 'documented', number> & Ordered;
type Ordered = { kind: Kind; state: State; wasCancelled: boolean; credited: string };

/** `credit`: negative for what the account owes. `paidOut`: credit that was returned, and is owed if the payment was not made. */
type Place = 'held' | 'credit' | 'returned' | 'paidOut' | Order;
/** Without a reference: for a plan that the operator gave. `isTax`: withheld income tax, which cannot be returned. */
type Paid = { ref: string | null; amount: number; at: number; isTax: boolean };
type Payment = Paid & { order: Order | null; isMade: boolean; places: Map<Place, number> };

/** A change of the plan; one that starts replaces the period. A loss takes from the value of a period with the order. */
type Change = { kind: Kind | 'given' | 'days' | 'loss'; order: Order | null; value: number } & Partial<
  Record<'starts' | 'days', number> & { bought: Bought }
>;

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const nameOf = ({ plan, months, series }: Bought) => `${plan} ${months} ${series}`;
const rankOf = ({ plan, months }: Bought) => 10 * RANK[plan] + months;
export const amountIn = ({ places }: Payment, place: Place) => places.get(place) ?? 0;
export const dueOf = ({ charge, balance, owed }: Due) => charge - balance + owed;
const add = (payment: Payment, place: Place, amount: number) =>
  payment.places.set(place, amountIn(payment, place) + amount);

/** Moves an amount, from the oldest payment on. @param to of an order: for money of its own, then for credit. @returns the rest */
function move(payments: Iterable<Payment>, amount: number, from: Place, ...to: [Place, Place?]) {
  let rest = amount;
  for (const payment of payments) {
    const part = Math.min(amountIn(payment, from), rest);
    if (part <= 0) continue;
    rest -= part;
    add(payment, from, -part);
    add(payment, payment.order === from ? to[0] : (to[1] ?? to[0]), part);
  }
  return rest;
}

export class AccountModel extends QuotaModel {
  orders: Order[] = [];
  offers: Offer[] = [];
  payments: Payment[] = [];
  changes: Change[] = [];
  documents: number[] = [];

  total = (place: Place, payments = this.payments) => sum(payments.map((each) => amountIn(each, place)));
  credit = () => this.total('credit');
  owed = () => Math.max(0, -this.credit());
  money = () => this.payments.filter(({ isTax }) => !isTax);
  paymentsOf = (order: Order) => this.payments.filter((each) => each.order === order && each.isMade);
  held = (order: Order) => this.total('held', this.paymentsOf(order));
  changeOf = (order: Order) => this.changes.find((each) => each.order === order && each.kind !== 'loss');
  isOpen = ({ state }: Order) => ['pending', 'cancelled', 'paid_not_applied'].includes(state);
  stateOf = ({ state, expires }: Order) => (state === 'pending' && this.now >= expires ? 'expired' : state);

  period(at = Number.NEGATIVE_INFINITY) {
    let [start, end, value, bought, orders] = [0, 0, 0, null as Bought | null, [] as (Order | null)[]];
    for (const { kind, order, starts, days = 0, ...change } of this.changes) {
      if (starts !== undefined) [start, end, value, bought] = [starts, starts, 0, change.bought ?? null];
      if (kind === 'given' || kind === 'purchase') orders = [];
      if (kind === 'loss' && !orders.includes(order)) continue;
      end += days * DAY_MS;
      value = Math.max(0, value + change.value);
      if (kind !== 'loss' && kind !== 'days') orders.push(order);
    }
    return bought !== null && at < end ? { start, end, value, bought } : null;
  }

  quote({ bought, offer }: Wanted, at: number) {
    const period = this.period(at);
    const length = bought.days * DAY_MS;
    const purchase = { kind: 'purchase' as Kind, credit: 0, end: at + length, refused: '' };
    if (period === null) return purchase;
    const { bought: old, start, value } = period;
    if (nameOf(bought) === nameOf(old) && (offer?.isRecurring ?? true)) {
      const end = period.end + length;
      const isTooLong = end > at + (offer === null ? 180 * DAY_MS : 2 * length);
      return { ...purchase, kind: 'renewal' as const, end, refused: isTooLong ? 'renewal_too_long' : '' };
    }
    const isUpgrade = offer !== null || old.series !== '' || rankOf(bought) > rankOf(old);
    const daysFrom = (time: number) => Math.ceil((period.end - time) / DAY_MS);
    const unused = Math.ceil((daysFrom(Math.max(at, start)) * value) / daysFrom(start));
    const credit = bought.price - Math.floor(Math.max(0, bought.price - unused) / 1000) * 1000;
    return { ...purchase, kind: 'upgrade' as const, credit, refused: isUpgrade ? '' : 'downgrade_refused' };
  }

  createOrder(bought: Bought, offer: Offer | null) {
    check(offer === null || offer.state === 'open', 'unknown_offer');
    const { kind, credit, refused } = this.quote({ bought, offer }, this.now);
    check(refused === '', refused);
    const charge = bought.price - credit;
    const balance = Math.min(Math.max(0, this.credit()), charge);
    const money = { credit, charge, balance, owed: this.owed(), documented: 0, expires: this.now + DAY_MS };
    const start = { created: this.now, credited: JSON.stringify(this.period()), wasCancelled: false };
    const order: Order = { kind, bought, offer, ...money, ...start, state: 'pending' };
    this.orders.push(order);
    if (dueOf(order) === 0) this.pay(order, { ref: 'credit', amount: 0, at: this.now, isTax: false });
  }

  receive(order: Order | null, paid: Paid) {
    const places = new Map<Place, number>(paid.ref === null ? [] : [['held', paid.amount]]);
    this.payments.push({ ...paid, order, places, isMade: true });
  }

  pay(order: Order, paid: Paid) {
    if (this.paymentsOf(order).some(({ ref }) => ref === paid.ref)) return;
    this.receive(order, { ...paid, at: Math.max(order.created, Math.min(this.now, paid.at)) });
    if (this.isOpen(order)) this.judge(order, undefined, false);
  }

  /** A confirmation of the operator, of a new payment or of a transfer. Without both, the payments that were made are judged again. */
  confirm(order: Order, { at, ...paid }: Partial<Paid>, accept: Acceptance, transfer?: Payment) {
    check(this.isOpen(order), 'order_not_payable');
    check(at === undefined || (at >= order.created && at <= this.now), 'bad_payment');
    check(transfer === undefined || amountIn(transfer, 'held') > 0, 'bad_payment');
    const made = this.paymentsOf(order);
    const newest = Math.max(...made.map((payment) => payment.at));
    if (transfer) Object.assign(transfer, { order, at: Math.max(transfer.at, order.created) });
    else if (paid.ref !== undefined || made.length === 0)
      this.receive(order, { ref: '', amount: dueOf(order), isTax: false, ...paid, at: at ?? this.now });
    else for (const each of made) if (at && (each.at > at || each.at === newest)) each.at = at;
    this.judge(order, accept, made.length > 0);
  }

  /** @param isRetried whether it was judged before, so that it is judged as of now as well */
  judge(order: Order, accept: Acceptance, isRetried: boolean) {
    const [held, owed] = [this.held(order), this.owed()];
    const at = Math.max(...this.paymentsOf(order).map((payment) => payment.at));
    const isRight = held === dueOf({ ...order, owed }) || (held === dueOf(order) && owed <= order.owed);
    const hasCredit = order.balance <= Math.max(0, this.credit());
    const isInTime = at < order.expires && !order.wasCancelled;
    const isNew = this.changeOf(order) === undefined && order.offer?.state !== 'taken';
    const end = this.fits(order, at) ?? (isRetried ? this.fits(order, this.now) : null);
    if (end !== null && isNew && ((isRight && hasCredit && isInTime) || accept))
      this.apply(order, end, accept);
    else order.state = 'paid_not_applied';
  }

  /** The end of the period that the order gives, if the account still allows what was ordered. */
  fits(order: Order, at: number): number | null {
    const paid = this.quote(order, at);
    const hasEnded = paid.kind === 'purchase' && order.kind !== 'purchase';
    const ordered = hasEnded ? this.quote(order, order.created) : paid;
    const { end } = ordered.kind === 'upgrade' ? paid : ordered;
    const isSame = order.kind !== 'upgrade' || order.credited === JSON.stringify(this.period());
    return ordered.kind === order.kind && isSame && end > this.now && ordered.refused === '' ? end : null;
  }

  /** What the account owes is settled first; then the order is paid, with credit and with its payments. */
  apply(order: Order, end: number, accept: Acceptance) {
    const { bought, kind, charge, credit, offer } = order;
    const own = this.paymentsOf(order);
    const fromCredit = Math.min(order.balance, Math.max(0, this.credit()));
    move(this.payments, fromCredit, 'credit', order);
    move(own, this.owed(), 'held', 'credit');
    const value = charge - move(own, charge - fromCredit, 'held', order) + credit;
    if (accept !== 'return') move(own, Number.POSITIVE_INFINITY, 'held', 'credit');
    const starts = kind === 'renewal' ? {} : { starts: end - bought.days * DAY_MS };
    this.changes.push({ order, kind, ...starts, days: bought.days, bought, value });
    order.state = 'applied';
    if (offer !== null) offer.state = 'taken';
    if (offer?.isRecurring) this.offers.push({ ...offer, state: 'open' });
    this.document(order);
  }

  /** An invoice, or a credit note (negative), documents each change of what is applied. */
  document(order: Order) {
    const change = this.total(order) - order.documented;
    if (change !== 0) this.documents.push(change);
    order.documented += change;
  }

  withdraw(offer: Offer) {
    check(offer.state === 'open', 'offer_not_open');
    offer.state = 'withdrawn';
  }

  cancel(order: Order) {
    check(order.state === 'pending' || order.state === 'paid_not_applied', 'order_not_payable');
    for (const each of this.paymentsOf(order))
      check(!each.isTax || !amountIn(each, 'held'), 'order_not_refundable');
    if (order.state === 'paid_not_applied') this.refund(order);
    else [order.state, order.wasCancelled] = ['cancelled', true];
  }

  refund(order: Order, plan?: 'keep' | 'undo', amount?: number, asCredit = false) {
    const to = asCredit ? 'credit' : 'returned';
    const isRest = order.state === 'refunded' && this.total(order) > 0;
    const isHeld = plan === undefined && (this.held(order) > 0 || !isRest);
    const isApplied = order.state === 'applied' || order.state === 'attention';
    const own = this.money().filter((each) => each.order === order && each.isMade);
    const available = isHeld ? this.total('held', own) : this.total(order, this.money());
    const part = amount ?? available;
    const isNothing = !isHeld && this.total(order) === 0;
    check(isHeld || isApplied || isRest, 'order_not_refundable');
    check(amount !== 0 && part <= available && (available > 0 || isNothing), 'order_not_refundable');
    if (plan === 'undo') this.undo(order);
    if (isHeld) move(own, part, 'held', to);
    else move(new Set([...own, ...this.money()]), part, order, to, asCredit ? 'credit' : 'paidOut');
    if (plan === 'keep') this.changes.push({ kind: 'loss', order, value: -part });
    if (!isHeld && isApplied) order.state = plan === 'undo' || !this.total(order) ? 'refunded' : 'applied';
    else if (order.state === 'paid_not_applied' && this.held(order) === 0) order.state = 'refunded';
    this.document(order);
  }

  /** Takes the plan back. A later change of the period prevents it; a loss of value does not. */
  undo(order: Order) {
    const change = this.changeOf(order);
    if (change === undefined) return;
    check(this.changes.findLast(({ kind }) => kind !== 'loss') === change, 'order_not_refundable');
    this.changes = this.changes.filter((each) => each !== change);
    const next = this.offers.findLast((each) => each.isRecurring && each.series === order.bought.series);
    if (next?.state === 'open') next.state = 'withdrawn';
    if (order.offer !== null) order.offer.state = 'open';
  }

  /** Takes back a payment that was not made. The one of an order that credit paid is this credit. */
  void(order: Order, payment: Payment, plan?: 'keep' | 'undo') {
    const [isApplied, isCredit] = [this.changeOf(order) !== undefined, payment.ref === 'credit'];
    const isOnly = this.paymentsOf(order).length === 1 && this.total(order) === 0 && !this.isOpen(order);
    const isCause = payment.places.has(order) || isCredit || isOnly || order.state === 'refunded';
    check(!isApplied || !isCause || plan !== undefined, 'order_not_refundable');
    const isUndone = !isApplied || (isCause && plan === 'undo');
    if (isUndone) this.undo(order);
    const lost = isCredit ? this.total(order) : amountIn(payment, order);
    for (const place of [order, 'held', 'credit', 'returned'] as const) payment.places.delete(place);
    if (isUndone || isCredit) move(this.payments, Number.POSITIVE_INFINITY, order, 'held', 'credit');
    add(payment, 'credit', -sum([...payment.places.values()]));
    payment.isMade = false;
    this.document(order);
    if (!isUndone && isCause) {
      this.changes.push({ kind: 'loss', order, value: -lost });
      if (order.state !== 'refunded') order.state = this.total(order) > 0 ? 'applied' : 'cancelled';
    } else if (isUndone || this.isOpen(order)) {
      if (this.held(order) > 0) this.judge(order, undefined, false);
      else if (this.paymentsOf(order).length > 0) order.state = 'refunded';
      else order.state = order.wasCancelled || isCredit ? 'cancelled' : 'pending';
    }
    order.wasCancelled ||= order.state === 'cancelled';
  }

  /** The provider returned so much of a payment in all: of held money, of unused credit, then of the plan. The rest is owed. */
  providerReturned(order: Order, payment: Payment, total: number) {
    const amount = Math.max(0, total - amountIn(payment, 'returned') - amountIn(payment, 'paidOut'));
    const owed = this.owed();
    const rest = move([payment], move([payment], amount, 'held', 'returned'), 'credit', 'returned');
    const owing = move([payment], rest, order, 'returned');
    add(payment, 'credit', -owing);
    add(payment, 'returned', owing);
    if (rest > owing) this.changes.push({ kind: 'loss', order, value: owing - rest });
    if (!this.isOpen(order) && (rest > owing || this.owed() > owed)) order.state = 'attention';
    else if (order.state === 'paid_not_applied' && this.held(order) === 0) order.state = 'refunded';
    this.document(order);
  }

  payOut(transfer: Payment | null, asCredit: boolean, amount?: number) {
    const credit = Math.min(this.total('credit', this.money()), this.credit());
    const available = transfer ? amountIn(transfer, 'held') : credit;
    check(available > 0 && (amount ?? available) <= available, 'bad_payment');
    if (transfer === null) move(this.money(), amount ?? available, 'credit', 'paidOut');
    else move([transfer], amount ?? available, 'held', asCredit ? 'credit' : 'returned');
  }

  correct(payment: Payment, amount: number) {
    const more = amount - payment.amount;
    const given = this.changes.findLast(({ kind }) => kind === 'given');
    check(more !== 0 && (payment.ref !== null || given?.starts === payment.at), 'bad_payment');
    payment.amount = amount;
    if (payment.ref === null) return this.changes.push({ kind: 'loss', order: null, value: more });
    const held = amountIn(payment, 'held') + more;
    // What was used of a transfer stays used: the account owes it.
    add(payment, 'credit', Math.min(0, held));
    return payment.places.set('held', Math.max(0, held));
  }

  givePlan(bought: Bought, paid: number) {
    const given = { kind: 'given', order: null, starts: this.now, days: bought.days } as const;
    this.changes.push({ ...given, bought, value: paid });
    if (paid > 0) this.receive(null, { ref: null, amount: paid, at: this.now, isTax: false });
  }

  grantDays(days: number) {
    check(this.period(this.now), 'no_paid_period');
    this.changes.push({ kind: 'days', order: null, days, value: 0 });
  }
}
