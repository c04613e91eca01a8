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
  clock.pass(1000);
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

describe('the manifest', () => {
  const FILE = 'delta/trades/trade_date=2026-01-20/a.parquet';
  const open = async ({ stores: { manifest } }: TestAlir) =>
    (await manifest.servingDamages())
      .filter(({ rebuilt_at }) => rebuilt_at === null)
      .map((each) => each.file_name);

  test('notes when files are in force, and which damages they end', async ({ alir }) => {
    const { manifest } = alir.stores;
    const [month] = await manifest.servingFiles();
    const name = month?.file_name ?? '';
    for (const file of [name, FILE, 'market.tickers']) await manifest.noteServingDamage(file, 'is missing');
    await publish(alir, NEW);
    expect(await open(alir)).toEqual(expect.arrayContaining([name]));
    expect(await open(alir)).not.toContain(FILE);
    const served_at = alir.clock.time.toISOString();
    expect(await manifest.published(NEW)).toMatchObject({ served_at: null, market_served_at: null });
    await manifest.switchServingFiles([{ month: '2026-01', file_name: name, sha256: 'a' }]);
    expect(await open(alir)).not.toContain(name);
    expect(await manifest.published(NEW)).toMatchObject({ served_at, market_served_at: null });
    const market = { month: '2026-01', name: 'market', days: [SERVED, NEW], built_at: served_at };
    const sums = { broker_rows_sha256: 'a', broker_sums_sha256: 'b', ticker_rows_sha256: 'c' };
    await manifest.switchMarketFiles({ ...market, ...sums }, ['market.tickers']);
    expect(await open(alir)).toEqual([]);
    expect(await manifest.published(NEW)).toMatchObject({ market_served_at: served_at });
    expect((await manifest.servedDays()).map(({ trade_date }) => trade_date)).toEqual([SERVED, NEW]);
    const before = await manifest.servingDamages();
    alir.clock.pass(1000);
    await manifest.resolveServingDamage(name);
    expect(await manifest.servingDamages()).toEqual(before);
  });

  test('notes a comparison once, until it has another result', async ({ alir }) => {
    const { manifest } = alir.stores;
    const check = {
      ...{ trade_date: SERVED, revision: 1, official_sha256: 'a', source: 'a.json', tickers: 1 },
      ...{ differing_tickers: 0, differences: 0, patterns: '', compared: 'freq' },
    };
    const ids = async () =>
      (await manifest.officialChecksOf(SERVED, 1)).map(({ check_id, differences }) => [
        check_id,
        differences,
      ]);
    for (const differences of [0, 0, 2, 0]) await manifest.noteOfficialCheck({ ...check, differences });
    expect(await ids()).toEqual([
      [3, 0],
      [2, 2],
      [1, 0],
    ]);
  });

  base('announces the publications of another ledger after the first copy', async ({ alir }) => {
    const { manifest, ledger } = alir.stores;
    const day = {
      ...{
        source_name: 'a',
        source_sha256: 'b',
        duplicates: 0,
        trades_rows: 1,
        trades_sha256: 'c',
        trades_digest: 'd',
      },
      ...{ broker_day_rows: 1, broker_day_sha256: 'e', ticker_day_sha256: 'f', value: 1, ingested_by: 'g' },
      ...{ intended_at: 'h', served_at: 'i', market_served_at: 'j', deleted_at: null },
    };
    const copied = (trade_date: string, revision: number, number: number) => ({
      ...day,
      ...{ trade_date, revision, number, published_at: `2026-02-0${number}` },
    });
    await manifest.copy([copied(SERVED, 1, 1)], []);
    await manifest.copy([copied(NEW, 1, 2), copied(SERVED, 2, 3)], []);
    await manifest.copy([copied(SERVED, 3, 4)], []);
    const events = await ledger.all('events_to_distribute', { limit: 9 });
    const stated = events.map(({ kind, data }) => [kind, ...Object.values(JSON.parse(data))].join(' '));
    expect(stated.toSorted()).toEqual([
      `day.corrected ${SERVED} 2`,
      `day.corrected ${SERVED} 3`,
      `day.published ${NEW} 1`,
    ]);
    const history = await manifest.history();
    expect(history.map(({ state, number, replaced_at }) => [state, number, replaced_at])).toEqual([
      ['replaced', 1, '2026-02-03'],
      ['published', 2, null],
      ['replaced', 3, '2026-02-04'],
      ['published', 4, null],
    ]);
  });
});
