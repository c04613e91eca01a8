// Runs when npm installs Alir. On Node 20 it installs better-sqlite3 12, which must be compiled; on later versions npm has installed better-sqlite3 13,
// which contains its binaries. Exits with status 1 where SQLite does not load, since no command works without it.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = dirname(fileURLToPath(import.meta.url));
const isNode20 = process.versions.node.startsWith('20.');
const from = isNode20 ? cwd : dirname(dirname(cwd));
// Node would also find another version of the project that Alir is installed in.
const driver = isNode20 ? './node_modules/better-sqlite3' : 'better-sqlite3';

/** @returns what Node prints when it opens a database, undefined when it succeeds; in a process of its own, since a wrong binary may crash it */
function loadError() {
  const code = `new (require('${driver}'))(':memory:').close()`;
  const { status, signal, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: from,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr.trim() || String(signal);
}

// node-gyp downloads the headers of Node, unless it finds them beside Node.
const prefix = dirname(dirname(process.execPath));
const hasHeaders = existsSync(join(prefix, 'include/node/node.h'));
const nodedir = process.env.npm_config_nodedir ?? (hasHeaders ? prefix : undefined);

/**
 * Downloads nothing but npm's packages: no binary of SQLite, and no headers of Node. Compiles on all cores, and with -O2 by default, which takes
 * a quarter less time than the -O3 of better-sqlite3 and is equally fast.
 */
function compile() {
  const npm = process.env.npm_execpath;
  const options = ['--ignore-scripts=false', '--global=false', '--omit=dev', '--loglevel=error'];
  spawnSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', ...options], {
    cwd,
    stdio: 'inherit',
    env: {
      ...process.env,
      npm_config_nodedir: nodedir,
      npm_config_build_from_source: 'true',
      JOBS: 'max',
      CFLAGS: process.env.CFLAGS ?? '-O2',
      CXXFLAGS: process.env.CXXFLAGS ?? '-O2',
    },
  });
}

/** npm shows the output of a dependency's script only if the script fails, so it also goes to the terminal. */
function announce(text) {
  console.log(text);
  if (process.stdout.isTTY) return;
  try {
    // Over the progress of npm.
    writeFileSync('/dev/tty', `\r${text}\n`);
  } catch {
    // There is no terminal.
  }
}

if (isNode20 && nodedir !== undefined && loadError() !== undefined) {
  announce('Compiling SQLite for Node 20: this takes a minute or two ...');
  compile();
}
const error = loadError();
if (error !== undefined) {
  console.error(error);
  console.error(
    isNode20
      ? `
SQLite could not be compiled for Node 20, and no command of Alir works without it. Do one of these:
- Use Node 22 or later, which needs no compiler.
- Install a C++ compiler, make and Python 3 (on Debian: apt-get install g++ make python3). Then install Alir again.${
          nodedir === undefined
            ? `
- Node's headers are not in ${join(prefix, 'include/node')}. Use a Node with its headers, such as the archive of Node
  for your system, or set npm_config_nodedir to the folder that contains include/node. Then install Alir again.`
            : ''
        }`
      : `
SQLite does not load, and no command of Alir works without it. npm has not installed the optional dependency better-sqlite3. Install Alir again:
- without --omit=optional,
- with --ignore-scripts, if npm tried to compile better-sqlite3, which already contains its binaries. In a clone, then run: npm run build`,
  );
  process.exitCode = 1;
}
