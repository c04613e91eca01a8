import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Market, type MarketPlan } from '../../../src/cli/demo/market.ts';
import type { IngestResult } from '../../../src/market/ingest/ingest.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { FolderSource } from '../../../src/market/ingest/sources/folder-source.ts';
import { update } from '../../../src/market/ingest/update.ts';
import { Lake as LakeFiles } from '../../../src/market/lake/lake.ts';
import { statusOf } from '../../../src/operations/status.ts';
import { openStores, type Stores } from '../../../src/server/stores.ts';
import { afterThisFile, configOf, folderOfThisFile, SetClock } from '../../support/alir.ts';
import { writeTo } from '../../support/daily-files.ts';
import {
  busiest,
  type Cells,
  dated,
  multiplied,
  part,
  renumbered,
  rowsOf,
  shuffled,
  sortedBy,
  textOf,
  time,
  withInvestors,
} from '../../support/daily-rows.ts';
import { dailyFileText, fileName } from '../../support/small-market.ts';

// 2026-01-26 is a Monday. The clock of the tests stands at Monday, 2026-02-02.
const BEFORE = ['2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23'];
const PUBLISHED = '2026-01-23';
const THURSDAY = '2026-01-22';
const NEW = '2026-01-26';

const code = (number: number) => String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26));
const PLAN: MarketPlan = {
  tickers: Array.from({ length: 30 }, (_, n) => ({
    code: `T${code(n)}${code(n + 9)[0]}`,
    price: 60 + n * n * 12,
  })),
  brokers: Array.from({ length: 16 }, (_, n) => ({
    code: code(n + 3),
    foreign_share: n % 3 === 0 ? 0.8 : 0.1,
  })),
  days: [...BEFORE, NEW, '2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30'],
  trades_a_day: 9000,
  seed: 'gate',
};
const market = new Market(PLAN);
const busyMarket = new Market({ ...PLAN, trades_a_day: PLAN.trades_a_day * 5 });

const days = new Map<string, Cells[]>();
const rowsOfDay = (day: string): Cells[] => {
  const rows = days.get(day) ?? rowsOf(dailyFileText(market, day));
  days.set(day, rows);
  return rows;
};

class Lake {
  readonly stores: Stores;
  readonly clock: SetClock;
  #files = 0;

  static async open(root: string): Promise<Lake> {
    const clock = new SetClock();
    const stores = await openStores(configOf(root), clock);
    mkdirSync(stores.folders.inbox, { recursive: true });
    afterThisFile(() => stores.ledger.close());
    return new Lake(stores, clock);
  }

  private constructor(stores: Stores, clock: SetClock) {
    this.stores = stores;
    this.clock = clock;
  }

  get inbox(): string {
    return this.stores.folders.inbox;
  }

  /** Puts a file into the inbox, and lets the update look at it. */
  async deliver(day: string, rows: readonly Cells[]): Promise<IngestResult> {
    const path = await this.put(fileName(day), textOf(rows));
    const [result] = await this.look();
    if (result === undefined) throw new Error(`The update did not look at ${path}`);
    return result;
  }

