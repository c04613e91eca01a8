import { expect, test } from 'vitest';
import { defaultSchema, ENGINES, lakeDdl } from '../../src/operations/lake-ddl.ts';

test.each(ENGINES)('the SQL for %s can be run again: each object may exist', (engine) => {
  const location = engine === 'bigquery' ? 'gs://bucket/lake' : 's3://bucket/lake';
  const statements = lakeDdl(engine, { location, schema: defaultSchema(engine) });
  const creating = statements.filter((statement) => statement.startsWith('CREATE '));
  expect(creating.length).toBeGreaterThan(3);
  for (const statement of creating) expect(statement).toMatch(/^CREATE (OR REPLACE|[A-Z ]+ IF NOT EXISTS) /);
});

test('the SQL for each engine is the one that was reviewed', async () => {
  const texts = ENGINES.map((engine) => {
    const location = engine === 'bigquery' ? 'gs://bucket/lake' : 's3://bucket/lake';
    return `-- ${engine}\n${lakeDdl(engine, { location, schema: defaultSchema(engine) }).join(';\n')};\n`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('lake-ddl.txt');
});

test('local folders are named as each engine reads them, and BigQuery reads none', () => {
  const first = (engine: (typeof ENGINES)[number], schema = defaultSchema(engine)) =>
    lakeDdl(engine, { location: '/data/lake/', schema })
      .filter((statement) => statement.includes('/data/lake'))
      .at(0);
  expect(first('spark')).toContain("'file:///data/lake/trades'");
  expect(first('clickhouse')).toContain("FROM deltaLakeLocal('/data/lake/trades')");
  expect(first('duckdb')).toContain("'/data/lake/trades/");
  const registered =
    "register_table(schema_name => 'alir', table_name => 'trades', table_location => 'file:///data/lake/trades')";
  expect(first('trino')).toBe(`CALL delta.system.${registered}`);
  expect(first('trino', 'alir')).toBe(`CALL system.${registered}`);
  expect(() => first('bigquery')).toThrow(
    'bigquery cannot read /data/lake/. Copy the tables to object storage',
  );
});

test('views and tables of files that a lake does not have are left out', () => {
  const names = lakeDdl('spark', {
    location: '/data/lake',
    schema: 'a',
    missing: ['ticker_day', 'measure_day'],
  }).flatMap((statement) => / a\.(\w+)/.exec(statement)?.[1] ?? []);
  expect(new Set(names)).toEqual(new Set(['trades', 'broker_day', 'broker_summary', 'foreign_flow']));
});

test.each(['', 'a-b', 'a.b.c', "a'", 'x'.repeat(129)])('%j is no name of a schema', (schema) => {
  expect(() => lakeDdl('spark', { location: '/data/lake', schema })).toThrow(/is not a name/);
});
