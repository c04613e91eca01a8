import { type Fault, type Verification, verify } from '../ingest/verify.ts';
import type { Stores } from '../main.ts';
import type { Output } from './output.ts';

const PATIENCE_MS = 600_000;

/** Looks at every byte that is published. @returns false when something of it is not as it was published */
export async function verifyCommand(stores: Stores, output: Output): Promise<boolean> {
  const { isTTY } = process.stderr;
  const result = await verify(stores.ingest, {
    patience_ms: PATIENCE_MS,
    onWait: () =>
      output.remark('Another Alir process is writing this data folder; waiting for it to end ...'),
    onDay: (done, total) => {
      if (isTTY) process.stderr.write(`\r${done}/${total} days${done === total ? '\n' : ''}`);
    },
  });
  output.record({ ok: result.faults.length === 0, ...result }, text(result));
  return result.faults.length === 0;
}

function text({ days, lake_files, serving_files, rebuilt, faults }: Verification): string {
  const looked = `${days} days, ${lake_files} lake files and ${serving_files} serving files were looked at`;
  const built =
    rebuilt.length > 0 ? ` The serving files of ${rebuilt.join(', ')} were wrong and are built anew.` : '';
  if (faults.length === 0) return `All is as it was published: ${looked}.${built}`;
  return [`Not as published: ${faults.length}. ${looked}.${built}`, ...faults.map(lines)].join('\n');
}

function lines({ file, problem, mend }: Fault): string {
  return `  ${file}\n    ${problem}\n    ${mend}`;
}
