import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENTRY, FOLDERS, folderOf, LAYERS, WITHIN } from './support/layout.ts';

const SRC = resolve(import.meta.dirname, '../src');

/** The folders of tests that stand for no folder of src; CONTRIBUTING.md describes each. */
const OTHER_TEST_FOLDERS = [
  'clients',
  'commerce/billing/model',
  'contract',
  'docs',
  'engines',
  'faults',
  'generators',
  'support',
];

/** Arrows between folders; those to `core`, which everything may use, are not counted. */
const MAX_ARROWS = 60;

/** Each technology has one owner: no other folder imports its package. */
const PACKAGE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-s3': ['network'],
  '@duckdb/node-api': ['market/lake'],
  '@duckdb/node-bindings': ['market/lake'],
  '@fastify/cookie': ['console/sessions'],
  '@fastify/csrf-protection': ['console/sessions'],
  '@fastify/formbody': ['console/sessions'],
  '@fastify/session': ['console/sessions'],
  '@expo-google-fonts/inter': ['console/pages'],
  '@modelcontextprotocol/node': ['api/mcp'],
  '@modelcontextprotocol/server': ['api/mcp'],
  '@resvg/resvg-wasm': ['console/pages'],
  'apache-arrow': ['formats'],
  'better-sqlite3': ['ledger'],
  pg: ['ledger'],
  commander: ['cli'],
  fastify: ['api/http', 'api/mcp', 'api/openapi', 'console/pages', 'console/sessions', 'server'],
  htmlparser2: ['news', 'operations'],
  'hyparquet-writer': ['formats'],
  'ipaddr.js': ['network', 'commerce/accounts'],
  'lru-cache': ['api/http', 'market/serving'],
  marked: ['console/pages'],
  negotiator: ['api/http', 'api/openapi'],
  'node-cron': ['market/ingest'],
  nodemailer: ['network'],
  preact: ['console/charts', 'console/islands', 'console/pages', 'console/sessions'],
  'preact-render-to-string': ['console/pages'],
  'prom-client': ['api/http'],
  'rss-parser': ['news'],
  undici: ['news', 'network'],
  'write-excel-file': ['formats'],
  yauzl: ['market/ingest', 'operations'],
  zod: [
    'core',
    'api/http',
    'api/endpoints',
    'api/mcp',
    'api/openapi',
    'commerce/accounts',
    'commerce/billing',
    'news',
    'operations',
    'server',
  ],
};

interface Import {
  readonly file: string;
  /** A file under src, or a package. */
  readonly target: string;
  readonly isFile: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => name.split(sep).join('/'));
