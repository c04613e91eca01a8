/** The layout of src. `architecture.test.ts` checks the imports against it, `readme.test.ts` the code map of the README. */

/** The only file of src outside a folder: the program `alir`, which belongs to the context `cli`. */
export const ENTRY = 'cli.ts';

/** The contexts, from top to bottom. A file imports only from its own context and from the lines below it. */
export const LAYERS = [
  ['cli'],
  ['server'],
  ['console'],
  ['api', 'operations'],
  ['market', 'commerce', 'news'],
  ['ledger', 'formats', 'network'],
  ['core'],
];

/** The folders of the same context that a folder may import. A context without folders is not listed. */
export const WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  cli: { '.': ['demo'], demo: [] },
  console: {
    texts: [],
    charts: ['texts'],
    islands: ['texts', 'charts'],
    sessions: [],
    pages: ['texts', 'charts', 'sessions'],
  },
  api: {
    http: [],
    admission: ['http'],
    endpoints: ['http'],
    mcp: ['http', 'admission'],
    openapi: ['http'],
  },
  market: {
    lake: [],
    serving: ['lake'],
    ingest: ['lake', 'serving'],
    queries: ['serving'],
    'sql-shell': ['lake'],
  },
  commerce: { accounts: [], people: ['accounts'], usage: ['accounts'], billing: ['accounts'] },
};

/** The path of every folder with files, relative to src. */
export const FOLDERS: readonly string[] = LAYERS.flat().flatMap((context) =>
  Object.keys(WITHIN[context] ?? { '.': [] }).map((folder) =>
    folder === '.' ? context : `${context}/${folder}`,
  ),
);
