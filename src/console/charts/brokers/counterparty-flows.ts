import type { PairRow } from '../../../core/market/rows.ts';

/** The code that stands for all brokers that a picture does not show. */
export const OTHERS = '*';

export interface Counterparties {
  /** The largest first; OTHERS is last. */
  readonly buyers: readonly Side[];
  readonly sellers: readonly Side[];
  /** IDR by `buyer seller`. */
  readonly value: (buyer: string, seller: string) => number;
}

interface Side {
  readonly code: string;
  readonly value: number;
}

/** The pairs between the largest buyers and sellers; every other broker is added to OTHERS, so that the sums are those of all pairs. */
export function counterpartyFlows(rows: readonly PairRow[], shown: number): Counterparties {
  const buyers = largest(rows, 'buyer', shown);
  const sellers = largest(rows, 'seller', shown);
  const codeOf = (sides: readonly Side[], code: string) =>
    sides.some((side) => side.code === code) ? code : OTHERS;
  const values = new Map<string, number>();
  for (const { buyer, seller, value } of rows) {
    const key = `${codeOf(buyers, buyer)} ${codeOf(sellers, seller)}`;
    values.set(key, (values.get(key) ?? 0) + value);
  }
  return {
    buyers,
    sellers,
    value: (buyer, seller) => values.get(`${buyer} ${seller}`) ?? 0,
  };
}

function largest(rows: readonly PairRow[], side: 'buyer' | 'seller', shown: number): Side[] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row[side], (totals.get(row[side]) ?? 0) + row.value);
  const sides = [...totals]
    .map(([code, value]) => ({ code, value }))
    .sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
  // One broker beyond the shown ones is shown itself: "others" would not be shorter.
  if (sides.length <= shown + 1) return sides;
  const others = sides.slice(shown).reduce((sum, { value }) => sum + value, 0);
  return [...sides.slice(0, shown), { code: OTHERS, value: others }];
}
