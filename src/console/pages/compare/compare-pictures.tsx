import type { VNode } from 'preact';
import { useLocale } from '../../charts/locale.ts';
import type { Day } from '../../charts/rows.ts';
import { measureValue } from '../../texts/written-measures.ts';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import type { View } from '../components/view.ts';
import type { StockNames } from '../watchlist/watched-table.tsx';
import { CommonCards } from './common-cards.tsx';
import { CompareChart, type CompareChartProps } from './compare-charts.tsx';
import { accumulation, type ComparedStock, indexed, summedFlow, totalsOf } from './compared.ts';

/** The measures of the last day. */
export const LAST_DAY = ['foreign_streak', 'accumulation_5d', 'close_to_cost_20d'] as const;

/** The compared stocks, and the units that were charged for them. */
export interface Compared {
  readonly stocks: readonly ComparedStock[];
  readonly units: number;
}

interface PicturesProps extends Compared {
  readonly days: readonly Day[];
  readonly names: StockNames;
  readonly view: View;
}

/** The pictures and tables of a comparison. */
export function ComparePictures({ stocks, units, days, names, view }: PicturesProps): VNode {
  const { texts, numbers } = view;
  const { compare: own, figure } = texts;
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
        footer={
          <span class="cost">
            {units === 0 ? texts.screens.not_again : figure.cost(String(units), units === 1)}
          </span>
        }
      >
        <SideBySide stocks={stocks} view={view} />
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
        title={own.broker}
        nobody={own.nobody}
        linkOf={(code) => (
          <a class={names.isForeign(code) ? 'broker-code tinted' : 'broker-code'} href={`/brokers/${code}`}>
            {code}
          </a>
        )}
        view={view}
      />
    </div>
  );
}

/** A picture, and its values in a table. */
function Chart(props: CompareChartProps): VNode {
  const { label, series, days, write } = props;
  const { texts, dates } = useLocale();
  const published = days.flatMap((day, place) => (day.condition === 'published' ? [{ day, place }] : []));
  const columns: Column<(typeof published)[number]>[] = [
    { title: texts.columns.date, cell: ({ day }) => dates.short(day.date) },
    ...series.map(
      ({ ticker, values }): Column<(typeof published)[number]> => ({
        title: ticker,
        isNumber: true,
        cell: ({ place }) => {
          const value = values[place] ?? null;
          return value === null ? '–' : write(value);
        },
      }),
    ),
  ];
  return (
    <>
      <CompareChart {...props} />
      <details>
        <summary>{texts.picture.table}</summary>
        <DataTable caption={label} rows={published.toReversed()} columns={columns} narrow="scroll" />
      </details>
    </>
  );
}

type ViewProps = Pick<PicturesProps, 'stocks'> & { readonly view: View };

function SideBySide({ stocks, view }: ViewProps): VNode {
  const { compare: own, measures } = view.texts;
  const { numbers } = view;
  const totals = stocks.map(totalsOf);
  const last = (place: number, name: string) => stocks[place]?.days.at(-1)?.[name] ?? null;
  const written = (name: string, value: unknown) =>
    value === null ? '–' : measureValue(name, Number(value), numbers);
  const rows = [
    { title: measures.names.close, cells: totals.map(({ close }) => written('close', close)) },
    { title: own.change, cells: totals.map(({ change }) => written('change_1d', change)) },
    { title: measures.names.value, cells: totals.map(({ value }) => written('value', value)) },
    {
      title: measures.names.net_foreign,
      cells: totals.map(({ net_foreign }) => written('net_foreign_1d', net_foreign)),
    },
    {
      title: measures.names.foreign_share,
      cells: totals.map(({ foreign_share }) => written('foreign_share_1d', foreign_share)),
    },
    ...LAST_DAY.map((name) => ({
      title: own.last[name],
      cells: stocks.map((_, place) => written(name, last(place, name))),
    })),
  ];
  const columns: Column<(typeof rows)[number]>[] = [
    { title: view.texts.screens.measure, cell: ({ title }) => title },
    ...stocks.map(
      ({ code }, place): Column<(typeof rows)[number]> => ({
        title: <a href={`/explore/${code}`}>{code}</a>,
        isNumber: true,
        cell: ({ cells }) => cells[place],
      }),
    ),
  ];
  return <DataTable id="side-by-side" caption={own.side} rows={rows} columns={columns} narrow="scroll" />;
}
