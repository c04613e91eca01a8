import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { LAKE_TABLES } from '../../src/core/folders.ts';
import { verify } from '../../src/operations/verify.ts';
import type { TestAlir } from '../support/alir.ts';
import { csv, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { revisionFile } from '../support/revision-file.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2025-12-30', '2026-01-02', '2026-01-05'];
/** The same file at each call: a damaged day is restored by the file from which it was published. */
const FILES = new Map(
  DAYS.map((day) => [
    day,
    csv([line({ TRX_DATE: day }), line({ TRX_DATE: day, STK_CODE: 'BBCA', TRX_TYPE: 'NG' })]),
  ]),
);
const dayFile = (day: string) => FILES.get(day) ?? '';

test.beforeAll(async ({ sharedAlir: alir }) => {
  await alir.publish(DAYS.map((day) => [fileName(day), dayFile(day)]));
});

const look = (alir: TestAlir) =>
  verify(alir.stores.ingest, { patience_ms: 0, onWait: () => {}, onDay: () => {} });

/** Flips one bit in the middle of a file. */
function damage(path: string): () => void {
  const right = readFileSync(path);
  const wrong = Buffer.from(right);
  const place = wrong.length >> 1;
  wrong[place] = (wrong[place] ?? 0) ^ 4;
  writeFileSync(path, wrong);
  return () => writeFileSync(path, right);
}

describe('alir verify', () => {
  test('reports no faults when every file is as it was published', async ({ sharedAlir: alir }) => {
    expect(await look(alir)).toEqual({
      days: 3,
      lake_files: 9,
      serving_files: 8,
      rebuilt_months: [],
      faults: [],
    });
  });

  test('reports each lake file with a flipped bit, and how to fix it', async ({ sharedAlir: alir }) => {
    const { folders } = alir.stores;
    const [, day = ''] = DAYS;
    for (const table of LAKE_TABLES) {
      const file = revisionFile(folders.root, table, day);
      const repair = damage(file);
      const { faults } = await look(alir);
      const fix =
        table === 'ticker_day'
          ? 'Build the file again: alir lake build'
          : `Publish the file of the day again: alir ingest PATH/TO/${fileName(day)}`;
      expect(faults).toEqual([{ file, trade_date: day, problem: expect.stringMatching(/SHA-256/), fix }]);
      repair();
    }
    expect((await look(alir)).faults).toEqual([]);
  });

  test('reports a missing lake file, which its daily file restores', async ({ sharedAlir: alir }) => {
    const [day = ''] = DAYS;
    const file = revisionFile(alir.stores.folders.root, 'trades', day);
    rmSync(file);
    expect((await look(alir)).faults).toMatchObject([{ file, trade_date: day }]);
    await alir.ingest('DT251230.csv', dayFile(day));
    expect((await look(alir)).faults).toEqual([]);
  });

  test('reports files whose sums differ from the trades, although each is as it was published', async ({
    alir,
  }) => {
    const { manifest, ingest } = alir.stores;
    const [trade_date = ''] = DAYS;
    await alir.ingest('DT251230.csv', dayFile(trade_date));
    const first = await manifest.published(trade_date);
    await alir.ingest('DT251230.csv', csv([line({ TRX_DATE: trade_date, STK_VOLM: 700 })]));
    const second = await manifest.published(trade_date);
    if (!first || !second) throw new Error('no publication');
    // The trades by ticker are compared with both the trades and the sums of the brokers.
    const cases = [
      ['ticker_day', ['ticker_day']],
      ['broker_day', ['broker_day', 'ticker_day']],
    ] as const;
    for (const [place, [table, wrong]] of cases.entries()) {
      const mixed = { ...second, [`${table}_sha256`]: first[`${table}_sha256`] };
      await manifest.intend(mixed, 3 + place);
      await ingest.lake.nameFiles(mixed);
      await manifest.publish(trade_date, 3 + place);
      const problem = 'the sums of buys, sells and trades differ: BBCA NG, BRMS RG';
      expect((await look(alir)).faults).toMatchObject(
        wrong.map((each) => ({ file: ingest.lake.file(each, mixed), problem })),
      );
    }
  });

  test('reports a lake file that was never published', async ({ sharedAlir: alir }) => {
    const file = join(alir.stores.folders.lake, 'broker_day', 'trade_date=2026-01-02', 'copy.parquet');
    writeFileSync(file, 'stray');
    expect((await look(alir)).faults).toMatchObject([
      {
        file,
        trade_date: null,
        problem: 'was never published, but every query of the lake reads it',
        fix: 'Move the file out of the lake.',
      },
    ]);
    rmSync(file);
  });

  test('rebuilds a damaged serving file', async ({ sharedAlir: alir }) => {
    const [file] = await alir.stores.manifest.servingFiles();
    const path = join(alir.stores.folders.serving, file?.file_name ?? '');
    damage(path);
    expect(await look(alir)).toMatchObject({ rebuilt_months: [file?.month], faults: [] });
    expect(await look(alir)).toMatchObject({ rebuilt_months: [], faults: [] });
    rmSync(path);
    expect(await look(alir)).toMatchObject({ rebuilt_months: [file?.month], faults: [] });
  });

  test('reports damaged files of replaced revisions and of measures, and empties the staging folder', async ({
    sharedAlir: alir,
  }) => {
    const { manifest, ingest, folders } = alir.stores;
    const [, trade_date = ''] = DAYS;
    const before = await manifest.published(trade_date);
    await alir.ingest('DT260102.csv', csv([line({ TRX_DATE: trade_date })]));
    await alir.measure();
    const measured = (await manifest.measureFilesInForce()).get(trade_date);
    if (!before || !measured) throw new Error('no publication');
    const files = [ingest.lake.file('trades', before), ingest.lake.measureFile(measured)] as const;
    for (const file of files) damage(file);
    writeFileSync(join(folders.staging, 'unfinished'), '');
    const { faults } = await look(alir);
    expect(faults).toContainEqual({
      ...{ file: files[0], trade_date },
      problem: 'of the replaced revision 1 is missing or differs from the published file (SHA-256)',
      fix: expect.stringContaining('ALIR_KEEP_REPLACED_DAYS=0 alir lake vacuum'),
    });
    expect(faults).toContainEqual({
      ...{ file: files[1], trade_date },
      problem: 'is missing or differs from the file that was computed (SHA-256)',
      fix: 'Compute the measures again: alir lake build',
    });
    expect(readdirSync(folders.staging)).toEqual([]);
  });
});
