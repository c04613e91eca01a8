import type { Oracle } from './oracle.ts';

type Trade = Oracle['trades'][number];
export type MeasureRow = Record<string, number | null>;

/** The measures of each day and ticker, computed from trades in the simplest way. Imports nothing from src/. */
export function measuresOf(trades: readonly Trade[]): Map<string, Map<string, MeasureRow>> {
  const days = [...new Set(trades.map(({ date }) => date))].sort();
  const byKey = new Map<string, Trade[]>();
  for (const trade of trades) {
    const key = `${trade.date} ${trade.ticker} ${trade.market}`;
    byKey.set(key, [...(byKey.get(key) ?? []), trade]);
  }
  const tickers = [...new Set(trades.map(({ ticker }) => ticker))].sort();
  const earlier = new Map(tickers.map((ticker) => [ticker, [] as MeasureRow[]]));
  const all = new Map<string, Map<string, MeasureRow>>();
  for (const [place, day] of days.entries()) {
    const rows = new Map<string, MeasureRow>();
    all.set(day, rows);
    for (const ticker of tickers) {
      const on = (date: string, market = 'RG') => byKey.get(`${date} ${ticker} ${market}`) ?? [];
      if (on(day).length === 0) continue;
      const before = earlier.get(ticker) ?? [];
      const row = measured(days.slice(0, place + 1), on, before.at(-1)?.foreign_streak ?? 0);
      for (const name of Object.keys(row).filter((each) => RANKED.test(each))) {
        for (const n of [60, 250]) row[`${name}_p${n}`] = percentile(name, row, before, n);
      }
      before.push(row);
      rows.set(ticker, row);
    }
  }
  return all;
}

const RANKED =
  /^(change|volume_ratio|value_ratio|net_foreign|foreign_share|accumulation|negotiated_value)_\d+d$/;

function percentile(name: string, row: MeasureRow, before: readonly MeasureRow[], n: number): number | null {
  const own = row[name] ?? null;
  if (before.length < n || own === null) return null;
  const values = before.slice(-n).flatMap((each) => each[name] ?? []);
  const twice = values.reduce((sum, value) => sum + (value < own ? 2 : value === own ? 1 : 0), 0);
  return percent(BigInt(twice), BigInt(2 * values.length));
}

