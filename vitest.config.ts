import { defineConfig } from 'vitest/config';

const suite = (name: string, include: string[], testTimeout: number) => ({
  test: { name, include, testTimeout, hookTimeout: testTimeout, pool: 'forks' as const },
});

export default defineConfig({
  test: {
    projects: [
      suite('fast', ['test/!(faults)/**/*.test.ts', 'test/*.test.ts'], 60_000),
      suite('faults', ['test/faults/**/*.test.ts'], 300_000),
      suite('bench', ['bench/**/*.bench.ts'], 900_000),
    ],
  },
});
