import type { IsoDate } from '../../../core/dates.ts';

/** A row of `GET /stocks/measures`. */
export interface MeasuredDay {
  readonly date: IsoDate;
  readonly close: number | null;
  readonly value: number | null;
  readonly net_foreign_1d: number | null;
  readonly [measure: string]: number | string | null;
}

/** Totals of a broker in a stock. */
export interface SummaryRow {
  /** The broker in a comparison of stocks, the stock in one of brokers. */
  readonly code: string;
  readonly buy_value: number;
  readonly sell_value: number;
  readonly buy_avg: number;
  readonly sell_avg: number;
}

/** A stock with its brokers, or a broker with its stocks. */
export interface ComparedSubject {
  readonly code: string;
  readonly rows: readonly SummaryRow[];
}

export interface ComparedStock extends ComparedSubject {
  readonly days: readonly MeasuredDay[];
}

/** The values of a stock on the days of an axis; null without one. */
type Series = readonly (number | null)[];

const MAX_COMMON = 8;

/** The close of each day, the first one being 100. */
export function indexed({ days }: ComparedStock, dates: readonly IsoDate[]): Series {
  const first = days.find(({ close }) => close !== null)?.close ?? null;
  return valuesOn(days, dates, ({ close }) =>
    close === null || first === null ? null : (100 * close) / first,
  );
}

/** The sum of net foreign up to each day. */
export function summedFlow({ days }: ComparedStock, dates: readonly IsoDate[]): Series {
  let sum = 0;
  const sums = new Map<MeasuredDay, number>();
  for (const day of days) {
    sum += day.net_foreign_1d ?? 0;
    sums.set(day, sum);
  }
  return valuesOn(days, dates, (day) => sums.get(day) ?? null);
}

export function accumulation({ days }: ComparedStock, dates: readonly IsoDate[]): Series {
  return valuesOn(days, dates, ({ accumulation_5d: value = null }) =>
    value === null ? null : Number(value),
  );
}

function valuesOn(
  days: readonly MeasuredDay[],
  dates: readonly IsoDate[],
  valueIn: (day: MeasuredDay) => number | null,
): Series {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return dates.map((date) => {
    const day = byDate.get(date);
    return day ? valueIn(day) : null;
  });
}

/** The totals of a range, and the measures of its last day. */
export function totalsOf({ days }: ComparedStock) {
  const sum = (name: 'value' | 'net_foreign_1d') => days.reduce((total, day) => total + (day[name] ?? 0), 0);
  const closes = days.flatMap(({ close }) => (close === null ? [] : [close]));
  const [first, last] = [closes[0], closes.at(-1)];
  const [value, net_foreign] = [sum('value'), sum('net_foreign_1d')];
  return {
    close: last ?? null,
    change: first === undefined || last === undefined ? null : (last / first - 1) * 100,
    value,
    net_foreign,
    foreign_share: value === 0 ? null : (net_foreign / value) * 100,
  };
}

/** A row of each subject on the same side. */
export interface CommonRow {
  readonly code: string;
  /** In the order of the subjects: net value in IDR, and the average price of that side. */
  readonly nets: readonly number[];
  readonly averages: readonly number[];
}

/** The codes that all subjects have with net buys, or all with net sells, the largest sum first, then by code. */
export function commonRows(subjects: readonly ComparedSubject[], side: 'buy' | 'sell'): CommonRow[] {
  const sign = side === 'buy' ? 1 : -1;
  const [first, ...others] = subjects.map(({ rows }) => new Map(rows.map((row) => [row.code, row])));
  const common = [...(first ?? [])].flatMap(([code, row]) => {
    const all = [row, ...others.map((each) => each.get(code))];
    const known = all.filter((each) => each !== undefined);
    const nets = known.map(({ buy_value, sell_value }) => buy_value - sell_value);
    if (known.length < subjects.length || nets.some((net) => net * sign <= 0)) return [];
    return [{ code, nets, averages: known.map((each) => each[`${side}_avg`]) }];
  });
  const total = ({ nets }: CommonRow) => nets.reduce((sum, net) => sum + net, 0) * sign;
  return common
    .sort((one, other) => total(other) - total(one) || (one.code < other.code ? -1 : 1))
    .slice(0, MAX_COMMON);
}

/** The net value of each subject by code, the largest sum of amounts first, then by code. */
export function netsByCode(subjects: readonly ComparedSubject[]) {
  const all = new Map<string, number[]>();
  for (const [place, { rows }] of subjects.entries()) {
    for (const { code, buy_value, sell_value } of rows) {
      const values = all.get(code) ?? subjects.map(() => 0);
      values[place] = buy_value - sell_value;
      all.set(code, values);
    }
  }
  const size = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.abs(value), 0);
  return [...all]
    .map(([code, values]) => ({ code, values }))
    .sort((one, other) => size(other.values) - size(one.values) || (one.code < other.code ? -1 : 1));
}
