import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { TEXT_FORMATS, type TextFormat } from '../../../src/market/sql-shell/text-formats.ts';
import { tableOf } from '../../../src/market/sql-shell/text-table.ts';
import { afterThisFile, afterThisTest, folderOfThisFile } from '../../support/alir.ts';
import { LIMITS, REFERENCE } from '../../support/analyst.ts';

let session: AnalystSession;
let answers: string;
beforeAll(async () => {
  answers = await folderOfThisFile();
  const places = { lake: join(answers, 'no-lake'), reference: REFERENCE, answers };
  session = await AnalystSession.open(places, LIMITS);
  afterThisFile(() => session.close());
});

async function written(format: TextFormat, question: string): Promise<string> {
  const { cells, write } = TEXT_FORMATS[format];
  let text = '';
  for await (const piece of write(await session.ask(question, cells))) text += piece;
  return text;
}

const table = async (question: string) => tableOf(await session.ask(question, 'text'));

/** Every kind of cell that could be written wrongly. */
const CELLS = `SELECT
  9007199254740993 AS big, 170141183460469231731687303715884105727::HUGEINT AS huge, 1234567890123456789.50::DECIMAL(22, 2) AS money,
  0.1::DOUBLE AS part, 'nan'::DOUBLE AS not_a_number, true AS yes, NULL AS nothing, '' AS empty,
  E'a "quoted", line\\nbreak' AS text, DATE '2026-01-05' AS day, TIME '08:58:00' AS time,
  TIMESTAMP '2026-01-05 08:58:00' AS moment, [1, NULL] AS list, {'a': 'NaN', 'b': 9007199254740993} AS both, 'inf'::FLOAT AS a, 2 AS a`;

describe('a table', () => {
  test('has names, types and right-aligned numbers, and no terminal control characters', async () => {
    const question = `FROM (VALUES ('BBCA', -12::BIGINT, DATE '2026-01-05', 1.50::DECIMAL(9, 2)), (E'x\\x1b[2Jy\\n', NULL, NULL, 1000)) t(ticker, net, day, p)`;
    expect(await table(question)).toEqual({
      text: [
        'ticker            net  day                     p',
        'VARCHAR        BIGINT  DATE        DECIMAL(12,2)',
        '-------------  ------  ----------  -------------',
        'BBCA              -12  2026-01-05           1.50',
        'x\\u001b[2Jy\\n    NULL  NULL              1000.00',
        '',
      ].join('\n'),
      rows: 2,
      isCut: false,
    });
  });

  test('shows the start of a long cell and of a long type, and counts an emoji as one character', async () => {
    const { text } = await table(
      "SELECT repeat('x', 496) || repeat('\u{1F4C8}', 1000) AS long, '\u{1F4C8}' AS e, {'first': 1, 'second': 2} AS both",
    );
    const lines = text.split('\n');
    expect(lines[0]).toBe(`long${' '.repeat(495)}  e        both`);
    expect(lines[1]).toBe(`VARCHAR${' '.repeat(492)}  VARCHAR  STRUCT("first" INTEGE...`);
    expect(lines[3]).toBe(`${'x'.repeat(496)}...  \u{1F4C8}        {'first': 1, 'second': 2}`);
  });

  test('ends after 1,000 rows', async () => {
    const { text, ...count } = await table('FROM range(1001)');
    expect([text.split('\n').length, count]).toEqual([3 + 1000 + 1, { rows: 1000, isCut: true }]);
    expect(await table('FROM range(1000)')).toMatchObject({ rows: 1000, isCut: false });
  });

  test('of EXPLAIN is the drawing of the plan, and json has it with its name', async () => {
    const { text, rows } = await table('-- why\nEXPLAIN SELECT 42');
    expect([rows, text]).toEqual([1, expect.stringMatching(/^┌─+┐\n│ +PROJECTION +│\n/)]);
    const [plan] = JSON.parse(await written('json', 'EXPLAIN SELECT 42'));
    expect(plan).toEqual({
      explain_key: 'physical_plan',
      explain_value: expect.stringContaining('PROJECTION'),
    });
  });
});

test('csv has the same text for every cell as DuckDB', async () => {
  expect(await written('csv', CELLS)).toBe(
    `big,huge,money,part,not_a_number,yes,nothing,empty,text,day,time,moment,list,both,a,a_1
9007199254740993,170141183460469231731687303715884105727,1234567890123456789.50,0.1,nan,true,,"","a ""quoted"", line
break",2026-01-05,08:58:00,2026-01-05 08:58:00,"[1, NULL]","{'a': NaN, 'b': 9007199254740993}",inf,2
`,
  );
});

test('a NULL in a one-column csv is not an empty line, which readers skip', async () => {
  expect(await written('csv', "FROM (VALUES ('a'), (NULL), ('')) t(ticker)")).toBe('ticker\na\n""\n""\n');
});

const AS_JSON =
  '{"big":9007199254740993,"huge":170141183460469231731687303715884105727,"money":1234567890123456789.50,"part":0.1,"not_a_number":null,"yes":true,"nothing":null,"empty":"","text":"a \\"quoted\\", line\\nbreak","day":"2026-01-05","time":"08:58:00","moment":"2026-01-05 08:58:00","list":[1,null],"both":{"a":"NaN","b":9007199254740993},"a":null,"a_1":2}';

test('json and ndjson are exact, and valid JSON for every value', async () => {
  expect(await written('ndjson', CELLS)).toBe(`${AS_JSON}\n`);
  expect(await written('json', CELLS)).toBe(`[\n${AS_JSON}\n]\n`);
  const many = JSON.parse(await written('json', 'FROM range(5000)'));
  expect(many).toEqual(Array.from({ length: 5000 }, (_, range) => ({ range })));
  expect(await written('json', 'FROM range(5000) WHERE false')).toBe('[]\n');
  expect(await written('ndjson', "SELECT ['nan'::DOUBLE, '-inf'::DOUBLE, 1.5] AS list")).toBe(
    '{"list":[null,null,1.5]}\n',
  );
});

test('parquet keeps types, order and exact sums', async () => {
  const path = join(answers, 'a.parquet');
  const query =
    "SELECT range::HUGEINT AS n, 9007199254740993::HUGEINT AS n, [{'HUGEINT': 9007199254740993::HUGEINT, 'kind': 'UHUGEINT'::ENUM ('UHUGEINT')}] AS list, DATE '2026-01-05' AS day FROM range(10000) ORDER BY 1 DESC; -- all";
  expect(await session.write(query, path)).toBe(10_000);
  const duck = await Duck.open({ folders: [answers], memory_limit_mb: 200, threads: 1 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  expect(
    await connection.row(
      'SELECT count(*) AS rows, first(n)::VARCHAR AS n, any_value(day)::VARCHAR AS day, any_value(n_1)::VARCHAR AS sum, any_value(list)::VARCHAR AS list FROM read_parquet($path)',
      { path },
    ),
  ).toEqual({
    rows: 10_000n,
    n: '9999',
    day: '2026-01-05',
    sum: '9007199254740993',
    list: "[{'HUGEINT': 9007199254740993, 'kind': UHUGEINT}]",
  });
});
