/**
 * Asks for every ticker at once; the answers stand in the order of the tickers. When one fails, it still waits for all: nobody reads
 * on after the caller has gone.
 */
export async function byTicker<Answer>(
  tickers: readonly string[],
  ask: (ticker: string) => Promise<Answer>,
): Promise<Map<string, Answer>> {
  const asked = tickers.map(ask);
  await Promise.allSettled(asked);
  const answers = await Promise.all(asked);
  return new Map(tickers.map((ticker, index) => [ticker, answers[index] as Answer]));
}
