import { whenAllSettled } from '../all-settled.ts';

/** Runs a query for every ticker concurrently. The results keep the order of the tickers. */
export async function byTicker<Answer>(
  tickers: readonly string[],
  ask: (ticker: string) => Promise<Answer>,
): Promise<Map<string, Answer>> {
  const asked = tickers.map(async (ticker) => [ticker, await ask(ticker)] as const);
  return new Map(await whenAllSettled(asked));
}
