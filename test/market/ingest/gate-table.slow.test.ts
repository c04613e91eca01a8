import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Market, type MarketPlan } from '../../../src/cli/demo/market.ts';
import type { IngestResult } from '../../../src/market/ingest/ingest.ts';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import { openStores } from '../../../src/server/stores.ts';
import { configOf, folderOfThisFile, SetClock } from '../../support/alir.ts';
import { writeTo } from '../../support/daily-files.ts';
import { type Cells, exchanged, renumbered, rowsOf, textOf, time } from '../../support/daily-rows.ts';
import { someOf } from '../../support/size.ts';
import { dailyFileText, fileName } from '../../support/small-market.ts';

const BEFORE = ['2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23'];
const PUBLISHED = '2026-01-23';
const NEW = '2026-01-26';

const letter = (number: number) => String.fromCharCode(65 + (number % 26));
const TICKERS = 60;
const PLAN: MarketPlan = {
  tickers: Array.from({ length: TICKERS }, (_, n) => ({
    code: `${letter(n)}${letter(n * 7)}T${letter(Math.floor(n / 26))}`,
    price: 100 + ((n * 467) % 7000),
  })),
  brokers: Array.from({ length: 24 }, (_, n) => ({
    code: `${letter(n)}Z`,
    foreign_share: n % 4 === 0 ? 0.8 : 0.05,
  })),
  days: [...BEFORE, NEW, '2026-01-27'],
  trades_a_day: 16_000,
  seed: 'gate table',
};
const market = new Market(PLAN);
const days = new Map<string, Cells[]>();
const rowsOfDay = (day: string): Cells[] => {
  const rows = days.get(day) ?? rowsOf(dailyFileText(market, day));
  days.set(day, rows);
  return rows;
};
const ticker = (rank: number) => PLAN.tickers[rank]?.code ?? '';
const LARGEST = ticker(0);
const SMALLEST = ticker(TICKERS - 1);
const broker = (rank: number) => PLAN.brokers[rank]?.code ?? '';

type Change = (rows: Cells[]) => Cells[];
type Which = (row: Cells, n: number, all: readonly Cells[]) => boolean;

/** About this part of the rows, spread evenly. */
const share =
  (part: number): Which =>
  (_row, n) =>
    Math.floor((n + 1) * part) > Math.floor(n * part);
/** So many rows of one ticker, spread over its rows of the regular market. */
const few = (count: number, code = LARGEST, type = 'RG'): Which => {
  let seen = 0;
  return (row) => {
    if (row.STK_CODE !== code || row.TRX_TYPE !== type) return false;
    seen += 1;
    return seen % 3 === 0 && seen / 3 <= count;
  };
};
const every: Which = () => true;
const ofTickers =
  (...codes: string[]): Which =>
  ({ STK_CODE = '' }) =>
    codes.includes(STK_CODE);
const both =
  (a: Which, b: Which): Which =>
  (...row) =>
    a(...row) && b(...row);
const ofMarket =
  (type: string): Which =>
  ({ TRX_TYPE }) =>
    TRX_TYPE === type;

const set =
  (which: Which, cells: (row: Cells) => Cells): Change =>
  (rows) =>
    rows.map((row, n, all) => (which(row, n, all) ? { ...row, ...cells(row) } : row));
const lost =
  (which: Which): Change =>
  (rows) =>
    renumbered(rows.filter((row, n, all) => !which(row, n, all)));
const times = (which: Which, column: string, factor: number, unit = 1) =>
  set(which, (row) => ({
    [column]: String(Math.max(unit, Math.round((Number(row[column]) * factor) / unit) * unit)),
  }));
const repeated =
  (which: Which, isSorted = false): Change =>
  (rows) => {
    const all = [...rows, ...rows.filter((row, n) => which(row, n, rows))];
    return renumbered(isSorted ? all.toSorted((a, b) => time(a) - time(b)) : all);
  };
const investors = (which: Which, of: (type: string) => string) =>
  set(which, ({ INV_TYP1 = '', INV_TYP2 = '' }) => ({ INV_TYP1: of(INV_TYP1), INV_TYP2: of(INV_TYP2) }));
const other = (type: string) => (type === 'A' ? 'I' : 'A');
const domestic =
  (brokers: readonly string[], which: Which = every): Change =>
  (rows) =>
    rows.map((row, n, all) => {
      if (!which(row, n, all)) return row;
      const [INV_TYP1, INV_TYP2] = [1, 2].map((side) =>
        brokers.includes(row[`BRK_COD${side}`] ?? '') ? 'I' : row[`INV_TYP${side}`],
      );
      return { ...row, INV_TYP1, INV_TYP2 } as Cells;
    });
