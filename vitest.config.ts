import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4e9;

/**
 * Files of tests are in memory where the system has enough of it, because half of the time of a publication is that of flushes. What must
 * survive a loss of power is tested in the faults, on a disk.
 */
const IN_MEMORY = hasMemory() ? { TMPDIR: MEMORY } : {};

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES;
}

/**
 * Most tests call a function a few times: V8 optimizes it eight times later, and spends a tenth less on a suite. V8 has no such option since
 * Node 22.
 */
const OPTIMIZED_LATER = Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=1000000'] : [];

/** Vitest starts large files first. These are small, but take longer than most: at the end, they would run alone. */
const LONG = new RegExp(
  `(${[
    'faults/packed-package',
    'contract/(market-)?transcripts',
    'pages/transcripts',
    'cli/serve',
    'market/lake/measures(.slow)?',
    'market/ingest/measures.slow',
    'engines/engines.slow',
    'faults/demo-starts',
    'server/(followers|mirror-faults).slow',
    'screens/screen.slow',
    'serving/serving.slow',
    'clients/typescript-package.slow',
    'model/histories.slow',
  ].join('|')})\\.test\\.ts$`,
);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * A group of test files. Tests import `src/`, and run the compiled files of `build/`: Vitest would wrap each import of the sources in a
 * function call, and load them again for each file.
 * @param workers how many files run side by side
 * @param more other options of the tests
 */
const suite = <More extends object>(name: string, include: string[], workers: number, more: More) => ({
  resolve: {
    alias: [
      { find: /^(.*(?<!typescript)\/)src\/(?!console\/islands\/)(.*)\.tsx?$/, replacement: '$1build/$2.js' },
    ],
  },
  test: {
    name,
    include,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks' as const,
    restoreMocks: true,
    execArgv: OPTIMIZED_LATER,
    maxWorkers: workers,
    // A process for each file would load the service for each file, which takes a third of the time of the fast tests.
    isolate: false,
    server: { deps: { external: [/\/build\//] } },
    globalSetup: ['test/support/build.ts'],
    ...more,
  },
});

const WITH_POSTGRES = ['test/support/build.ts', 'test/support/shared-postgres.ts'];

/** The tests of charging, quota, queries and random histories: they run on PostgreSQL at each change. */
const ALWAYS_ON_POSTGRES = [
  'test/commerce/accounts/{account-money,audit-replay.slow}.test.ts',
  'test/commerce/billing/{books,histories.slow,invoices,orders,payments,voids}.test.ts',
  'test/commerce/accounts/quota/*.test.ts',
  'test/contract/{idempotency,key-rotation,plan-change.slow,suspension.slow}.test.ts',
];

/**
 * What the ledger holds, on PostgreSQL; without long tests of results that are computed from the lake alone. All of them run at night, and
 * when the ledger or its SQL changed.
 */
const ALL_ON_POSTGRES = ['test/{commerce,contract}/**/*.test.ts'];
const WITHOUT_LEDGER =
  'test/contract/{exact-numbers.slow,months,oracle.slow,published-sql.slow,real-day.slow}.test.ts';

const onPostgres = (name: string, include: string[]) =>
  suite(name, include, 4, {
    exclude: [WITHOUT_LEDGER],
    globalSetup: WITH_POSTGRES,
    env: { ...IN_MEMORY, ALIR_TEST_LEDGER: 'postgres' },
  });

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      suite('fast', ['test/!(*.slow).test.ts', 'test/!(faults)/**/!(*.slow).test.{ts,tsx}'], 3, {
        globalSetup: ['test/support/build.ts', 'test/support/shared-folder.ts'],
        env: IN_MEMORY,
        // A test without an assertion fails only by an exception.
        expect: { requireAssertions: true },
      }),
      suite('slow', ['test/**/*.slow.test.ts'], 4, {
        globalSetup: [...WITH_POSTGRES, 'test/support/shared-folder.ts'],
        env: IN_MEMORY,
      }),
      onPostgres('postgres', ALWAYS_ON_POSTGRES),
      onPostgres('postgres-all', ALL_ON_POSTGRES),
      suite('faults', ['test/faults/**/*.test.ts'], 3, {}),
      suite('bench', ['bench/**/*.bench.ts'], 1, {
        isolate: true,
        testTimeout: 900_000,
        hookTimeout: 900_000,
        globalSetup: ['test/support/build.ts', 'test/support/shared-folder.ts'],
      }),
    ],
  },
});
