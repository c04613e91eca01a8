import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Lake } from '../../../src/market/lake/lake.ts';
import { csv, line } from '../../support/daily-files.ts';
import { DeltaReader } from '../../support/delta-reader.ts';
import { test } from '../../support/fixtures.ts';

const DAY = '2026-01-19';
const CORRECTIONS = 20;
const VERSIONS = Array.from({ length: CORRECTIONS + 1 }, (_, place) => place + 1);
/** Revision N has more or fewer trades than the one before, of N hundred shares each. */
const tradesOf = (revision: number) => 400 + (revision % 3);
const expected = VERSIONS.map((revision) => [tradesOf(revision), tradesOf(revision) * revision * 100]);

test(`${CORRECTIONS} corrections an hour apart: each version can be read, and no file is larger than three days`, async ({
  alir,
}) => {
  const sizes: number[] = [];
  for (const revision of VERSIONS) {
    alir.clock.pass(3_600_001);
    const cells = { TRX_DATE: DAY, STK_VOLM: revision * 100 };
    const lines = Array.from({ length: tradesOf(revision) }, (_, place) =>
      line({ ...cells, TRX_CODE: place + 1 }),
    );
    await alir.ingest('DT260119.csv', csv(lines));
    sizes.push((await stat(new Lake(alir.stores.folders).fixedName('trades', DAY))).size);
  }
  expect(Math.max(...sizes)).toBeLessThan(3 * (sizes[0] ?? 0));

  const { delta } = alir.stores.folders;
  const reader = new DeltaReader(join(delta, 'trades'));
  const sums = VERSIONS.map(async (version) => {
    const rows = await reader.rows(version);
    return [rows.length, rows.reduce((sum, { volume }) => sum + Number(volume), 0)];
  });
  expect(await Promise.all(sums)).toEqual(expected);
});
