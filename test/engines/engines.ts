import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolders, LakeTable } from '../../src/core/folders.ts';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { type Engine, lakeDdl } from '../../src/operations/lake-ddl.ts';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { PYTHON } from '../support/guide.ts';
import { freePort } from '../support/listen.ts';
import type { Question } from './questions.ts';

/** Where `install.sh` installed the engines. */
const INSTALLED = process.env.ALIR_TEST_ENGINES;
const ENGINES_PYTHON = INSTALLED ? join(INSTALLED, 'python/bin/python') : PYTHON;
const CHDB = INSTALLED ? join(INSTALLED, 'chdb') : process.env.ALIR_TEST_CHDB;
const JARS = ['delta-spark', 'delta-storage'].map((name) => join(INSTALLED ?? '', `jars/${name}.jar`));
const TRINO = join(INSTALLED ?? '', 'trino/bin/launcher');
const CLICKHOUSE = join(import.meta.dirname, 'clickhouse.mjs');
const STARTS_WITHIN_MS = 240_000;

export type Cells = readonly (readonly (string | null)[])[];

/** A program that reads Delta tables. */
export interface Reader {
  readonly name: string;
  /** @param version the version of each table; without it, the newest one */
  ask(question: Question, version?: number): Promise<Cells>;
  /** Runs SQL on the tables and views of `alir lake ddl`. */
  run(sql: string): Promise<Cells>;
  /** The number of files that a query reads, where the engine says it. */
  filesOf?(sql: string): Promise<number>;
}

const HAS_MODULE = (name: string) => spawnSync(ENGINES_PYTHON, ['-c', `import ${name}`]).status === 0;

/** The readers that this machine has, by name. Each reads the Delta tables in a folder. */
export const READERS: Readonly<Record<string, (delta: string) => Promise<Reader>>> = {
  ...(HAS_MODULE('deltalake, duckdb, pyarrow') && {
    DuckDB: async (delta: string) => inPython('duckdb', delta, named),
    pyarrow: async (delta: string) => inPython('pyarrow', delta, named),
  }),
  ...(HAS_MODULE('deltalake, polars') && {
    polars: async (delta: string) => inPython('polars', delta, named),
  }),
  ...(CHDB !== undefined && { ClickHouse: clickhouse }),
  ...(existsSync(JARS[0] ?? '') && { Spark: spark }),
  ...(existsSync(TRINO) && { Trino: trino }),
};

const named = (table: string) => table;

/** A program that answers each line of its input with a line of its output. */
class LineProgram {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();
  #errors = '';

