import type { VNode } from 'preact';
import type { MarketDayRow, MeasureRow } from '../../../../core/market/rows.ts';
import { medianOf } from '../../axes/scale.ts';
import { type Figures, LargeFigure } from '../../figures.tsx';
import { useLocale } from '../../locale.ts';
import { usualTurnover } from '../../market/market-charts.tsx';
import { type Answer, dataOf } from '../../requests/answer.ts';
import { isOneDay, type Selection } from '../../requests/requests.ts';

interface MarketFiguresProps {
  readonly daily: Answer;
  readonly measures: Answer;
  readonly selection: Selection;
  /** The last published day of the selection. */
  readonly day: string;
}

/** The turnover of the last day, large, and groups of figures that have their period. */
export function MarketFigures({ daily, measures, selection, day }: MarketFiguresProps): VNode {
  const { texts, numbers, dates } = useLocale();
  const { kpi, market, units } = texts;
  const rows = dataOf<readonly MarketDayRow[]>(daily) ?? [];
  const stocks = dataOf<readonly MeasureRow[]>(measures);
  const changes = stocks?.flatMap(({ change_1d }) => (change_1d == null ? [] : Number(change_1d))) ?? [];
  const count = (matches: (change: number) => boolean) => numbers.full(changes.filter(matches).length);
  const middle = medianOf(changes);
  const last = rows.findLast(({ date }) => date === day);
  const range = rows.filter(({ date }) => date >= selection.from);
  const usual = usualTurnover(rows);
  const sum = (field: 'value' | 'net_foreign') => range.reduce((total, row) => total + row[field], 0);
  const share = ({ net_foreign, value }: { readonly net_foreign: number; readonly value: number }) =>
    value > 0 && numbers.signedPercent(net_foreign / value);
  const foreign = (
    title: string,
    totals: { readonly net_foreign: number; readonly value: number } | undefined,
  ) =>
    ({
      title,
      text: totals && numbers.signedShort(totals.net_foreign),
      tone: 'foreign',
      remark: totals && share(totals),
    }) as const;
  const groups: Figures[] = [
    {
      title: market.stocks_on(dates.axis(day)),
      figures: [
        { title: market.rose, text: stocks && count((change) => change > 0), tone: 'up' },
        { title: market.fell, text: stocks && count((change) => change < 0), tone: 'down' },
        { title: kpi.unchanged, text: stocks && count((change) => change === 0) },
        { title: market.median, change: middle === null ? null : middle / 100 },
      ],
    },
    {
      title: kpi.on(dates.axis(day)),
      figures: [foreign(`${kpi.net_foreign}, ${units.idr}`, last)],
    },
  ];
  if (!isOneDay(selection)) {
    const totals = { value: sum('value'), net_foreign: sum('net_foreign') };
    groups.push({
      title: dates.range(selection.from, selection.to),
      figures: [
        { title: `${market.turnover}, ${units.idr}`, text: rows.length > 0 && numbers.short(totals.value) },
        foreign(`${kpi.net_foreign}, ${units.idr}`, rows.length > 0 ? totals : undefined),
      ],
    });
  }
  return (
    <LargeFigure
      text={last && numbers.short(last.value)}
      remark={
        last && usual
          ? market.turnover_remark(dates.axis(day), numbers.full(last.value / usual, 2))
          : market.turnover_on(dates.axis(day))
      }
      groups={groups}
    />
  );
}
