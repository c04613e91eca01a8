import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { IsoDate } from '../../core/dates.ts';
import type { IngestResult } from '../../market/ingest/ingest.ts';
import { Updater } from '../../market/ingest/update-schedule.ts';
import type { Confirm } from '../../operations/intake.ts';
import type { Config } from '../../server/config.ts';
import { clockOf } from '../../server/data-clock.ts';
import { FOLLOW_MINUTES, follow, mirrorEach } from '../../server/follow.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { closeStores, copySourceOf, openStores } from '../../server/stores.ts';
import type { Io } from '../io.ts';
import { untilStopped } from '../signals.ts';
import { logLine, logWarnings, resultLog, updateLog } from './server-log.ts';

/** A lower priority than the server's, so that an ingest does not slow down responses. */
const UPDATE_PRIORITY = 15;
/** Time for an update to finish when the server stops. */
const STOP_TIMEOUT_MS = 8000;

type Log = RunningServer['app']['log'];

/**
 * Serves the API and publishes new files from the source until a stop signal. Every output line is JSON with a level: stdout gets the line
 * with the URL, stderr the log.
 */
export async function serveCommand(config: Config, io: Io): Promise<void> {
  const stopped = untilStopped(io);
  const stores = await openStores(config, clockOf(config.data_dir));
  const { ledger } = stores;
  const stopping = new AbortController();
  let log: Log | undefined;
  let updater: Updater | undefined;
  const confirm: Confirm = (path, trade_date, by) =>
    confirmInOwnProcess({ path, trade_date, by }, log, stopping.signal);
  const measure = async () => void buildInOwnProcess(log, stopping.signal);
  const check = () => void updater?.update(true);
  const server = await startServer(stores, { confirm, measure, check }).catch(async (error: unknown) => {
    // Its connections to a database would keep the process running. The server may have closed it.
    await closeStores(stores).catch(() => {});
    throw error;
  });
  log = server.app.log;
  const ofServer = log;
  logWarnings(log);
  const { data_dir } = config;
  const { url, metrics_url } = server;
  const urls = metrics_url === null ? { url } : { url, metrics_url };
  io.stdout.write(logLine('info', `Alir serves ${data_dir} on ${url}`, { ...urls, data_dir }));
  const isFollower = config.follow_url !== '';
  updater = new Updater(
    isFollower
      ? follow(stores, await copySourceOf(stores, config.follow_url), ofServer, async () => {
          await runLogged('sync', ofServer, stopping.signal);
        })
      : async (isAsked) => {
          if (isAsked || ledger.isLeader()) await updateInOwnProcess(ofServer, stopping.signal);
        },
  );
  if (isFollower) updater.start(FOLLOW_MINUTES);
  else if (config.update_minutes > 0) {
    updater.start(config.update_minutes);
    // The previous leader may have stopped before its update.
    ledger.joinElection(() => void updater.update());
  }
  const mirrored = new Updater(mirrorEach(stores, () => runLogged('mirror', ofServer, stopping.signal)));
  if (config.mirror_url !== '') mirrored.start(FOLLOW_MINUTES);
  const failure = await Promise.race([stopped.then(() => null), server.failed]);
  log.info('stopping: waiting for the requests in progress');
  updater.stop();
  mirrored.stop();
  stopping.abort();
  await server.close();
  if (failure !== null) throw failure;
  log.info('stopped');
}

const LOGGED = {
  sync: { command: ['sync'], field: 'sync', message: 'new publications were copied' },
  mirror: { command: ['mirror'], field: 'mirror', message: 'publications were uploaded' },
  measures: { command: ['lake', 'build'], field: 'lake', message: 'measures were computed' },
};

/** Runs a command of Alir and logs its output. When the server stops, it stops too. @returns whether it had a result */
async function runLogged(
  name: keyof typeof LOGGED,
  log: Log | undefined,
  stopping: AbortSignal,
): Promise<boolean> {
  const { command, field, message } = LOGGED[name];
  let isComplete = false;
  await inOwnProcess([...command, '--json'], stopping, {
    onResult: (line) => {
      isComplete = true;
      log?.info({ [field]: JSON.parse(line) }, message);
    },
    onNotice: (line) => log?.warn(`${name}: ${line.replace(/^alir: /, '')}`),
  });
  return isComplete;
}

/** Computes the measures that are missing. */
async function buildInOwnProcess(log: Log | undefined, stopping: AbortSignal): Promise<void> {
  try {
    await runLogged('measures', log, stopping);
  } catch (err) {
    log?.error({ err }, 'the process that computes the measures could not be started; the next update does');
  }
}

/** Runs `alir update` and logs its output. When the server stops, the update stops after its current file. */
async function updateInOwnProcess(log: Log, stopping: AbortSignal): Promise<void> {
  try {
    const signal = await inOwnProcess(['update', '--json'], stopping, {
      onResult: (line) => resultLog(log, line),
      onNotice: (line) => updateLog(log, line),
    });
    if (signal) log.warn(`the update process was ended by ${signal}; the next update continues its work`);
  } catch (err) {
    log.error({ err }, 'the update process could not be started; the next update tries again');
  }
}

interface ConfirmedFile {
  readonly path: string;
  readonly trade_date: IsoDate | null;
  readonly by: string;
}

export function confirmArguments({ path, trade_date, by }: ConfirmedFile): string[] {
  const date = trade_date === null ? [] : ['--date', trade_date];
  return ['ingest', '--json', '--confirm', '--by', by, ...date, '--', path];
}

/**
 * Runs `alir ingest --confirm` for one file, and does not wait for the measures, which the process computes after that.
 * @throws Error with the last message of the process if it ends without a result
 */
async function confirmInOwnProcess(
  file: ConfirmedFile,
  log: Log | undefined,
  stopping: AbortSignal,
): Promise<IngestResult> {
  let notice = 'The process ended without a result.';
  return new Promise((resolve, reject) => {
    inOwnProcess(confirmArguments(file), stopping, {
      onResult: (line) => {
        if (log) resultLog(log, line);
        resolve(JSON.parse(line) as IngestResult);
      },
      onNotice: (line) => {
        notice = line;
      },
    }).then(() => reject(new Error(notice.replace(/^alir: /, ''))), reject);
  });
}

/** Runs a command of Alir with a low priority. When the server stops, it stops after its current file. @returns the signal that ended it */
async function inOwnProcess(
  command: readonly string[],
  stopping: AbortSignal,
  lines: { readonly onResult: (line: string) => void; readonly onNotice: (line: string) => void },
): Promise<string | null> {
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [script, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const onStop = () => stop(child);
  stopping.addEventListener('abort', onStop, { once: true });
  child.on('spawn', () => lowerPriority(child.pid));
  createInterface(child.stdout).on('line', lines.onResult);
  createInterface(child.stderr).on('line', lines.onNotice);
  try {
    const [, signal] = await ended;
    return signal;
  } finally {
    stopping.removeEventListener('abort', onStop);
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
