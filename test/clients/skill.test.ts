import { describe, expect } from 'vitest';
import { QUIZ } from '../../scripts/grade-agent.mjs';
import { test } from '../support/fixtures.ts';
import { tableRows, textOf } from '../support/guide.ts';
import { RECIPE_TOOLS } from './scripted-agent.ts';

const SKILL = textOf('docs/skill/alir/SKILL.md');
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };

describe('the skill', () => {
  test('is served, and has the front matter of a skill in a folder of its name', async ({ alir }) => {
    const response = await alir.raw('/skill.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(SKILL);
    const [, description = ''] = /^---\nname: alir\ndescription: (.*)\n---\n\n# /.exec(SKILL) ?? [];
    expect([description.length > 100, description.length < 1024, description.includes(': ')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('has every tool with its cost, and a recipe for each row of its table', async ({ alir }) => {
    const { tools } = (await alir.request('/mcp', LIST)).body.result;
    const costs = SKILL.slice(SKILL.indexOf('## Costs'), SKILL.indexOf('## No data')).split('\n- ').slice(1);
    const free: string[] = [];
    for (const { name, description } of tools) {
      const [, cost = 'Free'] =
        /Costs (5 units|1 unit for each (?:31 days|distinct)|1 unit)/.exec(description) ?? [];
      const lines = costs.filter((line) => line.includes(`\`${name}\``));
      expect([name, lines.length, lines[0]?.replace(' per ', ' for each ').startsWith(cost)]).toEqual([
        name,
        1,
        true,
      ]);
      if (cost === 'Free') free.push(name);
    }
    expect([...QUIZ.free_tools].toSorted()).toEqual(free.toSorted());
    const inTable = tableRows(SKILL, 'question').map(([, tool]) => tool?.replaceAll('`', ''));
    expect(inTable.toSorted()).toEqual(tools.map(({ name }: { name: string }) => name).toSorted());
    expect(inTable.toSorted()).toEqual(
      [...RECIPE_TOOLS, 'get_news', 'get_usage', 'get_stock_measures_batch'].toSorted(),
    );
  });
});
