import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { AlirError } from '../../../src/core/errors.ts';
import { History, historyFile } from '../../../src/market/sql-shell/history.ts';
import { Prompt } from '../../../src/market/sql-shell/prompt.ts';
import { StatementCutter } from '../../../src/market/sql-shell/statements.ts';
import { afterThisTest, temporaryFolder } from '../../support/alir.ts';
import { ENDLESS } from '../../support/analyst.ts';
import { runCli, startCli, stop } from '../../support/cli.ts';
import { test } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

describe('a statement ends at a semicolon', () => {
  test.each([
    ['SELECT 1;\n', ['SELECT 1'], ''],
    ['SELECT 1; SELECT 2;\nSELECT', ['SELECT 1', 'SELECT 2'], 'SELECT'],
    [`SELECT ';' ;`, [`SELECT ';' `], ''],
    [`SELECT 'it''s;' ;`, [`SELECT 'it''s;' `], ''],
    [`SELECT E'it\\'s;' ;`, [`SELECT E'it\\'s;' `], ''],
    [`SELECT type'\\'; SELECT 2;`, [`SELECT type'\\'`, 'SELECT 2'], ''],
    ['SELECT ";" ;', ['SELECT ";" '], ''],
    ['SELECT 1 -- why; not\n;', ['SELECT 1 -- why; not\n'], ''],
    ['SELECT /* a; /* b; */ c; */ 1;', ['SELECT /* a; /* b; */ c; */ 1'], ''],
    ['SELECT $$a;$$, $x$b;$$;$x$;', ['SELECT $$a;$$, $x$b;$$;$x$'], ''],
    ['SELECT $1;', ['SELECT $1'], ''],
    ['SELECT 1 - 2 / 3;', ['SELECT 1 - 2 / 3'], ''],
    [`SELECT ';\n`, [], `SELECT ';\n`],
    ['SELECT /* ;', [], 'SELECT /* ;'],
    [';;\n', [], ''],
    ['SELECT 1; -- done\n/* all of it */', ['SELECT 1'], ''],
    ['-- nothing\n;', [], ''],
    ['SELECT 1\n\n\n;', ['SELECT 1\n\n\n'], ''],
    [`SELECT 'a\nb;' ;`, [`SELECT 'a\nb;' `], ''],
    [`SELECT E'a\n\\'b;' ;`, [`SELECT E'a\n\\'b;' `], ''],
    [`SELECT ''\n, 'a;\n' ;`, [`SELECT ''\n, 'a;\n' `], ''],
    ['/* a\n; */ SELECT\n1;;2', ['/* a\n; */ SELECT\n1'], '2'],
  ])('%j', (text, whole, rest) => {
    const cutter = new StatementCutter();
    expect(text.split('\n').flatMap((line) => cutter.take(line))).toEqual(whole);
    expect(cutter.rest.trimEnd()).toEqual(rest.trimEnd());
  });

  test('each character is read once, for a statement of any number of lines', () => {
    const cutter = new StatementCutter();
    const lines = Array.from({ length: 50_000 }, (_, place) => `SELECT ${place} UNION ALL -- and`);
    expect(lines.flatMap((line) => cutter.take(line))).toEqual([]);
    expect(cutter.take('SELECT 1;')).toEqual([`${lines.join('\n')}\nSELECT 1`]);
  });
});

const HELP = ['help', 'HELP;', ' help ; ', '.help', '.help;', '\\?', '\\?;'];
const QUIT = ['quit', 'Quit;', 'exit', 'exit ;', '.quit', '.quit;', '.exit', '\\q', ' \\q;'];

/** A prompt at a made-up terminal, or over a script; what it asks is noted and not answered. */
function promptOver(isTerminal: boolean, history?: History) {
  const input = new PassThrough();
  const asked: string[] = [];
  const messages: string[] = [];
  let written = '';
  let stopped = 0;
  const output = new PassThrough();
  output.on('data', (data) => {
    written += data;
  });
  let end: (error?: Error) => void = () => {};
  const prompt = new Prompt({
    input,
    output,
    isTerminal,
    history,
    ask: async (question) => {
      asked.push(question.trim());
      if (question.includes('wrong')) throw new AlirError('bad_query', 'that is wrong');
      if (question.includes('long')) {
        await new Promise<void>((resolve, reject) => {
          end = (error) => (error ? reject(error) : resolve());
        });
      }
    },
    stop: () => {
      stopped += 1;
      end(new AlirError('query_stopped', 'Stopped.'));
    },
    onError: ({ message }) => messages.push(message),
  });
  const ended = prompt.run();
  // The prompt uses no timer, so all that follows from a line is done after some turns of the event loop.
  const type = async (text: string) => {
    input.write(text);
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  };
  return { prompt, input, asked, messages, ended, type, written: () => written, stopped: () => stopped };
}

