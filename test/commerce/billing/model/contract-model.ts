// A model of the money of one account, from docs/contract.md parts 7 and 8, docs/sell.md, docs/order-states.txt and docs/limits.md. It shares
// no code with Alir. The plan is what the changes in effect make, in the order in which they were recorded: to undo one is to remove it.
// Each rupiah of a payment is held, credit, returned or used by an order. Times are milliseconds.

const DAY_MS = 86_400_000;
const JAKARTA_MS = 7 * 3_600_000;
const RANK = { starter: 1, professional: 2, advanced: 3, custom: 4 };
const FREE_UNITS = 5;
const ALL = Number.POSITIVE_INFINITY;

export type Decision = 'keep' | 'undo' | undefined;
export type Acceptance = 'credit' | 'return' | undefined;
type State = 'pending' | 'expired' | 'applied' | 'attention' | 'paid_not_applied' | 'cancelled' | 'refunded';

/** What an order or a command gives. `series`: the name of an offer, which a recurring one keeps. */
export interface Bought extends Record<'units' | 'days' | 'price', number> {
  plan: keyof typeof RANK;
  months: number | null;
  series: string | null;
}

interface Offer extends Bought {
  isRecurring: boolean;
  state: 'open' | 'taken' | 'withdrawn';
}

/** `credit`: negative for what the account owes. `paidOut`: credit that was returned, and is owed if the payment was not made. */
type Place = 'held' | 'credit' | 'returned' | 'paidOut';

/** Without a reference: for a plan that the operator gave. */
interface Payment extends Record<Place | 'amount' | 'at', number> {
  ref: string | null;
  /** Withheld income tax, which cannot be returned. */
  isTax: boolean;
  order: Order | null;
  isMade: boolean;
  uses: Map<Order, number>;
}

/** A change of the plan; one that starts replaces the period. A loss takes from the value of a period with the order. */
interface Change {
  kind: Order['kind'] | 'given' | 'days' | 'loss';
  order: Order | null;
  starts?: number;
  days?: number;
  value: number;
  bought?: Bought;
}

/** `credited`: the period whose value the upgrade uses. `documented`: the total of its invoices minus the total of its credit notes. */
export interface Order
  extends Record<'credit' | 'charge' | 'balance' | 'owed' | 'created' | 'documented', number> {
  kind: 'purchase' | 'renewal' | 'upgrade';
  bought: Bought;
  offer: Offer | null;
  state: State;
  wasCancelled: boolean;
  credited: string;
}

export class Refused extends Error {}
function check(isAllowed: unknown, code: string): asserts isAllowed {
  if (!isAllowed) throw new Refused(code);
}
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const use = ({ uses }: Payment, order: Order, part: number) =>
  part !== 0 && uses.set(order, (uses.get(order) ?? 0) + part);
export const dueOf = (order: Order) => order.charge - order.balance + order.owed;

/** Moves an amount, from the oldest payment on: to another place, or into an order. @returns what they did not have */
function move(payments: readonly Payment[], amount: number, from: Place, to: Place | Order): number {
  let rest = amount;
  for (const payment of payments) {
    const part = Math.max(0, Math.min(payment[from], rest));
    rest -= part;
    payment[from] -= part;
    if (typeof to === 'string') payment[to] += part;
    else use(payment, to, part);
  }
  return rest;
}

/** Takes money out of an order, of its own payments first. @param elsewhere where money goes that the order used as credit */
function takeBack(order: Order, payments: readonly Payment[], amount: number, to: Place, elsewhere: Place) {
  let rest = amount;
  const own = payments.filter((payment) => payment.order === order);
  for (const payment of new Set([...own, ...payments])) {
    const part = Math.min(payment.uses.get(order) ?? 0, rest);
    rest -= part;
    use(payment, order, -part);
    payment[payment.order === order ? to : elsewhere] += part;
  }
}

