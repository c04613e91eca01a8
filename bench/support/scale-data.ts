import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Market } from '../../src/cli/demo/market.ts';
import { Random } from '../../src/cli/demo/random.ts';
import { writeDailyFile } from '../../src/cli/demo/write-daily-file.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type IsoDate, monthOf } from '../../src/core/dates.ts';
import { dataFolders, LAKE_TABLES, type LakeTable } from '../../src/core/folders.ts';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { MEASURES } from '../../src/core/market/measure-list.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { ingestFiles, repair } from '../../src/market/ingest/lake-writer.ts';
import { replaceFile, sha256OfFile } from '../../src/market/lake/durable.ts';
import { Lake, stagedFile } from '../../src/market/lake/lake.ts';
import { measureDefinition } from '../../src/market/lake/measure-day.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { configOf } from '../../test/support/alir.ts';
import { ROOT } from './demo-data.ts';

const FOLDER = resolve(ROOT, '.bench/scale');
/** Enough for each measure of the newest day. */
const MEASURED_DAYS = 252;
const YEARS = [2022, 2023, 2024, 2025, 2026];
const DAYS_A_YEAR = 236;
const BROKERS = 92;
/** Left out of the years above; the days before it get real daily files, which the gate compares it with. */
export const RECORD_DAY = '2026-01-12';
const RECORD_TRADES = 5_070_000;
const DAYS_BEFORE = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
/** The exchange's median day of 2026. */
const MEDIAN_TRADES = 2_400_000;

const reference = (name: string) => readFileSync(resolve(ROOT, 'data/reference', name), 'utf8');
const brokers = reference('brokers.csv')
  .trim()
  .split('\n')
  .slice(1, BROKERS + 1)
  .map((line) => line.slice(0, 2));

/** Five years of the exchange's size, or some of them, made once and kept beside the project. */
export async function scaleStores(years: readonly number[] = YEARS): Promise<Stores> {
  await mkdir(FOLDER, { recursive: true });
  const stores = await openStores(configOf(FOLDER), systemClock);
  const maker = await DayMaker.open();
  for (const year of years) {
    const days = daysOf(year);
    const published = new Set(await stores.manifest.allPublishedDays());
    const missing = days.filter((day) => !published.has(day));
    if (missing.length === 0) continue;
    console.log(`Making ${missing.length} days of ${year} at the exchange's size, once ...`);
    for (const day of missing) await maker.publish(stores, day);
  }
  await repair(stores.ingest);
  return stores;
}

/**
 * A lake of the exchange's size without serving files, made once. All days but the newest one have measures, which are made up.
 * @param run the name of the folder, which is replaced
 */
export async function unmeasuredStores(run: string): Promise<Stores> {
  const before = resolve(ROOT, '.bench/measures/before');
  await mkdir(before, { recursive: true });
  const made = await openStores(configOf(before), systemClock);
  const days = tradingCalendar(reference('holidays.csv')).tradingDays('2025-01-01', '2026-12-31');
  const missing = days.slice(0, MEASURED_DAYS).slice((await made.manifest.allPublishedDays()).length);
  const maker = await DayMaker.open();
  for (const day of missing) await maker.publish(made, day);
  if ((await made.manifest.measuredPublications()) === 0) await maker.measureAllButNewest(made);
  await made.ledger.close();
  const folder = resolve(ROOT, '.bench/measures', run);
  copyFolder(before, folder);
  return openStores(configOf(folder), systemClock);
}

function daysOf(year: number): string[] {
  const days = tradingCalendar(reference('holidays.csv')).tradingDays(`${year}-01-01`, `${year}-12-31`);
  return days.filter((day) => day !== RECORD_DAY).slice(0, DAYS_A_YEAR);
}

class DayMaker {
  readonly #connection: Awaited<ReturnType<DuckDBInstance['connect']>>;

  private constructor(connection: Awaited<ReturnType<DuckDBInstance['connect']>>) {
    this.#connection = connection;
  }

  static async open(): Promise<DayMaker> {
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
    const values = brokers.map((code) => `('${code}')`).join(', ');
    await connection.run(`CREATE TABLE broker AS SELECT * FROM (VALUES ${values}) AS list(code)`);
    return new DayMaker(connection);
  }

