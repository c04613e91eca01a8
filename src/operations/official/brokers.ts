import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import type { LockOptions } from '../../ledger/locks.ts';
import type { BrokerCheck, Publication } from '../../ledger/manifest.ts';
import { aloneInLake } from '../../market/ingest/lake-writer.ts';
import type { IngestServices } from '../../market/ingest/services.ts';
import { type BrokerFigures, brokerFigures } from '../../market/lake/day-facts.ts';
import { isFile } from '../../market/lake/durable.ts';
import {
  type BrokerCell,
  type BrokerFigure,
  type BrokerTable,
  readBrokerTables,
  SIDES,
  type Side,
  type TableChoice,
} from './broker-table.ts';
import { bytesOf } from './official.ts';
import { printable } from './table-values.ts';

interface BrokerDifference {
  readonly broker: string;
  /** Such as `buy_value`. */
  readonly figure: string;
  readonly table: number;
  readonly alir: number;
}

/** The comparison of a published day with a table by broker of one stock. */
export interface BrokerResult {
  readonly file: string;
  readonly trade_date: IsoDate;
  readonly revision: number;
  readonly ticker: string;
  readonly market: string;
  readonly investor: string;
  /** Brokers in the table. */
  readonly brokers: number;
  /** What was compared, such as `buy_value`. */
  readonly figures: readonly string[];
  /** Whether the columns named volume have lots of 100 shares. */
  readonly volume_in_lots: boolean;
  /**
   * `equal`: the table equals the published day, so `BRK_COD1` is the buyer. `exchanged`: it does after buyer and seller are exchanged.
   * `different`: neither. `undecided`: both, because each broker bought what it sold.
   */
  readonly sides: BrokerCheck['sides'];
  /** From the published day as it is. */
  readonly differences: readonly BrokerDifference[];
  /** The number of differences after buyer and seller are exchanged. */
  readonly differences_exchanged: number;
  /** Brokers of Alir that the table does not have. They are not compared: many tables have the largest ones only. */
  readonly not_in_table: readonly string[];
}

/** The markets of a table that does not state its own, in the order in which they are tried: most terminals show RG. */
const TRIED_MARKETS = ['RG', 'ALL', 'NG'];
const LOT = 100;

/**
 * Compares published days with a table by broker, and records the results.
 * @throws AlirError `bad_official_file`, `no_days`, `lake_damaged`
 */
export async function verifyBrokers(
  services: IngestServices,
  path: string,
  choice: TableChoice,
  options: LockOptions,
): Promise<BrokerResult[]> {
  const bytes = await bytesOf(path);
  const tables = await readBrokerTables(bytes, basename(path), choice).catch((error) => {
    if (!(error instanceof AlirError)) throw error;
    throw new AlirError(error.code, `${printable(path)} ${error.message}`);
  });
  const table_sha256 = createHash('sha256').update(bytes).digest('hex');
  const results: BrokerResult[] = [];
  await aloneInLake(services, options, async ({ manifest, duck }) => {
    for (const table of tables) {
      const { trade_date, ticker, investor } = table;
      const { published, file } = await publishedBrokers(services, table, path);
      const figures = await duck.run(published.broker_day_rows, (connection) =>
        brokerFigures(connection, file, ticker),
      );
      const comparison = compareBrokers(table, figures);
      const { revision } = published;
      const { market, brokers, sides, differences } = comparison;
      await manifest.noteBrokerCheck({
        ...{ trade_date, ticker, market, investor, table_sha256, revision, source: path, brokers, sides },
        differences: differences.length,
      });
      results.push({ file: path, trade_date, revision, ticker, investor, ...comparison });
    }
  });
  return results;
}

async function publishedBrokers(
  { manifest, lake }: IngestServices,
  { trade_date }: BrokerTable,
  path: string,
): Promise<{ published: Publication; file: string }> {
  const published = await manifest.published(trade_date);
  if (!published) {
    throw new AlirError(
      'no_days',
      `${printable(path)} is of ${trade_date}, and this day is not published. Ingest its daily file first.`,
    );
  }
  const file = lake.file('broker_day', published);
  if (!(await isFile(file, published.broker_day_sha256))) {
    throw new AlirError(
      'lake_damaged',
      `${file} is missing or differs from the published file. To see what to do, run: alir verify`,
    );
  }
  return { published, file };
}

