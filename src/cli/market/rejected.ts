import { dismissRejected, listRejected, type RejectedEntry } from '../../market/ingest/rejected.ts';
import type { Stores } from '../../server/stores.ts';
import { type Columns, listAs, type Output } from '../output.ts';

const COLUMNS: Columns<RejectedEntry> = {
  trade_date: 'DAY',
  seen_at: 'REJECTED',
  source: 'SOURCE',
  file: ['FILE NOW', 'deleted'],
  reason: ['REASON', ''],
};

/** Lists rejected files that are not dismissed and whose day has not been published since. */
export async function listRejectedFiles(
  stores: Stores,
  output: Output,
  options: { json: boolean },
): Promise<void> {
  const entries = await listRejected(stores.ingest);
  if (entries.length === 0 && !options.json) output.record({}, 'No rejected files.');
  else listAs(output, options, COLUMNS, entries);
}

export async function dismissRejectedFiles(
  { ingest, administration, operator: actor }: Stores,
  output: Output,
  names: readonly string[],
): Promise<void> {
  for (const entry of await dismissRejected(ingest, names)) {
    const { source, trade_date } = entry;
    await administration.note('file.dismissed', { file: source, trade_date }, { actor, reason: null });
    const place = entry.file === null ? 'the file no longer exists' : `the file is still at ${entry.file}`;
    output.record(entry, `Dismissed ${entry.source}; ${place}`);
  }
}