  constructor(command: string, args: readonly string[], cwd: string) {
    this.#child = spawn(command, args, { cwd, env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' } });
    this.#child.stderr?.on('data', (data) => {
      this.#errors = `${this.#errors}${data}`.slice(-5000);
    });
    const output = this.#child.stdout as NodeJS.ReadableStream;
    this.#lines = createInterface({ input: output })[Symbol.asyncIterator]();
    afterThisTest(async () => void this.#child.kill('SIGKILL'));
  }

  ask(request: object): Promise<Cells> {
    const answer = this.#last.then(async () => {
      this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the program ended: ${this.#errors}`);
      const { rows, error } = JSON.parse(value) as { rows: Cells; error?: string };
      if (error !== undefined) throw new Error(error);
      return rows;
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

function inPython(
  engine: string,
  delta: string,
  table: (name: LakeTable, version?: number) => string,
  ...args: string[]
): Reader {
  const program = new LineProgram(
    ENGINES_PYTHON,
    [join(import.meta.dirname, 'reader.py'), engine, delta, ...args],
    delta,
  );
  return {
    name: engine,
    ask: (question, version) =>
      program.ask({
        sql: question((name) => table(name, version)),
        version: version ?? null,
        counts: false,
      }),
    run: (sql) => program.ask({ sql, version: null, counts: false }),
    filesOf: async (sql) => Number(await program.ask({ sql, version: null, counts: true })),
  };
}

/** Runs the SQL of `alir lake ddl` in a reader. */
async function register(reader: Reader, engine: Engine, location: string, schema = 'alir'): Promise<Reader> {
  for (const sql of lakeDdl(engine, { location, schema })) await reader.run(sql);
  return reader;
}

async function spark(delta: string): Promise<Reader> {
  const table = (name: LakeTable, version?: number) =>
    version === undefined ? `alir.${name}` : `alir.${name} VERSION AS OF ${version}`;
  return register(inPython('spark', delta, table, ...JARS), 'spark', delta);
}

/** ClickHouse reads only files in its current folder, and takes one version for all tables of a query. */
async function clickhouse(delta: string): Promise<Reader> {
  const program = new LineProgram(process.execPath, [CLICKHOUSE, CHDB ?? ''], delta);
  const reader: Reader = {
    name: 'ClickHouse',
    ask: (question, version) => {
      const sql = question((name) => `deltaLakeLocal('${delta}/${name}')`);
      return program.ask({
        sql: version === undefined ? sql : `${sql} SETTINGS delta_lake_snapshot_version = ${version}`,
      });
    },
    run: (sql) => program.ask({ sql }),
    filesOf: async (sql) => Number(await program.ask({ sql, counts: true })),
  };
  return register(reader, 'clickhouse', delta);
}

async function trino(delta: string): Promise<Reader> {
  const root = dirname(delta);
  const folder = await temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const files = {
    'config.properties': `coordinator=true
node-scheduler.include-coordinator=true
http-server.http.port=${port}
discovery.uri=${url}
node.internal-address=127.0.0.1
query.max-memory=400MB
query.max-memory-per-node=400MB
memory.heap-headroom-per-node=200MB`,
    'node.properties': `node.environment=test\nnode.id=test\nnode.data-dir=${folder}/data`,
    'jvm.config': `-Xmx1500M
-Djdk.attach.allowAttachSelf=true
--enable-native-access=ALL-UNNAMED
--sun-misc-unsafe-memory-access=allow
--add-modules=jdk.incubator.vector`,
    'catalog/delta.properties': `connector.name=delta_lake
hive.metastore=file
hive.metastore.catalog.dir=local:///trino
fs.native-local.enabled=true
local.location=${root}
delta.register-table-procedure.enabled=true`,
  };
  await mkdir(join(folder, 'etc/catalog'), { recursive: true });
  await mkdir(join(root, 'trino'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'etc', name), `${text}\n`);
  const { TRINO_JAVA_HOME = process.env.JAVA_HOME } = process.env;
  const env = {
    ...process.env,
    JAVA_HOME: TRINO_JAVA_HOME,
    PATH: `${TRINO_JAVA_HOME}/bin:${process.env.PATH}`,
  };
  const server = spawn(TRINO, ['run', `--etc-dir=${folder}/etc`], { env, stdio: 'ignore' });
  afterThisTest(async () => void server.kill('SIGKILL'));
  const run = (sql: string) => askTrino(url, sql);
  const until = async (sql: string) => {
    for (let waited_ms = 0; ; waited_ms += 500) {
      const isAnswered = await run(sql).then(Boolean, () => false);
      if (isAnswered) return;
      if (waited_ms > STARTS_WITHIN_MS || server.exitCode !== null) throw new Error('Trino did not start');
      await sleep(500);
    }
  };
  await until('SELECT 1');
  const reader: Reader = {
    name: 'Trino',
    ask: (question, version) =>
      run(
        question(
          (name) => `delta.alir.${name}${version === undefined ? '' : ` FOR VERSION AS OF ${version}`}`,
        ),
      ),
    run,
  };
  await register(reader, 'trino', 'local:///delta', 'delta.alir');
  // The server registers tables before it takes part in queries itself.
  await until('SELECT count(*) FROM delta.alir.ticker_day');
  return reader;
}

interface TrinoAnswer {
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly message: string };
  readonly nextUri?: string;
}

/** The protocol of Trino's HTTP server: a query is posted, then its pages are read until there is no next one. */
async function askTrino(url: string, sql: string): Promise<Cells> {
  const rows: Cells[number][] = [];
  const headers = { 'x-trino-user': 'alir' };
  let response = await fetch(`${url}/v1/statement`, { method: 'POST', body: sql, headers });
  for (;;) {
    const { data = [], error, nextUri } = (await response.json()) as TrinoAnswer;
    if (error) throw new Error(error.message);
    rows.push(...data.map((row) => row.map((cell) => (cell === null ? null : String(cell)))));
    if (nextUri === undefined) return rows;
    response = await fetch(nextUri, { headers });
  }
}

/** Alir's own DuckDB, on the files that the ledger lists. */
export async function ledgerReader(
  folders: DataFolders,
  history: () => Promise<Parameters<Lake['files']>[0][]>,
): Promise<Reader> {
  const duck = await Duck.open({ folders: [folders.delta], memory_limit_mb: 300, threads: 2 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  const lake = new Lake(folders);
  const run = async (sql: string): Promise<Cells> =>
    (await connection.rows(sql)).map((row) =>
      Object.values(row).map((cell) => (cell === null ? null : String(cell))),
    );
  return {
    name: 'ledger',
    run,
    ask: async (question, version) => {
      const days = new Map((await history()).slice(0, version).map((each) => [each.trade_date, each]));
      return run(
        question((table) => {
          const files = [...days.values()].map((day) => `'${lake.file(table, day)}'`);
          return `read_parquet([${files.join()}], hive_partitioning = true, hive_types = {'trade_date': DATE})`;
        }),
      );
    },
  };
}
