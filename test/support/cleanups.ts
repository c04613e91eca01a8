import { vi } from 'vitest';

type Cleanup = () => Promise<void>;

export type After = (cleanup: Cleanup) => void;

const ofTest: Cleanup[] = [];
const ofFile: Cleanup[] = [];

/** Registers a cleanup for the end of the test. Cleanups run in reverse order. */
export const afterThisTest: After = (cleanup) => void ofTest.push(cleanup);

/** Registers a cleanup for the end of the test file. Cleanups run in reverse order. */
export const afterThisFile: After = (cleanup) => void ofFile.push(cleanup);

export const endTest = (): Promise<void> => cleanUp(ofTest);

export const endFile = (): Promise<void> => cleanUp(ofFile);

async function cleanUp(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Replaces timers, and `Date`, until the end of the test. */
export function fakeTimers(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  vi.useFakeTimers(options);
  afterThisTest(async () => void vi.useRealTimers());
}
