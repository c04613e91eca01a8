import { describe, expect } from 'vitest';
import { DELTA_TABLES } from '../../src/core/folders.ts';
import { Duck, type DuckConnection } from '../../src/market/lake/duckdb.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { TABLES } from '../../src/market/lake/tables.ts';
import { defaultSchema, ENGINES, lakeDdl } from '../../src/operations/lake-ddl.ts';
import { type EngineAnswers, expectTotalsOfAlir, TOTALS_QUERIES } from '../engines/totals.ts';
import { afterThisTest, type TestAlir } from '../support/alir.ts';
import { test as base } from '../support/fixtures.ts';
import {
  dailyFileText,
  fileName,
  SMALL_DAYS,
  SMALL_PLAN,
  smallMarket,
  smallMarketData,
} from '../support/small-market.ts';

const BUCKET = 's3://bucket/delta';
const RANGE = { from: SMALL_DAYS[0], to: SMALL_DAYS[4] };

const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));

test.beforeEach(({ alir }) => alir.measure());

async function duckOver(alir: TestAlir): Promise<DuckConnection> {
  const duck = await Duck.open({ folders: [alir.stores.folders.lake], memory_limit_mb: 300, threads: 2 });
  afterThisTest(async () => duck.close());
  return duck.connect();
}

/** The statements about one table or view, by the name of the relation. */
function statementsAbout(engine: (typeof ENGINES)[number], relation: string, location = BUCKET): string[] {
  const schema = defaultSchema(engine);
  return lakeDdl(engine, { location, schema }).filter((statement) =>
    new RegExp(`(${schema.replace('.', '\\.')}\\.|')${relation}\\b(?! AS d)`).test(statement),
  );
}

const COLUMNS = TABLES.broker_day.columns.map(({ name }) => name);

describe('the described tables', () => {
  test('have the columns, the order and the types of the files', async ({ alir }) => {
    const connection = await duckOver(alir);
    const types = {
      text: 'VARCHAR',
      int32: 'INTEGER',
      int64: 'BIGINT',
      decimal: 'DECIMAL(18,2)',
      date: 'DATE',
    };
    for (const table of DELTA_TABLES) {
      const file = new Lake(alir.stores.folders).fixedName(table, RANGE.to);
      const columns = await connection.columnsOf(`FROM read_parquet('${file}', hive_partitioning = false)`);
      expect(columns, table).toEqual(
        TABLES[table].columns.map(({ name, type }) => ({ name, type: types[type] })),
      );
    }
  });
});

describe('the SQL for DuckDB', () => {
  test('gives the totals of the API, also after a correction', async ({ alir }) => {
    const connection = await duckOver(alir);
    for (const statement of lakeDdl('duckdb', { location: alir.stores.folders.lake, schema: 'alir' })) {
      await connection.run(statement);
    }
    const tickers = SMALL_PLAN.tickers.map(({ code }) => code);
    const answers = async () => {
      const all = Object.entries(TOTALS_QUERIES).map(async ([name, query]) => [
        name,
        await connection.rows(query),
      ]);
      return Object.fromEntries(await Promise.all(all)) as EngineAnswers;
    };
    expect(await expectTotalsOfAlir(alir, await answers(), tickers, RANGE)).toBeGreaterThan(80);
    const text = dailyFileText(smallMarket(), '2026-01-05').replaceAll(/;BBCA;(\d+);/g, ';BBCA;1$1;');
    expect(await alir.ingest(fileName('2026-01-05'), text)).toMatchObject({
      status: 'published',
      revision: 2,
    });
    expect(await expectTotalsOfAlir(alir, await answers(), tickers, RANGE)).toBeGreaterThan(80);
  });

  test('reads one file for one day', async ({ alir }) => {
    const connection = await duckOver(alir);
    for (const statement of lakeDdl('duckdb', { location: alir.stores.folders.lake, schema: 'alir' })) {
      await connection.run(statement);
    }
    const day = "FROM alir.trades WHERE trade_date = DATE '2026-01-05'";
    const [plan] = await connection.rows(`EXPLAIN ANALYZE SELECT sum(value) ${day}`);
    expect(String(plan?.explain_value)).toMatch(/Total Files Read: 1\b/);
  });
});

