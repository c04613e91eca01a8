import { whenAllSettled } from '../../core/all-settled.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { LAKE_TABLES, type LakeTable } from '../../core/folders.ts';
import { DailyFileRejected, MAX_REPORTED_PROBLEMS, type Problem } from '../../core/market/daily-file.ts';
import { type CauseCode, cause } from '../../core/market/file-causes.ts';
import { sql } from '../../core/package-files.ts';
import { type DayFacts, dayFacts, factsOf, readDay } from './day-facts.ts';
import type { DuckConnection, Row } from './duckdb.ts';
import { sha256OfFile } from './durable.ts';
import { keepPages } from './kept-pages.ts';
import { type DayPaths, stagedFile } from './lake.ts';
import { parquetFacts } from './parquet-facts.ts';
import { StageTimes } from './stage-times.ts';

/** Types of cells that follow the rule of their column; all others are text. The ENUM types come from `sql/lake/cell_types.sql`. */
const CANONICAL_TYPES: Readonly<Record<string, string>> = {
  TRX_CODE: 'BIGINT',
  TRX_SESS: 'TINYINT',
  TRX_TYPE: 'market_cell',
  BRK_COD2: 'broker_cell',
  BRK_COD1: 'broker_cell',
  STK_VOLM: 'BIGINT',
  STK_PRIC: 'BIGINT',
  TRX_ORD2: 'BIGINT',
  TRX_ORD1: 'BIGINT',
  TRX_TIME: 'INTEGER',
};

/** A bit for each of so many trade numbers takes 16 MB per thread. */
const MAX_DENSE_TRADE_NUMBERS = 128_000_000n;

/** If more rows than this have the same problem, the report shows one of them. */
const MAX_REPETITIONS = 5;

export interface DailyFile {
  /** Uncompressed, UTF-8 or ASCII without BOM, LF line ends. */
  readonly csv: string;
  readonly columns: readonly string[];
  /** Lines after the header that are not blank. */
  readonly data_lines: number;
  /** Whether each cell is known to follow the rule of its column, except for the range of a time of day. */
  readonly is_canonical: boolean;
  readonly trade_date: IsoDate;
}

export interface DayFiles extends DayPaths {
  readonly trades_sha256: string;
  readonly broker_day_sha256: string;
  readonly ticker_day_sha256: string;
  readonly trade_rows: number;
  readonly broker_day_rows: number;
  readonly duplicates: number;
  readonly facts: DayFacts;
}

/**
 * Converts a daily file to the Parquet files of its day, writes them to `staging` and reads them back.
 * @param connection one to an empty database
 * @param kept by table, the undamaged files of the earlier revisions whose pages the new ones keep, that of the published one first
 * @throws DailyFileRejected with the first 1,000 problems
 */
export async function writeDayFiles(
  connection: DuckConnection,
  file: DailyFile,
  staging: string,
  kept: KeptFiles = {},
  times = new StageTimes(),
): Promise<DayFiles> {
  const { trade_rows, duplicates } = await times.time('read', () => readDailyFile(connection, file));
  const files = stagedFiles(staging);
  await writeTables(connection, files, times);
  await keepEach(connection, ['trades', 'broker_day'], files, kept);
  await times.time('read_back', () => checkWritten(connection, files));
  // All later queries read what was written.
  await connection.run('DROP TABLE clean_trades');
  await times.time('write_ticker_day', () => writeTickerDay(connection, files.ticker_day));
  await keepEach(connection, ['ticker_day'], files, kept);
  // The files are hashed while DuckDB reads them.
  const [written, hashes] = await times.time('read_back', () =>
    whenAllSettled([readBack(connection, files), hashesOf(files)]),
  );
  return { ...files, ...written, ...hashes, trade_rows, duplicates };
}

/** Adds the pages of earlier revisions to staged copies of the files of a day, and reads the copies. */
export async function finishCopy(
  connection: DuckConnection,
  files: DayPaths,
  kept: KeptFiles,
): Promise<Hashes & Pick<DayFiles, 'facts'>> {
  await keepEach(connection, LAKE_TABLES, files, kept);
  return { facts: await factsOf(connection, files), ...(await hashesOf(files)) };
}

/**
 * Writes the `ticker_day` file of a published day to `staging` and reads it back.
 * @param published the files of the day; `trades` and `broker_day` must be undamaged
 * @returns the path of the file
 */
export async function buildTickerDay(
  connection: DuckConnection,
  published: DayPaths,
  staging: string,
): Promise<string> {
  const ticker_day = stagedFile(staging, 'ticker_day');
  await readDay(connection, published);
  await writeTickerDay(connection, ticker_day);
  await checkTickerDay(connection, ticker_day);
  return ticker_day;
}

interface Counts {
  readonly trade_rows: number;
  readonly duplicates: number;
}

async function readDailyFile(connection: DuckConnection, file: DailyFile): Promise<Counts> {
  await openDailyFile(connection, file);
  return (await readClean(connection, file)) ?? (await readChecked(connection, file));
}

