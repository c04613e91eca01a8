import { execFileSync, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { Lake } from '../../../src/market/lake/lake.ts';
import { csv, line } from '../../support/daily-files.ts';
import { DeltaReader } from '../../support/delta-reader.ts';
import { test } from '../../support/fixtures.ts';
import { PYTHON } from '../../support/guide.ts';

const CHDB = process.env.ALIR_TEST_CHDB;
const DAY = '2026-01-19';
const CORRECTIONS = 20;
const VERSIONS = Array.from({ length: CORRECTIONS + 1 }, (_, place) => place + 1);
/** Revision N has more or fewer trades than the one before, of N hundred shares each. */
const tradesOf = (revision: number) => 400 + (revision % 3);
const expected = VERSIONS.map((revision) => [tradesOf(revision), tradesOf(revision) * revision * 100]);

/** deltalake (Rust) and polars. */
const IN_PYTHON = `
import sys, polars, deltalake
for version in range(1, ${CORRECTIONS + 2}):
    trades = polars.scan_delta(sys.argv[1], version=version).select(polars.len(), polars.col("volume").sum()).collect()
    print(*trades.row(0))
`;

test(`${CORRECTIONS} corrections an hour apart: each version can be read, and no file is larger than three days`, async ({
  alir,
}) => {
  const sizes: number[] = [];
  for (const revision of VERSIONS) {
    alir.clock.time = new Date(alir.clock.time.getTime() + 3_600_001);
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

  if (spawnSync(PYTHON, ['-c', 'import polars, deltalake']).status === 0) {
    const lines = execFileSync(PYTHON, ['-c', IN_PYTHON, join(delta, 'trades')], { encoding: 'utf8' });
    expect(
      lines
        .trim()
        .split('\n')
        .map((text) => text.split(' ').map(Number)),
    ).toEqual(expected);
  } else console.log('polars and deltalake are not installed in ALIR_TEST_PYTHON');

  if (CHDB !== undefined) {
    const queries = VERSIONS.map((version) => ({
      sql: `SELECT count() AS rows, sum(volume) AS volume FROM deltaLakeLocal('${join(delta, 'trades')}')
            SETTINGS delta_lake_snapshot_version = ${version}`,
    }));
    // It reads only files in its current folder.
    const answers = execFileSync(process.execPath, [resolve('test/support/clickhouse.mjs')], {
      cwd: delta,
      input: JSON.stringify({ statements: [], queries }),
      encoding: 'utf8',
    });
    const rows = JSON.parse(answers).map(([row]: any) => [Number(row.rows), Number(row.volume)]);
    expect(rows).toEqual(expected);
  } else console.log('chdb is not installed in ALIR_TEST_CHDB');
});