/** @param days the published days up to the one that is measured */
function measured(
  days: readonly string[],
  on: (date: string, market?: string) => readonly Trade[],
  streakBefore: number,
): MeasureRow {
  const day = days.at(-1) ?? '';
  const last = (n: number) => (days.length < n ? undefined : days.slice(-n).flatMap((date) => on(date)));
  const byNumber = (date: string) => on(date).toSorted((a, b) => a.number - b.number);
  const closeUntil = (age: number) =>
    days
      .slice(0, Math.max(0, days.length - age))
      .reduceRight<number | undefined>((found, date) => found ?? byNumber(date).at(-1)?.price, undefined);
  const close = closeUntil(0) as number;
  const sum = (trades: readonly Trade[], figure: (trade: Trade) => bigint) =>
    trades.reduce((total, trade) => total + figure(trade), 0n);
  const net = (trades: readonly Trade[]) =>
    sum(
      trades,
      ({ buyerIsForeign, sellerIsForeign, value }) =>
        value * (BigInt(buyerIsForeign) - BigInt(sellerIsForeign)),
    );
  const volumeOf = (trades: readonly Trade[]) => sum(trades, ({ volume }) => volume);
  const amountOf = (trades: readonly Trade[]) => sum(trades, ({ value }) => value);
  const today = on(day);
  const row: MeasureRow = {
    close,
    volume: Number(volumeOf(today)),
    value: Number(amountOf(today)),
    freq: today.length,
  };
  for (const n of [1, 5, 20]) {
    const old = closeUntil(n);
    row[`change_${n}d`] = old === undefined ? null : percent(BigInt(close - old), BigInt(old));
  }
  for (const n of [20, 60, 250]) {
    const prices = last(n)?.map(({ price }) => price);
    const [low, high] = [Math.min(...(prices ?? [])), Math.max(...(prices ?? []))];
    row[`range_${n}d`] = prices ? (percent(BigInt(close - low), BigInt(high - low)) ?? 50) : null;
  }
  for (const [name, figure] of [
    ['volume', volumeOf],
    ['value', amountOf],
  ] as const) {
    const figures = days
      .slice(-21, -1)
      .map((date) => figure(on(date)))
      .sort((a, b) => Number(a - b));
    const middles = (figures[9] ?? 0n) + (figures[10] ?? 0n);
    row[`${name}_ratio_20d`] = figures.length < 20 ? null : quotient(2n * figure(today), middles);
  }
  for (const n of [1, 5, 20]) {
    const trades = last(n);
    row[`net_foreign_${n}d`] = trades ? Number(net(trades)) : null;
    row[`foreign_share_${n}d`] = trades ? percent(net(trades), amountOf(trades)) : null;
  }
  const sign = Math.sign(Number(net(today)));
  const isUnbroken = on(days.at(-2) ?? '').length > 0 && Math.sign(streakBefore) === sign;
  row.foreign_streak = (isUnbroken ? streakBefore : 0) + sign;
  for (const n of [1, 5, 20, 60]) {
    const trades = last(n);
    const codes = [...new Set((trades ?? []).flatMap(({ buyer, seller }) => [buyer, seller]))].sort();
    const brokers = codes.map((code) => {
      const bought = (trades ?? []).filter(({ buyer }) => buyer === code);
      const sold = volumeOf((trades ?? []).filter(({ seller }) => seller === code));
      return { bought: volumeOf(bought), cost: amountOf(bought), sold, net: volumeOf(bought) - sold };
    });
    const largest = (figure: (broker: (typeof brokers)[number]) => bigint) =>
      brokers
        .map(figure)
        .filter((each) => each > 0n)
        .sort((a, b) => Number(b - a));
    const total = (list: readonly bigint[], k: number) => list.slice(0, k).reduce((a, b) => a + b, 0n);
    const [buyers, sellers] = [largest((each) => each.net), largest((each) => -each.net)];
    if (n === 20 || n === 60) {
      const top = brokers
        .filter((each) => each.net > 0n)
        .sort((a, b) => Number(b.net - a.net))
        .slice(0, 5);
      const [cost, volume] = [
        total(
          top.map((each) => each.cost),
          5,
        ),
        total(
          top.map((each) => each.bought),
          5,
        ),
      ];
      row[`top5_buyer_cost_${n}d`] = quotient(cost, volume);
      row[`close_to_cost_${n}d`] = percent(BigInt(close) * volume - cost, cost);
    }
    if (n === 60) continue;
    const top = (k: number) => total(buyers, k) - total(sellers, k);
    const fifteenths = 5n * top(3) + 5n * top(5) + top(1) + top(2) + top(3) + top(4) + top(5);
    const volume = volumeOf(trades ?? []);
    row[`accumulation_${n}d`] = trades ? percent(fifteenths, 15n * volume) : null;
    row[`net_buyers_less_sellers_${n}d`] = trades ? buyers.length - sellers.length : null;
    for (const k of [1, 3, 5, 10, 15]) {
      row[`buy_top${k}_${n}d`] = percent(
        total(
          largest((each) => each.bought),
          k,
        ),
        volume,
      );
      row[`sell_top${k}_${n}d`] = percent(
        total(
          largest((each) => each.sold),
          k,
        ),
        volume,
      );
    }
  }
  const negotiated = on(day, 'NG');
  const atClose = BigInt(close) * volumeOf(negotiated);
  row.negotiated_value_1d = Number(amountOf(negotiated));
  row.negotiated_premium_1d = percent(amountOf(negotiated) - atClose, atClose);
  return row;
}

function percent(part: bigint, whole: bigint): number | null {
  return quotient(100n * part, whole);
}

/** With 2 decimals; a half is rounded away from 0. */
function quotient(part: bigint, whole: bigint): number | null {
  if (whole === 0n) return null;
  const hundredths = ((part < 0n ? -part : part) * 200n + whole) / (2n * whole);
  return (Number(hundredths) / 100) * (part < 0n ? -1 : 1) || 0;
}
