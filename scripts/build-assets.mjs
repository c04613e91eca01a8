// Bundles the stylesheet and the islands of the console into dist/console/assets/. `manifest.json` maps each name to its file, whose name
// has a hash of the content.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const OUT = 'dist/console/assets';
const ISLANDS = 'src/console/islands';

const islands = readdirSync(ISLANDS).filter((name) => /\.entry\.tsx?$/.test(name));
const { metafile } = await build({
  entryPoints: [
    'src/console/pages/style.css',
    'src/console/pages/icon.svg',
    ...islands.map((name) => ({ in: `${ISLANDS}/${name}`, out: name.replace(/\.entry\.tsx?$/, '') })),
  ],
  outdir: OUT,
  outbase: 'src/console/pages',
  entryNames: '[name].[hash]',
  chunkNames: 'chunk.[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
const manifest = {};
for (const [path, { entryPoint, imports }] of Object.entries(metafile.outputs)) {
  const file = basename(path);
  const name = file.replace(/\.[A-Z0-9]{8}(\.\w+)$/, '$1');
  // The scripts that an entry imports, so that a page can load them in parallel.
  if (name.startsWith('chunk.')) continue;
  if (entryPoint === undefined && !name.endsWith('.svg')) continue;
  manifest[name] = { file, imports: imports.map((each) => basename(each.path)) };
}
writeFileSync(`${OUT}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
