import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ScriptedServer } from '../clients/behaviours.ts';
import { FaultProxy } from '../clients/fault-proxy.ts';
import { afterThisTest, folderOfThisFile } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { installClient } from '../support/typescript-client.ts';
import { INSTALLED, installed } from './tools.ts';

const PROGRAM = resolve(import.meta.dirname, 'smoke.mjs');
const PYTHON_CLIENT = resolve(import.meta.dirname, '../../clients/python');

describe.runIf(INSTALLED !== undefined)('the packed TypeScript client', () => {
  /** Deno may use nothing but the package, the variables and the test's servers. */
  const DENO = [
    'run',
    '--no-remote',
    '--cached-only',
    '--allow-read',
    '--allow-env',
    '--allow-net=127.0.0.1',
  ];
  test.for([
    ['Node', process.execPath, []],
    ['Deno', installed('npm/deno/node_modules/.bin/deno'), DENO],
    ['Bun', installed('npm/bun/node_modules/.bin/bun'), []],
  ] as const)(
    'has the same answers on %s: one charge for a lost answer, errors, cancelled and slow calls',
    async ([, command, args], { skip }) => {
      if (command === undefined) return skip('it is not installed: test/generators/install.sh');
      const alir = await demoAlir({}, afterThisTest);
      const account_id = await alir.become('starter', 1);
      const proxy = await FaultProxy.start(await alir.url());
      afterThisTest(() => proxy.close());
      proxy.faults = ['answer_lost'];
      const slow = await ScriptedServer.start();
      afterThisTest(() => slow.close());
      const folder = await folderOfThisFile();
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await installClient(folder);
      const { stdout } = await promisify(execFile)(command, [...args, PROGRAM], {
        cwd: folder,
        env: {
          ...process.env,
          ALIR_API_KEY: alir.key,
          ALIR_BASE_URL: proxy.url,
          ALIR_CLIENT: join(folder, 'node_modules/alir-client/dist/esm/index.js'),
          ALIR_SLOW_URL: await slow.play([{ delay_ms: 60_000 }, { delay_ms: 60_000 }]),
          DENO_NO_UPDATE_CHECK: '1',
          DO_NOT_TRACK: '1',
        },
      });
      const flow = await alir.get('/foreign-flow', { ticker: 'BBCA', from: '2026-01-05', to: '2026-01-09' });
      expect(JSON.parse(stdout)).toEqual({
        net_foreign: flow.body.data.net_foreign,
        charged_once: [1, true],
        batch: [['BBCA', 'TLKM'], 2],
        arrow: true,
        wrong: [true, 400, 'from'],
        planned: [2, 2],
        cancelled: 'AbortError',
        slow: 'TimedOutError',
        is_timeout: 'TimedOutError',
      });
      // One of each, two of the batch, and that of this test.
      expect((await alir.test_ledger.unitsOf(account_id)).account).toBe(1 + 2 + 1 + 2 + 1);
    },
  );
});

describe.runIf(installed('npm/pyright/node_modules/.bin/pyright') && installed('python/bin/python'))(
  'pyright in strict mode',
  () => {
    const pyright = (cwd: string) => {
      const args = ['--pythonpath', String(installed('python/bin/python'))];
      return promisify(execFile)(String(installed('npm/pyright/node_modules/.bin/pyright')), args, { cwd })
        .then(({ stdout }) => stdout)
        .catch(({ stdout }) => stdout);
    };

    test('accepts the Python client', async () => {
      expect(await pyright(PYTHON_CLIENT)).toContain('0 errors');
    });

    test('accepts a program on the client, and finds a wrong argument and a wrong type', async () => {
      const folder = await folderOfThisFile();
      await mkdir(join(folder, 'program'));
      const settings = { typeCheckingMode: 'strict', extraPaths: [join(PYTHON_CLIENT, 'src')] };
      await writeFile(join(folder, 'pyrightconfig.json'), JSON.stringify(settings));
      const program = `from alir import Alir
client = Alir()
result = client.broker_summary("BBCA", "2026-01-05", "2026-01-09", investor="all")
value: int = result.data[0]["buy_value"]
print(result.to_pandas().shape, result.to_polars().shape, value)
plan = client.plan(client.foreign_flow_daily, tickers=["BBCA", "BBRI"], from_="2025-01-01", to="2026-01-30")
for part, days in plan:
    net: int = days.data[0]["net_foreign"]
    print(part["ticker"], net, plan.units)
`;
      await writeFile(join(folder, 'program/right.py'), program);
      expect(await pyright(folder)).toContain('0 errors');
      const wrong = program.replace('value: int', 'value: str').replace('"all"', '"everyone"');
      await writeFile(join(folder, 'program/wrong.py'), wrong);
      const printed = await pyright(folder);
      expect(printed).toMatch(/wrong\.py:3:.*everyone/);
      expect(printed).toMatch(/wrong\.py:4:.*not assignable/s);
    });
  },
);
