import type { VNode } from 'preact';
import type { TradeTotals } from '../../../core/market/rows.ts';
import { SHARES_A_LOT, useLocale } from '../locale.ts';
import { type Brokers, hasForeignParent, shortName } from '../requests/rows.ts';
import { type SidedCode, type SidedColumn, SidedTables } from '../tables/sided-tables.tsx';

/** Rows of each side at first. */
const SHOWN = 12;
/** Averages below this price are written with decimals: whole rupiah would hide their differences. */
const DEAR_IDR = 1000;

interface TotalsTableProps<Row> {
  readonly rows: readonly Row[];
  readonly codeOf: (row: Row) => SidedCode;
  /** Whether the sides are all buys and all sells instead of net buyers and net sellers. */
  readonly isGross?: boolean;
  readonly count?: number;
}

/** Who bought and who sold net, with lots, average price, value and share of the traded value. */
export function TotalsTable<Row extends TradeTotals>({
  rows,
  codeOf,
  isGross = false,
  count = SHOWN,
}: TotalsTableProps<Row>): VNode {
  const { texts, numbers } = useLocale();
  const { sided } = texts;
  const traded = rows.reduce((sum, { buy_value }) => sum + buy_value, 0);
  const decimals = rows.some(({ buy_avg, sell_avg }) => Math.max(buy_avg, sell_avg) >= DEAR_IDR) ? 0 : 2;
  const sold = rows.reduce((sum, { sell_value }) => sum + sell_value, 0);
  const columnsOf = (side: 'buy' | 'sell', sign: 1 | -1): SidedColumn<Row>[] => [
    {
      title: isGross ? sided.lots : sided.net_lots,
      write: (row) =>
        isGross
          ? numbers.full(row[`${side}_volume`] / SHARES_A_LOT)
          : numbers.signed((row.buy_volume - row.sell_volume) / SHARES_A_LOT),
    },
    {
      title: side === 'buy' ? sided.average_buy : sided.average_sell,
      write: (row) => (row[`${side}_volume`] === 0 ? '–' : numbers.full(row[`${side}_avg`], decimals)),
      isKept: true,
    },
    {
      title: isGross ? sided.net : side === 'buy' ? sided.bought : sided.sold,
      write: (row) =>
        isGross ? numbers.signedShort(row.buy_value - row.sell_value) : numbers.short(row[`${side}_value`]),
    },
    {
      title: sided.share,
      write: (row) => {
        const total = sign === 1 ? traded : sold;
        return total === 0 ? '–' : numbers.percent(row[`${side}_value`] / total);
      },
    },
  ];
  const net = (row: Row) => row.buy_value - row.sell_value;
  return (
    <SidedTables
      rows={rows}
      sides={[
        {
          title: isGross ? sided.buyers : sided.net_buyers,
          columns: columnsOf('buy', 1),
          tone: 'buy',
          amount: (row) => (isGross ? row.buy_value : net(row)),
        },
        {
          title: isGross ? sided.sellers : sided.net_sellers,
          columns: columnsOf('sell', -1),
          tone: 'sell',
          amount: (row) => (isGross ? row.sell_value : -net(row)),
        },
      ]}
      codeOf={codeOf}
      amountTitle={isGross ? sided.gross : sided.net}
      write={(amount) => (isGross ? numbers.short(Math.abs(amount)) : numbers.signedShort(amount))}
      count={count}
    />
  );
}

export function brokerCode(brokers: Brokers, code: string, href: string): SidedCode {
  return { code, name: shortName(brokers, code), href, isTinted: hasForeignParent(brokers, code) };
}
