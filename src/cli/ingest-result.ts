import { counted } from '../core/words.ts';
import type { IngestResult } from '../market/ingest/ingest.ts';
import type { Output } from './output.ts';

/** Prints what becomes of each file. */
export function resultPrinter(output: Output): {
  print: (result: IngestResult) => void;
  isAllTaken: () => boolean;
} {
  let refused = 0;
  const print = (result: IngestResult): void => {
    output.record(result, sentence(result));
    for (const warning of result.warnings) output.remark(`warning: ${result.file}: ${warning}`);
    for (const reason of result.rejection?.reasons ?? []) output.remark(`  ${reason}`);
    if (result.rejection?.report) output.remark(`  Full report: ${result.rejection.report}`);
    for (const reason of result.held?.reasons ?? []) output.remark(`  ${reason}`);
    if (result.held) output.remark(`  If the file is right, publish it: ${result.held.command}`);
    if (result.rejection || result.held) refused += 1;
  };
  return { print, isAllTaken: () => refused === 0 };
}

function sentence(result: IngestResult): string {
  const { file, trade_date, status, revision, trades, duplicates, rejected_rows, seconds } = result;
  switch (status) {
    case 'published': {
      const dropped = duplicates > 0 ? `, ${counted(duplicates, 'repeated row')} dropped` : '';
      return `${file}: published ${trade_date}, revision ${revision}, ${counted(trades, 'trade')}${dropped} (${seconds} s)`;
    }
    case 'unchanged':
      return `${file}: unchanged, revision ${revision} of ${trade_date} already has this content`;
    case 'held':
      return `${file}: held, nothing was published`;
    case 'rejected':
      return `${file}: rejected, nothing was published${rejected_rows > 0 ? `; ${counted(rejected_rows, 'row')} with a problem` : ''}`;
  }
}
