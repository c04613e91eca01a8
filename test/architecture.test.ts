import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Who may import whom. A folder that is not named here may not exist. Root files wire everything together. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  lake: ['core', 'sql'],
  ledger: ['core', 'sql'],
  serving: ['core', 'lake', 'sql'],
  analyst: ['core', 'formats', 'lake', 'sql'],
  ingest: ['core', 'lake', 'ledger', 'serving'],
  backup: ['core', 'lake', 'ledger'],
  accounts: ['core', 'ledger', 'http'],
  http: ['core'],
  usage: ['core', 'http', 'accounts', 'ledger'],
  billing: ['core', 'http', 'ledger', 'accounts', 'usage'],
  formats: ['core'],
  admission: ['core', 'formats', 'http', 'accounts', 'usage'],
  'broker-summary': ['core', 'http', 'serving'],
  'foreign-flow': ['core', 'http', 'serving'],
  news: ['core', 'http'],
  mcp: ['core', 'formats', 'http', 'accounts', 'admission'],
  docs: ['core', 'formats', 'http'],
  demo: ['core'],
  commands: [
    'core',
    'accounts',
    'analyst',
    'backup',
    'billing',
    'formats',
    'ingest',
    'mcp',
    'demo',
    'main',
    'config',
  ],
};

/** Each technology has one owner: nobody else knows that it is used. */
const PACKAGE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@duckdb/node-api': ['lake'],
  '@duckdb/node-bindings': ['lake'],
  '@fastify/swagger-ui': ['docs'],
  '@modelcontextprotocol/node': ['mcp'],
  '@modelcontextprotocol/server': ['mcp'],
  'apache-arrow': ['formats'],
  'better-sqlite3': ['ledger'],
  'better-sqlite3-node20': ['ledger'],
  commander: ['cli'],
  htmlparser2: ['news'],
  'hyparquet-writer': ['formats'],
  'ipaddr.js': ['news'],
  negotiator: ['docs', 'formats', 'http'],
  fastify: ['http', 'admission', 'mcp', 'docs', 'app', 'main'],
  'lru-cache': ['http', 'admission'],
  'node-cron': ['ingest'],
  'prom-client': ['http'],
  'rss-parser': ['news'],
  undici: ['news'],
  yauzl: ['ingest'],
  zod: [
    'core',
    'http',
    'broker-summary',
    'foreign-flow',
    'usage',
    'news',
    'accounts',
    'backup',
    'billing',
    'mcp',
    'docs',
    'config',
  ],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const imports: Import[] = files.flatMap((file) =>
  [
    ...readFileSync(join(SRC, file), 'utf8').matchAll(
      /(?:from |import |import\(|require\(|require\.resolve\()'([^']+)'/g,
    ),
  ].map((match) => ({
    file,
    from: placeOf(file),
    target: String(match[1]),
  })),
);

/** The folder directly under src; for a file that lies there itself, its name. */
function placeOf(file: string): string {
  return (file.split(sep)[0] ?? '').replace(/\.ts$/, '');
}

/** The package of a file in it. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('who may import whom', () => {
  test('the reader of imports sees them', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports).toContainEqual({
      file: join('lake', 'duckdb.ts'),
      from: 'lake',
      target: '@duckdb/node-api',
    });
  });

  test('every folder is in the table', () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((folder) => folder.name).toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  });

  test('folders import only what the table allows', () => {
    const forbidden = imports.filter(({ file, from, target }) => {
      const allowed = MAY_IMPORT[from];
      if (!allowed || !target.startsWith('.')) return false;
      const place = placeOf(relative(SRC, resolve(SRC, dirname(file), target)));
      return place !== from && !allowed.includes(place);
    });
    expect(forbidden).toEqual([]);
  });

  test('only its owner imports a package', () => {
    const forbidden = imports.filter(({ from, target }) => {
      if (target.startsWith('.') || target.startsWith('node:')) return false;
      return !PACKAGE_OWNERS[packageOf(target)]?.includes(from);
    });
    expect(forbidden).toEqual([]);
  });

  test('the core touches no disk, no network and no process', () => {
    const effects = imports.filter(
      ({ from, target }) => from === 'core' && target.startsWith('node:') && target !== 'node:path',
    );
    expect(effects).toEqual([]);
  });
});
