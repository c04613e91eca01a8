/** The stocks or brokers that a page compares at most. */
export const MAX_COMPARED = 4;

/** The path of the page with what a broker did in a stock. */
export function positionPath(ticker: string, broker: string): string {
  return `/explore/${encodeURIComponent(ticker)}/broker/${encodeURIComponent(broker)}`;
}
