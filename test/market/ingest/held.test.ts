import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { removeKept } from '../../../src/market/ingest/gate/held.ts';
import { writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

test('only the copies of held downloads are deleted, never the files of the operator', async ({ alir }) => {
  const { folders } = alir.stores;
  await mkdir(folders.held, { recursive: true });
  const kept = await writeTo(folders.held, 'DT260119.csv', 'kept');
  const own = await writeTo(alir.outside, 'DT260119.csv', 'own');
  await removeKept(folders, [own, kept, null, undefined]);
  expect([existsSync(own), existsSync(kept)]).toEqual([true, false]);
});
