import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { type Engine, lakeDdl } from '../../src/operations/lake-ddl.ts';
import { afterThisTest, type TestAlir, temporaryFolder } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { type EngineAnswers, expectTotalsOfAlir, TOTALS_QUERIES } from '../support/engines.ts';
import { test } from '../support/fixtures.ts';
import { blocks, PYTHON, textOf } from '../support/guide.ts';
import { objectStorageOver } from '../support/object-storage.ts';
import { fileName } from '../support/small-market.ts';

const SUPPORT = resolve(import.meta.dirname, '../support');
const CHDB = process.env.ALIR_TEST_CHDB;
const HAS_SPARK =
  spawnSync(PYTHON, ['-c', 'import pyspark']).status === 0 && spawnSync('java', ['-version']).status === 0;

const RANGE = { from: '2025-12-01', to: '2026-01-30' };
const CORRECTED = '2026-01-06';
const ONE_DAY =
  "SELECT sum(t.value) AS value, count(*) AS trades FROM alir.trades AS t WHERE t.trade_date = DATE '2026-01-06'";
const ONE_DAY_OF_VIEW =
  "SELECT sum(b.buy_value) AS value FROM alir.broker_summary AS b WHERE b.trade_date = DATE '2026-01-06'";

/** Runs a program with JSON on its standard input. @returns the JSON that it prints last */
async function run(command: string, args: readonly string[], request: object): Promise<unknown> {
  const running = promisify(execFile)(command, args, {
    maxBuffer: 1e9,
    env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' },
  });
  running.child.stdin?.end(JSON.stringify(request));
  const { stdout } = await running;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const ddl = (engine: Engine, location: string) => lakeDdl(engine, { location, schema: 'alir' });
const named = (answers: readonly unknown[]) =>
  Object.fromEntries(
    Object.keys(TOTALS_QUERIES).map((name, place) => [name, answers[place]]),
  ) as EngineAnswers;

async function tickersOf(alir: TestAlir): Promise<string[]> {
  const { body } = await alir.get('/market/tickers', {});
  return body.data.map(({ ticker }: { ticker: string }) => ticker);
}

/** Publishes a day of the demo again with other prices of one ticker. */
async function correct(alir: TestAlir): Promise<void> {
  const text = await readFile(join(alir.stores.folders.inbox, fileName(CORRECTED)), 'utf8');
  const result = await alir.ingest(
    fileName(CORRECTED),
    text.replaceAll(/;BBCA;(\d+);(\d+);/g, ';BBCA;$1;1$2;'),
  );
  expect(result).toMatchObject({ status: 'published', revision: 2 });
}

/** Compares an engine with the API, for every ticker of the demo, before and after a correction. */
async function expectAgreement(alir: TestAlir, answers: () => Promise<EngineAnswers>): Promise<void> {
  const tickers = await tickersOf(alir);
  expect(tickers.length).toBeGreaterThan(50);
  const before = await answers();
  expect(await expectTotalsOfAlir(alir, before, tickers, RANGE)).toBeGreaterThan(5000);
  await correct(alir);
  const after = await answers();
  expect(await expectTotalsOfAlir(alir, after, tickers, RANGE)).toBeGreaterThan(5000);
  expect(after).not.toEqual(before);
}

const [, GUIDE = ''] = textOf('docs/beyond-one-box.md').split('\n## Query the lake ');

/** The worked questions of the guide for Spark, Trino and ClickHouse, each with the cells of its answer. */
const QUESTIONS = blocks(GUIDE, 'sql').map((sql, place) => {
  const lines = (blocks(GUIDE, 'text')[place] ?? '').trim().split('\n');
  return { sql, cells: lines.slice(1).map((line) => cellsOf(line.trim().split(/\s+/))) };
});

/** Cells as text, with numbers in one notation. */
function cellsOf(cells: readonly unknown[]): string[] {
  return cells.map((cell) => (Number.isNaN(Number(cell)) ? String(cell) : String(Number(cell))));
}

test('the questions of the guide have the answers shown there, in DuckDB', async () => {
  const alir = await demoAlir();
  const { lake } = alir.stores.folders;
  const duck = await Duck.open({ folders: [lake], memory_limit_mb: 500, threads: 2 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  await connection.run("ATTACH ':memory:' AS hive");
  for (const schema of ['alir', 'hive.alir']) {
    for (const sql of lakeDdl('duckdb', { location: lake, schema })) await connection.run(sql);
  }
  expect(QUESTIONS).toHaveLength(3);
  for (const { sql, cells } of QUESTIONS) {
    const rows = await connection.rows(sql);
    expect(rows.map((row) => cellsOf(Object.values(row)))).toEqual(cells);
  }
});

describe.skipIf(CHDB === undefined)(
  'ClickHouse (skipped without the npm package chdb in ALIR_TEST_CHDB)',
  () => {
    const ask = (statements: readonly string[], queries: readonly object[]) =>
      run(process.execPath, [join(SUPPORT, 'clickhouse.mjs')], { statements, queries }) as Promise<
        Record<string, unknown>[][]
      >;

    test('returns the totals of the API for every ticker, before and after a correction', async () => {
      const alir = await demoAlir();
      const statements = ddl('clickhouse', alir.stores.folders.lake);
      await expectAgreement(alir, async () =>
        named(
          await ask(
            statements,
            Object.values(TOTALS_QUERIES).map((sql) => ({ sql })),
          ),
        ),
      );
      const [day, view, all] = await ask(statements, [
        { sql: ONE_DAY, counts: true },
        { sql: ONE_DAY_OF_VIEW, counts: true },
        { sql: 'SELECT sum(t.value) FROM alir.trades AS t', counts: true },
      ]);
      expect([day, view, all]).toEqual([[{ files: 1 }], [{ files: 1 }], [{ files: 39 }]]);
    });

    test('reads one object of a copy on object storage for one day', async () => {
      const alir = await demoAlir();
      const storage = await objectStorageOver(alir.stores.folders.root);
      const statements = ddl('clickhouse', `${storage.url}/lake`).map((sql) =>
        sql.replace("',\n  'Parquet'", "',\n  NOSIGN,\n  'Parquet'"),
      );
      const [[answer] = []] = await ask(statements, [{ sql: ONE_DAY }]);
      const { body } = await alir.get('/market/calendar', { from: CORRECTED, to: CORRECTED });
      expect(Number(answer?.trades)).toBe(body.data[0].trades);
      expect(storage.keysRead()).toEqual([`lake/trades/trade_date=${CORRECTED}/trades.parquet`]);
      const { sql, cells } = QUESTIONS[2] ?? { sql: '', cells: [] };
      const [rows = []] = await ask(statements, [{ sql }]);
      expect(rows.map((row) => cellsOf(Object.values(row)))).toEqual(cells);
      expect(storage.keysRead()).toHaveLength(20);
      await ask(statements, [{ sql: ONE_DAY_OF_VIEW }]);
      expect(storage.keysRead()).toEqual([`lake/broker_day/trade_date=${CORRECTED}/broker_day.parquet`]);
    });
  },
);

describe.skipIf(!HAS_SPARK)('Spark (skipped without Java and the Python package pyspark)', () => {
  interface Answered {
    readonly answers: readonly unknown[];
    readonly plan: string;
    readonly files: readonly string[];
  }

  test('returns the totals of the API for every ticker, before and after a correction, and plans one partition for one day', async () => {
    const alir = await demoAlir();
    const warehouse = await temporaryFolder();
    let last: Answered | undefined;
    await expectAgreement(alir, async () => {
      const request = {
        statements: ddl('spark', alir.stores.folders.lake),
        queries: [...Object.values(TOTALS_QUERIES), QUESTIONS[0]?.sql ?? ''],
        day: ONE_DAY,
        warehouse,
      };
      const isFirst = last === undefined;
      last = (await run(PYTHON, [join(SUPPORT, 'spark.py')], request)) as Answered;
      const rows = last.answers.at(-1) as Record<string, unknown>[];
      if (isFirst) expect(rows.map((row) => cellsOf(Object.values(row)))).toEqual(QUESTIONS[0]?.cells);
      return named(last.answers);
    });
    expect(last?.files).toEqual([expect.stringContaining(`/trades/trade_date=${CORRECTED}/trades.parquet`)]);
    expect(last?.plan).toMatch(/PartitionFilters: \[[^\]]*trade_date#\d+ = 2026-01-06/);
  });
});
