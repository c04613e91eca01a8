import { expect } from 'vitest';
import { type Diagnosis, ITEMS, type Item } from '../../src/operations/doctor/doctor.ts';
import { type InProcess, runCli } from './cli.ts';

/** The settings and the time of a command. */
type How = Omit<InProcess, 'data_dir'>;

interface Examined extends Diagnosis {
  readonly code: number | null;
  /** The state and the text of an item. */
  of(item: Item): [state: string, text: string];
}

/** Runs `alir doctor --json`, and checks what is true of each result: one line with all items, and the exit code of its state. */
export async function doctor(data_dir: string, how: How = {}): Promise<Examined> {
  const { code, stderr, stdout, json } = await runCli(['doctor', '--json'], { data_dir, ...how });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toHaveLength(1);
  const [diagnosis] = json() as [Diagnosis];
  expect(diagnosis.findings.map(({ item }) => item)).toEqual(ITEMS);
  expect(code).toBe(diagnosis.state === 'problem' ? 1 : 0);
  return {
    code,
    ...diagnosis,
    of(item) {
      const finding = diagnosis.findings.find((each) => each.item === item);
      return [String(finding?.state), [finding?.what, finding?.fix].filter(Boolean).join(' ')];
    },
  };
}

/** Runs a command that must succeed. */
export async function run(args: readonly string[], data_dir: string, how: How = {}): Promise<void> {
  const finished = await runCli(args, { data_dir, ...how });
  expect(finished.code, finished.stderr).toBe(0);
}
