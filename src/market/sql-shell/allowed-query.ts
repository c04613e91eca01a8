import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import { withoutNaN } from '../../formats/ndjson.ts';
import type { DuckConnection } from '../lake/duckdb.ts';
import { startOfToken } from './statements.ts';

/**
 * The table functions that are allowed in FROM: those of the views, and those of DuckDB that only read files within the folders of the
 * session. Some of the others write files there (`enable_profiling`, `enable_logging`), read memory by its address (`arrow_scan`) or hide
 * SQL from this check (`query`).
 */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(
  `broker_summary
  range generate_series unnest repeat repeat_row summary histogram histogram_values test_all_types
  read_parquet parquet_scan parquet_metadata parquet_schema parquet_file_metadata parquet_kv_metadata
  read_csv read_csv_auto sniff_csv read_text read_blob json_each json_tree
  read_json read_json_auto read_json_objects read_ndjson read_ndjson_auto read_ndjson_objects
  duckdb_columns duckdb_functions duckdb_keywords duckdb_memory duckdb_settings duckdb_tables duckdb_types duckdb_views
  pragma_table_info pragma_version pg_timezone_names icu_calendar_names`.split(/\s+/),
);
const FORBIDDEN_FUNCTIONS: ReadonlySet<string> = new Set(['write_log']);

/** These parameters would create tables, which would hide the views. */
const FORBIDDEN_PARAMETERS = /"(store_rejects|rejects_\w+)"/i;

export interface ParsedQuery {
  /** One SELECT statement, in any of its forms. */
  readonly text: string;
  /** The prefix that requests the plan instead of the rows. */
  readonly explain: '' | 'EXPLAIN\n' | 'EXPLAIN ANALYZE\n';
}

/**
 * Parses the SQL of a user and accepts one query that changes nothing. The decision is made on DuckDB's own syntax tree, before any of
 * the SQL is run or bound.
 * @throws AlirError `bad_query`
 */
export async function parseQuery(connection: DuckConnection, text: string): Promise<ParsedQuery> {
  // DuckDB would stop reading at a NUL, and U+FFFD replaces bytes that are not UTF-8.
  if (/[\0\uFFFD]/.test(text))
    throw new AlirError('bad_query', 'The query is not valid UTF-8 or contains a NUL character.');
  const { query, explain } = withoutExplain(text);
  const { tree: written } = await connection.row(sql('analyst/syntax_tree'), { text: query });
  const tree = JSON.parse(withoutNaN(String(written)));
  if (tree.error) {
    // Only the error of preparing the text gives the position in words.
    if (tree.error_type === 'parser') await connection.columnsOf(text);
    throw refused('Only queries that read data are allowed');
  }
  if (tree.statements.length === 0) throw refused('The query is empty');
  if (tree.statements.length > 1) throw refused('Only one statement is allowed');
  for (const node of nodesOf(tree)) {
    const name = functionOf(node);
    if (name !== undefined) throw refused(`The function ${name} is not allowed`);
  }
  return { text: query, explain };
}

function withoutExplain(text: string): { query: string; explain: ParsedQuery['explain'] } {
  const behind = wordAt(text, 0, 'EXPLAIN');
  if (behind === undefined) return { query: text, explain: '' };
  const analyzed = wordAt(text, behind, 'ANALYZE');
  return analyzed === undefined
    ? { query: text.slice(behind), explain: 'EXPLAIN\n' }
    : { query: text.slice(analyzed), explain: 'EXPLAIN ANALYZE\n' };
}

/** The end of a word if the word is the next token; otherwise undefined. */
function wordAt(text: string, from: number, word: string): number | undefined {
  const start = startOfToken(text, from);
  const end = start + word.length;
  const isWord = text.slice(start, end).toUpperCase() === word && !/^\w/.test(text.slice(end, end + 1));
  return isWord ? end : undefined;
}

type Node = Readonly<Record<string, unknown>>;

/** The name of the forbidden function that the node calls, if any. */
function functionOf(node: Node): string | undefined {
  if (node.type === 'TABLE_FUNCTION') {
    const name = nameIn(node.function);
    const [, parameter] = FORBIDDEN_PARAMETERS.exec(JSON.stringify(node.function)) ?? [];
    if (parameter !== undefined) return `${name} with ${parameter}`;
    return TABLE_FUNCTIONS.has(name) ? undefined : name;
  }
  return node.type === 'FUNCTION' && FORBIDDEN_FUNCTIONS.has(nameIn(node)) ? nameIn(node) : undefined;
}

function nameIn(node: unknown): string {
  return String((node as Node | undefined)?.function_name).toLowerCase();
}

/** Every object of the tree. Uses an explicit stack, because a tree can be deeper than the call stack. */
function* nodesOf(tree: unknown): Generator<Node> {
  const stack = [tree];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as Node;
    for (const child of Object.values(value)) stack.push(child);
  }
}

function refused(what: string): AlirError {
  return new AlirError(
    'bad_query',
    `${what}. Use one SELECT, FROM, WITH, VALUES, PIVOT ... IN (...), DESCRIBE, SUMMARIZE or SHOW, or EXPLAIN with one of these. The lake is read-only.`,
  );
}
