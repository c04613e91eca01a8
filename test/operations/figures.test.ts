import { expect, vi } from 'vitest';
import { figuresOf } from '../../src/operations/doctor/doctor-figures.ts';
import { test } from '../support/fixtures.ts';

test('figures that cannot be read are not numbers, and do not hide the others', async ({ alir }) => {
  const { folders, ledger, manifest } = alir.stores;
  const before = await figuresOf({ folders, ledger, manifest });
  expect(before).toMatchObject({ published_days: 0, orders_waiting: 0, replaced_bytes: 0 });
  vi.spyOn(ledger, 'all').mockRejectedValue(new Error('broken'));
  const after = await figuresOf({ folders, ledger, manifest });
  const of_rows = ['published_days', 'newest_day_s', 'differing_days', 'damaged_serving_files'] as const;
  expect(after).toEqual({
    ...before,
    disk_free_bytes: expect.any(Number),
    ...Object.fromEntries([...of_rows, 'orders_waiting', 'replaced_bytes'].map((name) => [name, Number.NaN])),
  });
});
