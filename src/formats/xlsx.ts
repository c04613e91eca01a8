import { AlirError } from '../core/errors.ts';
import { WorkerQueue } from '../core/worker-queue.ts';
import { type FilledColumn, rowCount } from './table.ts';

/** More would take the thread more than a second. */
const MAX_CELLS = 100_000;

const worker = new WorkerQueue<readonly FilledColumn[], Uint8Array>('xlsx');

/** Writes rows as an Excel file, in a thread of its own: the library needs a second for 100,000 cells. @throws AlirError `not_acceptable` for more */
export async function xlsx(columns: readonly FilledColumn[]): Promise<Uint8Array> {
  const cells = columns.length * rowCount(columns);
  if (cells > MAX_CELLS) {
    const message = `The answer has ${cells} cells, and an Excel file may have ${MAX_CELLS}. Request fewer days, or text/csv.`;
    throw new AlirError('not_acceptable', message);
  }
  return await worker.ask(columns);
}
