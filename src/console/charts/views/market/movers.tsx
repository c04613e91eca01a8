import type { VNode } from 'preact';
import type { MeasureRow } from '../../../../core/market/rows.ts';
import { Change } from '../../figures.tsx';
import { useLocale } from '../../locale.ts';
import type { Links } from '../../tables/table-columns.ts';

interface MoversProps {
  readonly rows: readonly MeasureRow[];
  /** The measure by which the stocks are sorted. */
  readonly by: string;
  /** 1: the largest first, and only positive ones. -1: the smallest first, and only negative ones. */
  readonly sign: 1 | -1;
  readonly count: number;
  readonly links: Links;
}

/** The stocks with the largest values of a measure, with their closes. */
export function Movers({ rows, by, sign, count, links }: MoversProps): VNode {
  const { texts, numbers } = useLocale();
  const of = (row: MeasureRow) => sign * Number(row[by] ?? 0);
  const shown = rows
    .filter((row) => of(row) > 0)
    .sort((a, b) => of(b) - of(a))
    .slice(0, count);
  const figure = (row: MeasureRow) => {
    const value = Number(row[by]);
    if (by === 'value') return numbers.short(value);
    if (by.startsWith('volume_ratio')) return `${numbers.full(value, 2)}×`;
    return <Change value={value / 100} />;
  };
  return (
    <table class="dense movers">
      <tbody>
        {shown.map((row) => (
          <tr key={row.ticker}>
            <th scope="row">
              <a href={links.ticker(row.ticker)}>{row.ticker}</a>
            </th>
            <td class="r">{row.close === null ? '–' : numbers.price(Number(row.close))}</td>
            <td class="r">{figure(row)}</td>
          </tr>
        ))}
        {shown.length === 0 && (
          <tr>
            <td colSpan={3}>{texts.table.empty}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
