import { counted } from '../core/words.ts';
import { buildLake, type LakeBuilt } from '../market/ingest/lake-build.ts';
import type { Stores } from '../server/stores.ts';
import type { Output } from './output.ts';
import { FINISHING_DAY, onInterrupt, WAITING_FOR_WRITER } from './signals.ts';

const WAIT_TIMEOUT_MS = 600_000;

/** Brings the files of published days to the form of this version. @returns false if a day still has an older form */
export async function lakeBuildCommand(stores: Stores, output: Output): Promise<boolean> {
  const { isTTY } = process.stderr;
  const result = await buildLake(stores.ingest, {
    patience_ms: WAIT_TIMEOUT_MS,
    signal: onInterrupt(() => output.notice(FINISHING_DAY)),
    onWait: () => output.notice(WAITING_FOR_WRITER),
    onDay: (done, total) => {
      if (isTTY) process.stderr.write(`\r${done}/${total} days${done === total ? '\n' : ''}`);
    },
  });
  const ok = result.damaged_days.length === 0 && result.remaining.length === 0;
  output.record({ ok, ...result }, text(result));
  return ok;
}

function text({ rewritten, built, damaged_days, remaining }: LakeBuilt): string {
  const texts: string[] = [];
  if (rewritten.length > 0) texts.push(`Rewrote the table trades of ${counted(rewritten.length, 'day')}.`);
  if (built.length > 0) texts.push(`Built the table ticker_day of ${counted(built.length, 'day')}.`);
  if (damaged_days.length > 0) {
    texts.push(
      `Not built, because a file of the day is damaged: ${damaged_days.join(', ')}. To see how to repair it: alir verify`,
    );
  }
  if (remaining.length > 0) {
    texts.push(
      `Interrupted: ${counted(remaining.length, 'day')} not built. Run the command again to continue.`,
    );
  }
  return texts.length > 0 ? texts.join('\n') : 'Every published day has all tables in the current form.';
}
