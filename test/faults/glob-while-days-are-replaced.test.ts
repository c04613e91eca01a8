import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { describe, expect } from 'vitest';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { replaceFile } from '../../src/market/lake/durable.ts';
import { keepPages } from '../../src/market/lake/kept-pages.ts';
import { type Bytes, parquetFacts } from '../../src/market/lake/parquet-facts.ts';
import { afterThisTest, type TestAlir, temporaryFolder } from '../support/alir.ts';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { startCli } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';
import { fileName } from '../support/small-market.ts';

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21'];
const REVISIONS = sized(5, 12);

/** Revisions are larger and smaller than those before. */
const tradesOf = (revision: number) => 3000 + (revision % 4) * 700;

/** Revision n of a day: trades of n hundred shares each, so that the rows of a day tell whether they are of one revision. */
function day(date: string, revision: number): string {
  return csv(
    Array.from({ length: tradesOf(revision) }, (_, place) =>
      line({
        TRX_CODE: place + 1,
        TRX_DATE: date,
        STK_VOLM: revision * 100,
        STK_CODE: place % 2 ? 'BRMS' : 'BBCA',
      }),
    ),
  );
}

interface Seen {
  trade_date: string;
  rows: number;
  least: number;
  most: number;
}

/** What a look at a table has to be: each day once and whole, of one revision, never an older one than before. */
function check(seen: Seen[], rowsOfRevision: (revision: number) => number, last: Map<string, number>): void {
  expect(seen.map(({ trade_date }) => trade_date)).toEqual(DAYS);
  for (const { trade_date, rows, least, most } of seen) {
    expect(least, trade_date).toBe(most);
    expect(rows, trade_date).toBe(rowsOfRevision(least / 100));
    expect(least).toBeGreaterThanOrEqual(last.get(trade_date) ?? 100);
    last.set(trade_date, least);
  }
}

const asSeen = (rows: Record<string, unknown>[]): Seen[] =>
  rows.map((row) => ({
    trade_date: String(row.trade_date),
    rows: Number(row.rows),
    least: Number(row.least),
    most: Number(row.most),
  }));

/** A DuckDB as an analyst has it, that knows nothing of Alir. */
async function plainDuck(threads: number): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
  const connection = await instance.connect();
  afterThisTest(async () => {
    connection.closeSync();
    instance.closeSync();
  });
  return connection;
}

/** Each file has a name of its own, that of its day, in a folder of its own. */
async function corrections(alir: TestAlir): Promise<string[]> {
  const files: string[] = [];
  for (let revision = 2; revision <= REVISIONS; revision++) {
    for (const date of DAYS) {
      const folder = join(alir.outside, String(revision).padStart(2, '0'));
      await mkdir(folder, { recursive: true });
      files.push(await writeTo(folder, fileName(date), day(date, revision)));
    }
  }
  return files;
}

test('a glob query in a loop never fails and never counts a day twice or half while days are replaced', async ({
  alir,
}) => {
  for (const date of DAYS) await alir.ingest(fileName(date), day(date, 1));
  const { lake, root } = alir.stores.folders;
  const session = await sessionOver(lake);
  const connection = await plainDuck(2);

  let isOver = false;
  const looks = { session: 0, glob: 0 };
  const last = { trades: new Map(), broker_day: new Map(), glob: new Map() };
  const inSession = async () => {
    while (!isOver) {
      const trades = await rowsOf(
        session,
        `SELECT trade_date, count(*) AS rows, min(volume) AS least, max(volume) AS most
         FROM trades GROUP BY trade_date ORDER BY trade_date`,
      );
      check(asSeen(trades), tradesOf, last.trades);
      const sums = await rowsOf(
        session,
        `SELECT trade_date, sum(buy_freq) AS rows, min(buy_volume // buy_freq) AS least, max(buy_volume // buy_freq) AS most
         FROM broker_summary WHERE buy_freq > 0 GROUP BY trade_date ORDER BY trade_date`,
      );
      check(asSeen(sums), tradesOf, last.broker_day);
      looks.session += 1;
    }
  };
  const byGlob = async () => {
    while (!isOver) {
      const reader = await connection.runAndReadAll(
        `SELECT trade_date::VARCHAR AS trade_date, count(*) AS rows, min(volume) AS least, max(volume) AS most
         FROM read_parquet('${lake}/trades/*/*.parquet', hive_partitioning = true)
         GROUP BY trade_date ORDER BY trade_date`,
      );
      check(asSeen(reader.getRowObjects()), tradesOf, last.glob);
      looks.glob += 1;
    }
  };

  const child = startCli(['ingest', '--confirm', ...(await corrections(alir))], { data_dir: root });
  const ended = once(child, 'close').finally(() => {
    isOver = true;
  });
  const [[code]] = await Promise.all([ended, inSession(), byGlob()]);
  expect(code).toBe(0);
  console.log(
    `${looks.session} looks of a session at both tables and ${looks.glob} of a plain glob, while ${DAYS.length * (REVISIONS - 1)} days were replaced`,
  );
  expect(Math.min(looks.session, looks.glob)).toBeGreaterThan(sized(5, 20));
  const [final] = await rowsOf(session, 'SELECT min(volume) AS least FROM trades');
  expect(final).toEqual({ least: String(REVISIONS * 100) });
});

