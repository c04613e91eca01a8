import type { IsoDate } from '../../core/dates.ts';
import { tickerOf } from '../../core/market/market.ts';
import { readTable, type Table } from './table-file.ts';
import {
  type Cell,
  dayInName,
  dayOf,
  numberReader,
  plainName,
  refused,
  type Stated,
} from './table-values.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** `lot`: 100 shares. */
const FIGURES = {
  value: ['value', 'val', 'nilai'],
  lot: ['lot', 'lots'],
  volume: ['volume', 'vol', 'shares', 'lembar'],
  freq: ['freq', 'frequency', 'frekuensi'],
  avg: ['avg', 'average', 'avgprice', 'averageprice', 'rata', 'ratarata', 'hargarata', 'hargaratarata'],
} as const;
export type BrokerFigure = keyof typeof FIGURES;

const SIDE_WORDS: Readonly<Record<Side, readonly string[]>> = {
  buy: ['buy', 'b', 'beli'],
  sell: ['sell', 's', 'jual'],
};

const KEYS = {
  broker: ['broker', 'brokercode', 'code', 'kode', 'kodebroker'],
  /** A table may list the buyers and the sellers side by side, so that a row has two brokers. */
  buy: ['buyer', 'by', 'buybroker', 'brokerbuy', 'brokerbeli', 'pembeli', 'brokerpembeli'],
  sell: ['seller', 'sl', 'sellbroker', 'brokersell', 'brokerjual', 'penjual', 'brokerpenjual'],
  ticker: ['ticker', 'stock', 'stockcode', 'symbol', 'saham', 'kodesaham', 'emiten'],
  date: ['date', 'tanggal', 'tradedate', 'tradingdate', 'tanggalperdagangan'],
  market: ['market', 'pasar'],
  investor: ['investor', 'investortype', 'tipeinvestor'],
} as const;
type Key = keyof typeof KEYS;

/** The columns of a side by their headings: `buy_value`, `B.Val`, `Nilai Beli`. */
const FIGURE_NAMES: ReadonlyMap<string, readonly [Side, BrokerFigure]> = new Map(
  SIDES.flatMap((side) =>
    (Object.keys(FIGURES) as BrokerFigure[]).flatMap((figure) =>
      SIDE_WORDS[side].flatMap((word) =>
        FIGURES[figure].flatMap((name) => [
          [`${word}${name}`, [side, figure]] as const,
          ...(word.length > 1 ? [[`${name}${word}`, [side, figure]] as const] : []),
        ]),
      ),
    ),
  ),
);
const KEY_NAMES = new Set<string>(Object.values(KEYS).flat());

const MARKETS: Readonly<Record<string, string>> = {
  ...{ RG: 'RG', REGULAR: 'RG', REGULER: 'RG', NG: 'NG', NEGO: 'NG', NEGOTIATED: 'NG', NEGOSIASI: 'NG' },
  ...{ TN: 'TN', CASH: 'TN', TUNAI: 'TN', ALL: 'ALL', SEMUA: 'ALL' },
};
const INVESTORS: Readonly<Record<string, string>> = {
  ...{ ALL: 'all', SEMUA: 'all', F: 'f', FOREIGN: 'f', ASING: 'f', D: 'd', DOMESTIC: 'd', DOMESTIK: 'd' },
};

/** One figure of one side of a broker, as the table states it. */
export interface BrokerCell extends Stated {
  readonly broker: string;
  readonly side: Side;
  readonly figure: BrokerFigure;
}

/** What a table states about one stock on one day, in one market, for one kind of investor. */
export interface BrokerTable {
  readonly trade_date: IsoDate;
  readonly ticker: string;
  /** Undefined if the table does not state it. */
  readonly market: string | undefined;
  readonly investor: string;
  readonly cells: readonly BrokerCell[];
}

export interface TableChoice {
  readonly ticker?: string | undefined;
  readonly date?: IsoDate | undefined;
  readonly market?: string | undefined;
}

const MAX_TABLES = 1000;

/**
 * Reads a table by broker, such as the export of a terminal. The stock, the day and the market stand in columns, or they are chosen, or the
 * name of the file has them.
 * @throws AlirError `bad_official_file`; the message continues a sentence that starts with the name of the file
 */