const imports: Import[] = files.flatMap((file) =>
  [
    ...readFileSync(join(SRC, file), 'utf8').matchAll(
      /(?:from |import |import\(|require\(|require\.resolve\()'([^']+)'/g,
    ),
  ].map(([, name = '']) => {
    const isFile = name.startsWith('.');
    return { file, isFile, target: isFile ? pathUnderSrc(file, name) : name };
  }),
);
const ofFiles = imports.filter(({ isFile }) => isFile);

function pathUnderSrc(file: string, name: string): string {
  return relative(SRC, resolve(SRC, dirname(file), name))
    .split(sep)
    .join('/');
}

function contextOf(file: string): string {
  return file === ENTRY ? 'cli' : (file.split('/')[0] ?? '');
}

/** The folder of a file within its context. */
function folderWithin(file: string): string {
  return folderOf(file).split('/')[1] ?? '.';
}

/** The package of a file in it. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The files of an import cycle; empty where there is none. */
function cycleFrom(file: string, graph: ReadonlyMap<string, readonly string[]>, done: Set<string>): string[] {
  const path: string[] = [];
  const visit = (each: string): string[] => {
    const at = path.indexOf(each);
    if (at !== -1) return [...path.slice(at), each];
    if (done.has(each)) return [];
    path.push(each);
    for (const next of graph.get(each) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(each);
    return [];
  };
  return visit(file);
}

describe('imports', () => {
  test('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({
      file: 'market/lake/duckdb.ts',
      isFile: false,
      target: '@duckdb/node-api',
    });
  });

  test('of every file in src belong to a context and a folder of the layout', () => {
    expect(files.filter((file) => !FOLDERS.includes(folderOf(file)))).toEqual([ENTRY]);
  });

  test('between contexts point downwards', () => {
    const layerOf = (file: string) => LAYERS.findIndex((layer) => layer.includes(contextOf(file)));
    const upwards = ofFiles.filter(
      ({ file, target }) => contextOf(file) !== contextOf(target) && layerOf(target) <= layerOf(file),
    );
    expect(upwards).toEqual([]);
  });

  test('within a context follow its table', () => {
    const forbidden = ofFiles.filter(({ file, target }) => {
      const [from, to] = [folderWithin(file), folderWithin(target)];
      if (contextOf(file) !== contextOf(target) || from === to) return false;
      return !WITHIN[contextOf(file)]?.[from]?.includes(to);
    });
    expect(forbidden).toEqual([]);
  });

  test('form no cycle between files', () => {
    const graph = new Map(
      files.map((file) => [file, ofFiles.filter((each) => each.file === file).map((each) => each.target)]),
    );
    const done = new Set<string>();
    expect(files.map((file) => cycleFrom(file, graph, done)).find((cycle) => cycle.length > 0)).toBe(
      undefined,
    );
  });

  test(`make at most ${MAX_ARROWS} arrows between folders`, () => {
    const arrows = new Set(
      ofFiles
        .filter(
          ({ file, target }) =>
            file !== ENTRY && folderOf(file) !== folderOf(target) && contextOf(target) !== 'core',
        )
        .map(({ file, target }) => `${folderOf(file)} -> ${folderOf(target)}`),
    );
    expect(arrows.size).toBeLessThanOrEqual(MAX_ARROWS);
  });

  test('of a package stand in the folder that owns it', () => {
    const forbidden = imports.filter(({ file, isFile, target }) => {
      if (isFile || target.startsWith('node:')) return false;
      return !PACKAGE_OWNERS[packageOf(target)]?.includes(folderOf(file));
    });
    expect(forbidden).toEqual([]);
  });

  test('of the core use no disk, network or process, except for the files and the threads of the package', () => {
    const effects = imports.filter(
      ({ file, target }) =>
        contextOf(file) === 'core' &&
        target.startsWith('node:') &&
        !['node:path', 'node:crypto'].includes(target) &&
        !['core/package-files.ts', 'core/worker-thread.ts'].includes(file),
    );
    expect(effects).toEqual([]);
  });
});

test('the TypeScript client imports only its own files', () => {
  const folder = resolve(SRC, '../clients/typescript/src');
  const names = readdirSync(folder);
  const imported = names.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/from '([^']+)'/g)].map(([, target]) => target),
  );
  expect(imported.length).toBeGreaterThan(10);
  expect(imported.filter((target = '') => !names.includes(target.slice(2)))).toEqual([]);
});

test('only the Lake object and the views of DuckDB know the layout of the lake', () => {
  const root = resolve(SRC, '..');
  const knowing = ['src', 'sql'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.split(sep).join('/')}`)
      .filter(
        (name) => /\.(ts|sql)$/.test(name) && readFileSync(join(root, name), 'utf8').includes('trade_date='),
      ),
  );
  expect(knowing.toSorted()).toEqual(['sql/analyst/views.sql', 'src/market/lake/lake.ts']);
});

test('a folder of tests has the name of the folder of src that it tests, or is one that CONTRIBUTING.md describes', () => {
  const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => dirname(name).split(sep).join('/'));
  const others = folders.filter((folder) => !existsSync(join(SRC, folder)));
  expect([...new Set(others)].toSorted()).toEqual(OTHER_TEST_FOLDERS);
  const guide = readFileSync(resolve(SRC, '../CONTRIBUTING.md'), 'utf8');
  for (const folder of OTHER_TEST_FOLDERS) expect(guide).toContain(`\`test/${folder}/\``);
});