  async put(name: string, text: string | Buffer): Promise<string> {
    const path = await writeTo(this.inbox, name, text);
    // A file with the size and the time of the one before it would not be looked at again.
    this.#files += 1;
    const time = new Date(this.clock.time.getTime() - 3_600_000 + this.#files * 1000);
    utimesSync(path, time, time);
    return path;
  }

  look(): Promise<IngestResult[]> {
    const source = new FolderSource(this.inbox, this.stores.sources, this.clock);
    return update(this.stores.ingest, source, { wait: this.clock.wait });
  }

  /** What is published of a day: its revision and the bytes of its files. */
  async published(day: string): Promise<unknown> {
    const revision = (await this.stores.manifest.published(day))?.revision ?? null;
    const lake = new LakeFiles(this.stores.folders);
    const [trades, broker_day] = [lake.fixedName('trades', day), lake.fixedName('broker_day', day)];
    if (revision === null) return existsSync(dirname(trades)) ? 'files without a revision' : null;
    return { revision, trades: readFileSync(trades), broker_day: readFileSync(broker_day) };
  }

  emptyInbox(): void {
    for (const name of readdirSync(this.inbox)) rmSync(join(this.inbox, name), { recursive: true });
  }
}

let lake: Lake;
beforeAll(async () => {
  lake = await Lake.open(await folderOfThisFile());
  for (const day of BEFORE) {
    expect(await lake.deliver(day, rowsOfDay(day))).toMatchObject({ held: null, revision: 1 });
  }
});
beforeEach(() => lake.emptyInbox());

const ofPublished = (change: (rows: Cells[]) => Cells[]) => ({
  day: PUBLISHED,
  rows: () => change(rowsOfDay(PUBLISHED)),
});
const ofNew = (change: (rows: Cells[]) => Cells[]) => ({ day: NEW, rows: () => change(rowsOfDay(NEW)) });

describe('a file that the update holds leaves the published day in place', () => {
  test.each([
    {
      title: 'a published day cut at half',
      ...ofPublished((rows) => part(rows, 0.5)),
      reason: /fewer than 98% of the [\d,]+ trades of the published revision 1/,
    },
    {
      title: 'a correction with the trades of the day before',
      day: PUBLISHED,
      rows: () => dated(rowsOfDay(THURSDAY), PUBLISHED),
      reason: /those of 2026-01-22/,
    },
    {
      title: 'a correction without the negotiated market',
      ...ofPublished((rows) => renumbered(rows.filter((row) => row.TRX_TYPE !== 'NG'))),
      reason: /no trades in the negotiated market/,
    },
    {
      title: 'a correction without the regular market',
      ...ofPublished((rows) => rows.filter((row) => row.TRX_TYPE !== 'RG')),
      reason: /no trades in the regular market/,
    },
    {
      title: 'a new day that stalled at 40%',
      ...ofNew((rows) => part(rows, 0.4)),
      reason: /the end is missing: .+ before the close of session 1/,
    },
    {
      title: 'a new day cut behind the closing auction',
      ...ofNew((rows) => rows.filter((row) => time(row) < 160_300)),
      reason: /the end is missing: .+ before the close of session 2/,
    },
    {
      title: 'a new day sorted by ticker and cut at 80%',
      ...ofNew((rows) => renumbered(part(sortedBy('STK_CODE')(rows), 0.8))),
      reason: /tickers that trade on every neighbouring day are missing/,
    },
    {
      title: "a new day without a major broker's trades",
      ...ofNew((rows) => {
        const broker = busiest(rows, 'BRK_COD1');
        return renumbered(rows.filter((row) => row.BRK_COD1 !== broker && row.BRK_COD2 !== broker));
      }),
      reason: /on every neighbouring day each of these brokers has at least 1% of the trades/,
    },
    {
      title: 'a new day without foreign investors',
      ...ofNew(withInvestors(() => 'I')),
      reason: /no trades of foreign investors/,
    },
    {
      title: 'a new day without domestic investors',
      ...ofNew(withInvestors(() => 'F')),
      reason: /no trades of domestic investors/,
    },
    {
      title: "the day before under the new day's name and dates",
      day: NEW,
      rows: () => dated(rowsOfDay(PUBLISHED), NEW),
      reason: /those of 2026-01-23/,
    },
    {
      title: 'a new day with volumes in lots',
      ...ofNew(multiplied('STK_VOLM', 0.01)),
      reason: /not a multiple of 100 shares/,
    },
  ])('$title', async ({ day, rows, reason }) => {
    const before = await lake.published(day);
    const result = await lake.deliver(day, rows());
    expect(result).toMatchObject({ status: 'held', trades: 0 });
    expect(result.held?.reasons).toContainEqual(expect.stringMatching(reason));
    expect(await lake.published(day)).toEqual(before);
    expect(readdirSync(lake.inbox)).toEqual([fileName(day)]);
  });

  test.each([
    { title: 'an empty day', rows: () => [] },
    { title: 'a day of another year', rows: () => dated(rowsOfDay(PUBLISHED), '2025-01-23') },
  ])('$title is rejected', async ({ rows }) => {
    const before = await lake.published(PUBLISHED);
    expect(await lake.deliver(PUBLISHED, rows())).toMatchObject({ status: 'rejected' });
    expect(await lake.published(PUBLISHED)).toEqual(before);
  });
});

describe('the update publishes', () => {
  const HALF_DAY = '2026-01-27';
  const BUSY = '2026-01-28';
  const CORRECTED = '2026-01-22';

  test('a correction, and holds the replaced file when it returns', async () => {
    const rows = rowsOfDay(CORRECTED);
    const corrected = rows
      .filter((_, n) => n % 1000 !== 0)
      .map((row, n) => (n % 600 === 0 ? { ...row, BRK_COD1: 'DA' } : row));
    expect(await lake.deliver(CORRECTED, corrected)).toMatchObject({ status: 'published', revision: 2 });
    const before = await lake.published(CORRECTED);
    const old = {
      status: 'held',
      held: {
        reasons: [
          expect.stringMatching(/the same trades as revision 1, which a later revision already replaced/),
        ],
      },
    };
    const name = fileName(CORRECTED);
    const [header = '', ...lines] = textOf(rows).trim().split('\n');
    const inOtherOrder = [header, ...lines.toReversed(), ''].join('\n');
    const withRepeatedLine = [header, ...lines, lines[0], ''].join('\n');
    for (const text of [
      textOf(rows),
      textOf(rows).replaceAll('\n', '\r\n'),
      inOtherOrder,
      withRepeatedLine,
    ]) {
      await lake.put(name, text);
      expect(await lake.look()).toMatchObject([old]);
    }
    lake.emptyInbox();
    await lake.put(`${name}.gz`, gzipSync(inOtherOrder));
    expect(await lake.look()).toMatchObject([old]);
    expect(await lake.published(CORRECTED)).toEqual(before);
  });

  test('a file with the published trades in another order, although an older revision has the same trades', async () => {
    const other = await Lake.open(await folderOfThisFile());
    const rows = rowsOfDay(CORRECTED);
    for (const [n, same] of [rows, rows.toReversed(), shuffled(rows)].entries()) {
      expect(await other.deliver(CORRECTED, same)).toMatchObject({ held: null, revision: n + 1 });
    }
  });

  test('a half-day session', async () => {
    const rows = rowsOfDay(HALF_DAY).filter((row) => row.TRX_SESS === '1');
    expect(await lake.deliver(HALF_DAY, rows)).toMatchObject({ status: 'published', revision: 1 });
  });

  test('a day of five times the usual volume, with a notice', async () => {
    const rows = rowsOf(dailyFileText(busyMarket, BUSY));
    expect(await lake.deliver(BUSY, rows)).toMatchObject({
      status: 'published',
      warnings: [
        expect.stringMatching(
          /it has [34]\d,[\d,]+ trades, but the neighbouring days have about [\d,]+: check/,
        ),
      ],
    });
  });

  test('the ordinary days after it', async () => {
    for (const day of ['2026-01-29', '2026-01-30']) {
      expect(await lake.deliver(day, rowsOfDay(day))).toMatchObject({ held: null, status: 'published' });
    }
  });

  test('the first day of a new lake, with a notice', async () => {
    const empty = await Lake.open(await folderOfThisFile());
    expect(await empty.deliver(NEW, rowsOfDay(NEW))).toMatchObject({
      status: 'published',
      warnings: [expect.stringMatching(/not compared with another day/)],
    });
  });
});

describe('a held file', () => {
  const cut = () => part(rowsOfDay(PUBLISHED), 0.5);

  test('is listed with all reasons and the command to publish it, and is read again only after it changes', async () => {
    const result = await lake.deliver(PUBLISHED, cut());
    const path = join(lake.inbox, fileName(PUBLISHED));
    const command = `alir ingest --confirm ${path}`;
    expect(result.held).toMatchObject({ command });
    const status = await statusOf(lake.stores.ingest);
    expect(status.held).toMatchObject([
      { source: path, trade_date: PUBLISHED, reason: result.held?.reasons.join('; '), command },
    ]);
    expect(await lake.look()).toEqual([]);
    expect(await lake.deliver(PUBLISHED, part(rowsOfDay(PUBLISHED), 0.6))).toMatchObject({ status: 'held' });
    expect(await lake.deliver(PUBLISHED, rowsOfDay(PUBLISHED))).toMatchObject({ status: 'unchanged' });
    expect((await statusOf(lake.stores.ingest)).held).toEqual([]);
  });

  test('is also held by alir ingest, and published with --confirm', async () => {
    const path = await lake.put(fileName(PUBLISHED), textOf(cut()));
    const ingest = (confirmed: boolean) =>
      ingestFiles(lake.stores.ingest, [{ path, command: 'ingest', confirmed }]);
    expect(await ingest(false)).toMatchObject([{ status: 'held', revision: 1 }]);
    expect(await ingest(true)).toMatchObject([{ status: 'published', revision: 2 }]);
    expect((await statusOf(lake.stores.ingest)).held).toEqual([]);
  });
});