describe('a script', () => {
  test('runs its queries in order, over several lines, the last without a semicolon', async () => {
    const { input, asked, ended, written } = promptOver(false);
    input.end('SELECT 1; SELECT\n  2\n;\n\n-- the last\nSELECT 3\n');
    expect(await ended).toBe(true);
    expect(asked).toEqual(['SELECT 1', 'SELECT\n  2', '-- the last\nSELECT 3']);
    expect(written()).toBe('');
  });

  test('continues after a failed query, and fails at the end', async () => {
    const { input, asked, messages, ended } = promptOver(false);
    input.end('SELECT wrong;\n.nonsense\n.examples 99\nSELECT 2;\n');
    expect(await ended).toBe(false);
    expect(asked).toEqual(['SELECT wrong', 'SELECT 2']);
    expect(messages).toEqual([
      'that is wrong',
      '.nonsense is not a command. To list the commands, type help',
      'There is no example 99. To list the examples, type .examples',
    ]);
  });

  test.each(QUIT)('ends at %s', async (quit) => {
    const { input, asked, ended } = promptOver(false);
    input.write(`SELECT 1;\n${quit}\nSELECT 2;\n`);
    expect(await ended).toBe(true);
    expect(asked).toEqual(['SELECT 1']);
  });

  test('takes a command word within a query as part of it', async () => {
    const { input, asked, ended, written } = promptOver(false);
    const queries = [
      'SELECT 1 AS\nhelp',
      "SELECT '\n\\q\nquit\n' AS\nexit",
      '/*\nhelp\n.quit\n\\q\n*/ SELECT 2 AS\n\nquit',
    ];
    input.end(`${queries.join(';\n')};\n`);
    expect(await ended).toBe(true);
    expect(asked).toEqual(queries);
    expect(written()).toBe('');
  });

  test('.examples lists the examples, .examples N or NAME runs one, .views lists the columns', async () => {
    const { input, asked, ended, written } = promptOver(false);
    input.end('.help\n.examples\n.examples 1\n.examples broker_inventory\n.views\n');
    await ended;
    await expect(written()).toMatchFileSnapshot('prompt-help.txt');
    expect(asked[0]).toMatch('-- Do the largest net buyers of a ticker outweigh');
    expect(asked[1]).toMatch('-- How did the inventory of brokers');
    expect(asked[2]).toMatch('duckdb_columns()');
  });
});

describe('an interactive prompt', () => {
  test('has another prompt within a query', async () => {
    const { input, asked, ended, type, written } = promptOver(true);
    await type('SELECT\n');
    await type('1;\n');
    input.write('quit\n');
    await ended;
    expect(asked).toEqual(['SELECT\n1']);
    expect(written()).toMatch('alir> ');
    expect(written()).toMatch('  ..> ');
  });

  test('says that a command word within a query is not a command, and obeys a backslash', async () => {
    const { input, asked, ended, type, written } = promptOver(true);
    await type('SELECT\n');
    for (const word of ['help', 'quit;', 'EXIT']) {
      const before = written().length;
      await type(`1 AS\n${word}\n`);
      expect(written().slice(before)).toMatch('This line is part of your query. Ctrl-C discards');
      await type('\u0003SELECT\n');
    }
    await type('\\?\n1;\n');
    expect(written()).toMatch('Type a query and end it with ;');
    input.write('SELECT 2\n\\q\n');
    await ended;
    expect(asked).toEqual(['SELECT\n1 AS\nquit', 'SELECT\n1']);
  });

  test('cancels a query with Ctrl-C, and runs the next', async () => {
    const { input, asked, messages, ended, type, stopped } = promptOver(true);
    await type('SELECT long;\n');
    await type('\u0003');
    await type('SELECT 2;\n');
    input.end();
    await ended;
    expect([asked, messages, stopped()]).toEqual([['SELECT long', 'SELECT 2'], ['Stopped.'], 1]);
  });

  test('discards the input with Ctrl-C, and continues', async () => {
    const { input, asked, ended, type } = promptOver(true);
    await type('SELECT nonsense,\n');
    await type('more of it\u0003');
    await type('SELECT 1;\n');
    input.write('.quit\n');
    await ended;
    expect(asked).toEqual(['SELECT 1']);
  });
});

