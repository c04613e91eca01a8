import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { hasPython, PYTHON, textOf } from '../support/guide.ts';
import { requestsIn } from '../support/openapi.ts';
import { someOf } from '../support/size.ts';
import { BEHAVIOURS, ScriptedServer } from './behaviours.ts';

const PACKAGE = resolve(import.meta.dirname, '../../clients/python');
const SRC = resolve(PACKAGE, 'src');
const BEHAVIOUR_FILE = resolve(PACKAGE, '../behaviours.json');
const HAS_FRAMES = hasPython('httpx', 'pandas', 'polars', 'pyarrow');
const DOCUMENT = JSON.parse(textOf('docs/openapi.json'));

/** Runs a Python program with the client of this folder. @returns what it prints */
async function python(
  args: string[],
  variables: Record<string, string> = {},
  input = '',
  command = PYTHON,
): Promise<string> {
  const env = { ...process.env, PYTHONPATH: SRC, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  const child = spawn(command, args, { cwd: PACKAGE, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (data) => (printed += data));
  child.stderr.on('data', (data) => (errors += data));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  expect(`${errors}${code === 0 ? '' : printed}`).toBe('');
  return printed;
}

describe.runIf(hasPython('httpx', 'pyarrow'))('the Python client', () => {
  test('has the behaviours of all clients, with both of its classes', async () => {
    const server = await ScriptedServer.start();
    afterThisFile(() => server.close());
    const printed = await python(['tests/behaviours.py', server.url, BEHAVIOUR_FILE]);
    const cancelled = BEHAVIOURS.filter(({ call }) => call.cancel !== undefined).length;
    expect(JSON.parse(printed)).toEqual({ played: 2 * BEHAVIOURS.length - cancelled, differences: [] });
  });

  test('is imported without the packages of data frames, which take seconds', async () => {
    const program =
      'import sys, alir; print(*sorted({"numpy", "pandas", "polars", "pyarrow"} & set(sys.modules)))';
    expect(await python(['-c', program])).toBe('\n');
  });
});

describe.runIf(HAS_FRAMES)('the Python client at a real server', () => {
  /** Operations of the document with the document's examples. */
  const calls = requestsIn(DOCUMENT)
    .filter(({ name }) => name !== 'mcp')
    .map(({ name, operation }) => {
      const parameters = (operation.parameters ?? []).filter(
        ({ name, required }: any) => required && name !== 'idempotency-key',
      );
      const body = operation.requestBody?.content['application/json'].example ?? {};
      const given = Object.fromEntries(parameters.map((each: any) => [each.name, each.example]));
      return { operation: name, parameters: { ...given, ...body } };
    });

  test('has each operation, equal answers in each format, and the units of the counter', async () => {
    const alir: TestAlir = await demoAlir({}, afterThisFile);
    const account_id = await alir.become('starter');
    const order = { method: 'POST', body: JSON.stringify({ plan: 'professional' }) };
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'an invoice' };
    const { body } = await alir.request('/billing/orders', { ...order, headers });
    await alir.stores.billing.payments.confirm(body.data.order_id, {}, 'operator');
    const variables = { ALIR_BASE_URL: await alir.url(), ALIR_API_KEY: alir.key };
    const printed = await python(['tests/real_server.py'], variables, JSON.stringify(calls));
    const report = JSON.parse(printed);
    expect(report).toMatchObject({ differences: [], codes: {} });
    expect(report.methods).toEqual(calls.map(({ operation }) => operation).sort());
    expect(report.units).toBeGreaterThan(100);
    expect(report.units).toBe((await alir.test_ledger.unitsOf(account_id)).account);
  });
});

test.runIf(HAS_FRAMES && hasPython('mypy'))('the Python client and its tests pass mypy --strict', () => {
  const args = ['-m', 'mypy', '--cache-dir', '/dev/null'];
  const { stdout, status } = spawnSync(PYTHON, args, { cwd: PACKAGE, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Success')]);
});

const { ALIR_TEST_PYTHONS: PYTHONS = '', ALIR_TEST_WHEELS: WHEELS = '' } = process.env;

describe.runIf(WHEELS !== '' && PYTHONS !== '' && hasPython('hatchling'))(
  'the wheel of the Python client',
  () => {
    let dist: string;
    beforeAll(async () => {
      dist = await folderOfThisFile();
      const args = [
        '--no-index',
        '--no-deps',
        '--no-build-isolation',
        '--quiet',
        '--wheel-dir',
        dist,
        PACKAGE,
      ];
      await python(['-m', 'pip', 'wheel', ...args]);
    });

    test.each(someOf(PYTHONS.split(':'), 2))(
      'is installed in an empty environment, and works: %s',
      async (command) => {
        const folder = await folderOfThisFile();
        const own = join(folder, 'bin/python');
        await python(['-m', 'venv', folder], {}, '', command);
        const packages = ['--no-index', '--quiet', '--find-links', WHEELS, '--find-links', dist, 'alir'];
        await python(['-m', 'pip', 'install', ...packages], {}, '', own);
        const server = await ScriptedServer.start();
        afterThisFile(() => server.close());
        const program = ['tests/behaviours.py', server.url, BEHAVIOUR_FILE];
        const report = JSON.parse(await python(program, { PYTHONPATH: '' }, '', own));
        expect(report).toEqual({ played: expect.any(Number), differences: [] });
        expect(report.played).toBeGreaterThan(BEHAVIOURS.length);
      },
    );
  },
);