describe.each([
  {
    sizes: 'other sizes',
    rowsOfRevision: (number: number) => 3000 + (number % 5) * 2000,
    compression: 'zstd',
  },
  { sizes: 'one size', rowsOfRevision: () => 9000, compression: 'uncompressed' },
])('files of many row groups and $sizes', ({ rowsOfRevision, compression }) => {
  const REPLACEMENTS = sized(30, 150);
  const KINDS = 5;

  test('replaced continuously are never mixed by a DuckDB that reopens them continuously', async ({
    folder: lake,
  }) => {
    const prepared = await temporaryFolder();
    const writer = await plainDuck(1);
    for (let kind = 0; kind < KINDS; kind++) {
      await writer.run(
        `COPY (SELECT range AS trade_no, 'BBCA' AS ticker, ${kind * 100}::BIGINT AS volume, range % 97 AS price FROM range(${rowsOfRevision(kind)}))
         TO '${prepared}/${kind}.parquet' (FORMAT parquet, COMPRESSION ${compression}, ROW_GROUP_SIZE 2048)`,
      );
    }
    const kept = new Map<string, Bytes[]>();
    const duck = await Duck.open({ folders: [prepared], memory_limit_mb: 400, threads: 1 });
    afterThisTest(async () => duck.close());
    const reader = await duck.connect();
    const place = (date: string) => join(lake, `trade_date=${date}`, 'trades.parquet');
    const replace = async (number: number) => {
      const file = place(DAYS[number % DAYS.length] ?? '');
      const staged = join(prepared, 'staged.parquet');
      await copyFile(join(prepared, `${Math.floor(number / DAYS.length) % KINDS}.parquet`), staged);
      const pages = kept.get(file) ?? [];
      if (number >= DAYS.length) await keepPages(staged, file, pages);
      const [facts] = (await parquetFacts(reader, [staged])).values();
      // As corrections within an hour do.
      if (facts) kept.set(file, [...pages, facts.pages]);
      await replaceFile(staged, file);
    };
    for (let number = 0; number < DAYS.length; number++) await replace(number);

    let isOver = false;
    let looks = 0;
    const look = async (threads: number) => {
      const connection = await plainDuck(threads);
      while (!isOver) {
        const reader = await connection.runAndReadAll(
          `SELECT trade_date::VARCHAR AS trade_date, count(*) AS rows, count(DISTINCT trade_no) AS numbers, min(volume) AS least,
             max(volume) AS most, min(price) AS least_price
           FROM read_parquet('${lake}/*/*.parquet', hive_partitioning = true) GROUP BY trade_date ORDER BY trade_date`,
        );
        const rows = reader.getRowObjects();
        expect(rows.map(({ trade_date }) => trade_date)).toEqual(DAYS);
        for (const { trade_date, ...found } of rows) {
          const trades = BigInt(rowsOfRevision(Number(found.least) / 100));
          const volume = found.least;
          expect(found).toEqual({
            rows: trades,
            numbers: trades,
            least: volume,
            most: volume,
            least_price: 0n,
          });
        }
        looks += 1;
      }
    };
    const replaceAll = async () => {
      try {
        for (let number = DAYS.length; number < REPLACEMENTS; number++) await replace(number);
      } finally {
        isOver = true;
      }
    };
    await Promise.all([replaceAll(), look(1), look(2), look(4)]);
    console.log(`${looks} looks of a plain glob, while ${REPLACEMENTS} days were replaced`);
    expect(looks).toBeGreaterThan(sized(5, 20));
  });
});
