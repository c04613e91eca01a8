import type { VNode } from 'preact';
import type { AccumulationData, PriceRow } from '../../../../core/market/rows.ts';
import { type Figures, LargeFigure } from '../../figures.tsx';
import { useLocale } from '../../locale.ts';
import { type Answer, dataOf } from '../../requests/answer.ts';
import { isOneDay, type Selection } from '../../requests/requests.ts';
import { type Day, hasNetFigures } from '../../requests/rows.ts';

interface RangeFiguresProps {
  readonly prices: Answer;
  readonly accumulation: Answer;
  readonly selection: Selection;
  readonly days: readonly Day[];
}

/**
 * The figures of a range, and of its last day with a price, from daily rows.
 * @param rows also of days before the range, in order
 */
export function rangeFigures(rows: readonly PriceRow[], { from }: Pick<Selection, 'from'>) {
  const priced = rows.filter(({ close }) => close !== null);
  const range = rows.filter(({ date }) => date >= from);
  const last = priced.findLast(({ date }) => date >= from);
  const before = priced.findLast(({ date }) => date < from);
  const first = priced.find(({ date }) => date >= from);
  const day_before = priced.findLast(({ date }) => last !== undefined && date < last.date);
  const base = before?.close ?? first?.open ?? null;
  const sum = (field: 'volume' | 'value' | 'net_foreign') =>
    range.reduce((total, row) => total + row[field], 0);
  const [volume, value, net_foreign] = [sum('volume'), sum('value'), sum('net_foreign')];
  const change = (now: number | null | undefined, then: number | null | undefined) =>
    now && then ? now / then - 1 : null;
  return {
    last: last?.close ?? null,
    /** Since the close before the range or, if it is not known, since the first open. 0.01 is 1%. */
    change: change(last?.close, base),
    base,
    /** The day of the close before the range; null if the change is since the first open. */
    since: before?.date ?? null,
    day: last && {
      date: last.date,
      change: change(last.close, day_before?.close),
      value: last.value,
      net_foreign: last.net_foreign,
    },
    volume,
    value,
    average: volume === 0 ? null : value / volume,
    net_foreign,
    foreign_share: value === 0 ? null : net_foreign / value,
  };
}

/** The price and its change over the range, large, and groups of figures that have their period. They need no request of their own. */
export function RangeFigures({ prices, accumulation, selection, days }: RangeFiguresProps): VNode {
  const { texts, numbers, dates } = useLocale();
  const { kpi, units } = texts;
  const rows = dataOf<readonly PriceRow[]>(prices) ?? [];
  const figures = rangeFigures(rows, selection);
  const compared = dataOf<AccumulationData>(accumulation);
  const label = compared && hasNetFigures(compared) ? compared : undefined;
  const published = days.filter(({ condition }) => condition === 'published').length;
  const expected = days.filter(({ condition }) => condition !== 'future').length;
  const share = (value: number) => numbers.signedPercent(value);
  const { day } = figures;
  const isKnown = rows.length > 0;
  const ofDay: Figures = {
    title: day ? kpi.on(dates.axis(day.date)) : kpi.last_day,
    figures: [
      { title: kpi.change, change: day?.change ?? null },
      { title: `${kpi.value}, ${units.idr}`, text: day && numbers.short(day.value) },
      {
        title: `${kpi.net_foreign}, ${units.idr}`,
        text: day && numbers.signedShort(day.net_foreign),
        tone: 'foreign',
      },
    ],
  };
  const ofRange: Figures = {
    title: [
      dates.range(selection.from, selection.to),
      ...(isOneDay(selection) ? [] : [texts.picture.days(numbers.full(published), numbers.full(expected))]),
    ].join(', '),
    figures: [
      { title: `${kpi.value}, ${units.idr}`, text: isKnown && numbers.short(figures.value) },
      { title: kpi.vwap, text: figures.average !== null && numbers.full(figures.average) },
      {
        title: `${kpi.net_foreign}, ${units.idr}`,
        text: isKnown && numbers.signedShort(figures.net_foreign),
        tone: 'foreign',
        remark: figures.foreign_share !== null && share(figures.foreign_share),
      },
      {
        title: kpi.accumulation,
        text: label && numbers.signedPercent(label.average_percent / 100, 2),
      },
    ],
  };
  return (
    <LargeFigure
      text={figures.last === null ? undefined : numbers.price(figures.last)}
      change={figures.change}
      remark={[
        selection.market === 'NG' && kpi.negotiated,
        figures.base !== null &&
          (figures.since === null
            ? kpi.from_open(numbers.price(figures.base))
            : kpi.from_close(dates.axis(figures.since), numbers.price(figures.base))),
      ]
        .filter(Boolean)
        .join(' · ')}
      groups={isOneDay(selection) ? [ofRange] : [ofDay, ofRange]}
    />
  );
}
