import { expect } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';

/** Checks that a transaction within a transaction commits and is rolled back with the outer one. */
export async function checkNested(ledger: Ledger): Promise<void> {
  const switchTo = (month: string) =>
    ledger.run('switch_serving_file', { month, file_name: month, sha256: 's', built_at: 'now' });
  const months = async () => (await ledger.all('serving_files')).map(({ month }) => month);
  const twice = (inner: string, outer: string, failure?: Error) =>
    ledger.transaction(async () => {
      await ledger.transaction(() => switchTo(inner));
      expect(await months()).toContain(inner);
      await switchTo(outer);
      if (failure) throw failure;
    });
  await twice('2026-01', '2026-02');
  await expect(twice('2026-03', '2026-04', new Error('no'))).rejects.toThrow('no');
  expect((await months()).toSorted()).toEqual(['2026-01', '2026-02']);
}
