import { describe, expect } from 'vitest';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import type { TestAlir } from '../support/alir.ts';
import { csv, line } from '../support/daily-files.ts';
import { test as base } from '../support/fixtures.ts';

const SERVED = '2026-01-19';
const NEW = '2026-01-20';
const PUBLISHED = { published: [['DT260119.csv', csv([line({ TRX_DATE: SERVED })])]] as const };

const test = base.extend('settings', () => PUBLISHED);

/** Records a publication whose serving file is not built yet. */
async function publish({ stores: { manifest }, clock }: TestAlir, trade_date: string): Promise<void> {
  clock.time = new Date(clock.time.getTime() + 1000);
  const published = await manifest.published(SERVED);
  if (!published) throw new Error('No day is published');
  const { source_name, source_sha256, duplicates, trades_rows, trades_sha256, trades_digest } = published;
  const { broker_day_rows, broker_day_sha256, ticker_day_sha256, value, ingested_by } = published;
  const revision = await manifest.nextRevision(trade_date);
  const source = { source_name, source_sha256, duplicates, trades_rows, trades_sha256, trades_digest };
  const tables = { broker_day_rows, broker_day_sha256, ticker_day_sha256, value, ingested_by };
  await manifest.intend({ trade_date, ...source, ...tables }, revision);
  await manifest.publish(trade_date, revision);
}

const servedDays = async ({ stores: { manifest } }: TestAlir) => ({
  served: (await manifest.servedDays()).map(({ trade_date }) => trade_date),
  revisions: (await manifest.servedDays()).map(({ revision }) => revision),
  in_files: (await manifest.servingFiles()).flatMap(({ days }) => days),
});

describe('the days that are served', () => {
  test('do not include a day that was published after the file was built', async ({ alir }) => {
    for (let revision = 1; revision <= 2; revision++) {
      await publish(alir, NEW);
      expect(await servedDays(alir)).toEqual({ served: [SERVED], revisions: [1], in_files: [SERVED] });
    }
  });

  test('include a corrected day in the revision of its file, until it is built', async ({ alir }) => {
    await publish(alir, SERVED);
    expect(await servedDays(alir)).toEqual({ served: [SERVED], revisions: [1], in_files: [SERVED] });
  });

  test('stay as they are when a publication that was not prepared is published', async ({ alir }) => {
    const { manifest } = alir.stores;
    await expect(manifest.publish(SERVED, 2)).rejects.toThrow('No publication of 2026-01-19 revision 2');
    await expect(manifest.abandon(SERVED, 2)).rejects.toThrow('No publication of 2026-01-19 revision 2');
    expect(await manifest.published(SERVED)).toMatchObject({ revision: 1 });
    expect(await servedDays(alir)).toEqual({ served: [SERVED], revisions: [1], in_files: [SERVED] });
  });

  test('do not include a day that is published no longer', async ({ alir }) => {
    const db = new Database(alir.stores.folders.ledgerFile);
    db.exec("UPDATE publication SET state = 'replaced'");
    db.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await servedDays(alir)).toEqual({ served: [], revisions: [], in_files: [] });
  });
});

test('the days around a day are the last 5 before it, nearest first, or else the first 5 after it', async ({
  alir,
}) => {
  const { manifest } = alir.stores;
  for (const day of [20, 21, 22, 23, 26, 27]) await publish(alir, `2026-01-${day}`);
  const around = async (date: string) =>
    (await manifest.daysAround(date)).map(({ trade_date }) => trade_date.slice(5));
  expect(await around('2026-01-27')).toEqual(['01-26', '01-23', '01-22', '01-21', '01-20']);
  expect(await around('2026-01-18')).toEqual(['01-19', '01-20', '01-21', '01-22', '01-23']);
  // 30 days before 25 February is 26 January.
  expect(await around('2026-02-25')).toEqual(['01-27', '01-26']);
  expect(await around('2026-02-27')).toEqual([]);
});
