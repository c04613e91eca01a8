/**
 * The price step in IDR (IDX rule II-A): 1 for prices below 200, 2 below 500, 5 below 2,000, 10 below 5,000, otherwise 25. The same rule is
 * in `sql/lake/price_step.sql`.
 */
export function priceStep(price: number): number {
  if (price < 200) return 1;
  if (price < 500) return 2;
  if (price < 2000) return 5;
  if (price < 5000) return 10;
  return 25;
}
