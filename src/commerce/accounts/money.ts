import type { MoneyPlace } from '../../core/commerce-terms.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';

// Money in whole rupiah. Each movement takes an amount from one place and adds it to another, so what came in is always the sum of what
// is held, applied, credit and returned.

/** A movement of money, with the payment that it came with; null for credit of the account. An amount of 0 moves nothing. */
export type Move = Row<'moves_of_order'>;

/** The money of one payment, or of an order's credit, in each place. */
export interface PlacedMoney {
  readonly payment_reference: string | null;
  readonly held: number;
  readonly applied: number;
  readonly returned: number;
  /** Became credit of the account, less what was taken back from it. For credit that paid the order: what it added to the credit. */
  readonly credit: number;
  /** Taken back: the payment was not made after all. */
  readonly voided: number;
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
  await moveMoney(ledger, { ...entry, order_id: null }, [
    { payment_reference: null, source: 'customer', target: 'applied', amount_idr },
  ]);
}

export async function moneyOfOrder(ledger: Ledger, order_id: string): Promise<OrderMoney> {
  return placed(await ledger.all('moves_of_order', { order_id }));
}

export async function creditOf(ledger: Ledger, account_id: string): Promise<number> {
  return (await ledger.get('credit_of_account', { account_id }))?.credit_idr ?? 0;
}

/** Adds up movements of one order. */
function placed(moves: readonly Move[]): OrderMoney {
  const references = [...new Set(moves.map((move) => move.payment_reference))];
  return references.map((payment_reference) => {
    const own = moves.filter((move) => move.payment_reference === payment_reference);
    const at = (place: MoneyPlace) =>
      own.reduce(
        (sum, { source, target, amount_idr }) =>
          sum + (target === place ? amount_idr : 0) - (source === place ? amount_idr : 0),
        0,
      );
    const received = own.reduce((sum, move) => sum + (move.source === 'customer' ? move.amount_idr : 0), 0);
    return {
      payment_reference,
      held: at('held'),
      applied: at('applied'),
      returned: at('returned'),
      credit: at('credit'),
      voided: received + at('customer'),
    };
  });
}

export function total(money: OrderMoney, place: Exclude<keyof PlacedMoney, 'payment_reference'>): number {
  return money.reduce((sum, part) => sum + part[place], 0);
}

/** What movements move in all. */
export function sumOf(moves: readonly Move[]): number {
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
    return { payment_reference: part.payment_reference, source, target, amount_idr: taken };
  });
}
