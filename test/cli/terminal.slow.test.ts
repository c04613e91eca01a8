import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { HAS_TERMINAL, typedAt } from '../support/terminal.ts';

const UNSTOPPABLE = "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000));";
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const UP = '\u001b[A';

describe.skipIf(!HAS_TERMINAL)('a user at a terminal', () => {
  let env: Record<string, string>;
  test.beforeEach(async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line(), line()]));
    env = {
      ALIR_DATA_DIR: alir.stores.folders.root,
      HOME: await temporaryFolder(),
      TMPDIR: await temporaryFolder(),
    };
  });

  test('queries at the prompt over several lines, and again from the history', async () => {
    const { shown, status, echoes } = await typedAt(['sql'], env, [
      ['alir> ', 'SELECT count(*) AS deals\r'],
      ['  ..> ', 'FROM trades;\r'],
      ['1 row (', UP],
      ['FROM trades;', UP],
      ['SELECT count(*) AS deals', `${CTRL_C}SELEC 1;\r`],
      ['LINE 1: SELEC 1', '.views\r'],
      ['has_foreign_parent', CTRL_D],
    ]);
    expect(stripVTControlCharacters(shown)).toMatch(/deals\r\nBIGINT\r\n------\r\n +2\r\n/);
    expect([status, echoes]).toEqual([0, true]);
    const history = await readFile(join(env.HOME ?? '', '.local/state/alir/sql_history'), 'utf8');
    expect(history).toBe('SELECT count(*) AS deals\nFROM trades;\nSELEC 1;\n.views\n');
  });

  test('gets the terminal back in its old mode when a query that cannot be cancelled ends the prompt', async () => {
    const limited = { ...env, ALIR_SQL_SECONDS: '2' };
    const { shown, status, echoes } = await typedAt(['sql'], limited, [['alir> ', `${UNSTOPPABLE}\r`]]);
    expect(shown).toMatch('exceeded the limit of 2 seconds');
    expect([status, echoes]).toEqual([-9, true]);
  });

  test('gets the terminal back in its old mode after a second Ctrl-C', async () => {
    const { status, echoes } = await typedAt(['sql'], env, [
      ['alir> ', `${UNSTOPPABLE}\r`],
      ['', CTRL_C],
      ['', CTRL_C],
    ]);
    expect([status, echoes]).toEqual([-9, true]);
  });

  test('discards half a query with Ctrl-C, and gets one new prompt', async () => {
    const { shown } = await typedAt(['sql'], env, [
      ['alir> ', "SELECT 'half\r"],
      ['  ..> ', `of it${CTRL_C}`],
      ['^C', 'SELECT 7 AS seven;\r'],
      ['1 row (', CTRL_D],
    ]);
    const text = stripVTControlCharacters(shown);
    expect(text).toMatch(/of it\^C\r\n/);
    expect(text).toMatch('seven');
    expect(text).not.toMatch('Error');
  });

  test('sees the progress of an export', async () => {
    const output = join(env.TMPDIR ?? '', 'day.csv');
    const { shown, status } = await typedAt(
      ['export', '--from', DATE, '--to', DATE, '--table', 'trades', '--output', output],
      env,
      [],
    );
    expect(shown).toMatch('[                        ] 0/1 files');
    expect(stripVTControlCharacters(shown)).toMatch(/day\.csv: 2 rows, \d+ bytes\r\n/);
    expect(status).toBe(0);
  });
});
