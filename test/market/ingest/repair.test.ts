import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { test } from '../../support/fixtures.ts';

// repair.slow.test.ts repairs days whose publication was interrupted.
test('a repair empties staging of what an interrupted ingest left', async ({ alir }) => {
  const { staging } = alir.stores.folders;
  mkdirSync(join(staging, 'day'), { recursive: true });
  writeFileSync(join(staging, 'day', 'trades.parquet'), 'PAR1');
  await repair(alir.stores.ingest);
  expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([]);
});
