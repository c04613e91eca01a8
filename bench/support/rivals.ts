import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DuckDBDateValue, DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { ColumnRows } from '../../src/core/column-rows.ts';
import type { BrokerRow } from '../../src/core/market/rows.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { ROOT } from './demo-data.ts';

export interface Question {
  readonly ticker: string;
  readonly from: string;
  readonly to: string;
}

/** A row for each broker, as objects or in columns; two answers are the same when comparable() makes the same of them. */
export type Answer = readonly object[] | ColumnRows<BrokerRow>;

/** What somebody would have built instead. Each answers the same question, for all investors and both markets. */
export interface Rival {
  readonly name: string;
  readonly ask: (question: Question) => Promise<Answer>;
  readonly close: () => Promise<void> | void;
  /** How often it can be asked in a reasonable time. */
  readonly runs: number;
}

const SUMS = 'buy_freq sell_freq buy_volume sell_volume buy_value sell_value'.split(' ');
const FOLDER = resolve(ROOT, '.bench/rivals');
/** The text of a file in `bench/sql/`, by its name without the extension. */
export const sqlOf = (name: string) => readFileSync(resolve(ROOT, 'bench/sql', `${name}.sql`), 'utf8');
/** The question of each rival, which differ in the rows and in how parameters are written. */
const summaryOf = (rows: string, condition: string) =>
  sqlOf('broker_summary')
    .replace('$rows', () => rows)
    .replace('$condition', () => condition);
const date = (day: string) => new DuckDBDateValue(Date.parse(day) / 86_400_000);

/** Broker code, then the six sums, as text, in the order of the codes. */
export function comparable(rows: Answer): string[] {
  const objects = rows instanceof ColumnRows ? rows.toJSON() : rows;
  return (objects as Record<string, unknown>[])
    .map((row) => [row.code ?? row.broker, ...SUMS.map((sum) => row[sum])].join(' '))
    .sort();
}

/** @param files a pattern of the broker_day files of the years that are compared */
export async function rivals(files: string): Promise<Rival[]> {
  mkdirSync(FOLDER, { recursive: true });
  const duckdb = await duckdbTable(files);
  const all = [duckdb, await parquetFiles(files), await sqlite()];
  const postgres = await postgresql();
  return postgres ? [...all, postgres] : all;
}

async function duckdbTable(files: string): Promise<Rival> {
  const path = `${FOLDER}/broker_day.duckdb`;
  await madeOnce(path, async () => {
    const instance = await DuckDBInstance.create(path, { threads: '2' });
    const connection = await instance.connect();
    await connection.run(`SET VARIABLE broker_day_files = '${files}'`);
    await connection.run(sqlOf('duckdb_table'));
    connection.closeSync();
    instance.closeSync();
  });
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  const ids = new Map(
    (await connection.runAndReadAll('SELECT code, ticker_id FROM ticker')).getRows() as [string, number][],
  );
  const statement = await connection.prepare(
    summaryOf('broker_day', 'ticker_id = $ticker_id AND trade_date BETWEEN $from AND $to'),
  );
  return {
    name: 'DuckDB table sorted by ticker',
    runs: 60,
    ask: async ({ ticker, from, to }) => {
      statement.bind({ ticker_id: ids.get(ticker) ?? 0, from: date(from), to: date(to) });
      return (await statement.runAndReadAll()).getRowObjects();
    },
    close: () => instance.closeSync(),
  };
}

async function parquetFiles(files: string): Promise<Rival> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  await connection.run(`SET VARIABLE broker_day_files = '${files}'`);
  const statement = await connection.prepare(
    summaryOf(
      "read_parquet(getvariable('broker_day_files'), hive_partitioning = true, hive_types = {'trade_date': DATE})",
      "ticker = $ticker AND trade_date BETWEEN $from AND $to AND market IN ('RG', 'NG')",
    ),
  );
  return {
    name: 'daily Parquet files by glob, in DuckDB',
    runs: 8,
    ask: async ({ ticker, from, to }) => {
      statement.bind({ ticker, from: date(from), to: date(to) });
      return (await statement.runAndReadAll()).getRowObjects();
    },
    close: () => instance.closeSync(),
  };
}