async function openDailyFile(
  connection: DuckConnection,
  { csv, columns, trade_date }: DailyFile,
): Promise<void> {
  await connection.run('SET VARIABLE csv = $csv', { csv });
  await connection.run('SET VARIABLE text_types = $types', {
    types: Object.fromEntries(columns.map((name) => [name, 'VARCHAR'])),
  });
  await connection.run('SET VARIABLE canonical_types = $types', {
    types: Object.fromEntries(columns.map((name) => [name, CANONICAL_TYPES[name] ?? 'VARCHAR'])),
  });
  await connection.run('SET VARIABLE trade_date = $trade_date', { trade_date });
  await connection.run(sql('lake/daily_file'));
  await connection.run(sql('lake/typed_trades'));
}

/** Reads a file in one pass. @returns undefined for a file with an error or a repeated trade: this pass cannot find the details */
async function readClean(
  connection: DuckConnection,
  { data_lines, is_canonical }: DailyFile,
): Promise<Counts | undefined> {
  if (!is_canonical) return undefined;
  await connection.run(sql('lake/cell_types'));
  await connection.run(sql('lake/clean_trades'));
  const { rows, wrong_times, first_trade_no, last_trade_no, too_valuable } = await connection.row(
    sql('lake/clean_counts'),
  );
  const isClean = Number(rows) === data_lines && data_lines > 0 && wrong_times === 0n && !too_valuable;
  if (
    isClean &&
    (await countTradeNumbers(connection, BigInt(String(first_trade_no)), BigInt(String(last_trade_no)))) ===
      rows
  ) {
    return { trade_rows: data_lines, duplicates: 0 };
  }
  await connection.run('DROP TABLE clean_trades');
  return undefined;
}

async function countTradeNumbers(connection: DuckConnection, first: bigint, last: bigint): Promise<bigint> {
  const isDense = last - first < MAX_DENSE_TRADE_NUMBERS;
  if (isDense) {
    await connection.run(`SET VARIABLE first_trade_no = ${first}::BIGINT`);
    await connection.run(`SET VARIABLE last_trade_no = ${last}::BIGINT`);
  }
  const question = isDense ? 'lake/count_dense_trade_numbers' : 'lake/count_trade_numbers';
  const { trade_numbers } = await connection.row(sql(question));
  return trade_numbers as bigint;
}

async function readChecked(connection: DuckConnection, file: DailyFile): Promise<Counts> {
  await connection.run(sql('lake/raw_trades'));
  const counted = await connection.row(sql('lake/count_rows'));
  const rows = Number(counted.rows);
  await rejectUnreadable(connection, file.data_lines, rows);
  if (rows !== file.data_lines) {
    throw DailyFileRejected.whole(cause('lines_lost', file.data_lines, rows));
  }
  if (rows === 0) throw DailyFileRejected.whole(cause('no_trades'));

  await connection.run(sql('lake/cell_rules'));
  await connection.run(sql('lake/checked_rows'));
  await connection.run(sql('lake/bad_rows'));
  const { bad_rows } = await connection.row(sql('lake/count_bad_rows'));
  if (bad_rows !== 0n) {
    await rejectProblems(connection, 'lake/bad_cells', Number(bad_rows), {
      limit: MAX_REPORTED_PROBLEMS,
      repeated: MAX_REPETITIONS,
    });
  }

  await connection.run(sql('lake/repeated_trades'));
  await rejectProblems(connection, 'lake/conflicting_trades');

  const { too_valuable } = await connection.row(sql('lake/too_valuable_trades'));
  if (too_valuable) {
    throw DailyFileRejected.whole(cause('too_valuable'));
  }

  const { repeated } = await connection.row(sql('lake/count_repeated_trades'));
  const duplicates = Number(repeated);
  await connection.run(sql('lake/kept_trades'));
  return { trade_rows: rows - duplicates, duplicates };
}

export function stagedFiles(staging: string): DayPaths {
  return {
    trades: stagedFile(staging, 'trades'),
    broker_day: stagedFile(staging, 'broker_day'),
    ticker_day: stagedFile(staging, 'ticker_day'),
  };
}

async function writeTables(
  connection: DuckConnection,
  { trades, broker_day }: DayPaths,
  times: StageTimes,
): Promise<void> {
  await connection.run(sql('lake/day_trades'));
  await times.time('write_trades', () => connection.run(sql('lake/write_trades'), { trades }));
  await times.time('write_broker_day', () => connection.run(sql('lake/write_broker_day'), { broker_day }));
}

export type KeptFiles = Partial<Readonly<Record<LakeTable, readonly string[]>>>;

/** Adds the pages of earlier revisions to the new files, for queries that still read these. */
async function keepEach(
  connection: DuckConnection,
  tables: readonly LakeTable[],
  files: DayPaths,
  kept: KeptFiles,
): Promise<void> {
  for (const table of tables) {
    const [published, ...others] = kept[table] ?? [];
    if (published === undefined) continue;
    const facts = await parquetFacts(connection, [files[table], published, ...others]);
    const own = facts.get(files[table])?.pages;
    facts.delete(files[table]);
    const pages = [...facts.values()].map((each) => each.pages);
    await keepPages(files[table], published, pages, own);
  }
}