const swapTickers = (a: string, b: string, which: Which = every) =>
  set(both(ofTickers(a, b), which), ({ STK_CODE }) => ({ STK_CODE: STK_CODE === a ? b : a }));
const swapSides =
  (which: Which): Change =>
  (rows) =>
    rows.map((row, n, all) => (which(row, n, all) ? (exchanged([row])[0] ?? row) : row));
const ofBroker =
  (code: string): Which =>
  ({ BRK_COD1, BRK_COD2 }) =>
    BRK_COD1 === code || BRK_COD2 === code;
const between =
  (from: number, to: number): Which =>
  (row) =>
    time(row) >= from && time(row) < to;
const sortedByTicker =
  (kept: number): Change =>
  (rows) =>
    rows
      .toSorted((a, b) => (String(a.STK_CODE) < String(b.STK_CODE) ? -1 : 1))
      .slice(0, Math.round(rows.length * kept));
/** Gives the numbers of these trades to each other in the order of their prices. */
const numbersByPrice =
  (which: Which): Change =>
  (rows) => {
    const chosen = rows.filter((row, n) => which(row, n, rows));
    const numbers = chosen.map(({ TRX_CODE }) => TRX_CODE ?? '');
    const byPrice = chosen.toSorted((a, b) => Number(a.STK_PRIC) - Number(b.STK_PRIC));
    const of = new Map(byPrice.map((row, n) => [row, numbers[n] ?? '']));
    return rows.map((row) => ({ ...row, TRX_CODE: of.get(row) ?? row.TRX_CODE ?? '' }));
  };
const fromAnotherDay =
  (part: number): Change =>
  (rows) => {
    const added = rowsOfDay('2026-01-27').filter((row, n, all) => share(part)(row, n, all));
    return renumbered([...rows, ...added.map((row) => ({ ...row, TRX_DATE: rows[0]?.TRX_DATE ?? '' }))]);
  };
const toBroker = (which: Which) => set(which, () => ({ BRK_COD1: broker(9) }));
const TEN = PLAN.brokers.slice(0, 10).map(({ code }) => code);
const FIVE = [0, 1, 2, 3, 4].map(ticker);

/** Wrong files, each in three sizes. */
type Tricks = Readonly<Record<string, Readonly<Record<string, Change>>>>;

