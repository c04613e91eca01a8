import { EventEmitter } from 'node:events';
import { expect, vi } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { updateCommand } from '../../src/cli/market/update.ts';
import { lastUpdate } from '../../src/operations/doctor/last-runs.ts';
import { test } from '../support/fixtures.ts';

test.for([
  ['is complete without files', 'inbox', 'complete', []],
  ['fails without its source', '/nowhere/alir', 'failed', [expect.stringContaining('/nowhere/alir')]],
] as const)('an update %s, which alir doctor knows', async ([, source, outcome, failures], { alir }) => {
  const { folders, config } = alir.stores;
  const io = Object.assign(new EventEmitter(), { stderr: { write: vi.fn() } }) as unknown as Io;
  const out = { io, record: vi.fn(), notice: vi.fn() };
  const stores = {
    ...alir.stores,
    config: { ...config, source: source === 'inbox' ? folders.inbox : source },
  };
  const ok = await updateCommand(stores, out).catch((error: unknown) => error);
  expect(ok === true).toBe(outcome === 'complete');
  expect(await lastUpdate(folders)).toMatchObject({ outcome, failures });
});
