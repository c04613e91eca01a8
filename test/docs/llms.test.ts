import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';

const textAt = async (alir: TestAlir, path: string) => (await alir.raw(path)).text();

describe('llms.txt', () => {
  test('has the form of llmstxt.org: a title, a summary, and lists of links', async ({ alir }) => {
    const [title = '', summary = '', ...rest] = (await textAt(alir, '/llms.txt')).trimEnd().split('\n\n');
    expect(title).toBe('# Alir');
    expect(summary).toMatch(/^> \S/);
    const first = rest.findIndex((part) => part.startsWith('## '));
    expect(first).toBeGreaterThan(0);
    for (const [place, part] of rest.slice(first).entries()) {
      if (place % 2 === 0) expect(part).toMatch(/^## \w+$/);
      else for (const line of part.split('\n')) expect(line).toMatch(/^- \[[^\]]+\]\(\/[^)]+\): \S/);
    }
  });

  test('has links that exist, and lists each data operation', async ({ alir }) => {
    const text = await textAt(alir, '/llms.txt');
    const links = [...text.matchAll(/\]\((\/[^)#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links)) expect([link, (await alir.raw(link)).status]).toEqual([link, 200]);
    for (const path of [
      '/stocks/broker-summary',
      '/foreign-flow/batch',
      '/news',
      '/usage',
      '/billing/orders',
    ]) {
      expect(text).toContain(` ${path}](/docs/reference/`);
    }
    const { tools } = (await alir.request('/mcp', toolList())).body.result;
    for (const { name } of tools) expect(text).toContain(name);
  });
});

function toolList(): RequestInit {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };
}

test('llms-full.txt has every guide, field, unit and error, and no broken link', async ({ alir }) => {
  const text = await textAt(alir, '/llms-full.txt');
  for (const part of [
    '## For the API caller',
    '## How the numbers are made',
    '- `investor` (query, required): ',
    ' One of all, f, d.',
    '- `plan` (required): Plan to buy. One of starter, professional, advanced.',
    '- `buy_volume`: Volume bought, in shares',
    '- `quota_exceeded`: All 5 units of the day are used. The quota resets at ',
    '"net_foreign":-87952863025',
  ]) {
    expect(text).toContain(part);
  }
  expect(text.match(/^.*(: undefined|\[object|: \.$).*/gm)).toBeNull();
  for (const [, link = ''] of text.matchAll(/\]\((\/[^)#]+)/g)) {
    expect([link, (await alir.raw(link)).status]).toEqual([link, 200]);
  }
});
