/** Builds the package into dist/ with the tools of the whole project: esm/ and cjs/, each with its types. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, 'dist');
const esm = join(dist, 'esm');
const cjs = join(dist, 'cjs');

rmSync(dist, { recursive: true, force: true });
const tsc = join(folder, '../../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--project', folder, '--noEmit', 'false'], { stdio: 'inherit' });
await build({
  entryPoints: [join(folder, 'src/index.ts')],
  bundle: true,
  format: 'cjs',
  target: 'es2022',
  outfile: join(cjs, 'index.js'),
});
for (const name of readdirSync(esm).filter((each) => each.endsWith('.d.ts'))) {
  const types = readFileSync(join(esm, name), 'utf8').replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'");
  // The same types twice: those in cjs/ are read as CommonJS because of its package.json.
  for (const target of [esm, cjs]) writeFileSync(join(target, name), types);
}
writeFileSync(join(cjs, 'package.json'), '{"type":"commonjs"}\n');
cpSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'));
