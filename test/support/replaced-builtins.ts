import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';
import { afterThisTest } from './alir.ts';

/** Makes spies on functions of Node's modules effective for modules that import them by name, until the end of the test. */
export function replaceBuiltins(): void {
  syncBuiltinESMExports();
  afterThisTest(async () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
