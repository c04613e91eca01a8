import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, vi } from 'vitest';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { ENDLESS } from '../support/analyst.ts';
import { CLI, runCli, startCli, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

/** Whether the answer is being written. */
async function hasStaged(folder: string): Promise<boolean> {
  return (await readdir(folder, { recursive: true })).some((name) => /^\.alir-.*\/a\./.test(name));
}

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

describe('the source of the query', () => {
  test('a file, or standard input', async ({ data_dir, folder: cwd }) => {
    await writeFile(join(cwd, 'question.sql'), '-- how many?\nSELECT 42 AS n;\n');
    expect((await run(data_dir, cwd, '--file', 'question.sql', '--json')).json()).toEqual([{ n: 42 }]);
    const piped = await runCli(['sql', '-', '--json'], { data_dir, cwd, input: 'SELECT 43 AS n;' });
    expect(piped.json()).toEqual([{ n: 43 }]);
  });

  test.for([
    [['--file', 'absent.sql'], 'absent.sql cannot be read (ENOENT)'],
    [['--file', 'absent.sql', 'SELECT 1'], 'Pass a query or --file, not both'],
    [['--json', '--format', 'csv', 'SELECT 1'], 'Pass either --json or --format, not both'],
    [['--format', 'parquet', 'SELECT 1'], 'Pass --output FILE'],
    [['--output', 'answer', 'SELECT 1'], 'Cannot infer the format of answer:'],
    [['--output', 'answer.csv', '--format', 'table', 'SELECT 1'], 'Cannot infer the format of answer.csv'],
    [['--format', 'xlsx', 'SELECT 1'], 'Allowed choices are table, csv, json, ndjson, parquet, arrow'],
  ] as const)('%j is bad usage', async ([args, told], { data_dir, folder: cwd }) => {
    const { code, stderr } = await run(data_dir, cwd, ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  });
});

describe('--output', () => {
  test.for(['csv', 'json', 'ndjson', 'parquet'])(
    'the extension of %s sets the format; the number of rows is printed',
    async (ending, { data_dir, folder: cwd }) => {
      const name = `answer.${ending}`;
      const { json } = await run(data_dir, cwd, '--json', '--output', name, 'FROM range(3)');
      const bytes = (await stat(join(cwd, name))).size;
      expect(json()).toEqual([{ file: name, format: ending, rows: 3, bytes }]);
      if (ending !== 'parquet') {
        expect(await readFile(join(cwd, name), 'utf8')).toBe(
          (await run(data_dir, cwd, '--format', ending, 'FROM range(3)')).stdout,
        );
      }
      expect(await readdir(cwd)).toEqual([name]);
    },
  );

  test('an output inside the data folder is refused', async ({ data_dir, folder: cwd }) => {
    for (const place of ['lake/x.csv', 'ledger.sqlite', 'inbox/x.csv']) {
      const { code, stderr } = await run(
        data_dir,
        cwd,
        '--force',
        '--format',
        'csv',
        '--output',
        `${data_dir}/${place}`,
        'SELECT 1',
      );
      expect([place, code, stderr]).toEqual([place, 1, expect.stringContaining('belongs to Alir')]);
    }
  });

  test('an existing file is replaced only with --force, and a link is followed', async ({
    data_dir,
    folder: cwd,
  }) => {
    await writeFile(join(cwd, 'mine.csv'), 'precious\n');
    await symlink('mine.csv', join(cwd, 'link.csv'));
    const refused = await run(data_dir, cwd, '--output', 'mine.csv', 'SELECT 1 AS a');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('already exists. To replace it, pass --force'),
    ]);
    expect(await readFile(join(cwd, 'mine.csv'), 'utf8')).toBe('precious\n');
    expect((await run(data_dir, cwd, '--output', 'link.csv', '--force', 'SELECT 1 AS a')).code).toBe(0);
    expect(await readFile(join(cwd, 'mine.csv'), 'utf8')).toBe('a\n1\n');
  });

  test('a folder, a device or a path in a missing folder is refused', async ({ data_dir, folder: cwd }) => {
    await mkdir(join(cwd, 'folder.csv'));
    for (const place of ['folder.csv', '/dev/null']) {
      const { code, stderr } = await run(
        data_dir,
        cwd,
        '--force',
        '--format',
        'csv',
        '--output',
        place,
        'SELECT 1',
      );
      expect([code, stderr]).toEqual([1, expect.stringContaining('is not a regular file')]);
    }
    expect((await run(data_dir, cwd, '--output', 'absent/a.csv', 'SELECT 1')).stderr).toMatch(
      'does not exist or cannot be written',
    );
  });

  test.for(['csv', 'parquet'])(
    'a query that fails half-way leaves no new file, and keeps an existing one (%s)',
    async (ending, { data_dir, folder: cwd }) => {
      const name = `a.${ending}`;
      await writeFile(join(cwd, name), 'old\n');
      const question = `SELECT CASE WHEN range = 1500000 THEN error('boo') ELSE range END AS n FROM range(2000000)`;
      const { code, stderr } = await run(data_dir, cwd, '--force', '--output', name, question);
      expect([code, stderr]).toEqual([1, expect.stringContaining('boo')]);
      expect(await readFile(join(cwd, name), 'utf8')).toBe('old\n');
      expect(await readdir(cwd)).toEqual([name]);
    },
  );

  test.for(['csv', 'parquet'])(
    'Ctrl-C stops the query and leaves no file (%s)',
    async (ending, { data_dir, folder: cwd }) => {
      const endless = 'SELECT a.range FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range';
      const child = startCli(['sql', '--output', `a.${ending}`, endless], { data_dir, cwd });
      let stderr = '';
      child.stderr?.on('data', (data) => {
        stderr += data;
      });
      while (!(await hasStaged(cwd))) await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      expect([code, stderr]).toEqual([1, expect.stringContaining('alir: Stopped.')]);
      expect(await readdir(cwd)).toEqual([]);
    },
  );

  test('SQL itself cannot write a file', async ({ data_dir, folder: cwd }) => {
    const { code } = await run(
      data_dir,
      cwd,
      '--output',
      'a.parquet',
      `COPY (SELECT 1) TO '${cwd}/b.parquet'`,
    );
    expect(code).toBe(1);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('the data folder', () => {
  test('is only read: the lake, not the ledger', async ({ data_dir, folder: cwd }) => {
    const file = await writeTo(cwd, FILE_NAME, csv([line(), line()]));
    await runCli(['ingest', '--confirm', file], { data_dir });
    const before = (await readdir(data_dir, { recursive: true })).toSorted();
    expect(
      (
        await run(data_dir, cwd, '--json', 'SELECT trade_date, count(*) AS n FROM trades GROUP BY ALL')
      ).json(),
    ).toEqual([{ trade_date: DATE, n: 2 }]);
    expect((await readdir(data_dir, { recursive: true })).toSorted()).toEqual(before);
  });

  test('without days gives empty views and a notice', async ({ data_dir: empty }) => {
    const { code, stdout, stderr } = await runCli(['sql', '--json', 'SELECT count(*) AS n FROM trades'], {
      data_dir: empty,
    });
    expect([code, stdout]).toEqual([0, '{"n":0}\n']);
    expect(stderr).toMatch(`No day is published in ${empty}/lake yet`);
  });
});

test('keeps no temporary folder, also when the output is not read to its end', async ({
  data_dir,
  folder: TMPDIR,
}) => {
  expect((await runCli(['sql', 'SELECT 1'], { data_dir, env: { TMPDIR } })).code).toBe(0);
  const child = startCli(['sql', '--format', 'csv', 'FROM range(100000000)'], { data_dir, env: { TMPDIR } });
  await once(child.stdout ?? child, 'data');
  expect(await readdir(TMPDIR)).toHaveLength(1);
  child.stdout?.destroy();
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await readdir(TMPDIR)).toEqual([]);
});

test.for(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'keeps no temporary folder after %s',
  async (signal, { data_dir, folder: cwd }) => {
    const TMPDIR = await temporaryFolder();
    for (const [args, input] of [
      [['sql', '--output', join(cwd, 'a.csv'), ENDLESS], undefined],
      [['sql', '--json'], `SELECT 1 AS one;\n${ENDLESS};\n`],
    ] as const) {
      const child = startCli([...args], { data_dir, env: { TMPDIR }, ...(input ? { input } : {}) });
      afterThisTest(async () => void (await stop(child, 'SIGKILL')));
      if (input) await once(child.stdout ?? child, 'data');
      else await vi.waitUntil(() => hasStaged(cwd), { timeout: 20_000 });
      // The first question is over then, and the second is asked.
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([1, null]);
      expect([await readdir(TMPDIR), await readdir(cwd)]).toEqual([[], []]);
    }
  },
);

test.for([
  ['a query', ['sql', '--format', 'csv', 'FROM range(100000000)'], undefined],
  ['a script', ['sql', '--format', 'csv'], 'FROM range(100000000);'],
] as const)(
  '%s whose output is not read ends on SIGTERM and leaves no temporary folder',
  async ([, args, input], { data_dir, folder: TMPDIR }) => {
    const child = startCli([...args], { data_dir, env: { TMPDIR }, ...(input ? { input } : {}) });
    afterThisTest(async () => void (await stop(child, 'SIGKILL')));
    // It is not read on: what it writes is kept by the system until that is full.
    await once(child.stdout ?? child, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await readdir(TMPDIR)).toEqual([]);
  },
);

test('a script that waits for a line, or has not started, fails on SIGTERM', async ({ data_dir }) => {
  for (const delay_ms of [1500, 700, 450, 300]) {
    const TMPDIR = await temporaryFolder();
    const child = spawn(process.execPath, [CLI, 'sql', '--json'], {
      env: { ALIR_DATA_DIR: data_dir, TMPDIR },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.write("SELECT 'unfinished\n");
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code === 1 || code === null).toBe(true);
    expect(await readdir(TMPDIR)).toEqual([]);
  }
});

test('a second SIGINT ends a query that cannot be cancelled, and leaves no temporary folder', async ({
  data_dir,
  folder: TMPDIR,
}) => {
  const child = startCli(['sql', "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))"], {
    data_dir,
    env: { TMPDIR },
  });
  afterThisTest(async () => void (await stop(child, 'SIGKILL')));
  const ended = once(child, 'exit');
  const interrupts = setInterval(async () => {
    // Before it has a folder it would not be this that ends it.
    if ((await readdir(TMPDIR)).length > 0) child.kill('SIGINT');
  }, 100);
  await ended;
  clearInterval(interrupts);
  expect(await readdir(TMPDIR)).toEqual([]);
});

test('the queries of a script are answered in order, without other output', async ({ data_dir }) => {
  const input = Array.from({ length: 30 }, (_, place) => `SELECT ${place} AS n;\n`).join('');
  const { code, json, stderr } = await runCli(['sql', '--json'], { data_dir, input });
  expect(json()).toEqual(Array.from({ length: 30 }, (_, n) => ({ n })));
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^No day is published in [^\n]*\n$/)]);
});

test('a full output device is an error', async ({ data_dir }) => {
  const full = await open('/dev/full', 'w');
  afterThisTest(() => full.close());
  const child = spawn(process.execPath, [CLI, 'sql', '--format', 'csv', 'FROM range(100000)'], {
    env: { ALIR_DATA_DIR: data_dir },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [told, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')]);
  expect([code, told]).toEqual([1, expect.stringContaining('alir: Writing the output failed: ENOSPC')]);
});

test('a query above a limit gets an error with the setting to raise', async ({ data_dir }) => {
  const env = { ALIR_SQL_SECONDS: '1' };
  const { code, stderr } = await runCli(['sql', 'SELECT sleep_ms(60000)'], { data_dir, env });
  expect([code, stderr]).toEqual([1, expect.stringContaining('the 1 seconds that ALIR_SQL_SECONDS allows')]);
});

test.for([
  ['ALIR_SQL_SECONDS', "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))"],
  ['ALIR_SQL_MEMORY_MB', 'SELECT len(range(100000000))'],
] as const)(
  'a step that cannot be cancelled ends the process, with the reason for %s',
  async ([setting, question], { data_dir }) => {
    const env = { ALIR_SQL_SECONDS: '2', ALIR_SQL_MEMORY_MB: '200' };
    const { code, stderr, stdout } = await runCli(['sql', question], { data_dir, env });
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(`that ${setting} allows`);
  },
);
