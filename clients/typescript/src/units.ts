import type { Operation } from './types.ts';

const DAY_MS = 86_400_000;

export type Parameters = Readonly<Record<string, unknown>>;

/** What a request costs when it is charged; 0 if the server refuses its tickers or days. */
export function unitsOf({ cost }: Operation, parameters: Parameters): number {
  if (!cost || parameters.dry_run === true) return 0;
  if (cost.per === 'ticker') return cost.units * distinctTickers(parameters.tickers).length;
  if (cost.per === 'days') {
    const days = daysBetween(parameters.from, parameters.to);
    return days > 0 ? cost.units * Math.ceil(days / (cost.days ?? 1)) : 0;
  }
  return cost.units;
}

/** The tickers of a batch as the server counts them; none if they are not an array. */
export function distinctTickers(tickers: unknown): string[] {
  if (!Array.isArray(tickers)) return [];
  return [...new Set(tickers.map((ticker) => String(ticker).trim().toUpperCase()))];
}

/** The number of days of a range, with its first and its last day. */
export function daysBetween(from: unknown, to: unknown): number {
  return (Date.parse(String(to)) - Date.parse(String(from))) / DAY_MS + 1;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
