import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, temporaryFolder } from '../support/alir.ts';
import { startCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';

const ROWS = sized(1_000_000, 10_000_000);
const MAX_GROWTH_MB = 150;
const LOOK_MS = 50;

/** The most memory that a run of `alir sql` had, in MB. */
async function peakOf(args: readonly string[], data_dir: string): Promise<number> {
  const child = startCli(['sql', '--force', ...args], { data_dir });
  let peak_mb = 0;
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak_mb = Math.max(peak_mb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, LOOK_MS);
  const ended = once(child, 'exit').finally(() => clearInterval(look));
  const [code] = await ended;
  expect(code).toBe(0);
  return peak_mb;
}

describe('an answer of millions of rows', () => {
  test.for(['csv', 'ndjson', 'parquet', 'arrow'])(
    'does not increase the memory of the process: %s',
    async (format, { folder }) => {
      const ask = (rows: number) => [
        '--output',
        join(folder, `answer.${format}`),
        `SELECT range AS n, range * 7 AS m FROM range(${rows})`,
      ];
      const data_dir = await temporaryFolder();
      await (await openStores(configOf(data_dir), systemClock)).ledger.close();
      const small = await peakOf(ask(100_000), data_dir);
      const large = await peakOf(ask(ROWS), data_dir);
      const { size } = await stat(join(folder, `answer.${format}`));
      console.log(
        `${format}: ${ROWS} rows in ${(size / 1e6).toFixed(0)} MB, peak ${small.toFixed(0)} MB for 100,000 rows, ${large.toFixed(0)} MB for all`,
      );
      expect(size).toBeGreaterThan(ROWS);
      expect(large - small).toBeLessThan(MAX_GROWTH_MB);
    },
  );
});
