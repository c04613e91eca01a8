import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Duck } from '../src/market/lake/duckdb.ts';
import { StatementCutter } from '../src/market/sql-shell/statements.ts';
import { printedBy } from './clients/python.ts';
import { afterThisFile, afterThisTest } from './support/alir.ts';
import { REFERENCE } from './support/analyst.ts';
import { runCli, startServing } from './support/cli.ts';
import { demoPlace } from './support/demo.ts';
import {
  blocks,
  canRunPython,
  hasPython,
  modulesOf,
  type Place,
  PYTHON,
  PYTHONPATH,
  programs,
  runExamples,
  runPython,
  runTypeScript,
  textOf,
} from './support/guide.ts';
import { installClient } from './support/typescript-client.ts';

const README = textOf('README.md');
const RUN = textOf('docs/run.md');
const CALLER = textOf('docs/caller.md');
const ANALYSTS = textOf('docs/analysts.md');

/** The data folder of docs/run.md, served, answers the key of an account in it. */
async function newcomerIsAnswered(cwd: string): Promise<void> {
  const data_dir = `${cwd}/try-data`;
  const options = ['--email', 'second@example.com', '--plan', 'starter', '--json'];
  const { json } = await runCli(['account', 'create', ...options], { data_dir });
  const [{ api_key }] = json() as [{ api_key: string }];
  const { printed } = await startServing(['serve'], { data_dir });
  const response = await fetch(`${printed.url}/foreign-flow?ticker=BBCA&from=2026-01-30&to=2026-01-30`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  const { data } = (await response.json()) as { data: { foreign_buy: number } };
  expect(data.foreign_buy).toBeGreaterThan(0);
}

describe('with the demo of the README', () => {
  let place: Place;
  beforeAll(async () => {
    const cwd = await demoPlace(afterThisFile);
    await installClient(cwd);
    const { printed } = await startServing(['demo'], { cwd }, afterThisFile);
    expect(printed.example).toContain(printed.api_key);
    place = { cwd, url: printed.url, variables: { KEY: printed.api_key } };
  });

  test.each([
    ['README.md', README, 5],
    ['docs/run.md', RUN, 5],
    ['docs/caller.md', CALLER, 3],
    ['docs/analysts.md', ANALYSTS, 3],
  ])('the commands of %s print the output shown there', async (_, text, atLeast) => {
    expect(await runExamples(text, place)).toBeGreaterThanOrEqual(atLeast);
    if (text === RUN) await newcomerIsAnswered(place.cwd);
  });

  test('the TypeScript of docs/caller.md prints the output shown there', async () => {
    const all = programs(CALLER, 'ts');
    expect(all).toHaveLength(1);
    await runTypeScript(all, place);
  });

  test('the programs of llms.txt print the foreign flow of a stock', async () => {
    const text = await (await fetch(`${place.url}/llms.txt`)).text();
    const [python = '', typescript = ''] = [...text.matchAll(/`([^`]*import [^`]*)`/g)].map(
      ([, code]) => code,
    );
    const variables = { ALIR_BASE_URL: place.url, ALIR_API_KEY: place.variables.KEY ?? '', PYTHONPATH };
    const flow = { foreign_buy: 101818071175, foreign_sell: 141159996500, net_foreign: -39341925325 };
    const printed = [
      await printedBy(process.execPath, ['--input-type=module', '-e', typescript], {
        variables,
        cwd: place.cwd,
      }),
    ];
    if (hasPython('httpx')) printed.push(await printedBy(PYTHON, ['-c', python], { variables }));
    for (const each of printed) expect(JSON.parse(each.replaceAll(/'?(\w+)'?:/g, '"$1":'))).toEqual(flow);
  });

  const python = [CALLER, ANALYSTS].flatMap((text) => programs(text, 'python'));
  for (const [number, program] of python.entries()) {
    test.skipIf(!canRunPython(program))(
      `Python ${number + 1} of ${python.length} of the guides, with ${modulesOf(program).join(', ')}, prints what it promises`,
      () => runPython(program, place),
    );
  }

  test('the SQL of docs/analysts.md for the DuckDB shell gives the same answers as its Python', async () => {
    const lake = join(place.cwd, 'demo-data', 'lake');
    const [script = ''] = blocks(ANALYSTS, 'sql');
    const whole = script
      .replace("'demo-data/lake'", `'${lake}'`)
      .replace("'data/reference'", `'${REFERENCE}'`)
      .replace(/^\.read (.*)$/m, (_, path) => textOf(path));
    const duck = await Duck.open({ folders: [lake, REFERENCE], memory_limit_mb: 300, threads: 2 });
    afterThisTest(async () => duck.close());
    const connection = await duck.connect();
    const statements = new StatementCutter().take(whole);
    for (const statement of statements.slice(0, -1)) await connection.run(statement);
    const rows = await connection.rows(statements.at(-1) ?? '');
    const [answer] = programs(ANALYSTS, 'python');
    expect(rows.map(({ broker, net_value }) => `${broker} ${net_value}\n`).join('')).toBe(answer?.printed);
  });
});
