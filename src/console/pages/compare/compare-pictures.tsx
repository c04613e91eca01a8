import type { VNode } from 'preact';
import { useLocale } from '../../charts/locale.ts';
import type { Day } from '../../charts/requests/rows.ts';
import { measureValue } from '../../texts/written-measures.ts';
import { Card } from '../components/card.tsx';
import { useView } from '../components/view.ts';
import { BrokerLink, type StockNames } from '../watchlist/watched-table.tsx';
import { CommonCards } from './common-cards.tsx';
import { CompareChart, type CompareChartProps } from './compare-charts.tsx';
import { accumulation, type ComparedStock, indexed, summedFlow, totalsOf } from './compared.ts';
import { ChargedUnits, SubjectTable } from './subject-table.tsx';

export const LAST_DAY = ['foreign_streak', 'accumulation_5d', 'close_to_cost_20d'] as const;

/** The compared stocks, and the units that were charged for them. */
export interface Compared {
  readonly stocks: readonly ComparedStock[];
  readonly units: number;
}

interface PicturesProps extends Compared {
  readonly days: readonly Day[];
  readonly names: StockNames;
}

export function ComparePictures({ stocks, units, days, names }: PicturesProps): VNode {
  const view = useView();
  const { texts, numbers } = view;
  const { compare: own } = texts;
  const dates = days.map(({ date }) => date);
  const series = (valuesOf: typeof indexed) =>
    stocks.map((stock) => ({ ticker: stock.code, values: valuesOf(stock, dates) }));
  const percent = (value: number) => numbers.signedPercent(value / 100);
  const from = dates[0] ?? '';
  const completeness = own.days(
    numbers.full(days.filter(({ condition }) => condition === 'published').length),
    numbers.full(days.length),
  );
  return (
    <div class="grid">
      <Card
        title={own.price}
        about={own.price_about(view.dates.short(from))}
        span={7}
        footer={<span class="cost">{completeness}</span>}
      >
        <Chart
          label={own.price}
          kind="together"
          series={series(indexed)}
          days={days}
          write={(value) => numbers.full(value, 1)}
        />
      </Card>
      <Card
        title={own.side}
        about={view.dates.range(from, dates.at(-1) ?? from)}
        span={5}
        footer={<ChargedUnits units={units} />}
      >
        <SideBySide stocks={stocks} />
      </Card>
      <Card title={own.flow} about={own.flow_about} span={6}>
        <Chart
          label={own.flow}
          kind="lines"
          series={series(summedFlow)}
          days={days}
          write={numbers.signedShort}
        />
      </Card>
      <Card title={own.accumulation} about={own.accumulation_about} span={6}>
        <Chart
          label={own.accumulation}
          kind="bars"
          series={series(accumulation)}
          days={days}
          write={percent}
        />
      </Card>
      <CommonCards
        subjects={stocks}
        titles={own}
        about={own.brokers_about}
        first={own.broker}
        nobody={own.nobody}
        linkOf={(code) => <BrokerLink code={code} names={names} />}
      />
    </div>
  );
}

/** A picture, and its values in a table. */
function Chart(props: CompareChartProps): VNode {
  const { label, series, days, write } = props;
  const { texts, dates } = useLocale();
  const published = days.flatMap((day, place) => (day.condition === 'published' ? [{ day, place }] : []));
  const written = (value: number | null = null) => (value === null ? '–' : write(value));
  return (
    <>
      <CompareChart {...props} />
      <details>
        <summary>{texts.picture.table}</summary>
        <SubjectTable
          caption={label}
          first={texts.columns.date}
          columns={series.map(({ ticker }) => ({ title: ticker }))}
          rows={published.toReversed().map(({ day, place }) => ({
            title: dates.short(day.date),
            cells: series.map(({ values }) => written(values[place])),
          }))}
        />
      </details>
    </>
  );
}

function SideBySide({ stocks }: Pick<PicturesProps, 'stocks'>): VNode {
  const { texts, numbers } = useView();
  const { compare: own, measures } = texts;
  const totals = stocks.map(totalsOf);
  const written = (name: string, value: unknown) =>
    value === null ? '–' : measureValue(name, Number(value), numbers);
  const last = (name: string) => stocks.map(({ days }) => written(name, days.at(-1)?.[name] ?? null));
  const { close, value, net_foreign, foreign_share } = measures.names;
  const rows = [
    { title: close, cells: totals.map((total) => written('close', total.close)) },
    { title: own.change, cells: totals.map((total) => written('change_1d', total.change)) },
    { title: value, cells: totals.map((total) => written('value', total.value)) },
    { title: net_foreign, cells: totals.map((total) => written('net_foreign_1d', total.net_foreign)) },
    { title: foreign_share, cells: totals.map((total) => written('foreign_share_1d', total.foreign_share)) },
    ...LAST_DAY.map((name) => ({ title: own.last[name], cells: last(name) })),
  ];
  return (
    <SubjectTable
      id="side-by-side"
      caption={own.side}
      first={texts.screens.measure}
      columns={stocks.map(({ code }) => ({ title: <a href={`/explore/${code}`}>{code}</a> }))}
      rows={rows}
    />
  );
}
