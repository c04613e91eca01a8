import { dirname } from 'node:path';

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
  console: {
    texts: [],
    charts: ['texts'],
    islands: ['texts', 'charts'],
    sessions: [],
    pages: ['texts', 'charts', 'sessions'],
  },
  api: { http: [], endpoints: ['http'], mcp: ['http'], openapi: ['http'] },
  market: { lake: [], serving: ['lake'], ingest: ['lake', 'serving'], 'sql-shell': ['lake'] },
  commerce: { accounts: [], billing: ['accounts'] },
};

/** The path of every folder, relative to src. The folders in it are its groups of files. */
export const FOLDERS: readonly string[] = LAYERS.flat().flatMap((context) =>
  Object.keys(WITHIN[context] ?? { '.': [] }).map((folder) =>
    folder === '.' ? context : `${context}/${folder}`,
  ),
);

/** The folder of a file under src: for a file in a group, the folder that has the group. */
export function folderOf(file: string): string {
  const [context = '', folder = ''] = dirname(file).split('/');
  return context in WITHIN ? `${context}/${folder}` : context;
}
