import { measuresOf } from './measure-oracle.ts';
import { Oracle } from './oracle.ts';

/** A row of measure_day, with a day. */
export type Measured = Readonly<Record<string, number | string | null>> & {
  readonly date: string;
  readonly ticker: string;
};

export interface BrokerDay {
  readonly date: string;
  readonly ticker: string;
  readonly market: string;
  readonly broker: string;
  readonly buy_value: number;
  readonly sell_value: number;
}

interface Line {
  readonly kind: string;
  readonly ticker: string | null;
  readonly broker: string | null;
  readonly figure: number;
  readonly percentile: number | null;
  readonly percentile_rows: number | null;
  readonly streak: number | null;
  readonly premium: number | null;
  readonly figure_before: number | null;
}

const KINDS = 'accumulated distributed volume streak_began streak_ended negotiated broker_turned'.split(' ');
const BILLION = 1_000_000_000;
const NOTHING = {
  ticker: null,
  broker: null,
  percentile: null,
  percentile_rows: null,
  streak: null,
  premium: null,
  figure_before: null,
};

/** All lines of a brief, computed in the simplest way. Imports nothing from src/. @param days the published days, in order */
export function briefLines(
  days: readonly string[],
  measured: readonly Measured[],
  broker_days: readonly BrokerDay[],
): Line[] {
  const [before, day] = [days.at(-2), days.at(-1)];
  const lines: Line[] = [];
  for (const row of measured.filter(({ date }) => date === day)) {
    const isLarge = Number(row.value) >= BILLION;
    const line = (kind: string, measure: string, more: Partial<Line> = {}) => {
      const rows = [250, 60].find((count) => row[`${measure}_p${count}`] !== null) ?? null;
      const percentile = rows === null ? null : Number(row[`${measure}_p${rows}`]);
      const figure = Number(row[measure]);
      lines.push({
        ...NOTHING,
        kind,
        ticker: row.ticker,
        figure,
        percentile,
        percentile_rows: rows,
        ...more,
      });
    };
    if (isLarge && row.accumulation_5d !== null && Math.abs(Number(row.accumulation_5d)) >= 6) {
      line(Number(row.accumulation_5d) > 0 ? 'accumulated' : 'distributed', 'accumulation_5d');
    }
    if (isLarge && row.volume_ratio_20d !== null && Number(row.volume_ratio_20d) >= 2) {
      line('volume', 'volume_ratio_20d');
    }
    const streak = Number(row.foreign_streak);
    if (isLarge && [5, -5].includes(streak)) line('streak_began', 'net_foreign_5d', { streak });
    const old = measured.find(({ date, ticker }) => date === before && ticker === row.ticker);
    const ended = Number(old?.foreign_streak ?? 0);
    if (isLarge && (ended >= 5 ? streak <= 0 : ended <= -5 && streak >= 0)) {
      line('streak_ended', 'net_foreign_1d', { streak: ended });
    }
    if (Number(row.negotiated_value_1d) >= BILLION) {
      line('negotiated', 'negotiated_value_1d', { premium: row.negotiated_premium_1d as number | null });
    }
  }
  lines.push(...turnedLines(days, broker_days));
  const isUnusual = ({ kind, figure, percentile }: Line) => {
    if (percentile === null || !['accumulated', 'distributed', 'volume', 'broker_turned'].includes(kind))
      return true;
    return figure > 0 ? percentile >= 95 : percentile <= 5;
  };
  const shown = lines.filter(isUnusual);
  const isLast = ({ kind, percentile }: Line) =>
    Number(percentile === null && ['accumulated', 'distributed', 'volume'].includes(kind));
  return shown.sort(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      isLast(a) - isLast(b) ||
      Math.abs(b.streak ?? 0) - Math.abs(a.streak ?? 0) ||
      Math.abs(b.figure) - Math.abs(a.figure) ||
      compare(a.ticker ?? '', b.ticker ?? '') ||
      compare(a.broker ?? '', b.broker ?? ''),
  );
}

function turnedLines(days: readonly string[], rows: readonly BrokerDay[]): Line[] {
  if (days.length < 25) return [];
  const subjects = [null, ...new Set(rows.map(({ ticker }) => ticker))];
  const lines: Line[] = [];
  for (const ticker of subjects) {
    for (const broker of new Set(rows.map((row) => row.broker))) {
      const net = (some: readonly string[]) =>
        rows
          .filter(
            (row) =>
              row.market === 'RG' &&
              row.broker === broker &&
              (ticker === null || row.ticker === ticker) &&
              some.includes(row.date),
          )
          .reduce((sum, { buy_value, sell_value }) => sum + buy_value - sell_value, 0);
      const figure = net(days.slice(-5));
      const figure_before = net(days.slice(-25, -5));
      if (figure * figure_before >= 0) continue;
      if (Math.abs(figure) < BILLION || Math.abs(figure_before) < BILLION) continue;
      const line = { ...NOTHING, kind: 'broker_turned', ticker, broker, figure, figure_before };
      if (days.length < 65) {
        lines.push(line);
        continue;
      }
      const earlier = Array.from({ length: 60 }, (_, n) => net(days.slice(-6 - n, days.length - 1 - n)));
      const points = earlier.reduce((sum, each) => sum + (each < figure ? 1 : each === figure ? 0.5 : 0), 0);
      const percentile = Math.round((points / 60) * 10_000) / 100;
      lines.push({ ...line, percentile, percentile_rows: 60 });
    }
  }
  return lines;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The brief of the last of these days, from the texts of their daily files: the first 5 lines of each kind that are wanted. */
export function briefOfFiles(
  days: readonly string[],
  texts: readonly string[],
  isWanted: (line: Line) => boolean = () => true,
) {
  const oracle = Oracle.of(texts);
  const measured = [...measuresOf(oracle.trades)].flatMap(([date, rows]) =>
    [...rows].map(([ticker, row]) => ({ ...row, date, ticker })),
  );
  const broker_days = oracle.trades.flatMap(({ date, ticker, market, buyer, seller, value }): BrokerDay[] => [
    { date, ticker, market, broker: buyer, buy_value: Number(value), sell_value: 0 },
    { date, ticker, market, broker: seller, buy_value: 0, sell_value: Number(value) },
  ]);
  const all = briefLines(days, measured, broker_days).filter(isWanted);
  const [from, to] = [days.at(-5), days.at(-1)];
  return KINDS.flatMap((kind) => all.filter((line) => line.kind === kind).slice(0, 5)).map((line) => ({
    ...line,
    page:
      line.kind === 'negotiated'
        ? `/explore/${line.ticker}?from=${to}&to=${to}&market=NG`
        : `${pathOf(line)}?from=${from}&to=${to}`,
  }));
}

function pathOf({ ticker, broker }: { ticker: string | null; broker: string | null }): string {
  if (ticker === null) return `/brokers/${broker}`;
  return broker === null ? `/explore/${ticker}` : `/explore/${ticker}/broker/${broker}`;
}
