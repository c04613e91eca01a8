import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { installed } from '../test/generators/tools.ts';
import { temporaryFolder } from '../test/support/alir.ts';
import { startServing } from '../test/support/cli.ts';
import { blocks, textOf } from '../test/support/guide.ts';
import { installClient } from '../test/support/typescript-client.ts';
import { benchKey, demoStores, ROOT } from './support/demo-data.ts';
import { report } from './support/report.ts';
import { scaleStores } from './support/scale-data.ts';

const PYTHON = installed('python/bin/python');
const WHEELS = installed('wheels');
const CLIENT = resolve(ROOT, 'clients/python');
const RUNS = '200';
/** Of the request and the decoding of its Arrow. */
const AT_MOST = 1.5;
const FIRST_FRAME_S = 60;

const run = (command: string, args: string[], cwd: string, variables: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(command, args, { cwd, env: { ...process.env, ...variables } });

test.skipIf(PYTHON === undefined)(
  'data frames of the busiest ticker over 366 days, beside the bare request and the decoding of its Arrow',
  async () => {
    const stores = await scaleStores([2025, 2026]);
    const key = await benchKey(stores);
    const { root } = stores.folders;
    await stores.ledger.close();
    const { url } = (await startServing(['serve'], { data_dir: root })).printed;
    const program = resolve(ROOT, 'bench/support/frames.py');
    const variables = { ALIR_BASE_URL: url, ALIR_API_KEY: key, PYTHONPATH: join(CLIENT, 'src') };
    const { stdout } = await run(
      String(PYTHON),
      [program, RUNS, '2025-07-01', '2026-07-01'],
      CLIENT,
      variables,
    );
    const rows = Object.entries<Record<string, number>>(JSON.parse(stdout)).map(([what, times]) => ({
      what,
      ...times,
      'pandas / bare': Number(times.pandas) / Number(times.bare),
    }));
    report('Data frames of the Python client, p50 in ms', rows);
    for (const row of rows) expect(row['pandas / bare'], row.what).toBeLessThan(AT_MOST);
  },
);

test.skipIf(PYTHON === undefined || WHEELS === undefined)(
  'from an empty folder to the first data frame and the first object of the demo',
  async () => {
    const stores = await demoStores();
    const variables = { ALIR_API_KEY: await benchKey(stores), ALIR_BASE_URL: '' };
    const { root } = stores.folders;
    await stores.ledger.close();
    variables.ALIR_BASE_URL = (await startServing(['serve'], { data_dir: root })).printed.url;
    const folder = await temporaryFolder();
    const dist = join(folder, 'dist');
    const build = ['--no-deps', '--no-index', '--no-build-isolation', '--wheel-dir', dist, CLIENT];
    await run(String(PYTHON), ['-m', 'pip', 'wheel', ...build], folder);
    const seconds = async (what: string, steps: (empty: string) => Promise<{ stdout: string }>) => {
      const empty = join(folder, what);
      await mkdir(empty);
      const started = performance.now();
      const { stdout } = await steps(empty);
      expect(stdout).toContain('sell_freq');
      return { what, seconds: (performance.now() - started) / 1000 };
    };
    /** The first program of a README, with the server of the environment. */
    const first = (client: string, language: string) =>
      blocks(textOf(`clients/${client}/README.md`), language)[0]?.replace(
        /\(\{? ?api_?[kK]ey.*? ?\}?\);?$/m,
        '()',
      ) ?? '';
    const rows = [
      await seconds('Python', async (empty) => {
        await run(String(PYTHON), ['-m', 'venv', '.'], empty);
        const packages = ['--no-index', '--find-links', String(WHEELS), '--find-links', dist, 'alir[pandas]'];
        await run(join(empty, 'bin/pip'), ['install', ...packages], empty);
        await writeFile(join(empty, 'first.py'), first('python', 'python'));
        return run(join(empty, 'bin/python'), ['first.py'], empty, variables);
      }),
      await seconds('TypeScript', async (empty) => {
        await run('npm', ['init', '--yes'], empty);
        await installClient(empty);
        await writeFile(join(empty, 'first.mjs'), `${first('typescript', 'ts')}\nconsole.log(data);`);
        return run(process.execPath, ['first.mjs'], empty, variables);
      }),
    ];
    report('From an empty folder to the first rows, packages downloaded before', rows);
    for (const row of rows) expect(row.seconds, row.what).toBeLessThan(FIRST_FRAME_S);
  },
);
