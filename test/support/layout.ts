/** The layout of src: `architecture.test.ts` holds the imports to it, `readme.test.ts` the code map of the README. */

/** The contexts, from the top to the bottom: a file imports from its own context and from the lines below it. */
export const LAYERS = [
  ['cli'],
  ['server'],
  ['api', 'operations'],
  ['market', 'commerce', 'news'],
  ['ledger', 'formats'],
  ['core'],
];

/** Which folders of its own context a folder may import. A context without folders is not listed. */
export const WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  cli: { '.': ['demo'], demo: [] },
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
  commerce: { accounts: [], usage: ['accounts'], billing: ['accounts'] },
};

/** Every folder with files, by its path under src. */
export const FOLDERS: readonly string[] = LAYERS.flat().flatMap((context) =>
  Object.keys(WITHIN[context] ?? { '.': [] }).map((folder) =>
    folder === '.' ? context : `${context}/${folder}`,
  ),
);
