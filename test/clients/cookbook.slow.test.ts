import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { grade, QUIZ } from '../../scripts/grade-agent.mjs';
import { afterThisFile, afterThisTest, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { hasPython, PYTHON, PYTHONPATH, tableRows, textOf } from '../support/guide.ts';
import { listen } from '../support/listen.ts';
import { installClient } from '../support/typescript-client.ts';
import { printedBy, python } from './python.ts';

const COOKBOOK = resolve(import.meta.dirname, '../../clients/cookbook');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0000000000A=';
const hasNanoarrow = spawnSync('Rscript', ['-e', 'library(nanoarrow)']).status === 0;
if (!hasNanoarrow) console.log('R with nanoarrow is not installed: the test of foreign_flow.R is skipped');

let alir: TestAlir;
let variables: Record<string, string>;
let folder: string;
beforeAll(async () => {
  alir = await demoAlir({}, afterThisFile);
  variables = { ALIR_BASE_URL: await alir.url(), ALIR_API_KEY: alir.key };
  folder = await folderOfThisFile();
});

/** The answer to a graded question, which is computed from the daily files. */
const answerOf = (id: string) => QUIZ.questions.find((question) => question.id === id)?.answer;

test('the table of the cookbook lists all recipes, each with its first lines', () => {
  const listed = tableRows(textOf('clients/cookbook/README.md'), 'recipe').map(
    ([cell = '']) => /^\[(.*)\]\(\1\)$/.exec(cell)?.[1],
  );
  expect(listed).toHaveLength(10);
  expect(new Set([...listed, 'README.md'])).toEqual(
    new Set(readdirSync(COOKBOOK).filter((name) => name.includes('.'))),
  );
  for (const name of listed) {
    const head = textOf(`clients/cookbook/${name}`).split('\n').slice(0, 16).join('\n');
    expect([name, /cost|unit/i.test(head), /install/.test(head)]).toEqual([name, true, true]);
  }
});

describe.runIf(hasPython('httpx', 'pandas', 'polars', 'pyarrow', 'duckdb', 'matplotlib'))(
  'the recipes in Python',
  () => {
    const recipe = (name: string, ...args: string[]) =>
      python([join(COOKBOOK, name), ...args], variables, '', PYTHON, folder);

    test('copy new and corrected days into DuckDB, and nothing twice', async () => {
      const copy = () => recipe('nightly_copy.py', 'market.duckdb', 'BBCA', 'GOTOM');
      expect(await copy()).toBe('BBCA: 39 days\nGOTOM: 39 days\n4 units\n');
      expect(await copy()).toBe('BBCA: 0 days\nGOTOM: 0 days\n0 units\n');
      const sql = (text: string) => {
        const program = `import duckdb\nprint(duckdb.connect("market.duckdb").execute("${text}").fetchall())`;
        return python(['-c', program], {}, '', PYTHON, folder);
      };
      const totals = () =>
        sql(
          'SELECT ticker, count(*), sum(buy_value) = sum(sell_value) FROM broker_day GROUP BY 1 ORDER BY 1',
        );
      const copied = await totals();
      expect(copied).toMatch(/^\[\('BBCA', 3510, True\), \('GOTOM', \d+, True\)\]\n$/);
      // As after a correction: these days are requested again.
      await sql('UPDATE copied SET publication = publication - 2');
      expect(await copy()).toMatch(/^BBCA: [12] days\nGOTOM: [12] days\n[24] units\n$/);
      expect(await totals()).toBe(copied);
    });

    test('draw the inventory of a broker', async () => {
      const printed = await recipe('inventory_chart.py');
      expect(printed).toMatch(/^4 units; data through 2026-01-30\ncode\nOTHER /);
      expect(printed.trim().split('\n')).toHaveLength(9);
      expect(readFileSync(join(folder, 'inventory.svg'), 'utf8')).toContain('Net lots since the first day');
    });

    test('report foreign flow once for each day', async () => {
      const alert = () => recipe('foreign_flow_alert.py', 'state.json', 'BBRI', 'BBCA', 'TLKM');
      const line =
        '2026-01-30 BBRI: foreign clients sold on 8 days in a row; net -65,510,829,670 IDR in 30 days\n';
      expect(await alert()).toBe(line);
      expect(await alert()).toBe('');
    });

    test('wait for the ranking of a new day', async () => {
      const program = `
from datetime import date
from types import SimpleNamespace as Fake
from foreign_flow_alert import alerts
ranking = Fake(data_through=date(2026, 1, 29), data=[{"ticker": "BBCA", "streak": 5, "net_foreign": 1}])
client = Fake(market_brokers=lambda: Fake(data_through=date(2026, 1, 30)), foreign_flow_ranking=lambda *_, **__: ranking)
print(alerts(client, ["BBCA"], "2026-01-29"))
`;
      const modules = `${PYTHONPATH}:${COOKBOOK}`;
      expect(await python(['-c', program], { PYTHONPATH: modules })).toBe("('2026-01-29', [])\n");
    });

    test('compare foreign flow with the price by week', async () => {
      const printed = await recipe('foreign_flow_against_price.py', 'BBCA', '2026-01-06', '2026-01-15');
      expect(
        printed
          .trim()
          .split('\n')
          .map((line) => line.split(/\s+/)),
      ).toEqual([
        ['2026-01-05', expect.any(String), expect.any(String), 'IDR', '7,700', 'IDR', 'per', 'share'],
        ['2026-01-12', expect.any(String), '-139,017,230,000', 'IDR', '7,350', 'IDR', 'per', 'share'],
      ]);
      expect(answerOf('flow-bbca-sold-rg')).toBe('-139017230000 IDR');
    });

    test('create a link for a sheet, which has the newest days', async () => {
      const formula = await recipe('sheet.py', 'BBCA');
      const [, address = ''] = /^=IMPORTDATA\("(http.*)"\)\n$/.exec(formula) ?? [];
      const lines = (await (await fetch(address)).text()).trim().split(/\r?\n/);
      const { body } = await alir.request('/foreign-flow?ticker=BBCA&from=2026-01-02&to=2026-01-30');
      const net = lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[3]), 0);
      expect([lines.length, lines[0], net]).toEqual([
        21,
        'date,foreign_buy,foreign_sell,net_foreign',
        body.data.net_foreign,
      ]);
    });

    test.runIf(hasPython('openpyxl'))('write the positions of a broker to Excel', async () => {
      await recipe('broker_positions.py', 'p.xlsx', 'LG', '2025-12-08', '2026-01-22', 'MEDC', 'NONE');
      const program =
        'import json, openpyxl; print(json.dumps([*openpyxl.load_workbook("p.xlsx")["LG"].values]))';
      const [head, medc, none] = JSON.parse(await python(['-c', program], {}, '', PYTHON, folder));
      expect(head.slice(0, 4)).toEqual(['Stock', 'Day', 'Shares', 'Average cost (IDR per share)']);
      expect(medc).toEqual([
        'MEDC',
        '2026-01-22',
        13_632_700,
        1713.87,
        2070,
        expect.any(Number),
        expect.any(Number),
      ]);
      expect([answerOf('inventory-lg'), answerOf('position-lg')]).toEqual([
        '13632700 shares',
        '1713.87 IDR per share',
      ]);
      expect(none).toEqual(['NONE', '2026-01-22', 0, null, null, null, 0]);
    });

    test('answer a question with a model that calls the tools', async () => {
      const model = await modelServer();
      const question =
        'What was the net foreign flow of BBCA from 2026-01-06 to 2026-01-15, in both markets?';
      const own = { ...variables, MODEL_URL: model.url, MODEL: 'stand-in' };
      const agent = (asked: string) => python([join(COOKBOOK, 'agent.py'), asked], own, '', PYTHON, folder);
      expect(await agent(question)).toBe(`${answerOf('flow-bbca-sold')}\n`);
      const [first, second] = model.requests;
      expect(first.messages.map(({ role }: any) => role)).toEqual(['system', 'user']);
      expect(first.messages[0].content).toBe(textOf('docs/skill/alir/SKILL.md'));
      expect(first.tools.length).toBeGreaterThan(20);
      expect(second.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'call 1' });

      const [, graded] = await Promise.all([null, agent(join(COOKBOOK, '../agent/questions.json'))]);
      const answers = JSON.parse(graded);
      expect(grade(answers)).toHaveLength(49);
      expect(answers['flow-bbca-sold']).toEqual({
        answer: answerOf('flow-bbca-sold'),
        tools: ['get_foreign_flow'],
      });
    });
  },
);

