/** What foreign investors did in one ticker. */
interface FlowRow {
  readonly ticker: string;
  /** In IDR; negative if they sold more than they bought. */
  readonly net_foreign: number;
  /** net_foreign in percent of the value of all trades of the ticker. */
  readonly percent: number;
}

interface FlowBarsProps {
  /** What the rows are, with their unit. */
  readonly caption: string;
  readonly columns: { readonly ticker: string; readonly value: string; readonly share: string };
  /** The largest first. */
  readonly rows: readonly FlowRow[];
  /** The value in IDR of a bar over the whole width. */
  readonly full_idr: number;
  readonly side: 'buy' | 'sell';
  amount(net_foreign: number): string;
  /** Writes a share of 1. */
  share(share: number): string;
}

/** A table whose values are also drawn as bars. */
export function FlowBars({ caption, columns, rows, full_idr, side, amount, share }: FlowBarsProps) {
  return (
    <table class={`flow ${side}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.ticker}</th>
          <th scope="col" class="r" colSpan={2}>
            {columns.value}
          </th>
          <th scope="col" class="r share">
            {columns.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ ticker, net_foreign, percent }) => (
          <tr key={ticker}>
            <th scope="row">
              <a href={`/explore/${encodeURIComponent(ticker)}`}>{ticker}</a>
            </th>
            <td class="bar">
              <Bar share={full_idr === 0 ? 0 : Math.abs(net_foreign) / full_idr} />
            </td>
            <td class="r">{amount(net_foreign)}</td>
            <td class="r soft">{share(percent / 100)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg width="100%" height="14" aria-hidden="true">
      <rect width={`${Math.max(0.5, share * 100).toFixed(1)}%`} height="14" rx="3" />
    </svg>
  );
}
