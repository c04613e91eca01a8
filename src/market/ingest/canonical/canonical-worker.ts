import { parentPort, workerData } from 'node:worker_threads';
import type { CanonicalTask } from './canonical-check.ts';
import { CanonicalLines } from './canonical-lines.ts';

// Runs in a worker thread of CanonicalCheck. Each message is a part of the lines, and each answer whether all so far follow the rules.
const { header, trade_date } = workerData as CanonicalTask;
const lines = new CanonicalLines(header, trade_date);
parentPort?.on('message', (part: Uint8Array) => {
  lines.next(part);
  parentPort?.postMessage(lines.areCanonical);
});
