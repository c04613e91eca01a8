import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/alir.ts';
import { buildCommit, whyNoCommit } from '../test/support/versions.ts';
import { median, ROOT } from './support/demo-data.ts';
import { report } from './support/report.ts';

/** The last commit without a usage history. */
const WITHOUT_HISTORY = '7d5634d8489c29ed9720203efd4339128d3f516d';
/** Short rounds, so that a moment in which another program runs falls into few of them. */
const ROUNDS = 41;
const CHARGES = 1500;
const CASES = [
  { accounts: 64, endpoints: 1, days: 0 },
  { accounts: 1000, endpoints: 3, days: 0 },
  { accounts: 1000, endpoints: 3, days: 90 },
] as const;

/** What `support/charges.mjs` prints. */
interface Figures {
  readonly per_second: number;
  readonly cpu_us: number;
  readonly bytes: number;
}

class Charger {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(code: string, args: readonly (string | number)[]) {
    const script = join(ROOT, 'bench/support/charges.mjs');
    const child = spawn('node', [script, code, ...args.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async charge(): Promise<Figures> {
    this.#child.stdin?.write(`${CHARGES}\n`);
    return JSON.parse((await this.#lines.next()).value);
  }

  stop(): void {
    this.#child.stdin?.end();
  }
}

test.skipIf(whyNoCommit(WITHOUT_HISTORY))('charges with a usage history, and without one', async () => {
  const folder = await temporaryFolder();
  const without = dirname(await buildCommit(WITHOUT_HISTORY));
  const rows: Record<string, string | number>[] = [];
  for (const [place, { accounts, endpoints, days }] of CASES.entries()) {
    const counts = [accounts, endpoints, days];
    const old = new Charger(without, [join(folder, `old-${place}.sqlite`), ...counts]);
    const present = new Charger(join(ROOT, 'build'), [join(folder, `new-${place}.sqlite`), ...counts]);
    await old.charge();
    await present.charge();
    const ratios: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = round % 2 === 0 ? await old.charge() : undefined;
      const counted = await present.charge();
      const compared = first ?? (await old.charge());
      ratios.push({
        per_second: counted.per_second / compared.per_second,
        cpu_us: counted.cpu_us / compared.cpu_us,
        bytes: counted.bytes / compared.bytes,
      });
    }
    old.stop();
    present.stop();
    const ratio = (of: keyof Figures) => median(ratios.map((each) => each[of]));
    rows.push({
      accounts,
      endpoints,
      'days of history': days,
      throughput: ratio('per_second'),
      'CPU time': ratio('cpu_us'),
      'bytes written': ratio('bytes'),
      target: 'throughput at least 0.9',
    });
  }
  report('Charges with a usage history, compared with a version without one', rows);
  expect(rows).toHaveLength(CASES.length);
});
