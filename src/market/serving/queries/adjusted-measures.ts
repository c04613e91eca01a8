import { LRUCache } from 'lru-cache';
import type { IsoDate } from '../../../core/dates.ts';
import {
  type Adjustment,
  type CorporateAction,
  type CorporateActions,
  scaleOfDay,
} from '../../../core/market/corporate-actions.ts';
import { MEASURE_NAMES, MEASURES } from '../../../core/market/measure-list.ts';
import { sql } from '../../../core/package-files.ts';
import { hundredths } from '../../../core/rounding.ts';
import type { MeasuredDay, MeasureQuery, MeasureReader } from '../market-database.ts';

/** The measures that compare shares of several days, without their percentiles: values in IDR do not change with the shares. */
const OF_SHARES =
  /^(change|range|volume_ratio|accumulation|buy_top\d+|sell_top\d+|net_buyers_less_sellers|top5_buyer_cost|close_to_cost)_/;
const PERCENTILE = /_p(?:60|250)$/;
/** No measure depends on an older row of the stock: a percentile has 250 earlier rows, and the oldest of them compares 20 days. */
const OLDEST_ROW = 271;
/** Days whose rows are looked up: screens compare up to 250 days before, and stocks with trades on half of the days have `OLDEST_ROW` rows. */
const READ_DAYS = 250 + 2 * OLDEST_ROW;
const MAX_KEPT = 32;
const NEVER = new AbortController().signal;
const DAYS_OF = new Map(MEASURES.map(({ name, days }) => [name, days]));

interface Stock {
  /** The measured days, in order. */
  readonly days: readonly IsoDate[];
  /** By ex-date, up to the newest measured day. */
  readonly actions: readonly CorporateAction[];
  /** The days of its rows, in order. */
  readonly dates: readonly IsoDate[];
  /** Rows before this day are not in `dates`. */
  readonly since: IsoDate;
}

/** A value of a measure in shares of the newest day; NaN for none. */
type Adjust = (name: string, value: number) => number;

/**
 * Adjusts the measures of a stock. One is missing if its days have both old and new shares, and so is a percentile if one of its values is.
 * @returns for the day of a row, how its values are adjusted; null if they do not change
 */
export function adjustmentOf({ days, actions, dates, since }: Stock): (date: IsoDate) => Adjust | null {
  const dayPlaces = new Map(days.map((day, place) => [day, place]));
  const rowPlaces = new Map(dates.map((date, place) => [date, place]));
  const scaleOf = scaleOfDay(actions);
  const known = new Map<string, boolean[]>();

  /** Whether the days of a measure have both old and new shares. */
  const isMixed = (name: string, row: number): boolean => {
    const rows = known.get(name) ?? [];
    known.set(name, rows);
    rows[row] ??= findMixed(name, row);
    return rows[row];
  };
  const findMixed = (name: string, row: number): boolean => {
    const date = dates[row] as IsoDate;
    const count = DAYS_OF.get(name) as number;
    const before = (number: number) => days[(dayPlaces.get(date) as number) - number] ?? '';
    let first = before(name.startsWith('volume_ratio_') ? count : count - 1);
    if (name.startsWith('change_')) {
      // The earlier close is that of the last day with trades.
      let earlier = row - 1;
      while (earlier >= 0 && (dates[earlier] as IsoDate) > before(count)) earlier -= 1;
      first = dates[earlier] ?? '';
    }
    return actions.some(({ ex_date }) => ex_date > first && ex_date <= date);
  };
  const isMissing = (name: string, row: number): boolean => {
    if (!OF_SHARES.test(name)) return false;
    const measure = name.replace(PERCENTILE, '');
    if (measure === name) return isMixed(name, row);
    const first = row - (DAYS_OF.get(name) as number);
    if (first < 0 && actions.some(({ ex_date }) => ex_date < since)) return true;
    for (let each = Math.max(0, first); each <= row; each++) if (isMixed(measure, each)) return true;
    return false;
  };

  return (date) => {
    const row = rowPlaces.get(date) as number;
    const oldest = row < OLDEST_ROW ? '' : (dates[row - OLDEST_ROW] as IsoDate);
    const mayMix = actions.some(({ ex_date }) => ex_date > oldest && ex_date <= date);
    if (!mayMix && actions.every(({ ex_date }) => ex_date <= date)) return null;
    const scale = scaleOf(date);
    return (name, value) => {
      if (Number.isNaN(value) || (mayMix && isMissing(name, row))) return Number.NaN;
      if (name === 'volume') return scale.volume(value);
      if (name !== 'close' && !name.startsWith('top5_buyer_cost_')) return value;
      return hundredths(...scale.exactPrice(BigInt(Math.round(value * 100)), 100n));
    };
  };
}

