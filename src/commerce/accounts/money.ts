import type { MoneyPlace, MoneySource } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';
import { recordAudit } from './audit-log.ts';

// Money in whole rupiah. Each movement takes an amount from one place and adds it to another, so what came in is always the sum of what
// is held, applied, credit and returned. Each movement names the payment that the money came with. Credit that was used, and whose payment
// was not made, is negative: the account owes it.

/** A movement of money. An amount of 0 moves nothing. */
export type Move = Pick<Parameters<'record_money_move'>, 'payment_id' | 'source' | 'target' | 'amount_idr'>;

/** The money of one payment in each place, as far as it moved for one order. */
export interface PlacedMoney extends Record<Exclude<MoneyPlace, 'customer'>, number> {
  readonly payment_id: number;
  readonly payment_reference: string | null;
  readonly provider: MoneySource;
  /** False for credit that came from elsewhere. */
  readonly is_own: boolean;
}

/** The money of an order, by payment, oldest first. */
export type OrderMoney = readonly PlacedMoney[];

/** Records movements, in the transaction of the audit entry. */
export async function moveMoney(
  ledger: Ledger,
  record: Omit<Parameters<'record_money_move'>, keyof Move>,
  moves: readonly Move[],
): Promise<void> {
  for (const move of moves) {
    if (move.amount_idr > 0) await ledger.run('record_money_move', { ...record, ...move });
  }
}

/** Records money that a customer paid for a plan outside of an order. */
export async function recordPaidOutside(
  ledger: Ledger,
  entry: { readonly audit_id: number; readonly account_id: string; readonly moved_at: string },
  amount_idr: number,
): Promise<void> {
  if (amount_idr === 0) return;
  const { account_id, moved_at } = entry;
  const payment_id = await recordUnassigned(ledger, {
    account_id,
    provider: 'outside',
    payment_reference: null,
    paid_idr: amount_idr,
    paid_at: moved_at,
    recorded_at: moved_at,
  });
  const move: Move = { payment_id, source: 'customer', target: 'applied', amount_idr };
  await moveMoney(ledger, { ...entry, order_id: null }, [move]);
}

/** Records a payment that belongs to no order. @returns its identifier */
export async function recordUnassigned(
  ledger: Ledger,
  payment: Omit<Parameters<'note_payment'>, 'order_id'>,
): Promise<number> {
  const payment_id = await recordPayment(ledger, { ...payment, order_id: null });
  if (payment_id === null) throw new Error('A payment without an order is always new');
  return payment_id;
}

/** @returns its identifier; null for a payment that is recorded already */
export async function recordPayment(
  ledger: Ledger,
  payment: Parameters<'note_payment'>,
): Promise<number | null> {
  return (await ledger.get('note_payment', payment))?.payment_id ?? null;
}

/** Corrects the time of the newest payment of an order, and of payments that would be later. */
export async function correctPaymentTime(ledger: Ledger, order_id: string, paid_at: Date): Promise<void> {
  await ledger.run('correct_payment_time', { order_id, paid_at: paid_at.toISOString() });
}

/** Records what a payment in another currency was worth. */
export async function statePaymentValue(ledger: Ledger, payment_id: number, paid_idr: number): Promise<void> {
  await ledger.run('state_payment_value', { payment_id, paid_idr });
}

/** Records that a payment was not made. */
export async function voidPayment(ledger: Ledger, payment_id: number, voided_at: string): Promise<void> {
  await ledger.run('void_payment', { payment_id, voided_at });
}

/** A payment of an account that belongs to no order: a transfer by its reference, or money for a plan that the operator gave. */
export async function unassignedPayment(
  ledger: Ledger,
  account_id: string,
  reference: string | null,
): Promise<Row<'payments_of_account'> & { readonly places: Record<MoneyPlace, number> }> {
  const payments = await ledger.all('payments_of_account', { account_id });
  const payment = payments.findLast(({ order_id, voided_at, payment_reference }) => {
    return order_id === null && voided_at === null && payment_reference === reference;
  });
  if (payment) {
    const { payment_id } = payment;
    return { ...payment, places: placesOf(await ledger.all('moves_of_payment', { payment_id })) };
  }
  const assigned = payments.findLast(({ order_id, voided_at, payment_reference }) => {
    return order_id !== null && voided_at === null && payment_reference === reference;
  });
  throw new AlirError('bad_payment', problemOf(account_id, reference, assigned?.order_id ?? null));
}

function problemOf(account_id: string, reference: string | null, order_id: string | null): string {
  if (reference === null) return 'No money was recorded for a plan of this account without an order.';
  return order_id === null
    ? `The account has no transfer with the reference ${reference} that belongs to no order.`
    : `The payment ${reference} belongs to the order ${order_id}. If it was mistyped, take it back, record it again, and pay the order with it. Run in this order: alir order void ${order_id} --reference "${reference}" --reason TEXT (with --plan undo if the order is applied); alir account transfer ${account_id} --reference "${reference}" --amount IDR --reason TEXT; alir order confirm ${order_id} --transfer "${reference}"`;
}