  async measureAllButNewest({ folders, manifest }: Stores): Promise<void> {
    const lake = new Lake(folders);
    const days = (await manifest.allPublishedDays()).slice(0, -1);
    const columns = MEASURES.map(
      ({ name, has_decimals }) =>
        `((hash(n, day, '${name}') % 2000000)::BIGINT - 1000000)${has_decimals ? '::DECIMAL(18, 2)' : ''} AS ${name}`,
    );
    for (const trade_date of days) {
      const staged = resolve(folders.staging, 'made-up.parquet');
      const rows = `SELECT 'T' || lpad(n::VARCHAR, 3, '0') AS ticker, ${columns.join(', ')} FROM range(1, 951) AS rank(n), (SELECT '${trade_date}' AS day)`;
      await this.#connection.run(
        `COPY (${rows} ORDER BY ticker) TO '${staged}' (FORMAT parquet, COMPRESSION zstd)`,
      );
      const file = { trade_date, sha256: await sha256OfFile(staged) };
      await replaceFile(staged, lake.measureFile(file));
      await manifest.noteMeasureFile({ ...file, definition: measureDefinition(), added_in: days.length });
    }
    await manifest.noteMeasured(days.length);
  }

  async publish({ folders, manifest }: Stores, trade_date: string): Promise<void> {
    const lake = new Lake(folders);
    const revision = await manifest.nextRevision(trade_date);
    const staging = await lake.stage(trade_date, revision);
    await this.#connection.run(
      `SET VARIABLE day = '${trade_date}'; SET VARIABLE broker_day = '${stagedFile(staging, 'broker_day')}'`,
    );
    const write = async (table: LakeTable, file: string) => {
      const path = stagedFile(staging, table);
      await this.#connection.run(`SET VARIABLE file = '${path}'`);
      await this.#connection.run(readFileSync(resolve(ROOT, 'bench/sql', file), 'utf8'));
      return createHash('sha256').update(readFileSync(path)).digest('hex');
    };
    const broker_day_sha256 = await write('broker_day', 'made_up_broker_day.sql');
    const counted = await this.#connection.runAndReadAll(
      `SELECT count(*) FROM '${stagedFile(staging, 'broker_day')}'`,
    );
    const content = {
      trade_date,
      source_name: 'made up',
      source_sha256: 'made up',
      duplicates: 0,
      broker_day_rows: Number(counted.getRows()[0]?.[0]),
      broker_day_sha256,
      ticker_day_sha256: await write('ticker_day', 'made_up_ticker_day.sql'),
      trades_rows: 0,
      trades_sha256: await write('trades', 'no_trades.sql'),
      trades_digest: 'made up',
      value: 0,
      ingested_by: 'the bench',
    };
    await lake.addFiles({ ...content, revision }, () => manifest.intend(content, revision));
    await manifest.publish(trade_date, revision);
  }
}

/**
 * The scale data as it is before the record day, in a folder of its own, and the daily file of that day.
 * @param run the name of the folder, which is replaced
 */
export async function beforeRecordDay(run: string): Promise<{ folder: string; file: string }> {
  const files = resolve(ROOT, '.bench/record-day');
  const before = resolve(files, 'before');
  await mkdir(files, { recursive: true });
  const file = await dailyFile(files, RECORD_DAY, RECORD_TRADES);
  if (!existsSync(`${before}.whole`)) {
    await (await scaleStores()).ledger.close();
    copyFolder(FOLDER, before);
    removeDaysAfter(RECORD_DAY, before);
    const stores = await openStores(configOf(before), systemClock);
    const paths: string[] = [];
    for (const day of DAYS_BEFORE) paths.push(await dailyFile(files, day, MEDIAN_TRADES));
    // They replace days that were made without trades, which the gate would hold.
    await ingestFiles(
      stores.ingest,
      paths.map((path) => ({ path, command: 'ingest', confirmed: true })),
    );
    await stores.ledger.close();
    await writeFile(`${before}.whole`, '');
  }
  const folder = resolve(files, run);
  copyFolder(before, folder);
  return { folder, file };
}

/** So that the record day is the newest day, as every new day is. */
function removeDaysAfter(day: IsoDate, root: string): void {
  const folders = dataFolders(root);
  const db = new Database(folders.ledgerFile);
  const later = db.prepare('SELECT trade_date FROM publication WHERE trade_date > ?').pluck().all(day);
  db.prepare('DELETE FROM publication WHERE trade_date > ?').run(day);
  db.prepare('DELETE FROM serving_file WHERE month > ?').run(monthOf(day));
  db.prepare('DELETE FROM market_files WHERE month > ?').run(monthOf(day));
  db.close();
  const lake = new Lake(folders);
  for (const each of later) {
    for (const table of LAKE_TABLES) {
      rmSync(dirname(lake.revisionFile(table, String(each), '')), { recursive: true });
      rmSync(dirname(lake.fixedName(table, String(each))), { recursive: true, force: true });
    }
  }
}

/** Files of the lake and of serving are never changed, only replaced, so that a copy may share them. */
function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--link', from, to]);
  for (const name of readdirSync(from).filter((each) => each.startsWith('ledger.sqlite'))) {
    rmSync(`${to}/${name}`);
    copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

/** The daily trade file of a day with about so many trades; made once. */
export async function dailyFile(folder: string, day: IsoDate, trades: number): Promise<string> {
  const path = resolve(folder, `DT${day.slice(2).replaceAll('-', '')}.csv`);
  const marker = `${path}.whole`;
  if (existsSync(marker)) return path;
  console.log(`Making a daily file of ${trades.toLocaleString('en')} trades, once ...`);
  const seed = 'record day';
  // The market makes a day of 0.8 to 1.2 times its usual trades.
  const factor = 0.8 + 0.4 * new Random(`${seed} ${day}`).next();
  const market = new Market({
    tickers: Array.from({ length: 950 }, (_, place) => ({
      code: `T${String(place + 1).padStart(3, '0')}`,
      price: 50 + (((place + 1) * 37) % 9000),
    })),
    brokers: brokers.map((code, place) => ({ code, foreign_share: place % 5 === 0 ? 0.8 : 0.05 })),
    days: [...DAYS_BEFORE, RECORD_DAY],
    trades_a_day: Math.round(trades / factor),
    seed,
  });
  await writeDailyFile(market, day, folder);
  await writeFile(marker, '');
  return path;
}
