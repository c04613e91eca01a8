import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { afterThisTest } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

/** Every kind of cell that could be written wrongly. */
const CELLS = `SELECT
  9007199254740993 AS big, 170141183460469231731687303715884105727::HUGEINT AS huge, 1234567890123456789.50::DECIMAL(22, 2) AS money,
  0.1::DOUBLE AS part, 'nan'::DOUBLE AS not_a_number, true AS yes, NULL AS nothing, '' AS empty,
  E'a "quoted", line\\nbreak' AS text, DATE '2026-01-05' AS day, TIME '08:58:00' AS time,
  TIMESTAMP '2026-01-05 08:58:00' AS moment, [1, NULL] AS list, {'a': 'NaN', 'b': 9007199254740993} AS both, 'inf'::FLOAT AS a, 2 AS a`;

describe('formats', () => {
  test('a table has names, types and right-aligned numbers, and no terminal control characters', async ({
    data_dir,
    folder: cwd,
  }) => {
    const question = `FROM (VALUES ('BBCA', -12::BIGINT, DATE '2026-01-05', 1.50::DECIMAL(9, 2)), (E'x\\x1b[2Jy\\n', NULL, NULL, 1000)) t(ticker, net, day, p)`;
    expect((await run(data_dir, cwd, question)).stdout).toBe(
      [
        'ticker            net  day                     p',
        'VARCHAR        BIGINT  DATE        DECIMAL(12,2)',
        '-------------  ------  ----------  -------------',
        'BBCA              -12  2026-01-05           1.50',
        'x\\u001b[2Jy\\n    NULL  NULL              1000.00',
        '',
      ].join('\n'),
    );
  });

  test('a table shows the start of a long cell', async ({ data_dir, folder: cwd }) => {
    const { stdout } = await run(
      data_dir,
      cwd,
      "SELECT repeat('x', 496) || repeat('\u{1F4C8}', 1000000) AS long",
    );
    expect(stdout.split('\n')[3]).toBe(`${'x'.repeat(496)}...`);
  });

  test('a table ends after 1,000 rows with a note how to get all', async ({ data_dir, folder: cwd }) => {
    const { stdout, stderr } = await run(data_dir, cwd, 'FROM range(1001)');
    expect(stdout.split('\n').length).toBe(3 + 1000 + 1);
    expect(stderr).toMatch(
      /^.*\nOnly the first 1,000 rows are shown \(\d+\.\d\d s\)\. To get all rows, use --format csv/,
    );
    expect((await run(data_dir, cwd, 'FROM range(1000)')).stderr).toMatch(/\n1,000 rows \(\d/);
  });

  test('csv has the same text for every cell as DuckDB', async ({ data_dir, folder: cwd }) => {
    expect((await run(data_dir, cwd, '--format', 'csv', CELLS)).stdout).toBe(
      `big,huge,money,part,not_a_number,yes,nothing,empty,text,day,time,moment,list,both,a,a_1
9007199254740993,170141183460469231731687303715884105727,1234567890123456789.50,0.1,nan,true,,"","a ""quoted"", line
break",2026-01-05,08:58:00,2026-01-05 08:58:00,"[1, NULL]","{'a': NaN, 'b': 9007199254740993}",inf,2
`,
    );
  });

  test('a NULL in a one-column csv is not an empty line, which readers skip', async ({
    data_dir,
    folder: cwd,
  }) => {
    const { stdout } = await run(
      data_dir,
      cwd,
      '--format',
      'csv',
      "FROM (VALUES ('a'), (NULL), ('')) t(ticker)",
    );
    expect(stdout).toBe('ticker\na\n""\n""\n');
  });

  const AS_JSON =
    '{"big":9007199254740993,"huge":170141183460469231731687303715884105727,"money":1234567890123456789.50,"part":0.1,"not_a_number":null,"yes":true,"nothing":null,"empty":"","text":"a \\"quoted\\", line\\nbreak","day":"2026-01-05","time":"08:58:00","moment":"2026-01-05 08:58:00","list":[1,null],"both":{"a":"NaN","b":9007199254740993},"a":null,"a_1":2}';

  test('json and ndjson are exact, and valid JSON for every value', async ({ data_dir, folder: cwd }) => {
    expect((await run(data_dir, cwd, '--format', 'ndjson', CELLS)).stdout).toBe(`${AS_JSON}\n`);
    expect((await run(data_dir, cwd, '--json', CELLS)).stdout).toBe(`${AS_JSON}\n`);
    expect((await run(data_dir, cwd, '--format', 'json', CELLS)).stdout).toBe(`[\n${AS_JSON}\n]\n`);
    const { stdout } = await run(data_dir, cwd, '--format', 'json', 'FROM range(5000)');
    expect(JSON.parse(stdout)).toEqual(Array.from({ length: 5000 }, (_, range) => ({ range })));
    expect((await run(data_dir, cwd, '--format', 'json', 'FROM range(5000) WHERE false')).stdout).toBe(
      '[]\n',
    );
    expect(
      (await run(data_dir, cwd, '--json', "SELECT ['nan'::DOUBLE, '-inf'::DOUBLE, 1.5] AS list")).stdout,
    ).toBe('{"list":[null,null,1.5]}\n');
  });

  test('parquet keeps types, order and exact sums', async ({ data_dir, folder: cwd }) => {
    await run(
      data_dir,
      cwd,
      '--output',
      'a.parquet',
      "SELECT range::HUGEINT AS n, 9007199254740993::HUGEINT AS n, [{'HUGEINT': 9007199254740993::HUGEINT, 'kind': 'UHUGEINT'::ENUM ('UHUGEINT')}] AS list, DATE '2026-01-05' AS day FROM range(10000) ORDER BY 1 DESC; -- all",
    );
    const duck = await Duck.open({ folders: [cwd], memory_limit_mb: 200, threads: 1 });
    afterThisTest(async () => duck.close());
    const connection = await duck.connect();
    const path = join(cwd, 'a.parquet');
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
});