/** A clustered table in the order of the question, which is the best covering index that SQLite has. */
async function sqlite(): Promise<Rival> {
  const path = `${FOLDER}/broker_day.sqlite`;
  await madeOnce(path, async () => {
    const db = new Database(path);
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.exec(sqlOf('sqlite_table'));
    const insert = db.prepare(`INSERT INTO broker_day VALUES (${Array(11).fill('?').join(', ')})`);
    db.exec('BEGIN');
    for await (const rows of exportedRows()) for (const row of rows) insert.run(row);
    db.exec('COMMIT; ANALYZE;');
    db.close();
  });
  const db = new Database(path, { readonly: true });
  db.pragma('cache_size = -1000000');
  db.pragma('mmap_size = 8000000000');
  const statement = db.prepare(
    summaryOf('broker_day', 'ticker = :ticker AND trade_date BETWEEN :from AND :to'),
  );
  return {
    name: 'SQLite, clustered covering table',
    runs: 40,
    ask: async (question) => statement.all(question) as object[],
    close: () => void db.close(),
  };
}

async function* exportedRows(): AsyncGenerator<unknown[][]> {
  const instance = await DuckDBInstance.create(`${FOLDER}/broker_day.duckdb`, {
    access_mode: 'READ_ONLY',
    threads: '2',
  });
  const connection = await instance.connect();
  const result = await connection.stream(sqlOf('export_rows'));
  for await (const rows of result.yieldRows()) yield rows as unknown[][];
  connection.closeSync();
  instance.closeSync();
}

const PG_BIN = '/usr/lib/postgresql';

/** Where the server's programs are installed. It listens on a socket of its own only. */
async function postgresql(): Promise<Rival | undefined> {
  let bin: string;
  try {
    bin = execFileSync('sh', ['-c', `command -v psql > /dev/null && ls -d ${PG_BIN}/*/bin | tail -1`], {
      encoding: 'utf8',
    }).trim();
  } catch {
    console.log('PostgreSQL is left out: it is not installed.');
    return undefined;
  }
  const data = `${FOLDER}/postgres`;
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
  const run = (program: string, ...args: string[]) =>
    isRoot
      ? execFileSync('runuser', ['-u', 'postgres', '--', `${bin}/${program}`, ...args], { stdio: 'ignore' })
      : execFileSync(`${bin}/${program}`, args, { stdio: 'ignore' });
  if (!existsSync(`${data}.whole`)) {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
    if (isRoot) {
      const [uid = 0, gid = 0] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, 'postgres'])));
      chownSync(data, uid, gid);
    }
    run('initdb', '-D', data, '-U', 'alir', '-A', 'trust', '-E', 'UTF8');
  }
  const settings = `-c listen_addresses= -c unix_socket_directories=${data} -c shared_buffers=2GB -c work_mem=64MB -c maintenance_work_mem=1GB -c fsync=off -c max_wal_size=8GB -c jit=off`;
  run('pg_ctl', '-D', data, '-w', '-o', settings, '-l', `${data}/log`, 'start');
  const stop = () => run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
  try {
    const client = new pg.Client({ host: data, user: 'alir', database: 'postgres' });
    await client.connect();
    if (!existsSync(`${data}.whole`)) {
      console.log('Filling PostgreSQL, once ...');
      const csv = `${data}/rows.csv`;
      const instance = await DuckDBInstance.create(`${FOLDER}/broker_day.duckdb`, {
        access_mode: 'READ_ONLY',
        threads: '2',
      });
      const connection = await instance.connect();
      await connection.run(
        `COPY (${sqlOf('export_rows').replace(/;\s*$/, '')}) TO '${csv}' (FORMAT csv, HEADER false)`,
      );
      connection.closeSync();
      instance.closeSync();
      await client.query(sqlOf('postgres_table'));
      await client.query(`COPY broker_day FROM '${csv}' (FORMAT csv)`);
      rmSync(csv);
      await client.query(sqlOf('postgres_index'));
      await client.query('VACUUM ANALYZE broker_day');
      writeFileSync(`${data}.whole`, '');
    }
    const text = summaryOf('broker_day', 'ticker = $1 AND trade_date BETWEEN $2 AND $3');
    return {
      name: 'PostgreSQL, covering index',
      runs: 40,
      ask: async ({ ticker, from, to }) => {
        const { rows } = await client.query({ name: 'broker_summary', text, values: [ticker, from, to] });
        return rows;
      },
      close: async () => {
        await client.end();
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function madeOnce(path: string, make: () => Promise<void>): Promise<void> {
  const marker = `${path}.whole`;
  if (existsSync(marker)) return;
  console.log(`Making ${path}, once ...`);
  rmSync(path, { force: true });
  await make();
  writeFileSync(marker, '');
}
