import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { dismissHeld } from '../../../src/market/ingest/gate/held.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, line, wholeDay } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { fileName } from '../../support/small-market.ts';

const DAY = '2026-01-30';
const NAME = 'DT260130.csv';

/** One trade at the opening: the gate holds it, because the days before have two. */
const short = (volume: number) =>
  csv([line({ TRX_DATE: DAY, TRX_CODE: 1, STK_VOLM: volume, STK_PRIC: 1000 })]);

/** Publishes three days, and lets an update deliver files for a fourth. */
async function open(alir: TestAlir) {
  const { ingest, folders, sources } = alir.stores;
  for (const [day, volume] of [
    ['2026-01-27', 300],
    ['2026-01-28', 500],
    ['2026-01-29', 900],
  ] as const) {
    await alir.ingest(fileName(day), wholeDay(day, volume));
  }
  await mkdir(folders.inbox, { recursive: true });
  const path = join(folders.inbox, NAME);
  let changed_s = 1_770_000_000;
  return {
    path,
    async deliver(content: string) {
      await writeFile(path, content);
      changed_s += 60;
      await utimes(path, changed_s, changed_s);
      await ingestFiles(ingest, [{ path, command: 'update' }]);
      return (await sources.held()).length;
    },
  };
}

describe('a held file', () => {
  test('that was dismissed stays so when the same bytes are delivered again', async ({ alir }) => {
    const { path, deliver } = await open(alir);
    const { sources } = alir.stores;
    const first = short(200);
    expect(await deliver(first)).toBe(1);
    await expect(dismissHeld(sources, [path, 'DT260101.csv'])).rejects.toMatchObject({
      code: 'unknown_file',
    });
    expect(await dismissHeld(sources, [NAME])).toMatchObject([{ source: path, trade_date: DAY }]);
    expect(await sources.held()).toEqual([]);
    expect(await deliver(first)).toBe(0);
    // Another file for the day, for the same reasons.
    expect(await deliver(short(300))).toBe(1);
    expect(await dismissHeld(sources, [DAY])).toHaveLength(1);
    expect(await deliver(short(300))).toBe(0);
    expect(await alir.stores.manifest.published(DAY)).toBeUndefined();
    await alir.ingest(NAME, wholeDay(DAY));
    expect(await alir.stores.manifest.published(DAY)).toMatchObject({ trades_rows: 2 });
  });

  test('has its totals beside the medians of the days around', async ({ alir }) => {
    const { deliver } = await open(alir);
    await deliver(short(200));
    const [held] = await alir.stores.sources.held();
    // Each usual day has two trades at 1260: one of 300, 500 or 900 shares, and one of 100.
    expect(JSON.parse(held?.totals ?? '')).toEqual({
      file: { trades: 1, value: 200_000, volume: 200, tickers: 1 },
      usual: { trades: 2, value: 756_000, volume: 600, tickers: 1, days: 3 },
      // The second trade of a usual day is at 16:14.
      minutes: [
        { minute: 538, file: 1, usual: 1 },
        { minute: 974, file: 0, usual: 1 },
      ],
    });
  });
});
