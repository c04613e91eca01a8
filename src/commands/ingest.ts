import type { IsoDate } from '../core/dates.ts';
import type { IngestResult } from '../ingest/ingest.ts';
import { ingestFiles } from '../ingest/lake-writer.ts';
import type { Stores } from '../main.ts';
import type { Output } from './output.ts';

/** Publishes daily files. @returns false when one of them was rejected */
export async function ingestCommand(
  stores: Stores,
  output: Output,
  files: readonly string[],
  told_date: IsoDate | undefined,
): Promise<boolean> {
  const results = await ingestFiles(stores.ingest, files, {
    ...(told_date === undefined ? {} : { told_date }),
    onWait: () =>
      output.remark('Another Alir process is writing this data folder; waiting for it to end ...'),
    onResult: (result) => {
      output.record(result, sentence(result));
      for (const warning of result.warnings) output.remark(`warning: ${result.file}: ${warning}`);
      for (const reason of result.rejection?.reasons ?? []) output.remark(`  ${reason}`);
      if (result.rejection) output.remark(`  The whole report: ${result.rejection.report}`);
    },
  });
  return results.every((result) => result.status !== 'rejected');
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
