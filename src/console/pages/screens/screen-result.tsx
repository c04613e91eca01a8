import type { VNode } from 'preact';
import type { IsoDate } from '../../../core/dates.ts';
import type { WatchedStock } from '../../../market/serving/queries/watched-stocks.ts';
import { PercentileDot } from '../../charts/sparklines/percentile-dot.tsx';
import { FlowSparkline, Sparkline } from '../../charts/sparklines/sparkline.tsx';
import { measureName, measureValue } from '../../texts/written-measures.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Tag } from '../components/notice.tsx';
import { useView } from '../components/view.ts';
import { Change, type StockNames } from '../watchlist/watched-table.tsx';

export interface Found {
  readonly date: IsoDate | null;
  readonly rows: readonly ({ readonly ticker: string } & Readonly<Record<string, number | string | null>>)[];
  readonly sql: string;
}

type Row = Found['rows'][number];

interface ScreenResultProps {
  readonly found: Found;
  readonly stocks: readonly WatchedStock[];
  /** Stocks that the screen did not have on the day before. */
  readonly entered: readonly string[];
  readonly names: StockNames;
}

/** The stocks of a screen, with their last days and the measures of the screen. */
export function ScreenResult({ found, stocks, entered, names }: ScreenResultProps): VNode {
  const { texts, numbers } = useView();
  const { watch, measures, brief, screens } = texts;
  const stockOf = ({ ticker }: Row) => stocks.find((stock) => stock.ticker === ticker);
  // With too few days, a percentile has no column.
  const isShown = (name: string) =>
    !['date', 'ticker', 'close', 'change_1d'].includes(name) &&
    (!/_p\d+$/.test(name) || found.rows.some(({ [name]: value }) => value !== null));
  const shown = Object.keys(found.rows[0] ?? {}).filter(isShown);
  const columns: Column<Row>[] = [
    {
      title: watch.stock,
      cell: ({ ticker }) => (
        <>
          <a href={`/explore/${encodeURIComponent(ticker)}`}>{ticker}</a>{' '}
          <span class="stock-name">{names.nameOf(ticker)}</span>{' '}
          {entered.includes(ticker) && <Tag kind="ok">{watch.entered}</Tag>}
        </>
      ),
    },
    {
      title: watch.closes,
      cell: (row) => (
        <Sparkline values={stockOf(row)?.closes ?? []} label={`${watch.close}, ${watch.closes}`} />
      ),
    },
    {
      title: watch.flows,
      only: 'wide',
      cell: (row) => <FlowSparkline values={stockOf(row)?.flows ?? []} label={watch.flows} />,
    },
    { title: watch.close, isNumber: true, cell: ({ close }) => numbers.price(Number(close)) },
    {
      title: watch.change,
      isNumber: true,
      cell: ({ change_1d }) => (change_1d === null ? '–' : <Change percent={Number(change_1d)} />),
    },
    ...shown.map(
      (name, place): Column<Row> => ({
        title: measureName(name, measures),
        isNumber: true,
        ...(place > 0 && { only: 'wide' as const }),
        cell: ({ [name]: value = null }) =>
          /_p\d+$/.test(name) ? (
            <PercentileDot percentile={value === null ? null : Number(value)} texts={brief} />
          ) : value === null ? (
            '–'
          ) : (
            measureValue(name, Number(value), numbers)
          ),
      }),
    ),
  ];
  return (
    <DataTable
      id="screened"
      caption={screens.result}
      rows={found.rows}
      columns={columns}
      narrow="scroll"
      empty={<p class="note">{screens.none}</p>}
    />
  );
}
