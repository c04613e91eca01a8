import type { ComponentChildren, VNode } from 'preact';
import type { Answer } from '../answer.ts';
import { type Locale, SHARES_A_LOT } from '../locale.ts';
import type { Selection } from '../requests.ts';
import { type AccumulationData, type Day, hasNetFigures, type PriceRow } from '../rows.ts';

interface KeyFiguresProps {
  readonly prices: Answer;
  readonly accumulation: Answer;
  readonly selection: Selection;
  readonly days: readonly Day[];
  readonly locale: Locale;
}

/** The totals of the daily rows of a range; prices are null without a day that has one. */
export function keyFigures(rows: readonly PriceRow[]) {
  const [last, before] = rows
    .filter(({ close }) => close !== null)
    .slice(-2)
    .reverse();
  const sum = (field: 'volume' | 'value' | 'net_foreign') =>
    rows.reduce((total, row) => total + row[field], 0);
  const [volume, value, net_foreign] = [sum('volume'), sum('value'), sum('net_foreign')];
  return {
    last: last?.close ?? null,
    /** Since the close before, 0.01 is 1%. */
    change: last?.close && before?.close ? last.close / before.close - 1 : null,
    /** The day of the close before. */
    since: before?.date ?? null,
    volume,
    value,
    average: volume === 0 ? null : value / volume,
    net_foreign,
    foreign_share: value === 0 ? null : net_foreign / value,
  };
}

/** The most important numbers of a stock in one line. They need no request of their own. */
export function KeyFigures({ prices, accumulation, selection, days, locale }: KeyFiguresProps): VNode {
  const { texts, numbers, dates } = locale;
  const { kpi } = texts;
  const rows = prices.state === 'ready' ? (prices.data as readonly PriceRow[]) : undefined;
  const figures = rows && rows.length > 0 ? keyFigures(rows) : undefined;
  const compared = accumulation.state === 'ready' ? (accumulation.data as AccumulationData) : undefined;
  const label = compared && hasNetFigures(compared) ? compared : undefined;
  const published = days.filter(({ condition }) => condition === 'published');
  const expected = days.filter(({ condition }) => condition === 'published' || condition === 'missing');
  const through = published.at(-1)?.date;
  return (
    <dl class="kpi figures">
      <Figure title={kpi.last} unit={selection.market === 'NG' ? kpi.negotiated : texts.units.idr}>
        {figures && figures.last !== null && numbers.price(figures.last)}
      </Figure>
      <Figure
        title={kpi.change}
        unit={figures && (figures.since === null ? kpi.one_close : kpi.since(dates.short(figures.since)))}
      >
        {figures && figures.change !== null && (
          <Change
            value={figures.change}
            text={numbers.percent(Math.abs(figures.change), 2)}
            locale={locale}
          />
        )}
      </Figure>
      <Figure title={kpi.volume} unit={texts.units.lots}>
        {figures && numbers.short(figures.volume / SHARES_A_LOT)}
      </Figure>
      <Figure title={kpi.value} unit={texts.units.idr}>
        {figures && numbers.short(figures.value)}
      </Figure>
      <Figure title={kpi.vwap} unit={texts.units.idr_per_share}>
        {figures && figures.average !== null && numbers.full(Math.round(figures.average))}
      </Figure>
      <Figure
        title={kpi.net_foreign}
        unit={
          figures && figures.foreign_share !== null
            ? `${texts.units.idr}, ${kpi.of_value(numbers.signed(figures.foreign_share, (each) => numbers.percent(each)))}`
            : texts.units.idr
        }
      >
        {figures && (
          <span class={figures.net_foreign < 0 ? 'down' : 'up'}>
            {numbers.signed(figures.net_foreign, (each) => numbers.short(each))}
          </span>
        )}
      </Figure>
      <Figure
        title={kpi.accumulation}
        unit={label && numbers.signed(label.average_percent / 100, (each) => numbers.percent(each, 2))}
      >
        {label && (texts.accumulation.labels[label.label] ?? label.label)}
      </Figure>
      <Figure
        title={kpi.through}
        unit={kpi.of_days(numbers.full(published.length), numbers.full(expected.length))}
        isWarning={published.length < expected.length}
      >
        {through && dates.short(through)}
      </Figure>
    </dl>
  );
}

export function Figure({
  title,
  unit,
  isWarning = false,
  children,
}: {
  readonly title: string;
  readonly unit: string | undefined;
  /** Whether the unit says that something is incomplete. */
  readonly isWarning?: boolean;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {children || '–'} {unit && <small class={isWarning ? 'warn' : undefined}>{unit}</small>}
      </dd>
    </div>
  );
}

/** Direction by sign, by mark and by colour. */
function Change({ value, text, locale: { texts } }: { value: number; text: string; locale: Locale }): VNode {
  const [mark, name, style] =
    value > 0
      ? ['▲', texts.kpi.up, 'up']
      : value < 0
        ? ['▼', texts.kpi.down, 'down']
        : ['', texts.kpi.unchanged, ''];
  return (
    <span class={style}>
      <span aria-hidden="true">{mark}</span>
      <span class="visually-hidden">{name}</span> {text}
    </span>
  );
}