const CORRECTIONS: Tricks = {
  'sorted by ticker and cut': {
    'after 98.4%': sortedByTicker(0.984),
    'after 99.7%': sortedByTicker(0.997),
    '5 trades before the end': (rows) => sortedByTicker(1)(rows).slice(0, -5),
  },
  'trades of one stock missing': {
    all: lost(ofTickers(SMALLEST)),
    '30%': lost(both(ofTickers(SMALLEST), share(0.3))),
    '15 trades': lost(few(15)),
  },
  'trades missing at random': {
    '1.5%': lost(share(0.015)),
    '0.6%': lost(share(0.006)),
    '0.1%': lost(share(0.001)),
  },
  'prices multiplied by 10': {
    'two stocks': times(ofTickers(ticker(3), ticker(4)), 'STK_PRIC', 10),
    'one trade': times(few(1, ticker(9)), 'STK_PRIC', 10),
    'one NG trade, by 1.2': times(few(1, ticker(2), 'NG'), 'STK_PRIC', 1.2),
  },
  'volumes multiplied by 10': {
    'one stock': times(ofTickers(ticker(5)), 'STK_VOLM', 10),
    '5% of one stock': times(both(ofTickers(LARGEST), share(0.05)), 'STK_VOLM', 10),
    '2 trades': times(few(2, ticker(9)), 'STK_VOLM', 10),
  },
  'foreign clients made domestic': {
    'ten brokers': domestic(TEN),
    'one broker': domestic([broker(20)]),
    '15 trades': domestic(TEN, few(15)),
  },
  'trades given to another broker': {
    '15%': toBroker(share(0.15)),
    '0.4%': toBroker(share(0.004)),
    '15 trades': toBroker(few(15)),
  },
  'trades repeated under new numbers': {
    '15%': repeated(share(0.15)),
    '0.3%': repeated(share(0.003)),
    '15 trades': repeated(few(15)),
  },
  'volumes multiplied by 1.9': {
    all: times(every, 'STK_VOLM', 1.9, 100),
    'one stock': times(ofTickers(SMALLEST), 'STK_VOLM', 1.9, 100),
    '15 trades': times(few(15), 'STK_VOLM', 1.9, 100),
  },
  'prices 1% higher': {
    all: times(every, 'STK_PRIC', 1.01),
    'one stock': times(ofTickers(SMALLEST), 'STK_PRIC', 1.01),
    '15 trades': times(few(15), 'STK_PRIC', 1.01),
  },
  'RG made NG': {
    '10%': set(both(ofMarket('RG'), share(0.1)), () => ({ TRX_TYPE: 'NG' })),
    '0.4%': set(both(ofMarket('RG'), share(0.004)), () => ({ TRX_TYPE: 'NG' })),
    '5 trades': set(few(5), () => ({ TRX_TYPE: 'NG' })),
  },
  'two stocks exchanged': {
    'the two largest': swapTickers(LARGEST, ticker(1)),
    'two small ones': swapTickers(SMALLEST, ticker(TICKERS - 2)),
    '15 trades at similar prices': swapTickers(LARGEST, ticker(15), few(15)),
  },
  'buyers and sellers exchanged': {
    all: swapSides(every),
    'one stock': swapSides(ofTickers(SMALLEST)),
    '15 trades': swapSides(few(15)),
  },
  'foreign and domestic investors exchanged': {
    all: investors(every, other),
    'one stock': investors(ofTickers(SMALLEST), other),
    '15 trades': investors(few(15), other),
  },
  'a part of the day missing': {
    '10 minutes': lost(between(100_000, 101_000)),
    '3 minutes': lost(between(100_000, 100_300)),
    '5 seconds': lost(between(100_000, 100_005)),
  },
  'trades of one broker missing': {
    all: lost(ofBroker(broker(20))),
    'in one stock': lost(both(ofBroker(broker(0)), ofTickers(LARGEST))),
    '15 trades': lost(both(ofBroker(broker(0)), few(15))),
  },
  'trades of another day added': {
    '10%': fromAnotherDay(0.1),
    '3%': fromAnotherDay(0.03),
    '0.5%': fromAnotherDay(0.005),
  },
  'a stock under another code': {
    'the largest': set(ofTickers(LARGEST), () => ({ STK_CODE: 'NEWS' })),
    'the smallest': set(ofTickers(SMALLEST), () => ({ STK_CODE: 'NEWS' })),
    '5 trades': set(few(5), () => ({ STK_CODE: 'NEWS' })),
  },
  'trade numbers in another order': {
    all: numbersByPrice(every),
    'one stock': numbersByPrice(ofTickers(SMALLEST)),
    '15 trades': numbersByPrice(few(15)),
  },
  'NG trades missing': {
    all: lost(ofMarket('NG')),
    half: lost(both(ofMarket('NG'), (row) => Number(row.TRX_CODE) % 2 === 0)),
    'one trade': lost(few(1, LARGEST, 'NG')),
  },
  'times an hour late': {
    all: set(every, (row) => ({ TRX_TIME: String(time(row) + 10_000) })),
    '1%': set(share(0.01), (row) => ({ TRX_TIME: String(time(row) + 10_000) })),
    '0.1%': set(share(0.001), (row) => ({ TRX_TIME: String(time(row) + 10_000) })),
  },
  'one trade more valuable than it was': {
    '100,000 times': times(few(1, LARGEST, 'NG'), 'STK_VOLM', 100_000),
    '1,000 times': times(few(1, LARGEST), 'STK_VOLM', 1000),
    '10 times': times(few(1, LARGEST), 'STK_VOLM', 10),
  },
};

