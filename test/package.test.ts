import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
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

test('npm installs better-sqlite3 13 on Node 22 and later, and 12 on Node 20 only', () => {
  const [prebuilt, compiled] = ['', '-node20/node_modules/better-sqlite3'].map(
    (name) => packages[`node_modules/better-sqlite3${name}`],
  );
  expect(prebuilt).toMatchObject({ version: expect.stringMatching(/^13\./), engines: { node: '>=22' } });
  expect(compiled).toMatchObject({ version: '12.11.1' });
  expect(packages['node_modules/better-sqlite3-node20']?.engines).toEqual({ node: '20.x' });
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
