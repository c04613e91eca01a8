import { defineConfig } from 'vitest/config';

/** @param workers how many files run side by side: tests wait for the disk much of the time */
const suite = (name: string, include: string[], testTimeout: number, workers: number) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks' as const,
    restoreMocks: true,
    maxWorkers: workers,
  },
});

const slow = suite('slow', ['test/**/*.slow.test.ts'], 300_000, 3);

/** Measures the compiled service: Vitest would wrap each import of the sources in a function call. */
const bench = {
  ...suite('bench', ['bench/**/*.bench.ts'], 900_000, 1),
  resolve: { alias: [{ find: /^(.*\/)src\/(.*)\.ts$/, replacement: '$1dist/$2.js' }] },
};

export default defineConfig({
  test: {
    projects: [
      suite('fast', ['test/!(*.slow).test.ts', 'test/!(faults)/**/!(*.slow).test.{ts,tsx}'], 300_000, 3),
      { test: { ...slow.test, globalSetup: 'test/support/shared-postgres.ts' } },
      // The tests of what the ledger holds, once more with PostgreSQL; without long tests of results that are computed from the lake alone.
      {
        test: {
          ...suite('postgres', ['test/{commerce,contract}/**/*.test.ts'], 300_000, 3).test,
          exclude: [
            'test/contract/{accumulation,broker-totals,counterparties,daily,foreign-flow-ranking}.slow.test.ts',
            'test/contract/{ohlcv,published-sql,real-day}.slow.test.ts',
          ],
          globalSetup: 'test/support/shared-postgres.ts',
          env: { ALIR_TEST_LEDGER: 'postgres' },
        },
      },
      suite('faults', ['test/faults/**/*.test.ts'], 300_000, 2),
      { ...bench, test: { ...bench.test, server: { deps: { external: [/\/dist\//] } } } },
    ],
  },
});
