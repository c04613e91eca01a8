import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import { afterThisFile, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { blocks, hasPython, PYTHON, textOf } from '../support/guide.ts';
import { requestsIn } from '../support/openapi.ts';
import { sized, someOf } from '../support/size.ts';
import { BEHAVIOURS, PLANS, ScriptedServer } from './behaviours.ts';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { PACKAGE, python } from './python.ts';

const BEHAVIOUR_FILE = resolve(PACKAGE, '../behaviours.json');
const HAS_FRAMES = hasPython('httpx', 'pandas', 'polars', 'pyarrow');
/** Of the requests of random calls. */
const FAULTS: readonly Fault[] = [
  'none',
  'none',
  'none',
  'lost',
  'answer_lost',
  'answer_cut',
  'overloaded',
  'bad_gateway',
];
/** For 10,000 calls on a busy machine. */
const LIMIT_MS = 1_800_000;
const DOCUMENT = JSON.parse(textOf('docs/openapi.json'));

describe.runIf(hasPython('httpx', 'pyarrow'))('the Python client', () => {
  test('has the behaviours of all clients, with both of its classes', async () => {
    const server = await ScriptedServer.start();
    afterThisFile(() => server.close());
    const printed = await python(['tests/behaviours.py', server.url, BEHAVIOUR_FILE]);
    const cancelled = BEHAVIOURS.filter(({ call }) => call.cancel !== undefined).length;
    const played = 2 * (BEHAVIOURS.length + PLANS.length) - cancelled;
    expect(JSON.parse(printed)).toEqual({ played, differences: [] });
  });

  test('opens its connections when it is created, so that threads share them', async () => {
    const program =
      'import alir, httpx; client = alir.Alir("k", "http://127.0.0.1:9"); print(type(vars(client)["_http"]) is httpx.Client)';
    expect(await python(['-c', program])).toBe('True\n');
  });

  test('takes a key with a line break, as files have it, and refuses an address without http', async () => {
    const program = `
import alir
print(alir.Alir("k\\n", "http://127.0.0.1:9")._headers["authorization"])
try:
    alir.Alir("k", "api.example.com")
except ValueError as error:
    print(error)
`;
    expect(await python(['-c', program])).toBe(
      'Bearer k\nbase_url must begin with http:// or https://: api.example.com\n',
    );
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
      // Not in the order of the document.
      if (name.endsWith('_measures')) given.measures = 'change_1d,close';
      return { operation: name, parameters: { ...given, ...body } };
    });

  test('has each operation, equal answers in each format, and the units of the counter', async () => {
    const alir: TestAlir = await demoAlir({}, afterThisFile);
    Object.assign(alir.stores.telegram_chats, { isAvailable: true });
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

test.runIf(HAS_FRAMES)('the programs of the README of the Python client run', async () => {
  const alir = await demoAlir({}, afterThisFile);
  const variables = { ALIR_BASE_URL: await alir.url(), ALIR_API_KEY: alir.key };
  const programs = blocks(textOf('clients/python/README.md'), 'python').join('');
  const program = programs
    .replace('alir_live_...', variables.ALIR_API_KEY)
    .replace('https://api.example.com', variables.ALIR_BASE_URL);
  const printed = (await python(['-c', program], variables)).trimEnd().split('\n');
  expect(printed[0]).toMatch(/^ +code +buy_freq/);
  expect(printed.slice(-7)).toEqual([
    '4 requests, 36 units',
    'BBCA 2025-01-01 5',
    'BBCA 2025-12-08 34',
    'BBRI 2025-01-01 5',
    'BBRI 2025-12-08 34',
    expect.stringMatching(/^-?\d+ 1$/),
    expect.stringMatching(/^-?\d+ 1$/),
  ]);
});

test.runIf(hasPython('httpx', 'pyarrow'))(
  'the units that the Python client reports are those of the account, whatever requests and answers are lost',
  async () => {
    const alir = await demoAlir({}, afterThisFile);
    const account_id = await alir.become('custom', 1, { units: 1e8, requests_per_minute: 1e9, keys: 1 });
    const proxy = await FaultProxy.start(await alir.url());
    afterThisFile(() => proxy.close());
    const calls = sized(200, 10_000);
    const random = new Random('lost answers');
    proxy.faults = Array.from({ length: 3 * calls }, () => FAULTS[random.below(FAULTS.length)] ?? 'none');
    const variables = { ALIR_BASE_URL: proxy.url, ALIR_API_KEY: alir.key };
    const reported = JSON.parse(await python(['tests/lost_answers.py', String(calls)], variables));
    expect(reported).toMatchObject({ failed: expect.any(Number), replayed: expect.any(Number) });
    expect(Math.min(reported.failed, reported.replayed)).toBeGreaterThan(calls / 20);
    expect(reported.units).toBe((await alir.test_ledger.unitsOf(account_id)).account);
  },
  LIMIT_MS,
);

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
