import { counted } from '../../core/words.ts';
import type { Diagnosis, Finding, State } from '../../operations/doctor/doctor.ts';
import type { Config } from '../../server/config.ts';
import { clockOf } from '../../server/data-clock.ts';
import { examineDataFolder } from '../../server/doctor.ts';
import type { Output } from '../output.ts';

const WORDS: Readonly<Record<State, string>> = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' };
const WIDTH = Math.max(...Object.values(WORDS).map((word) => word.length));
const ORDER: readonly State[] = ['problem', 'warning', 'ok'];

/**
 * Prints everything that needs attention on one page.
 * @returns false if something is a problem; a warning is none, because it does not need the operator today
 */
export async function doctorCommand(config: Config, output: Output): Promise<boolean> {
  const diagnosis = await examineDataFolder(config, clockOf(config.data_dir));
  output.record(diagnosis, page(diagnosis));
  return diagnosis.state !== 'problem';
}

/** The most important items first. */
function page({ findings }: Diagnosis): string {
  const sorted = ORDER.flatMap((state) => findings.filter((finding) => finding.state === state));
  const number = (state: State) => findings.filter((finding) => finding.state === state).length;
  const sum = [counted(number('problem'), 'problem'), counted(number('warning'), 'warning')].join(', ');
  return [...[...groups(sorted)].flatMap(lines), '', `${sum}, ${number('ok')} ok.`].join('\n');
}

/** The findings of the same text share one entry, such as everything that cannot be checked without the ledger. */
function groups(findings: readonly Finding[]): Iterable<Finding[]> {
  const byText = new Map<string, Finding[]>();
  for (const finding of findings) {
    const text = `${finding.what} ${finding.fix}`;
    byText.set(text, [...(byText.get(text) ?? []), finding]);
  }
  return byText.values();
}

function lines([finding, ...same]: readonly Finding[]): string[] {
  if (!finding) return [];
  const { state, what, fix } = finding;
  const names = [finding, ...same].map(({ item }) => item.replaceAll('_', ' ')).join(', ');
  const line = `${WORDS[state].padEnd(WIDTH)}  ${names}: ${what}`;
  return fix === null ? [line] : [line, `${' '.repeat(WIDTH + 2)}To do: ${fix}`];
}
