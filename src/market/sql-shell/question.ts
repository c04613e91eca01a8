import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import { withoutNaN } from '../../formats/ndjson.ts';
import type { DuckConnection } from '../lake/duckdb.ts';
import { startOfToken } from './statements.ts';

/**
 * The functions that may stand in FROM. They read, within the folders that the session can reach; of the others some write files there
 * (`enable_profiling`, `enable_logging`), read memory by its address (`arrow_scan`) or hide SQL from this check (`query`).
 */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(
  `range generate_series unnest repeat repeat_row summary histogram histogram_values test_all_types
  read_parquet parquet_scan parquet_metadata parquet_schema parquet_file_metadata parquet_kv_metadata
  read_csv read_csv_auto sniff_csv read_text read_blob json_each json_tree
  read_json read_json_auto read_json_objects read_ndjson read_ndjson_auto read_ndjson_objects
  duckdb_columns duckdb_functions duckdb_keywords duckdb_memory duckdb_settings duckdb_tables duckdb_types duckdb_views
  pragma_table_info pragma_version pg_timezone_names icu_calendar_names`.split(/\s+/),
);
const FORBIDDEN_FUNCTIONS: ReadonlySet<string> = new Set(['write_log']);

/** They would make tables, which would stand in place of the views. */
const FORBIDDEN_PARAMETERS = /"(store_rejects|rejects_\w+)"/i;

export interface Question {
  /** One SELECT, in one of its forms. */
  readonly text: string;
  /** Asks for the plan in place of the answer. */
  readonly explain: '' | 'EXPLAIN\n' | 'EXPLAIN ANALYZE\n';
}

/**
 * SQL of a user that is one question, and changes nothing. Judged by how DuckDB itself reads it, before any of it is run or bound.
 * @throws AlirError `bad_query`
 */
export async function questionOf(connection: DuckConnection, text: string): Promise<Question> {
  // DuckDB would stop reading at a NUL, and what was not UTF-8 is not what was written.
  if (/[\0\uFFFD]/.test(text)) throw new AlirError('bad_query', 'The text is not UTF-8, or has a NUL.');
  const { question, explain } = withoutExplain(text);
  const { tree: written } = await connection.row(sql('analyst/syntax_tree'), { text: question });
  const tree = JSON.parse(withoutNaN(String(written)));
  if (tree.error) {
    // Only a failed attempt to prepare it has the position in words.
    if (tree.error_type === 'parser') await connection.columnsOf(text);
    throw refused('Only questions are taken');
  }
  if (tree.statements.length === 0) throw refused('There is no question');
  if (tree.statements.length > 1) throw refused('That is more than one statement');
  for (const node of nodesOf(tree)) {
    const name = functionOf(node);
    if (name !== undefined) throw refused(`The function ${name} cannot be used here`);
  }
  return { text: question, explain };
}

function withoutExplain(text: string): { question: string; explain: Question['explain'] } {
  const behind = wordAt(text, 0, 'EXPLAIN');
  if (behind === undefined) return { question: text, explain: '' };
  const analyzed = wordAt(text, behind, 'ANALYZE');
  return analyzed === undefined
    ? { question: text.slice(behind), explain: 'EXPLAIN\n' }
    : { question: text.slice(analyzed), explain: 'EXPLAIN ANALYZE\n' };
}

/** Where a word ends, if it is the next token from here on. */
function wordAt(text: string, from: number, word: string): number | undefined {
  const start = startOfToken(text, from);
  const end = start + word.length;
  const isWord = text.slice(start, end).toUpperCase() === word && !/^\w/.test(text.slice(end, end + 1));
  return isWord ? end : undefined;
}

type Node = Readonly<Record<string, unknown>>;

/** The name of a function that may not be called, if that is what the node does. */
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

/** Every object of the tree. A list of what is left to look at, since a tree can be deep. */
function* nodesOf(tree: unknown): Generator<Node> {
  const left = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as Node;
    for (const child of Object.values(value)) left.push(child);
  }
}

function refused(what: string): AlirError {
  return new AlirError(
    'bad_query',
    `${what}: give one SELECT, FROM, WITH, VALUES, PIVOT ... IN (...), DESCRIBE, SUMMARIZE or SHOW, or EXPLAIN with one of these. The lake is read-only here.`,
  );
}
