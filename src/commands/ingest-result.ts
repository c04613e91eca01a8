import type { IngestResult } from '../ingest/ingest.ts';
import type { Output } from './output.ts';

/** Prints what becomes of each file. */
export function resultPrinter(output: Output): {
  print: (result: IngestResult) => void;
  isAllTaken: () => boolean;
} {
  let rejected = 0;
  const print = (result: IngestResult): void => {
    output.record(result, sentence(result));
    for (const warning of result.warnings) output.remark(`warning: ${result.file}: ${warning}`);
    for (const reason of result.rejection?.reasons ?? []) output.remark(`  ${reason}`);
    if (result.rejection?.report) output.remark(`  The whole report: ${result.rejection.report}`);
    if (result.rejection) rejected += 1;
  };
  return { print, isAllTaken: () => rejected === 0 };
}

function sentence(result: IngestResult): string {
  const { file, trade_date, status, revision, trades, duplicates, rejected_rows, seconds } = result;
  switch (status) {
    case 'published': {
      const dropped = duplicates > 0 ? `, ${count(duplicates)} repeated rows dropped` : '';
      return `${file}: published ${trade_date}, revision ${revision}, ${count(trades)} trades${dropped} (${seconds} s)`;
    }
    case 'unchanged':
      return `${file}: unchanged, ${trade_date} is published with just these bytes (revision ${revision})`;
    case 'rejected':
      return `${file}: rejected, nothing of it was published${rejected_rows > 0 ? `; rows with a problem: ${count(rejected_rows)}` : ''}`;
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}