export async function readBrokerTables(
  bytes: Buffer,
  name: string,
  choice: TableChoice,
): Promise<BrokerTable[]> {
  const table = await readTable(bytes, (heading) => FIGURE_NAMES.has(heading) || KEY_NAMES.has(heading));
  const columns = columnsOf(table);
  const stated = numberReader(
    (function* () {
      for (const cells of table.rows) for (const { place } of columns.figures) yield cells[place];
    })(),
  );
  const groups = new Map<string, { table: Omit<BrokerTable, 'cells'>; cells: Map<string, BrokerCell> }>();
  for (const [index, cells] of table.rows.entries()) {
    const place = `row ${index + 1}`;
    const at = (key: Key) => cells[columns.keys[key] ?? -1];
    const brokers = { buy: brokerIn(at('buy') ?? at('broker')), sell: brokerIn(at('sell') ?? at('broker')) };
    // Totals, and the shorter list of a table that has buyers and sellers side by side.
    if (brokers.buy === undefined && brokers.sell === undefined) continue;
    const group = {
      trade_date: dateOf(at('date'), columns.keys.date !== undefined, choice, name, place),
      ticker: tickerIn(at('ticker'), columns.keys.ticker !== undefined, choice, name, place),
      market:
        columns.keys.market === undefined ? choice.market : oneIn(MARKETS, at('market'), 'market', place),
      investor:
        columns.keys.investor === undefined ? 'all' : oneIn(INVESTORS, at('investor'), 'investor', place),
    };
    if (choice.market !== undefined && group.market !== choice.market) continue;
    if (choice.ticker !== undefined && group.ticker !== choice.ticker) continue;
    if (choice.date !== undefined && group.trade_date !== choice.date) continue;
    const key = Object.values(group).join(' ');
    const found = groups.get(key) ?? { table: group, cells: new Map<string, BrokerCell>() };
    if (!groups.has(key)) groups.set(key, found);
    if (groups.size > MAX_TABLES) throw refused(`has more than ${MAX_TABLES} stocks and days. Split it.`);
    for (const { side, figure, place: column } of columns.figures) {
      const [broker, cell] = [brokers[side], cells[column]];
      if (broker === undefined || cell === undefined || cell === null || cell === '' || cell === '-')
        continue;
      const number = stated(cell);
      if (number === undefined || !Number.isFinite(number.number) || Math.abs(number.number) > 2 ** 53) {
        throw refused(
          `has ${JSON.stringify(cell).slice(0, 40)} in ${side} ${figure} of ${place}, which is not a number. Export full numbers, without abbreviations such as 1.2B.`,
        );
      }
      const id = `${broker} ${side} ${figure}`;
      if (found.cells.has(id)) throw refused(`has the broker ${broker} twice (${place}). Export it again.`);
      // Some terminals show sells as negative numbers.
      const positive = side === 'sell' ? Math.abs(number.number) : number.number;
      found.cells.set(id, { broker, side, figure, ...number, number: positive });
    }
  }
  const tables = [...groups.values()].map((group) => ({ ...group.table, cells: [...group.cells.values()] }));
  if (tables.every(({ cells }) => cells.length === 0)) {
    throw refused('has no row of a broker with two letters that was chosen. Check the file and the options.');
  }
  return tables.filter(({ cells }) => cells.length > 0);
}

interface BrokerColumns {
  readonly keys: Readonly<Partial<Record<Key, number>>>;
  readonly figures: readonly { side: Side; figure: BrokerFigure; place: number }[];
}

function columnsOf({ columns }: Table): BrokerColumns {
  const plain = columns.map(plainName);
  const keys: Partial<Record<Key, number>> = {};
  for (const [key, names] of Object.entries(KEYS)) {
    const place = names.map((name) => plain.indexOf(name)).find((at) => at !== -1);
    if (place !== undefined) keys[key as Key] = place;
  }
  const figures = plain.flatMap((name, place) => {
    const [side, figure] = FIGURE_NAMES.get(name) ?? [];
    return side === undefined || figure === undefined ? [] : [{ side, figure, place }];
  });
  const repeated = figures.find(
    (each, index) =>
      figures.findIndex((other) => other.side === each.side && other.figure === each.figure) < index,
  );
  if (repeated) {
    throw refused(`has two columns with ${repeated.side} ${repeated.figure}. Keep one, and export it again.`);
  }
  const hasBrokers = keys.broker !== undefined || (keys.buy !== undefined && keys.sell !== undefined);
  if (!hasBrokers || figures.length === 0) {
    throw refused(
      'has no columns of a table by broker. Alir looks for broker (or buyer and seller), and buy and sell with value, volume, lot, freq or avg, in English or Indonesian.',
    );
  }
  return { keys, figures };
}

/** The code in a cell such as `YP` or `YP - Mirae Asset`. */
function brokerIn(cell: Cell | undefined): string | undefined {
  return typeof cell === 'string' ? /^([A-Z\d]{2})(?:$|[\s-])/.exec(cell.trim())?.[1] : undefined;
}

function dateOf(
  cell: Cell | undefined,
  hasColumn: boolean,
  { date }: TableChoice,
  name: string,
  place: string,
): IsoDate {
  const day = hasColumn ? dayOf(cell) : (date ?? dayInName(name));
  if (day !== undefined) return day;
  throw refused(
    hasColumn
      ? `has no date such as 2026-01-19 in ${place}. Correct it.`
      : 'has no date in its columns or its name. Add: --date YYYY-MM-DD',
  );
}

function tickerIn(
  cell: Cell | undefined,
  hasColumn: boolean,
  { ticker }: TableChoice,
  name: string,
  place: string,
): string {
  // Letters of both cases around it would make a word, such as the IDX in `RingkasanBROKER`.
  const [in_name, ...others] = [...name.matchAll(/(?<![A-Za-z\d])[A-Z]{4}(?:-[WR]\d?)?(?![A-Za-z\d])/g)];
  const named = others.length === 0 ? in_name?.[0] : undefined;
  const found = hasColumn ? tickerOf(typeof cell === 'string' ? cell : '') : (ticker ?? named);
  if (found !== undefined) return found;
  throw refused(
    hasColumn
      ? `has no ticker in ${place}. Correct it.`
      : 'has no ticker in its columns or its name. Add: --ticker BBCA',
  );
}

function oneIn(
  values: Readonly<Record<string, string>>,
  cell: Cell | undefined,
  column: string,
  place: string,
): string {
  const value = typeof cell === 'string' ? values[cell.trim().toUpperCase()] : undefined;
  if (value !== undefined) return value;
  throw refused(
    `has ${JSON.stringify(cell ?? '').slice(0, 40)} as ${column} in ${place}, which is not one of ${[...new Set(Object.values(values))].join(', ')}.`,
  );
}
