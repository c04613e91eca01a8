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
