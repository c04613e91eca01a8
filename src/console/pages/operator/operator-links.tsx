import { orderReference } from '../../../commerce/billing/prices/order-amounts.ts';
import { useOperator } from './operator-page.tsx';

interface Account {
  readonly account_id: string;
  readonly email: string;
}

/** The addresses of accounts by their ids. */
export function emailsOf(accounts: readonly Account[]): ReadonlyMap<string, string> {
  return new Map(accounts.map(({ account_id, email }) => [account_id, email]));
}

/** The page of an account, as its address. */
export function AccountLink({ id, email = id ?? '' }: { id: string | null; email: string | undefined }) {
  const { texts } = useOperator();
  return id === null ? texts.none : <a href={`/operator/accounts/${id}`}>{email}</a>;
}

/** The page of an order, as its short reference. */
export function OrderLink({ id }: { id: string | null }) {
  const { texts } = useOperator();
  return id === null ? texts.none : <a href={`/operator/orders/${id}`}>{orderReference(id)}</a>;
}
