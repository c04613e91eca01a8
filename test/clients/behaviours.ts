import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const FILE = resolve(import.meta.dirname, '../../clients/behaviours.json');
const SERVER = resolve(import.meta.dirname, 'scripted-server.mjs');

/** A behaviour of clients/behaviours.json, which describes its fields. */
export interface Behaviour {
  readonly name: string;
  readonly call: {
    readonly operation: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly options?: {
      readonly max_retries?: number;
      readonly timeout_ms?: number;
      readonly idempotency_key?: string;
      readonly format?: 'arrow';
    };
    readonly cancel?: 'before' | 'on_request' | 'on_sleep';
  };
  readonly server: readonly any[];
  readonly expect: {
    readonly requests?: number;
    readonly sent?: Readonly<Record<string, any>>;
    readonly slept_ms?: readonly (readonly [number, number])[];
    readonly idempotency_key?: string;
    readonly result?: Readonly<Record<string, any>>;
    readonly error?: Readonly<Record<string, any>>;
  };
}

/** A long range or list of tickers, and the requests that a helper makes of it. */
export interface PlannedBehaviour {
  readonly name: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly expect: {
    readonly units?: number;
    readonly parts?: readonly Readonly<Record<string, unknown>>[];
    /** A part of the message. */
    readonly error?: string;
  };
}

const ALL = JSON.parse(readFileSync(FILE, 'utf8'));
export const BEHAVIOURS: readonly Behaviour[] = ALL.behaviours;
export const PLANS: readonly PlannedBehaviour[] = ALL.plans;

/** Parameters whose tickers are written out: `T1 to T3` stands for T1, T2 and T3. */
export function withTickers(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!Array.isArray(parameters.tickers)) return parameters;
  const tickers = parameters.tickers.flatMap((text) => {
    const [, first, last] = /^T(\d+) to T(\d+)$/.exec(text) ?? [];
    if (first === undefined) return [text];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `T${Number(first) + n}`);
  });
  return { ...parameters, tickers };
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The server of scripted-server.mjs, in a process of its own. */
export class ScriptedServer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly url: string;

  private constructor(process: ChildProcessByStdio<Writable, Readable, null>, url: string) {
    this.#process = process;
    this.url = url;
  }

  static async start(): Promise<ScriptedServer> {
    const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    return new ScriptedServer(child, String(line).trim());
  }

  /** @returns the base URL that plays these replies */
  async play(replies: Behaviour['server']): Promise<string> {
    const response = await fetch(`${this.url}/scripts`, {
      method: 'POST',
      body: JSON.stringify({ replies }),
    });
    return ((await response.json()) as { base_url: string }).base_url;
  }

  /** The requests to a base URL, as soon as there are so many. */
  async requests(base_url: string, at_least = 0): Promise<ReceivedRequest[]> {
    const response = await fetch(`${base_url}/requests?at_least=${at_least}`);
    return (await response.json()) as ReceivedRequest[];
  }

  async close(): Promise<void> {
    const closed = once(this.#process, 'close');
    this.#process.stdin.end();
    await closed;
  }
}