/** The measures of all stocks in shares of the newest measured day: queries read adjusted rows in the place of those in the files. */
export class AdjustedMeasures implements Pick<MeasureReader, 'measureRows'> {
  readonly #database: Pick<MeasureReader, 'measureRows' | 'measureFiles'>;
  readonly #actions: CorporateActions;
  /** What was read of the newest files. */
  readonly #kept = new LRUCache<string, Promise<string>>({ max: MAX_KEPT });
  #files: readonly MeasuredDay[] | undefined;

  constructor(database: Pick<MeasureReader, 'measureRows' | 'measureFiles'>, actions: CorporateActions) {
    this.#database = database;
    this.#actions = actions;
  }

  /** The measures with or without the adjustment. */
  reader(adjust: Adjustment): Pick<MeasureReader, 'measureRows'> {
    return adjust === 'none' ? this.#database : this;
  }

  /** Changes when the corporate actions change. */
  version(): number {
    return this.#actions.version();
  }

  /** As MarketDatabase.measureRows, with its errors. */
  async measureRows(
    queryOf: (days: readonly IsoDate[]) => MeasureQuery,
    signal: AbortSignal,
    files_at?: readonly MeasuredDay[],
  ) {
    const files = files_at ?? (await this.#database.measureFiles());
    const query = queryOf(files.map(({ trade_date }) => trade_date));
    if (query.table === 'broker_day') return this.#database.measureRows(() => query, signal, files);
    const adjusted = await this.#adjusted(files, query.days);
    return this.#database.measureRows(() => ({ ...query, adjusted }), signal, files);
  }

  /** The adjusted rows of some days that differ from those in the files, as JSON. */
  #adjusted(files: readonly MeasuredDay[], days: readonly IsoDate[]): Promise<string> {
    if (this.#files !== files) this.#kept.clear();
    this.#files = files;
    const key = `${this.version()} ${days.join()}`;
    return keptOrMade(this.#kept, key, () => this.#rowsOn(files, days));
  }

  async #rowsOn(files: readonly MeasuredDay[], of_days: readonly IsoDate[]): Promise<string> {
    const days = files.map(({ trade_date }) => trade_date);
    const last = days.findLastIndex((day) => of_days.includes(day));
    const tickers = this.#actions.tickers(days[0] ?? '', days.at(-1) ?? null);
    // DuckDB takes no empty lists.
    if (last === -1 || tickers.length === 0) return '[]';
    const read = (question: string, read_days: readonly IsoDate[], more = {}) => {
      const query = { text: sql(`market/${question}`), parameters: { tickers, ...more }, days: read_days };
      return this.#database.measureRows(() => query, NEVER, files);
    };
    const history = days.slice(Math.max(0, last + 1 - READ_DAYS), last + 1);
    const dates = await read('days_of_stocks', history);
    const adjustments = new Map(
      dates.map(({ ticker, dates }) => {
        const actions = this.#actions.of(String(ticker), days[0] ?? '', days.at(-1) ?? null);
        const since = history[0] === days[0] ? '' : (history[0] ?? '');
        const stock = { days, actions, dates: String(dates).split(','), since };
        return [ticker, adjustmentOf(stock)];
      }),
    );
    const rows = await read('measures_of_stocks', of_days, { names: MEASURE_NAMES });
    const changed = rows.flatMap(({ date, ticker, ...row }) => {
      const adjust = adjustments.get(ticker)?.(String(date));
      if (!adjust) return [];
      const values = MEASURE_NAMES.map((name) => [name, adjust(name, Number(row[name] ?? Number.NaN))]);
      // NaN is null in JSON.
      return [{ trade_date: date, ticker, ...Object.fromEntries(values) }];
    });
    return JSON.stringify(changed);
  }
}

/** The value that a cache has, or one that is made for it. A failure is not kept. */
export function keptOrMade<Value>(
  kept: LRUCache<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  made.catch(() => kept.delete(key));
  kept.set(key, made);
  return made;
}
