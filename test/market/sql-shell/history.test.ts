import { statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { History, historyFile } from '../../../src/market/sql-shell/history.ts';
import { test } from '../../support/fixtures.ts';

test('the history has the newest lines first, in a file of its user, and is empty without the file', ({
  folder,
}) => {
  const file = join(folder, 'alir', 'history');
  const history = new History(file);
  expect(history.lines()).toEqual([]);
  history.save(['SELECT 2', 'SELECT 1']);
  expect(new History(file).lines()).toEqual(['SELECT 2', 'SELECT 1']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = Array.from({ length: history.size + 2 }, (_, place) => `SELECT ${place}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect(history.lines()).toEqual(lines.slice(2).reverse());
});

test('the history is in the state folder of its user, whose variable must be an absolute path', () => {
  const file = join('alir', 'sql_history');
  expect(historyFile({ XDG_STATE_HOME: '/state' })).toBe(join('/state', file));
  for (const XDG_STATE_HOME of ['state', ''])
    expect(historyFile({ XDG_STATE_HOME })).toBe(join(homedir(), '.local', 'state', file));
});
