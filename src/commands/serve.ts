import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Updater } from '../ingest/updater.ts';
import { type Stores, startServer } from '../main.ts';
import type { Output } from './output.ts';
import { untilStopped } from './signals.ts';

/** Below the server's, so that callers do not wait for an ingest. */
const UPDATE_PRIORITY = 15;
/** How long an update may take to end when the server stops. */
const STOP_PATIENCE_MS = 8000;

/** Serves, and takes in what the source brings, until it is told to stop. */
export async function serveCommand(stores: Stores, output: Output): Promise<void> {
  const stopped = untilStopped();
  const server = await startServer(stores, {
    onProblem: (problem) => output.remark(`warning: ${problem}`),
  });
  output.record({ url: server.url }, `Alir serves ${stores.config.data_dir} on ${server.url}`);
  const stopping = new AbortController();
  const updater = new Updater(() => updateInOwnProcess(output, stopping.signal));
  if (stores.config.update_minutes > 0) updater.start(stores.config.update_minutes);
  await stopped;
  updater.stop();
  stopping.abort();
  await server.close();
}

/** Runs `alir update` to its end, and passes on what it says. It ends behind its file when the server stops. */
async function updateInOwnProcess(output: Output, stopping: AbortSignal): Promise<void> {
  try {
    const [script = ''] = process.argv.slice(1);
    const child = spawn(process.execPath, [script, 'update'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    stopping.addEventListener('abort', () => stop(child), { once: true });
    child.on('spawn', () => lowerPriority(child.pid));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => output.remark(`update: ${line}`));
    }
    const [, signal] = await ended;
    if (signal) output.remark(`warning: the update was ended by ${signal}; the next one goes on`);
  } catch (error) {
    output.remark(`warning: the update could not be started: ${(error as Error).message}`);
  }
}

/** A process that waits for a slow server is not waited for: whatever is cut off is repaired by the next. */
function stop(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS).unref();
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, UPDATE_PRIORITY);
  } catch {
    // It has ended already.
  }
}