export class AccountModel {
  now = 0;
  orders: Order[] = [];
  offers: Offer[] = [];
  payments: Payment[] = [];
  changes: Change[] = [];
  grants: { units: number; window: number }[] = [];
  charges: { units: number; window: number }[] = [];
  /** Invoices, and credit notes with a negative amount. */
  documents: number[] = [];

  credit = () => sum(this.payments.map(({ credit }) => credit));
  owed = () => Math.max(0, -this.credit());
  applied = (order: Order) => sum(this.payments.map(({ uses }) => uses.get(order) ?? 0));
  paymentsOf = (order: Order) => this.payments.filter((each) => each.order === order && each.isMade);
  money = () => this.payments.filter(({ isTax }) => !isTax);
  held = (order: Order) => sum(this.paymentsOf(order).map(({ held }) => held));
  changeOf = (order: Order) => this.changes.find((each) => each.order === order && each.kind !== 'loss');
  stateOf = ({ state, created }: Order): State =>
    state === 'pending' && this.now >= created + DAY_MS ? 'expired' : state;
  isOpen = ({ state }: Order) => ['pending', 'cancelled', 'paid_not_applied'].includes(state);

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

  /** The start of the quota window. */
  window(): number {
    const period = this.period(this.now);
    if (period === null) return Math.floor((this.now + JAKARTA_MS) / DAY_MS) * DAY_MS - JAKARTA_MS;
    const part = period.bought.series === null ? ALL : period.bought.days * DAY_MS;
    return this.now - (((this.now - period.start) % part) % (30 * DAY_MS));
  }

  inWindow = (entries: AccountModel['grants']) =>
    sum(entries.filter(({ window }) => window === this.window()).map(({ units }) => units));
  units = () => (this.period(this.now)?.bought.units ?? FREE_UNITS) + this.inWindow(this.grants);
  used = () => this.inWindow(this.charges);

  use(units: number) {
    const left = this.units() - this.used();
    check(units <= left, left > 0 ? 'quota_insufficient' : 'quota_exceeded');
    this.charges.push({ units, window: this.window() });
  }

  quote({ bought, offer }: Pick<Order, 'bought' | 'offer'>, at: number) {
    const period = this.period(at);
    const length = bought.days * DAY_MS;
    if (period === null) return { kind: 'purchase', credit: 0, end: at + length } as const;
    const { plan, months, series } = period.bought;
    const isSame = bought.plan === plan && bought.months === months && bought.series === series;
    if (isSame && (offer?.isRecurring ?? true)) {
      const end = period.end + length;
      const isTooLong = end > at + (offer === null ? 180 * DAY_MS : 2 * length);
      return { kind: 'renewal', credit: 0, end, ...(isTooLong && { refused: 'renewal_too_long' }) } as const;
    }
    const rise = RANK[bought.plan] - RANK[plan];
    const isMore = rise > 0 || (rise === 0 && (bought.months ?? 0) > (months ?? 0));
    const isRefused = offer === null && series === null && !isMore;
    const days = Math.ceil((period.end - period.start) / DAY_MS);
    const remaining = Math.ceil((period.end - Math.max(at, period.start)) / DAY_MS);
    const unused = Math.ceil((remaining * period.value) / days);
    const credit = bought.price - Math.floor(Math.max(0, bought.price - unused) / 1000) * 1000;
    return {
      kind: 'upgrade',
      credit,
      end: at + length,
      ...(isRefused && { refused: 'downgrade_refused' }),
    } as const;
  }

  createOrder(bought: Bought, offer: Offer | null) {
    check(offer === null || offer.state === 'open', 'unknown_offer');
    const { kind, credit, refused } = { refused: '', ...this.quote({ bought, offer }, this.now) };
    check(refused === '', refused);
    const charge = bought.price - credit;
    const money = {
      credit,
      charge,
      balance: Math.min(Math.max(0, this.credit()), charge),
      owed: this.owed(),
    };
    const start = { created: this.now, state: 'pending', wasCancelled: false, documented: 0 } as const;
    const order: Order = { kind, bought, offer, ...money, ...start, credited: JSON.stringify(this.period()) };
    this.orders.push(order);
    if (dueOf(order) === 0) this.pay(order, 'credit', 0, this.now);
  }

