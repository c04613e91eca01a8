import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { folderOfThisFile } from './alir.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

const NODE_20 = join(REPOSITORY, 'packages/better-sqlite3-node20');

/** Files that earlier versions read from packages that are not installed any more. They find empty ones. */
const REMOVED_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'].map(
  (name) => `@fastify/swagger-ui/static/${name}`,
);

/** Why a commit cannot be built here; undefined if it can. */
export function whyNoCommit(commit: string): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: REPOSITORY, stdio: 'ignore' });
    return undefined;
  } catch {
    return `The history of the repository has no commit ${commit.slice(0, 7)}`;
  }
}

/** Builds a commit with the packages that are installed here. @returns the path of its compiled `alir` */
export async function buildCommit(commit: string): Promise<string> {
  const parent = await folderOfThisFile();
  const folder = join(parent, 'alir');
  mkdirSync(folder);
  for (const file of REMOVED_FILES) {
    // Node looks for a package in the parent folders, too.
    const path = join(parent, 'node_modules', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  // The names by which earlier versions load the SQLite of Node 20.
  for (const name of ['better-sqlite3', 'better-sqlite3-node20'])
    symlinkSync(join(NODE_20, 'node_modules/better-sqlite3'), join(parent, 'node_modules', name));
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: REPOSITORY,
    maxBuffer: 1e9,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  return join(folder, 'dist/cli.js');
}

/** Copies this version and adds a migration. @returns the path of the compiled `alir` of the copy */
export async function withMigration(engine: 'sqlite' | 'postgres', statements: string): Promise<string> {
  const folder = join(await folderOfThisFile(), 'alir');
  for (const name of ['dist', 'sql', 'package.json'])
    cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true });
  for (const name of ['data', 'docs', 'node_modules', 'packages'])
    symlinkSync(join(REPOSITORY, name), join(folder, name));
  const migrations = join(folder, 'sql/ledger/migrations', engine);
  const number = String(readdirSync(migrations).length + 1).padStart(4, '0');
  writeFileSync(join(migrations, `${number}_test.sql`), statements);
  return join(folder, 'dist/cli.js');
}