/** @param connection one on which readDay read the same day */
async function writeTickerDay(connection: DuckConnection, ticker_day: string): Promise<void> {
  await connection.run(sql('lake/write_ticker_day'), { ticker_day });
}

async function readBack(
  connection: DuckConnection,
  files: DayPaths,
): Promise<Pick<DayFiles, 'broker_day_rows' | 'facts'>> {
  await checkTickerDay(connection, files.ticker_day);
  const { rows } = await connection.row('SELECT count(*) AS rows FROM broker_day');
  return { broker_day_rows: Number(rows), facts: await dayFacts(connection, files) };
}

type Hashes = Pick<DayFiles, 'trades_sha256' | 'broker_day_sha256' | 'ticker_day_sha256'>;

async function hashesOf(files: DayPaths): Promise<Hashes> {
  const [trades_sha256, broker_day_sha256, ticker_day_sha256] = await whenAllSettled([
    sha256OfFile(files.trades),
    sha256OfFile(files.broker_day),
    sha256OfFile(files.ticker_day),
  ]);
  return { trades_sha256, broker_day_sha256, ticker_day_sha256 };
}

/** Reads `trades` and `broker_day` back and compares them with the daily file and with each other. @throws AlirError `lake_damaged` */
export async function checkWritten(
  connection: DuckConnection,
  files: Pick<DayPaths, 'trades' | 'broker_day'>,
): Promise<void> {
  await readDay(connection, files);
  const { differ } = await connection.row(sql('lake/trades_differ'));
  const unbalanced = await unbalancedTickers(connection);
  if (!differ && unbalanced.length === 0) return;
  const where = unbalanced.join(', ') || 'all trades together';
  throw new AlirError(
    'lake_damaged',
    `The day was not written correctly: its sums differ from those of the daily file (${where}). Nothing was published. Ingest the file again. If the error repeats, check the disk.`,
  );
}

/**
 * Reads `ticker_day` back and compares it with the other two files.
 * @param connection one on which readDay read the same day
 * @throws AlirError `lake_damaged`
 */
export async function checkTickerDay(connection: DuckConnection, ticker_day: string): Promise<void> {
  const wrong = await wrongTickerDays(connection, ticker_day);
  if (wrong.length === 0) return;
  const where = wrong.join(', ');
  throw new AlirError(
    'lake_damaged',
    `The table ticker_day was not written correctly: it differs from the trades (${where}). Nothing was published. Run the command again. If the error repeats, check the disk.`,
  );
}

/** Per table, the tickers with their market whose figures in the files of a day differ from its trades; at most 10 each. */
export async function wrongTickers(
  connection: DuckConnection,
  files: DayPaths,
): Promise<Record<'broker_day' | 'ticker_day', string[]>> {
  await readDay(connection, files);
  return {
    broker_day: await unbalancedTickers(connection),
    ticker_day: await wrongTickerDays(connection, files.ticker_day),
  };
}

async function unbalancedTickers(connection: DuckConnection): Promise<string[]> {
  return (await connection.rows(sql('lake/unbalanced_tickers'))).map(tickerWithMarket);
}

async function wrongTickerDays(connection: DuckConnection, ticker_day: string): Promise<string[]> {
  return (await connection.rows(sql('lake/wrong_ticker_days'), { ticker_day })).map(tickerWithMarket);
}

function tickerWithMarket({ ticker, market }: Row): string {
  return `${ticker} ${market}`;
}

/** Rejects a file with unreadable lines. If no line matches the header, the report shows only the first line. */
async function rejectUnreadable(connection: DuckConnection, lines: number, rows: number): Promise<void> {
  try {
    await rejectProblems(connection, 'lake/unreadable_lines', lines - rows);
  } catch (error) {
    if (!(error instanceof DailyFileRejected)) throw error;
    const [first] = error.problems;
    const isOneProblem = error.problems.every(({ cause: { code } }) => code === first?.cause.code);
    if (!first || rows > 0 || lines <= MAX_REPETITIONS || !isOneProblem) throw error;
    throw new DailyFileRejected([{ ...first, rows: lines }], lines);
  }
}

async function rejectProblems(
  connection: DuckConnection,
  question: string,
  total?: number,
  parameters: Record<string, number> = { limit: MAX_REPORTED_PROBLEMS },
): Promise<void> {
  const rows = await connection.rows(sql(question), parameters);
  const [first] = rows;
  if (first) throw new DailyFileRejected(rows.map(problem), total ?? Number(first.total));
}

function problem(row: Row): Problem {
  return {
    line: Number(row.line),
    column: typeof row.column_name === 'string' ? row.column_name : null,
    value: String(row.value),
    cause: { code: row.code as CauseCode, values: row.detail ? [String(row.detail)] : [] },
    rows: Number(row.rows ?? 1),
  };
}