describe('the SQL for each engine', () => {
  test('registers a table', () => {
    expect(statementsAbout('spark', 'broker_day')).toEqual([
      "CREATE TABLE IF NOT EXISTS alir.broker_day USING DELTA LOCATION 's3://bucket/delta/broker_day'",
    ]);
    expect(statementsAbout('trino', 'broker_day')).toEqual([
      'DROP TABLE IF EXISTS delta.alir.broker_day',
      "CALL delta.system.register_table(schema_name => 'alir', table_name => 'broker_day', table_location => 's3://bucket/delta/broker_day')",
    ]);
    expect(statementsAbout('clickhouse', 'broker_day')).toEqual([
      `CREATE OR REPLACE VIEW alir.broker_day AS
SELECT * FROM deltaLake('s3://bucket/delta/broker_day')
COMMENT 'buys and sells per day, ticker, market, investor and broker, in all three markets'`,
    ]);
    const [duckdb, ...comments] = statementsAbout('duckdb', 'broker_day', 's3://bucket/lake');
    expect(duckdb).toBe(`CREATE OR REPLACE VIEW alir.broker_day AS
SELECT
${[...COLUMNS, 'trade_date'].map((name) => `  ${name}`).join(',\n')}
FROM read_parquet(
  's3://bucket/lake/broker_day/trade_date=*/broker_day.parquet',
  hive_partitioning = true,
  hive_types = {'trade_date': DATE}
)`);
    expect(comments).toHaveLength(1 + COLUMNS.length + 1);
    expect(statementsAbout('bigquery', 'broker_day', 'gs://bucket/delta')).toEqual([
      `CREATE EXTERNAL TABLE IF NOT EXISTS alir.broker_day
WITH CONNECTION DEFAULT
OPTIONS (
  format = 'DELTA_LAKE',
  uris = ['gs://bucket/delta/broker_day'],
  description = 'buys and sells per day, ticker, market, investor and broker, in all three markets'
)`,
    ]);
  });

  test.each(ENGINES)('of %s has every table, column and view once', (engine) => {
    const location = engine === 'bigquery' ? 'gs://bucket/delta' : BUCKET;
    const schema = 'lakehouse.idx';
    const statements = lakeDdl(engine, { location, schema });
    const created = statements.flatMap(
      (statement) =>
        /^CREATE .*?(lakehouse\.idx[\w.]*)|^CALL .*table_name => '(\w+)'/
          .exec(statement)
          ?.slice(1)
          .join('') ?? [],
    );
    const views = ['prices', 'broker_summary', 'foreign_flow'].map((name) => `${schema}.${name}`);
    const tables = DELTA_TABLES.map((table) => (engine === 'trino' ? table : `${schema}.${table}`));
    expect(created).toEqual([schema, ...tables, ...views]);
    expect(statements.join('\n')).not.toMatch(/\$schema|undefined|\balir\b/);
  });

  test.each([
    ['spark', '/data/delta', "LOCATION 'file:///data/delta/trades'"],
    ['trino', '/data/delta/', "table_location => 'file:///data/delta/trades'"],
    ['clickhouse', '/data/delta', "FROM deltaLakeLocal('/data/delta/trades')"],
    [
      'clickhouse',
      'https://minio.example/bucket/delta',
      "FROM deltaLake('https://minio.example/bucket/delta/trades')",
    ],
    ['duckdb', "/data/o'lake", "'/data/o''lake/trades/"],
    ['spark', "s3a://bucket/o'delta", "LOCATION 's3a://bucket/o\\'delta/trades'"],
  ] as const)('of %s finds a lake at %s', (engine, location, part) => {
    expect(statementsAbout(engine, 'trades', location).join('\n')).toContain(part);
  });

  test.each([
    ['bigquery', '/data/lake', 'It must begin with gs://.'],
    ['bigquery', 's3://bucket/lake', 'It must begin with gs://.'],
    ['clickhouse', 'hdfs://name/lake', 'It must begin with s3://, gs://, http://, https://.'],
  ] as const)('of %s refuses a lake at %s', (engine, location, message) => {
    expect(() => lakeDdl(engine, { location, schema: 'alir' })).toThrow(message);
  });

  test.each(['', 'a b', 'a.b.c', "alir'; DROP TABLE x", 'x'.repeat(129)])(
    'refuses the schema %j',
    (schema) => {
      expect(() => lakeDdl('trino', { location: BUCKET, schema })).toThrow('is not a name');
    },
  );
});
