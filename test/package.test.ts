import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages: Readonly<Record<string, LockedPackage>> = lock.packages;

/** An npm that could not see the packages of other platforms leaves them out, and `npm ci` then refuses the lockfile. */
test('the lockfile has every optional dependency, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no host, so that each machine installs from its own registry', () => {
  expect(Object.values(packages).filter((entry) => 'resolved' in entry)).toEqual([]);
});

test('the image has all that the package ships', () => {
  const { files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const ignored = readFileSync(new URL('../.dockerignore', import.meta.url), 'utf8');
  const folders = new Set(files.map((file: string) => file.split('/')[0]));
  for (const folder of folders) {
    expect(dockerfile).toContain(`COPY --from=build /app/${folder} ./${folder}\n`);
    if (folder === 'dist') continue;
    expect(dockerfile).toContain(`\nCOPY ${folder} ./${folder}\n`);
    expect(ignored).toMatch(new RegExp(`^!${folder}`, 'm'));
  }
});
