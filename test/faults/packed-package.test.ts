import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** npm and its scripts use the version of Node that runs the test. On Node 20, SQLite is compiled again, without optimization to save time. */
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  CFLAGS: '-O0',
  CXXFLAGS: '-O0',
  ALIR_PORT: '0',
};

/** Starts the demo. @returns everything that it printed until it was ready */
async function startDemo(cwd: string): Promise<string> {
  // Its group also contains the shell and the Node that npx starts.
  const demo = spawn('npx', ['alir', 'demo'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { pid } = demo;
  if (pid === undefined) throw new Error('npx does not start');
  afterThisTest(async () => {
    if (demo.exitCode !== null) return;
    process.kill(-pid, 'SIGTERM');
    demo.stdout.resume();
    await once(demo, 'close');
  });
  let printed = '';
  for await (const line of createInterface(demo.stdout)) {
    printed += `${line}\n`;
    if (line.startsWith('Press Ctrl-C')) return printed;
  }
  throw new Error(`The demo ended: ${printed}`);
}

test(`the packed package installs into an empty folder on Node ${process.versions.node}, and the commands that its demo prints work`, async ({
  folder,
}) => {
  // The package was built before the tests.
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: REPOSITORY,
    env,
    stdio: 'ignore',
  });
  const [archive = ''] = readdirSync(folder);
  const { stdout: files } = spawnSync('tar', ['-tzf', join(folder, archive)], { encoding: 'utf8' });
  const of_dist = [...files.matchAll(/^package\/dist\/([^/\n]+)/gm)].map(([, name]) => name);
  expect([...new Set(of_dist)].sort()).toEqual([
    'LICENSES.txt',
    'chunks',
    'cli.js',
    'console',
    'files',
    'workers',
  ]);
  const cwd = join(folder, 'empty');
  mkdirSync(cwd);
  const installed = spawnSync('npm', ['install', '--prefer-offline', '--no-audit', join('..', archive)], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect(installed).toMatchObject({ status: 0, stderr: expect.not.stringContaining('esbuild') });
  const printed = await startDemo(cwd);
  const commands = [...printed.matchAll(/(?:ALIR_DATA_DIR=|node |curl ).*?(?=\)?$)/gm)].map(([line]) => line);
  const results = commands.map((command) => spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' }));
  expect(results.map(({ stdout }) => stdout)).toEqual([
    expect.stringContaining('"Authorization": "Bearer alir_live_'),
    expect.stringMatching(/^\{"success":true,"data":\[\{"code":/),
    expect.stringMatching(/^missing +2025-12-17 \(1 trading day\)$/m),
  ]);
  // Something needs attention.
  expect(results.at(-1)?.status).toBe(1);
}, 600_000);
