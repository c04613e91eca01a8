import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonClient } from '../../scripts/python-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'clients/python/src/alir');
const MODULES = pythonClient(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')));

test('the Python client has the version of the server', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(readFileSync(join(PACKAGE, '_version.py'), 'utf8')).toBe(`__version__ = "${version}"\n`);
});

test.each([
  ['python/src/alir', /^(?!_methods|_operations|_version|types)\w+\.py$/],
  ['typescript/src', /^(?!api\.ts$)/],
] as const)('the client in %s has at most 700 lines that are not generated', (folder, isByHand) => {
  const path = join(ROOT, 'clients', folder);
  const names = readdirSync(path).filter((name) => isByHand.test(name));
  const lines = names.map((name) => readFileSync(join(path, name), 'utf8').trimEnd().split('\n').length);
  const total = lines.reduce((sum, each) => sum + each, 0);
  expect(total).toBeGreaterThan(600);
  expect(total).toBeLessThanOrEqual(700);
});

test.each(Object.keys(MODULES))(
  '%s of the Python client is that of docs/openapi.json; to renew it, run this test with -u',
  async (name) => {
    await expect(MODULES[name]).toMatchFileSnapshot(join(PACKAGE, name));
  },
);