const NEW_DAYS: Tricks = {
  'prices multiplied by 10': {
    'five large stocks': times(ofTickers(...FIVE), 'STK_PRIC', 10),
    'one large stock': times(ofTickers(LARGEST), 'STK_PRIC', 10),
    'all NG trades': times(ofMarket('NG'), 'STK_PRIC', 10),
  },
  'prices divided by 5, as after a split': {
    'three small stocks': times(ofTickers(SMALLEST, ticker(58), ticker(57)), 'STK_PRIC', 0.2),
    'one small stock': times(ofTickers(SMALLEST), 'STK_PRIC', 0.2),
    'its NG trades': times(both(ofMarket('NG'), ofTickers(SMALLEST)), 'STK_PRIC', 0.2),
  },
  'volumes multiplied by 10': {
    all: times(every, 'STK_VOLM', 10),
    'one stock': times(ofTickers(ticker(5)), 'STK_VOLM', 10),
    'half of one stock': times(both(ofTickers(ticker(5)), share(0.5)), 'STK_VOLM', 10),
  },
  'volumes of one stock in another unit': {
    'divided by 100': times(ofTickers(ticker(5)), 'STK_VOLM', 0.01),
    'multiplied by 2': times(ofTickers(ticker(5)), 'STK_VOLM', 2),
    'multiplied by 3': times(ofTickers(ticker(5)), 'STK_VOLM', 3),
  },
  'volumes multiplied by 1.9': {
    all: times(every, 'STK_VOLM', 1.9),
    'one stock': times(ofTickers(ticker(5)), 'STK_VOLM', 1.9),
    'all, in whole lots': times(every, 'STK_VOLM', 1.9, 100),
  },
  'prices 1% higher': {
    all: times(every, 'STK_PRIC', 1.01),
    'one stock': times(ofTickers(ticker(5)), 'STK_PRIC', 1.01),
    '5% of the trades': times(share(0.05), 'STK_PRIC', 1.01),
  },
  'two stocks exchanged': {
    'the two largest': swapTickers(LARGEST, ticker(1)),
    'two small ones': swapTickers(SMALLEST, ticker(TICKERS - 2)),
    '15 trades': swapTickers(LARGEST, ticker(1), both(ofMarket('NG'), few(15, LARGEST, 'NG'))),
  },
  'foreign clients made domestic': {
    'ten brokers': domestic(TEN),
    'one large broker': domestic([broker(4)]),
    'half of one broker': domestic([broker(4)], share(0.3)),
  },
  'foreign and domestic investors exchanged': {
    all: investors(every, other),
    half: investors(share(0.5), other),
    '5%': investors(share(0.05), other),
  },
  'buyers and sellers exchanged': {
    all: swapSides(every),
    half: swapSides(share(0.5)),
    'one stock': swapSides(ofTickers(LARGEST)),
  },
  'trades given to another broker': {
    '15%': toBroker(share(0.15)),
    '12%': toBroker(share(0.12)),
    '2%': toBroker(share(0.02)),
  },
  'trades repeated under new numbers, at the end': {
    '15%': repeated(share(0.15)),
    '5%': repeated(share(0.05)),
    '5 trades': repeated(few(5)),
  },
  'trades repeated under new numbers, in the order of time': {
    all: repeated(every, true),
    '30%': repeated(share(0.3), true),
    '15%': repeated(share(0.15), true),
  },
  'RG made NG': {
    '10%': set(both(ofMarket('RG'), share(0.1)), () => ({ TRX_TYPE: 'NG' })),
    '6%': set(both(ofMarket('RG'), share(0.06)), () => ({ TRX_TYPE: 'NG' })),
    '1%': set(both(ofMarket('RG'), share(0.01)), () => ({ TRX_TYPE: 'NG' })),
  },
  'trades of one stock missing': {
    'all, of a large one': lost(ofTickers(LARGEST)),
    'all, of a small one': lost(ofTickers(SMALLEST)),
    'half, of a large one': lost(both(ofTickers(LARGEST), share(0.5))),
  },
  'trades missing at random, with gaps in the numbers': {
    '30%': (rows) => rows.filter((row, n) => !share(0.3)(row, n, rows)),
    '3%': (rows) => rows.filter((row, n) => !share(0.03)(row, n, rows)),
    '1%': (rows) => rows.filter((row, n) => !share(0.01)(row, n, rows)),
  },
  'trades missing at random, renumbered': {
    '70%': lost(share(0.7)),
    '30%': lost(share(0.3)),
    '1.5%': lost(share(0.015)),
  },
  'a part of the day missing': {
    'the first 30 minutes': lost(between(0, 93_000)),
    'one hour': lost(between(100_000, 110_000)),
    '10 minutes': lost(between(100_000, 101_000)),
  },
  'trade numbers in another order': {
    all: numbersByPrice(every),
    'five stocks': numbersByPrice(ofTickers(...FIVE)),
    '15 trades': numbersByPrice(few(15)),
  },
};

