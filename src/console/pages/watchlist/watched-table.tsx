import type { VNode } from 'preact';
import { positionPath } from '../../../core/market/page-paths.ts';
import type { WatchedStock } from '../../../market/serving/queries/watched-stocks.ts';
import { isUnusual, PercentileDot } from '../../charts/sparklines/percentile-dot.tsx';
import { FlowSparkline, Sparkline } from '../../charts/sparklines/sparkline.tsx';
import { sortedRows } from '../../charts/tables/rows-table.tsx';
import type { RowsColumn } from '../../charts/tables/table-columns.ts';
import { measureName, measureValue } from '../../texts/written-measures.ts';
import { type Column, DataTable, sortingOf } from '../components/data-table.tsx';
import { useView, type View } from '../components/view.ts';

export interface StockNames {
  nameOf(ticker: string): string | undefined;
  isBroker(code: string): boolean;
  isForeign(broker: string): boolean;
}

const SORTS: readonly Pick<RowsColumn<WatchedStock>, 'id' | 'value'>[] = [
  { id: 'ticker', value: ({ ticker }) => ticker },
  { id: 'close', value: ({ close }) => close },
  { id: 'change', value: ({ change }) => change },
  { id: 'net_foreign', value: ({ net_foreign }) => net_foreign },
  { id: 'unusual', value: ({ unusual }) => unusual && Math.abs(unusual.percentile - 50) },
];

interface WatchedTableProps {
  readonly stocks: readonly WatchedStock[];
  readonly names: StockNames;
  /** `sort=` of the page. */
  readonly sort: string | undefined;
}

/** One row a stock; the most unusual first. */
export function WatchedTable({ stocks, names, sort }: WatchedTableProps): VNode {
  const view = useView();
  const { watch } = view.texts;
  const sorting = sortingOf(
    sort,
    SORTS.map(({ id }) => id),
  ) ?? { key: 'unusual', isDescending: true };
  const rows = sortedRows(stocks, SORTS, { id: sorting.key, is_descending: sorting.isDescending });
  return (
    <DataTable
      id="watched"
      caption={watch.keys}
      rows={rows}
      columns={columnsOf(view, names)}
      sorting={sorting}
      narrow="scroll"
    />
  );
}

function columnsOf(view: View, names: StockNames): Column<WatchedStock>[] {
  const { texts, numbers } = view;
  const { watch } = texts;
  const net = (value: number | null) => (value === null ? '–' : numbers.signedShort(value));
  const broker = (side: 'buyer' | 'seller'): Column<WatchedStock> => ({
    title: watch[side],
    isNumber: true,
    only: 'wide',
    cell: ({ ticker, [side]: top }) =>
      top && (
        <>
          <BrokerLink code={top.code} ticker={ticker} names={names} /> {numbers.full(top.average)}
        </>
      ),
  });
  const figure = ({ unusual }: WatchedStock) => {
    if (unusual === null || !isUnusual(unusual.percentile)) return watch.usual;
    const value = measureValue(unusual.measure, unusual.value, numbers);
    return `${value} ${measureName(unusual.measure, texts.measures)}`;
  };
  return [
    {
      title: watch.stock,
      sort: 'ticker',
      cell: (stock) => (
        <>
          <a href={`/explore/${encodeURIComponent(stock.ticker)}`}>{stock.ticker}</a>{' '}
          <span class="stock-name">{names.nameOf(stock.ticker)}</span>
          <small class="narrow-only">{figure(stock)}</small>
        </>
      ),
    },
    {
      title: watch.closes,
      cell: ({ closes }) => <Sparkline values={closes} label={`${watch.close}, ${watch.closes}`} />,
    },
    {
      title: watch.close,
      sort: 'close',
      isNumber: true,
      cell: ({ close }) => (close === null ? watch.no_trades : numbers.price(close)),
    },
    {
      title: watch.change,
      sort: 'change',
      isNumber: true,
      cell: ({ change, net_foreign }) => (
        <>
          {change === null ? '–' : <Change percent={change} />}
          <small class="narrow-only foreign">{net(net_foreign)}</small>
        </>
      ),
    },
    {
      title: watch.flows,
      only: 'wide',
      cell: ({ flows }) => <FlowSparkline values={flows} label={watch.flows} />,
    },
    {
      title: watch.net_foreign,
      sort: 'net_foreign',
      isNumber: true,
      only: 'wide',
      cell: ({ net_foreign }) => <span class="foreign">{net(net_foreign)}</span>,
    },
    broker('buyer'),
    broker('seller'),
    { title: watch.unusual, only: 'wide', cell: figure },
    {
      title: watch.how_unusual,
      sort: 'unusual',
      only: 'wide',
      cell: ({ unusual }) => <PercentileDot percentile={unusual?.percentile ?? null} texts={texts.brief} />,
    },
  ];
}

interface BrokerLinkProps {
  readonly code: string;
  readonly names: StockNames;
  /** Opens what the broker did in this stock. Default: what it did in all stocks */
  readonly ticker?: string;
}

/** The code of a broker, tinted for a foreign group. */
export function BrokerLink({ code, names, ticker }: BrokerLinkProps): VNode {
  const path = ticker === undefined ? `/brokers/${code}` : positionPath(ticker, code);
  return (
    <a class={names.isForeign(code) ? 'broker-code tinted' : 'broker-code'} href={path}>
      {code}
    </a>
  );
}

/** A change in percent: by sign, mark and colour. */
export function Change({ percent }: { readonly percent: number }) {
  const text = useView().numbers.percent(Math.abs(percent) / 100, 2);
  if (percent === 0) return <>{text}</>;
  return (
    <span class={percent > 0 ? 'up' : 'down'}>
      <span aria-hidden="true">{percent > 0 ? '▲' : '▼'}</span>
      <span class="visually-hidden">{percent > 0 ? '+' : '−'}</span>
      {text}
    </span>
  );
}
