// Makes dist/, which is all that runs: the command line with its chunks, which load on use, the scripts of worker threads, the stylesheet and
// the islands of the console, and the licenses of the packages that are bundled.
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const ASSETS = 'dist/console/assets';
const ISLANDS = 'src/console/islands';
/** Fastify loads these packages for routes that have its schemas. No route has. */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];
const PACKAGE_OF_PATH = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const workers = readdirSync('src', { recursive: true }).filter((path) => path.endsWith('-worker.ts'));
const islands = readdirSync(ISLANDS).filter((name) => /\.entry\.tsx?$/.test(name));

const shared = {
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  metafile: true,
  logLevel: 'warning',
};

const commands = await build({
  ...shared,
  entryPoints: [
    'src/cli.ts',
    ...workers.map((path) => ({ in: `src/${path}`, out: `workers/${basename(path, '.ts')}` })),
  ],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  // The files of packages that a worker thread reads.
  assetNames: 'files/[name]-[hash]',
  loader: { '.wasm': 'file', '.ttf': 'file' },
  platform: 'node',
  target: 'node20.19',
  // Packages with native code, which are installed beside Alir.
  external: [...Object.keys({ ...dependencies, ...optionalDependencies }), 'pg-native', ...UNUSED],
  // For the packages in CommonJS that require the modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
chmodSync('dist/cli.js', 0o755);
writeFileSync('dist/LICENSES.txt', licensesOf(Object.keys(commands.metafile.inputs)));

const assets = await build({
  ...shared,
  entryPoints: [
    'src/console/pages/style.css',
    'src/console/pages/icon.svg',
    ...islands.map((name) => ({ in: `${ISLANDS}/${name}`, out: name.replace(/\.entry\.tsx?$/, '') })),
  ],
  outdir: ASSETS,
  outbase: 'src/console/pages',
  entryNames: '[name].[hash]',
  chunkNames: 'chunk.[hash]',
  minify: true,
  target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
  loader: { '.svg': 'copy' },
  legalComments: 'none',
});
writeFileSync(`${ASSETS}/manifest.json`, `${JSON.stringify(manifestOf(assets.metafile.outputs), null, 2)}\n`);

/** Maps the name of each asset to its file, whose name has a hash of the content, and to the scripts that it imports. */
function manifestOf(outputs) {
  const manifest = {};
  for (const [path, { entryPoint, imports }] of Object.entries(outputs)) {
    const file = basename(path);
    const name = file.replace(/\.[A-Z0-9]{8}(\.\w+)$/, '$1');
    // The scripts that an entry imports, so that a page can load them in parallel.
    if (name.startsWith('chunk.')) continue;
    if (entryPoint === undefined && !name.endsWith('.svg')) continue;
    manifest[name] = { file, imports: imports.map((each) => basename(each.path)) };
  }
  return manifest;
}

/** The license of each package among the bundled files. */
function licensesOf(files) {
  const folders = new Set(files.flatMap((file) => PACKAGE_OF_PATH.exec(file) ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
      return [
        `${name} ${version} (${license})`,
        ...texts.map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
        // Some licenses ask where the source is.
        ...(texts.length === 0 ? [`https://www.npmjs.com/package/${name}/v/${version}`] : []),
      ];
    })
    .map((parts) => parts.join('\n\n'))
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
