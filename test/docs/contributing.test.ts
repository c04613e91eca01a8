import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/api/endpoints/admin/admin.ts';
import { Invocation } from '../../src/cli/invocation.ts';
import { programOf } from '../../src/cli/program.ts';
import { operatorRoutes } from '../../src/console/pages/operator/operator-routes.tsx';
import type { OperatorServices } from '../../src/console/pages/operator/operator-services.ts';
import { testIo } from '../support/cli.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The code that a section of CONTRIBUTING.md quotes: for each block its file and its text. */
function quotesIn(section: string): [file: string, code: string][] {
  const guide = readFileSync(`${ROOT}/CONTRIBUTING.md`, 'utf8');
  const [, rest = ''] = guide.split(`\n## ${section}\n`);
  const [text = ''] = rest.split('\n## ');
  const blocks = text.matchAll(/^ {3}```ts\n {3}\/\/ (\S+)\n(.*?)\n {3}```$/gms);
  return [...blocks].map(([, file = '', code = '']) => [file, code.replaceAll(/^ {3}/gm, '')]);
}

test.for([
  ["Add an operator's action", 4],
  ['Add an endpoint', 2],
] as const)('"%s" quotes at most three files of the repository', ([section, blocks]) => {
  const quotes = quotesIn(section);
  expect(quotes).toHaveLength(blocks);
  expect(new Set(quotes.map(([file]) => file)).size).toBeLessThanOrEqual(3);
  for (const [file, code] of quotes) expect(readFileSync(`${ROOT}/${file}`, 'utf8')).toContain(code);
});

test('the action of the example is an endpoint, a command and a form', async () => {
  expect(OPERATIONS.map(({ route }) => route)).toContain('POST /admin/offers/:offer_id/withdraw');

  const program = await programOf(new Invocation(testIo({}).io));
  const offer = program.commands.find((group) => group.name() === 'offer');
  const withdraw = offer?.commands.find((command) => command.name() === 'withdraw');
  expect(withdraw?.registeredArguments.map((argument) => argument.name())).toEqual(['id']);
  expect(withdraw?.options.map(({ long }) => long)).toEqual(['--json', '--reason']);

  const forms: string[] = [];
  const pages = { get: () => {}, post: (path: string) => forms.push(path) } as unknown as FastifyInstance;
  operatorRoutes(pages, {} as OperatorServices);
  expect(forms).toContain('/operator/offers/:offer_id/withdraw');
});