const HONEST: readonly (readonly [what: string, change: Change])[] = [
  ['nothing but another order of lines', (rows) => rows.toReversed()],
  [
    'nothing but other trade numbers',
    (rows) => rows.map((row) => ({ ...row, TRX_CODE: `9${row.TRX_CODE?.padStart(6, '0')}` })),
  ],
  ['15 trades cancelled', lost(few(15))],
  ['15 trades over many stocks cancelled', lost(share(0.001))],
  ['the broker of 15 trades', toBroker(few(15))],
  ['the investors of 15 trades', investors(few(15), other)],
  ['one NG trade cancelled', lost(few(1, ticker(2), 'NG'))],
  ['the price of one NG trade', times(few(1, ticker(2), 'NG'), 'STK_PRIC', 1.05)],
  ['1% late trades added', fromAnotherDay(0.01)],
];

const DOCUMENT = new URL('wrong-files.md', import.meta.url);
let prepared: string;
let root: string;

beforeAll(async () => {
  root = await folderOfThisFile();
  prepared = join(root, 'prepared');
  await judge(
    prepared,
    BEFORE.map((day) => [day, rowsOfDay(day)]),
    true,
  );
});

/** Ingests files as an update does, or as an operator who confirms them. @returns the result of the last one */
async function judge(
  folder: string,
  files: readonly (readonly [day: string, rows: readonly Cells[]])[],
  confirmed = false,
): Promise<IngestResult> {
  await mkdir(join(folder, 'outside'), { recursive: true });
  const stores = await openStores(configOf(folder), new SetClock());
  try {
    let last: IngestResult | undefined;
    for (const [day, rows] of files) {
      const path = await writeTo(join(folder, 'outside'), fileName(day), textOf(rows));
      [last] = await ingestFiles(stores.ingest, [{ path, command: 'update', confirmed }]);
    }
    if (!last) throw new Error('No file was ingested');
    return last;
  } finally {
    await stores.ledger.close();
  }
}

let copies = 0;
/** The result of one file on a lake of its own. */
async function judgeAlone(day: string, rows: readonly Cells[]): Promise<IngestResult> {
  copies += 1;
  const folder = join(root, String(copies));
  await cp(prepared, folder, { recursive: true });
  return judge(folder, [[day, rows]]);
}

/** The code of a held file, or `warning` for a file that is published with one; else empty. */
function outcome({ status, held, warnings }: IngestResult): string {
  if (status === 'held') return `\`${held?.causes[0]?.code}\``;
  if (status !== 'published') return status;
  return warnings.length > 0 ? '`warning`' : '';
}

/** The cells of the table under a heading. */
async function tableUnder(heading: string): Promise<string[][]> {
  const text = (await readFile(DOCUMENT, 'utf8')).split(`${heading}\n`)[1] ?? '';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, n) => n > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const TABLES = [
  { heading: '## Wrong corrections', day: PUBLISHED, tricks: CORRECTIONS },
  { heading: '## Wrong new days', day: NEW, tricks: NEW_DAYS },
];
const CASES = TABLES.flatMap(({ heading, day, tricks }) =>
  Object.entries(tricks).flatMap(([what, sizes]) =>
    Object.entries(sizes).map(([size, change]) => ({ heading, day, what, size, change })),
  ),
);

test.for(someOf(CASES, CASES.length / 5))(
  'the table "$heading" is true: $what, $size',
  async ({ heading, day, what, size, change }) => {
    const rows = change(rowsOfDay(day));
    expect(textOf(rows) === textOf(rowsOfDay(day))).toBe(false);
    const line = (await tableUnder(heading)).find(([first]) => first === what);
    expect(line).toContain([size, outcome(await judgeAlone(day, rows))].filter(Boolean).join(': '));
  },
);

test.for(TABLES)('the table "$heading" has these files and no other', async ({ heading, tricks }) => {
  const table = await tableUnder(heading);
  const files = table.map(([what, ...cells]) => [what, ...cells.map((cell) => cell.split(': ')[0])]);
  expect(files).toEqual(Object.entries(tricks).map(([what, sizes]) => [what, ...Object.keys(sizes)]));
});

describe('without confirmation, the update publishes', () => {
  test.each(someOf(HONEST, 4))('a correction that changes %s', async (_what, change) => {
    expect(await judgeAlone(PUBLISHED, change(rowsOfDay(PUBLISHED)))).toMatchObject({
      held: null,
      status: 'published',
      warnings: [],
    });
  });

  test('a usual new day', async () => {
    expect(await judgeAlone(NEW, rowsOfDay(NEW))).toMatchObject({ held: null, warnings: [] });
  });
});
