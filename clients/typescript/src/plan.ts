import type { Methods } from './api.ts';
import { RequestError } from './errors.ts';
import { randomKey } from './retries.ts';
import type { Operation, Result } from './types.ts';
import { addDays, daysBetween, distinctTickers, type Parameters, unitsOf } from './units.ts';

const MAX_DAYS = 366;
const MAX_TICKERS = 50;

type Sent<Name extends keyof Methods> = NonNullable<globalThis.Parameters<Methods[Name]>[0]>;
type Answer<Name extends keyof Methods> = Awaited<ReturnType<Methods[Name]>>;
type Send = (part: Parameters, idempotencyKey: string | undefined) => Promise<Result<unknown>>;

/** The methods of a range of days. */
export type PlannedMethod = {
  [Name in keyof Methods]: Sent<Name> extends { from: string; to: string } ? Name : never;
}[keyof Methods];

/** The parameters of a method, with a range of any length and, for one ticker or a batch, any number of tickers. */
export type PlanParameters<Name extends PlannedMethod> =
  Sent<Name> extends { ticker: string }
    ? Sent<Name> | (Omit<Sent<Name>, 'ticker'> & { tickers: readonly string[] })
    : Sent<Name>;

/** Requests that are not sent yet. Iterating sends them one after the other; iterating again within 24 hours charges no part twice. */
export class Plan<Name extends PlannedMethod> {
  /** The parameters of each request. */
  readonly parts: readonly Sent<Name>[];
  readonly requests: number;
  /** What all requests cost together. */
  readonly units: number;
  readonly #keys: readonly string[];
  readonly #send: Send;

  constructor(operation: Operation, parameters: Parameters, send: Send) {
    const parts = partsOf(operation, parameters);
    this.parts = parts as Sent<Name>[];
    this.requests = parts.length;
    this.units = parts.reduce((sum, part) => sum + unitsOf(operation, part), 0);
    this.#keys = parts.map(randomKey);
    this.#send = send;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Answer<Name> & { readonly parameters: Sent<Name> }> {
    for (const [place, parameters] of this.parts.entries()) {
      yield { ...((await this.#send(parameters, this.#keys[place])) as Answer<Name>), parameters };
    }
  }
}

function partsOf(operation: Operation, { tickers, ...parameters }: Parameters): Parameters[] {
  if (tickers !== undefined && !Array.isArray(tickers)) throw new RequestError('tickers must be an array.');
  const ranges = rangesOf(operation, String(parameters.from), String(parameters.to));
  const groups = tickers === undefined ? [{}] : groupsOf(operation, distinctTickers(tickers));
  return groups.flatMap((group) => ranges.map((range) => ({ ...parameters, ...group, ...range })));
}

/** The tickers of each request: 50 of a batch, else one. */
function groupsOf({ cost }: Operation, tickers: readonly string[]): Parameters[] {
  if (cost?.per !== 'ticker') return tickers.map((ticker) => ({ ticker }));
  const count = Math.ceil(tickers.length / MAX_TICKERS);
  return Array.from({ length: count }, (_, group) => ({
    tickers: tickers.slice(group * MAX_TICKERS, (group + 1) * MAX_TICKERS),
  }));
}

function rangesOf({ cost, maxDays = MAX_DAYS }: Operation, from: string, to: string): Parameters[] {
  const days = daysBetween(from, to);
  if (Number.isNaN(days))
    throw new RequestError('from and to must be days as YYYY-MM-DD, such as 2026-01-05.');
  if (days <= maxDays) return [{ from, to }];
  // Whole units: a request of 366 days pays for 372.
  const length = maxDays - (maxDays % (cost?.days ?? 1));
  return Array.from({ length: Math.ceil(days / length) }, (_, part) => {
    const last = addDays(from, (part + 1) * length - 1);
    return { from: addDays(from, part * length), to: last < to ? last : to };
  });
}
