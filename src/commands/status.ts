import { type Status, statusOf } from '../ingest/status.ts';
import type { Stores } from '../main.ts';
import { type Output, table } from './output.ts';

const SHOWN = 20;

/**
 * Prints what is published and what is missing.
 * @returns false when a trading day is missing, a file was rejected, or a publication is unfinished
 */
export async function statusCommand(stores: Stores, output: Output): Promise<boolean> {
  const status = await statusOf(stores.ingest);
  output.record(status, text(status));
  return status.gaps.length === 0 && status.rejected.length === 0 && status.unfinished.length === 0;
}

function text(status: Status): string {
  const { days, first_day, newest_day, gaps, last_update, corrections, rejected, unfinished, bytes } = status;
  const last = last_update
    ? `${last_update.trade_date}, revision ${last_update.revision}, at ${last_update.published_at}`
    : 'none';
  return [
    `days         ${days}${days > 0 ? `, ${first_day} to ${newest_day}` : ''}`,
    `last update  ${last}`,
    `missing      ${list(gaps)}`,
    `unfinished   ${list(unfinished)}`,
    `size         lake ${megabytes(bytes.lake)}, serving ${megabytes(bytes.serving)}, ledger ${megabytes(bytes.ledger)}`,
    `rejected     ${rejected.length === 0 ? 'none' : rejected.length}`,
    ...rejected.slice(0, SHOWN).map((file) => `  ${file.seen_at}  ${file.source}: ${file.reason}`),
    `corrected    ${corrections.length === 0 ? 'none' : ''}`,
    ...(corrections.length === 0 ? [] : [table(HEADINGS, corrections.map(cells))]),
  ].join('\n');
}

const HEADINGS = ['  DAY', 'REVISION', 'STATE', 'TRADES', 'FILE', 'TAKEN IN BY', 'PUBLISHED', 'REPLACED'];

function cells(revision: Status['corrections'][number]): string[] {
  return [
    `  ${revision.trade_date}`,
    String(revision.revision),
    revision.state,
    revision.trades_rows.toLocaleString('en'),
    revision.source_name,
    revision.ingested_by,
    revision.published_at ?? '-',
    revision.replaced_at ?? '-',
  ];
}

function list(days: readonly string[]): string {
  if (days.length === 0) return 'none';
  const more = days.length > SHOWN ? ` and ${days.length - SHOWN} more` : '';
  return `${days.length}: ${days.slice(0, SHOWN).join(' ')}${more}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
