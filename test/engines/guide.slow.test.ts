import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { lakeDdl } from '../../src/operations/lake-ddl.ts';
import { afterThisTest, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { blocks, textOf } from '../support/guide.ts';
import { objectStorageOver } from '../support/object-storage.ts';
import { fileName } from '../support/small-market.ts';
import { READERS, type Reader } from './engines.ts';
import { type EngineAnswers, expectTotalsOfAlir, TOTALS_QUERIES } from './totals.ts';

const RANGE = { from: '2025-12-01', to: '2026-01-30' };
const CORRECTED = '2026-01-06';
const ONE_DAY = [
  `SELECT sum(t.value) AS value, count(*) AS trades FROM alir.trades AS t WHERE t.trade_date = DATE '${CORRECTED}'`,
  `SELECT sum(b.buy_value) AS value FROM alir.broker_summary AS b WHERE b.trade_date = DATE '${CORRECTED}'`,
];

const [, GUIDE = ''] = textOf('docs/beyond-one-box.md').split('\n## Query the lake ');

const ANSWER = (blocks(GUIDE, 'text')[0] ?? '').trim().split('\n').slice(1);
const CELLS = ANSWER.map((line) => cellsOf(line.trim().split(/\s+/)));

/** The query of the guide, with the name of the table in each engine. */
const QUESTIONS = ['Spark', 'Trino', 'ClickHouse'].map((engine) => {
  const [sql = ''] = blocks(GUIDE, 'sql');
  return { engine, sql: engine === 'Trino' ? sql.replace('alir.', 'delta.alir.') : sql };
});

/** Cells as text, with numbers in one notation. */
function cellsOf(cells: readonly unknown[]): string[] {
  return cells.map((cell) => (Number.isNaN(Number(cell)) ? String(cell) : String(Number(cell))));
}

test('the question of the guide has the answer shown there, in DuckDB', async () => {
  const alir = await demoAlir();
  const { lake } = alir.stores.folders;
  const duck = await Duck.open({ folders: [lake], memory_limit_mb: 500, threads: 2 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  await connection.run("ATTACH ':memory:' AS delta");
  for (const schema of ['alir', 'delta.alir']) {
    for (const sql of lakeDdl('duckdb', { location: lake, schema })) await connection.run(sql);
  }
  expect(CELLS).toHaveLength(2);
  for (const { sql } of QUESTIONS) {
    const rows = await connection.rows(sql);
    expect(rows.map((row) => cellsOf(Object.values(row)))).toEqual(CELLS);
  }
});

/** Publishes a day of the demo again with other prices of one ticker. */
async function correct(alir: TestAlir): Promise<void> {
  const text = await readFile(join(alir.stores.folders.inbox, fileName(CORRECTED)), 'utf8');
  const result = await alir.ingest(
    fileName(CORRECTED),
    text.replaceAll(/;BBCA;(\d+);(\d+);/g, ';BBCA;$1;1$2;'),
  );
  expect(result).toMatchObject({ status: 'published', revision: 2 });
}

async function totalsOf(reader: Reader): Promise<EngineAnswers> {
  const answers = Object.entries(TOTALS_QUERIES).map(async ([name, query]) => {
    const columns = [...(query.split('FROM')[0]?.matchAll(/(\w+)(?=,|\s*$)/g) ?? [])].map(
      ([column]) => column,
    );
    const rows = await reader.run(
      query.replaceAll('alir.', reader.name === 'Trino' ? 'delta.alir.' : 'alir.'),
    );
    return [
      name,
      rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place]]))),
    ];
  });
  return Object.fromEntries(await Promise.all(answers)) as EngineAnswers;
}

const registered = QUESTIONS.filter(({ engine }) => engine in READERS);

describe.skipIf(registered.length === 0)(
  'registered once (without an engine: test/engines/install.sh)',
  () => {
    test.each(registered)(
      '$engine has the totals of the API, before and after a correction',
      async (each) => {
        const alir = await demoAlir();
        const reader = (await READERS[each.engine]?.(alir.stores.folders.delta)) as Reader;
        expect((await reader.run(each.sql)).map(cellsOf)).toEqual(CELLS);
        const { body } = await alir.get('/market/tickers', {});
        const tickers = body.data.map(({ ticker }: { ticker: string }) => ticker);
        const before = await totalsOf(reader);
        expect(await expectTotalsOfAlir(alir, before, tickers, RANGE)).toBeGreaterThan(5000);
        await correct(alir);
        const after = await totalsOf(reader);
        expect(await expectTotalsOfAlir(alir, after, tickers, RANGE)).toBeGreaterThan(5000);
        expect(after).not.toEqual(before);
        for (const sql of ONE_DAY) expect((await reader.filesOf?.(sql)) ?? 1, sql).toBe(1);
      },
    );

    test.skipIf(!('ClickHouse' in READERS))(
      'ClickHouse reads one object of a copy on object storage for one day',
      async () => {
        const alir = await demoAlir();
        const storage = await objectStorageOver(alir.stores.folders.root);
        const reader = (await READERS.ClickHouse?.(alir.stores.folders.delta)) as Reader;
        for (const sql of lakeDdl('clickhouse', { location: `${storage.url}/delta`, schema: 'bucket' }))
          await reader.run(sql.replace(/(deltaLake\('[^']*')/, '$1, NOSIGN'));
        storage.keysRead();
        for (const sql of ONE_DAY) await reader.run(sql.replace('alir.', 'bucket.'));
        const files = storage.keysRead().filter((key) => key.endsWith('.parquet'));
        expect(files).toEqual([
          expect.stringContaining(`delta/broker_day/trade_date=${CORRECTED}/`),
          expect.stringContaining(`delta/trades/trade_date=${CORRECTED}/`),
        ]);
      },
    );
  },
);