/** Pays an order with a transfer of its account that belongs to no order yet. */
export async function assignPayment(
  ledger: Ledger,
  { order_id, account_id, created_at }: Pick<Row<'order'>, 'order_id' | 'account_id' | 'created_at'>,
  payment_reference: string,
  { actor, at }: { readonly actor: string; readonly at: Date },
): Promise<void> {
  const { payment_id, paid_at, places } = await unassignedPayment(ledger, account_id, payment_reference);
  const payments = await ledger.all('payments_of_order', { order_id });
  const isKnown = payments.some((payment) => payment.payment_reference === payment_reference);
  if (isKnown || places.held === 0) {
    throw new AlirError(
      'bad_payment',
      isKnown
        ? `The order already has a payment with the reference ${payment_reference}. If the transfer is the same money, set it to 0: alir account correct ${account_id} --transfer "${payment_reference}" --amount 0`
        : `Nothing of the transfer ${payment_reference} is held any more: it was paid out, or became credit. Name another transfer, or record new money with another reference.`,
    );
  }
  const since_order = [paid_at, created_at].toSorted().at(-1) ?? paid_at;
  await ledger.run('assign_payment', { payment_id, order_id, paid_at: since_order });
  const entry = { actor, at, reason: null, account_id, order_id, details: { payment_reference } };
  await recordAudit(ledger, { ...entry, action: 'payment.assigned' });
}

export async function moneyOfOrder(ledger: Ledger, order_id: string): Promise<OrderMoney> {
  const moves = await ledger.all('moves_of_order', { order_id });
  const payments = new Map(moves.map((move) => [move.payment_id, move]));
  return [...payments.values()].map(({ payment_id, payment_reference, provider, is_own }) => ({
    payment_id,
    payment_reference,
    provider,
    is_own: is_own === 1,
    ...placesOf(moves.filter((move) => move.payment_id === payment_id)),
  }));
}

/** Withheld tax did not come in as money, so it cannot be returned or paid out. */
export function withoutTax<Part extends { readonly provider: MoneySource }>(parts: readonly Part[]): Part[] {
  return parts.filter(({ provider }) => provider !== 'withheld');
}

/** What movements leave in each place; negative for the outside. */
export function placesOf(
  moves: readonly Pick<Move, 'source' | 'target' | 'amount_idr'>[],
): Record<MoneyPlace, number> {
  const places = { customer: 0, held: 0, applied: 0, credit: 0, returned: 0 };
  for (const { source, target, amount_idr } of moves) {
    places[source] -= amount_idr;
    places[target] += amount_idr;
  }
  return places;
}

/** The credit of an account; negative for what it owes. */
export async function creditOf(ledger: Ledger, account_id: string): Promise<number> {
  return sumOfCredit(await creditByPayment(ledger, account_id));
}

/** What an account owes. @param credit_idr negative for a debt */
export function owedOf(credit_idr: number): number {
  return Math.max(0, -credit_idr);
}

export function sumOfCredit(credit: readonly Row<'credit_by_payment'>[]): number {
  return credit.reduce((sum, { credit_idr }) => sum + credit_idr, 0);
}

export function creditByPayment(ledger: Ledger, account_id: string): Promise<Row<'credit_by_payment'>[]> {
  return ledger.all('credit_by_payment', { account_id });
}

/** Movements that use credit, from the oldest payment on. The account must have at least this amount. */
export function spentCredit(
  credit: readonly Row<'credit_by_payment'>[],
  amount_idr: number,
  target: 'applied' | 'returned' = 'applied',
): Move[] {
  let rest = amount_idr;
  return credit.map(({ payment_id, credit_idr }) => {
    const taken = Math.min(rest, Math.max(0, credit_idr));
    rest -= taken;
    return { payment_id, source: 'credit', target, amount_idr: taken };
  });
}

export function total(money: OrderMoney, place: Exclude<MoneyPlace, 'customer'>): number {
  return money.reduce((sum, part) => sum + part[place], 0);
}

/** The money of an order after movements out of a place. */
export function remaining(money: OrderMoney, moves: readonly Move[]): OrderMoney {
  return money.map((part) => {
    const left = { ...part };
    for (const { payment_id, source, amount_idr } of moves) {
      if (payment_id === part.payment_id && source !== 'customer') left[source] -= amount_idr;
    }
    return left;
  });
}

/** What movements move in all. */
export function sumOf(moves: readonly Pick<Move, 'amount_idr'>[]): number {
  return moves.reduce((sum, { amount_idr }) => sum + amount_idr, 0);
}

/** Moves an amount out of a place, from the oldest payment on. The place must hold at least this amount. */
export function movesOf(
  money: OrderMoney,
  source: 'held' | 'applied',
  target: MoneyPlace,
  amount_idr: number,
): Move[] {
  let rest = amount_idr;
  return money.map((part) => {
    const taken = Math.min(rest, part[source]);
    rest -= taken;
    return { payment_id: part.payment_id, source, target, amount_idr: taken };
  });
}