  receive(order: Order | null, ref: string | null, amount: number, at: number, isTax = false) {
    const places = { held: ref === null ? 0 : amount, credit: 0, returned: 0, paidOut: 0 };
    this.payments.push({ order, ref, isTax, amount, at, ...places, isMade: true, uses: new Map() });
  }

  /** Records a payment once, and judges the order. @param isRetried see judge */
  pay(
    order: Order,
    ref: string,
    amount: number,
    at: number,
    accept?: Acceptance,
    isRetried = false,
    isTax = false,
  ) {
    if (this.paymentsOf(order).some((payment) => payment.ref === ref)) return;
    this.receive(order, ref, amount, Math.max(order.created, Math.min(this.now, at)), isTax);
    if (this.isOpen(order)) this.judge(order, accept, isRetried);
  }

  /** A confirmation of the operator. Without an amount, the payments that were made are judged again. */
  confirm(
    order: Order,
    ref: string,
    amount: number | null,
    at: number | null,
    accept: Acceptance,
    isTax = false,
  ) {
    check(this.isOpen(order), 'order_not_payable');
    check(at === null || (at >= order.created && at <= this.now), 'bad_payment');
    const made = this.paymentsOf(order);
    const isAgain = amount === null && made.length > 0;
    if (!isAgain)
      return this.pay(order, ref, amount ?? dueOf(order), at ?? this.now, accept, made.length > 0, isTax);
    const newest = Math.max(...made.map((payment) => payment.at));
    for (const payment of made)
      if (at !== null && (payment.at > at || payment.at === newest)) payment.at = at;
    this.judge(order, accept, true);
  }

  /** @param isRetried whether it was judged before, so that it is judged as of now as well */
  judge(order: Order, accept: Acceptance, isRetried: boolean) {
    const held = this.held(order);
    const at = Math.max(...this.paymentsOf(order).map((payment) => payment.at));
    const isAsOrdered = held === dueOf(order) && this.owed() <= order.owed;
    const isRight = isAsOrdered || held === order.charge - order.balance + this.owed();
    const hasCredit = order.balance <= Math.max(0, this.credit());
    const isInTime = at < order.created + DAY_MS && !order.wasCancelled;
    const isNew = this.changeOf(order) === undefined && order.offer?.state !== 'taken';
    const end = this.fits(order, at) ?? (isRetried ? this.fits(order, this.now) : null);
    if (end !== null && isNew && ((isRight && hasCredit && isInTime) || accept))
      this.apply(order, end, accept);
    else order.state = 'paid_not_applied';
  }

  /** The end of the period that the order gives, if the account still allows what was ordered. */
  fits(order: Order, at: number): number | null {
    const paid = this.quote(order, at);
    // A period that ended between the order and its payment.
    const ordered =
      paid.kind === 'purchase' && order.kind !== 'purchase' ? this.quote(order, order.created) : paid;
    const { end } = ordered.kind === 'upgrade' ? paid : ordered;
    const isSame = order.kind !== 'upgrade' || order.credited === JSON.stringify(this.period());
    return ordered.kind === order.kind && isSame && end > this.now && !('refused' in ordered) ? end : null;
  }

