import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textOf } from '../support/guide.ts';

const ROOT = new URL('../../', import.meta.url);
const CONTRACT = textOf('docs/contract.md');

/** Every text file below some folders of the project, by its path. */
function textFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

test('the rules of each part of the contract are numbered without a gap', () => {
  const parts = CONTRACT.split(/^## /m).slice(1);
  for (const [index, part] of parts.entries()) {
    const rules = [...part.matchAll(/^(\d+\.\d+) /gm)].map(([, number]) => number);
    expect(part).toMatch(new RegExp(`^${index + 1}\\. `));
    expect(rules).toEqual(rules.map((_, rule) => `${index + 1}.${rule + 1}`));
  }
  expect(parts).toHaveLength(9);
});

test('every citation refers to an existing part or rule of the contract', () => {
  const numbers = new Set(
    [...CONTRACT.matchAll(/^(?:## )?(\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number),
  );
  const cited = textFiles('src', 'test', 'sql', 'bench', 'docs').flatMap((path) =>
    [
      ...readFileSync(new URL(path, ROOT), 'utf8').matchAll(
        /docs\/contract\.md (?:part )?((?:\d[\d.]*(?:, | and )?)+)/g,
      ),
    ].flatMap(([, list = '']) =>
      list
        .split(/, | and /)
        .filter(Boolean)
        .map((number) => ({ path, number: number.replace(/\.$/, '') })),
    ),
  );
  expect(cited.length).toBeGreaterThanOrEqual(7);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

describe('the contract names everything that the OpenAPI document has for its endpoints', () => {
  const DOCUMENT = JSON.parse(textOf('docs/openapi.json'));
  const endpoints = [...CONTRACT.matchAll(/^3\.\d `(GET|POST) (\S+)` ([\s\S]*?)\n\n/gm)].map(
    ([, method = '', path = '', rule = '']) => ({ method, path, rule }),
  );
  const operationOf = (method: string, path: string) => DOCUMENT.paths[path][method.toLowerCase()];
  const resolved = (schema: any): any =>
    schema.$ref ? resolved(DOCUMENT.components.schemas[schema.$ref.split('/').at(-1)]) : schema;

  /** The fields of a row or an object, with their types. Lists, and objects by ticker or source, have those of their items. */
  function fieldsOf(of: any, prefix = ''): string[][] {
    const schema = resolved(of);
    if (schema.items) return fieldsOf(schema.items, prefix);
    if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties, prefix);
    return Object.entries<any>(schema.properties).flatMap(([name, each]) => {
      const { type, anyOf, properties } = resolved(each);
      if (properties) return fieldsOf(each, `${prefix}${name}.`);
      const types = anyOf ? anyOf.map((one: any) => one.type) : [type].flat();
      return [[`\`${prefix}${name}\``, types.join(' or ')]];
    });
  }

  test('endpoints: broker summary, foreign flow, usage and news', () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /stocks/broker-summary',
      'POST /stocks/broker-summary/batch',
      'GET /foreign-flow',
      'POST /foreign-flow/batch',
      'GET /usage',
      'GET /news',
    ]);
  });

  test.for([
    ['2.2', '/stocks/broker-summary'],
    ['2.2', '/stocks/broker-summary/batch'],
    ['2.3', '/foreign-flow'],
    ['2.3', '/foreign-flow/batch'],
    ['2.4', '/usage'],
    ['2.6', '/news'],
  ] as const)('fields: rule %s has those of %s, with their types', ([rule, path]) => {
    const { method = '' } = endpoints.find((each) => each.path === path) ?? {};
    const { data } = resolved(
      operationOf(method, path).responses[200].content['application/json'].schema,
    ).properties;
    const [, section = ''] = CONTRACT.split(`\n${rule} `);
    const [listed = ''] = section.split(/\n(?=\d|[A-Z])/);
    const rows = [...listed.matchAll(/^- (`.+`) \(([a-z ]+)\): /gm)].flatMap(([, names = '', type]) =>
      names.split(', ').map((name) => [name, type]),
    );
    expect(rows.toSorted()).toEqual(fieldsOf(data).toSorted());
  });

  test('parameters: each rule names those of its endpoint', () => {
    for (const { method, path, rule } of endpoints) {
      const { parameters = [], requestBody } = operationOf(method, path);
      const body = requestBody ? resolved(requestBody.content['application/json'].schema).properties : {};
      const names = [...parameters.map(({ name }: any) => name), ...Object.keys(body)].filter(
        (name) => !['Idempotency-Key', 'known_at', 'names'].includes(name),
      );
      for (const name of names) expect([path, rule]).toEqual([path, expect.stringContaining(`\`${name}\``)]);
      expect([path, rule.includes('no parameters')]).toEqual([path, names.length === 0]);
    }
  });
});
