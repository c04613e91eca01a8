import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { afterThisTest, TestAlir } from '../support/alir.ts';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { startCli } from '../support/cli.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';

const DAYS = ['2026-01-19', '2026-01-20', '2026-01-21'];
const REVISIONS = 12;
const TRADES = 3000;

/** Revision n of a day: as many trades as ever, each of n hundred shares, so that one day's rows tell whether they are of one revision. */
function day(date: string, revision: number): string {
  return csv(
    Array.from({ length: TRADES }, (_, place) =>
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
function check(seen: Seen[], rows: number, a_revision: number, last: Map<string, number>): void {
  expect(seen.map(({ trade_date }) => trade_date)).toEqual(DAYS);
  for (const { trade_date, rows: found, least, most } of seen) {
    expect(found, trade_date).toBe(rows);
    expect(least, trade_date).toBe(most);
    expect(least % a_revision).toBe(0);
    expect(least).toBeGreaterThanOrEqual(last.get(trade_date) ?? a_revision);
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

/** Each file has a name of its own, that of its day, in a folder of its own. */
async function corrections(alir: TestAlir): Promise<string[]> {
  const files: string[] = [];
  for (let revision = 2; revision <= REVISIONS; revision++) {
    for (const date of DAYS) {
      const folder = join(alir.outside, String(revision).padStart(2, '0'));
      await mkdir(folder, { recursive: true });
      files.push(await writeTo(folder, `DT${date.slice(2).replaceAll('-', '')}.csv`, day(date, revision)));
    }
  }
  return files;
}

test('a glob over the lake in a loop, while days are replaced, never fails and never counts a day twice or half', async () => {
  const alir = await TestAlir.open();
  for (const date of DAYS) await alir.ingest(`DT${date.slice(2).replaceAll('-', '')}.csv`, day(date, 1));
  const { lake, root } = alir.stores.folders;
  const session = await sessionOver(lake);
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  afterThisTest(async () => {
    connection.closeSync();
    instance.closeSync();
  });

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
      check(asSeen(trades), TRADES, 100, last.trades);
      const sums = await rowsOf(
        session,
        `SELECT trade_date, count(*) AS rows, min(net) AS least, max(net) AS most
         FROM (SELECT trade_date, ticker, sum(buy_volume) AS net FROM broker_summary WHERE investor = 'all' GROUP BY ALL)
         GROUP BY trade_date ORDER BY trade_date`,
      );
      check(asSeen(sums), 2, 100 * (TRADES / 2), last.broker_day);
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
      check(asSeen(reader.getRowObjects()), TRADES, 100, last.glob);
      looks.glob += 1;
    }
  };

  const child = startCli(['ingest', ...(await corrections(alir))], { data_dir: root });
  const ended = once(child, 'close').finally(() => {
    isOver = true;
  });
  const [[code]] = await Promise.all([ended, inSession(), byGlob()]);
  expect(code).toBe(0);
  console.log(
    `${looks.session} looks of a session at both tables and ${looks.glob} of a plain glob, while ${DAYS.length * (REVISIONS - 1)} days were replaced`,
  );
  expect(Math.min(looks.session, looks.glob)).toBeGreaterThan(20);
  const [final] = await rowsOf(session, 'SELECT min(volume) AS least FROM trades');
  expect(final).toEqual({ least: String(REVISIONS * 100) });
});