  /** What the account owes is settled first; then the order is paid, with credit and with its payments. */
  apply(order: Order, end: number, accept: Acceptance) {
    const { bought, kind, charge, credit, offer } = order;
    const own = this.paymentsOf(order);
    const fromCredit = Math.min(order.balance, Math.max(0, this.credit()));
    move(this.payments, fromCredit, 'credit', order);
    move(own, this.owed(), 'held', 'credit');
    const value = charge - move(own, charge - fromCredit, 'held', order) + credit;
    if (accept !== 'return') move(own, ALL, 'held', 'credit');
    const { days } = bought;
    const starts = kind === 'renewal' ? {} : { starts: end - days * DAY_MS };
    this.changes.push({ order, kind, ...starts, days, bought, value });
    order.state = 'applied';
    if (offer !== null) offer.state = 'taken';
    if (offer?.isRecurring) this.offers.push({ ...offer, state: 'open' });
    this.document(order);
  }

  document(order: Order) {
    const change = this.applied(order) - order.documented;
    if (change !== 0) this.documents.push(change);
    order.documented += change;
  }

  withdraw(offer: Offer) {
    check(offer.state === 'open', 'offer_not_open');
    offer.state = 'withdrawn';
  }

  cancel(order: Order) {
    check(order.state === 'pending' || order.state === 'paid_not_applied', 'order_not_payable');
    const isTaxHeld = this.paymentsOf(order).some(({ isTax, held }) => isTax && held > 0);
    check(!isTaxHeld, 'order_not_refundable');
    if (order.state === 'paid_not_applied') this.refund(order, undefined);
    else [order.state, order.wasCancelled] = ['cancelled', true];
  }

  refund(order: Order, plan: Decision, amount?: number, asCredit = false) {
    const to = asCredit ? 'credit' : 'returned';
    const isRest = order.state === 'refunded' && this.applied(order) > 0;
    const isHeld = plan === undefined && (this.held(order) > 0 || !isRest);
    const isApplied = order.state === 'applied' || order.state === 'attention';
    const own = this.money().filter((each) => each.order === order && each.isMade);
    const [held, used] = [own.map((each) => each.held), this.money().map(({ uses }) => uses.get(order) ?? 0)];
    const available = sum(isHeld ? held : used);
    const part = amount ?? available;
    const isNothing = !isHeld && this.applied(order) === 0;
    check(isHeld || isApplied || isRest, 'order_not_refundable');
    check(amount !== 0 && part <= available && (available > 0 || isNothing), 'order_not_refundable');
    if (plan === 'undo') this.undo(order);
    if (isHeld) move(own, part, 'held', to);
    else takeBack(order, this.money(), part, to, asCredit ? 'credit' : 'paidOut');
    if (plan === 'keep') this.changes.push({ kind: 'loss', order, value: -part });
    if (!isHeld && isApplied) order.state = plan === 'undo' || !this.applied(order) ? 'refunded' : 'applied';
    else if (order.state === 'paid_not_applied' && this.held(order) === 0) order.state = 'refunded';
    this.document(order);
  }

  /** Takes the plan back. A later change of the period prevents it; a loss of value does not. */
  undo(order: Order) {
    const change = this.changeOf(order);
    if (change === undefined) return;
    check(this.changes.findLast(({ kind }) => kind !== 'loss') === change, 'order_not_refundable');
    this.changes = this.changes.filter((each) => each !== change);
    if (order.offer === null) return;
    for (const next of this.offers)
      if (next.isRecurring && next.state === 'open' && next.series === order.bought.series)
        next.state = 'withdrawn';
    order.offer.state = 'open';
  }

