import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles the service before the tests, if a source is newer than `dist/`. Types are checked by `npm run lint`. */
export default function build(): void {
  const built = statSync('dist/cli.js', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
  if (sources.every((path) => statSync(join('src', path)).mtimeMs < built)) return;
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
