import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.ts';
import { LAKE_TABLES } from '../src/core/folders.ts';
import { ingestFiles, repair } from '../src/market/ingest/lake-writer.ts';
import { Duck } from '../src/market/lake/duckdb.ts';
import { Lake } from '../src/market/lake/lake.ts';
import { MarketDatabase } from '../src/market/serving/market-database.ts';
import { counterparties } from '../src/market/serving/queries/counterparties.ts';
import { marketSettings, openStores, type Stores } from '../src/server/stores.ts';
import { READERS } from '../test/engines/engines.ts';
import type { Question } from '../test/engines/questions.ts';
import { configOf } from '../test/support/alir.ts';
import { ROOT } from './support/demo-data.ts';
import { report } from './support/report.ts';
import { dailyFile, RECORD_DAY } from './support/scale-data.ts';

/** A tenth of ten years of 2,450 days with 4.9 million trades each. */
const DAYS = 245;
const TRADES = 4_900_000;
const FOLDER = resolve(ROOT, '.bench/delta-scale');

const QUESTIONS: Readonly<Record<string, Question>> = {
  'one day': (of) =>
    `SELECT count(*) AS n, CAST(sum(t.value) AS BIGINT) AS value FROM ${of('trades')} AS t WHERE t.trade_date = DATE '${RECORD_DAY}'`,
  'one ticker, all days': (of) =>
    `SELECT t.buyer, CAST(sum(t.value) AS BIGINT) AS value FROM ${of('trades')} AS t WHERE t.ticker = 'T475' GROUP BY t.buyer`,
  everything: (of) =>
    `SELECT t.buyer, count(*) AS n, CAST(sum(t.value) AS BIGINT) AS value FROM ${of('trades')} AS t GROUP BY t.buyer`,
};

/** Publishes one day as all days: files of different days differ in their folder only. */
async function scaleLake(): Promise<Stores> {
  const stores = await openStores(configOf(FOLDER), systemClock);
  const { folders, manifest, calendar, ingest } = stores;
  if (existsSync(`${FOLDER}.whole`)) return stores;
  const file = await dailyFile(dirname(FOLDER), RECORD_DAY, TRADES);
  await ingestFiles(ingest, [{ path: file, command: 'ingest', confirmed: true }]);
  const made = await manifest.published(RECORD_DAY);
  if (!made) throw new Error('the day was not published');
  const lake = new Lake(folders);
  const earlier = calendar.tradingDays('2024-01-01', RECORD_DAY).filter((day) => day < RECORD_DAY);
  console.log(`Copying ${DAYS - 1} days, once ...`);
  for (const trade_date of earlier.slice(1 - DAYS)) {
    const day = { ...made, trade_date };
    for (const table of LAKE_TABLES) {
      await mkdir(dirname(lake.file(table, day)), { recursive: true });
      copyFileSync(lake.file(table, made), lake.file(table, day));
    }
    await lake.nameFiles(day);
    await manifest.intend({ ...made, trade_date }, 1);
    await manifest.publish(trade_date, 1);
  }
  await repair(ingest);
  await writeFile(`${FOLDER}.whole`, '');
  return stores;
}

function bytesIn(folder: string): { files: number; mb: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { files: files.length, mb: bytes / 1e6 };
}

const seconds = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
};

test('a tenth of ten years: size, time to open, and three questions in Alir and in other engines', async () => {
  const stores = await scaleLake();
  const { folders, manifest } = stores;
  const delta = (path: string) => bytesIn(join(folders.delta, path));
  report(`${DAYS} days of about ${TRADES.toLocaleString('en')} trades`, [
    ...LAKE_TABLES.map((table) => ({ what: table, ...delta(table) })),
    ...LAKE_TABLES.map((table) => ({ what: `log of ${table}`, ...delta(`${table}/_delta_log`) })),
    { what: 'serving files', ...bytesIn(folders.serving) },
  ]);

  const rows: { what: string; engine: string; seconds: number }[] = [];
  const note = (what: string, engine: string, took: number) => rows.push({ what, engine, seconds: took });
  const [duck] = await seconds(() =>
    Duck.open({ folders: [folders.lake], memory_limit_mb: 4000, threads: 2 }),
  );
  const connection = await duck.connect();
  const by_pattern = `read_parquet('${folders.lake}/trades/*/*.parquet', hive_partitioning = true, hive_types = {'trade_date': DATE})`;
  const expected: Record<string, string> = {};
  const textOf = (cells: readonly (readonly unknown[])[]) => cells.map(String).toSorted().join('\n');
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const [answer, took] = await seconds(() => connection.rows(question(() => by_pattern)));
    expected[name] = textOf(answer.map((row) => Object.values(row)));
    note(name, 'alir sql, by pattern', took);
  }
  duck.close();
  const [publications, opened] = await seconds(() => manifest.allPublications());
  expect(publications).toHaveLength(DAYS);
  note('open', 'Alir (ledger)', opened);
  const market = new MarketDatabase(marketSettings(stores));
  const pair = { ticker: 'T475', from: RECORD_DAY, to: RECORD_DAY, market: 'ALL' } as const;
  const [, api] = await seconds(async () => counterparties(market, pair, new AbortController().signal));
  note('counterparties of one ticker, one day', 'Alir (API)', api);

  for (const [engine, start] of Object.entries(READERS)) {
    const [reader, started] = await seconds(() => start(folders.delta));
    note('start', engine, started);
    const [, open] = await seconds(() =>
      reader.ask((of) => `SELECT count(*) AS n FROM ${of('ticker_day')} AS p`),
    );
    note('open, and count the rows of ticker_day', engine, open);
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const [cells, took] = await seconds(() => reader.ask(question));
      expect(textOf(cells), `${engine}, ${name}`).toBe(expected[name]);
      note(name, engine, took);
    }
  }
  report('seconds', rows);
  await market.close();
  await stores.ledger.close();
}, 3_600_000);