  /** Takes back a payment that was not made. The one of an order that credit paid is this credit. */
  void(order: Order, payment: Payment, plan: Decision) {
    const isApplied = this.changeOf(order) !== undefined;
    const isCredit = payment.ref === 'credit';
    const isOnly = this.paymentsOf(order).length === 1 && this.applied(order) === 0 && !this.isOpen(order);
    const isCause = payment.uses.has(order) || isCredit || isOnly || order.state === 'refunded';
    check(!isApplied || !isCause || plan !== undefined, 'order_not_refundable');
    const isUndone = !isApplied || (isCause && plan === 'undo');
    if (isUndone) this.undo(order);
    const lost = isCredit ? this.applied(order) : (payment.uses.get(order) ?? 0);
    payment.uses.delete(order);
    if (isUndone || isCredit) takeBack(order, this.payments, ALL, 'held', 'credit');
    const credit = -sum([...payment.uses.values()]) - payment.paidOut;
    Object.assign(payment, { held: 0, credit, returned: 0, isMade: false });
    this.document(order);
    if (!isUndone && isCause) {
      this.changes.push({ kind: 'loss', order, value: -lost });
      if (order.state !== 'refunded') order.state = this.applied(order) > 0 ? 'applied' : 'cancelled';
    } else if (isUndone || this.isOpen(order)) {
      if (this.held(order) > 0) this.judge(order, undefined, false);
      else if (this.paymentsOf(order).length > 0) order.state = 'refunded';
      else order.state = order.wasCancelled || isCredit ? 'cancelled' : 'pending';
    }
    order.wasCancelled ||= order.state === 'cancelled';
  }

  /** The provider returned so much of a payment in all: of held money, of unused credit, then of the plan. The rest is owed. */
  providerReturned(order: Order, payment: Payment, total: number) {
    const amount = Math.max(0, total - payment.returned - payment.paidOut);
    const owed = this.owed();
    const rest = move([payment], move([payment], amount, 'held', 'returned'), 'credit', 'returned');
    const lost = Math.min(rest, payment.uses.get(order) ?? 0);
    takeBack(order, [payment], lost, 'returned', 'returned');
    payment.credit -= rest - lost;
    payment.returned += rest - lost;
    if (lost > 0) this.changes.push({ kind: 'loss', order, value: -lost });
    if (!this.isOpen(order) && (lost > 0 || this.owed() > owed)) order.state = 'attention';
    else if (order.state === 'paid_not_applied' && this.held(order) === 0) order.state = 'refunded';
    this.document(order);
  }

  assign(order: Order, transfer: Payment, accept: Acceptance) {
    check(this.isOpen(order), 'order_not_payable');
    check(transfer.held > 0, 'bad_payment');
    const isRetried = this.paymentsOf(order).length > 0;
    Object.assign(transfer, { order, at: Math.max(transfer.at, order.created) });
    this.judge(order, accept, isRetried);
  }

  payOut(transfer: Payment | null, asCredit: boolean, amount?: number) {
    const money = sum(this.money().map(({ credit }) => credit));
    const available = transfer?.held ?? Math.min(money, this.credit());
    check(available > 0 && (amount ?? available) <= available, 'bad_payment');
    if (transfer === null) move(this.money(), amount ?? available, 'credit', 'paidOut');
    else move([transfer], amount ?? available, 'held', asCredit ? 'credit' : 'returned');
  }

  correct(payment: Payment, amount: number) {
    const isOutside = payment.ref === null;
    const given = this.changes.findLast(({ kind }) => kind === 'given');
    check((!isOutside || given?.starts === payment.at) && amount !== payment.amount, 'bad_payment');
    const more = amount - payment.amount;
    if (isOutside) this.changes.push({ kind: 'loss', order: null, value: more });
    // What was used of a transfer stays used: the account owes it.
    else payment.credit += Math.min(0, payment.held + more);
    if (!isOutside) payment.held = Math.max(0, payment.held + more);
    payment.amount = amount;
  }

  givePlan(bought: Bought, paid: number) {
    this.changes.push({
      kind: 'given',
      order: null,
      starts: this.now,
      days: bought.days,
      bought,
      value: paid,
    });
    if (paid > 0) this.receive(null, null, paid, this.now);
  }

  grantDays(days: number) {
    check(this.period(this.now), 'no_paid_period');
    this.changes.push({ kind: 'days', order: null, days, value: 0 });
  }

  grantUnits(units: number) {
    this.grants.push({ units, window: this.window() });
  }
}
