import { counted } from '../../core/words.ts';
import type { IngestResult } from '../../market/ingest/ingest.ts';
import type { Output } from '../output.ts';

/** Prints the result of each file. @param hasTimings whether to print the seconds of each stage */
export function resultPrinter(
  output: Output,
  hasTimings = false,
): {
  print: (result: IngestResult) => void;
  areAllPublished: () => boolean;
} {
  let refused = 0;
  const print = (result: IngestResult): void => {
    const { stage_seconds, ...fields } = result;
    output.record(hasTimings ? result : fields, sentence(result));
    if (hasTimings) output.notice(`  ${stages(stage_seconds)}`);
    for (const warning of result.warnings) output.notice(`warning: ${result.file}: ${warning}`);
    for (const reason of result.rejection?.reasons ?? []) output.notice(`  ${reason}`);
    if (result.rejection?.report) output.notice(`  Full report: ${result.rejection.report}`);
    for (const reason of result.held?.reasons ?? []) output.notice(`  ${reason}`);
    if (result.held) output.notice(`  If the file is correct, publish it with: ${result.held.command}`);
    if (result.rejection || result.held) refused += 1;
  };
  return { print, areAllPublished: () => refused === 0 };
}

function stages(stage_seconds: IngestResult['stage_seconds']): string {
  return Object.entries(stage_seconds)
    .map(([stage, seconds]) => `${stage} ${seconds.toFixed(3)} s`)
    .join(', ');
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