describe('the history', () => {
  test('is kept between prompts, in a file that only its user can read', async ({ folder: state }) => {
    const file = String(historyFile({ XDG_STATE_HOME: state }));
    for (const question of ['SELECT 1;', 'SELECT 2;']) {
      const { input, ended, type } = promptOver(true, new History(file));
      await type(`${question}\n`);
      input.write('.quit\n');
      await ended;
    }
    expect(await readFile(file, 'utf8')).toBe('SELECT 1;\n.quit\nSELECT 2;\n.quit\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(state, 'alir'))).mode & 0o777).toBe(0o700);
    expect(new History(file).lines()).toEqual(['.quit', 'SELECT 2;', '.quit', 'SELECT 1;']);
  });

  test('that others can read becomes readable for its user only', async () => {
    const file = join(await temporaryFolder(), 'sql_history');
    await writeFile(file, 'SELECT 1;\n', { mode: 0o644 });
    new History(file).save(['SELECT 2;']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('is omitted if it cannot be written', async () => {
    const home = join(await temporaryFolder(), 'a-file');
    await writeFile(home, '');
    const history = new History(join(home, 'alir', 'sql_history'));
    history.save(['SELECT 1;']);
    expect(history.lines()).toEqual([]);
  });
});

describe('alir sql with a script on stdin', () => {
  test('prints rows and time, no history; exit 1 if one failed', async ({ data_dir, folder: home }) => {
    const input = '.views\nSELECT 1 AS one;\nSELECT nope;\nSELECT 2 AS two\n';
    const { code, stdout, stderr } = await runCli(['sql'], { data_dir, input, env: { HOME: home } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/foreign_flow\s+net_foreign\s+BIGINT\s+IDR: foreign_buy - foreign_sell/);
    expect(stdout).toMatch('one\nINTEGER\n-------\n      1\n'.replaceAll('one', '    one'));
    expect(stdout).toMatch('    two\n');
    expect(stderr).toMatch(/1 row \(\d\.\d\d s\)\n/);
    expect(stderr).toMatch('alir: Binder Error: Referenced column "nope"');
    expect(existsSync(join(home, '.local'))).toBe(false);
    const good = await runCli(['sql', '--json'], { data_dir, input: 'SELECT 1 AS one;\nSELECT 2 AS two;' });
    expect([good.code, good.stdout]).toEqual([0, '{"one":1}\n{"two":2}\n']);
  });

  test('help lists every view, and has queries that run', async ({ data_dir }) => {
    const { stdout } = await runCli(['sql'], { data_dir, input: 'help\nquit\n' });
    const repeated = await runCli(['sql'], { data_dir, input: `${HELP.join('\n')}\n` });
    expect([repeated.code, repeated.stdout]).toEqual([0, stdout.repeat(HELP.length)]);
    const views = await runCli(
      ['sql', '--json', 'SELECT view_name AS name FROM duckdb_views() WHERE NOT internal'],
      { data_dir },
    );
    const names = views.json().map(({ name }: { name: string }) => name);
    expect(names.length).toBe(14);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w.{15}`, 'm'));
    const queries = [...stdout.matchAll(/^ {2}(?:SELECT|DESCRIBE)[^;]*;/gm)].map(([query]) => query);
    expect(queries.length).toBe(3);
    const { code, stderr } = await runCli(['sql'], { data_dir, input: queries.join('\n') });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('alir:')]);
  });

  // The endless query prints nothing: /proc shows whether it is running.
  test.skipIf(process.platform !== 'linux')(
    'SIGINT cancels the query, and not the program',
    async ({ data_dir }) => {
      const child = startCli(['sql', '--json'], {
        data_dir,
        input: `SELECT 1 AS one;\n${ENDLESS};\nSELECT 2 AS two;`,
      });
      afterThisTest(async () => void (await stop(child, 'SIGKILL')));
      let stdout = '';
      child.stdout?.on('data', (data) => {
        stdout += data;
      });
      const closed = once(child, 'close');
      await until('the first query is answered', () => stdout === '{"one":1}\n');
      const before_ms = usedCpu_ms(child.pid);
      await until('the endless query is running', () => usedCpu_ms(child.pid) > before_ms + 300);
      child.kill('SIGINT');
      const [code] = await closed;
      expect([code, stdout]).toEqual([1, '{"one":1}\n{"two":2}\n']);
    },
  );
});

/** The CPU time of a process. The kernel counts it in hundredths of a second. */
function usedCpu_ms(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
