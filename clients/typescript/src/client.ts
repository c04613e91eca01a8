import { type Answer, errorOf, lostError, resultOf, textOf } from './answers.ts';
import { type Methods, OPERATIONS } from './api.ts';
import { AlirError } from './errors.ts';
import { Plan, type PlannedMethod, type PlanParameters } from './plan.ts';
import { isPassing, randomKey, sleep, waitBefore } from './retries.ts';
import type { ArrowOptions, CallOptions, Operation, Result } from './types.ts';
import { type Parameters, unitsOf } from './units.ts';

const ARROW = 'application/vnd.apache.arrow.stream';
const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 4;
/** A timer with more ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface AlirOptions {
  /** Default: the environment variable ALIR_API_KEY. */
  readonly apiKey?: string | undefined;
  /** Default: the environment variable ALIR_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds for each attempt. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: 4. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits before a retry. It throws the reason of the signal when it is aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

type AnyOptions = CallOptions & Partial<ArrowOptions<unknown>>;

interface Call {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string };
  readonly idempotencyKey: string | undefined;
  readonly units: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

class Client {
  readonly #options: AlirOptions;
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;

  constructor(options: AlirOptions = {}) {
    const baseUrl = options.baseUrl ?? environment('ALIR_BASE_URL');
    if (!baseUrl || !/^https?:/.test(baseUrl))
      throw new AlirError(
        'No address of a server, such as https://api.example.com: pass baseUrl, or set ALIR_BASE_URL.',
      );
    this.#options = options;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#apiKey = options.apiKey ?? environment('ALIR_API_KEY');
  }

  static {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      Object.defineProperty(Client.prototype, name, {
        value(this: Client, parameters: Parameters = {}, options: AnyOptions = {}) {
          return this.#call(operation, parameters, options);
        },
      });
    }
  }

  /**
   * Splits a long range or list of tickers into requests, and computes their cost before sending. Each part has its own totals.
   *
   *     const plan = alir.plan('foreignFlowDaily', { tickers: ['BBCA', 'BBRI'], from: '2025-01-01', to: '2026-06-30' });
   *     console.log(plan.requests, plan.units);
   *     for await (const { parameters, data } of plan) console.log(parameters.ticker, data.length);
   */
  plan<Name extends PlannedMethod>(
    name: Name,
    parameters: PlanParameters<Name>,
    options: Omit<CallOptions, 'idempotencyKey'> = {},
  ): Plan<Name> {
    const operation = OPERATIONS[name] as Operation;
    return new Plan(operation, parameters, (part, idempotencyKey) =>
      this.#call(operation, part, { ...options, idempotencyKey }),
    );
  }

  async #call(operation: Operation, parameters: Parameters, options: AnyOptions): Promise<Result<unknown>> {
    const call = this.#prepare(operation, parameters, options);
    const isRepeatable = operation.method === 'GET' || call.idempotencyKey !== undefined;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? MAX_RETRIES;
    let possibleUnits = 0;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(call);
      let error: AlirError;
      let mayRetry = isRepeatable;
      if (answer instanceof Lost) {
        possibleUnits = call.units;
        error = lostError(call, answer.cause, attempt, answer.isTimedOut ? call.timeoutMs : null);
      } else if (answer.response.ok) {
        return resultOf(call, answer, options.arrow ?? (operation.type ? textOf : null));
      } else {
        error = errorOf(call, answer, possibleUnits);
        mayRetry = isPassing(answer.response.status, isRepeatable);
      }
      const waitMs = waitBefore(attempt, error.retryAfterSeconds);
      if (!mayRetry || !(attempt <= maxRetries) || waitMs === null) throw error;
      await (this.#options.sleep ?? sleep)(waitMs, call.signal);
    }
  }

  /** @throws TypeError for a key that is not a header, or an address that is not a URL */
  #prepare(operation: Operation, parameters: Parameters, options: AnyOptions): Call {
    const { method, cost, isIdempotent, type = 'application/json' } = operation;
    const rest = { ...parameters };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const url = new URL(this.#baseUrl + path);
    const headers = new Headers({ accept: options.arrow ? ARROW : type });
    if (this.#apiKey) headers.set('authorization', `Bearer ${this.#apiKey}`);
    let key: string | undefined;
    if (cost || isIdempotent) {
      key = options.idempotencyKey ?? randomKey();
      headers.set('idempotency-key', key);
    }
    const init: RequestInit & { method: string } = { method, headers };
    if (method === 'POST' && Object.keys(rest).length > 0) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(rest);
    } else {
      for (const [name, value] of Object.entries(rest)) {
        if (value !== undefined) url.searchParams.set(name, String(value));
      }
    }
    return {
      url: url.href,
      init,
      idempotencyKey: key,
      units: unitsOf(operation, parameters),
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS,
      signal: options.signal,
    };
  }

  /** @throws the reason of the caller's signal */
  async #attempt({ url, init, timeoutMs, signal }: Call): Promise<Answer | Lost> {
    signal?.throwIfAborted();
    // AbortSignal.any and AbortSignal.timeout are not in all browsers, and on Node 20 together can lose the timer.
    const controller = new AbortController();
    let isTimedOut = false;
    const expire = () => {
      isTimedOut = true;
      controller.abort();
    };
    const timer = timeoutMs <= MAX_TIMER_MS ? setTimeout(expire, timeoutMs) : undefined;
    const cancel = () => controller.abort();
    signal?.addEventListener('abort', cancel);
    try {
      const send = this.#options.fetch ?? fetch;
      const response = await send(url, { ...init, signal: controller.signal });
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (cause) {
      signal?.throwIfAborted();
      return new Lost(cause, isTimedOut);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** An attempt without a complete answer. */
class Lost {
  readonly cause: unknown;
  readonly isTimedOut: boolean;
  constructor(cause: unknown, isTimedOut: boolean) {
    this.cause = cause;
    this.isTimedOut = isTimedOut;
  }
}

/** Of Node, Deno or Bun; undefined in a browser. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

/** A client: it has one method for each request of the API. */
export type Alir = Client & Methods;
export const Alir = Client as new (options?: AlirOptions) => Alir;
