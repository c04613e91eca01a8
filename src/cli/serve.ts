import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { systemClock } from '../core/clock.ts';
import { Updater } from '../market/ingest/updater.ts';
import type { Config } from '../server/config.ts';
import { type RunningServer, startServer } from '../server/main.ts';
import { openStores } from '../server/stores.ts';
import { logLine, resultLog, updateLog } from './server-log.ts';
import { untilStopped } from './signals.ts';

/** A lower priority than the server's, so that an ingest does not slow down responses. */
const UPDATE_PRIORITY = 15;
/** Time for an update to finish when the server stops. */
const STOP_TIMEOUT_MS = 8000;

type Log = RunningServer['app']['log'];

/**
 * Serves the API and publishes new files from the source until a stop signal. Every output line is JSON with a level: stdout gets the line
 * with the URL, stderr the log.
 */
export async function serveCommand(config: Config): Promise<void> {
  const stopped = untilStopped();
  const stores = await openStores(config, systemClock);
  const { ledger } = stores;
  const server = await startServer(stores).catch(async (error: unknown) => {
    // Its connections to a database would keep the process running. The server may have closed it.
    await ledger.close().catch(() => {});
    throw error;
  });
  const { log } = server.app;
  logWarnings(log);
  const { data_dir } = config;
  const { url, metrics_url } = server;
  const urls = metrics_url === null ? { url } : { url, metrics_url };
  process.stdout.write(logLine('info', `Alir serves ${data_dir} on ${url}`, { ...urls, data_dir }));
  const stopping = new AbortController();
  const updater = new Updater(async () => {
    if (ledger.isLeader()) await updateInOwnProcess(log, stopping.signal);
  });
  if (config.update_minutes > 0) {
    updater.start(config.update_minutes);
    // The previous leader may have stopped before its update.
    ledger.joinElection(() => void updater.update());
  }
  const failure = await Promise.race([stopped.then(() => null), server.failed]);
  log.info('stopping: waiting for the requests in progress');
  updater.stop();
  stopping.abort();
  await server.close();
  if (failure !== null) throw failure;
  log.info('stopped');
}

/** Logs warnings of Node as JSON; Node would print them as text. */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'Node.js warning'));
}

/** Runs `alir update` and logs its output. When the server stops, the update stops after its current file. */
async function updateInOwnProcess(log: Log, stopping: AbortSignal): Promise<void> {
  try {
    const [script = ''] = process.argv.slice(1);
    const child = spawn(process.execPath, [script, 'update', '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    stopping.addEventListener('abort', () => stop(child), { once: true });
    child.on('spawn', () => lowerPriority(child.pid));
    createInterface(child.stdout).on('line', (line) => resultLog(log, line));
    createInterface(child.stderr).on('line', (line) => updateLog(log, line));
    const [, signal] = await ended;
    if (signal) log.warn(`the update process was ended by ${signal}; the next update continues its work`);
  } catch (err) {
    log.error({ err }, 'the update process could not be started; the next update tries again');
  }
}

/** Stops an update. A process that does not stop in time is killed; the next update repairs what it left unfinished. */
function stop(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, UPDATE_PRIORITY);
  } catch {
    // The process has already ended.
  }
}
