import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Invocation } from '../../src/cli/invocation.ts';
import { programOf } from '../../src/cli/program.ts';
import { runCli, startServing, stop, testIo } from '../support/cli.ts';
import { DATE, FILE_NAME, wholeDay, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

// One start of each command: what it prints in full is tested in the slow suite.

const RANGE = ['--from', '2026-01-19', '--to', '2026-01-19'];

/** Arguments, and the exit status on a data folder without a day. */
const commandsIn = (folder: string): [string[], number][] => [
  // First: it has no problem after a backup.
  [['doctor'], 1],
  [['ingest', 'none.csv'], 2],
  [['update'], 0],
  [['status'], 0],
  [['rejected', 'list'], 0],
  [['verify'], 0],
  [['lake', 'build'], 0],
  [['sync', 'none'], 1],
  [['mirror'], 2],
  [['ledger', 'copy', '--to', 'postgres://127.0.0.1:1/none'], 1],
  [['backup', join(folder, 'backup')], 0],
  [['restore', 'none'], 1],
  [['sql', 'SELECT 1 AS one'], 0],
  [['export', ...RANGE, '--output', join(folder, 'a.csv')], 1],
  [['account', 'show', 'none@example.com'], 1],
  [['plan', 'list'], 0],
  [['offer', 'list'], 0],
  [['order', 'list'], 0],
  [['account', 'list', '--near-quota', '80', '--format', 'csv'], 0],
  [['account', 'suspend', 'none', '--reason', 'x'], 1],
  [['account', 'resume', 'none', '--reason', 'x'], 1],
  [['account', 'email', 'none', '--email', 'a@b.c', '--reason', 'x'], 1],
  [['account', 'grant', 'none', '--units', '5', '--reason', 'x'], 1],
  [['account', 'plan', 'none', '--plan', 'free', '--reason', 'x'], 1],
  [['account', 'export', 'none'], 1],
  [['account', 'delete', 'none', '--reason', 'x'], 1],
  [['usage', 'none@example.com'], 1],
  [['usage', '--all', '--by', 'endpoint', '--format', 'csv'], 0],
  [['revenue'], 0],
  [['books', 'show'], 0],
  [['books', 'close', '2025-01', '--reason', 'x'], 0],
  [['operator', 'create', 'ani'], 0],
  [['operator', 'list'], 0],
  [['operator', 'revoke', 'none'], 1],
  [['operator', 'people', 'list'], 0],
  [['operator', 'people', 'link', 'ani@example.com'], 0],
  [['operator', 'people', 'link', 'none@example.com'], 1],
  [['operator', 'people', 'remove', 'none@example.com', '--reason', 'x'], 1],
  [['account', 'invite', 'none@example.com'], 1],
  [['account', 'people', 'list', 'none'], 1],
  [['account', 'people', 'role', 'none', 'a@b.c', '--role', 'member', '--reason', 'x'], 1],
  [['account', 'people', 'remove', 'none', 'a@b.c', '--reason', 'x'], 1],
  [['audit'], 0],
  [['order', 'refund', 'none', '--reason', 'x'], 1],
  [['order', 'void', 'none', '--reason', 'x'], 1],
  [['offer', 'withdraw', 'none', '--reason', 'x'], 1],
  [['account', 'billing', 'none@example.com', '--name', 'PT Contoh'], 1],
  [['invoice', 'list'], 0],
  [['invoice', 'list', '--format', 'csv'], 0],
  [['invoice', 'show', 'INV-2026-000001'], 1],
  [['account', 'language', 'none', '--language', 'id'], 1],
  [['revert', '2026-01-19', '--to', '1', '--reason', 'a test'], 1],
  [['incident', 'add', 'The day is late', '--details', 'The file has not arrived.'], 0],
  [['held', 'list'], 0],
  [['held', 'dismiss', 'none', '--reason', 'a test'], 1],
  [['incident', 'list'], 0],
  [['incident', 'update', 'none', 'The day is late'], 1],
  [['incident', 'resolve', 'none'], 1],
  [['notice', 'list'], 0],
  [['notice', 'list', '--account', 'none'], 1],
  [['notice', 'test', '--email', 'none'], 1],
  [['key', 'list'], 0],
  [['key', 'rotate', '--key', 'none'], 1],
  [['key', 'rotate-mcp', 'none@example.com'], 1],
  [['mcp', 'config'], 0],
  [['config'], 0],
];

test('each command starts, and exits with the status of its result', async ({ data_dir, folder }) => {
  const ended: [string[], number | null][] = [];
  for (const [args] of [
    // A person for the command that prints a link.
    [['operator', 'people', 'add', 'ani@example.com', '--reason', 'x']],
    ...commandsIn(folder),
  ]) {
    const { code, stdout, stderr } = await runCli([...args, '--json'], { data_dir });
    ended.push([args, code]);
    // An error that Alir does not explain has a stack.
    expect(stderr, args.join(' ')).not.toMatch(/^ {4}at /m);
    for (const line of stdout.split('\n').filter(Boolean)) expect(() => JSON.parse(line), line).not.toThrow();
  }
  expect(ended.slice(1)).toEqual(commandsIn(folder));
});

test('the server starts and stops, and prints only JSON lines with a level', async ({ data_dir }) => {
  const { child, printed } = await startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'debug' } });
  let log = '';
  child.stderr?.on('data', (data) => {
    log += data;
  });
  expect(printed).toMatchObject({
    level: 'info',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    data_dir,
  });
  expect((await fetch(`${printed.url}/health/live`)).status).toBe(200);
  expect(await stop(child)).toBe(0);
  for (const line of log.trim().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.stringMatching(/^(debug|info|warn|error)$/),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      msg: expect.any(String),
    });
  }
  expect(log).toContain('stopping');
});

test('a server reads the serving files that another process wrote', async ({ data_dir }) => {
  await runCli(['ingest', '--confirm', await writeTo(data_dir, FILE_NAME, wholeDay(DATE))], { data_dir });
  const { printed } = await startServing(['serve'], { data_dir });
  expect((await fetch(`${printed.url}/health/ready`)).status).toBe(200);
});

test('only commands that begin with a new data folder create it', async ({ folder }) => {
  const data_dir = join(folder, 'new');
  const creating: string[] = [];
  for (const [args] of commandsIn(folder)) {
    await runCli(args, { data_dir });
    if (existsSync(data_dir)) creating.push(args.join(' '));
    rmSync(data_dir, { recursive: true, force: true });
  }
  expect(creating).toEqual(['update', 'sync none', 'operator create ani']);
});

test('every command has a smoke test', async () => {
  const program = await programOf(new Invocation(testIo({}).io));
  const names = program.commands.map((command) => command.name());
  const started = commandsIn('').map(([[name]]) => name);
  // The guides start the demo.
  expect(names.filter((name) => !started.includes(name)).toSorted()).toEqual(['demo', 'serve']);
});
