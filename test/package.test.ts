import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const NODE_20 = resolve(import.meta.dirname, '../packages/better-sqlite3-node20');

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
  readonly gypfile?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages: Readonly<Record<string, LockedPackage>> = lock.packages;

/** An npm that could not see the packages of other platforms leaves them out, and `npm ci` then refuses the lockfile. */
test('the lockfile has every optional dependency, also those of other platforms', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no host, so that each machine installs from its own registry', () => {
  const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
  expect(resolved.filter((from) => !from.startsWith('file:packages/'))).toEqual([]);
});

test('the TypeScript client has the version of the server, which its release publishes with it', () => {
  const versionOf = (path: string) =>
    JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version;
  expect(versionOf('../clients/typescript/package.json')).toBe(versionOf('../package.json'));
});

test('Alir installs better-sqlite3 13 on Node 22 and later, and 12 on Node 20 only', () => {
  expect(packages['node_modules/better-sqlite3']).toMatchObject({
    version: expect.stringMatching(/^13\./),
    engines: { node: '>=22' },
  });
  const { dependencies } = JSON.parse(readFileSync(join(NODE_20, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({ 'better-sqlite3': '12.11.1' });
});

/**
 * npm compiles a package that has a binding.gyp unless it says `gypfile: false`, looks for that in the lockfile and not in the package, and
 * removes an optional dependency that does not compile. npm drops the field whenever it writes the lockfile: add it again by hand.
 */
test('npm does not compile better-sqlite3 13, which contains its binaries', () => {
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});

test('the image has every file of the package', () => {
  const { files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const ignored = readFileSync(new URL('../.dockerignore', import.meta.url), 'utf8');
  const [build = '', image = ''] = dockerfile.split(/(?=^FROM node:24-slim$)/m);
  for (const folder of new Set<string>(files.map((file: string) => file.split('/')[0]))) {
    if (folder === 'dist') {
      expect(image).toContain('\nCOPY --from=build /app/dist ./dist\n');
      continue;
    }
    expect(image).toContain(`\nCOPY ${folder} ./${folder}\n`);
    expect(ignored).toMatch(new RegExp(`^!${folder}`, 'm'));
  }
  for (const name of [...`${build}${image}`.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  )) {
    expect(ignored).toMatch(new RegExp(`^!${name.replaceAll('.', '\\.')}`, 'm'));
  }
});
