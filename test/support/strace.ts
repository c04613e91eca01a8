import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, temporaryFolder } from './alir.ts';
import { CLI, firstLine } from './cli.ts';

/** The units of a charged request. */
export const UNITS = 3;
const BODY = JSON.stringify({ tickers: ['A', 'B', 'C'], from: '2026-01-05', to: '2026-01-05' });

export function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** `alir serve` under strace, with one account. `child` is the server itself, not strace. */
export interface TracedServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly account_id: string;
  readonly api_key: string;
  readonly data_dir: string;
  readonly ledger_file: string;
  /** The output of strace. */
  readonly trace: string;
  get(path: string): Promise<Response>;
  /** A request of 3 units. @param id its X-Request-Id, and its Idempotency-Key if it begins with `keyed` */
  charged(id: string): Promise<Response>;
  stderr(): string;
}

/** @param options of strace: what it traces, and what it delays or lets fail */
export async function startTraced(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TracedServer> {
  const data_dir = await temporaryFolder();
  const stores = await openStores(configOf(data_dir), systemClock);
  const terms = { units: 1e9, requests_per_minute: 1e9, keys: 1 };
  const { account, api_key } = await stores.accounts.create('traced@example.com', 'custom', 1, terms);
  await stores.ledger.close();
  const trace = `${data_dir}/trace`;
  const child = spawn(
    'strace',
    ['-D', '-f', '-y', '--seccomp-bpf', '-o', trace, ...options, process.execPath, CLI, 'serve', '--json'],
    {
      env: {
        PATH: process.env.PATH,
        ALIR_DATA_DIR: data_dir,
        ALIR_PORT: '0',
        ALIR_UPDATE_MINUTES: '0',
        ALIR_LOG_LEVEL: 'error',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const { url } = await firstLine(child);
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  return {
    child,
    url,
    account_id: account.account_id,
    api_key,
    data_dir,
    ledger_file: stores.folders.ledgerFile,
    trace,
    get: (path) => fetch(`${url}${path}`, { headers }),
    charged: (id) => {
      const ids = { 'x-request-id': id, ...(id.startsWith('keyed') && { 'idempotency-key': id }) };
      return fetch(`${url}/foreign-flow/batch`, {
        method: 'POST',
        headers: { ...headers, ...ids },
        body: BODY,
      });
    },
    stderr: () => stderr,
  };
}
