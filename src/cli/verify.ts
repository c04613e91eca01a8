import { counted } from '../core/words.ts';
import { type Fault, type Verification, verify } from '../operations/verify.ts';
import type { Stores } from '../server/stores.ts';
import type { Terminal } from './output.ts';
import { onInterrupt, WAITING_FOR_WRITER } from './signals.ts';

const WAIT_TIMEOUT_MS = 600_000;

/** Verifies every published file. @returns false if one differs from what was published */
export async function verifyCommand(stores: Stores, output: Terminal): Promise<boolean> {
  const { stderr } = output.io;
  const result = await verify(stores.ingest, {
    patience_ms: WAIT_TIMEOUT_MS,
    signal: onInterrupt(output.io, () => {}),
    onWait: () => output.notice(WAITING_FOR_WRITER),
    onDay: (done, total) => {
      if (stderr.isTTY) stderr.write(`\r${done}/${total} days${done === total ? '\n' : ''}`);
    },
  });
  output.record({ ok: result.faults.length === 0, ...result }, text(result));
  return result.faults.length === 0;
}

function text(result: Verification): string {
  const { days, lake_files, serving_files, missing_ticker_days, older_trades_days } = result;
  const { rebuilt_months, faults } = result;
  const verified = `Verified ${counted(days, 'day')}: ${counted(lake_files, 'lake file')} and ${counted(serving_files, 'serving file')}.`;
  const repaired =
    rebuilt_months.length > 0 ? ` Rebuilt the damaged serving files of ${rebuilt_months.join(', ')}.` : '';
  const outdated: string[] = [];
  if (missing_ticker_days.length > 0) {
    const days_text = counted(missing_ticker_days.length, 'day');
    outdated.push(`${days_text} without the table ticker_day. To build it: alir lake build`);
  }
  if (older_trades_days.length > 0) {
    const days_text = counted(older_trades_days.length, 'day');
    outdated.push(
      `${days_text} with the table trades in the form of an older version. To rewrite it: alir lake build`,
    );
  }
  if (faults.length === 0) {
    return [`${verified}${repaired} All files match the published data.`, ...outdated].join('\n');
  }
  const summary = `${verified}${repaired} Found ${counted(faults.length, 'problem')}:`;
  return [summary, ...faults.map(lines), ...outdated].join('\n');
}

function lines({ file, problem, fix }: Fault): string {
  return `  ${file}\n    ${problem}\n    ${fix}`;
}
