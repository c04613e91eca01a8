import { counted } from '../../core/words.ts';
import { type Fault, type Verification, verify } from '../../operations/verify.ts';
import type { Stores } from '../../server/stores.ts';
import type { Terminal } from '../output.ts';
import { counter } from '../progress.ts';
import { waitForWriter } from '../writer-wait.ts';

/** Verifies every published file. @returns false if one differs from what was published */
export async function verifyCommand(stores: Stores, output: Terminal): Promise<boolean> {
  const result = await verify(stores.ingest, {
    ...waitForWriter(output),
    onDay: counter(output.io.stderr, 'days'),
  });
  output.record({ ok: result.faults.length === 0, ...result }, verificationText(result));
  return result.faults.length === 0;
}

export function verificationText(result: Verification): string {
  const { days, lake_files, serving_files, rebuilt_months, faults } = result;
  const verified = `Verified ${counted(days, 'day')}: ${counted(lake_files, 'lake file')} and ${counted(serving_files, 'serving file')}.`;
  const repaired =
    rebuilt_months.length > 0 ? ` Rebuilt the damaged serving files of ${rebuilt_months.join(', ')}.` : '';
  if (faults.length === 0) return `${verified}${repaired} All files match the published data.`;
  const summary = `${verified}${repaired} Found ${counted(faults.length, 'problem')}:`;
  return [summary, ...faults.map(lines)].join('\n');
}

function lines({ file, problem, fix }: Fault): string {
  return `  ${file}\n    ${problem}\n    ${fix}`;
}