type Comparison = Omit<BrokerResult, 'file' | 'trade_date' | 'revision' | 'ticker' | 'investor'>;

/** @param day the rows of the stock in `broker_day` */
export function compareBrokers(table: BrokerTable, day: readonly BrokerFigures[]): Comparison {
  const hasVolume = table.cells.some(({ figure }) => figure === 'volume');
  let best: Comparison | undefined;
  for (const market of table.market === undefined ? TRIED_MARKETS : [table.market]) {
    for (const volume_in_lots of hasVolume ? [false, true] : [false]) {
      const comparison = compareIn(table, day, market, volume_in_lots);
      if (comparison.sides !== 'different') return comparison;
      const differences = (each: Comparison) => Math.min(each.differences.length, each.differences_exchanged);
      if (best === undefined || differences(comparison) < differences(best)) best = comparison;
    }
  }
  if (best === undefined) throw new Error('unreachable: no market');
  return best;
}

function compareIn(
  { cells, investor }: BrokerTable,
  day: readonly BrokerFigures[],
  market: string,
  volume_in_lots: boolean,
): Comparison {
  const markets = market === 'ALL' ? ['RG', 'NG'] : [market];
  const rows = day.filter(
    (row) => markets.includes(row.market) && (investor === 'all' || row.investor === investor),
  );
  const sums = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const sum = sums.get(row.broker) ?? new Map<string, number>();
    sums.set(row.broker, sum);
    for (const side of SIDES) {
      for (const figure of ['freq', 'volume', 'value'] as const) {
        const name = `${side}_${figure}` as const;
        sum.set(name, (sum.get(name) ?? 0) + row[name]);
      }
    }
  }
  const differencesWith = (sideOf: (side: Side) => Side): BrokerDifference[] =>
    cells.flatMap((cell) => {
      const { broker, side, figure, number } = cell;
      const has = (name: 'freq' | 'volume' | 'value') =>
        sums.get(broker)?.get(`${sideOf(side)}_${name}`) ?? 0;
      const alir = figureOf(figure, has, volume_in_lots);
      return isSame(cell, alir) ? [] : [{ broker, figure: `${side}_${figure}`, table: number, alir }];
    });
  const differences = differencesWith((side) => side);
  const exchanged = differencesWith((side) => (side === 'buy' ? 'sell' : 'buy'));
  const brokers = new Set(cells.map(({ broker }) => broker));
  return {
    market,
    brokers: brokers.size,
    figures: [...new Set(cells.map(({ side, figure }) => `${side}_${figure}`))],
    volume_in_lots,
    sides: sidesOf(differences.length === 0, exchanged.length === 0),
    differences,
    differences_exchanged: exchanged.length,
    not_in_table: [...sums.keys()].filter((broker) => !brokers.has(broker)).toSorted(),
  };
}

function sidesOf(isEqual: boolean, isExchanged: boolean): BrokerCheck['sides'] {
  if (isEqual) return isExchanged ? 'undecided' : 'equal';
  return isExchanged ? 'exchanged' : 'different';
}

function figureOf(
  figure: BrokerFigure,
  has: (name: 'freq' | 'volume' | 'value') => number,
  volume_in_lots: boolean,
): number {
  if (figure === 'avg') return has('volume') === 0 ? 0 : has('value') / has('volume');
  if (figure === 'lot' || (figure === 'volume' && volume_in_lots)) return has('volume') / LOT;
  return has(figure);
}

/** Averages, and lots with odd shares, may be rounded or cut to the stated decimal places. Whole shares, trades and rupiah must be equal. */
function isSame({ number, decimals, figure }: BrokerCell, alir: number): boolean {
  if (Number.isInteger(alir) && figure !== 'avg') return number === alir;
  return Math.abs(number - alir) < 10 ** -Math.min(decimals, 6) * (1 + 1e-9);
}
