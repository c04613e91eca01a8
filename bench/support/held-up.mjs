// Loaded before a server: on SIGUSR2, prints what held up its event loop since the last time, in milliseconds.
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;

if (isMainThread) {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const commits = await commitTimes();
  process.on('SIGUSR2', () => {
    const figures = {
      loop_p99_ms: loop.percentile(99) / 1e6 - RESOLUTION_MS,
      commit_p99_ms: commits.percentile(99) / 1e6,
      commit_max_ms: commits.max / 1e6,
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    loop.reset();
    commits.reset();
  });
}

/** The times of all commits of the main thread, in nanoseconds. */
async function commitTimes() {
  const times = createHistogram();
  const { Database } = await import(
    new URL('../build/ledger/sqlite/sqlite.js', pathToFileURL(process.argv[1])).href
  );
  const memory = new Database(':memory:');
  const Statement = Object.getPrototypeOf(memory.prepare('SELECT 1'));
  memory.close();
  const { run } = Statement;
  Statement.run = function (...args) {
    if (this.source !== 'COMMIT') return run.apply(this, args);
    const started = process.hrtime.bigint();
    try {
      return run.apply(this, args);
    } finally {
      times.record(process.hrtime.bigint() - started);
    }
  };
  return times;
}