test.runIf(hasNanoarrow)('the recipe in R reads dates and exact values from Arrow', async () => {
  const args = [join(COOKBOOK, 'foreign_flow.R'), 'BBCA', '2026-01-06', '2026-01-15'];
  const printed = await printedBy('Rscript', args, { variables });
  const weeks = [...printed.matchAll(/^BBCA (\S+): (\S+) IDR$/gm)];
  expect(weeks.map(([, week]) => week)).toEqual(['2026-01-05', '2026-01-12']);
  const sum = weeks.reduce((total, [, , value = '']) => total + Number(value.replaceAll(',', '')), 0);
  expect(`${sum} IDR`).toBe(answerOf('flow-bbca-sold'));
});

describe('the recipes in TypeScript and JavaScript', () => {
  let place: string;
  beforeAll(async () => {
    place = await folderOfThisFile();
    await installClient(place);
    for (const name of ['evening_screen.mts', 'webhook_receiver.mjs'])
      cpSync(join(COOKBOOK, name), join(place, name));
  });

  test('screen the stocks of the evening', async () => {
    const root = resolve(COOKBOOK, '../..');
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const flags = ['--strict', '--target', 'es2023', '--module', 'nodenext', ...types];
    const compiler = join(root, 'node_modules/.bin/tsc');
    await printedBy(compiler, [...flags, 'evening_screen.mts'], { cwd: place });
    const screen = (...args: string[]) =>
      printedBy(process.execPath, ['evening_screen.mjs', ...args], { variables, cwd: place });
    const printed = await screen('2026-01-08');
    expect(printed).toMatch(/^2026-01-08: \d+ stocks, 5 units\n/);
    expect(printed).toMatch(/^COIN \d+ IDR, [\d.]+%, volume x [\d.]+, net foreign [\d,]+ IDR$/m);
    expect(await screen()).toMatch(/^2026-01-30: /);
  });

  test('receive a signed webhook once, and refuse others', async () => {
    const env = { ...process.env, ...variables, ALIR_WEBHOOK_SECRET: SECRET, PORT: '0' };
    const child = spawn(process.execPath, ['webhook_receiver.mjs'], { cwd: place, env });
    afterThisTest(async () => void child.kill());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value as string;
    const [, port] = (await next()).split(' ');
    const now = Math.floor(Date.now() / 1000);
    const send = async (day: string, id: string, { secret = SECRET, timestamp = now } = {}) => {
      const body = JSON.stringify({ type: 'day.published', data: { trade_date: day, revision: 1 } });
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    const other = 'whsec_AAAAAr8GKYqrTwjUPD8ILPZIo2LaLaSw0000000000A=';
    expect(await send('2026-01-19', 'forged', { secret: other })).toBe(401);
    expect(await send('2026-01-19', 'old', { timestamp: now - 400 })).toBe(401);
    expect(await send('2026-01-20', 'one')).toBe(204);
    expect(await send('2026-01-20', 'one')).toBe(204);
    expect(await next()).toMatch(/^2026-01-20: MYOR 81,490,015,500 IDR, BBCA /);
    expect(await send('2026-01-21', 'two')).toBe(204);
    // The line of the second day is the next one: the repeated delivery printed nothing, and no forged one did.
    expect(await next()).toMatch(/^2026-01-21: /);
    const big = { method: 'POST', body: 'x'.repeat(200_000) };
    expect((await fetch(`http://127.0.0.1:${port}`, big)).status).toBe(413);
  });
});

/** A stand-in for a model: it calls one tool for the question about BBCA, and repeats the last figure of its text. */
async function modelServer() {
  const requests: any[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const sent = JSON.parse(body);
    requests.push(sent);
    const last = sent.messages.at(-1);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...replyTo(last) } }] }));
  });
  return { url: `http://127.0.0.1:${await listen(server)}/v1`, requests };
}

function replyTo({ role, content }: { role: string; content: string }) {
  if (role === 'tool') return { content: `${/,(-?\d+)\n\nThe newest/.exec(content)?.[1]} IDR` };
  if (
    !content.startsWith('What was the net foreign flow of BBCA from 2026-01-06') ||
    !content.includes('both')
  )
    return { content: 'I do not know.' };
  const input = { ticker: 'BBCA', from: '2026-01-06', to: '2026-01-15' };
  const call = { name: 'get_foreign_flow', arguments: JSON.stringify(input) };
  return { content: null, tool_calls: [{ id: 'call 1', type: 'function', function: call }] };
}
