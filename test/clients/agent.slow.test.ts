import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { grade, QUIZ } from '../../scripts/grade-agent.mjs';
import { afterThisFile, folderOfThisFile, type TestAlir } from '../support/alir.ts';
import { demoAlir } from '../support/demo.ts';
import { blocks, textOf } from '../support/guide.ts';
import { answerByRecipe } from './scripted-agent.ts';

let alir: TestAlir;
let client: Client;
beforeAll(async () => {
  alir = await demoAlir({}, afterThisFile);
  client = new Client({ name: 'scripted agent', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${alir.key}` } };
  const url = new URL(`${await alir.url()}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  afterThisFile(() => client.close());
});

test('the expected answers are those of the daily files', async () => {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  const inbox = alir.stores.folders.inbox;
  const reference = join(import.meta.dirname, '../../data/reference');
  const files = {
    trades: `read_csv('${inbox}/DT*.csv', delim = ';')`,
    replaced: `(SELECT DISTINCT TRX_DATE::DATE AS day FROM read_csv('${inbox}/first/DT*.csv', delim = ';'))`,
    brokers: `read_csv('${reference}/brokers.csv', all_varchar = true)`,
    holidays: `read_csv('${reference}/holidays.csv')`,
  };
  for (const [name, rows] of Object.entries(files)) await db.run(`CREATE VIEW ${name} AS FROM ${rows}`);
  const [preparation = '', ...sections] = textOf('test/clients/agent-oracle.sql').split(/^-- ([a-z-]+)\n/m);
  await db.run(preparation);
  const expected: [string, unknown][] = [];
  for (let at = 0; at < sections.length; at += 2) {
    const rows = (await db.runAndReadAll(sections[at + 1] ?? '')).getRowsJson();
    expect([sections[at], rows]).toEqual([sections[at], [[expect.any(String)]]]);
    expected.push([sections[at] ?? '', rows[0]?.[0]]);
  }
  expect(expected).toHaveLength(50);
  expect(QUIZ.questions.map(({ id, answer }) => [id, answer])).toEqual(expected);
});

test('an agent that follows the skill answers all questions from the texts of the tools', async () => {
  const answers: Record<string, { answer: string; tools: string[] }> = {};
  for (const { id, question } of QUIZ.questions) answers[id] = await answerByRecipe(client, question);
  expect(grade(answers)).toEqual([]);
  const path = join(await folderOfThisFile(), 'answers.json');
  writeFileSync(path, JSON.stringify(answers));
  const command = () =>
    execFileSync(process.execPath, ['scripts/grade-agent.mjs', path], { encoding: 'utf8' });
  expect(command()).toBe('50 of 50\n');
});

describe('the skill', () => {
  const skill = textOf('docs/skill/alir/SKILL.md');

  test('has worked questions with the calls, texts and answers of the demo', async () => {
    const worked = skill.slice(skill.indexOf('## Worked questions')).split('\n### ').slice(1);
    expect(worked).toHaveLength(4);
    for (const part of worked) {
      const [question = ''] = part.split('\n');
      const call = JSON.parse(blocks(part, 'json')[0] ?? '');
      const result = await client.callTool(call);
      const [{ text = '' } = {}] = result.content as { text?: string }[];
      expect(text).toMatch(elided(blocks(part, 'text')[0]?.trimEnd() ?? ''));
      const [, answer] = /^Answer: `(.*)`\./m.exec(part) ?? [];
      const asked = QUIZ.questions.find((each) => each.question === question);
      expect([question, answer, asked?.tools.includes(call.name)]).toEqual([question, asked?.answer, true]);
    }
  });
});

/** `...` is the rest of a line, or rows. */
function elided(text: string): RegExp {
  const escaped = text.replaceAll(/[\\^$*+?()[\]{}|.]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('\n\\.\\.\\.\n', '\n[^]+\n').replaceAll('\\.\\.\\.', '[^\n]+')}$`);
}
