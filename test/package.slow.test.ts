import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { VERSION } from '../src/core/package-files.ts';
import { CLI } from './support/cli.ts';
import { test } from './support/fixtures.ts';

const NODE_20 = resolve(import.meta.dirname, '../packages/better-sqlite3-node20');

test('SQLite is compiled with the headers beside Node, and an installation without SQLite fails with what to do', ({
  folder: root,
}) => {
  const folder = join(root, 'alir/packages/better-sqlite3-node20');
  mkdirSync(folder, { recursive: true });
  cpSync(join(NODE_20, 'install.mjs'), join(folder, 'install.mjs'));
  // An npm that installs nothing, and a Node with headers.
  writeFileSync(
    join(root, 'npm.cjs'),
    'const { npm_config_nodedir: nodedir, npm_config_build_from_source: fromSource, JOBS, CFLAGS } = process.env;\nconsole.log(nodedir, fromSource, JOBS, CFLAGS, process.argv[2])',
  );
  mkdirSync(join(root, 'node/bin'), { recursive: true });
  mkdirSync(join(root, 'node/include/node'), { recursive: true });
  writeFileSync(join(root, 'node/include/node/node.h'), '');
  cpSync(process.execPath, join(root, 'node/bin/node'));
  const install = [join(root, 'node/bin/node'), join(folder, 'install.mjs')] as const;
  const env = { ...process.env, npm_execpath: join(root, 'npm.cjs'), npm_config_nodedir: undefined };
  const { status, stdout, stderr } = spawnSync(install[0], [install[1]], { encoding: 'utf8', env });
  expect(status).toBe(1);
  if (process.versions.node.startsWith('20.')) {
    expect(stdout).toBe(
      `Compiling SQLite for Node 20: this takes a minute or two ...\n${join(root, 'node')} true max -O2 ci\n`,
    );
    expect(stderr).toContain('- Install a C++ compiler, make and Python 3');
    // npm hides the output of a dependency's script. The terminal is that of `script`.
    const hidden = `"${install.join('" "')}" > ${join(root, 'output')} 2>&1`;
    const terminal = spawnSync('script', ['-qec', hidden, '/dev/null'], { encoding: 'utf8', env });
    expect(terminal.stdout).toBe('\rCompiling SQLite for Node 20: this takes a minute or two ...\r\n');
    rmSync(join(root, 'node/include'), { recursive: true });
    const without = spawnSync(install[0], [install[1]], { encoding: 'utf8', env });
    expect(without.stdout).toBe('');
    expect(without.stderr).toContain(`- Node's headers are not in ${join(root, 'node/include/node')}.`);
  } else expect(stderr).toContain('without --omit=optional');
});

test('without SQLite, a command that needs it names the command that installs it', ({ folder }) => {
  const hook = join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    `const Module = require('node:module');
     const resolve = Module._resolveFilename;
     Module._resolveFilename = (name, ...rest) => resolve(name === 'better-sqlite3' ? 'not-installed' : name, ...rest);`,
  );
  const alir = (command: string) =>
    spawnSync(process.execPath, ['--require', hook, CLI, command], { encoding: 'utf8' });
  expect(alir('--version')).toMatchObject({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
  const { status, stdout, stderr } = alir('status');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `alir: SQLite does not load on Node ${process.versions.node} (MODULE_NOT_FOUND). To install it, run: node "${join(NODE_20, 'install.mjs')}"\n`,
  );
});
